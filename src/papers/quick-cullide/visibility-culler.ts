// The potentially colliding set of a mesh by visibility [Quick-CULLIDE §3, §4]: the faces that may
// touch a face with which they share no vertex, at one instant or while vertices move in straight
// lines from x0 to x1. The flow is scene → rows → passes → sets → mask. Nothing is precomputed, so
// positions may change in any way between calls.
// Safe direction: a face without a collision may be kept; a face with one is never dropped, at any
// resolution. The lossy mode does not guarantee this.
import { NONE } from '../../core/mesh/topology.ts';
import { checkPositions, type Positions, type TriMesh } from '../../core/mesh/tri-mesh.ts';
import { cullByOrientation } from './cull-by-orientation.ts';
import type { CullWork } from './cull-work.ts';
import { Culling, type ObjectLevel } from './culling.ts';
import { faceOrientations } from './face-orientations.ts';
import { RasterDevice } from './raster-device.ts';
import { backToFront, byIndex } from './rendering-order.ts';
import { RowWriter } from './row-writer.ts';
import { boxesOf, sweepAndPrune } from './sweep-and-prune.ts';
import { type Axis, viewGrid } from './view-grid.ts';
import { type CullScene, type CullSettings, PRUNED, type VisibilityDevice } from './visibility-device.ts';
import { checkOptions, DEFAULT_VIEWS, type VisibilityOptions } from './visibility-options.ts';
import { countLeft } from './visibility-sets.ts';

/**
 * Layers per pixel of a connected mesh by default: more than the number of neighbours in most
 * pixels.
 */
const DEFAULT_LAYERS = 8;
/** Pixels along the longer side of a view by default. */
const DEFAULT_RESOLUTION = 512;

/** Which items are one primitive, and which are not tested against each other. */
type Grouping = Pick<CullScene, 'primitiveCount' | 'primitiveOf' | 'groupOf'>;

/** Culls the faces of one mesh, as often as its positions change. */
export class VisibilityCuller {
  /** The mesh that is culled. */
  readonly mesh: TriMesh;
  private readonly options: VisibilityOptions;
  private readonly device: VisibilityDevice;
  private readonly rows = new RowWriter();
  /**
   * Whether faces that share a vertex are exempt from tests. They are not between objects, and in a
   * soup no faces share a vertex.
   */
  private readonly isConnected: boolean;

  /** Throws a `RangeError` for options out of range. */
  constructor(mesh: TriMesh, options: VisibilityOptions = {}) {
    checkOptions(mesh, options);
    this.mesh = mesh;
    this.options = { ...options };
    this.device = options.device ?? new RasterDevice();
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

  /** Like `cull`, on a device that may be asynchronous. */
  async cullAsync(x: Positions, x1?: Positions): Promise<Culling> {
    const work = this.work(x, x1);
    for (let next = work.next(); ; ) {
      if (next.done) return next.value;
      next = work.next(await this.device.cull(next.value.scene, next.value.settings));
    }
  }

  /**
   * Makes all calls of the device: for objects, if there are any, then for faces, then for parts of
   * similar orientation.
   */
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
    const groupOf = objectOf ? Uint32Array.from(faces, (f) => objectOf[f]) : null;
    const grouping = { primitiveCount: faces.length, primitiveOf: null, groupOf };
    const scene = this.scene(faces, positions, grouping, isConnected && options.mode !== 'lossy');
    const settings = this.settings();
    const first = yield { scene, settings };
    const answer = this.cullsByOrientation()
      ? yield* cullByOrientation(scene, first, faceOrientations(mesh, x, faces), settings)
      : first;
    return new Culling(faceCount, faces, answer, objects, objectOf);
  }

  /**
   * Whether faces are rendered back to front. By default they are not within a mesh: most meshes
   * number neighbours consecutively, and that order is as good. Nor are they in the lossy mode,
   * which misses more collisions if they are sorted.
   */
  private isSorted(): boolean {
    const { objectOf, mode, order = objectOf && mode !== 'lossy' ? 'back-to-front' : 'index' } = this.options;
    return order === 'back-to-front';
  }

