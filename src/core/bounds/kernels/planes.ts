// Drops pairs of faces that at one instant are farther apart than a distance along the normal of
// the first face. Slabs around a face are thick if none of their directions is near its normal:
// between layers of cloth, half of the pairs that slabs keep are apart along that normal. When in
// doubt, by rounding or NaN, the pair is kept.
import { MeshContext } from '../../kernels/mesh-context';
import { Slabs } from './slabs';

/**
 * 2^-19, or 32 roundings, as a share of |e|·|g|·(distance + |r|), where lengths are sums of
 * magnitudes along the axes. e and g are the sides of the face, n = e × g is its normal, and r leads
 * from its first corner to a corner of the other face. The height n·r errs by at most 9 roundings of
 * |e|·|g|·|r|, and |n|·distance by at most 10 roundings of |e|·|g|·distance.
 */
const HEIGHT_ROUNDING: f32 = 1.9073486e-6;
/**
 * 2^-100: a normal with a smaller square may have suffered from underflow, so its plane separates
 * nothing.
 */
const MIN_NORMAL_SQ: f32 = 7.888609e-31;
/** 2^-120: more than underflow takes from a corner's height. */
const HEIGHT_UNDERFLOW: f32 = 7.523164e-37;

/**
 * Bits of a face's place in a marked pair. Above them, the second face has the bits of
 * `Planes.beyond`.
 */
export const PLACE_BITS: u32 = 26;

/** Number of planes cached in scratch: the faces of a leaf recur in consecutive pairs. */
const CACHED_PLANES: usize = 16;
/** Bytes of a cached plane. It begins with the first corner. */
const PLANE_BYTES: usize = 48;
/** Byte offset of the normal in a cached plane. */
const NORMAL_OFFSET: usize = 16;
/** Byte offset of the two numbers for heights: see `Planes.keep`. */
const HEIGHTS_OFFSET: usize = 32;
/** Byte offset of the place of the face. */
const FACE_OFFSET: usize = 40;
/** The place of no face. */
const NONE: u32 = 0xffffffff;

/** Planes of faces, and the heights of corners above them. */
export class Planes {
  /** Corner k of a face as kernels keep it at one instant: (x, y, z, x + y) in f32. */
  @inline static corner(faces: usize, face: usize, k: usize, projected: usize): v128 {
    return v128.load(Slabs.point(projected, load<u32>(faces + face * 12 + 4 * k), true));
  }

  /** The vector (y, z, x) of (x, y, z). */
  @inline static turned(a: v128): v128 {
    return v128.shuffle<f32>(a, a, 1, 2, 0, 3);
  }

  /** The sums of the lanes of four vectors. */
  @inline static sums(a: v128, b: v128, c: v128, d: v128): v128 {
    const ab = f32x4.add(v128.shuffle<f32>(a, b, 0, 4, 1, 5), v128.shuffle<f32>(a, b, 2, 6, 3, 7));
    const cd = f32x4.add(v128.shuffle<f32>(c, d, 0, 4, 1, 5), v128.shuffle<f32>(c, d, 2, 6, 3, 7));
    return f32x4.add(v128.shuffle<f32>(ab, cd, 0, 1, 4, 5), v128.shuffle<f32>(ab, cd, 2, 3, 6, 7));
  }

