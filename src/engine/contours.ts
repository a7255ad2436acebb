// Traces the curves in which the faces of a mesh intersect at one instant. A node is a piercing: an
// edge goes through a face. An arc is a pair of faces; it joins two nodes, or a node and a vertex
// that the faces share, where the curve ends. Arcs that share a node belong to one contour.
//
// Signs are those of an infinitesimal displacement of the vertices
// (core/elementary/perturbed-orientation.ts). Hence every pair of faces has either no piercing or
// the two ends of one arc, whatever is coplanar, and no contour ends but at a border or at a vertex
// that faces share. A contour of faces that only touch may exist or not, depending on the
// displacement; `isProper` tells it apart: some pair of its faces goes properly through each other.
import { orient3dSign, planeSides } from '../core/elementary/orientation.ts';
import { perturbedSign } from '../core/elementary/perturbed-orientation.ts';
import { trianglesCross } from '../core/elementary/triangles-meet.ts';
import { DisjointSets } from '../core/math/disjoint-sets.ts';
import { NONE } from '../core/mesh/topology.ts';
import type { TriMesh } from '../core/mesh/tri-mesh.ts';
import { piercingPoint } from './piercing-point.ts';

/** The pairs of faces to trace. Pairs of one group must be consecutive. */
export interface TracedPairs {
  /** The number of pairs. */
  readonly count: number;
  /** One face of each pair. */
  readonly a: Uint32Array;
  /** The other face. */
  readonly b: Uint32Array;
  /** The group of each pair: contours do not lead from one group to another. */
  readonly group: Uint32Array;
}

/** The end of a pair of faces without an arc. */
const NO_NODE = -1;

/** Traces contours; its columns are valid until the next call. */
export class ContourTracer {
  /** Two nodes per pair; −1 where faces touch without a piercing. */
  ends: Int32Array = new Int32Array(0);
  /** Whether the faces of a pair go properly through each other. */
  isProper: Uint8Array = new Uint8Array(0);
  /** The number of nodes. */
  nodeCount = 0;
  /** The edge of a piercing; `NONE` for a vertex at which a contour ends. */
  nodeEdge: Uint32Array = new Uint32Array(0);
  /** The face of a piercing, or the vertex. */
  nodeFace: Uint32Array = new Uint32Array(0);
  /** Where on its edge a piercing is, from 0 to 1. */
  nodeWeight: Float64Array = new Float64Array(0);
  /** Three coordinates per node. */
  nodePoint: Float64Array = new Float64Array(0);
  /** The contour of each pair; −1 for a pair without an arc. */
  contourOf: Int32Array = new Int32Array(0);
  /** The number of contours. */
  contourCount = 0;
  /** Whether some pair of a contour goes properly through each other. */
  contourIsProper: Uint8Array = new Uint8Array(0);

  private readonly mesh: TriMesh;
  private x: Float64Array = new Float64Array(0);
  /** Nodes by (edge, face), in a hash table with open addressing; −1 where it is empty. */
  private slots = new Int32Array(0);
  /** The last arc at each node. */
  private arcAt = new Int32Array(0);
  private readonly sets = new DisjointSets();
  private readonly pair = new FacePair();

  constructor(mesh: TriMesh) {
    this.mesh = mesh;
  }

  /** Traces the contours of these pairs, which must share a point each. */
  trace(x: Float64Array, pairs: TracedPairs): void {
    const { count, group } = pairs;
    this.x = x;
    this.reserve(count);
    const { ends, sets, arcAt } = this;
    sets.reset(count);
    for (let i = 0; i < count; i++) {
      this.addArc(i, pairs.a[i], pairs.b[i]);
      for (let k = 2 * i; k < 2 * i + 2; k++) {
        const node = ends[k];
        if (node === NO_NODE) continue;
        const before = arcAt[node];
        if (before >= 0 && group[before] === group[i]) sets.join(i, before);
        arcAt[node] = i;
      }
    }
    this.numberContours(count);
  }

