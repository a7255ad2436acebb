// Every contact of a deforming mesh over one step, self-collisions included:
// bounds → tree → pairs of faces → pairs of features, each once → elementary tests → contacts.
// All memory is the collider's own and is reused: a second call allocates nothing but the result header.
import { type ContactKind, Contacts } from '../core/contacts/contacts.ts';
import { FeatureTimer } from '../core/elementary/time-features.ts';
import { LinearMemory } from '../core/memory/linear-memory.ts';
import type { TriMesh } from '../core/mesh/tri-mesh.ts';
import { VertexMotion } from '../core/motion/vertex-motion.ts';
import { PairBuffer } from '../core/pairs/pair-buffer.ts';
import { crossingFaces, type FacePairs } from './crossing-faces.ts';
import { type Blocks, FaceHierarchy, type Positions } from './face-hierarchy.ts';
import { type PermissionOptions, type Permissions, permissionsOf } from './permissions.ts';

export interface CollideOptions {
  /** Pairs that come this close count as contacts; a length, 0 by default. */
  readonly minSeparation?: number;
}

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
  private readonly hierarchy: FaceHierarchy;

  constructor(mesh: TriMesh, options: PermissionOptions = {}) {
    const { memory } = this;
    this.mesh = mesh;
    this.permissions = permissionsOf(mesh, options);
    this.motion = new VertexMotion(memory, mesh);
    this.hierarchy = new FaceHierarchy(this.motion, this.permissions);
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
    const blocks = this.hierarchy.prepare(x, x);
    this.contacts.clear();
    this.sweepBounds(blocks, 1, 0);
    this.collectPairs(blocks, false);
    return crossingFaces(mesh, motion, facePairs, x);
  }

  /** Fills the contacts: all of those up to the time `until`, and some later ones. */
  private findContacts(x0: Positions, x1: Positions, until: number, minSeparation: number): void {
    const { motion, contacts } = this;
    motion.set(x0, x1);
    contacts.clear();
    this.timer.clear();
    if (this.mesh.faceCount === 0) return;
    const blocks = this.hierarchy.prepare(x0, x1);
    const pad = padOf(minSeparation, motion.largest, until);
    this.sweepBounds(blocks, until, pad);
    this.collectPairs(blocks, Boolean(this.hierarchy.neighbours));
    this.testPairs(blocks, pad, minSeparation);
    this.testNeighbours(pad, minSeparation);
    this.timer.finish(motion, contacts, minSeparation);
  }

  /** Slabs of vertices and faces over [0, until], boxes of the tree. */
  private sweepBounds({ children, nodeCount, boxes, own }: Blocks, until: number, pad: number): void {
    const { mesh, motion, projected, slabs } = this;
    const { kernels } = this.memory;
    kernels.projectPoints(motion.points, mesh.vertexCount, until, projected);
    kernels.slabsOfFaces(motion.faces, mesh.faceCount, projected, pad, slabs);
    kernels.refit(children, nodeCount, slabs, boxes, own);
  }

  /** Pairs of faces that the tree does not separate, then those that no slab does; `apart`: without those that share a vertex. */
  private collectPairs({ children, boxes, own, stack, permit }: Blocks, apart: boolean): void {
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
    this.hierarchy.weigh(contacts.tally);
    contacts.tally.slabPairs = facePairs.count;
  }

  private permitPairs(permit: Blocks['permit']): void {
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

  private testPairs({ faceEdges, owned }: Blocks, pad: number, minSeparation: number): void {
    const { motion, facePairs, projected, slabs, counts, vf, ee } = this;
    const { kernels } = this.memory;
    const apart = Boolean(this.hierarchy.neighbours);
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
    const { motion, projected, slabs, vf, ee } = this;
    const { neighbours } = this.hierarchy;
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
