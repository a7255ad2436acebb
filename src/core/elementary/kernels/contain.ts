// Third pass of the elementary tests: is the origin inside the polygon at the one root? If it is
// surely outside, the pair is dropped. If it is surely inside, the pair becomes a hit with its
// time. Pairs in doubt join those with several roots.
import { HIT } from '../../contacts/kernels/hit';
import { Cubic } from './cubic';
import { CubicRecord } from './cubic-record';
import { PairScratch } from './pair-scratch';
import { Polygon } from './polygon';

/** Appends pairs to a list of hits, or to the list of open pairs, which has the same form. */
export class Hits {
  /** Appends the pair of a record and returns the address of the next entry. */
  @inline static append(at: usize, record: CubicRecord, time: f64): usize {
    store<u64>(at, load<u64>(changetype<usize>(record), offsetof<CubicRecord>('a')));
    store<f64>(at, time, 8);
    return at + HIT;
  }
}

/** Decides containment for `scratch.singles`. */
export class Contain {
  /**
   * Appends hits to `scratch.hits` and returns their end. Records in doubt are appended to
   * `scratch.several`.
   */
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
