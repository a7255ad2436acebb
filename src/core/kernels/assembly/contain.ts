// Third pass: at its one root, is the origin inside the polygon? A sure no ends here, a sure yes becomes a hit with its time,
// and doubt joins the pairs with several roots.
import { Cubic, rootFrom } from './cubic';
import { Pair } from './pair';
import { Polygon } from './polygon';
import { RECORD, severalCount } from './screen';

/** Bytes of a hit: ids, then the time as a double. Also the form of an undecided pair: there the time is proven free. */
export const HIT: usize = 16;

export class Hits {
  @inline static append(at: usize, record: usize, time: f64): usize {
    store<i64>(at, load<i64>(record, 40));
    store<f64>(at, time, 8);
    return at + HIT;
  }
}

/** Written by `Contain.run`: where the hits end, and how many records of doubtful pairs there are now. */
export let hitEnd: usize = 0;
export let doubtCount: i32 = 0;

export class Contain {
  @inline static run(
    record: usize,
    count: i32,
    table: usize,
    points: usize,
    several: usize,
    hits: usize,
    edges: bool,
  ): void {
    let doubt = several + <usize>severalCount * RECORD;
    for (let i = 0; i < count; i++, record += RECORD) {
      const from = load<f64>(record, 48);
      const to = load<f64>(record, 56);
      let where = 0;
      if (from >= 0) {
        Pair.locate(record + 40, table, points, edges);
        Polygon.load(edges);
        where = Polygon.inside(from, to, Polygon.widestAxis(0.5 * (from + to)));
        if (where < 0) continue;
        if (where > 0) {
          Cubic.read(record);
          Cubic.narrow(from, to);
          if (Cubic.tight()) {
            hits = Hits.append(hits, record, rootFrom);
            continue;
          }
        }
      }
      memory.copy(doubt, record, RECORD);
      doubt += RECORD;
    }
    hitEnd = hits;
    doubtCount = <i32>((doubt - several) / RECORD);
  }
}