  /** Writes the ends of pair i. */
  private addArc(i: number, f: number, g: number): void {
    const { mesh, pair, ends } = this;
    const { faceEdges } = mesh.topology;
    pair.set(mesh.triangles, this.x, f, g);
    let found = 0;
    for (let side = 0; side < 2 && pair.shared < 2; side++) {
      const own = side === 0 ? f : g;
      const other = side === 0 ? g : f;
      for (let k = 0; k < 3; k++)
        if (pair.pierces(side, k)) ends[2 * i + found++] = this.nodeAt(faceEdges[3 * own + k], other);
    }
    this.isProper[i] = found > 0 && pair.isProper() ? 1 : 0;
    if (pair.shared === 1 && found === 1) ends[2 * i + found++] = this.nodeAt(NONE, pair.commonVertex);
    // After the displacement, faces have either no point in common or the two ends of a segment.
    if (found === 2) return;
    ends[2 * i] = NO_NODE;
    ends[2 * i + 1] = NO_NODE;
  }

  /** The node of a piercing, or of a vertex if `edge` is `NONE`. */
  private nodeAt(edge: number, face: number): number {
    const { slots, nodeEdge, nodeFace } = this;
    const mask = slots.length - 1;
    let slot = (Math.imul(edge, 0x9e3779b1) ^ Math.imul(face, 0x85ebca6b)) >>> 0;
    slot = (slot ^ (slot >>> 15)) & mask;
    while (slots[slot] >= 0) {
      const node = slots[slot];
      if (nodeEdge[node] === edge && nodeFace[node] === face) return node;
      slot = (slot + 1) & mask;
    }
    const node = this.nodeCount++;
    slots[slot] = node;
    nodeEdge[node] = edge;
    nodeFace[node] = face;
    this.arcAt[node] = -1;
    this.placeNode(node);
    return node;
  }

  private placeNode(node: number): void {
    const { mesh, x, nodeEdge, nodeFace, nodePoint, nodeWeight } = this;
    const edge = nodeEdge[node];
    const at = nodeFace[node];
    if (edge === NONE) {
      for (let k = 0; k < 3; k++) nodePoint[3 * node + k] = x[3 * at + k];
      return;
    }
    const s = mesh.topology.edges[2 * edge];
    const t = mesh.topology.edges[2 * edge + 1];
    const weight = piercingPoint(x, s, t, mesh.triangles, at);
    nodeWeight[node] = weight;
    for (let k = 0; k < 3; k++) nodePoint[3 * node + k] = x[3 * s + k] + weight * (x[3 * t + k] - x[3 * s + k]);
  }

  private numberContours(count: number): void {
    const { ends, contourOf, isProper } = this;
    let contours = 0;
    for (let i = 0; i < count; i++) {
      contourOf[i] = -1;
      if (ends[2 * i] === NO_NODE) continue;
      // The smallest arc of a contour comes first, so it has its number already.
      const root = this.sets.find(i);
      contourOf[i] = root === i ? contours++ : contourOf[root];
    }
    this.contourCount = contours;
    if (this.contourIsProper.length < contours) this.contourIsProper = new Uint8Array(2 * contours);
    this.contourIsProper.fill(0, 0, contours);
    for (let i = 0; i < count; i++) if (contourOf[i] >= 0 && isProper[i] === 1) this.contourIsProper[contourOf[i]] = 1;
  }

  private reserve(count: number): void {
    this.nodeCount = 0;
    if (this.isProper.length < count) {
      const room = Math.ceil(1.5 * count);
      this.ends = new Int32Array(2 * room);
      this.isProper = new Uint8Array(room);
      this.contourOf = new Int32Array(room);
      this.nodeEdge = new Uint32Array(2 * room);
      this.nodeFace = new Uint32Array(2 * room);
      this.nodeWeight = new Float64Array(2 * room);
      this.nodePoint = new Float64Array(6 * room);
      this.arcAt = new Int32Array(2 * room);
    }
    let size = 64;
    while (size < 4 * count) size *= 2;
    if (this.slots.length !== size) this.slots = new Int32Array(size);
    this.slots.fill(-1);
  }
}

