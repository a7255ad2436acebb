// Checks steps of a source, one at a time, with one collider for as long as mesh and stages stay
// the same.
import { earliestContacts } from '../check/earliest-contacts.ts';
import { componentNames, meshObjects } from '../check/mesh-objects.ts';
import { recipesByName } from '../check/recipes-by-name.ts';
import { checkStepInSlices, edgeContacts, firstTime } from '../check/step.ts';
import { touchedFeatures } from '../check/touched-features.ts';
import { withIdsOf } from '../check/with-ids-of.ts';
import type { ShownModel } from '../display/shown-model.ts';
import {
  adjacency,
  iccdWithCones,
  iccdWithoutCones,
  MeshCollider,
  noDuplicates,
  type Recipe,
  type TriMesh,
} from '../index.ts';
import { checkSegments } from './check-segments.ts';
import { ClashChecker } from './clash-checker.ts';
import type { Checked, CheckRequest, Placed } from './protocol.ts';
import type { Settings } from './settings.ts';
import type { StepSource } from './step-source.ts';
import { viewerThreads } from './viewer-threads.ts';
import { type Queried, queryAt } from './visibility/query-run.ts';
import { type VisibilityRounds, visibilityRounds } from './visibility/visibility-rounds.ts';

/** The number of earliest contacts that the page lists. */
const MAX_LISTED = 12;
/**
 * The number of steps for which a collider counts as new: it builds its tree, perhaps its patches,
 * and its code is not optimised yet.
 */
const COLD_STEPS = 3;
/** The number of frames kept: both ends of a step, and room to go back and forth. */
const KEPT_FRAMES = 4;

/** Variants of recipes, by recipe and key of `STAGES_OF`. */
const OTHER_STAGES: Readonly<Record<string, Recipe>> = {
  'iccd cones': iccdWithCones,
  'iccd plain': iccdWithoutCones,
  'r-triangles plain': noDuplicates,
  'basic remembered': adjacency,
};

/** The worker's state of one source. */
export class StepChecker {
  /** The source of the steps. */
  readonly source: StepSource;
  /** The first vertex of the first frame: positions for the page are relative to it. */
  readonly origin: readonly number[];
  /** Finds its clashes. */
  readonly clashes: ClashChecker;
  private readonly frames = new Map<number, Float64Array>();
  private mesh: TriMesh | undefined;
  /** Whether the page has received a model: without one it cannot show touched features. */
  private hasModel = false;
  private collider: MeshCollider | undefined;
  private recipe: Recipe | undefined;
  /** The number of steps that this collider has checked. */
  private stepsDone = 0;

  private constructor(source: StepSource, first: Float64Array) {
    this.source = source;
    this.clashes = new ClashChecker(source, (frame) => this.frame(frame));
    const at = 3 * source.mesh.triangles[0];
    this.origin = [...first.subarray(at, at + 3)];
  }

  /** Reads the first frame, whose first vertex becomes the origin. */
  static async of(source: StepSource): Promise<StepChecker> {
    return new StepChecker(source, await source.read(0));
  }

  /** Returns a box around the vertices that faces use in these frames, relative to the origin. */
  async box(frames: readonly number[]): Promise<{ low: number[]; high: number[] }> {
    const low = [Infinity, Infinity, Infinity];
    const high = [-Infinity, -Infinity, -Infinity];
    for (const frame of frames) {
      const x = await (this.source.roughly?.(frame) ?? this.frame(frame));
      const { triangles } = this.source.meshOf(frame);
      for (const v of triangles)
        for (let axis = 0; axis < 3; axis++) {
          const at = x[3 * v + axis] - this.origin[axis];
          if (at < low[axis]) low[axis] = at;
          if (at > high[axis]) high[axis] = at;
        }
    }
    return { low, high };
  }

  /** Returns the vertices of a step, and the model if it has changed. */
  async place(step: number): Promise<Placed> {
    const [x0, x1] = [await this.frame(step), await this.frame(step + 1)];
    const mesh = this.source.meshOf(step);
    const model = mesh === this.mesh ? null : this.model(mesh);
    return { x0: this.shifted(x0), x1: this.shifted(this.endOf(step, x0, x1)), model };
  }

