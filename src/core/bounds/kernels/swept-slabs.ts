// Slabs swept over the whole step, as the papers use them, instead of separate ones at both of its
// ends. The slab of a face becomes the hull of its slabs at t = 0 and at t = 1, stored at both
// ends; trees and filters then need no other code. Edges have hulls of their own. Safe direction: a
// hull contains the slab at every time of the step, so swept slabs separate less than both ends do.
import { MeshContext } from '../../kernels/mesh-context';
import { END, HIGH, HIGH_END, Slabs } from './slabs';

/** Byte offset of direction 8: lanes t = 0, t = 1, t = 1, t = 0. */
const LAST: usize = 32;
/** Byte offset of directions 0–3 at t = 1 in a projected vertex. */
const LATER: usize = 48;

/** Slabs over a whole step. */
export class SweptSlabs {
  /** Both ends of direction 8 in one vector, exchanged. */
  @inline static exchanged(a: v128): v128 {
    return v128.shuffle<i32>(a, a, 1, 0, 3, 2);
  }

  /** Writes the lower, or the higher, of two vectors to both. */
  @inline static unite(a: usize, b: usize, isHigh: bool): void {
    const p = v128.load(a);
    const q = v128.load(b);
    const hull = isHigh ? f32x4.pmax(p, q) : f32x4.pmin(p, q);
    v128.store(a, hull);
    v128.store(b, hull);
  }

  /** Replaces the slabs of a face at both ends by their hull. */
  @inline static ofFace(slabs: usize): void {
    for (let k: usize = 0; k < 32; k += 16) {
      SweptSlabs.unite(slabs + k, slabs + END + k, false);
      SweptSlabs.unite(slabs + HIGH + k, slabs + HIGH_END + k, true);
    }
    const low = v128.load(slabs, LAST);
    const high = v128.load(slabs, HIGH + LAST);
    v128.store(slabs, f32x4.pmin(low, SweptSlabs.exchanged(low)), LAST);
    v128.store(slabs, f32x4.pmax(high, SweptSlabs.exchanged(high)), HIGH + LAST);
  }

  /** Lanes in which the hulls of two edges are apart; four directions. */
  @inline static edgesApart(a: usize, b: usize, c: usize, d: usize, wide: v128): v128 {
    const a0 = v128.load(a);
    const b0 = v128.load(b);
    const c0 = v128.load(c);
    const d0 = v128.load(d);
    const a1 = v128.load(a, LATER);
    const b1 = v128.load(b, LATER);
    const c1 = v128.load(c, LATER);
    const d1 = v128.load(d, LATER);
    const lowP = f32x4.pmin(f32x4.pmin(a0, b0), f32x4.pmin(a1, b1));
    const highP = f32x4.pmax(f32x4.pmax(a0, b0), f32x4.pmax(a1, b1));
    const lowQ = f32x4.pmin(f32x4.pmin(c0, d0), f32x4.pmin(c1, d1));
    const highQ = f32x4.pmax(f32x4.pmax(c0, d0), f32x4.pmax(c1, d1));
    return SweptSlabs.hullsApart(lowP, highP, lowQ, highQ, wide);
  }

  /** The same along direction 8. */
  @inline static lastApart(a: usize, b: usize, c: usize, d: usize, wide: v128): v128 {
    const p = v128.load(a, LAST);
    const q = v128.load(b, LAST);
    const r = v128.load(c, LAST);
    const s = v128.load(d, LAST);
    const lowP = f32x4.pmin(p, q);
    const highP = f32x4.pmax(p, q);
    const lowQ = f32x4.pmin(r, s);
    const highQ = f32x4.pmax(r, s);
    return SweptSlabs.hullsApart(
      f32x4.pmin(lowP, SweptSlabs.exchanged(lowP)),
      f32x4.pmax(highP, SweptSlabs.exchanged(highP)),
      f32x4.pmin(lowQ, SweptSlabs.exchanged(lowQ)),
      f32x4.pmax(highQ, SweptSlabs.exchanged(highQ)),
      wide,
    );
  }

  /** Lanes in which two intervals are more than `wide` apart. */
  @inline static hullsApart(lowP: v128, highP: v128, lowQ: v128, highQ: v128, wide: v128): v128 {
    return v128.or(f32x4.gt(lowP, f32x4.add(highQ, wide)), f32x4.gt(lowQ, f32x4.add(highP, wide)));
  }

  /** 1 if no direction separates the edges ab and cd, one of them widened by `pad`. */
  @inline static edgesMeet(projected: usize, a: u32, b: u32, c: u32, d: u32, pad: f32): usize {
    const A = Slabs.point(projected, a, false);
    const B = Slabs.point(projected, b, false);
    const C = Slabs.point(projected, c, false);
    const D = Slabs.point(projected, d, false);
    const wide = Slabs.wideRest(pad);
    const first = SweptSlabs.edgesApart(A, B, C, D, Slabs.wideFirst(pad));
    const second = SweptSlabs.edgesApart(A + 16, B + 16, C + 16, D + 16, wide);
    return v128.any_true(v128.or(v128.or(first, second), SweptSlabs.lastApart(A, B, C, D, wide))) ? 0 : 1;
  }
}

/**
 * Replaces the slabs of the faces at the places from `first` up to, but not including, `end` at both
 * ends of the step by their hulls.
 */
export function sweepFaces(context: MeshContext, first: i32, end: i32): void {
  for (let i = first; i < end; i++) SweptSlabs.ofFace(Slabs.face(context.slabs, i));
}
