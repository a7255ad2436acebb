// One of the two sides of a comparison: a package that runs a case when it is told to.
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** What a run took, and what tells its answers from others. */
export interface Sample {
  /** CPU milliseconds. */
  readonly ms: number;
  readonly checksum: number;
}

/**
 * What a warm-up came to. The other side follows it, so that a case that goes on from step to step
 * is at the same step on both.
 */
export interface Plan {
  /** How often the case ran. */
  readonly runs: number;
  /** How often it has to run in a round for the round to be long enough. */
  readonly repeats: number;
}

export interface Subject {
  warmUp(): Promise<Plan>;
  /** Runs the case so often; milliseconds are of one time. */
  run(repeats: number): Promise<Sample>;
  close(): void;
}

export interface CompareCase {
  readonly name: string;
  /** Rounds, as a part of those that were asked for: fewer where one takes long. */
  readonly rounds: number;
  /** `root`: a built checkout. */
  open(root: string): Promise<Subject>;
}

/** What the process of a case is told, and what it answers. */
export interface Order {
  /** 0 to warm up. */
  readonly repeats: number;
}
export type Reply = Sample & Plan;

const CHILD = fileURLToPath(new URL('run-case.ts', import.meta.url));

/** A process of its own that has loaded the package in `root` and the inputs of a case. */
export class ProcessSubject implements Subject {
  private readonly child: ChildProcess;

  constructor(name: string, root: string) {
    this.child = fork(CHILD, [name, root], {
      execArgv: process.execArgv,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
  }

  warmUp(): Promise<Plan> {
    return this.ask({ repeats: 0 });
  }

  run(repeats: number): Promise<Sample> {
    return this.ask({ repeats });
  }

  close(): void {
    this.child.kill();
  }

  private ask(order: Order): Promise<Reply> {
    return new Promise((resolve, reject) => {
      const { child } = this;
      const ended = (): void => reject(new Error('The process of a case ended early.'));
      child.once('exit', ended);
      child.once('message', (reply) => {
        child.off('exit', ended);
        resolve(reply as Reply);
      });
      child.send(order);
    });
  }
}
