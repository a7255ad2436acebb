// Contacts as rows: the relative velocity of two points, each a mean of vertices, along the direction between them, and how fast they
// may approach. Proximities and the contacts of a step become the same rows, so that one solver of impulses serves both. Whether a proximity
// is a contact of surfaces is asked when something is to be done about it: of most rows it never is.
import type { Proximities } from '../../core/contacts/proximities.ts';
import { NONE, type Topology } from '../../core/mesh/topology.ts';
import type { TriMesh } from '../../core/mesh/tri-mesh.ts';
import { NearColumns } from './near-columns.ts';
import { RowColumns } from './row-columns.ts';

/** What proximities and contacts have in common. */
export interface PairColumns {
  readonly kind: Uint8Array;
  readonly a: Uint32Array;
  readonly b: Uint32Array;
  readonly normal: Float64Array;
  readonly weights: Float64Array;
}

/** The state of a row that is a contact; the kernels have others. */
export const CONTACT = 1;

export class ContactRows extends RowColumns {
  count = 0;
  private readonly columns: NearColumns;
  private readonly mesh: TriMesh;
  /** Faces and edges: as many partners a vertex or an edge may have. */
  private readonly partners: number;

  /** `friction` is that of all vertices, none by default. */
  constructor(mesh: TriMesh, friction?: Float64Array) {
    super(mesh.vertexCount);
    if (friction) this.surface.set(friction);
    this.mesh = mesh;
    this.partners = mesh.faceCount + mesh.topology.edgeCount;
    this.columns = new NearColumns(this.memory, mesh, this.partners);
  }

  /**
   * Begins anew, with proximities at these positions, in their order; some may turn out to be no contacts. Features that a face joins may come `closest`, once rows
   * are aimed.
   */
  takeNear(near: Proximities, x: Float64Array, closest = 0): void {
    const { memory, table, columns } = this;
    this.count = 0;
    columns.set(near, x);
    this.reserve(near.count, 0);
    const { byteOffset } = this.source;
    this.count = memory.kernels.takeNearRows(table, columns.mesh, columns.near, near.count, byteOffset, closest);
  }

  /** Appends pair i without friction, to be kept from approaching at all. Gives the row. */
  add(pairs: PairColumns, i: number, x: Float64Array): number {
    this.reserve(this.count + 1, this.count);
    return this.replace(this.count++, pairs, i, x);
  }

  /** Makes another row of this one. Impulses that it gave stay given. */
  replace(row: number, pairs: PairColumns, i: number, x: Float64Array): number {
    this.put(row, pairs, i);
    this.state[row] = CONTACT;
    this.distance[row] = this.along(row, x);
    return row;
  }

  /** Whether surfaces touch there, and not only features. */
  isContact(row: number): boolean {
    const { memory, table, columns, source } = this;
    return memory.kernels.isContactRow(table, columns.mesh, columns.near, source.byteOffset, row) !== 0;
  }

  /** Puts those of the first `count` found rows that are contacts to work, after those that are. Gives how many there are then. */
  engage(count: number, workingCount: number): number {
    const { memory, table, columns, source, found, working } = this;
    return memory.kernels.engageRows(
      table,
      columns.mesh,
      columns.near,
      source.byteOffset,
      found.byteOffset,
      count,
      working.byteOffset,
      workingCount,
    );
  }

  keyOf({ kind, a, b }: PairColumns, i: number): number {
    return (kind[i] * this.mesh.vertexCount + a[i]) * this.partners + b[i];
  }

  /** What a key of rows of the mesh before faces were torn is now; -1 where a feature of the pair has gone. */
  renamed(key: number, before: ContactRows, faceRemap: Uint32Array): number {
    const { vertexCount, topology } = this.mesh;
    const b = key % before.partners;
    const a = (key - b) / before.partners;
    if (a < vertexCount) return faceRemap[b] === NONE ? -1 : a * this.partners + faceRemap[b];
    const { edges } = before.mesh.topology;
    const [first, second] = [a - vertexCount, b].map((e) => edgeBetween(topology, edges[2 * e], edges[2 * e + 1]));
    return first < 0 || second < 0 ? -1 : (vertexCount + first) * this.partners + second;
  }

  /** Whether it is of a vertex below `particleCount` and a face of an obstacle. */
  isOver(row: number, particleCount: number): boolean {
    const { vertices, shares } = this;
    return shares[4 * row] === 1 && vertices[4 * row] < particleCount && vertices[4 * row + 1] >= particleCount;
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

  private put(row: number, pairs: PairColumns, i: number): void {
    const { normal, drag } = this;
    if (pairs.kind[i] === 0) this.takeVertexFace(row, pairs, i);
    else this.takeEdges(row, pairs, i);
    const n = 3 * row;
    normal[n] = pairs.normal[3 * i];
    normal[n + 1] = pairs.normal[3 * i + 1];
    normal[n + 2] = pairs.normal[3 * i + 2];
    drag[n] = 0;
    drag[n + 1] = 0;
    drag[n + 2] = 0;
    this.key[row] = this.keyOf(pairs, i);
    this.aim[row] = 0;
    this.friction[row] = 0;
    this.held[row] = 0;
    this.push[row] = 0;
  }

  private takeVertexFace(row: number, { a, b, weights }: PairColumns, i: number): void {
    const { vertices, shares, mesh } = this;
    const { triangles } = mesh;
    vertices[4 * row] = a[i];
    shares[4 * row] = 1;
    for (let k = 0; k < 3; k++) {
      vertices[4 * row + 1 + k] = triangles[3 * b[i] + k];
      shares[4 * row + 1 + k] = -weights[3 * i + k];
    }
  }

  private takeEdges(row: number, { a, b, weights }: PairColumns, i: number): void {
    const { vertices, shares, mesh } = this;
    const { edges } = mesh.topology;
    const s = weights[3 * i];
    const t = weights[3 * i + 1];
    vertices[4 * row] = edges[2 * a[i]];
    vertices[4 * row + 1] = edges[2 * a[i] + 1];
    vertices[4 * row + 2] = edges[2 * b[i]];
    vertices[4 * row + 3] = edges[2 * b[i] + 1];
    shares[4 * row] = 1 - s;
    shares[4 * row + 1] = s;
    shares[4 * row + 2] = t - 1;
    shares[4 * row + 3] = -t;
  }
}

/** The edge of two vertices, the smaller one first; -1 where there is none. */
function edgeBetween({ edges, edgeCount }: Topology, p: number, q: number): number {
  let low = 0;
  for (let high = edgeCount; low < high; ) {
    const middle = (low + high) >> 1;
    const isBefore = edges[2 * middle] === p ? edges[2 * middle + 1] < q : edges[2 * middle] < p;
    if (isBefore) low = middle + 1;
    else high = middle;
  }
  return edges[2 * low] === p && edges[2 * low + 1] === q ? low : -1;
}
