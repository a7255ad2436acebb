// Drops vertex–face pairs by the path of the vertex, which is a segment. If the motion is large,
// the segment misses boxes that the vertex's slabs at both ends of the step do not. [R-Triangles
// §5.1, table 2] Safe direction: a pair in doubt, by rounding or NaN, counts as meeting.
import { Lane } from '../../kernels/lanes';
import { MeshContext } from '../../kernels/mesh-context';
import { END, HIGH, HIGH_END, LARGEST_BOUND, Slabs } from './slabs';

/** The relative spacing of f32: rounding to f32 errs by at most half of it. */
const F32_EPSILON: f64 = 1.1920928955078125e-7;
/** The smallest positive f32: rounding that underflows errs by at most half of it. */
export const SMALLEST_F32: f64 = 1.4012984643248171e-45;
/**
 * More than the rounding of the five operations on each side of `crossMeets`, as a share of its
 * terms.
 */
const CROSS_ROUNDING: f64 = 2.8421709430404007e-14;

/** Segments against boxes. */
export class Segments {
  /**
   * False if the cross product of the segment's direction with a box axis separates segment and
   * box; it lies in the plane of the other two axes, j and k. (x, h, d) are the offset between the
   * middles, the half-width of the box and half the segment, along j and along k. Safe direction:
   * doubt and NaN count as meeting.
   */
  @inline static crossMeets(xj: f64, hj: f64, dj: f64, xk: f64, hk: f64, dk: f64): bool {
    const distance = abs(dj * xk - dk * xj);
    const reach = hj * abs(dk) + hk * abs(dj);
    const slack = CROSS_ROUNDING * (abs(dj * xk) + abs(dk * xj) + reach);
    return !(distance > reach + slack);
  }

  /**
   * False if the path of a vertex, a segment widened by `pad`, misses the box of a swept face.
   * [R-Triangles §5.1, table 2]
   */
  static meets(point: usize, face: usize, pad: f64): bool {
    const low = f32x4.pmin(v128.load(face), v128.load(face, END));
    const high = f32x4.pmax(v128.load(face, HIGH), v128.load(face, HIGH_END));
    const largest = f32x4.pmax(f32x4.abs(low), f32x4.abs(high));
    if (i32x4.bitmask(f32x4.ge(largest, f32x4.splat(LARGEST_BOUND))) & 7) return true;
    const half = f64x2.splat(0.5);
    const lowXy = f64x2.mul(half, f64x2.promote_low_f32x4(low));
    const highXy = f64x2.mul(half, f64x2.promote_low_f32x4(high));
    const lowZ = 0.5 * <f64>f32x4.extract_lane(low, 2);
    const highZ = 0.5 * <f64>f32x4.extract_lane(high, 2);
    const slackXy = f64x2.mul(f64x2.splat(F32_EPSILON), f64x2.promote_low_f32x4(largest));
    const reachXy = f64x2.add(f64x2.add(f64x2.sub(highXy, lowXy), slackXy), f64x2.splat(SMALLEST_F32 + pad));
    const middleXy = f64x2.add(lowXy, highXy);
    const hx = Lane.first(reachXy);
    const hy = Lane.second(reachXy);
    const hz = highZ - lowZ + F32_EPSILON * <f64>f32x4.extract_lane(largest, 2) + SMALLEST_F32 + pad;
    const x0 = 0.5 * load<f64>(point);
    const x1 = 0.5 * load<f64>(point, 8);
    const dx = x1 - x0;
    const ox = x0 + x1 - Lane.first(middleXy);
    if (abs(ox) > hx + abs(dx)) return false;
    const y0 = 0.5 * load<f64>(point, 16);
    const y1 = 0.5 * load<f64>(point, 24);
    const dy = y1 - y0;
    const oy = y0 + y1 - Lane.second(middleXy);
    if (abs(oy) > hy + abs(dy)) return false;
    const z0 = 0.5 * load<f64>(point, 32);
    const z1 = 0.5 * load<f64>(point, 40);
    const dz = z1 - z0;
    const oz = z0 + z1 - (lowZ + highZ);
    if (abs(oz) > hz + abs(dz)) return false;
    return (
      Segments.crossMeets(oy, hy, dy, oz, hz, dz) &&
      Segments.crossMeets(oz, hz, dz, ox, hx, dx) &&
      Segments.crossMeets(ox, hx, dx, oy, hy, dy)
    );
  }
}

/**
 * Keeps the vertex–face pairs of a list whose segment meets the box of the swept face, in place;
 * returns their number.
 */
export function thinSegments(context: MeshContext, list: usize, count: i32): i32 {
  const points = context.points;
  const slabs = context.slabs;
  const pad: f64 = context.pad * 0.5;
  let to = list;
  for (let from = list, end = list + ((<usize>count) << 3); from < end; from += 8) {
    const v = load<u32>(from);
    const f = load<u32>(from, 4);
    store<u32>(to, v);
    store<u32>(to, f, 4);
    if (Segments.meets(points + <usize>v * 48, Slabs.face(slabs, f), pad)) to += 8;
  }
  return <i32>((to - list) >> 3);
}
