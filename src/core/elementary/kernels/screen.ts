// First pass of the elementary tests: signs alone decide most pairs.
//   axis       every corner is strictly on one side of a coordinate plane at both ends: the
//              features are apart throughout.
//   Bernstein  the coplanarity cubic C(t) = w · (e × g) has four coefficients surely of one sign:
//              the features are never coplanar.
// Safe direction: a pair is dropped only by a proof. Each remaining pair becomes a record, in the
// list of pairs with surely one simple root or in the list of all others.
import { Lane, TINY, U } from '../../kernels/lanes';
import { CubicRecord } from './cubic-record';
import { Pair } from './pair';
import { PairScratch } from './pair-scratch';

/** Sorts pairs into `scratch.singles` and `scratch.several`. */
export class Screen {
  /** True if v is strictly above, or strictly below, f0, f1 and f2 at both ends. */
  @inline static vertexApart(a: v128, b: v128, c: v128, d: v128): i32 {
    const above = f64x2.gt(a, f64x2.pmax(f64x2.pmax(b, c), d));
    const below = f64x2.lt(a, f64x2.pmin(f64x2.pmin(b, c), d));
    return <i32>i64x2.all_true(above) | <i32>i64x2.all_true(below);
  }

  /** True if one edge is strictly above the other at both ends. */
  @inline static edgeApart(a: v128, b: v128, c: v128, d: v128): i32 {
    const above = f64x2.gt(f64x2.pmin(a, b), f64x2.pmax(c, d));
    const below = f64x2.lt(f64x2.pmax(a, b), f64x2.pmin(c, d));
    return <i32>i64x2.all_true(above) | <i32>i64x2.all_true(below);
  }

  /** True if an axis separates the features at both ends. */
  @inline static axisApart(a: v128, b: v128, c: v128, d: v128, edges: bool): i32 {
    return edges ? Screen.edgeApart(a, b, c, d) : Screen.vertexApart(a, b, c, d);
  }

  /** Writes the records and their counts into the scratch. */
  @inline static run(scratch: PairScratch, pairs: usize, count: i32, table: usize, points: usize, edges: bool): void {
    const singles = scratch.singles;
    const several = scratch.several;
    const recordBytes = offsetof<CubicRecord>();
    let singleEnd = singles;
    let severalEnd = several;
    for (let i = 0; i < count; i++, pairs += 8) {
      const first = Pair.first(pairs, table, edges);
      const second = Pair.second(pairs, table, edges);
      const p0 = Pair.p0(points, first);
      const p1 = Pair.p1(points, first, second, edges);
      const p2 = Pair.p2(points, second, edges);
      const p3 = Pair.p3(points, second, edges);
      const ax = v128.load(p0);
      const bx = v128.load(p1);
      const cx = v128.load(p2);
      const dx = v128.load(p3);
      if (Screen.axisApart(ax, bx, cx, dx, edges)) continue;
      const ay = v128.load(p0, 16);
      const by = v128.load(p1, 16);
      const cy = v128.load(p2, 16);
      const dy = v128.load(p3, 16);
      if (Screen.axisApart(ay, by, cy, dy, edges)) continue;
      const az = v128.load(p0, 32);
      const bz = v128.load(p1, 32);
      const cz = v128.load(p2, 32);
      const dz = v128.load(p3, 32);
      if (Screen.axisApart(az, bz, cz, dz, edges)) continue;

      // w: a corner of the polygon; e, g: its sides there.
      const wx = f64x2.sub(ax, edges ? cx : bx);
      const wy = f64x2.sub(ay, edges ? cy : by);
      const wz = f64x2.sub(az, edges ? cz : bz);
      const ex = f64x2.sub(bx, edges ? ax : cx);
      const ey = f64x2.sub(by, edges ? ay : cy);
      const ez = f64x2.sub(bz, edges ? az : cz);
      const gx = f64x2.sub(edges ? cx : bx, dx);
      const gy = f64x2.sub(edges ? cy : by, dy);
      const gz = f64x2.sub(edges ? cz : bz, dz);
      // n = e × g at both ends; m = e0 × g1 + e1 × g0, the same in both lanes.
      const nx = Lane.cross(ey, gz, ez, gy);
      const ny = Lane.cross(ez, gx, ex, gz);
      const nz = Lane.cross(ex, gy, ey, gx);
      const hx = Lane.swap(gx);
      const hy = Lane.swap(gy);
      const hz = Lane.swap(gz);
      let mx = Lane.cross(ey, hz, ez, hy);
      let my = Lane.cross(ez, hx, ex, hz);
      let mz = Lane.cross(ex, hy, ey, hx);
      mx = f64x2.add(mx, Lane.swap(mx));
      my = f64x2.add(my, Lane.swap(my));
      mz = f64x2.add(mz, Lane.swap(mz));
      const b03 = Lane.dot(wx, nx, wy, ny, wz, nz);
      const b12 = f64x2.div(
        f64x2.add(Lane.dot(Lane.swap(wx), nx, Lane.swap(wy), ny, Lane.swap(wz), nz), Lane.dot(wx, mx, wy, my, wz, mz)),
        f64x2.splat(3),
      );
      // |error of a coefficient or of C(t)| ≤ γ20 × the permanent of the magnitudes < bound.
      const rex = Lane.reach(ex);
      const rey = Lane.reach(ey);
      const rez = Lane.reach(ez);
      const rgx = Lane.reach(gx);
      const rgy = Lane.reach(gy);
      const rgz = Lane.reach(gz);
      const permanent = Lane.dot(
        Lane.reach(wx),
        Lane.mix(rey, rgz, rez, rgy),
        Lane.reach(wy),
        Lane.mix(rez, rgx, rex, rgz),
        Lane.reach(wz),
        Lane.mix(rex, rgy, rey, rgx),
      );
      const bound = f64x2.add(f64x2.mul(f64x2.splat(24 * U), permanent), f64x2.splat(TINY));
      const negative = f64x2.neg(bound);
      const up03 = i64x2.bitmask(f64x2.gt(b03, bound));
      const down03 = i64x2.bitmask(f64x2.lt(b03, negative));
      const up12 = i64x2.bitmask(f64x2.gt(b12, bound));
      const down12 = i64x2.bitmask(f64x2.lt(b12, negative));
      const never = (up03 & up12) == 3 || (down03 & down12) == 3 ? 1 : 0;
      // Surely one sign change in B0 B1 B2 B3: the ends surely have opposite signs, and B1 surely
      // has that of B0, or B2 that of B3.
      const single =
        ((up03 & (down03 >> 1) & (up12 | (down12 >> 1))) | (down03 & (up03 >> 1) & (down12 | (up12 >> 1)))) & 1;
      // Appends without a branch, because the outcome is not predictable: write, then keep the
      // record or let the next one overwrite it.
      const record = single ? singleEnd : severalEnd;
      v128.store(record, b03);
      v128.store(record, b12, 16);
      store<f64>(record, Lane.first(bound), 32);
      store<i64>(record, load<i64>(pairs), 40);
      singleEnd += <usize>single * recordBytes;
      severalEnd += <usize>((single | never) ^ 1) * recordBytes;
    }
    scratch.singleCount = <i32>((singleEnd - singles) / recordBytes);
    scratch.severalCount = <i32>((severalEnd - several) / recordBytes);
  }
}
