// Bounds of vertices and faces: slabs along nine directions (18-DOPs), at t = 0 and at t = 1 apart. Two volumes that are apart in
// one direction, in the same order, at both ends are apart throughout, because their points move in straight lines.
// Stored as f32, rounded to nearest and kept finite: neither reverses an order, so a strict comparison of stored values is a
// proof. (Finite, so that nothing touches the box of an empty place in the tree, which is infinite.)
import { Lane } from './lanes';

/** Bytes of a vertex: nine values and three of padding at t = 0, then at t = 1. */
export const POINT: usize = 96;
/** Bytes of a face: low and high values at t = 0, low and high values at t = 1, twelve floats each. */
export const SLABS: usize = 192;

export class Slabs {
  /** x, y, z, x + y, x + z, y + z, x − y, x − z, y − z of a point. */
  @inline static projectOne(x: f64, y: f64, z: f64, to: usize): void {
    store<f32>(to, <f32>x);
    store<f32>(to, <f32>y, 4);
    store<f32>(to, <f32>z, 8);
    store<f32>(to, <f32>(x + y), 12);
    store<f32>(to, <f32>(x + z), 16);
    store<f32>(to, <f32>(y + z), 20);
    store<f32>(to, <f32>(x - y), 24);
    store<f32>(to, <f32>(x - z), 28);
    store<f32>(to, <f32>(y - z), 32);
    store<f32>(to, 0, 36);
    store<f64>(to, 0, 40);
    for (let k: usize = 0; k < 48; k += 16) v128.store(to + k, Slabs.finite(v128.load(to + k)));
  }

  @inline static finite(a: v128): v128 {
    return f32x4.pmax(f32x4.pmin(a, f32x4.splat(f32.MAX_VALUE)), f32x4.splat(-f32.MAX_VALUE));
  }

  /**
   * Vertices at t = 0 and at t = `until`; `points` is [x0 x1 y0 y1 z0 z1] a vertex. Before the end of the step the places are
   * rounded, and the caller widens the bounds for it.
   */
  static project(points: usize, count: i32, until: f64, to: usize): void {
    const weights = Lane.pair(1 - until, until);
    for (let i = 0; i < count; i++, points += 48, to += POINT) {
      const x = v128.load(points);
      const y = v128.load(points, 16);
      const z = v128.load(points, 32);
      Slabs.projectOne(Lane.first(x), Lane.first(y), Lane.first(z), to);
      if (until == 1) Slabs.projectOne(Lane.second(x), Lane.second(y), Lane.second(z), to + 48);
      else Slabs.projectOne(Lane.at(x, weights), Lane.at(y, weights), Lane.at(z, weights), to + 48);
    }
  }

  /** Slabs of faces from projected vertices, widened by `pad`. */
  static ofFaces(faces: usize, count: i32, projected: usize, pad: f32, to: usize): void {
    const wide = f32x4.splat(pad);
    for (let i = 0; i < count; i++, faces += 12, to += SLABS) {
      const a = projected + <usize>load<u32>(faces) * POINT;
      const b = projected + <usize>load<u32>(faces, 4) * POINT;
      const c = projected + <usize>load<u32>(faces, 8) * POINT;
      for (let end: usize = 0; end < 2; end++) {
        for (let k: usize = 0; k < 48; k += 16) {
          const from: usize = 48 * end + k;
          const p = v128.load(a + from);
          const q = v128.load(b + from);
          const r = v128.load(c + from);
          const at = to + 96 * end + k;
          v128.store(at, Slabs.finite(f32x4.sub(f32x4.pmin(f32x4.pmin(p, q), r), wide)));
          v128.store(at, Slabs.finite(f32x4.add(f32x4.pmax(f32x4.pmax(p, q), r), wide)), 48);
        }
      }
    }
  }

  /** Lanes in which a lies above b at both ends, or below it; a and b are faces at one group of four directions. */
  @inline static apart(a: usize, b: usize): v128 {
    const above = v128.and(f32x4.gt(v128.load(a), v128.load(b, 48)), f32x4.gt(v128.load(a, 96), v128.load(b, 144)));
    const below = v128.and(f32x4.gt(v128.load(b), v128.load(a, 48)), f32x4.gt(v128.load(b, 96), v128.load(a, 144)));
    return v128.or(above, below);
  }

  /** 1 if no direction separates two faces. */
  @inline static meet(a: usize, b: usize): usize {
    const any = v128.or(v128.or(Slabs.apart(a, b), Slabs.apart(a + 16, b + 16)), Slabs.apart(a + 32, b + 32));
    return v128.any_true(any) ? 0 : 1;
  }

  @inline static vertexApart(v: usize, f: usize): v128 {
    const p = v128.load(v);
    const q = v128.load(v, 48);
    const above = v128.and(f32x4.gt(p, v128.load(f, 48)), f32x4.gt(q, v128.load(f, 144)));
    const below = v128.and(f32x4.gt(v128.load(f), p), f32x4.gt(v128.load(f, 96), q));
    return v128.or(above, below);
  }

  /** 1 if no direction separates a projected vertex from a face. */
  @inline static vertexMeets(v: usize, f: usize): usize {
    const any = v128.or(
      v128.or(Slabs.vertexApart(v, f), Slabs.vertexApart(v + 16, f + 16)),
      Slabs.vertexApart(v + 32, f + 32),
    );
    return v128.any_true(any) ? 0 : 1;
  }

  /** Lanes in which edge ab lies above edge cd at both ends, or below it, widened by `wide` if there is a pad. */
  @inline static edgesApart(a: usize, b: usize, c: usize, d: usize, wide: v128, padded: bool): v128 {
    const a0 = v128.load(a);
    const b0 = v128.load(b);
    const c0 = v128.load(c);
    const d0 = v128.load(d);
    const a1 = v128.load(a, 48);
    const b1 = v128.load(b, 48);
    const c1 = v128.load(c, 48);
    const d1 = v128.load(d, 48);
    const above = v128.and(
      f32x4.gt(f32x4.pmin(a0, b0), Slabs.widened(f32x4.pmax(c0, d0), wide, padded)),
      f32x4.gt(f32x4.pmin(a1, b1), Slabs.widened(f32x4.pmax(c1, d1), wide, padded)),
    );
    const below = v128.and(
      f32x4.gt(f32x4.pmin(c0, d0), Slabs.widened(f32x4.pmax(a0, b0), wide, padded)),
      f32x4.gt(f32x4.pmin(c1, d1), Slabs.widened(f32x4.pmax(a1, b1), wide, padded)),
    );
    return v128.or(above, below);
  }

  @inline static widened(a: v128, wide: v128, padded: bool): v128 {
    return padded ? f32x4.add(a, wide) : a;
  }

  /** True if no direction separates two edges, given by their projected ends. Most are apart in one of the first four. */
  @inline static edgesMeet(a: usize, b: usize, c: usize, d: usize, wide: v128, padded: bool): bool {
    if (v128.any_true(Slabs.edgesApart(a, b, c, d, wide, padded))) return false;
    const rest = v128.or(
      Slabs.edgesApart(a + 16, b + 16, c + 16, d + 16, wide, padded),
      Slabs.edgesApart(a + 32, b + 32, c + 32, d + 32, wide, padded),
    );
    return !v128.any_true(rest);
  }
}
