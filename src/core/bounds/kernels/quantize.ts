// Computes the bounds of quantized-slabs.ts, in three passes over all vertices, all vertices again,
// and all faces. A pass may be done in parts, by several threads and more than once: what it writes
// depends on the positions alone, and parts are put together in their order. Where faces are too
// small for the unit, the bounds of slabs.ts are used instead.
import { MeshContext } from '../../kernels/mesh-context';
import { DirectionRange, QuantizedDirections } from './quantized-directions';
import { QUANTIZED_SLABS, QuantizedSlabs } from './quantized-slabs';

/**
 * Below this mean extent, the sum of three axes in stored units, neighbours would often not be told
 * apart.
 */
const LEAST_EXTENT: f64 = 12;
/**
 * Halves of the step are compared if faces leave their own slab along more than this many of the
 * eight directions, on average. In the n-body frame, 6.2, they spare half of the elementary tests;
 * in cloth-ball, 3.4, they cost more than they spare.
 */
const HALVES_FROM: f64 = 4;

/** What one part of a pass found: two `DirectionRange`s and two sums, 144 bytes. */
@unmanaged
export class BoundsPart {
  /** The range of the vertices along the directions of edges: a `DirectionRange`. */
  low0: v128;
  high0: v128;
  low1: v128;
  high1: v128;
  /** The same along the directions of faces. */
  faceLow0: v128;
  faceHigh0: v128;
  faceLow1: v128;
  faceHigh1: v128;
  /** Of all faces together: the extents along three axes in stored units. */
  extent: f64;
  /** The number of directions along which faces leave their own slab. */
  leaving: f64;
}

class Quantize {
  /** Part i of a pass. */
  @inline static part(parts: usize, i: i32): BoundsPart {
    return changetype<BoundsPart>(parts + <usize>i * offsetof<BoundsPart>());
  }

  /** The range of a part along the directions of edges, or of faces. */
  @inline static range(part: BoundsPart, ofFaces: bool): DirectionRange {
    const offset = ofFaces ? offsetof<BoundsPart>('faceLow0') : offsetof<BoundsPart>('low0');
    return changetype<DirectionRange>(changetype<usize>(part) + offset);
  }

  /** Measures vertices of one part along eight directions. */
  @inline static measure(
    context: MeshContext,
    used: usize,
    first: i32,
    end: i32,
    part: BoundsPart,
    ofFaces: bool,
  ): void {
    const to = changetype<usize>(Quantize.range(part, ofFaces));
    QuantizedDirections.measure(context, used, first, end, to, ofFaces);
  }

  /** Sets the scale of eight directions from the ranges of all parts, which part 0 takes up. */
  @inline static scale(context: MeshContext, parts: usize, count: i32, ofFaces: bool): bool {
    const all = Quantize.range(Quantize.part(parts, 0), ofFaces);
    for (let i = 1; i < count; i++) all.extend(Quantize.range(Quantize.part(parts, i), ofFaces));
    return QuantizedDirections.fit(context, all, ofFaces);
  }
}

/**
 * First pass: the range of the vertices from `first` up to, but not including, `end` over [0,
 * until]. `used`: a byte per vertex, 0 for vertices that no face has, or 0 if there are none.
 */
export function measureVertices(context: MeshContext, used: usize, first: i32, end: i32, part: BoundsPart): void {
  Quantize.measure(context, used, first, end, part, false);
  Quantize.measure(context, used, first, end, part, true);
}

/**
 * After the first pass: sets origin, unit and pads of all directions. False if the pad is too large
 * for 16 bits.
 */
export function scaleBounds(context: MeshContext, parts: usize, count: i32): bool {
  if (!Quantize.scale(context, parts, count, false) || !Quantize.scale(context, parts, count, true)) return false;
  context.originX = f32x4.extract_lane(context.middle0, 0);
  context.originY = f32x4.extract_lane(context.middle0, 1);
  context.originZ = f32x4.extract_lane(context.middle0, 2);
  context.unitX = f32x4.extract_lane(context.unit0, 0);
  context.unitY = f32x4.extract_lane(context.unit0, 1);
  context.unitZ = f32x4.extract_lane(context.unit0, 2);
  return true;
}

/** Second pass: stored values of the vertices from `first` up to, but not including, `end`. */
export function quantizeVertices(context: MeshContext, first: i32, end: i32): void {
  QuantizedDirections.put(context, context.projected, first, end, false);
  QuantizedDirections.put(context, QuantizedSlabs.facePoints(context), first, end, true);
}

/**
 * Third pass: slabs of the faces at the places from `first` up to, but not including, `end`, which
 * are added up in the part.
 */
export function quantizeFaces(context: MeshContext, first: i32, end: i32, part: BoundsPart): void {
  const projected = context.projected;
  const points = QuantizedSlabs.facePoints(context);
  const pad = context.facePad;
  let faces = context.faces + <usize>first * 12;
  let to = QuantizedSlabs.face(context.slabs, <usize>first);
  let extent: i64 = 0;
  let leaving: i64 = 0;
  for (let i = first; i < end; i++, faces += 12, to += QUANTIZED_SLABS) {
    const a = QuantizedSlabs.point(points, load<u32>(faces));
    const b = QuantizedSlabs.point(points, load<u32>(faces, 4));
    const c = QuantizedSlabs.point(points, load<u32>(faces, 8));
    let p = v128.load(a);
    let q = v128.load(b);
    let r = v128.load(c);
    const low0 = i16x8.min_s(i16x8.min_s(p, q), r);
    const high0 = i16x8.max_s(i16x8.max_s(p, q), r);
    p = v128.load(a, 16);
    q = v128.load(b, 16);
    r = v128.load(c, 16);
    const low1 = i16x8.min_s(i16x8.min_s(p, q), r);
    const high1 = i16x8.max_s(i16x8.max_s(p, q), r);
    QuantizedSlabs.putFace(to, low0, i16x8.add_sat_s(high0, pad), low1, i16x8.add_sat_s(high1, pad));
    extent += <i64>QuantizedSlabs.extent(projected, faces);
    const leaves = v128.or(i16x8.gt_s(low1, high0), i16x8.gt_s(low0, high1));
    leaving += popcnt(i16x8.bitmask(leaves));
  }
  part.extent += <f64>extent;
  part.leaving += <f64>leaving;
}

/**
 * After the third pass: false if the faces are too small for the unit. If they leave their own
 * slabs along many directions, both halves of the step are compared as well.
 */
export function judgeBounds(context: MeshContext, parts: usize, count: i32): bool {
  let extent: f64 = 0;
  let leaving: f64 = 0;
  for (let i = 0; i < count; i++) {
    const part = Quantize.part(parts, i);
    extent += part.extent;
    leaving += part.leaving;
  }
  const faces = <f64>context.placeCount;
  context.hasHalves = leaving > HALVES_FROM * faces;
  return extent >= LEAST_EXTENT * faces;
}
