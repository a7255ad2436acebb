// Third pass of the elementary tests: is the origin inside the polygon at the one root? If it is
// surely outside, the pair is dropped. If it is surely inside, the pair becomes a hit with its
// time. Pairs in doubt join those with several roots.
import { HIT } from '../../contacts/kernels/hit';
import { Cubic } from './cubic';
import { CubicRecord } from './cubic-record';
import { Narrow } from './narrow';
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
    const singles = scratch.singles;
    let hits = scratch.hits;
    let at = singles;
    // Records of pairs inside move to the front: their brackets are narrowed together.
    let inside = singles;
    let doubt = several + <usize>scratch.severalCount * offsetof<CubicRecord>();
    const count = scratch.singleCount;
    for (let i = 0; i < count; i++, at += offsetof<CubicRecord>()) {
      const record = changetype<CubicRecord>(at);
      const from = record.from;
      const to = record.to;
      let where = 0;
      if (from >= 0) {
        Polygon.unpack(scratch, at + offsetof<CubicRecord>('a'), table, points, edges);
        where = Polygon.inside(scratch, from, to, Polygon.widestAxis(scratch, 0.5 * (from + to)));
        if (where < 0) continue;
      }
      memory.copy(where > 0 ? inside : doubt, at, offsetof<CubicRecord>());
      if (where > 0) inside += offsetof<CubicRecord>();
      else doubt += offsetof<CubicRecord>();
    }
    Narrow.run(scratch, singles, <i32>((inside - singles) / offsetof<CubicRecord>()));
    for (at = singles; at < inside; at += offsetof<CubicRecord>()) {
      const record = changetype<CubicRecord>(at);
      if (Cubic.isTight(record.from, record.to)) hits = Hits.append(hits, record, record.from);
      else {
        memory.copy(doubt, at, offsetof<CubicRecord>());
        doubt += offsetof<CubicRecord>();
      }
    }
    scratch.severalCount = <i32>((doubt - several) / offsetof<CubicRecord>());
    return hits;
  }
}
