// Decides what two features that touch at the start of a step do just after it: do their surfaces
// begin to interpenetrate, and if not, when do the features touch again? For all small enough t > 0
// a polynomial has the sign of its lowest coefficient that is not zero. All tests of a static mesh
// are signs of such polynomials, so the mesh just after the start is tested like a static one,
// exactly. Surfaces that merely lie against each other (resting, sliding) do not interpenetrate.
// Surfaces interpenetrate if a small push would not separate them.
import type { Topology } from '../../mesh/topology.ts';
import { orient2dSign, orient3dSign } from '../orientation.ts';
import { crossAlong, dot, type MovingPoint, MovingPolygon, minus, movingPoints } from './exact-time.ts';
import { type Polynomial, signOf } from './polynomial.ts';
import { rootsInUnit } from './real-root.ts';

/** The part of a face on which a point lies: the inside, an edge or a corner. */
interface FacePart {
  /** Faces that share this part. */
  readonly faces: ArrayLike<number>;
  /** The ends of the edge, if the part is one; else null. */
  readonly line: readonly [number, number] | null;
  /** Whether the part is the inside of the face. */
  readonly inside: boolean;
}

const AXES = [0, 1, 2] as const;
const query = new Float64Array(24);

/**
 * The next time in (0, 1] at which features that touch at the start touch again: a proven lower
 * bound, positive. Infinity if they never do. Also Infinity if they stay in one plane: a feature
 * that goes through a face or an edge leaves its plane, so another pair reports it. A query as for
 * `exactTime`.
 */
export function timeOfReturn(q: Float64Array, edges: boolean): number {
  // Four points of which two move together are always in one plane.
  for (let i = 0; i < 9; i += 3) for (let j = i + 3; j < 12; j += 3) if (moveTogether(q, i, j)) return Infinity;
  const polygon = new MovingPolygon(movingPoints(q), q, edges);
  const volume = polygon.coplanarity();
  // The roots at 0 are the contact at the start. Without these factors of t, all roots are later.
  const later = volume.slice(volume.findIndex((c) => c !== 0n));
  for (const root of rootsInUnit(later)) {
    if (polygon.containsOriginAt(root)) return Math.max(root.lowerBound(), Number.MIN_VALUE);
  }
  return Number.POSITIVE_INFINITY;
}

function moveTogether(q: Float64Array, a: number, b: number): boolean {
  for (let at = 0; at < q.length; at += 12) for (let k = at; k < at + 3; k++) if (q[a + k] !== q[b + k]) return false;
  return true;
}

/**
 * Decides whether contacts at the start of a step begin to interpenetrate.
 *
 * Why no crossing that begins is missed: follow the line in which two faces cross to its end.
 * Either an edge goes through a face there, or past the border of one (`goesThrough`). Then the two
 * met at the start, at an end of the edge or at an edge of the face, and that pair started
 * touching. Or the line ends at a vertex that stays in a face and has faces on both sides of it
 * (`hasFacesOnBothSides`). Edges that go on crossing each other pass the borders of each other's
 * faces. A vertex that stays on an edge or at a vertex stays in each of the faces there; nothing
 * crosses while all faces around it are on one side of each of these.
 *
 * Safe direction: interpenetration may be reported although there is none, never the reverse. That
 * happens only if a contact lasts on the border of a face while something begins to turn or slide
 * there. Surfaces that no plane separates then count as interpenetrating, though one may lie in a
 * dent of the other.
 */
export class InitialContact {
  private readonly topology: Topology;
  private readonly x0: Float64Array;
  private readonly x1: Float64Array;
  /**
   * Whether one of the signs computed so far was zero at the start and is not zero just after it.
   * If none was, nothing begins at the start.
   */
  private changed = false;

  /** For a step of this mesh from x0 to x1. */
  constructor(topology: Topology, x0: Float64Array, x1: Float64Array) {
    this.topology = topology;
    this.x0 = x0;
    this.x1 = x1;
  }

  /**
   * Given that vertex v and face f touch at the start: do faces around v go into f, or into its
   * surface near v?
   */
  vertexEnters(v: number, f: number): boolean {
    const [a, b, c] = this.corners(f);
    const side = this.side(a, b, c, v);
    if (side === 0) return this.hasFacesOnBothSides(v, f);
    // The side of v is a changed sign: v was in the plane at the start.
    for (const e of this.edgesAt(v)) {
      if (this.side(a, b, c, this.otherEnd(e, v)) * side < 0 && this.goesThrough(e, f)) return true;
    }
    return false;
  }

