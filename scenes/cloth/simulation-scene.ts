// The common part of the scenes of cloth. Metres, seconds, z up.

export type { SimulationScene } from '../../src/cli/simulation-scene.ts';

/** Gravity in metres per second squared. */
export const GRAVITY: readonly [number, number, number] = [0, 0, -9.81];
/** The paper's constant step in seconds [Mezger §8.2]. */
export const TIME_STEP = 0.01;

/** An axis-aligned box. */
export interface Extent {
  readonly low: readonly [number, number, number];
  readonly high: readonly [number, number, number];
}

/** Returns the extent of the vertices [first, end). */
export function extent(positions: Float64Array, first: number, end: number): Extent {
  const low: [number, number, number] = [Infinity, Infinity, Infinity];
  const high: [number, number, number] = [-Infinity, -Infinity, -Infinity];
  for (let i = 3 * first; i < 3 * end; i++) {
    low[i % 3] = Math.min(low[i % 3], positions[i]);
    high[i % 3] = Math.max(high[i % 3], positions[i]);
  }
  return { low, high };
}
