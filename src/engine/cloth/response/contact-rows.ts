// Contacts as rows: the relative velocity of two points, each a weighted mean of vertices, along
// the direction between them, and how fast they may approach. Proximities and the contacts of a
// step become the same rows, so that one impulse solver serves both. Whether a proximity is a
// contact of surfaces is decided when its row is first needed, since most rows are never needed.
import type { Proximities } from '../../../core/contacts/proximities.ts';
import { NONE, type Topology } from '../../../core/mesh/topology.ts';
import type { TriMesh } from '../../../core/mesh/tri-mesh.ts';
import { ContactGeometry } from './contact-geometry.ts';
import { RowColumns } from './row-columns.ts';

/** Columns that proximities and contacts have in common. */
export interface PairColumns {
  /** 0 for vertex–face, 1 for edge–edge. */
  readonly kind: Uint8Array;
  /** Vertex or first edge. */
  readonly a: Uint32Array;
  /** Face or second edge. */
  readonly b: Uint32Array;
  /** Unit normal from b to a; three numbers per pair. */
  readonly normal: Float64Array;
  /** Barycentric weights of the nearest points, three numbers per pair. */
  readonly weights: Float64Array;
}

/** Settings on which target speeds and friction of rows depend. */
export interface RowSettings {
  /** Coulomb's coefficient per vertex. */
  readonly friction: Float64Array;
  /** Vertices from this one on belong to obstacles. */
  readonly firstObstacle: number;
  /** Seconds per frame. */
  readonly frameTime: number;
}

/** The rows of a step. */
export class ContactRows extends RowColumns {
  /** How many rows there are. */
  count = 0;
  private readonly geometry: ContactGeometry;
  private readonly mesh: TriMesh;
  /** Number of faces and edges: the factor of the first feature in the key of a pair. */
  private readonly featureCount: number;

  /** Without settings there is no friction. */
  constructor(mesh: TriMesh, settings?: RowSettings) {
    super(mesh.vertexCount);
    const { columns } = this;
    if (settings) {
      this.vertexFriction.set(settings.friction);
      columns.firstObstacle = settings.firstObstacle;
      columns.frameTime = settings.frameTime;
    }
    this.mesh = mesh;
    this.featureCount = mesh.faceCount + mesh.topology.edgeCount;
    this.geometry = new ContactGeometry(this.memory, mesh, this.featureCount);
    columns.geometry = this.geometry.columns.address;
  }

  /**
   * Replaces all rows by those of proximities at positions x, in their order. Some may turn out to
   * be no contacts. Features that a face joins may approach to `creaseGap`.
   */
  takeProximities(proximities: Proximities, x: Float64Array, creaseGap = 0): void {
    const { memory, columns } = this;
    this.count = 0;
    this.geometry.set(proximities, x);
    this.reserve(proximities.count, 0);
    this.count = memory.kernels.makeProximityRows(columns.address, proximities.count, creaseGap);
  }

  /**
   * Sets friction and target speed of the rows [from, to): the slowest relative speed that leaves
   * `gap` after h seconds, or `selfGap` between cloths.
   */
  setTargetSpeeds(from: number, to: number, gap: number, selfGap: number, h: number): void {
    this.memory.kernels.setTargetSpeeds(this.columns.address, from, to, gap, selfGap, h);
  }

  /** Appends pair i as a row without friction whose target speed is 0. Returns the row. */
  add(pairs: PairColumns, i: number, x: Float64Array): number {
    this.reserve(this.count + 1, this.count);
    return this.replace(this.count++, pairs, i, x);
  }

  /** Replaces a row by pair i. The impulses that the row has applied remain in the velocities. */
  replace(row: number, pairs: PairColumns, i: number, x: Float64Array): number {
    this.put(row, pairs, i);
    this.key[row] = this.keyOf(pairs, i);
    this.state[row] = this.contactState;
    this.distance[row] = this.along(row, x);
    return row;
  }

  /** Whether the surfaces touch at a row, and not only the two features. */
  isContact(row: number): boolean {
    return this.memory.kernels.isContactRow(this.columns.address, row) !== 0;
  }

  /** A pair as one number, the same in every step on the same mesh. */
  keyOf({ kind, a, b }: PairColumns, i: number): number {
    return (kind[i] * this.mesh.vertexCount + a[i]) * this.featureCount + b[i];
  }

  /**
   * The key in this mesh of a key in the rows before faces were torn; −1 if a feature of the pair
   * is gone.
   */
  remapKey(key: number, before: ContactRows, faceRemap: Uint32Array): number {
    const { vertexCount, topology } = this.mesh;
    const b = key % before.featureCount;
    const a = (key - b) / before.featureCount;
    if (a < vertexCount) return faceRemap[b] === NONE ? -1 : a * this.featureCount + faceRemap[b];
    const { edges } = before.mesh.topology;
    const [first, second] = [a - vertexCount, b].map((e) => findEdge(topology, edges[2 * e], edges[2 * e + 1]));
    return first < 0 || second < 0 ? -1 : (vertexCount + first) * this.featureCount + second;
  }

  /** Whether a row is of a vertex below `particleCount` and a face of an obstacle. */
  isOnObstacle(row: number, particleCount: number): boolean {
    const { vertices, weights } = this;
    return weights[4 * row] === 1 && vertices[4 * row] < particleCount && vertices[4 * row + 1] >= particleCount;
  }

  /** The difference of the two points, or of their velocities, along the normal. */
  along(row: number, x: Float64Array): number {
    const { vertices, weights, normal } = this;
    const nx = normal[3 * row];
    const ny = normal[3 * row + 1];
    const nz = normal[3 * row + 2];
    let sum = 0;
    for (let k = 4 * row; k < 4 * row + 4; k++) {
      const at = 3 * vertices[k];
      sum += weights[k] * (nx * x[at] + ny * x[at + 1] + nz * x[at + 2]);
    }
    return sum;
  }

  /** Writes a pair without target speed, friction and impulses. */
  private put(row: number, { kind, a, b, normal, weights }: PairColumns, i: number): void {
    const { triangles, topology } = this.mesh;
    const { edges } = topology;
    const [u, v, w] = weights.subarray(3 * i, 3 * i + 3);
    if (kind[i] === 0) {
      this.vertices.set([a[i], ...triangles.subarray(3 * b[i], 3 * b[i] + 3)], 4 * row);
      this.weights.set([1, -u, -v, -w], 4 * row);
    } else {
      this.vertices.set([edges[2 * a[i]], edges[2 * a[i] + 1], edges[2 * b[i]], edges[2 * b[i] + 1]], 4 * row);
      this.weights.set([1 - u, u, v - 1, -v], 4 * row);
    }
    this.normal.set(normal.subarray(3 * i, 3 * i + 3), 3 * row);
    this.tangentImpulse.fill(0, 3 * row, 3 * row + 3);
    this.targetSpeed[row] = 0;
    this.friction[row] = 0;
    this.solverImpulse[row] = 0;
    this.normalImpulse[row] = 0;
  }
}

/** The edge of the vertices p < q; −1 if there is none. Edges are sorted. */
function findEdge({ edges, edgeCount }: Topology, p: number, q: number): number {
  let low = 0;
  for (let high = edgeCount; low < high; ) {
    const middle = (low + high) >> 1;
    const isBefore = edges[2 * middle] === p ? edges[2 * middle + 1] < q : edges[2 * middle] < p;
    if (isBefore) low = middle + 1;
    else high = middle;
  }
  return edges[2 * low] === p && edges[2 * low + 1] === q ? low : -1;
}