  /**
   * Whether the faces that are left are culled again by orientation. By default they are not within
   * a mesh, where it takes up to twice the time. They never are in the lossy mode, which would miss
   * more collisions, nor in CULLIDE, which has no sets FFV and SFV to divide.
   */
  private cullsByOrientation(): boolean {
    const { objectOf, parts = objectOf !== undefined, mode, algorithm } = this.options;
    return parts && mode !== 'lossy' && algorithm !== 'cullide';
  }

  /**
   * Culls objects as primitives, then by sweep and prune [Quick-CULLIDE §3.1]. Returns the faces of
   * objects that may collide with another object.
   */
  private *objectLevel(
    faces: Uint32Array,
    objectOf: ArrayLike<number>,
    positions: readonly Positions[],
  ): CullWork<{ faces: Uint32Array; objects: ObjectLevel }> {
    const primitiveOf = objectRanks(faces, objectOf);
    const primitiveCount = faces.length === 0 ? 0 : primitiveOf[faces.length - 1] + 1;
    const grouping = { primitiveCount, primitiveOf, groupOf: null };
    const { bits, passes } = yield {
      scene: this.scene(faces, positions, grouping, false),
      settings: { ...this.settings(), touching: true },
    };
    const isLeft = new Uint8Array(primitiveCount);
    sweepAndPrune(boxesOf(this.mesh.triangles, faces, primitiveOf, primitiveCount, positions), (a, b) => {
      if (bits[a] !== PRUNED && bits[b] !== PRUNED) isLeft[a] = isLeft[b] = 1;
    });
    const visible = countLeft(bits);
    const left = isLeft.reduce((sum, each) => sum + each, 0);
    return { faces: faces.filter((_, i) => isLeft[primitiveOf[i]] === 1), objects: { passes, visible, left } };
  }

  /**
   * Returns the scene of these faces, given in rendering order, at one instant or at both ends of a
   * step, with rows for every axis that a view needs.
   */
  private scene(
    faces: Uint32Array,
    positions: readonly Positions[],
    grouping: Grouping,
    exemptsNeighbours: boolean,
  ): CullScene {
    const { mesh, rows } = this;
    const { views = DEFAULT_VIEWS, resolution = DEFAULT_RESOLUTION, mode } = this.options;
    const bounds = boxesOf(mesh.triangles, faces, new Uint8Array(faces.length), 1, positions);
    const corners = cornersOf(mesh, faces);
    const names = [...new Set(views.map((view) => view[1] as Axis))];
    rows.setItems(corners);
    return {
      ...grouping,
      itemCount: faces.length,
      edgeCount: positions.length === 1 ? 3 : 6,
      corners: exemptsNeighbours ? corners : null,
      startBits: null,
      axes: names.map((axis) => rows.write(positions, viewGrid(axis, bounds, resolution), mode === 'lossy')),
      views: views.map((view) => ({ axis: names.indexOf(view[1] as Axis), flipped: view[0] === '-' })),
    };
  }

  private settings(): CullSettings {
    const { isConnected, options } = this;
    const { algorithm = 'quick-cullide', mode, mostRounds = Number.POSITIVE_INFINITY, objectOf } = options;
    const isLossy = mode === 'lossy';
    // Between objects two layers are enough: at most one of them is of the item's own object.
    // Without objects, soups and the lossy mode have one layer, as the paper has one depth per
    // pixel.
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

/** Four u32 per face, three vertices and `NONE`, as rows and devices take them. */
function cornersOf({ triangles }: TriMesh, faces: Uint32Array): Uint32Array {
  const corners = new Uint32Array(4 * faces.length).fill(NONE);
  for (let i = 0; i < faces.length; i++) for (let j = 0; j < 3; j++) corners[4 * i + j] = triangles[3 * faces[i] + j];
  return corners;
}
