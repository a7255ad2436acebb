// What the parts of a simulation take, measured from outside: the simulation itself has no clock, so that none can enter a decision.
import type { ObstacleOptions } from '../../src/cloth.ts';
import { ImplicitSolver } from '../../src/engine/cloth/implicit-solver.ts';
import { MeshCollider } from '../../src/index.ts';

/** In the order in which charts stack them, from below. */
export const PARTS = ['detection', 'response', 'solver'] as const;

/** In the unit of the clock. Response is what is neither detection nor solver, nor what moves the obstacles that `movedApart` gave. */
export type PartTimes = Readonly<Record<(typeof PARTS)[number], number>>;

/** What moving obstacles took since the step began. */
const moving = { spent: 0 };

/** Obstacles whose motion is not counted: it is the scene's, not the simulation's. */
export function movedApart(obstacles: readonly ObstacleOptions[], clock: () => number): ObstacleOptions[] {
  return obstacles.map((obstacle) => ({
    ...obstacle,
    move: (time: number, out: Float64Array) => {
      const before = clock();
      obstacle.move?.(time, out);
      moving.spent += clock() - before;
    },
  }));
}

/** Watches all simulations of this thread from now on. What it gives runs a step and tells what it took by `clock`. */
export function watchParts(clock: () => number): (step: () => void) => PartTimes {
  const detection = watch(clock, MeshCollider.prototype, ['collide', 'maxStep', 'proximities']);
  const solver = watch(clock, ImplicitSolver.prototype, ['solve']);
  return (step) => {
    detection.spent = 0;
    solver.spent = 0;
    moving.spent = 0;
    const before = clock();
    step();
    const all = clock() - before - moving.spent;
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
