// Bounds over a step as 16-bit integers: slabs along eight directions at both ends of the step. A
// comparison covers eight directions, and the slabs of a face fill one line of cache. Rounding to an
// integer reverses no order, so that a strict comparison of stored values is a proof, as in
// slabs.ts. With a pad, for sums of three coordinates and for the middle of the step, the comparison
// allows for rounding. quantize.ts computes these bounds.
import { MeshContext } from '../../kernels/mesh-context';

/** Bytes of a face: low and high values at t = 0, low and high values at t = 1. */
export const QUANTIZED_SLABS: usize = 64;
/** Byte offset of high values, which are stored with the pad of faces. */
const HIGH: usize = 16;
/** Byte offset of the end of the step. */
const END: usize = 32;
/** Byte offset of high values at the end of the step. */
const HIGH_END: usize = 48;

/** Quantized slabs and their comparisons. */
export class QuantizedSlabs {
  /** The address of a vertex. */
  @inline static point(points: usize, v: usize): usize {
    return points + (v << 5);
  }

  /** The address of the slabs of a face, by place. */
  @inline static face(slabs: usize, f: usize): usize {
    return slabs + (f << 6);
  }

  /** Where stored values of vertices along the directions of faces begin. */
  @inline static facePoints(context: MeshContext): usize {
    return QuantizedSlabs.point(context.projected, context.vertexCount);
  }

  /** The sum of the extents of a face along the axes at the start. */
  @inline static extent(projected: usize, faces: usize): i32 {
    const p = v128.load(QuantizedSlabs.point(projected, load<u32>(faces)));
    const q = v128.load(QuantizedSlabs.point(projected, load<u32>(faces, 4)));
    const r = v128.load(QuantizedSlabs.point(projected, load<u32>(faces, 8)));
    const low = i16x8.min_s(i16x8.min_s(p, q), r);
    const size = i16x8.sub(i16x8.max_s(i16x8.max_s(p, q), r), low);
    return <i32>i16x8.extract_lane_s(size, 0) + <i32>i16x8.extract_lane_s(size, 1) + <i32>i16x8.extract_lane_s(size, 2);
  }

  /** Writes the slabs of a face. */
  @inline static putFace(to: usize, low0: v128, high0: v128, low1: v128, high1: v128): void {
    v128.store(to, low0);
    v128.store(to, high0, HIGH);
    v128.store(to, low1, END);
    v128.store(to, high1, HIGH_END);
  }

  /** High values, padded if `isPadded`, which is a constant where this is inlined. */
  @inline static padded(high: v128, pad: v128, isPadded: bool): v128 {
    return isPadded ? i16x8.add_sat_s(high, pad) : high;
  }

  /**
   * 1 if no direction separates two volumes over the step, whose high values have been padded. With
   * `halves`, a constant where this is inlined, also 0 if one direction separates them over its
   * first half and another one over its second half. `middleError` is what the sums of both ends
   * need beyond twice the pad.
   */
  @inline static meet(
    lowA0: v128,
    highA0: v128,
    lowA1: v128,
    highA1: v128,
    lowB0: v128,
    highB0: v128,
    lowB1: v128,
    highB1: v128,
    middleError: v128,
    halves: bool,
  ): usize {
    const above0 = i16x8.gt_s(lowA0, highB0);
    const above1 = i16x8.gt_s(lowA1, highB1);
    const below0 = i16x8.gt_s(lowB0, highA0);
    const below1 = i16x8.gt_s(lowB1, highA1);
    const whole = v128.or(v128.and(above0, above1), v128.and(below0, below1));
    if (!halves) return v128.any_true(whole) ? 0 : 1;
    // Sums of padded values may exceed 16 bits; the largest value keeps the pair.
    const highA = i16x8.add_sat_s(i16x8.add_sat_s(highA0, highA1), middleError);
    const highB = i16x8.add_sat_s(i16x8.add_sat_s(highB0, highB1), middleError);
    const above = i16x8.gt_s(i16x8.add(lowA0, lowA1), highB);
    const below = i16x8.gt_s(i16x8.add(lowB0, lowB1), highA);
    const first = v128.or(v128.and(above0, above), v128.and(below0, below));
    const second = v128.or(v128.and(above1, above), v128.and(below1, below));
    const isApart = <i32>v128.any_true(whole) | (<i32>v128.any_true(first) & <i32>v128.any_true(second));
    return isApart ? 0 : 1;
  }