/** Two faces with the signs that decide which of their edges go through the other face. */
class FacePair {
  /** The number of vertices that the faces share. */
  shared = 0;
  /** The vertex that they share, if it is one. */
  commonVertex = NONE;
  private readonly q = new Float64Array(18);
  private readonly ids = new Uint32Array(6);
  /** Whether each corner is the shared vertex. */
  private readonly isCommon = new Uint8Array(6);
  /** Sides of the other face's plane, displaced: of the corners of f, then of those of g. */
  private readonly sides = [new Int8Array(3), new Int8Array(3)];
  /** Whether some sign was 0 before the displacement. */
  private hasZero = false;
  /** Whether the corners of both faces are strictly on both sides of the other's plane. */
  private isStraddling = false;

  set(triangles: Uint32Array, x: Float64Array, f: number, g: number): void {
    const { q, ids, isCommon } = this;
    for (let k = 0; k < 6; k++) {
      const v = k < 3 ? triangles[3 * f + k] : triangles[3 * g + k - 3];
      ids[k] = v;
      isCommon[k] = 0;
      q[3 * k] = x[3 * v];
      q[3 * k + 1] = x[3 * v + 1];
      q[3 * k + 2] = x[3 * v + 2];
    }
    this.shared = 0;
    for (let i = 0; i < 3; i++) {
      for (let j = 3; j < 6; j++) {
        if (ids[i] !== ids[j]) continue;
        this.shared++;
        this.commonVertex = ids[i];
        isCommon[i] = 1;
        isCommon[j] = 1;
      }
    }
    this.hasZero = false;
    this.isStraddling = true;
    if (this.shared < 2) for (let side = 0; side < 2; side++) this.setSides(side);
  }

  /** Does edge k of the face (0 or 1) go through the other face? */
  pierces(face: number, k: number): boolean {
    const { isCommon, sides } = this;
    const l = (k + 1) % 3;
    const s = 3 * face + k;
    const t = 3 * face + l;
    if (isCommon[s] + isCommon[t] > 0 || sides[face][k] === sides[face][l]) return false;
    const a = 3 - 3 * face;
    const first = this.sign(s, t, a, a + 1);
    return first === this.sign(s, t, a + 1, a + 2) && first === this.sign(s, t, a + 2, a);
  }

  /** For faces with a piercing: do they go properly through each other? */
  isProper(): boolean {
    if (!this.isStraddling) return false;
    // Faces that share a vertex: see `trianglesCross`. With a piercing, the rays are the same.
    return this.shared === 1 || !this.hasZero || trianglesCross(this.q);
  }

  private setSides(face: number): void {
    const { q, isCommon, sides } = this;
    const own = sides[face];
    const a = 3 - 3 * face;
    planeSides(q, 3 * a, 9 * face, 0, own);
    let isPositive = false;
    let isNegative = false;
    for (let k = 0; k < 3; k++) {
      if (own[k] > 0) isPositive = true;
      if (own[k] < 0) isNegative = true;
      if (own[k] !== 0 || isCommon[3 * face + k] === 1) continue;
      this.hasZero = true;
      own[k] = this.displaced(a, a + 1, a + 2, 3 * face + k);
    }
    if (!isPositive || !isNegative) this.isStraddling = false;
  }

  private sign(a: number, b: number, c: number, d: number): number {
    const sign = orient3dSign(this.q, 3 * a, 3 * b, 3 * c, 3 * d);
    if (sign !== 0) return sign;
    this.hasZero = true;
    return this.displaced(a, b, c, d);
  }

  private displaced(a: number, b: number, c: number, d: number): number {
    const { q, ids } = this;
    return perturbedSign(q, [3 * a, 3 * b, 3 * c, 3 * d], [ids[a], ids[b], ids[c], ids[d]]);
  }
}
