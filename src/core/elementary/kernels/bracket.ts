// Second pass of the elementary tests: a bracket around the one simple root of each record, two
// records per vector. Three Newton steps start from the root of the chord. The bracket is certified
// if C surely has opposite signs at its ends. Otherwise its start is −1, and a later pass decides.
import { Lane } from '../../kernels/lanes';
import { CubicRecord } from './cubic-record';

/** Brackets of records. */
export class Bracket {
  /** The cubics at times t, one per lane. */
  @inline static value(b0: v128, b1: v128, b2: v128, b3: v128, t: v128): v128 {
    const s = f64x2.sub(f64x2.splat(1), t);
    const a = Lane.mix(b0, s, b1, t);
    const b = Lane.mix(b1, s, b2, t);
    const c = Lane.mix(b2, s, b3, t);
    return Lane.mix(Lane.mix(a, s, b, t), s, Lane.mix(b, s, c, t), t);
  }

  /**
   * Brackets `count` records. If the count is odd, one more record is read and written; the buffer
   * has room for it.
   */
  static run(record: usize, count: i32): void {
    const zero = f64x2.splat(0);
    const one = f64x2.splat(1);
    const three = f64x2.splat(3);
    for (let i = 0; i < count; i += 2, record += 2 * offsetof<CubicRecord>()) {
      const next = record + offsetof<CubicRecord>();
      const b0 = v128.shuffle<f64>(v128.load(record), v128.load(next), 0, 2);
      const b3 = v128.shuffle<f64>(v128.load(record), v128.load(next), 1, 3);
      const b1 = v128.shuffle<f64>(v128.load(record, 16), v128.load(next, 16), 0, 2);
      const b2 = v128.shuffle<f64>(v128.load(record, 16), v128.load(next, 16), 1, 3);
      const bound = v128.shuffle<f64>(v128.load(record, 32), v128.load(next, 32), 0, 2);
      const c1 = f64x2.mul(three, f64x2.sub(b1, b0));
      const c2 = f64x2.mul(three, f64x2.add(f64x2.sub(f64x2.sub(b2, b1), b1), b0));
      const c3 = f64x2.sub(f64x2.add(f64x2.sub(b3, f64x2.mul(three, b2)), f64x2.mul(three, b1)), b0);
      const d2 = f64x2.add(c2, c2);
      const d3 = f64x2.mul(three, c3);
      let t = zero;
      let y = f64x2.div(b0, f64x2.sub(b0, b3));
      for (let k = 0; k < 3; k++) {
        t = y;
        const value = f64x2.add(f64x2.mul(f64x2.add(f64x2.mul(f64x2.add(f64x2.mul(c3, t), c2), t), c1), t), b0);
        const slope = f64x2.add(f64x2.mul(f64x2.add(f64x2.mul(d3, t), d2), t), c1);
        y = f64x2.pmin(f64x2.pmax(f64x2.sub(t, f64x2.div(value, slope)), zero), one);
      }
      const step = f64x2.abs(f64x2.sub(y, t));
      const width = f64x2.pmax(f64x2.add(step, step), f64x2.splat(1e-6));
      const start = f64x2.pmax(f64x2.sub(y, width), zero);
      const end = f64x2.pmin(f64x2.add(y, width), one);
      const before = Bracket.value(b0, b1, b2, b3, start);
      const after = Bracket.value(b0, b1, b2, b3, end);
      const negative = f64x2.neg(bound);
      const rising = v128.and(f64x2.lt(before, negative), f64x2.gt(after, bound));
      const falling = v128.and(f64x2.gt(before, bound), f64x2.lt(after, negative));
      const sure = v128.bitselect(rising, falling, f64x2.lt(b0, zero));
      const from = v128.bitselect(start, f64x2.splat(-1), sure);
      v128.store(record, v128.shuffle<f64>(from, end, 0, 2), 48);
      v128.store(next, v128.shuffle<f64>(from, end, 1, 3), 48);
    }
  }
}
