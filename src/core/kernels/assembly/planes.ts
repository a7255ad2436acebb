// Pairs of faces at one instant that the plane of one keeps farther apart than a distance. Slabs are as thick as a face is long where none of
// their directions is near its normal; between layers, half of the pairs that they leave are apart along the normal of the larger face.
import { Slabs } from './slabs';

/**
 * 2^-19, or 32 roundings, of |e|·|g|·(distance + |r|), lengths added up along the axes: how far corner r is above the plane through e and g, times
 * the length of its normal, errs by at most 9 roundings of it, and that length times the distance by 10.
 */
const DOUBT: f32 = 1.9073486e-6;
/** 2^-100: squares of normals below it may have suffered from underflow, and the plane says nothing. */
const SHORTEST_SQ: f32 = 7.888609e-31;
/** 2^-120: more than what underflow takes away from a corner's height. */
const UNDERFLOW: f32 = 7.523164e-37;

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
   * 1 unless the plane of face a keeps face b farther away than the distance, which covers that corners are rounded to f32. The fourth lane
   * of a projected vertex is x + y, that of a normal 0.
   */
  @inline static near(a: usize, b: usize, faces: usize, projected: usize, distance: f32): usize {
    const a0 = Planes.corner(faces, a, 0, projected);
    const e = f32x4.sub(Planes.corner(faces, a, 1, projected), a0);
    const g = f32x4.sub(Planes.corner(faces, a, 2, projected), a0);
    const p = f32x4.sub(Planes.corner(faces, b, 0, projected), a0);
    const q = f32x4.sub(Planes.corner(faces, b, 1, projected), a0);
    const r = f32x4.sub(Planes.corner(faces, b, 2, projected), a0);
    const n = Planes.turned(f32x4.sub(f32x4.mul(e, Planes.turned(g)), f32x4.mul(Planes.turned(e), g)));
    const beyond = Planes.sums(f32x4.mul(p, n), f32x4.mul(q, n), f32x4.mul(r, n), f32x4.mul(n, n));
    const most = f32x4.pmax(f32x4.pmax(f32x4.abs(p), f32x4.abs(q)), f32x4.abs(r));
    const sizes = Planes.sums(f32x4.abs(e), f32x4.abs(g), most, most);
    const doubt =
      f32x4.extract_lane(sizes, 0) * f32x4.extract_lane(sizes, 1) * (f32x4.extract_lane(sizes, 2) + distance) * DOUBT;
    const lengthSq = f32x4.extract_lane(beyond, 3);
    const least = f32x4.splat(sqrt<f32>(lengthSq) * distance + doubt + UNDERFLOW);
    const above = i32x4.bitmask(f32x4.gt(beyond, least)) & 7;
    const below = i32x4.bitmask(f32x4.lt(beyond, f32x4.neg(least))) & 7;
    return lengthSq > SHORTEST_SQ && (above == 7 || below == 7) ? 0 : 1;
  }

  /** Keeps the pairs that the plane of the first does not separate, in place. NaN is kept. */
  static thin(pairs: usize, count: i32, faces: usize, projected: usize, distance: f32): i32 {
    let to = pairs;
    let from = pairs;
    for (let i = 0; i < count; i++, from += 8) {
      const a = <usize>load<u32>(from);
      const b = <usize>load<u32>(from, 4);
      store<u64>(to, load<u64>(from));
      to += Planes.near(a, b, faces, projected, distance) << 3;
    }
    return <i32>((to - pairs) >> 3);
  }
}
