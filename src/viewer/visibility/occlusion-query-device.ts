// The method of the paper itself [Quick-CULLIDE §3.1]: WebGL 2 draws primitives one after the
// other, each first under an occlusion query with the depth function reversed and no depth written,
// then normally. This is a demonstration: a query for every primitive of every pass is slow. A
// pixel has one depth, so neighbours cannot be told from others: only scenes without `corners` are
// supported. On these it agrees bit for bit with the raster device: fragments come from the same
// rows of integers, and depths below 2²⁴ are exact in single precision.
import {
  type CullAnswer,
  type CullScene,
  type CullSettings,
  runRoundsAsync,
  type VisibilityDevice,
} from '../../gpu.ts';
import { QueryPasses } from './occlusion-query-passes.ts';

/** Runs visibility culling with occlusion queries of WebGL 2. */
export class OcclusionQueryDevice implements VisibilityDevice {
  /** Identifies the device in results. */
  readonly name = 'occlusion-queries';
  /** The number of queries issued so far. */
  queryCount = 0;
  private readonly signal: AbortSignal | undefined;

  /**
   * Creates no context until `cull`. `signal` ends a run early: it rejects with the reason of the
   * signal.
   */
  constructor(signal?: AbortSignal) {
    this.signal = signal;
  }

  /** Culls a scene. Rejects if WebGL 2 is missing or the scene is not supported. */
  async cull(scene: CullScene, settings: CullSettings): Promise<CullAnswer> {
    if (scene.corners !== null || scene.edgeCount !== 3)
      throw new RangeError('Occlusion queries are for soups, objects, or the lossy mode, at one instant.');
    if (scene.groupOf !== null && scene.startBits !== null)
      throw new RangeError('Occlusion queries are for whole objects: set parts to false.');
    const state = {
      bits: scene.startBits?.slice() ?? new Uint8Array(scene.primitiveCount),
      fail: new Uint8Array(scene.primitiveCount),
    };
    if (scene.primitiveCount === 0) return runRoundsAsync(scene, settings, this.name, state, async () => {});
    const passes = new QueryPasses(scene, settings.touching, this.signal);
    try {
      return await runRoundsAsync(scene, settings, this.name, state, (pass) => passes.run(pass, state));
    } finally {
      this.queryCount += passes.queryCount;
      passes.end();
    }
  }
}
