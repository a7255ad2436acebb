// What a scene of cloth is: what the simulation starts with, how long it runs, and what should hold in the end. Metres, seconds, z up.
import type { ClothSimulationOptions } from '../cloth.ts';
import type { TriMesh } from '../index.ts';

export interface ClothScene {
  readonly name: string;
  readonly options: Required<Omit<ClothSimulationOptions, 'onCommit'>>;
  /** Simulated time after which it is over. */
  readonly seconds: number;
  /** Most metres a second of any vertex of an obstacle. */
  readonly obstacleSpeed: number;
  /** What is wrong with the last frame, in words: null where it is as it should be. Positions of all vertices, cloths first; where the cloth may have torn, the mesh that is left. */
  fault(positions: Float64Array, mesh?: TriMesh): string | null;
}