  /**
   * The positions at the end of a step for the faces at its start: an object that has other faces
   * then stays where it is.
   */
  private endOf(step: number, x0: Float64Array, x1: Float64Array): Float64Array {
    const { remeshed } = this.source;
    if (remeshed.length === 0) return x1;
    const isMoving = new Uint8Array(x1.length / 3);
    for (const v of this.source.meshBetween(step, step + 1).triangles) isMoving[v] = 1;
    const end = x1.slice();
    for (const { first, end: last } of remeshed)
      if (!isMoving.subarray(first, last).includes(1)) end.set(x0.subarray(3 * first, 3 * last), 3 * first);
    return end;
  }

  /** Sends the model again with the next step: the page may have dropped it. */
  forgetModel(): void {
    this.mesh = undefined;
  }

  /** Checks a step; `signal` ends it early. */
  async check({ step, settings, isShown }: CheckRequest, signal: AbortSignal): Promise<Checked> {
    const [x0, x1] = [await this.frame(step), await this.frame(step + 1)];
    const mesh = this.source.meshOf(step);
    const stepMesh = this.source.meshBetween(step, step + 1);
    const collider = this.colliderFor(stepMesh, settings);
    const found = await checkSegments(x0, this.source.bends?.(step) ?? [], x1, (from, to) =>
      checkStepInSlices(collider, step, from, to, settings, signal),
    );
    const done = withIdsOf(mesh, stepMesh, found);
    this.stepsDone++;
    const { count, ms, tally, truncated } = done;
    const isCold = this.stepsDone <= COLD_STEPS;
    const vf = count - edgeContacts(done);
    const first = firstTime(done);
    const { faceCount } = mesh;
    const numbers = { count, vf, firstTime: first, truncated, ms, tally, faceCount, isCold };
    if (!isShown || !this.hasModel) return { step, settings, numbers, shown: null };
    const shown = { touched: touchedFeatures(mesh, done), earliest: earliestContacts(done, MAX_LISTED) };
    return { step, settings, numbers, shown };
  }

  /** Runs visibility culling at the start of a step. */
  async cull(step: number): Promise<VisibilityRounds> {
    return visibilityRounds(step, this.source.meshOf(step), await this.frame(step));
  }

  /** Runs visibility culling with occlusion queries at the start of a step. */
  async query(step: number, resolution: number, signal: AbortSignal): Promise<Queried> {
    return queryAt(step, this.source.meshOf(step), await this.frame(step), resolution, signal);
  }

  private colliderFor(mesh: TriMesh, settings: Settings): MeshCollider {
    const recipe = OTHER_STAGES[`${settings.recipe} ${settings.stages}`] ?? recipesByName[settings.recipe];
    if (this.collider?.mesh !== mesh || this.recipe !== recipe) {
      // The old collider is released first: both would need much memory.
      this.collider = undefined;
      this.stepsDone = 0;
    }
    this.recipe = recipe;
    this.collider ??= new MeshCollider(mesh, { recipe, pool: viewerThreads() });
    return this.collider;
  }

  private model(mesh: TriMesh): ShownModel {
    this.mesh = mesh;
    this.hasModel = true;
    const parts = this.source.partsOf(mesh);
    const { names: objects, objectOf } = meshObjects(mesh, componentNames(mesh, parts));
    // Copies, because they are transferred to the page.
    return {
      triangles: mesh.triangles.slice(),
      edges: mesh.topology.edges.slice(),
      objectOf,
      objects,
      parts: parts.names,
      partOfFace: Uint32Array.from(parts.partOfFace),
    };
  }

  private async frame(index: number): Promise<Float64Array> {
    const known = this.frames.get(index);
    if (known !== undefined) return known;
    const x = await this.source.read(index);
    this.frames.set(index, x);
    for (const [oldest] of this.frames) if (this.frames.size > KEPT_FRAMES) this.frames.delete(oldest);
    return x;
  }

  private shifted(x: Float64Array): Float32Array<ArrayBuffer> {
    const { origin } = this;
    const out = new Float32Array(x.length);
    for (let i = 0; i < x.length; i++) out[i] = x[i] - origin[i % 3];
    return out;
  }
}
