// One pass of visibility culling in a WebGL 2 context: depth tests and occlusion queries, no colour
// [Quick-CULLIDE §3.1].
import {
  bindDepthTarget,
  prepareContext,
  type QueryResources,
  type RowUniforms,
  rowTexture,
  useRowProgram,
} from './occlusion-query-scene.ts';
import type { Pass, PassState } from './run-rounds.ts';
import type { CullScene } from './visibility-device.ts';

/** The number of primitives between two pauses, in which the thread can handle other events. */
const PRIMITIVES_PER_PAUSE = 2000;
/** The number of vertices of the rectangle around an item. */
const VERTICES_PER_ITEM = 6;

/** The GPU state of one run. */
export class QueryPasses {
  /** The number of queries issued so far. */
  queryCount = 0;
  private readonly gl: WebGL2RenderingContext;
  private readonly scene: CullScene;
  private readonly signal: AbortSignal | undefined;
  private readonly touching: boolean;
  private readonly uniforms: RowUniforms;
  private readonly textures: readonly WebGLTexture[];
  /** The items of primitive p are [firstItem[p], firstItem[p + 1]). */
  private readonly firstItem: Uint32Array;
  /** The primitives of group k are consecutive: [firstOfGroup[k], firstOfGroup[k + 1]). */
  private readonly firstOfGroup: Uint32Array;
  private readonly queries: WebGLQuery[] = [];
  private readonly resources: QueryResources;
  /** Whether the current view is from the far side. */
  private isFlipped = false;

  /** `touching` decides whether equal depths count as hidden. */
  constructor(resources: QueryResources, scene: CullScene, touching: boolean, signal: AbortSignal | undefined) {
    this.scene = scene;
    this.touching = touching;
    this.signal = signal;
    this.firstItem = firsts(scene.primitiveOf, scene.itemCount);
    this.firstOfGroup = firsts(scene.groupOf, scene.primitiveCount);
    const { gl } = resources;
    this.gl = gl;
    this.resources = resources;
    this.throwIfLost();
    prepareContext(resources);
    this.uniforms = useRowProgram(resources);
    this.textures = scene.axes.map((axis) => rowTexture(resources, axis));
    bindDepthTarget(resources, scene.axes);
  }

  /** Runs one pass; `fail` marks primitives that are not fully visible. */
  async run({ bits, fail }: PassState, { view, isSecond, untestedBits, unrenderedBits }: Pass): Promise<void> {
    const { gl, firstOfGroup } = this;
    const groupCount = firstOfGroup.length - 1;
    const asked: number[] = [];
    this.setView(view);
    for (let k = 0, since = 0; k < groupCount; k++) {
      const group = isSecond ? groupCount - 1 - k : k;
      const [first, end] = [firstOfGroup[group], firstOfGroup[group + 1]];
      // All primitives of a group are tested before any of them is rendered, so that they are not
      // tested against each other.
      for (let p = first; p < end; p++) if ((bits[p] & untestedBits) === 0) this.ask(p, asked);
      for (let p = first; p < end; p++) if ((bits[p] & unrenderedBits) === 0) this.render(p);
      since += end - first;
      if (since < PRIMITIVES_PER_PAUSE) continue;
      since = 0;
      gl.flush();
      await this.pause();
    }
    await this.read(asked, fail);
  }

  private setView(view: number): void {
    const { gl, scene } = this;
    const { axis, flipped } = scene.views[view];
    const { width, height } = scene.axes[axis];
    gl.bindTexture(gl.TEXTURE_2D, this.textures[axis]);
    gl.viewport(0, 0, width, height);
    gl.uniform2f(this.uniforms.size, width, height);
    gl.uniform1i(this.uniforms.isFlipped, Number(flipped));
    gl.depthMask(true);
    gl.clear(gl.DEPTH_BUFFER_BIT);
    this.isFlipped = flipped;
  }

  /**
   * Issues the query of a primitive. With the depth function reversed, a fragment that passes is
   * behind another one, so the primitive is not fully visible.
   */
  private ask(primitive: number, asked: number[]): void {
    const { gl, queries } = this;
    const n = asked.push(primitive) - 1;
    queries[n] ??= this.resources.own(gl.createQuery() as WebGLQuery, gl.deleteQuery);
    this.queryCount++;
    gl.depthFunc(this.touching ? gl.GEQUAL : gl.GREATER);
    gl.depthMask(false);
    gl.beginQuery(gl.ANY_SAMPLES_PASSED, queries[n]);
    this.draw(primitive, !this.isFlipped);
    gl.endQuery(gl.ANY_SAMPLES_PASSED);
  }

  private render(primitive: number): void {
    const { gl } = this;
    gl.depthFunc(gl.LESS);
    gl.depthMask(true);
    this.draw(primitive, this.isFlipped);
  }

  private draw(primitive: number, isUpper: boolean): void {
    const { gl, firstItem } = this;
    gl.uniform1i(this.uniforms.isUpper, Number(isUpper));
    const first = firstItem[primitive];
    gl.drawArrays(gl.TRIANGLES, VERTICES_PER_ITEM * first, VERTICES_PER_ITEM * (firstItem[primitive + 1] - first));
  }

  private async read(asked: readonly number[], fail: Uint8Array): Promise<void> {
    const { gl, queries } = this;
    gl.flush();
    for (let n = 0; n < asked.length; n++) {
      // Results arrive only after control has returned to the event loop.
      while (!gl.getQueryParameter(queries[n], gl.QUERY_RESULT_AVAILABLE)) await this.pause();
      fail[asked[n]] = Number(gl.getQueryParameter(queries[n], gl.QUERY_RESULT));
    }
    this.throwIfLost();
  }

  private async pause(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve));
    this.signal?.throwIfAborted();
    this.throwIfLost();
  }

  private throwIfLost(): void {
    if (this.gl.isContextLost()) throw new Error('The context of WebGL 2 was lost.');
  }
}

/**
 * Returns the starts of runs of equal numbers, then the end; without numbers, each entry is a run.
 */
function firsts(numbers: Uint32Array | null, count: number): Uint32Array {
  const starts: number[] = [];
  for (let i = 0; i < count; i++) if (numbers === null || i === 0 || numbers[i] !== numbers[i - 1]) starts.push(i);
  return Uint32Array.from([...starts, count]);
}
