// The paper's own way [Quick-CULLIDE §3.1]: primitives are drawn one after the other by WebGL 2, each under an occlusion query with the depth
// function turned round and no depth written, then for real. A demonstration: a query for every primitive of every pass takes long.
// A pixel has one depth, so neighbours cannot be told from others: scenes without `corners` only. On these it agrees bit for bit with the
// raster device: fragments come from the same rows of whole numbers, and depths below 2²⁴ are exact in single precision.
import { type CullAnswer, type CullScene, type CullSettings, runRoundsAsync, type VisibilityDevice } from '../gpu.ts';
import { QueryPasses } from './occlusion-query-passes.ts';

export interface OcclusionQueryOptions {
  /** Ends a run early: it rejects with the reason of the signal. */
  readonly signal?: AbortSignal;
}

export class OcclusionQueryDevice implements VisibilityDevice {
  readonly name = 'occlusion-queries';
  /** Queries issued so far. */
  queryCount = 0;
  private readonly signal: AbortSignal | undefined;

  constructor({ signal }: OcclusionQueryOptions = {}) {
    this.signal = signal;
  }

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