  /** Given that edges e and g touch at the start: do faces of one go into those of the other? */
  edgesEnter(e: number, g: number): boolean {
    return this.goesThroughFaces(e, g) || this.goesThroughFaces(g, e);
  }

  /** Does edge e go through a face of edge g? */
  private goesThroughFaces(e: number, g: number): boolean {
    const [u, w] = this.ends(e);
    for (const f of this.facesOfEdge(g)) {
      const [a, b, c] = this.corners(f);
      this.changed = false;
      const side = this.side(a, b, c, u);
      if (side !== 0 && this.side(a, b, c, w) * side < 0 && this.goesThrough(e, f)) return true;
    }
    return false;
  }

  /**
   * For an edge whose ends are on different sides of the face's plane: does it begin to go through
   * the face, or past its border?
   */
  private goesThrough(e: number, f: number): boolean {
    const corners = this.corners(f);
    const [u, w] = this.ends(e);
    const turns = AXES.map((k) => this.side(u, w, corners[k], corners[(k + 1) % 3]));
    const part = this.partOf(f, turns);
    if (part === null) return false;
    if (part.inside) return true;
    return this.changed && !this.separable([u, w], this.facesOfEdge(e), part.faces);
  }

  /**
   * For a vertex that stays in the plane of the face: does it stay in the face, with faces around
   * it on both sides?
   */
  private hasFacesOnBothSides(v: number, f: number): boolean {
    const corners = this.corners(f);
    const [a, b, c] = corners;
    const star = this.facesOfVertex(v);
    this.changed = false;
    if (this.sides(a, b, c, this.cornersOf(star)).size < 2) return false;
    const axis = AXES.find((k) => this.turn(a, b, c, k) !== 0);
    // A face that stays degenerate is the union of its edges, and those have tests of their own.
    if (axis === undefined) return false;
    const turns = AXES.map((k) => this.turn(corners[k], corners[(k + 1) % 3], v, axis));
    const part = this.partOf(f, turns);
    if (part === null || !this.changed) return false;
    return part.inside || !this.separable(part.line, star, part.faces);
  }

  /**
   * The part of the face on which a point lies, from the turns of the face's sides as seen from the
   * point; null if it is not in the closed face.
   */
  private partOf(f: number, turns: readonly number[]): FacePart | null {
    if (turns.includes(1) && turns.includes(-1)) return null;
    const flat = turns.filter((turn) => turn === 0).length;
    if (flat === 0) return { faces: [f], line: null, inside: true };
    if (flat === 1) {
      const e = this.topology.faceEdges[3 * f + turns.indexOf(0)];
      return { faces: this.facesOfEdge(e), line: this.ends(e), inside: false };
    }
    const opposite = turns.findIndex((turn) => turn !== 0);
    return { faces: this.facesOfVertex(this.corners(f)[(opposite + 2) % 3]), line: null, inside: false };
  }

  /**
   * Is there a plane that separates `some` faces from the `others`? The planes of the faces and
   * those through `line` are tried. If the contact lies on an edge, `line`, no other plane can
   * separate them.
   */
  private separable(
    line: readonly [number, number] | null,
    some: ArrayLike<number>,
    others: ArrayLike<number>,
  ): boolean {
    const a = this.cornersOf(some);
    const b = this.cornersOf(others);
    const planes = [...Array.from(some), ...Array.from(others)].map((f) => this.corners(f));
    if (line !== null) for (const w of [...a, ...b]) planes.push([line[0], line[1], w]);
    return planes.some((plane) => this.separates(plane, a, b));
  }

  /**
   * Whether the plane through p, q, r has the points a on one side and b on the other; points in
   * the plane are on both.
   */
  private separates([p, q, r]: readonly number[], a: Set<number>, b: Set<number>): boolean {
    let sideOfA = 0;
    for (const [points, sign] of [
      [a, 1],
      [b, -1],
    ] as const) {
      for (const w of points) {
        const side = sign * this.side(p, q, r, w);
        if (side * sideOfA < 0) return false;
        sideOfA ||= side;
      }
    }
    // All signs are zero only if p, q, r are collinear: if all corners were in one plane, nothing
    // would have been found on two sides.
    return sideOfA !== 0;
  }

