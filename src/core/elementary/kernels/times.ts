// The elementary tests over a list of pairs: screen, bracket and contain in bulk, then what is in
// doubt one by one. Leaves the hits (ids, time) and the pairs that only exact arithmetic can decide
// (ids, time proven free). Safe direction: a pair is dropped only by a proof that it never meets.
import { HIT } from '../../contacts/kernels/hit';
import { Advance } from './advance';
import { Bracket } from './bracket';
import { Contain, Hits } from './contain';
import { Cubic } from './cubic';
import { CubicRecord } from './cubic-record';
import { Isolate, UNDECIDED, YES } from './isolate';
import { PairScratch } from './pair-scratch';
import { Polygon } from './polygon';
import { Screen } from './screen';

/**
 * Times of contact of vertex–face pairs: hits to `scratch.hits`, undecided pairs to `scratch.open`,
 * their numbers to the counts.
 */
export function timeVf(scratch: PairScratch, pairs: usize, count: i32, faces: usize, points: usize): void {
  Times.run(scratch, pairs, count, faces, points, false);
}

/** The same for edge–edge pairs. */
export function timeEe(scratch: PairScratch, pairs: usize, count: i32, edges: usize, points: usize): void {
  Times.run(scratch, pairs, count, edges, points, true);
}

/** The passes in their order. */
export class Times {
  /**
   * `table` holds the faces or the edges; `edges` is a constant, so that each kind has its own
   * code.
   */
  @inline static run(scratch: PairScratch, pairs: usize, count: i32, table: usize, points: usize, edges: bool): void {
    Screen.run(scratch, pairs, count, table, points, edges);
    Bracket.run(scratch.singles, scratch.singleCount);
    let hit = Contain.run(scratch, table, points, edges);
    let open = scratch.open;
    let at = scratch.several;
    const severalCount = scratch.severalCount;
    for (let i = 0; i < severalCount; i++, at += offsetof<CubicRecord>()) {
      const record = changetype<CubicRecord>(at);
      Polygon.unpack(scratch, at + offsetof<CubicRecord>('a'), table, points, edges);
      Cubic.read(scratch, record);
      let answer = Isolate.run(scratch);
      if (answer == UNDECIDED) answer = Advance.run(scratch);
      if (answer == YES) hit = Hits.append(hit, record, scratch.freeUntil);
      else if (answer == UNDECIDED) open = Hits.append(open, record, scratch.freeUntil);
    }
    scratch.hitCount = <i32>((hit - scratch.hits) / HIT);
    scratch.openCount = <i32>((open - scratch.open) / HIT);
  }
}
