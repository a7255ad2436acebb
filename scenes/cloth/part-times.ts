// Measures the parts of a simulation from outside: the simulation itself has no clock, so that no
// time can influence a decision.
import type { ObstacleOptions } from '../../src/cloth.ts';
import { ImplicitSolver } from '../../src/engine/cloth/solver/implicit-solver.ts';
import { MeshCollider } from '../../src/index.ts';

/** The parts of a simulation, in the order in which charts stack them from the bottom. */
export const PARTS = ['detection', 'response', 'solver'] as const;

/**
 * The time of each part, in the unit of the clock. `response` is everything but detection, the
 * solver and the motion of obstacles (see `movedApart`).
 */
export type PartTimes = Readonly<Record<(typeof PARTS)[number], number>>;

/** The time spent on moving obstacles since the step began. */
const moving = { spent: 0 };

/**
 * Returns obstacles whose motion is not counted: it belongs to the scene, not to the simulation.
 */
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

/**
 * Observes all simulations of this thread from now on. The result runs a step and returns the time
 * of its parts by `clock`.
 */
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

/** Measures the time inside methods of a class; nested calls count once. */
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
