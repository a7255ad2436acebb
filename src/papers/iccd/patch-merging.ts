// Joins neighbouring patches in pairs, round by round, until nothing can be joined: a forest of
// connected patches [ICCD §VI-A]. Patches A and B may be joined if and only if (1) they share a
// good edge, (2) every vertex that both have is an end of a good edge that they share, and (3) they
// share no edge that is not good. By induction the faces around a vertex stay one fan or one ring
// within every patch: at a shared good edge at v, the fans of both patches end, and one or two such
// edges join two fans to one fan or one ring. Patches with similar normals are joined first. So
// large patches end where the surface bends, and are more often quiet.
import { NONE } from '../../core/mesh/topology.ts';
import { mergeCones } from './cones.ts';
import type { BasePatches } from './patch-growing.ts';
import { PatchLoops } from './patch-loops.ts';
import { BAD_EDGE, nextSide, type Seams } from './patch-seams.ts';

/**
 * Most rounds of a phase. A round doubles the size of most patches, so 2^32 faces need 32 rounds;
 * the rest is for stragglers. If one patch absorbs a single neighbour per round, the limit leaves
 * several trees, which only means fewer quiet patches.
 */
const MAX_ROUNDS = 64;

/**
 * Per phase: least cosine of the half angle of a new patch's cone. Narrow cones come first, then up
 * to almost a right angle, then any.
 */
const PHASE_COSINES = [0.7, 0.35, 0.08, -1];

/**
 * Joins base patches to a forest. `cones` has four numbers per base patch: axis and cosine of the
 * half angle.
 */
export function mergePatches(seams: Seams, base: BasePatches, cones: Float64Array): PatchMerging {
  const merging = new PatchMerging(seams, base, cones);
  for (const minCosine of PHASE_COSINES) {
    for (let round = 0; round < MAX_ROUNDS && merging.joinNeighbours(minCosine); round++);
  }
  return merging;
}

/**
 * The forest. Nodes below `leafCount` are base patches. A parent has a larger number than its
 * children.
 */
