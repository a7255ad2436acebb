// The elementary tests over a list of pairs: screen, bracket and contain in bulk, then the rest one by one.
// Leaves the hits (ids, time) and the pairs that only exact arithmetic can settle (ids, time proven free).
import { Advance } from './advance';
import { Bracket } from './bracket';
import { Contain, doubtCount, HIT, Hits, hitEnd } from './contain';
import { Cubic } from './cubic';
import { Describe } from './describe';
import { free, Isolate, UNDECIDED, YES } from './isolate';
import { Pair } from './pair';
import { Polygon } from './polygon';
import { RECORD, Screen, singleCount } from './screen';
import { Separation } from './separation';

export let hitCount: i32 = 0;
export let openCount: i32 = 0;

export class Times {
  @inline static run(
    pairs: usize,
    count: i32,
    table: usize,
    points: usize,
    singles: usize,
    several: usize,
    hits: usize,
    open: usize,
    edges: bool,
  ): void {
    Screen.run(pairs, count, table, points, singles, several, edges);
    Bracket.run(singles, singleCount);
    Contain.run(singles, singleCount, table, points, several, hits, edges);
    let hit = hitEnd;
    let left = open;
    let record = several;
    for (let i = 0; i < doubtCount; i++, record += RECORD) {
      Pair.locate(record + 40, table, points, edges);
      Polygon.load(edges);
      Cubic.read(record);
      let answer = Isolate.run();
      if (answer == UNDECIDED) answer = Advance.run();
      if (answer == YES) hit = Hits.append(hit, record, free);
      else if (answer == UNDECIDED) left = Hits.append(left, record, free);
    }
    hitCount = <i32>((hit - hits) / HIT);
    openCount = <i32>((left - open) / HIT);
  }

  /** One code for each kind of pair, for batches and single calls alike. */
  static runVf(
    pairs: usize,
    count: i32,
    faces: usize,
    points: usize,
    singles: usize,
    several: usize,
    hits: usize,
    open: usize,
  ): void {
    Times.run(pairs, count, faces, points, singles, several, hits, open, false);
  }

  static runEe(
    pairs: usize,
    count: i32,
    edges: usize,
    points: usize,
    singles: usize,
    several: usize,
    hits: usize,
    open: usize,
  ): void {
    Times.run(pairs, count, edges, points, singles, several, hits, open, true);
  }

  @inline static within(
    pairs: usize,
    count: i32,
    table: usize,
    points: usize,
    clearance: f64,
    hits: usize,
    edges: bool,
  ): void {
    let hit = hits;
    for (let i = 0; i < count; i++, pairs += 8) {
      Polygon.take(pairs, table, points, edges);
      if (Separation.run(clearance * Polygon.normalize()) == YES) {
        store<i64>(hit, load<i64>(pairs));
        store<f64>(hit, free, 8);
        hit += HIT;
      }
    }
    hitCount = <i32>((hit - hits) / HIT);
    openCount = 0;
  }

  @inline static describe(
    hits: usize,
    count: i32,
    table: usize,
    points: usize,
    apart: bool,
    details: usize,
    edges: bool,
  ): void {
    for (let i = 0; i < count; i++, hits += HIT, details += 48) {
      Polygon.take(hits, table, points, edges);
      Polygon.normalize();
      Describe.run(load<f64>(hits, 8), apart, details);
    }
  }
}
