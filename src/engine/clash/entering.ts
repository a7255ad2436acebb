// Does a surface that only touches a solid, without a face going properly through another, have a
// point strictly inside it? Boxes that overlap with coplanar sides do, and no face of theirs goes
// properly through another. Exact, up to cells thinner than a trillionth of a face.
//
// Where no face goes properly through a face f, the solid's surface meets the inside of f only
// along its own edges that lie in the plane of f, in faces coplanar with f, and in single points.
// These edges cut f into cells, each wholly inside, outside or on the surface. Without such edges f
// is one cell, and one point decides. Else every cell is next to such an edge: points beside them
// decide.
import { orient2dSign, orient3dSign } from '../../core/elementary/orientation.ts';
import { pointMeetsTriangle, projectionAxis } from '../../core/elementary/segment-meets-triangle.ts';
import type { TriMesh } from '../../core/mesh/tri-mesh.ts';
import { CLOSED, type Location, type Solid } from './solid.ts';
import { type Mean, WHOLE } from './solid-origin.ts';

/** How far the points beside an edge are from it, as shares of the way to a corner of the face. */
const SHARES_BESIDE = [2, 12, 44].map((bits) => WHOLE >> BigInt(bits));

/** Edges that have less than this share of their length within a face are left out. */
const MIN_OVERLAP = 1e-9;

/** Decides whether faces enter solids at one instant. */
export class Entering {
  private readonly mesh: TriMesh;
  private readonly x: Float64Array;
  /** Where vertices are, by solid. */
  private readonly located = new Map<Solid, Map<number, Location>>();

  constructor(mesh: TriMesh, x: Float64Array) {
    this.mesh = mesh;
    this.x = x;
  }

  /**
   * Whether a face has a point strictly inside the solid; `touching` are the solid's faces at it.
   */
  enters(face: number, touching: readonly number[], solid: Solid): boolean {
    const corners = this.cornersOf(face);
    const where = corners.map((corner) => this.locate(solid, corner));
    if (where.includes('inside')) return true;
    const axis = projectionAxis(this.x, corners[0], corners[1], corners[2]);
    if (axis < 0) return false;
    const edges = this.edgesWithin(face, touching, axis);
    if (edges.length > 0) return edges.some((mean) => solid.locateMean(mean) === 'inside');
    if (where.includes('outside') || touching.some((other) => this.isCovered(corners, other))) return false;
    const mean: Mean = { points: corners, weights: [WHOLE / 4n, WHOLE / 4n, WHOLE / 2n] };
    return solid.locateMean(mean) === 'inside';
  }

  private cornersOf(face: number): [number, number, number] {
    const { triangles } = this.mesh;
    return [3 * triangles[3 * face], 3 * triangles[3 * face + 1], 3 * triangles[3 * face + 2]];
  }

  private locate(solid: Solid, point: number): Location {
    const known = this.located.get(solid) ?? new Map<number, Location>();
    this.located.set(solid, known);
    const { x } = this;
    const location = known.get(point) ?? solid.locate(x[point], x[point + 1], x[point + 2], CLOSED);
    known.set(point, location);
    return location;
  }

  /** Whether the whole face lies in another one. */
  private isCovered(corners: readonly number[], other: number): boolean {
    const [a, b, c] = this.cornersOf(other);
    return corners.every((corner) => pointMeetsTriangle(this.x, corner, a, b, c));
  }

  /** Points of the face beside the edges of other faces that run through it in its plane. */
  private edgesWithin(face: number, touching: readonly number[], axis: number): Mean[] {
    const { topology } = this.mesh;
    const corners = this.cornersOf(face);
    const means: Mean[] = [];
    const seen = new Set<number>();
    for (const other of touching)
      for (let k = 0; k < 3; k++) {
        const edge = topology.faceEdges[3 * other + k];
        if (seen.has(edge)) continue;
        seen.add(edge);
        const ends = [3 * topology.edges[2 * edge], 3 * topology.edges[2 * edge + 1]];
        if (ends.some((end) => orient3dSign(this.x, corners[0], corners[1], corners[2], end) !== 0)) continue;
        const middle = this.middleWithin(ends[0], ends[1], corners, axis);
        if (middle === null) continue;
        for (const side of [-1, 1]) means.push(...this.beside(edge, ends, middle, corners, axis, side, touching));
      }
    return means;
  }

  /**
   * The middle of what an edge in the plane of a face has within it; null if that is too little.
   */
  private middleWithin(s: number, t: number, corners: readonly number[], axis: number): number | null {
    const { x } = this;
    const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
    const turn = orient2dSign(x, corners[0], corners[1], corners[2], u, v);
    let from = 0;
    let to = 1;
    for (let k = 0; k < 3; k++) {
      const [a, b] = [corners[k], corners[(k + 1) % 3]];
      const atStart = orient2dSign(x, a, b, s, u, v) * turn;
      const atEnd = orient2dSign(x, a, b, t, u, v) * turn;
      // Outside this side of the face, or along it.
      if (atStart <= 0 && atEnd <= 0) return null;
      if (atStart >= 0 && atEnd >= 0) continue;
      const h = (p: number): number =>
        (x[b + u] - x[a + u]) * (x[p + v] - x[a + v]) - (x[b + v] - x[a + v]) * (x[p + u] - x[a + u]);
      const at = h(s) / (h(s) - h(t));
      if (atStart < 0) from = Math.max(from, at);
      else to = Math.min(to, at);
    }
    return to - from > MIN_OVERLAP ? (from + to) / 2 : null;
  }

  /** Points beside the middle of an edge, unless a face of the solid covers that side. */
  private beside(
    edge: number,
    [s, t]: readonly number[],
    middle: number,
    corners: readonly number[],
    axis: number,
    side: number,
    touching: readonly number[],
  ): Mean[] {
    const { x } = this;
    const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
    const corner = corners.find((c) => orient2dSign(x, s, t, c, u, v) === side);
    if (corner === undefined || touching.some((other) => this.liesBeside(other, edge, corners, u, v, side))) return [];
    const share = BigInt(Math.floor(middle * 2 ** 52));
    return SHARES_BESIDE.map((beside) => {
      const end = ((WHOLE - beside) * share) >> 52n;
      return { points: [s, t, corner], weights: [WHOLE - beside - end, end, beside] };
    });
  }

  /** Whether a face has the edge and lies in the plane of the corners, on one side of the edge. */
  private liesBeside(
    face: number,
    edge: number,
    corners: readonly number[],
    u: number,
    v: number,
    side: number,
  ): boolean {
    const { edges, faceEdges } = this.mesh.topology;
    const { x } = this;
    if (!faceEdges.subarray(3 * face, 3 * face + 3).includes(edge)) return false;
    const [s, t] = [3 * edges[2 * edge], 3 * edges[2 * edge + 1]];
    const apex = this.cornersOf(face).find((c) => c !== s && c !== t) as number;
    return (
      orient3dSign(x, corners[0], corners[1], corners[2], apex) === 0 && orient2dSign(x, s, t, apex, u, v) === side
    );
  }
}
