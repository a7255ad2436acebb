// What a scene of cloth is: what the simulation starts with, how long it runs, and what should hold in the end. Metres, seconds, z up.
import type { ClothOptions, ObstacleOptions } from './options.ts';

export interface ClothScene {
  readonly name: string;
  readonly options: {
    readonly cloths: readonly ClothOptions[];
    readonly obstacles: readonly ObstacleOptions[];
    readonly gravity: readonly [number, number, number];
    readonly timeStep: number;
    readonly thickness: number;
    readonly friction: number;
  };
  /** Simulated time after which it is over. */
  readonly seconds: number;
  /** Most metres a second of any vertex of an obstacle. */
  readonly obstacleSpeed: number;
  /** What is wrong with the last frame, in words: null where it is as it should be. Positions of all vertices, cloths first. */
  fault(positions: Float64Array): string | null;
}

export const GRAVITY: readonly [number, number, number] = [0, 0, -9.81];
/** The paper's constant step [Mezger §8.2]. */
export const TIME_STEP = 0.01;

export interface Extent {
  readonly low: readonly [number, number, number];
  readonly high: readonly [number, number, number];
}

/** Of the vertices from `first` to before `end`. */
export function extent(positions: Float64Array, first: number, end: number): Extent {
  const low: [number, number, number] = [Infinity, Infinity, Infinity];
  const high: [number, number, number] = [-Infinity, -Infinity, -Infinity];
  for (let i = 3 * first; i < 3 * end; i++) {
    low[i % 3] = Math.min(low[i % 3], positions[i]);
    high[i % 3] = Math.max(high[i % 3], positions[i]);
  }
  return { low, high };
}
