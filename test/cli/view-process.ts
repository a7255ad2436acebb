// Runs the built `graze view` and returns its address.
import { type ChildProcess, spawn } from 'node:child_process';
import { PROGRAM } from './command.ts';

export interface ViewProcess {
  readonly address: string;
  readonly process: ChildProcess;
}

export function startView(...args: readonly string[]): Promise<ViewProcess> {
  const process_ = spawn(process.execPath, [PROGRAM, 'view', '--no-open', ...args]);
  return new Promise((resolve, reject) => {
    let told = '';
    process_.stderr.on('data', (text) => {
      told += text;
    });
    process_.once('exit', (status) => reject(new Error(`graze view ended with ${status}: ${told}`)));
    process_.stdout.on('data', (text) => {
      told += text;
      const address = /^The viewer is at (http:\/\/127\.0\.0\.1:\d+\/) until Ctrl-C ends it\.\n$/.exec(told)?.[1];
      if (address) resolve({ address, process: process_ });
    });
  });
}
