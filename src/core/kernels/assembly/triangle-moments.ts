// Up to four triangles against one of the other body at a moment: their gaps along the axes of the boxes around them, which are a side of
// a triangle, its normal, and what is square to both. Along its own axes a triangle reaches as far as its box; along those of the other
// its corners count, and they reach less far: boxes of the faces around a hole stick out over it, the faces do not.
import { Lane } from './lanes';
import { Moments } from './moments';
import { PER_UNIT } from './relative-pose';

/**
 * In units of the floats: the corners of the four, a coordinate a row; and those of the one, in all lanes, from the centre of its box and
 * along its axes.
 */
const CORNERS: usize = memory.data(9 * 16, 16);
const OWN: usize = memory.data(9 * 16, 16);

/** Bytes of a triangle. */
const TRIANGLE: usize = 72;

export class TriangleMoments {
  /** After the boxes are set: the triangles in the first `count` of the four, and the other. */
  static setTriangles(query: usize, triangles: usize, count: i32, other: usize): void {
    const unit = load<f64>(query, PER_UNIT);
    const both = f64x2.splat(unit);
    // Lanes that are not there repeat the first.
    const second = triangles + (count > 1 ? TRIANGLE : 0);
    const third = triangles + (count > 2 ? 2 * TRIANGLE : 0);
    const fourth = triangles + (count > 3 ? 3 * TRIANGLE : 0);
    for (let k: usize = 0; k < TRIANGLE; k += 8) {
      const low = f64x2.mul(v128.load64_lane(second + k, v128.load64_zero(triangles + k), 1), both);
      const high = f64x2.mul(v128.load64_lane(fourth + k, v128.load64_zero(third + k), 1), both);
      v128.store(CORNERS + (k << 1), Lane.narrowed(low, high));
    }
    for (let i: usize = 0; i < 3; i++) {
      const corner = other + i * 24;
      const x = unit * load<f64>(corner) - Moments.centre(0);
      const y = unit * load<f64>(corner, 8) - Moments.centre(1);
      const z = unit * load<f64>(corner, 16) - Moments.centre(2);
      for (let k: usize = 0; k < 3; k++) {
        const along = Moments.axisOf(3 * k) * x + Moments.axisOf(3 * k + 1) * y + Moments.axisOf(3 * k + 2) * z;
        v128.store(OWN + ((3 * i + k) << 4), f32x4.splat(<f32>along));
      }
    }
  }

  @inline static corner(row: usize): v128 {
    return v128.load(CORNERS + (row << 4));
  }

  @inline static own(row: usize): v128 {
    return v128.load(OWN + (row << 4));
  }

  @inline static least(x: v128, y: v128, z: v128): v128 {
    return f32x4.pmin(f32x4.pmin(x, y), z);
  }

  @inline static most(x: v128, y: v128, z: v128): v128 {
    return f32x4.pmax(f32x4.pmax(x, y), z);
  }

  /** How far all between `low` and `high` is beyond ±h: 0 where something is within. */
  @inline static beyond(low: v128, high: v128, h: v128): v128 {
    const above = f32x4.pmax(f32x4.sub(low, h), f32x4.splat(0));
    return f32x4.add(above, f32x4.pmin(f32x4.add(high, h), f32x4.splat(0)));
  }

  /** Where the corners of the four are along an axis of the one. */
  @inline static gapAlong(n: v128, half: v128): v128 {
    const r0 = Moments.spread(n, 0);
    const r1 = Moments.spread(n, 1);
    const r2 = Moments.spread(n, 2);
    const x = Moments.dot(r0, r1, r2, TriangleMoments.corner(0), TriangleMoments.corner(1), TriangleMoments.corner(2));
    const y = Moments.dot(r0, r1, r2, TriangleMoments.corner(3), TriangleMoments.corner(4), TriangleMoments.corner(5));
    const z = Moments.dot(r0, r1, r2, TriangleMoments.corner(6), TriangleMoments.corner(7), TriangleMoments.corner(8));
    const at = Moments.spread(n, 3);
    const low = f32x4.add(TriangleMoments.least(x, y, z), at);
    return TriangleMoments.beyond(low, f32x4.add(TriangleMoments.most(x, y, z), at), half);
  }

