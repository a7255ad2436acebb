// How the bench of rigid bodies measures: tasks are warmed up, then run in rounds, with a yardstick at the start of every round.
import { cpuMs, median } from '../measure.ts';
import { yardstick } from '../yardstick.ts';

export interface Task {
  /** Answered by one run. */
  readonly queries: number;
  /** Before every run, and not timed. */
  prepare?(): void;
  run(): void;
}

export interface Timing {
  /** Milliseconds of a yardstick. */
  readonly unit: number;
  /** Milliseconds of a query, one for each task. */
  readonly ms: readonly number[];
}

const ROUNDS = 7;
/** CPU ms of a task: in all to warm it up, and in each round at least. */
const [WARM_UP, ROUND] = [60, 10];

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

/** How often a task has to run to fill a round. */
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
