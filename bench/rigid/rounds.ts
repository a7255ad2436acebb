// How the rigid bench measures: tasks are warmed up, then run in rounds, with a yardstick at the
// start of every round.
import { cpuMs, median } from '../measure.ts';
import { yardstick } from '../yardstick.ts';

/** Something to measure. */
export interface Task {
  /** The number of queries that one run answers. */
  readonly queries: number;
  /** Called before every run; not timed. */
  prepare?(): void;
  run(): void;
}

/** The result of a measurement. */
export interface Timing {
  /** Milliseconds of a yardstick. */
  readonly unit: number;
  /** Milliseconds of a query, one for each task. */
  readonly ms: readonly number[];
}

const ROUNDS = 7;
/** CPU ms of a task: to warm it up in total, and the minimum in each round. */
const [WARM_UP, ROUND] = [60, 10];

/** Measures tasks in interleaved rounds; the medians count. */
export function timeTasks(tasks: readonly Task[], roundMs = ROUND): Timing {
  const repeats = tasks.map((task) => warmUp(task, roundMs));
  const units: number[] = [];
  const spent = tasks.map((): number[] => []);
  for (let round = 0; round < ROUNDS; round++) {
    units.push(yardstick(1));
    tasks.forEach((task, i) => {
      spent[i].push(runMs(task, repeats[i]) / (repeats[i] * task.queries));
    });
  }
  return { unit: median(units), ms: spent.map(median) };
}

/** Returns how often a task must run to fill a round. */
function warmUp(task: Task, roundMs: number): number {
  let [ms, runs] = [0, 0];
  while (runs < 2 || (ms < WARM_UP && runs < 1000)) {
    ms += runMs(task, 1);
    runs++;
  }
  return Math.max(1, Math.ceil((roundMs * runs) / ms));
}

function runMs(task: Task, repeats: number): number {
  if (!task.prepare) {
    return cpuMs(() => {
      for (let i = 0; i < repeats; i++) task.run();
    });
  }
  let ms = 0;
  for (let i = 0; i < repeats; i++) {
    task.prepare();
    ms += cpuMs(() => task.run());
  }
  return ms;
}
