// Third pass of the elementary tests: at its one root, is the origin inside the polygon? A sure no
// ends here, a sure yes becomes a hit with its time, and doubt joins the pairs with several roots.
import { HIT } from '../../contacts/kernels/hit';
import { Cubic } from './cubic';
import { CubicRecord } from './cubic-record';
import { PairScratch } from './pair-scratch';
import { Polygon } from './polygon';

/** Appends hits, and pairs left open in their form. */
export class Hits {
  /** Appends the pair of a record and returns where the next one goes. */
  @inline static append(at: usize, record: CubicRecord, time: f64): usize {
    store<u64>(at, load<u64>(changetype<usize>(record), offsetof<CubicRecord>('a')));
    store<f64>(at, time, 8);
    return at + HIT;
  }
}

/** Decides containment for `scratch.singles`. */
export class Contain {
  /** Returns where the hits end. Doubtful records are appended to `scratch.several`. */
  @inline static run(scratch: PairScratch, table: usize, points: usize, edges: bool): usize {
    const several = scratch.several;
    let hits = scratch.hits;
    let at = scratch.singles;
    let doubt = several + <usize>scratch.severalCount * offsetof<CubicRecord>();
    const count = scratch.singleCount;
    for (let i = 0; i < count; i++, at += offsetof<CubicRecord>()) {
      const record = changetype<CubicRecord>(at);
      const from = record.from;
      const to = record.to;
      if (from >= 0) {
        Polygon.unpack(scratch, at + offsetof<CubicRecord>('a'), table, points, edges);
        const where = Polygon.inside(scratch, from, to, Polygon.widestAxis(scratch, 0.5 * (from + to)));
        if (where < 0) continue;
        if (where > 0) {
          Cubic.read(scratch, record);
          Cubic.narrow(scratch, from, to);
          if (Cubic.isTight(scratch)) {
            hits = Hits.append(hits, record, scratch.rootFrom);
            continue;
          }
        }
      }
      memory.copy(doubt, at, offsetof<CubicRecord>());
      doubt += offsetof<CubicRecord>();
    }
    scratch.severalCount = <i32>((doubt - several) / offsetof<CubicRecord>());
    return hits;
  }
}