  /**
   * Writes the plane of a face: its first corner, its normal n, and two numbers for heights times
   * |n|. A corner is beyond the distance if its height exceeds the first number by more than the
   * second times (distance + the length of the corner from the first corner), which covers rounding.
   * The fourth lane of a corner is x + y, that of a normal 0.
   */
  static keep(a: usize, faces: usize, projected: usize, distance: f32, to: usize): void {
    const a0 = Planes.corner(faces, a, 0, projected);
    const e = f32x4.sub(Planes.corner(faces, a, 1, projected), a0);
    const g = f32x4.sub(Planes.corner(faces, a, 2, projected), a0);
    const n = Planes.turned(f32x4.sub(f32x4.mul(e, Planes.turned(g)), f32x4.mul(Planes.turned(e), g)));
    const sums = Planes.sums(f32x4.abs(e), f32x4.abs(g), f32x4.mul(n, n), n);
    const lengthSq = f32x4.extract_lane(sums, 2);
    v128.store(to, a0);
    v128.store(to, n, NORMAL_OFFSET);
    store<f32>(
      to,
      lengthSq > MIN_NORMAL_SQ ? sqrt<f32>(lengthSq) * distance + HEIGHT_UNDERFLOW : Infinity,
      HEIGHTS_OFFSET,
    );
    store<f32>(to, f32x4.extract_lane(sums, 0) * f32x4.extract_lane(sums, 1) * HEIGHT_ROUNDING, HEIGHTS_OFFSET + 4);
    store<u32>(to, <u32>a, FACE_OFFSET);
  }

  /**
   * Bits of the corners (0–2) and edges (3–5) of face b that are farther from a plane than the
   * distance, which includes the rounding of corners to f32. An edge is farther if both of its ends
   * are, on the same side.
   */
  @inline static beyond(plane: usize, b: usize, faces: usize, projected: usize, distance: f32): u32 {
    const a0 = v128.load(plane);
    const n = v128.load(plane, NORMAL_OFFSET);
    const p = f32x4.sub(Planes.corner(faces, b, 0, projected), a0);
    const q = f32x4.sub(Planes.corner(faces, b, 1, projected), a0);
    const r = f32x4.sub(Planes.corner(faces, b, 2, projected), a0);
    const most = f32x4.pmax(f32x4.pmax(f32x4.abs(p), f32x4.abs(q)), f32x4.abs(r));
    const heights = Planes.sums(f32x4.mul(p, n), f32x4.mul(q, n), f32x4.mul(r, n), most);
    const doubt = (f32x4.extract_lane(heights, 3) + distance) * load<f32>(plane, HEIGHTS_OFFSET + 4);
    const least = f32x4.splat(load<f32>(plane, HEIGHTS_OFFSET) + doubt);
    const above = i32x4.bitmask(f32x4.gt(heights, least)) & 7;
    const below = i32x4.bitmask(f32x4.lt(heights, f32x4.neg(least))) & 7;
    // Edge k goes from corner k to the next.
    const edges = (above & ((above >> 1) | (above << 2))) | (below & ((below >> 1) | (below << 2)));
    return above | below | (edges << 3);
  }
}

/**
 * Drops, at one instant, the pairs of faces that the plane of the first keeps farther apart than
 * `reach`, in place; returns how many remain. `marked` adds the bits of `Planes.beyond` above the
 * place of the second face. Places never need these bits: no memory has room for so many faces.
 */
export function thinPlanes(context: MeshContext, scratch: usize, pairs: usize, count: i32, marked: bool): i32 {
  const faces = context.faces;
  const projected = context.projected;
  const distance = <f32>context.reach;
  let to = pairs;
  let from = pairs;
  for (let i: usize = 0; i < CACHED_PLANES; i++) store<u32>(scratch + i * PLANE_BYTES, NONE, FACE_OFFSET);
  for (let i = 0; i < count; i++, from += 8) {
    const a = <usize>load<u32>(from);
    const b = <usize>load<u32>(from, 4);
    const plane = scratch + (a & (CACHED_PLANES - 1)) * PLANE_BYTES;
    if (load<u32>(plane, FACE_OFFSET) != <u32>a) Planes.keep(a, faces, projected, distance, plane);
    const beyond = Planes.beyond(plane, b, faces, projected, distance);
    store<u32>(to, <u32>a);
    store<u32>(to, <u32>b | (marked ? beyond << PLACE_BITS : 0), 4);
    to += beyond >> 3 == 7 ? 0 : 8;
  }
  return <i32>((to - pairs) >> 3);
}