export class PatchMerging {
  /** Number of base patches. */
  readonly leafCount: number;
  /** Number of nodes so far. */
  nodeCount: number;
  /** First child of each node that is not a base patch. */
  readonly first: Uint32Array;
  /** Second child of each node that is not a base patch. */
  readonly second: Uint32Array;
  /** Parent of each node; `NONE` for the root of a tree. */
  readonly parent: Uint32Array;
  /** Number of faces of each node. */
  readonly faceCount: Uint32Array;
  /** Boundary loops of each node. */
  readonly loops: PatchLoops;
  private readonly seams: Seams;
  private readonly patchOf: Uint32Array;
  /** Root of each base patch at the start of the round. */
  private readonly rootOf: Uint32Array;
  /** All roots at the start of the round. */
  private roots: number[];
  /**
   * Number of the current search for a partner. The columns below hold it where an entry belongs to
   * this search.
   */
  private stamp = 0;
  /** Per node: the last search that found it as a neighbour. */
  private readonly bordersStamp: Uint32Array;
  /** Per vertex: the last search whose patch has it on its border. */
  private readonly vertexStamp: Uint32Array;
  /** Per edge that is not good: the last search whose patch has it on its border. */
  private readonly edgeStamp: Uint32Array;
  /** Number of the current call of `mayJoin`. */
  private candidateStamp = 0;
  /** Per vertex: the last call of `mayJoin` in which it is an end of a shared good edge. */
  private readonly joinedStamp: Uint32Array;
  /** Per neighbour of the current search: number of good edges shared with it. */
  private readonly sharedEdges: Uint32Array;
  /** Neighbours of the current search that have not been joined in this round. */
  private readonly neighbours: number[] = [];
  /** Cones of all nodes, and one more as scratch for a trial. */
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
    this.roots = [...this.rootOf];
    this.bordersStamp = new Uint32Array(capacity);
    this.vertexStamp = new Uint32Array(starStart.length - 1);
    this.joinedStamp = new Uint32Array(starStart.length - 1);
    this.edgeStamp = new Uint32Array(edgeCount);
    this.sharedEdges = new Uint32Array(capacity);
    this.cones = new Float64Array(4 * (capacity + 1));
    this.cones.set(cones);
    this.loops = new PatchLoops(seams, patchOf, count);
  }

  /**
   * One round: every patch is joined at most once, and small patches choose first. Returns whether
   * any was joined.
   */
  joinNeighbours(minCosine: number): boolean {
    const before = this.nodeCount;
    for (const patch of this.smallestFirst()) {
      if (this.parent[patch] !== NONE) continue;
      const partner = this.findPartner(patch, minCosine);
      if (partner !== NONE) this.join(patch, partner);
    }
    this.raiseRoots(before);
    return this.nodeCount > before;
  }

  /** The roots by ascending number of faces, then by number. */
  private smallestFirst(): Float64Array {
    const { roots, faceCount } = this;
    const keys = Float64Array.from(roots, (root) => faceCount[root] * 2 ** 32 + root).sort();
    return keys.map((key) => key % 2 ** 32);
  }

  /** Updates the roots at the end of a round. */
  private raiseRoots(firstNew: number): void {
    const { rootOf, parent } = this;
    for (let i = 0; i < rootOf.length; i++) if (parent[rootOf[i]] !== NONE) rootOf[i] = parent[rootOf[i]];
    this.roots = this.roots.filter((root) => parent[root] === NONE);
    for (let i = firstNew; i < this.nodeCount; i++) this.roots.push(i);
  }

  /** The root of the patch beyond a side, or `NONE` if its edge is not good or on the boundary. */
  private rootBeyond(side: number): number {
    const face = this.seams.across[side];
    return face < BAD_EDGE ? this.rootOf[this.patchOf[face]] : NONE;
  }

  /**
   * The neighbour with which the patch becomes most compact, among those with which it may be
   * joined; or `NONE`.
   */
  private findPartner(patch: number, minCosine: number): number {
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
      if (cones[trial + 3] >= minCosine && this.mayJoin(patch, candidate)) return candidate;
      neighbours[best] = neighbours[neighbours.length - 1];
      neighbours.pop();
    }
    return NONE;
  }

  /**
   * Compactness of the union of two patches: squared number of border sides per face. Less is more
   * compact.
   */
  private roughness(a: number, b: number): number {
    const { loops, sharedEdges, faceCount } = this;
    const border = loops.sideCount(a) + loops.sideCount(b) - 2 * sharedEdges[b];
    return (border * border) / (faceCount[a] + faceCount[b]);
  }

  /**
   * Stamps the vertices and bad edges of the border. Lists the neighbours that are not joined yet
   * and counts shared edges.
   */
  private surveyBorder(patch: number): void {
    const { loops, parent, bordersStamp, vertexStamp, edgeStamp, sharedEdges, neighbours, seams } = this;
    const { triangles, faceEdges } = seams.topology;
    const stamp = ++this.stamp;
    neighbours.length = 0;
    for (let i = loops.firstSide(patch), end = loops.firstSide(patch + 1); i < end; i++) {
      const side = loops.sides[i];
      vertexStamp[triangles[side]] = stamp;
      if (seams.across[side] === BAD_EDGE) edgeStamp[faceEdges[side]] = stamp;
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
   * Rules (2) and (3) of the file header, for the surveyed patch and a neighbour. Looking at
   * borders is enough: a vertex that is inside one patch and also belongs to another would be
   * singular, and rings around singular vertices are never closed.
   */
  private mayJoin(patch: number, candidate: number): boolean {
    const { loops, vertexStamp, edgeStamp, joinedStamp, stamp, seams } = this;
    const { triangles, faceEdges } = seams.topology;
    const joined = ++this.candidateStamp;
    const first = loops.firstSide(candidate);
    const end = loops.firstSide(candidate + 1);
    for (let i = first; i < end; i++) {
      const side = loops.sides[i];
      if (seams.across[side] === BAD_EDGE && edgeStamp[faceEdges[side]] === stamp) return false;
      if (this.rootBeyond(side) !== patch) continue;
      if (!this.joinAt(triangles[side], joined) || !this.joinAt(triangles[nextSide(side)], joined)) return false;
    }
    for (let i = first; i < end; i++) {
      const v = triangles[loops.sides[i]];
      if (vertexStamp[v] === stamp && joinedStamp[v] !== joined) return false;
    }
    return true;
  }

  /**
   * Stamps an end of a shared edge. False at the second shared edge around a singular vertex: it
   * would close a ring.
   */
  private joinAt(v: number, joined: number): boolean {
    const { joinedStamp, seams } = this;
    if (seams.isSingular[v] === 1 && joinedStamp[v] === joined) return false;
    joinedStamp[v] = joined;
    return true;
  }

  /** Adds a node for the union of two patches. */
  private join(a: number, b: number): void {
    const node = this.nodeCount++;
    this.first[node] = a;
    this.second[node] = b;
    this.parent[a] = node;
    this.parent[b] = node;
    this.faceCount[node] = this.faceCount[a] + this.faceCount[b];
    mergeCones(this.cones, 4 * a, 4 * b, 4 * node);
    this.loops.traceUnion(a, b, this.rootOf);
  }
}
