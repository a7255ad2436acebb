// Gaps of up to four triangles against a single one of the other body at a sample time, along the
// axes of the boxes around them (sample-times.ts). The axes are a side of the triangle, its normal,
// and the direction perpendicular to both. Along its own axes a triangle extends as far as its box.
// Along the axes of the other triangle its corners extend less far than its box: the boxes of faces
// around a hole stick out over the hole, the faces do not.
import { Lane } from '../../../core/kernels/lanes';
import { ROW, TRIANGLE_BYTES } from './box-nodes';
import { LaneMath } from './lane-math';
import { RigidContext, SAMPLE_BOXES, SAMPLE_TRIANGLES } from './rigid-context';
import { CENTRES_OF_FOUR, HALF_WIDTHS, HALF_WIDTHS_OF_FOUR, SampleTimes } from './sample-times';

/** In units: corners of the four triangles, one coordinate per row. */
const CORNERS: usize = SAMPLE_TRIANGLES;
/**
 * In units: corners of the single triangle in all lanes, relative to the centre of its box and
 * along the axes of the box.
 */
const SINGLE_CORNERS: usize = SAMPLE_TRIANGLES + 9 * ROW;

/** Samples the gaps of triangles. */
export class TriangleSamples {
  /**
   * Sets the triangles in the first `count` of the four boxes, and the single one. The boxes must
   * be set.
   */
  static setTriangles(context: RigidContext, triangles: usize, count: i32, single: usize): void {
    const at = changetype<usize>(context);
    const unit = context.perUnit;
    const both = f64x2.splat(unit);
    // Unused lanes repeat the first triangle.
    const second = triangles + (count > 1 ? TRIANGLE_BYTES : 0);
    const third = triangles + (count > 2 ? 2 * TRIANGLE_BYTES : 0);
    const fourth = triangles + (count > 3 ? 3 * TRIANGLE_BYTES : 0);
    for (let k: usize = 0; k < TRIANGLE_BYTES; k += 8) {
      const low = f64x2.mul(v128.load64_lane(second + k, v128.load64_zero(triangles + k), 1), both);
      const high = f64x2.mul(v128.load64_lane(fourth + k, v128.load64_zero(third + k), 1), both);
      v128.store(at + (k << 1), Lane.narrowed(low, high), CORNERS);
    }
    const box = context.sampledBox;
    for (let i: usize = 0; i < 3; i++) {
      const corner = single + i * 24;
      const x = unit * load<f64>(corner) - <f64>load<f32>(at, SAMPLE_BOXES + 12);
      const y = unit * load<f64>(corner, 8) - <f64>load<f32>(at, SAMPLE_BOXES + ROW + 12);
      const z = unit * load<f64>(corner, 16) - <f64>load<f32>(at, SAMPLE_BOXES + 2 * ROW + 12);
      for (let k: usize = 0; k < 3; k++) {
        const along = SampleTimes.along(box, 6 + 3 * k, x, y, z);
        v128.store(at + ((3 * i + k) << 4), f32x4.splat(<f32>along), SINGLE_CORNERS);
      }
    }
  }

  /** The least of three. */
  @inline static least(x: v128, y: v128, z: v128): v128 {
    return f32x4.pmin(f32x4.pmin(x, y), z);
  }

  /** The greatest of three. */
  @inline static most(x: v128, y: v128, z: v128): v128 {
    return f32x4.pmax(f32x4.pmax(x, y), z);
  }

  /** The coordinate of a corner along (x, y, z); `corner` is the address of its first row. */
  @inline static project(corner: usize, x: v128, y: v128, z: v128): v128 {
    return LaneMath.dot<f32>(x, y, z, v128.load(corner), v128.load(corner, ROW), v128.load(corner, 2 * ROW));
  }

  /**
   * How far the interval from `low` to `high` is beyond ±h, with its sign; 0 where they overlap.
   */
  @inline static beyond(low: v128, high: v128, h: v128): v128 {
    const above = f32x4.pmax(f32x4.sub(low, h), f32x4.splat(0));
    return f32x4.add(above, f32x4.pmin(f32x4.add(high, h), f32x4.splat(0)));
  }

  /** Gaps along an axis of the single triangle, from the corners of the four. */
  @inline static gapAlong(context: RigidContext, n: v128, half: v128): v128 {
    const corners = changetype<usize>(context) + CORNERS;
    const r0 = SampleTimes.spread(n, 0);
    const r1 = SampleTimes.spread(n, 1);
    const r2 = SampleTimes.spread(n, 2);
    const x = TriangleSamples.project(corners, r0, r1, r2);
    const y = TriangleSamples.project(corners + 3 * ROW, r0, r1, r2);
    const z = TriangleSamples.project(corners + 6 * ROW, r0, r1, r2);
    const offset = SampleTimes.spread(n, 3);
    const low = f32x4.add(TriangleSamples.least(x, y, z), offset);
    return TriangleSamples.beyond(low, f32x4.add(TriangleSamples.most(x, y, z), offset), half);
  }

