// Runs a command in a thread of its own and waits for it. Meanwhile the main thread has nothing to do
// but to take signals.
import { Worker } from 'node:worker_threads';
import { UsageError } from '../../check/usage-error.ts';
import type { Pose } from '../../rigid.ts';
import type { CheckArguments } from '../check/check-arguments.ts';
import type { ConvertArguments } from '../convert.ts';
import { forgetUnfinished, rememberUnfinished } from '../output-file.ts';
import type { SweepArguments } from '../rigid-commands.ts';
import type { MergeArguments } from '../shard/merge.ts';
import type { SimulateArguments } from '../simulate.ts';
import { memoryFault } from './memory-fault.ts';

/** The commands that run in a thread. Each tells whether anything collides. */
export interface Commands {
  /** `graze check`. */
  check(inputs: readonly string[], options: CheckArguments, version: string): Promise<boolean>;
  /** `graze merge`. */
  merge(blobs: readonly string[], options: MergeArguments, version: string): Promise<boolean>;
  /** `graze convert`: nothing can collide. */
  convert(names: readonly string[], options: ConvertArguments): Promise<boolean>;
  /** `graze sweep`. */
  sweep(a: string, b: string, options: SweepArguments): Promise<boolean>;
  /** `graze distance`. */
  distance(a: string, b: string, poseA: Pose, poseB: Pose): Promise<boolean>;
  /** `graze simulate`. */
  simulate(scene: string | undefined, options: SimulateArguments): Promise<boolean>;
}

/** What the thread starts with. */
export interface CommandStart {
  /** The name of the command. */
  readonly name: keyof Commands;
  /** Its parameters. */
  readonly parameters: readonly unknown[];
}

/** A message of the thread. The last one is an answer or a fault. */
export type ThreadMessage =
  /** The answer: whether anything collides. */
  | { readonly collides: boolean }
  /** The message of a `UsageError`. */
  | { readonly fault: string }
  /** The stack of any other error. */
  | { readonly bug: string }
  /** A temporary file that is written now. */
  | { readonly begun: string }
  /** One that has got its name. */
  | { readonly ended: string };

/** The thread at work, if there is one. */
let thread: Worker | null = null;

/**
 * Runs a command. Resolves to its answer; rejects with `UsageError`, also if the memory ends.
 */
export function runInThread<Name extends keyof Commands>(
  name: Name,
  ...parameters: Parameters<Commands[Name]>
): Promise<boolean> {
  const workerData: CommandStart = { name, parameters };
  const worker = new Worker(new URL('./command-thread.js', import.meta.url), { workerData });
  thread = worker;
  return new Promise((resolve, reject) => {
    worker.on('message', (message: ThreadMessage) => {
      if ('begun' in message) rememberUnfinished(message.begun);
      else if ('ended' in message) forgetUnfinished(message.ended);
      else if ('collides' in message) resolve(message.collides);
      else reject('fault' in message ? new UsageError(message.fault) : stackOf(message.bug));
    });
    worker.on('error', (error) => {
      const fault = memoryFault(error);
      reject(fault === null ? error : new UsageError(fault));
    });
    // Nothing happens if the promise is settled.
    worker.on('exit', (code) => reject(new Error(`The thread of the command ended with ${code}, without an answer.`)));
  });
}

/** Ends the thread, whatever it does. After this, all temporary files that it began are known. */
export async function endThread(): Promise<void> {
  await thread?.terminate();
}

/** An error of the thread, with the stack that it had there. */
function stackOf(stack: string): Error {
  return Object.assign(new Error(stack.split('\n', 1)[0]), { stack });
}