  /** Where the corners of the one are along an axis of the four, of which this is the first row. */
  @inline static gapAcross(axis: usize, half: v128, n0: v128, n1: v128, n2: v128, d0: v128, d1: v128, d2: v128): v128 {
    const a = Moments.lane(axis);
    const b = Moments.lane(axis + 1);
    const c = Moments.lane(axis + 2);
    const c0 = TriangleMoments.turned(n0, a, b, c);
    const c1 = TriangleMoments.turned(n1, a, b, c);
    const c2 = TriangleMoments.turned(n2, a, b, c);
    const q = Moments.dot(c0, c1, c2, d0, d1, d2);
    const x = Moments.dot(c0, c1, c2, TriangleMoments.own(0), TriangleMoments.own(1), TriangleMoments.own(2));
    const y = Moments.dot(c0, c1, c2, TriangleMoments.own(3), TriangleMoments.own(4), TriangleMoments.own(5));
    const z = Moments.dot(c0, c1, c2, TriangleMoments.own(6), TriangleMoments.own(7), TriangleMoments.own(8));
    const low = f32x4.sub(q, TriangleMoments.most(x, y, z));
    return TriangleMoments.beyond(low, f32x4.sub(q, TriangleMoments.least(x, y, z)), half);
  }

  @inline static turned(n: v128, x: v128, y: v128, z: v128): v128 {
    return Moments.dot(Moments.spread(n, 0), Moments.spread(n, 1), Moments.spread(n, 2), x, y, z);
  }

  /** The gaps at a moment, once for the present triangles. */
  static look(i: i32): void {
    const to = Moments.toLookAt(i);
    const pose = Moments.pose(i);
    const slack = Moments.slack(pose);
    const m0 = Moments.row(pose, 0);
    const m1 = Moments.row(pose, 1);
    const m2 = Moments.row(pose, 2);
    const n0 = Moments.along(6, m0, m1, m2);
    const n1 = Moments.along(9, m0, m1, m2);
    const n2 = Moments.along(12, m0, m1, m2);
    let gap = TriangleMoments.gapAlong(n0, f32x4.add(Moments.scaled(3), slack));
    let bits = gap;
    v128.store(to, gap);
    gap = TriangleMoments.gapAlong(n1, f32x4.add(Moments.scaled(4), slack));
    bits = v128.or(bits, gap);
    v128.store(to, gap, 16);
    gap = TriangleMoments.gapAlong(n2, f32x4.add(Moments.scaled(5), slack));
    bits = v128.or(bits, gap);
    v128.store(to, gap, 32);
    const x = Moments.scaled(6);
    const y = Moments.scaled(7);
    const z = Moments.scaled(8);
    const d0 = f32x4.add(TriangleMoments.turned(n0, x, y, z), Moments.spread(n0, 3));
    const d1 = f32x4.add(TriangleMoments.turned(n1, x, y, z), Moments.spread(n1, 3));
    const d2 = f32x4.add(TriangleMoments.turned(n2, x, y, z), Moments.spread(n2, 3));
    gap = TriangleMoments.gapAcross(6, f32x4.add(Moments.scaled(9), slack), n0, n1, n2, d0, d1, d2);
    bits = v128.or(bits, gap);
    v128.store(to, gap, 48);
    gap = TriangleMoments.gapAcross(9, f32x4.add(Moments.scaled(10), slack), n0, n1, n2, d0, d1, d2);
    bits = v128.or(bits, gap);
    v128.store(to, gap, 64);
    gap = TriangleMoments.gapAcross(12, f32x4.add(Moments.scaled(11), slack), n0, n1, n2, d0, d1, d2);
    v128.store(to, gap, 80);
    v128.store(to, v128.or(bits, gap), 96);
  }
}
