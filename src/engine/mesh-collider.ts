// Every contact of a deforming mesh over one step, self-collisions included:
// bounds → tree → pairs of faces → pairs of features, each once → elementary tests → contacts.
// All memory is the collider's own and is reused: a second call allocates nothing but the result header.
import { type ContactKind, Contacts, type Tally } from '../core/contacts/contacts.ts';
import { FeatureTimer } from '../core/elementary/time-features.ts';
import { assignOwners, type FaceTables, listNeighbours } from '../core/features/ownership.ts';
import { LinearMemory } from '../core/memory/linear-memory.ts';
import type { TriMesh } from '../core/mesh/tri-mesh.ts';
import { VertexMotion } from '../core/motion/vertex-motion.ts';
import { PairBuffer } from '../core/pairs/pair-buffer.ts';
import { buildTree } from '../core/tree/build-tree.ts';
import { crossingFaces, type FacePairs } from './crossing-faces.ts';
import { mayMeetItself, type PermissionOptions, type Permissions, permissionsOf } from './permissions.ts';

export interface CollideOptions {
  /** Pairs that come this close count as contacts; a length, 0 by default. */
  readonly minSeparation?: number;
}

type Positions = Float64Array | Float32Array;

export interface FirstContact {
  /** Proven lower bound of the time of contact. */
  readonly time: number;
  readonly kind: ContactKind;
  /** Vertex and face, or two edges, as in `Contacts`. */
  readonly a: number;
  readonly b: number;
}

/** How far bounds reach in the first attempt at a first contact: so little that they are hardly larger than at rest. */
const EARLY = 1 / 16;

/** Pairs of faces whose features are emitted and tested at a time; each emits at most 6 vertex–face and 9 edge–edge pairs. */
const PIECE = 8192;

/** Pairs of nodes a call of the traversal. */
const BUDGET = 16384;

/** Blocks in linear memory, made with the tree. */
interface Hierarchy {
  readonly nodeCount: number;
  readonly children: number;
  readonly boxes: number;
  readonly own: number;
  readonly stack: number;
  readonly faceEdges: number;
  readonly owned: number;
  /** Where not everything may collide: the object of each face, the class of each object, the table of classes. */
  readonly permit: { readonly objects: number; readonly classes: number; readonly table: number } | null;
}

/** Fixed pairs of features of neighbouring faces in linear memory, in blocks with room for `vfRoom` and `eeRoom` of them. */
interface NeighbourLists {
  readonly vf: number;
  readonly vfCount: number;
  readonly vfRoom: number;
  readonly ee: number;
  readonly eeCount: number;
  readonly eeRoom: number;
}

/**
 * A tree that was built for other positions is refitted and looks at more pairs of nodes. When the surplus of all steps together
 * reaches this many a face, a new one has paid for itself: building takes about as long as looking at them.
 */
const SURPLUS = 100;

export class MeshCollider {
  readonly mesh: TriMesh;
  private readonly permissions: Permissions | null;
  private readonly memory = new LinearMemory();
  private readonly motion: VertexMotion;
  private readonly timer: FeatureTimer;
  private readonly contacts = new Contacts();
  private readonly projected: number;
  private readonly slabs: number;
  private readonly counts: number;
  private readonly facePairs: PairBuffer;
  private readonly vf: PairBuffer;
  private readonly ee: PairBuffer;
  private hierarchy: Hierarchy | undefined;
  /** From the second step on, unless there are too many. Without them neighbours are found in the tree like all others. */
  private neighbours: NeighbourLists | null | undefined;
  /** Pairs of nodes that the tree looked at for each pair of faces found, when it was new; 0 until it is used. */
  private costWhenNew = 0;
  private surplus = 0;

  constructor(mesh: TriMesh, options: PermissionOptions = {}) {
    const { memory } = this;
    this.mesh = mesh;
    this.permissions = permissionsOf(mesh, options);
    this.motion = new VertexMotion(memory, mesh);
    this.timer = new FeatureTimer(memory);
    this.projected = memory.allocate(96 * mesh.vertexCount);
    this.slabs = memory.allocate(192 * mesh.faceCount);
    this.counts = memory.allocate(8);
    this.vf = new PairBuffer(memory, 6 * PIECE);
    this.ee = new PairBuffer(memory, 9 * PIECE);
    this.facePairs = new PairBuffer(memory, Math.max(1024, 4 * mesh.faceCount));
  }

