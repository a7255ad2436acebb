// One of the two sides of a comparison: a package that runs a case on request.
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The cost of a run, and a checksum of its answers. */
export interface Sample {
  /** CPU milliseconds. */
  readonly ms: number;
  readonly checksum: number;
}

/**
 * The result of a warm-up. The other side repeats it, so that a case with a state, such as a
 * simulation, is at the same step on both sides.
 */
export interface Plan {
  /** The number of runs of the case. */
  readonly runs: number;
  /** The number of runs per round that makes the round long enough. */
  readonly repeats: number;
}

/** One side of a comparison. */
export interface Subject {
  /** Runs the case until its code is compiled. */
  warmUp(): Promise<Plan>;
  /** Runs the case `repeats` times; the sample has the milliseconds of one run. */
  run(repeats: number): Promise<Sample>;
  /** Ends the side. */
  close(): void;
}

/** A case that both sides run. */
export interface CompareCase {
  readonly name: string;
  /** The number of rounds relative to the requested one: fewer for cases whose rounds take long. */
  readonly rounds: number;
  /** Starts the side of the built checkout in `root`. */
  open(root: string): Promise<Subject>;
}

/** A request to the process of a case. */
export interface Order {
  /** The number of runs; 0 asks for a warm-up. */
  readonly repeats: number;
}
/** The answer of the process of a case. */
export type Reply = Sample & Plan;

const CHILD = fileURLToPath(new URL('run-case.ts', import.meta.url));

/** A separate process that has loaded the package in `root` and the inputs of a case. */
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
