// The method of the paper itself [Quick-CULLIDE §3.1, §5]: WebGL 2 draws primitives one after the
// other, each first under an occlusion query with the depth function reversed and no depth written,
// then normally. A query for every primitive of every pass is slow. A pixel has one depth, so
// neighbours cannot be told from others: only scenes without `corners` are supported. On these it
// agrees bit for bit with the raster device: fragments come from the same rows of integers, and
// depths below 2²⁴ are exact in single precision.
import { QueryPasses } from './occlusion-query-passes.ts';
import { QueryResources } from './occlusion-query-scene.ts';
import { runRoundsAsync } from './run-rounds.ts';
import type { CullAnswer, CullScene, CullSettings, VisibilityDevice } from './visibility-device.ts';

/** How occlusion queries are run. */
export interface OcclusionQueryOptions {
  /** Ends a run early: it rejects with the reason of the signal. */
  readonly signal?: AbortSignal;
}

/** Runs visibility culling with occlusion queries in a WebGL 2 context; asynchronous. */
export class OcclusionQueryDevice implements VisibilityDevice {
  /** Identifies the device in results. */
  readonly name = 'occlusion-queries';
  /** The number of queries issued so far. */
  queryCount = 0;
  private readonly gl: WebGL2RenderingContext;
  private readonly signal: AbortSignal | undefined;
  /** Calls run one after the other, since they share the state of the context. */
  private last: Promise<unknown> = Promise.resolve();

  /**
   * `gl` is the caller's, of a canvas of any size: nothing is drawn into the canvas. A run sets all
   * state that it depends on and does not restore it, deletes what it has created, and needs the
   * context for itself until it has answered.
   */
  constructor(gl: WebGL2RenderingContext, { signal }: OcclusionQueryOptions = {}) {
    this.gl = gl;
    this.signal = signal;
  }

  /**
   * Culls a scene. Rejects if the context is lost or cannot draw the scene, or if the scene is not
   * supported.
   */
  cull(scene: CullScene, settings: CullSettings): Promise<CullAnswer> {
    const answer = this.last.then(() => this.answer(scene, settings));
    this.last = answer.catch(() => {});
    return answer;
  }

  private async answer(scene: CullScene, settings: CullSettings): Promise<CullAnswer> {
    if (scene.corners !== null || scene.edgeCount !== 3)
      throw new RangeError('Occlusion queries are for soups, objects, or the lossy mode, at one instant.');
    const state = {
      bits: scene.startBits?.slice() ?? new Uint8Array(scene.primitiveCount),
      fail: new Uint8Array(scene.primitiveCount),
    };
    if (scene.primitiveCount === 0) return runRoundsAsync(scene, settings, this.name, state, async () => {});
    const resources = new QueryResources(this.gl);
    let passes: QueryPasses | null = null;
    try {
      passes = new QueryPasses(resources, scene, settings.touching, this.signal);
      return await runRoundsAsync(scene, settings, this.name, state, passes.run.bind(passes, state));
    } finally {
      this.queryCount += passes?.queryCount ?? 0;
      resources.delete();
    }
  }
}