  /**
   * Every vertex–face and edge–edge contact while the vertices move in straight lines from x0 to x1; pairs that share a vertex
   * are left out. Sorted by kind, a, b. The columns live until the next call: `copy()` keeps them.
   */
  collide(x0: Positions, x1: Positions, options: CollideOptions = {}): Contacts {
    this.findContacts(x0, x1, 1, separationOf(options));
    return this.contacts;
  }

  /**
   * The earliest contact alone: the least time of `collide`, ties by kind, a, b. What touches early is sought first, in bounds that
   * reach only a little way: whatever they leave out touches later.
   */
  firstContact(x0: Positions, x1: Positions, options: CollideOptions = {}): FirstContact | null {
    const separation = separationOf(options);
    for (const until of [EARLY, 1]) {
      this.findContacts(x0, x1, until, separation);
      const first = earliest(this.contacts);
      // Reported times fall short of the true ones by a ten-thousandth at most: nothing reported before this was left out.
      if (first && (until === 1 || first.time <= 0.999 * until)) return first;
    }
    return null;
  }

  /** Pairs of faces that share a point at one instant; of faces that share vertices, a point beyond these. Exact; a < b, sorted. */
  intersections(x: Positions): FacePairs {
    const { mesh, motion, facePairs } = this;
    motion.set(x, x);
    if (mesh.faceCount === 0) return { count: 0, a: new Uint32Array(0), b: new Uint32Array(0) };
    const hierarchy = this.prepareHierarchy(x, x);
    this.contacts.clear();
    this.sweepBounds(hierarchy, 1, 0);
    this.collectPairs(hierarchy, false);
    return crossingFaces(mesh, motion, facePairs, x);
  }

  /** Fills the contacts: all of those up to the time `until`, and some later ones. */
  private findContacts(x0: Positions, x1: Positions, until: number, minSeparation: number): void {
    const { motion, contacts } = this;
    motion.set(x0, x1);
    contacts.clear();
    this.timer.clear();
    if (this.mesh.faceCount === 0) return;
    const hierarchy = this.prepareHierarchy(x0, x1);
    const pad = padOf(minSeparation, motion.largest, until);
    this.sweepBounds(hierarchy, until, pad);
    this.collectPairs(hierarchy, Boolean(this.neighbours));
    this.testPairs(hierarchy, pad, minSeparation);
    this.testNeighbours(pad, minSeparation);
    this.timer.finish(motion, contacts, minSeparation);
  }

  /** The tree of the first step, until refitting it has cost as much as a new one; listed neighbours from the second step on. */
  private prepareHierarchy(x0: Positions, x1: Positions): Hierarchy {
    const worn = this.surplus > SURPLUS * this.mesh.faceCount;
    if (this.hierarchy && !worn) {
      if (this.neighbours === undefined) this.neighbours = this.buildNeighbours(undefined);
      return this.hierarchy;
    }
    this.hierarchy = this.buildHierarchy(x0, x1, this.hierarchy);
    if (this.neighbours) this.neighbours = this.buildNeighbours(this.neighbours);
    this.costWhenNew = 0;
    this.surplus = 0;
    return this.hierarchy;
  }

  /** The number of nodes follows from that of faces alone, so a new tree takes the blocks of an old one. */
  private buildHierarchy(x0: Positions, x1: Positions, old: Hierarchy | undefined): Hierarchy {
    const { memory, motion, mesh } = this;
    const { children, nodeCount, depth, order } = buildTree(centresOf(mesh.triangles, x0, x1));
    motion.orderFaces(order);
    const tables = this.faceTables();
    const owned = assignOwners(tables);
    return {
      nodeCount,
      children: this.put(children, old?.children),
      boxes: old?.boxes ?? memory.allocate(192 * nodeCount),
      own: old?.own ?? memory.allocate(64 * nodeCount),
      // A pair of nodes goes down at least one level each time it is opened, and puts at most 16 pairs on the stack.
      stack: old?.stack ?? memory.allocate(8 * 16 * (2 * depth + 1)),
      faceEdges: this.put(tables.faceEdges, old?.faceEdges),
      owned: this.putBytes(owned, old?.owned),
      permit: this.permissions && this.putPermissions(this.permissions, old?.permit),
    };
  }

