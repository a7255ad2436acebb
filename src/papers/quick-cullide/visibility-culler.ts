// The potentially colliding set of a mesh by visibility [Quick-CULLIDE §3, §4]: the faces that may
// touch a face with which they share no vertex, at one instant or while vertices move in straight
// lines from x0 to x1. The flow is scene → rows → passes → sets → mask. Nothing is precomputed, so
// positions may change in any way between calls.
// Safe direction: a face without a collision may be kept; a face with one is never dropped, at any
// resolution. The lossy mode does not guarantee this.
import { NONE } from '../../core/mesh/topology.ts';
import { checkPositions, type Positions, type TriMesh } from '../../core/mesh/tri-mesh.ts';
import { cullByOrientation } from './cull-by-orientation.ts';
import { cullByPairs } from './cull-by-pairs.ts';
import { cullSelf } from './cull-self.ts';
import type { CullWork } from './cull-work.ts';
import { Culling, type ObjectLevel } from './culling.ts';
import { faceOrientations } from './face-orientations.ts';
import { objectRanks, PotentialPairs, rankStarts } from './potential-pairs.ts';
import { RasterDevice } from './raster-device.ts';
import { backToFront, byIndex } from './rendering-order.ts';
import { RowWriter } from './row-writer.ts';
import { boxesOf } from './sweep-and-prune.ts';
import { type Axis, viewGrid } from './view-grid.ts';
import {
  type CullAnswer,
  type CullScene,
  type CullSettings,
  PRUNED,
  type VisibilityDevice,
} from './visibility-device.ts';
import { checkOptions, DEFAULT_VIEWS, type VisibilityOptions } from './visibility-options.ts';
import { countLeft, setSizes } from './visibility-sets.ts';

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
   * Whether faces share vertices; within a mesh or an object, those that do are exempt from tests.
   */
  private readonly isConnected: boolean;

  /** Throws a `RangeError` for options out of range. */
  constructor(mesh: TriMesh, options: VisibilityOptions = {}) {
    checkOptions(mesh, options);
    this.mesh = mesh;
    this.options = { ...options };
    this.device = options.device ?? new RasterDevice();
    this.isConnected = sharesVertices(mesh);
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

  /** Makes all calls of the device, for faces, or for objects and their faces. */
  private *work(x: Positions, x1: Positions | undefined): CullWork<Culling> {
    const { mesh, options, isConnected } = this;
    const positions = x1 === undefined ? [x] : [x, x1];
    for (const each of positions) checkPositions(each, mesh.vertexCount);
    if (options.mode === 'lossy' && x1 !== undefined)
      throw new RangeError('The lossy mode is for one instant: it takes no x1.');
    const { objectOf, views = DEFAULT_VIEWS } = options;
    const order = this.isSorted() ? backToFront(mesh, x, views[0], objectOf) : byIndex(mesh.faceCount, objectOf);
    if (objectOf) return yield* this.cullObjects(order, objectOf, positions);
    const grouping = { primitiveCount: order.length, primitiveOf: null, groupOf: null };
    const scene = this.scene(order, positions, grouping, isConnected && options.mode !== 'lossy');
    const settings = this.settings();
    const first = yield { scene, settings };
    const answer = yield* this.inParts(scene, first, order, x, settings);
    return new Culling({ order, faces: order, answer, objects: null, self: null });
  }

  /**
   * Culls objects, then their faces against those of other objects, then within the objects that
   * may collide with themselves [Quick-CULLIDE §4.2].
   */
  private *cullObjects(
    order: Uint32Array,
    objectOf: ArrayLike<number>,
    positions: readonly Positions[],
  ): CullWork<Culling> {
    const { algorithm, handedDown = 'sets' } = this.options;
    const ranks = objectRanks(order, objectOf);
    const { level, pairs } = yield* this.objectLevel(order, ranks, objectOf, positions);
    const places = Uint32Array.from(order.keys()).filter((i) => pairs.bits[ranks[i]] !== PRUNED);
    const faces = places.map((i) => order[i]);
    const faceRanks = places.map((i) => ranks[i]);
    const grouping = { primitiveCount: faces.length, primitiveOf: null, groupOf: faceRanks };
    const startBits = handedDown === 'objects' || algorithm === 'cullide' ? null : bitsOf(faceRanks, pairs);
    const scene = { ...this.scene(faces, positions, grouping, false), startBits };
    const settings = this.groupSettings();
    let answer = yield { scene, settings };
    if (handedDown === 'pairs') answer = yield* cullByPairs(scene, answer, pairs, faceRanks, settings);
    answer = yield* this.inParts(scene, answer, faces, positions[0], settings);
    const self = yield* this.selfLevel(order, objectOf, positions);
    return new Culling({ order, faces, answer, objects: { level, pairs, ranks }, self });
  }

  /** Culls again by orientation, if the options ask for it. */
  private *inParts(
    scene: CullScene,
    first: CullAnswer,
    faces: Uint32Array,
    x: Positions,
    settings: CullSettings,
  ): CullWork<CullAnswer> {
    if (!this.cullsByOrientation()) return first;
    return yield* cullByOrientation(scene, first, faceOrientations(this.mesh, x, faces), settings);
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

  /** Culls objects as primitives, then finds their pairs [Quick-CULLIDE §4.2]. */
  private *objectLevel(
    faces: Uint32Array,
    ranks: Uint32Array,
    objectOf: ArrayLike<number>,
    positions: readonly Positions[],
  ): CullWork<{ level: ObjectLevel; pairs: PotentialPairs }> {
    const primitiveCount = faces.length === 0 ? 0 : ranks[faces.length - 1] + 1;
    const grouping = { primitiveCount, primitiveOf: ranks, groupOf: null };
    const { bits, passes } = yield {
      scene: this.scene(faces, positions, grouping, false),
      settings: this.groupSettings(),
    };
    const pairs = new PotentialPairs(bits, boxesOf(this.mesh.triangles, faces, ranks, primitiveCount, positions));
    const starts = rankStarts(ranks, primitiveCount);
    const level = {
      passes,
      sets: setSizes(bits),
      visible: countLeft(bits),
      overlapping: pairs.overlapping,
      pairs: pairs.ranks.map((rank) => objectOf[faces[starts[rank]]]),
      left: countLeft(pairs.bits),
    };
    return { level, pairs };
  }

  /** Culls the objects that may collide with themselves; null if there are none. */
  private *selfLevel(
    order: Uint32Array,
    objectOf: ArrayLike<number>,
    positions: readonly Positions[],
  ): CullWork<{ faces: Uint32Array; answer: CullAnswer } | null> {
    const { selfColliding = false, mode } = this.options;
    if (selfColliding === false) return null;
    const listed = selfColliding === true ? null : new Set(Array.from(selfColliding));
    const faces = listed ? order.filter((f) => listed.has(objectOf[f])) : order;
    const ranks = objectRanks(faces, objectOf);
    const grouping = { primitiveCount: faces.length, primitiveOf: null, groupOf: null };
    const scene = this.scene(faces, positions, grouping, this.isConnected && mode !== 'lossy');
    const starts = rankStarts(ranks, faces.length === 0 ? 0 : ranks[faces.length - 1] + 1);
    return { faces, answer: yield* cullSelf(scene, starts, this.device.name, this.settings()) };
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

  /** The settings between faces of objects, or between objects. */
  private groupSettings(): CullSettings {
    // Two layers are enough: at most one of them is of the item's own object.
    return { ...this.settings(), touching: true, listLength: 2 };
  }

  /** The settings within a mesh or an object. */
  private settings(): CullSettings {
    const { isConnected, options } = this;
    const { algorithm = 'quick-cullide', mode, listLength, mostRounds = Number.POSITIVE_INFINITY } = options;
    const isLossy = mode === 'lossy';
    // Soups and the lossy mode have one layer, as the paper has one depth per pixel.
    const layers = isConnected && !isLossy ? (listLength ?? DEFAULT_LAYERS) : 1;
    // The paper ignores touching within a mesh, because neighbours touch [§3.2].
    return { algorithm, touching: !isLossy || !isConnected, listLength: layers, mostRounds };
  }
}

/** The bits that faces of objects with these ranks start with. */
function bitsOf(ranks: Uint32Array, { bits }: PotentialPairs): Uint8Array {
  return Uint8Array.from(ranks, (rank) => bits[rank]);
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
