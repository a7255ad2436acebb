// `graze work`, and other commands beside it, as processes of a test.
import { type ChildProcess, spawn } from 'node:child_process';
import { PROGRAM } from '../command.ts';

/** What a command has printed, and its exit status. */
export interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A command that runs. */
export class Command {
  /** What it has printed on standard error so far. */
  stderr = '';
  /** Resolves when it has ended. */
  readonly ended: Promise<Ended>;
  private readonly process: ChildProcess;

  constructor(...args: readonly string[]) {
    this.process = spawn(process.execPath, [PROGRAM, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
    let stdout = '';
    this.process.stdout?.on('data', (text) => {
      stdout += text;
    });
    this.process.stderr?.on('data', (text) => {
      this.stderr += text;
    });
    this.ended = new Promise((resolve) => {
      this.process.on('close', (status) => resolve({ status, stdout, stderr: this.stderr }));
    });
  }

  /** Resolves when a text has been printed on standard error. Rejects if the command ends before. */
  async printed(text: string): Promise<void> {
    let hasEnded = false;
    void this.ended.then(() => {
      hasEnded = true;
    });
    while (!this.stderr.includes(text)) {
      if (hasEnded) throw new Error(`Ended without "${text}": ${this.stderr}`);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }

  /** Ends it at once, whatever it is doing. */
  kill(): void {
    this.process.kill('SIGKILL');
  }
}

/** Starts a worker and waits until it waits for jobs. */
export async function startWorker(url: string, ...options: readonly string[]): Promise<Command> {
  const worker = new Command('work', '--queue', url, ...options);
  await worker.printed('waits for jobs');
  return worker;
}