  private putPermissions({ classOf, table }: Permissions, old: Hierarchy['permit'] | undefined): Hierarchy['permit'] {
    const { mesh, motion } = this;
    const objects = motion.faceOf.map((f) => mesh.topology.componentOf[mesh.triangles[3 * f]]);
    return {
      objects: this.put(objects, old?.objects),
      classes: this.put(classOf, old?.classes),
      table: this.putBytes(table, old?.table),
    };
  }

  private faceTables(): FaceTables {
    const { mesh, motion, memory } = this;
    const { topology, vertexCount } = mesh;
    const triangles = memory.u32(motion.faces, mesh.triangles.length).slice();
    const faceEdges = new Uint32Array(triangles.length);
    for (let f = 0; f < mesh.faceCount; f++) {
      for (let k = 0; k < 3; k++) faceEdges[3 * f + k] = topology.faceEdges[3 * motion.faceOf[f] + k];
    }
    return { triangles, faceEdges, edges: topology.edges, vertexCount };
  }

  /** Lists pay off over the steps; a collider that is used once does without. */
  private buildNeighbours(old: NeighbourLists | undefined): NeighbourLists | null {
    const lists = listNeighbours(this.faceTables());
    if (!lists) return null;
    const { edges, componentOf } = this.mesh.topology;
    const vf = this.permitted(lists.vf, (v) => componentOf[v]);
    const ee = this.permitted(lists.ee, (e) => componentOf[edges[2 * e]]);
    const vfCount = vf.length / 2;
    const eeCount = ee.length / 2;
    // With other owners the lists have other lengths: some room to spare lets them take the same blocks.
    const fits = old && vfCount <= old.vfRoom && eeCount <= old.eeRoom;
    const vfRoom = fits ? old.vfRoom : Math.ceil(1.25 * vfCount);
    const eeRoom = fits ? old.eeRoom : Math.ceil(1.25 * eeCount);
    return {
      vf: this.put(vf, fits ? old.vf : this.memory.allocate(8 * vfRoom)),
      vfCount,
      vfRoom,
      ee: this.put(ee, fits ? old.ee : this.memory.allocate(8 * eeRoom)),
      eeCount,
      eeRoom,
    };
  }

  /** Neighbours are of one object: without those whose object may not meet itself. */
  private permitted(list: Uint32Array, objectOf: (id: number) => number): Uint32Array {
    const { permissions } = this;
    if (!permissions) return list;
    return list.filter((_, i) => mayMeetItself(permissions, objectOf(list[i & ~1])));
  }

  private putBytes(bytes: Uint8Array, block: number = this.memory.allocate(bytes.length)): number {
    this.memory.u8(block, bytes.length).set(bytes);
    return block;
  }

  private put(ids: Uint32Array | Int32Array, block: number = this.memory.allocate(4 * ids.length)): number {
    this.memory.u32(block, ids.length).set(ids);
    return block;
  }

  /** Slabs of vertices and faces over [0, until], boxes of the tree. */
  private sweepBounds({ children, nodeCount, boxes, own }: Hierarchy, until: number, pad: number): void {
    const { mesh, motion, projected, slabs } = this;
    const { kernels } = this.memory;
    kernels.projectPoints(motion.points, mesh.vertexCount, until, projected);
    kernels.slabsOfFaces(motion.faces, mesh.faceCount, projected, pad, slabs);
    kernels.refit(children, nodeCount, slabs, boxes, own);
  }

  /** Pairs of faces that the tree does not separate, then those that no slab does; `apart`: without those that share a vertex. */
  private collectPairs({ children, boxes, own, stack, permit }: Hierarchy, apart: boolean): void {
    const { motion, facePairs, slabs, contacts } = this;
    const { kernels } = this.memory;
    let found = 0;
    kernels.startPairs(stack);
    while (kernels.pairsPending(stack)) {
      if (found > facePairs.capacity - 16) facePairs.reserve(2 * facePairs.capacity, found);
      const { pointer, capacity } = facePairs;
      found = kernels.morePairs(children, boxes, own, motion.faces, apart, stack, pointer, found, capacity, BUDGET);
    }
    facePairs.count = kernels.thinPairs(facePairs.pointer, found, slabs);
    this.permitPairs(permit);
    contacts.tally.nodePairs = kernels.nodePairsVisited();
    contacts.tally.boxPairs = found;
    this.weighTree(contacts.tally);
    contacts.tally.slabPairs = facePairs.count;
  }