  /**
   * The sides of the plane through a, b, c on which there are points. Computes all signs, so that
   * `changed` covers them all.
   */
  private sides(a: number, b: number, c: number, points: Set<number>): Set<number> {
    const sides = new Set<number>();
    for (const w of points) sides.add(this.side(a, b, c, w));
    sides.delete(0);
    return sides;
  }

  /** Sign of det(a − d, b − d, c − d) just after the start. */
  private side(a: number, b: number, c: number, d: number): number {
    if (d === a || d === b || d === c) return 0;
    const sign = orient3dSign(this.x0, 3 * a, 3 * b, 3 * c, 3 * d);
    if (sign !== 0) return sign;
    // Four points of which two move together are always in one plane.
    if (this.coincide(a, b) || this.coincide(a, c) || this.coincide(b, c)) return 0;
    if (this.coincide(d, a) || this.coincide(d, b) || this.coincide(d, c)) return 0;
    const [pa, pb, pc, pd] = this.points(a, b, c, d);
    const eb = minus(pb, pd);
    const ec = minus(pc, pd);
    return this.signAfterStart(
      dot(minus(pa, pd), [crossAlong(eb, ec, 0), crossAlong(eb, ec, 1), crossAlong(eb, ec, 2)]),
    );
  }

  /** Sign of (a − c) × (b − c) along an axis just after the start. */
  private turn(a: number, b: number, c: number, axis: number): number {
    const sign = orient2dSign(this.x0, 3 * a, 3 * b, 3 * c, (axis + 1) % 3, (axis + 2) % 3);
    if (sign !== 0) return sign;
    if (this.coincide(a, b) || this.coincide(a, c) || this.coincide(b, c)) return 0;
    const [pa, pb, pc] = this.points(a, b, c, c);
    return this.signAfterStart(crossAlong(minus(pa, pc), minus(pb, pc), axis));
  }

  /** Whether two vertices are at one place, at the start and at the end. */
  private coincide(v: number, w: number): boolean {
    const { x0, x1 } = this;
    for (let k = 0; k < 3; k++) if (x0[3 * v + k] !== x0[3 * w + k] || x1[3 * v + k] !== x1[3 * w + k]) return false;
    return true;
  }

  /** The sign just after the start of a polynomial that is zero at the start. */
  private signAfterStart(p: Polynomial): number {
    const sign = signOf(p.find((c) => c !== 0n) ?? 0n);
    if (sign !== 0) this.changed = true;
    return sign;
  }

  private points(...ids: readonly number[]): MovingPoint[] {
    const { x0, x1 } = this;
    for (let i = 0; i < 12; i++) {
      const from = 3 * ids[Math.floor(i / 3)] + (i % 3);
      query[i] = x0[from];
      query[12 + i] = x1[from];
    }
    return movingPoints(query);
  }

  private corners(f: number): number[] {
    const { triangles } = this.topology;
    return [triangles[3 * f], triangles[3 * f + 1], triangles[3 * f + 2]];
  }

  private cornersOf(faces: ArrayLike<number>): Set<number> {
    return new Set(Array.from(faces).flatMap((f) => this.corners(f)));
  }

  private ends(e: number): [number, number] {
    const { edges } = this.topology;
    return [edges[2 * e], edges[2 * e + 1]];
  }

  private otherEnd(e: number, v: number): number {
    const [u, w] = this.ends(e);
    return u === v ? w : u;
  }

  private edgesAt(v: number): Set<number> {
    const { faceEdges } = this.topology;
    const edges = new Set<number>();
    for (const f of this.facesOfVertex(v)) {
      for (let i = 3 * f; i < 3 * f + 3; i++) if (this.ends(faceEdges[i]).includes(v)) edges.add(faceEdges[i]);
    }
    return edges;
  }

  private facesOfVertex(v: number): Uint32Array {
    const { starStart, starFaces } = this.topology;
    return starFaces.subarray(starStart[v], starStart[v + 1]);
  }

  private facesOfEdge(e: number): Uint32Array {
    const { edgeFaceStart, edgeFaces } = this.topology;
    return edgeFaces.subarray(edgeFaceStart[e], edgeFaceStart[e + 1]);
  }
}
