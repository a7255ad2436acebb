// Pairs neighbouring patches round by round until nothing can be joined: a forest of connected patches [ICCD §VI-A].
// A and B may be joined iff they share a good edge, every vertex of both is an end of a good edge they share, and they share
// no edge that is not good. By induction the faces around a vertex stay one fan or ring within every patch: on a good edge
// shared at v both patches have an end of their fan, and one or two such edges join two fans to one fan or one ring.
// Patches that look the same way are joined first, so that large patches end where the surface bends and stay quiet.
import { NONE } from '../../core/mesh/topology.ts';
import { mergeCones } from './cones.ts';
import type { BasePatches } from './patch-growing.ts';
import { BoundaryTracer, type Loops } from './patch-loops.ts';
import { CROWDED, nextSide, type Seams } from './patch-seams.ts';

/**
 * Rounds double the size of patches, so that 2^32 faces need 32; the rest is for stragglers. A mesh on which one patch takes in
 * its neighbours one a round ends here with several trees, which only lowers what can be quiet.
 */
const ROUNDS = 64;

/** Cosines of the half angle that the cone of a new patch may have: first narrow ones, up to almost a right angle, then any. */
const PHASES = [0.7, 0.35, 0.08, -1];

/** Nodes below `leafCount` are base patches; a parent has a larger number than its children. */
export interface Merged {
  readonly leafCount: number;
  readonly nodeCount: number;
  readonly first: Uint32Array;
  readonly second: Uint32Array;
  /** `NONE` for the root of a tree. */
  readonly parent: Uint32Array;
  readonly faceCount: Uint32Array;
  /** Boundary of each node, as sides. */
  readonly loops: Loops;
}

/** `cones` are those of the base patches, axis and cosine of the half angle. */
export function mergePatches(seams: Seams, base: BasePatches, cones: Float64Array): Merged {
  const merging = new Merging(seams, base, cones);
  for (const leastCosine of PHASES) {
    for (let round = 0; round < ROUNDS && merging.joinNeighbours(leastCosine); round++);
  }
  return merging;
}

class Merging implements Merged {
  readonly leafCount: number;
  nodeCount: number;
  readonly first: Uint32Array;
  readonly second: Uint32Array;
  readonly parent: Uint32Array;
  readonly faceCount: Uint32Array;
  readonly loops: Loops;
  private readonly seams: Seams;
  private readonly patchOf: Uint32Array;
  private readonly tracer: BoundaryTracer;
  /** Root of each base patch at the beginning of the round. */
  private readonly rootOf: Uint32Array;
  private roots: Uint32Array;
  /** Marks of the patch that looks for a partner, by its number: it looks once a round, and `stamp` counts the looks. */
  private stamp = 0;
  private readonly bordersStamp: Uint32Array;
  private readonly vertexStamp: Uint32Array;
  private readonly edgeStamp: Uint32Array;
  /** Ends of the edges shared with the candidate under test; `candidateStamp` counts the tests. */
  private candidateStamp = 0;
  private readonly joinedStamp: Uint32Array;
  private readonly sharedEdges: Uint32Array;
  private readonly neighbours: number[] = [];
  /** Of all nodes, and one more to try. */
  private readonly cones: Float64Array;

  constructor(seams: Seams, base: BasePatches, cones: Float64Array) {
    const { count, patchOf } = base;
    const { edgeCount, starStart } = seams.topology;
    const capacity = Math.max(1, 2 * count);
    this.seams = seams;
    this.patchOf = patchOf;
    this.leafCount = count;
    this.nodeCount = count;
    this.first = new Uint32Array(capacity);
    this.second = new Uint32Array(capacity);
    this.parent = new Uint32Array(capacity).fill(NONE);
    this.faceCount = new Uint32Array(capacity);
    for (let f = 0; f < patchOf.length; f++) this.faceCount[patchOf[f]]++;
    this.rootOf = new Uint32Array(count).map((_, i) => i);
    this.roots = this.rootOf.slice();
    this.bordersStamp = new Uint32Array(capacity);
    this.vertexStamp = new Uint32Array(starStart.length - 1);
    this.joinedStamp = new Uint32Array(starStart.length - 1);
    this.edgeStamp = new Uint32Array(edgeCount);
    this.sharedEdges = new Uint32Array(capacity);
    this.cones = new Float64Array(4 * (capacity + 1));
    this.cones.set(cones);
    this.tracer = new BoundaryTracer(seams, patchOf, count, capacity);
    this.loops = this.tracer.loops;
  }

  /** One round: every patch is joined at most once, small ones choose first. Returns whether any was. */
  joinNeighbours(leastCosine: number): boolean {
    const before = this.nodeCount;
    for (const patch of this.smallestFirst()) {
      if (this.parent[patch] !== NONE) continue;
      const partner = this.findPartner(patch, leastCosine);
      if (partner !== NONE) this.join(patch, partner);
    }
    this.raiseRoots(before);
    return this.nodeCount > before;
  }

