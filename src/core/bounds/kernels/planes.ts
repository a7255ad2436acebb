// Pairs of faces at one instant that the plane of one keeps farther apart than a distance. Slabs are as thick as a face is long where
// none of their directions is near its normal; between layers, half of the pairs that they leave are apart along the normal of the
// larger face. Safe direction: NaN and doubt keep a pair.
import { MeshContext } from '../../kernels/mesh-context';
import { Slabs } from './slabs';

/**
 * 2^-19, or 32 roundings, of |e|·|g|·(distance + |r|), with lengths added up along the axes. The height of corner r above the plane
 * through e and g, times the length of its normal, errs by at most 9 roundings of it, and that length times the distance by 10.
 */
const DOUBT: f32 = 1.9073486e-6;
/** 2^-100: squares of normals below it may have suffered from underflow, and the plane says nothing. */
const SHORTEST_SQ: f32 = 7.888609e-31;
/** 2^-120: more than what underflow takes away from a corner's height. */
const UNDERFLOW: f32 = 7.523164e-37;

/** Bits of a face's id: what a plane says of the second face of a pair stands above them. */
export const BEYOND: u32 = 26;

/** The planes of the last few faces are kept in scratch, because those of a leaf come again and again. How many, and bytes of one. */
const KEPT: usize = 16;
const PLANE: usize = 48;
const NORMAL: usize = 16;
const MIN_HEIGHT: usize = 32;
const FACE: usize = 40;
const NONE: u32 = 0xffffffff;

export class Planes {
  @inline static corner(faces: usize, face: usize, k: usize, projected: usize): v128 {
    return v128.load(Slabs.point(projected, load<u32>(faces + face * 12 + 4 * k), true));
  }

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
   * Writes the plane of a face: its first corner, its normal, the least height, times the length of the normal, at which corners are
   * farther away than the distance, without doubt, and the doubt per unit of length of a corner from the first. The fourth lane of
   * a projected vertex is x + y, that of a normal 0.
   */
  static keep(a: usize, faces: usize, projected: usize, distance: f32, to: usize): void {
    const a0 = Planes.corner(faces, a, 0, projected);
    const e = f32x4.sub(Planes.corner(faces, a, 1, projected), a0);
    const g = f32x4.sub(Planes.corner(faces, a, 2, projected), a0);
    const n = Planes.turned(f32x4.sub(f32x4.mul(e, Planes.turned(g)), f32x4.mul(Planes.turned(e), g)));
    const sums = Planes.sums(f32x4.abs(e), f32x4.abs(g), f32x4.mul(n, n), n);
    const lengthSq = f32x4.extract_lane(sums, 2);
    v128.store(to, a0);
    v128.store(to, n, NORMAL);
    store<f32>(to, lengthSq > SHORTEST_SQ ? sqrt<f32>(lengthSq) * distance + UNDERFLOW : Infinity, MIN_HEIGHT);
    store<f32>(to, f32x4.extract_lane(sums, 0) * f32x4.extract_lane(sums, 1) * DOUBT, MIN_HEIGHT + 4);
    store<u32>(to, <u32>a, FACE);
  }

  /**
   * Corners, bits 0 to 2, and edges, bits 3 to 5, of face b that a plane keeps farther away than the distance, which covers that
   * corners are rounded to f32. An edge counts if its ends are on the same side.
   */
  @inline static beyond(plane: usize, b: usize, faces: usize, projected: usize, distance: f32): u32 {
    const a0 = v128.load(plane);
    const n = v128.load(plane, NORMAL);
    const p = f32x4.sub(Planes.corner(faces, b, 0, projected), a0);
    const q = f32x4.sub(Planes.corner(faces, b, 1, projected), a0);
    const r = f32x4.sub(Planes.corner(faces, b, 2, projected), a0);
    const most = f32x4.pmax(f32x4.pmax(f32x4.abs(p), f32x4.abs(q)), f32x4.abs(r));
    const heights = Planes.sums(f32x4.mul(p, n), f32x4.mul(q, n), f32x4.mul(r, n), most);
    const doubt = (f32x4.extract_lane(heights, 3) + distance) * load<f32>(plane, MIN_HEIGHT + 4);
    const least = f32x4.splat(load<f32>(plane, MIN_HEIGHT) + doubt);
    const above = i32x4.bitmask(f32x4.gt(heights, least)) & 7;
    const below = i32x4.bitmask(f32x4.lt(heights, f32x4.neg(least))) & 7;
    // Edge k goes from corner k to the next.
    const edges = (above & ((above >> 1) | (above << 2))) | (below & ((below >> 1) | (below << 2)));
    return above | below | (edges << 3);
  }
}

/**
 * At one instant: keeps the pairs of faces that the plane of the first does not keep farther apart than `reach`, in place; returns
 * their number. `marked`: what of the second face is beyond the plane stands above its id, which memory for faces never reaches.
 */
export function thinPlanes(context: MeshContext, scratch: usize, pairs: usize, count: i32, marked: bool): i32 {
  const faces = context.faces;
  const projected = context.projected;
  const distance = <f32>context.reach;
  let to = pairs;
  let from = pairs;
  for (let i: usize = 0; i < KEPT; i++) store<u32>(scratch + i * PLANE, NONE, FACE);
  for (let i = 0; i < count; i++, from += 8) {
    const a = <usize>load<u32>(from);
    const b = <usize>load<u32>(from, 4);
    const plane = scratch + (a & (KEPT - 1)) * PLANE;
    if (load<u32>(plane, FACE) != <u32>a) Planes.keep(a, faces, projected, distance, plane);
    const beyond = Planes.beyond(plane, b, faces, projected, distance);
    store<u32>(to, <u32>a);
    store<u32>(to, <u32>b | (marked ? beyond << BEYOND : 0), 4);
    to += beyond >> 3 == 7 ? 0 : 8;
  }
  return <i32>((to - pairs) >> 3);
}
