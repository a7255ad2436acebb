// Contacts as rows: the relative velocity of two points, each a mean of vertices, along the direction between them, and how fast they
// may approach. Proximities and the contacts of a step become the same rows, so that one solver of impulses serves both.
import { grown } from '../../core/contacts/contacts.ts';
import type { TriMesh } from '../../core/mesh/tri-mesh.ts';

/** What proximities and contacts have in common. */
export interface PairColumns {
  readonly kind: Uint8Array;
  readonly a: Uint32Array;
  readonly b: Uint32Array;
  readonly normal: Float64Array;
  readonly weights: Float64Array;
}

export class ContactRows {
  count = 0;
  /** The pair as one number; rows of proximities ascend. */
  key: Float64Array = new Float64Array(0);
  /** Four vertices a row. */
  vertices: Uint32Array = new Uint32Array(0);
  /** Their shares in the relative velocity, positive on side a: they add up to 0. */
  shares: Float64Array = new Float64Array(0);
  /** Unit, from b to a; three numbers a row. */
  normal: Float64Array = new Float64Array(0);
  /** Of the two points, along the normal, at the start of the step. */
  distance: Float64Array = new Float64Array(0);
  /** The least relative speed along the normal; negative where they may approach. */
  aim: Float64Array = new Float64Array(0);
  friction: Float64Array = new Float64Array(0);
  /** The impulse along the normal that a constraint of the solver has given already: friction counts it. */
  held: Float64Array = new Float64Array(0);
  /** The impulse along the normal so far, at least 0. */
  push: Float64Array = new Float64Array(0);
  /** The impulse across the normal so far; three numbers a row. */
  drag: Float64Array = new Float64Array(0);
  private readonly mesh: TriMesh;

  constructor(mesh: TriMesh) {
    this.mesh = mesh;
  }

  clear(): void {
    this.count = 0;
  }

  /** Appends pair i without friction, to be kept from approaching at all. Gives the row. */
  add(pairs: PairColumns, i: number, x: Float64Array): number {
    this.reserve(this.count + 1);
    return this.replace(this.count++, pairs, i, x);
  }

  /** Makes another row of this one. Impulses that it gave stay given. */
  replace(row: number, pairs: PairColumns, i: number, x: Float64Array): number {
    if (pairs.kind[i] === 0) this.takeVertexFace(row, pairs, i);
    else this.takeEdges(row, pairs, i);
    for (let axis = 0; axis < 3; axis++) {
      this.normal[3 * row + axis] = pairs.normal[3 * i + axis];
      this.drag[3 * row + axis] = 0;
    }
    this.key[row] = this.keyOf(pairs, i);
    this.distance[row] = this.along(row, x);
    this.aim[row] = 0;
    this.friction[row] = 0;
    this.held[row] = 0;
    this.push[row] = 0;
    return row;
  }

  keyOf({ kind, a, b }: PairColumns, i: number): number {
    const { faceCount, vertexCount, topology } = this.mesh;
    return (kind[i] * vertexCount + a[i]) * (faceCount + topology.edgeCount) + b[i];
  }

  /** The difference of the two points, or of their velocities, along the normal. */
  along(row: number, x: Float64Array): number {
    const { vertices, shares, normal } = this;
    const nx = normal[3 * row];
    const ny = normal[3 * row + 1];
    const nz = normal[3 * row + 2];
    let sum = 0;
    for (let k = 4 * row; k < 4 * row + 4; k++) {
      const at = 3 * vertices[k];
      sum += shares[k] * (nx * x[at] + ny * x[at + 1] + nz * x[at + 2]);
    }
    return sum;
  }

  private takeVertexFace(row: number, { a, b, weights }: PairColumns, i: number): void {
    const { triangles } = this.mesh;
    this.vertices[4 * row] = a[i];
    this.shares[4 * row] = 1;
    for (let k = 0; k < 3; k++) {
      this.vertices[4 * row + 1 + k] = triangles[3 * b[i] + k];
      this.shares[4 * row + 1 + k] = -weights[3 * i + k];
    }
  }

  private takeEdges(row: number, { a, b, weights }: PairColumns, i: number): void {
    const { edges } = this.mesh.topology;
    for (let end = 0; end < 2; end++) {
      const s = weights[3 * i];
      const t = weights[3 * i + 1];
      this.vertices[4 * row + end] = edges[2 * a[i] + end];
      this.shares[4 * row + end] = end === 0 ? 1 - s : s;
      this.vertices[4 * row + 2 + end] = edges[2 * b[i] + end];
      this.shares[4 * row + 2 + end] = end === 0 ? t - 1 : -t;
    }
  }

  private reserve(count: number): void {
    if (count <= this.aim.length) return;
    const rows = Math.max(count, 2 * this.aim.length, 64);
    this.key = grown(this.key, new Float64Array(rows));
    this.vertices = grown(this.vertices, new Uint32Array(4 * rows));
    this.shares = grown(this.shares, new Float64Array(4 * rows));
    this.normal = grown(this.normal, new Float64Array(3 * rows));
    this.distance = grown(this.distance, new Float64Array(rows));
    this.aim = grown(this.aim, new Float64Array(rows));
    this.friction = grown(this.friction, new Float64Array(rows));
    this.held = grown(this.held, new Float64Array(rows));
    this.push = grown(this.push, new Float64Array(rows));
    this.drag = grown(this.drag, new Float64Array(3 * rows));
  }
}