  /** Gaps along an axis of the four, from the corners of the single triangle. */
  @inline static gapAcross(
    context: RigidContext,
    axis: usize,
    half: v128,
    n0: v128,
    n1: v128,
    n2: v128,
    d0: v128,
    d1: v128,
    d2: v128,
  ): v128 {
    const corners = changetype<usize>(context) + SINGLE_CORNERS;
    const a = v128.load(axis);
    const b = v128.load(axis, ROW);
    const c = v128.load(axis, 2 * ROW);
    const c0 = TriangleSamples.rotated(n0, a, b, c);
    const c1 = TriangleSamples.rotated(n1, a, b, c);
    const c2 = TriangleSamples.rotated(n2, a, b, c);
    const q = LaneMath.dot<f32>(c0, c1, c2, d0, d1, d2);
    const x = TriangleSamples.project(corners, c0, c1, c2);
    const y = TriangleSamples.project(corners + 3 * ROW, c0, c1, c2);
    const z = TriangleSamples.project(corners + 6 * ROW, c0, c1, c2);
    const low = f32x4.sub(q, TriangleSamples.most(x, y, z));
    return TriangleSamples.beyond(low, f32x4.sub(q, TriangleSamples.least(x, y, z)), half);
  }

  /** The product of the three numbers of a row with (x, y, z). */
  @inline static rotated(n: v128, x: v128, y: v128, z: v128): v128 {
    return LaneMath.dot<f32>(SampleTimes.spread(n, 0), SampleTimes.spread(n, 1), SampleTimes.spread(n, 2), x, y, z);
  }

  /** Writes the gaps of the present triangles at time i. */
  static test(context: RigidContext, i: i32): void {
    const at = changetype<usize>(context);
    const node = context.sampledNode;
    const box = context.sampledBox;
    const to = SampleTimes.beginTest(context, i);
    const pose = SampleTimes.pose(context, i);
    const error = SampleTimes.error(pose);
    const m0 = SampleTimes.row(context, pose, 0);
    const m1 = SampleTimes.row(context, pose, 1);
    const m2 = SampleTimes.row(context, pose, 2);
    const n0 = SampleTimes.rowAlong(box + 6 * ROW, m0, m1, m2);
    const n1 = SampleTimes.rowAlong(box + 9 * ROW, m0, m1, m2);
    const n2 = SampleTimes.rowAlong(box + 12 * ROW, m0, m1, m2);
    let gap = TriangleSamples.gapAlong(context, n0, f32x4.add(v128.load(at, HALF_WIDTHS), error));
    let bits = gap;
    v128.store(to, gap);
    gap = TriangleSamples.gapAlong(context, n1, f32x4.add(v128.load(at, HALF_WIDTHS + ROW), error));
    bits = v128.or(bits, gap);
    v128.store(to, gap, 16);
    gap = TriangleSamples.gapAlong(context, n2, f32x4.add(v128.load(at, HALF_WIDTHS + 2 * ROW), error));
    bits = v128.or(bits, gap);
    v128.store(to, gap, 32);
    const x = v128.load(at, CENTRES_OF_FOUR);
    const y = v128.load(at, CENTRES_OF_FOUR + ROW);
    const z = v128.load(at, CENTRES_OF_FOUR + 2 * ROW);
    const d0 = f32x4.add(TriangleSamples.rotated(n0, x, y, z), SampleTimes.spread(n0, 3));
    const d1 = f32x4.add(TriangleSamples.rotated(n1, x, y, z), SampleTimes.spread(n1, 3));
    const d2 = f32x4.add(TriangleSamples.rotated(n2, x, y, z), SampleTimes.spread(n2, 3));
    let half = f32x4.add(v128.load(at, HALF_WIDTHS_OF_FOUR), error);
    gap = TriangleSamples.gapAcross(context, node + 6 * ROW, half, n0, n1, n2, d0, d1, d2);
    bits = v128.or(bits, gap);
    v128.store(to, gap, 48);
    half = f32x4.add(v128.load(at, HALF_WIDTHS_OF_FOUR + ROW), error);
    gap = TriangleSamples.gapAcross(context, node + 9 * ROW, half, n0, n1, n2, d0, d1, d2);
    bits = v128.or(bits, gap);
    v128.store(to, gap, 64);
    half = f32x4.add(v128.load(at, HALF_WIDTHS_OF_FOUR + 2 * ROW), error);
    gap = TriangleSamples.gapAcross(context, node + 12 * ROW, half, n0, n1, n2, d0, d1, d2);
    v128.store(to, gap, 80);
    v128.store(to, v128.or(bits, gap), 96);
  }
}
