// What the parts of a simulation take, measured from outside: the simulation itself has no clock, so that none can enter a decision.
import { ImplicitSolver } from '../../src/engine/cloth/implicit-solver.ts';
import { MeshCollider } from '../../src/index.ts';

/** In the order in which charts stack them, from below. */
export const PARTS = ['detection', 'response', 'solver'] as const;

/** In the unit of the clock. Response is what is neither detection nor solver. */
export type PartTimes = Readonly<Record<(typeof PARTS)[number], number>>;

/** Watches all simulations of this thread from now on. What it gives runs a step and tells what it took by `clock`. */
export function watchParts(clock: () => number): (step: () => void) => PartTimes {
  const detection = watch(clock, MeshCollider.prototype, ['collide', 'maxStep', 'proximities']);
  const solver = watch(clock, ImplicitSolver.prototype, ['solve']);
  return (step) => {
    detection.spent = 0;
    solver.spent = 0;
    const before = clock();
    step();
    const all = clock() - before;
    return { detection: detection.spent, response: all - detection.spent - solver.spent, solver: solver.spent };
  };
}

/** Time inside methods of a class; where one of them calls another it counts once. */
function watch<T extends object>(clock: () => number, prototype: T, names: readonly (keyof T)[]): { spent: number } {
  const watched = { spent: 0 };
  let depth = 0;
  for (const name of names) {
    const method = prototype[name] as (...input: unknown[]) => unknown;
    const timed = function (this: T, ...input: unknown[]): unknown {
      const before = clock();
      depth++;
      try {
        return method.apply(this, input);
      } finally {
        depth--;
        if (depth === 0) watched.spent += clock() - before;
      }
    };
    Object.assign(prototype, { [name]: timed });
  }
  return watched;
}
