// The description of a simulated cloth scene: what it starts with, how long it runs, and what
// should hold at the end. Metres, seconds, z up.
import type { ClothSimulationOptions } from '../cloth.ts';
import type { TriMesh } from '../index.ts';

/** A cloth scene that `graze simulate` and the viewer can run. */
export interface SimulationScene {
  /** The name on the command line. */
  readonly name: string;
  /** The options of the simulation. */
  readonly options: Required<Omit<ClothSimulationOptions, 'onCommit' | 'pool'>>;
  /** The simulated time after which the scene is over. */
  readonly seconds: number;
  /** The maximum speed of any vertex of an obstacle, in metres per second. */
  readonly obstacleSpeed: number;
  /**
   * Says what is wrong with the last frame, in words; null if nothing is. `positions` are those of
   * all vertices, cloths first; `mesh` is what is left of a cloth that may have torn.
   */
  fault(positions: Float64Array, mesh?: TriMesh): string | null;
}
