// The potentially colliding set of a mesh by visibility [Quick-CULLIDE §3, §4]: which faces may
// touch one that they share no vertex with, at one instant or while vertices move in straight lines
// from x0 to x1. Scene → rows → passes → sets → mask. Nothing is precomputed, so positions may
// change in any way between calls.
// Safe direction: a face may be kept without a collision, it is never dropped with one, at any
// resolution. The lossy mode does not guarantee this.
import { checkPositions, type Positions, type TriMesh } from '../../core/mesh/tri-mesh.ts';
import { cullByOrientation } from './cull-by-orientation.ts';
import type { CullWork } from './cull-work.ts';
import { Culling, type ObjectLevel } from './culling.ts';
import { faceOrientations } from './face-orientations.ts';
import { RasterDevice } from './raster-device.ts';
import { backToFront, byIndex, SceneWriter } from './scene-writer.ts';
import { boxesOf, sweepAndPrune } from './sweep-and-prune.ts';
import { type CullSettings, PRUNED, type VisibilityDevice } from './visibility-device.ts';
import { checkOptions, DEFAULT_VIEWS, type VisibilityOptions } from './visibility-options.ts';

const DEFAULT_LAYERS = 8;

/** Culls the faces of one mesh, as often as its positions change. */
export class VisibilityCuller {
  /** The mesh that is culled. */
  readonly mesh: TriMesh;
  private readonly options: VisibilityOptions;
  private readonly device: VisibilityDevice;
  private readonly writer: SceneWriter;
  /**
   * Whether neighbours must be exempt: not between objects, and not in a soup, where no faces share
   * a vertex.
   */
  private readonly isConnected: boolean;

  /** Throws a `RangeError` for options out of range. */
  constructor(mesh: TriMesh, options: VisibilityOptions = {}) {
    checkOptions(mesh, options);
    this.mesh = mesh;
    this.options = { ...options };
    this.device = options.device ?? new RasterDevice();
    this.writer = new SceneWriter(mesh, this.options);
    this.isConnected = options.objectOf === undefined && sharesVertices(mesh);
  }

  /**
   * Culls at x, or with `x1` over the whole step from x to x1. Throws a `TypeError` if the device
   * is asynchronous.
   */
  cull(x: Positions, x1?: Positions): Culling {
    const work = this.work(x, x1);
    for (let next = work.next(); ; ) {
      if (next.done) return next.value;
      const answer = this.device.cull(next.value.scene, next.value.settings);
      if (answer instanceof Promise) throw new TypeError('This device answers later: call cullAsync.');
      next = work.next(answer);
    }
  }

  /** The same on any device. */
  async cullAsync(x: Positions, x1?: Positions): Promise<Culling> {
    const work = this.work(x, x1);
    for (let next = work.next(); ; ) {
      if (next.done) return next.value;
      next = work.next(await this.device.cull(next.value.scene, next.value.settings));
    }
  }

  private *work(x: Positions, x1: Positions | undefined): CullWork<Culling> {
    const { mesh, options, isConnected } = this;
    const positions = x1 === undefined ? [x] : [x, x1];
    for (const each of positions) checkPositions(each, mesh.vertexCount);
    if (options.mode === 'lossy' && x1 !== undefined)
      throw new RangeError('The lossy mode is for one instant: it takes no x1.');
    const { faceCount } = mesh;
    const { objectOf, views = DEFAULT_VIEWS } = options;
    const all = this.isSorted() ? backToFront(mesh, x, views[0], objectOf) : byIndex(faceCount, objectOf);
    const { faces, objects } = objectOf
      ? yield* this.objectLevel(all, objectOf, positions)
      : { faces: all, objects: null };
    const scene = this.writer.write(faces, positions, {
      primitiveCount: faces.length,
      primitiveOf: null,
      groupOf: objectOf ? Uint32Array.from(faces, (f) => objectOf[f]) : null,
      exemptsNeighbours: isConnected && options.mode !== 'lossy',
    });
    const settings = this.settings();
    const first = yield { scene, settings };
    const answer = this.cullsByOrientation()
      ? yield* cullByOrientation(scene, first, faceOrientations(mesh, x, faces), settings)
      : first;
    return new Culling(faceCount, faces, answer, objects, objectOf);
  }

  /**
   * In a mesh neighbours follow each other, so its own order is a good one; objects come in any
   * order. Sorting makes the paper's rule miss more.
   */
  private isSorted(): boolean {
    const { objectOf, mode, order = objectOf && mode !== 'lossy' ? 'back-to-front' : 'index' } = this.options;
    return order === 'back-to-front';
  }

  /**
   * Within a mesh it costs too much; it makes the paper's rule miss more; CULLIDE has no sets to
   * divide.
   */
  private cullsByOrientation(): boolean {
    const { objectOf, parts = objectOf !== undefined, mode, algorithm } = this.options;
    return parts && mode !== 'lossy' && algorithm !== 'cullide';
  }

  /**
   * Culls objects as primitives, then by sweep and prune [§3.1]. Returns the faces of objects that
   * may collide with another.
   */
  private *objectLevel(
    faces: Uint32Array,
    objectOf: ArrayLike<number>,
    positions: readonly Positions[],
  ): CullWork<{ faces: Uint32Array; objects: ObjectLevel }> {
    const primitiveOf = objectRanks(faces, objectOf);
    const primitiveCount = faces.length === 0 ? 0 : primitiveOf[faces.length - 1] + 1;
    const grouping = { primitiveCount, primitiveOf, groupOf: null, exemptsNeighbours: false };
    const { bits, passes } = yield {
      scene: this.writer.write(faces, positions, grouping),
      settings: { ...this.settings(), touching: true },
    };
    const isLeft = new Uint8Array(primitiveCount);
    sweepAndPrune(boxesOf(this.mesh.triangles, faces, primitiveOf, primitiveCount, positions), (a, b) => {
      if (bits[a] !== PRUNED && bits[b] !== PRUNED) isLeft[a] = isLeft[b] = 1;
    });
    const visible = bits.reduce((sum, each) => sum + Number(each !== PRUNED), 0);
    const left = isLeft.reduce((sum, each) => sum + each, 0);
    return { faces: faces.filter((_, i) => isLeft[primitiveOf[i]] === 1), objects: { passes, visible, left } };
  }

  private settings(): CullSettings {
    const { isConnected, options } = this;
    const { algorithm = 'quick-cullide', mode, mostRounds = Number.POSITIVE_INFINITY, objectOf } = options;
    const isLossy = mode === 'lossy';
    // Between objects two layers are enough: at most one of them is the item's own. The paper has
    // one depth per pixel.
    const layers = isConnected && !isLossy ? (options.listLength ?? DEFAULT_LAYERS) : 1;
    // The paper ignores touching within a mesh, because neighbours touch [§3.2].
    return { algorithm, touching: !isLossy || !isConnected, listLength: objectOf ? 2 : layers, mostRounds };
  }
}

/** Numbers the objects in rendering order; faces of one object are consecutive. */
function objectRanks(faces: Uint32Array, objectOf: ArrayLike<number>): Uint32Array {
  const ranks = new Uint32Array(faces.length);
  for (let i = 1; i < faces.length; i++)
    ranks[i] = ranks[i - 1] + Number(objectOf[faces[i]] !== objectOf[faces[i - 1]]);
  return ranks;
}

function sharesVertices({ triangles, vertexCount }: TriMesh): boolean {
  const isUsed = new Uint8Array(vertexCount);
  for (const vertex of triangles) {
    if (isUsed[vertex] === 1) return true;
    isUsed[vertex] = 1;
  }
  return false;
}