  private smallestFirst(): Uint32Array {
    const { roots, faceCount } = this;
    const keys = Float64Array.from(roots, (root) => faceCount[root] * 2 ** 32 + root).sort();
    return roots.map((_, i) => keys[i] % 2 ** 32);
  }

  private raiseRoots(firstNew: number): void {
    const { rootOf, parent } = this;
    for (let i = 0; i < rootOf.length; i++) if (parent[rootOf[i]] !== NONE) rootOf[i] = parent[rootOf[i]];
    const kept = this.roots.filter((root) => parent[root] === NONE);
    const roots = new Uint32Array(kept.length + this.nodeCount - firstNew);
    roots.set(kept);
    for (let i = firstNew; i < this.nodeCount; i++) roots[kept.length + i - firstNew] = i;
    this.roots = roots;
  }

  private rootBeyond(side: number): number {
    const face = this.seams.across[side];
    return face < CROWDED ? this.rootOf[this.patchOf[face]] : NONE;
  }

  /** The neighbour with which the patch becomes most compact, among those it may be joined with. */
  private findPartner(patch: number, leastCosine: number): number {
    const { neighbours, cones } = this;
    const trial = cones.length - 4;
    this.surveyBorder(patch);
    while (neighbours.length > 0) {
      let best = 0;
      for (let i = 1; i < neighbours.length; i++) {
        if (this.roughness(patch, neighbours[i]) < this.roughness(patch, neighbours[best])) best = i;
      }
      const candidate = neighbours[best];
      mergeCones(cones, 4 * patch, 4 * candidate, trial);
      if (cones[trial + 3] >= leastCosine && this.mayJoin(patch, candidate)) return candidate;
      neighbours[best] = neighbours[neighbours.length - 1];
      neighbours.pop();
    }
    return NONE;
  }

  /** Squared length of the border over faces, of both together. */
  private roughness(a: number, b: number): number {
    const { loops, sharedEdges, faceCount } = this;
    const border = loops.sideCount(a) + loops.sideCount(b) - 2 * sharedEdges[b];
    return (border * border) / (faceCount[a] + faceCount[b]);
  }

  /** Stamps the vertices and crowded edges of the border; lists the neighbours that are still free and counts shared edges. */
  private surveyBorder(patch: number): void {
    const { loops, parent, bordersStamp, vertexStamp, edgeStamp, sharedEdges, neighbours, seams } = this;
    const { triangles, faceEdges } = seams.topology;
    const stamp = ++this.stamp;
    neighbours.length = 0;
    for (let i = loops.firstSide(patch), end = loops.endSide(patch); i < end; i++) {
      const side = loops.sides[i];
      vertexStamp[triangles[side]] = stamp;
      if (seams.across[side] === CROWDED) edgeStamp[faceEdges[side]] = stamp;
      const beyond = this.rootBeyond(side);
      if (beyond === NONE || parent[beyond] !== NONE) continue;
      if (bordersStamp[beyond] !== stamp) {
        bordersStamp[beyond] = stamp;
        sharedEdges[beyond] = 0;
        neighbours.push(beyond);
      }
      sharedEdges[beyond]++;
    }
  }

  /**
   * The rule above, for the surveyed patch. Borders suffice: a vertex inside one patch and also in another would be singular, and
   * rings around singular vertices are never closed.
   */
  private mayJoin(patch: number, candidate: number): boolean {
    const { loops, vertexStamp, edgeStamp, joinedStamp, stamp, seams } = this;
    const { triangles, faceEdges } = seams.topology;
    const joined = ++this.candidateStamp;
    const first = loops.firstSide(candidate);
    const end = loops.endSide(candidate);
    for (let i = first; i < end; i++) {
      const side = loops.sides[i];
      if (seams.across[side] === CROWDED && edgeStamp[faceEdges[side]] === stamp) return false;
      if (this.rootBeyond(side) !== patch) continue;
      if (!this.joinAt(triangles[side], joined) || !this.joinAt(triangles[nextSide(side)], joined)) return false;
    }
    for (let i = first; i < end; i++) {
      const v = triangles[loops.sides[i]];
      if (vertexStamp[v] === stamp && joinedStamp[v] !== joined) return false;
    }
    return true;
  }

  /** False at the second edge shared around a singular vertex: it would close the ring. */
  private joinAt(v: number, joined: number): boolean {
    const { joinedStamp, seams } = this;
    if (seams.isSingular[v] === 1 && joinedStamp[v] === joined) return false;
    joinedStamp[v] = joined;
    return true;
  }

  private join(a: number, b: number): void {
    const node = this.nodeCount++;
    this.first[node] = a;
    this.second[node] = b;
    this.parent[a] = node;
    this.parent[b] = node;
    this.faceCount[node] = this.faceCount[a] + this.faceCount[b];
    mergeCones(this.cones, 4 * a, 4 * b, 4 * node);
    this.tracer.traceUnion(node, a, b, this.rootOf);
  }
}
