// The last stage of the elementary tests: exact arithmetic on integers, for the pairs that floating
// point cannot decide. The origin meets the moving polygon x_0 … x_{m−1} (see ../kernels/pair.ts)
// at a root of C(t), where it lies in the polygon's plane. If C vanishes identically, the origin
// stays in the plane and can enter the polygon only through a side. docs/numerics.md has the
// argument.
import { toIntegers } from './integers.ts';
import { add, fromControlValues, multiply, type Polynomial, subtract } from './polynomial.ts';
import { type RealRoot, rootsInUnit } from './real-root.ts';

/** Coordinates of one moving point: polynomials in time, linear for straight motion. */
export type MovingPoint = readonly [Polynomial, Polynomial, Polynomial];

const AXES = [0, 1, 2] as const;
/** Numbers of a query per control point: xyz of four points. */
const NUMBERS = 12;

/**
 * A proven lower bound of the first time of contact, within one rounding of it; Infinity if there
 * is no contact. All of q is one query, as in ../times.ts: four points for each control point of
 * their paths.
 */
export function exactTime(q: Float64Array, edges: boolean): number {
  const polygon = new MovingPolygon(movingPoints(q), q, edges);
  const volume = polygon.coplanarity();
  if (volume.length === 0) return polygon.firstContactInPlane();
  for (const root of rootsInUnit(volume)) if (polygon.containsOriginAt(root)) return root.lowerBound();
  return Number.POSITIVE_INFINITY;
}

/** The control values of number i of a query. */
function valuesAlongPath<T>(q: ArrayLike<T>, i: number): T[] {
  const values: T[] = [];
  for (let at = i; at < q.length; at += NUMBERS) values.push(q[at]);
  return values;
}

/** The four points of a query, as integers times a common power of two. */
export function movingPoints(q: Float64Array): MovingPoint[] {
  const n = toIntegers(q, 0, q.length);
  const coordinate = (i: number) => fromControlValues(valuesAlongPath(n, i));
  return [0, 3, 6, 9].map((i) => [coordinate(i), coordinate(i + 1), coordinate(i + 2)]);
}

/** The difference a − b. */
export function minus(a: MovingPoint, b: MovingPoint): MovingPoint {
  return [subtract(a[0], b[0]), subtract(a[1], b[1]), subtract(a[2], b[2])];
}

/** The component of a × b along an axis. */
export function crossAlong(a: MovingPoint, b: MovingPoint, axis: number): Polynomial {
  const p = (axis + 1) % 3;
  const r = (axis + 2) % 3;
  return subtract(multiply(a[p], b[r]), multiply(a[r], b[p]));
}

/** The dot product a · b. */
export function dot(a: MovingPoint, b: MovingPoint): Polynomial {
  return add(add(multiply(a[0], b[0]), multiply(a[1], b[1])), multiply(a[2], b[2]));
}

/** The polygon of a query. The features are in contact while the origin lies in it. */
export class MovingPolygon {
  private readonly corners: readonly MovingPoint[];
  private readonly q: Float64Array;
  private readonly edges: boolean;

  /** `q` holds the same points as doubles, for choices that need not be exact. */
  constructor([a, b, c, d]: readonly MovingPoint[], q: Float64Array, edges: boolean) {
    this.q = q;
    this.edges = edges;
    this.corners = edges
      ? [minus(a, c), minus(b, c), minus(b, d), minus(a, d)]
      : [minus(a, b), minus(a, c), minus(a, d)];
  }

  private get last(): MovingPoint {
    return this.corners[this.corners.length - 1];
  }

  private next(j: number): MovingPoint {
    return this.corners[(j + 1) % this.corners.length];
  }

  /** C(t) = x_0 · (x_1 × x_last). */
  coplanarity(): Polynomial {
    const [x0, x1] = this.corners;
    const parts = AXES.map((axis) => multiply(x0[axis], crossAlong(x1, this.last, axis)));
    return add(add(parts[0], parts[1]), parts[2]);
  }

  /**
   * The axes in descending order of the normal's component along them. Along the first, signs are
   * decided with the least narrowing. Any order gives the same answer.
   */
  private axesByNormal(t: number): number[] {
    const { q, edges } = this;
    const at = (i: number) => {
      const values = valuesAlongPath(q, i);
      for (let last = values.length - 1; last > 0; last--)
        for (let j = 0; j < last; j++) values[j] = (1 - t) * values[j] + t * values[j + 1];
      return values[0];
    };
    const e = AXES.map((axis) => (edges ? at(axis) - at(3 + axis) : at(3 + axis) - at(6 + axis)));
    const g = AXES.map((axis) => (edges ? at(6 + axis) - at(9 + axis) : at(3 + axis) - at(9 + axis)));
    const size = AXES.map((axis) =>
      Math.abs(e[(axis + 1) % 3] * g[(axis + 2) % 3] - e[(axis + 2) % 3] * g[(axis + 1) % 3]),
    );
    return [...AXES].sort((a, b) => size[b] - size[a]);
  }

  /**
   * Given that the origin lies in the polygon's plane at this time: does it lie in the closed
   * polygon?
   */
  containsOriginAt(time: RealRoot): boolean {
    const [x0, x1] = this.corners;
    const e = minus(x1, x0);
    const g = minus(this.last, x0);
    for (const axis of this.axesByNormal(time.approximate())) {
      const turn = time.sign(crossAlong(e, g, axis));
      if (turn === 0) continue;
      return this.corners.every((x, j) => turn * time.sign(crossAlong(x, this.next(j), axis)) >= 0);
    }
    // The polygon is degenerate, a segment or a point: the union of its sides.
    return this.corners.some(
      (x, j) => AXES.every((axis) => time.sign(crossAlong(x, this.next(j), axis)) === 0) && this.between(time, j),
    );
  }

  /** Given that the origin is on the line through corners j and j + 1: is it between them? */
  private between(time: RealRoot, j: number): boolean {
    return time.sign(dot(this.corners[j], this.next(j))) <= 0;
  }

  /**
   * The first time of contact if the origin never leaves the plane: 0 if it is in the polygon at
   * the start, else the first time at which it comes in through a side.
   */
  firstContactInPlane(): number {
    let first = Number.POSITIVE_INFINITY;
    const [start] = rootsInUnit([0n, 1n]);
    if (this.containsOriginAt(start)) return 0;
    this.corners.forEach((x, j) => {
      const across = AXES.map((axis) => crossAlong(x, this.next(j), axis)).filter((p) => p.length > 0);
      // If the line of a side always passes through the origin, the side is entered at a corner.
      const events = across.length > 0 ? [across[0]] : x.filter((p) => p.length > 0);
      for (const event of events) {
        for (const time of rootsInUnit(event)) {
          const meets = across.every((p) => time.sign(p) === 0) && this.between(time, j);
          if (meets) first = Math.min(first, time.lowerBound());
        }
      }
    });
    return first;
  }
}
