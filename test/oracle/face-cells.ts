// Points in all cells into which segments in the plane of a face cut that face, exactly. Every cell
// has a piece of some segment on its border: the ray from the middle of the piece, square to it,
// is in the cell until it meets the next segment.
import { type ExactPoint, normalOf, type Triangle } from './exact-points.ts';
import { compare, type Rational } from './rational.ts';

/** A segment between two vertices. */
export type Segment = readonly [ExactPoint, ExactPoint];

/** x / w, y / w. */
interface FlatPoint {
  readonly x: bigint;
  readonly y: bigint;
  readonly w: bigint;
}

/** Between two points with integer coordinates. */
interface FlatSegment {
  readonly x: bigint;
  readonly y: bigint;
  readonly dx: bigint;
  readonly dy: bigint;
}

/** At least one point strictly inside each cell. The segments lie in the plane of the face. */
export function* cellPoints(face: Triangle, segments: readonly Segment[]): Generator<ExactPoint> {
  const plane = new Plane(face);
  const [a, b, c] = face;
  const borders = [plane.flatten([a, b]), plane.flatten([b, c]), plane.flatten([c, a])];
  const all = distinct([...borders, ...segments.map((segment) => plane.flatten(segment))]);
  for (const segment of all)
    for (const middle of middlesOf(segment, all))
      for (const turn of [1n, -1n]) {
        const point = halfway(middle, -segment.dy * turn, segment.dx * turn, all);
        if (point && isStrictlyWithin(point, borders)) yield plane.lift(point);
      }
}

/** The plane of a face, seen along an axis that it does not contain. */
class Plane {
  private readonly axes: readonly ['x' | 'y' | 'z', 'x' | 'y' | 'z', 'x' | 'y' | 'z'];
  private readonly normal: readonly [bigint, bigint, bigint];
  private readonly height: bigint;

  constructor(face: Triangle) {
    const n = normalOf(face);
    const k = n.findIndex((coordinate) => coordinate !== 0n);
    const names = ['x', 'y', 'z'] as const;
    this.axes = [names[(k + 1) % 3], names[(k + 2) % 3], names[k]];
    const flip = n[k] < 0n ? -1n : 1n;
    this.normal = [flip * n[(k + 1) % 3], flip * n[(k + 2) % 3], flip * n[k]];
    const [u, v, w] = this.axes;
    this.height = this.normal[0] * face[0][u] + this.normal[1] * face[0][v] + this.normal[2] * face[0][w];
  }

  flatten([p, q]: Segment): FlatSegment {
    const [u, v] = this.axes;
    return { x: p[u], y: p[v], dx: q[u] - p[u], dy: q[v] - p[v] };
  }

  lift({ x, y, w }: FlatPoint): ExactPoint {
    const [m, n, o] = this.normal;
    const along = { [this.axes[0]]: x * o, [this.axes[1]]: y * o, [this.axes[2]]: this.height * w - m * x - n * y };
    return { x: along.x, y: along.y, z: along.z, w: w * o };
  }
}

function distinct(segments: readonly FlatSegment[]): FlatSegment[] {
  const key = ({ x, y, dx, dy }: FlatSegment) => [`${x} ${y}`, `${x + dx} ${y + dy}`].sort().join(' ');
  return [...new Map(segments.map((segment) => [key(segment), segment])).values()];
}

/** The middles of the pieces into which the others cut a segment. */
function middlesOf(segment: FlatSegment, others: readonly FlatSegment[]): FlatPoint[] {
  const cuts: Rational[] = [
    { num: 0n, den: 1n },
    { num: 1n, den: 1n },
  ];
  const { x, y, dx, dy } = segment;
  for (const other of others) if (other !== segment) cuts.push(...meetings({ x, y, w: 1n }, dx, dy, other));
  const within = cuts.filter(({ num, den }) => num >= 0n && num <= den).sort(compare);
  return within.slice(1).flatMap((high, i) => {
    const low = within[i];
    if (compare(low, high) === 0) return [];
    const [t, w] = [low.num * high.den + high.num * low.den, 2n * low.den * high.den];
    return [{ x: x * w + dx * t, y: y * w + dy * t, w }];
  });
}

/** Times t at which p + t (dx, dy) is on a segment; of a common stretch, its two ends. */
function meetings(p: FlatPoint, dx: bigint, dy: bigint, { x, y, dx: ex, dy: ey }: FlatSegment): Rational[] {
  // From p to the start of the segment, times p.w.
  const [fx, fy] = [x * p.w - p.x, y * p.w - p.y];
  const turn = dx * ey - dy * ex;
  if (turn !== 0n) {
    const s = positive(fx * dy - fy * dx, turn * p.w);
    return s.num < 0n || s.num > s.den ? [] : [positive(fx * ey - fy * ex, turn * p.w)];
  }
  if (fx * dy !== fy * dx) return [];
  const den = (dx * dx + dy * dy) * p.w;
  const first = fx * dx + fy * dy;
  return [
    { num: first, den },
    { num: first + (ex * dx + ey * dy) * p.w, den },
  ];
}

const positive = (num: bigint, den: bigint): Rational => (den < 0n ? { num: -num, den: -den } : { num, den });

/**
 * The point halfway from p along a direction to the first segment there; undefined if there is
 * none.
 */
function halfway(p: FlatPoint, dx: bigint, dy: bigint, segments: readonly FlatSegment[]): FlatPoint | undefined {
  const times = segments.flatMap((segment) => meetings(p, dx, dy, segment)).filter(({ num }) => num > 0n);
  if (times.length === 0) return undefined;
  const { num, den } = times.reduce((a, b) => (compare(a, b) <= 0 ? a : b));
  const w = 2n * den;
  return { x: p.x * w + dx * num * p.w, y: p.y * w + dy * num * p.w, w: p.w * w };
}

function isStrictlyWithin(p: FlatPoint, borders: readonly FlatSegment[]): boolean {
  const turns = borders.map(({ x, y, dx, dy }) => dx * (p.y - y * p.w) - dy * (p.x - x * p.w));
  return turns.every((turn) => turn > 0n) || turns.every((turn) => turn < 0n);
}