  /** Adds up by how much the tree looks at more pairs of nodes than it did when it was new. */
  private weighTree({ nodePairs, boxPairs }: Tally): void {
    const size = boxPairs + this.mesh.faceCount;
    if (this.costWhenNew === 0) this.costWhenNew = nodePairs / size;
    else this.surplus += Math.max(0, nodePairs - this.costWhenNew * size);
  }

  private permitPairs(permit: Hierarchy['permit']): void {
    const { facePairs, permissions } = this;
    if (!permit || !permissions) return;
    const { pointer, count } = facePairs;
    const { classCount, selfCollision } = permissions;
    const { objects, classes, table } = permit;
    facePairs.count = this.memory.kernels.permitPairs(
      pointer,
      count,
      objects,
      classes,
      table,
      classCount,
      selfCollision,
    );
  }

  private testPairs({ faceEdges, owned }: Hierarchy, pad: number, minSeparation: number): void {
    const { motion, facePairs, projected, slabs, counts, vf, ee } = this;
    const { kernels } = this.memory;
    const apart = Boolean(this.neighbours);
    for (let first = 0; first < facePairs.count; first += PIECE) {
      const pairs = facePairs.pointer + 8 * first;
      const count = Math.min(PIECE, facePairs.count - first);
      const { faces } = motion;
      kernels.featurePairs(
        pairs,
        count,
        faces,
        faceEdges,
        owned,
        projected,
        slabs,
        pad,
        apart,
        vf.pointer,
        ee.pointer,
        counts,
      );
      [vf.count, ee.count] = this.memory.u32(counts, 2);
      this.timer.run(motion, vf, ee, this.contacts, minSeparation);
    }
  }

  private testNeighbours(pad: number, minSeparation: number): void {
    const { motion, projected, slabs, vf, ee, neighbours } = this;
    if (!neighbours) return;
    const { kernels } = this.memory;
    const piece = 6 * PIECE;
    const longest = Math.max(neighbours.vfCount, neighbours.eeCount);
    for (let first = 0; first < longest; first += piece) {
      const vfCount = Math.max(0, Math.min(piece, neighbours.vfCount - first));
      const eeCount = Math.max(0, Math.min(piece, neighbours.eeCount - first));
      vf.count = kernels.thinVf(neighbours.vf + 8 * first, vfCount, projected, slabs, vf.pointer);
      ee.count = kernels.thinEe(neighbours.ee + 8 * first, eeCount, motion.edges, projected, pad, ee.pointer);
      this.timer.run(motion, vf, ee, this.contacts, minSeparation);
    }
  }
}

function separationOf({ minSeparation = 0 }: CollideOptions): number {
  if (minSeparation >= 0 && minSeparation < Number.POSITIVE_INFINITY) return minSeparation;
  throw new RangeError(`minSeparation must be a finite length of at least 0, not ${minSeparation}.`);
}

/**
 * What bounds are widened by, as f32, so that features that come within the separation are never apart in a slab. Directions are
 * up to √2 long, and up to 1.001 times the separation may be reported; bounds are rounded to f32, and so is the widening itself: a few units in the last place of the largest.
 * At the ends of the step bounds are exact, and without a separation nothing is needed.
 */
function padOf(minSeparation: number, largest: number, until: number): number {
  if (minSeparation === 0 && until === 1) return 0;
  return Math.fround(1.416 * minSeparation + 2 ** -20 * largest) * (1 + 2 ** -22);
}

/** The first of those with the least time: they are sorted by kind, a, b. */
function earliest({ count, kind, a, b, time }: Contacts): FirstContact | null {
  let first = 0;
  for (let i = 1; i < count; i++) if (time[i] < time[first]) first = i;
  return count === 0 ? null : { time: time[first], kind: kind[first] as ContactKind, a: a[first], b: b[first] };
}

/** Mean of the corners at both ends, a face. */
function centresOf(triangles: Uint32Array, x0: Positions, x1: Positions): Float32Array {
  const centres = new Float32Array(triangles.length);
  for (let f = 0; f < triangles.length; f += 3) {
    for (let k = 0; k < 3; k++) {
      let sum = 0;
      for (let j = 0; j < 3; j++) sum += x0[3 * triangles[f + j] + k] / 6 + x1[3 * triangles[f + j] + k] / 6;
      centres[f + k] = sum;
    }
  }
  return centres;
}
