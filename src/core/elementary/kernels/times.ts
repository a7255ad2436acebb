// The elementary tests over a list of pairs: screen, bracket and contain in bulk, then one by one
// the pairs that these leave in doubt. Results are the hits (ids, time) and the pairs that only
// exact arithmetic can decide (ids, time until which they are proven free). Safe direction: a pair
// is dropped only by a proof that it never meets. With a minimum separation, separation.ts decides
// instead.
import { HIT } from '../../contacts/kernels/hit';
import { MeshContext } from '../../kernels/mesh-context';
import { Advance } from './advance';
import { Bracket } from './bracket';
import { Contain, Hits } from './contain';
import { Cubic } from './cubic';
import { CubicRecord } from './cubic-record';
import { Isolate, UNDECIDED, YES } from './isolate';
import { Pair } from './pair';
import { PairScratch } from './pair-scratch';
import { Polygon } from './polygon';
import { Screen } from './screen';
import { Separation } from './separation';

/**
 * 2^99. The rounding bounds are not proven for larger coordinates; pairs that have one go to the
 * exact stage.
 */
const LARGEST_CERTIFIED_COORDINATE: f64 = 6.338253001141147e29;

/**
 * Computes times of contact of edge–edge pairs, or of vertex–face pairs: hits go to `scratch.hits`,
 * undecided pairs to `scratch.open`, their numbers to the counts. With a clearance above 0, a pair
 * is a hit when it comes within that distance, and no pair is left undecided.
 */
export function timePairs(
  context: MeshContext,
  scratch: PairScratch,
  pairs: usize,
  count: i32,
  clearance: f64,
  edges: bool,
): void {
  if (clearance > 0) Separation.batch(context, scratch, pairs, count, clearance, edges);
  else if (edges) Times.run(context, scratch, pairs, count, true);
  else Times.run(context, scratch, pairs, count, false);
}

/**
 * The same for one pair, whose four vertices are the only ones of the context: the kernel behind
 * vfTime, eeTime, vfContact and eeContact. False if a coordinate is beyond the certified range or
 * not a number; nothing is tested then.
 */
export function timeSingle(context: MeshContext, scratch: PairScratch, pair: usize, clearance: f64, edges: bool): bool {
  if (!Times.areCertified(context.points, 192)) return false;
  timePairs(context, scratch, pair, 1, clearance, edges);
  return true;
}

/** The passes of the elementary tests, in order. */
export class Times {
  /** Whether these bytes are coordinates within the certified range. */
  static areCertified(points: usize, bytes: usize): bool {
    const limit = f64x2.splat(LARGEST_CERTIFIED_COORDINATE);
    let fine = i64x2.splat(-1);
    for (const end = points + bytes; points < end; points += 16)
      fine = v128.and(fine, f64x2.le(f64x2.abs(v128.load(points)), limit));
    return i64x2.all_true(fine);
  }

  /** `edges` is a constant where this is inlined, so that each kind of pair has its own code. */
  @inline static run(context: MeshContext, scratch: PairScratch, pairs: usize, count: i32, edges: bool): void {
    const table = Pair.table(context, edges);
    const points = context.points;
    Screen.run(scratch, pairs, count, table, points, edges);
    Bracket.run(scratch.singles, scratch.singleCount);
    let hit = Contain.run(scratch, table, points, edges);
    let open = scratch.open;
    let at = scratch.several;
    const severalCount = scratch.severalCount;
    for (let i = 0; i < severalCount; i++, at += offsetof<CubicRecord>()) {
      const record = changetype<CubicRecord>(at);
      Polygon.unpack(scratch, at + offsetof<CubicRecord>('a'), table, points, edges);
      // As at the seams of meshes that are not welded.
      if (Polygon.startsAtOrigin(scratch)) {
        hit = Hits.append(hit, record, 0);
        continue;
      }
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
