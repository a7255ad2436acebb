// Parts that are closer than a clearance, without a shared point.

import type { Proximities } from '../../core/contacts/proximities.ts';
import type { Positions, TriMesh } from '../../core/mesh/tri-mesh.ts';
import { MeshCollider } from '../mesh-collider.ts';
import type { LimitOptions } from '../search-limit.ts';
import type { ClashOptions } from './clash-options.ts';
import type { FrameClash } from './clash-records.ts';
import { ascending } from './group-clashes.ts';
import type { AskedPairs } from './pair-groups.ts';

/** The maximum number of groups of a collider. */
const MAX_GROUPS = 4096;

/** How parts that are near are found. */
export interface NearOptions extends Pick<ClashOptions, 'pool' | 'partitions' | 'keptBytes'> {
  /** Parts closer than this are near; a length. */
  readonly clearance: number;
}

/** Finds parts that are near each other. */
export class NearParts {
  private readonly mesh: TriMesh;
  private readonly partOfFace: Uint32Array;
  private readonly asked: AskedPairs;
  private readonly clearance: number;
  private readonly collider: MeshCollider;

  constructor(mesh: TriMesh, partOfFace: Uint32Array, partCount: number, asked: AskedPairs, options: NearOptions) {
    this.mesh = mesh;
    this.partOfFace = partOfFace;
    this.asked = asked;
    this.clearance = options.clearance;
    const { pool, partitions, keptBytes } = options;
    const groups = groupsOf(mesh, partOfFace, partCount, asked);
    this.collider = new MeshCollider(mesh, { ...groups, pool, partitions, keptBytes });
  }

  /** The clashes of kind `near`, of pairs of parts that `isFree`: without a graver clash. */
  find(x: Positions, isFree: (a: number, b: number) => boolean, limit: LimitOptions): FrameClash[] {
    const { partOfFace, asked } = this;
    const found = this.collider.proximities(x, { ...limit, distance: this.clearance, level: 'face' });
    const rows = new Map<string, number[]>();
    for (let i = 0; i < found.count; i++) {
      const [p, q] = [partOfFace[found.a[i]], partOfFace[found.b[i]]];
      if (p === q || !asked.has(p, q) || !isFree(Math.min(p, q), Math.max(p, q))) continue;
      const key = `${Math.min(p, q)}:${Math.max(p, q)}`;
      const list = rows.get(key);
      if (list) list.push(i);
      else rows.set(key, [i]);
    }
    return [...rows.values()].map((list) => this.record(found, x, list));
  }

  /** Releases the memory of the collider. */
  dispose(): void {
    this.collider.dispose();
  }

  private record(found: Proximities, x: Positions, list: readonly number[]): FrameClash {
    const { partOfFace, mesh } = this;
    const nearest = list.reduce((best, i) => (found.distance[i] < found.distance[best] ? i : best));
    const isOrdered = (i: number): boolean => partOfFace[found.a[i]] <= partOfFace[found.b[i]];
    const point = [0, 1, 2].map((axis) =>
      [0, 1, 2].reduce(
        (sum, k) => sum + found.weights[6 * nearest + k] * x[3 * mesh.triangles[3 * found.a[nearest] + k] + axis],
        0,
      ),
    );
    const [p, q] = [partOfFace[found.a[nearest]], partOfFace[found.b[nearest]]];
    return {
      a: Math.min(p, q),
      b: Math.max(p, q),
      kind: 'near',
      depth: null,
      through: null,
      distance: found.distance[nearest],
      method: null,
      point: [point[0], point[1], point[2]],
      curveLength: 0,
      pairs: list.length,
      facesA: ascending(list.map((i) => (isOrdered(i) ? found.a[i] : found.b[i]))),
      facesB: ascending(list.map((i) => (isOrdered(i) ? found.b[i] : found.a[i]))),
      curve: new Float64Array(0),
    };
  }
}

/** Groups by parts if no component has faces of two parts; else none: rows are filtered anyway. */
function groupsOf(
  mesh: TriMesh,
  partOfFace: Uint32Array,
  partCount: number,
  asked: AskedPairs,
): { groups?: Uint32Array; mayCollide?: Uint8Array } {
  const { componentOf, componentCount } = mesh.topology;
  const groups = new Uint32Array(componentCount).fill(MAX_GROUPS);
  for (let f = 0; f < mesh.faceCount; f++) {
    const component = componentOf[mesh.triangles[3 * f]];
    if (groups[component] !== MAX_GROUPS && groups[component] !== partOfFace[f]) return {};
    groups[component] = partOfFace[f];
  }
  if (partCount > MAX_GROUPS) return {};
  const mayCollide = Uint8Array.from({ length: partCount ** 2 }, (_, i) => {
    const [a, b] = [Math.floor(i / partCount), i % partCount];
    return a !== b && asked.has(a, b) ? 1 : 0;
  });
  return { groups, mayCollide };
}
