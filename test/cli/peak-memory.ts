// The memory that a run of the command line takes at most. Linux only.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { PROGRAM } from './command.ts';

export const hasPeakMemory: boolean = existsSync('/proc/self/status');

/** Runs a command and returns the maximum of its resident kilobytes and its exit status. */
export async function peakMemory(...args: readonly string[]): Promise<{ peak: number; status: number | null }> {
  const child = spawn(process.execPath, [PROGRAM, ...args], { stdio: 'ignore' });
  let peak = 0;
  let ended = false;
  child.on('exit', () => {
    ended = true;
  });
  while (!ended) {
    peak = Math.max(peak, residentPeak(child.pid as number));
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  expect(peak).toBeGreaterThan(10_000);
  return { peak, status: child.exitCode };
}

function residentPeak(pid: number): number {
  try {
    return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}