  /** 1 if two faces may touch; `middleError` is that of faces. */
  @inline static facesMeet(slabs: usize, a: usize, b: usize, middleError: v128, halves: bool): usize {
    const A = QuantizedSlabs.face(slabs, a);
    const B = QuantizedSlabs.face(slabs, b);
    return QuantizedSlabs.meet(
      v128.load(A),
      v128.load(A, HIGH),
      v128.load(A, END),
      v128.load(A, HIGH_END),
      v128.load(B),
      v128.load(B, HIGH),
      v128.load(B, END),
      v128.load(B, HIGH_END),
      middleError,
      halves,
    );
  }

  /** 1 if a vertex and a face may touch. */
  @inline static vertexMeets(context: MeshContext, v: usize, f: usize, halves: bool): usize {
    const V = QuantizedSlabs.point(QuantizedSlabs.facePoints(context), v);
    const F = QuantizedSlabs.face(context.slabs, f);
    const p0 = v128.load(V);
    const p1 = v128.load(V, 16);
    return QuantizedSlabs.meet(
      p0,
      i16x8.add_sat_s(p0, context.facePad),
      p1,
      i16x8.add_sat_s(p1, context.facePad),
      v128.load(F),
      v128.load(F, HIGH),
      v128.load(F, END),
      v128.load(F, HIGH_END),
      context.faceMiddleError,
      halves,
    );
  }

  /** 1 if the edges ab and cd may touch. */
  @inline static edgesMeet(
    context: MeshContext,
    a: usize,
    b: usize,
    c: usize,
    d: usize,
    isPadded: bool,
    halves: bool,
  ): usize {
    const points = context.projected;
    const p0 = v128.load(QuantizedSlabs.point(points, a));
    const p1 = v128.load(QuantizedSlabs.point(points, a), 16);
    const q0 = v128.load(QuantizedSlabs.point(points, b));
    const q1 = v128.load(QuantizedSlabs.point(points, b), 16);
    const r0 = v128.load(QuantizedSlabs.point(points, c));
    const r1 = v128.load(QuantizedSlabs.point(points, c), 16);
    const s0 = v128.load(QuantizedSlabs.point(points, d));
    const s1 = v128.load(QuantizedSlabs.point(points, d), 16);
    const pad = context.slabPad;
    const lowA0 = i16x8.min_s(p0, q0);
    const lowA1 = i16x8.min_s(p1, q1);
    const lowB0 = i16x8.min_s(r0, s0);
    const lowB1 = i16x8.min_s(r1, s1);
    const highA0 = QuantizedSlabs.padded(i16x8.max_s(p0, q0), pad, isPadded);
    const highA1 = QuantizedSlabs.padded(i16x8.max_s(p1, q1), pad, isPadded);
    const highB0 = QuantizedSlabs.padded(i16x8.max_s(r0, s0), pad, isPadded);
    const highB1 = QuantizedSlabs.padded(i16x8.max_s(r1, s1), pad, isPadded);
    const error = context.middleError;
    if (!halves) return QuantizedSlabs.meet(lowA0, highA0, lowA1, highA1, lowB0, highB0, lowB1, highB1, error, false);
    const above0 = i16x8.gt_s(lowA0, highB0);
    const above1 = i16x8.gt_s(lowA1, highB1);
    const below0 = i16x8.gt_s(lowB0, highA0);
    const below1 = i16x8.gt_s(lowB1, highA1);
    // The middle of an edge is narrower than the middle of its slabs: sums come before extremes.
    const twice = isPadded ? i16x8.add_sat_s(i16x8.add_sat_s(error, pad), pad) : error;
    const p = i16x8.add(p0, p1);
    const q = i16x8.add(q0, q1);
    const r = i16x8.add(r0, r1);
    const s = i16x8.add(s0, s1);
    const above = i16x8.gt_s(i16x8.min_s(p, q), i16x8.add_sat_s(i16x8.max_s(r, s), twice));
    const below = i16x8.gt_s(i16x8.min_s(r, s), i16x8.add_sat_s(i16x8.max_s(p, q), twice));
    const whole = v128.or(v128.and(above0, above1), v128.and(below0, below1));
    const first = v128.or(v128.and(above0, above), v128.and(below0, below));
    const second = v128.or(v128.and(above1, above), v128.and(below1, below));
    const isApart = <i32>v128.any_true(whole) | (<i32>v128.any_true(first) & <i32>v128.any_true(second));
    return isApart ? 0 : 1;
  }
}
