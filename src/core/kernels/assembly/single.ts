// One query at a time, through the same passes as a batch of one. Its memory, from `block` on:
//   0 points (4 × 48) | 192 ids, face and edge tables | 240 time | 256 normal, weights | 304 two buffers of two records each
import { HIT } from './contain';
import { Describe } from './describe';
import { Polygon } from './polygon';
import { RECORD } from './screen';
import { hitCount, openCount, Times } from './times';

const VF_IDS: usize = 192;
const EE_IDS: usize = 200;
const FACES: usize = 208;
const EDGES: usize = 220;
const TIME: usize = 240;
const DETAIL: usize = 256;
const SINGLES: usize = 304;
const SEVERAL: usize = SINGLES + 2 * RECORD;
const HITS: usize = SEVERAL + 3 * RECORD;
const OPEN: usize = HITS + HIT;

/** 2^99: beyond it the rounding bounds are not proven. */
const LARGEST: f64 = 6.338253001141147e29;

export const NONE: i32 = 0;
export const FOUND: i32 = 1;
export const OPEN_PAIR: i32 = 2;
export const OUT_OF_RANGE: i32 = 3;

export class Single {
  /** The vertex is point 0, the face 1 2 3; the edges are 0 1 and 2 3. */
  static prepare(block: usize): void {
    store<u32>(block + VF_IDS, 0);
    store<u32>(block + VF_IDS, 0, 4);
    store<u32>(block + EE_IDS, 0);
    store<u32>(block + EE_IDS, 1, 4);
    for (let i: u32 = 0; i < 3; i++) store<u32>(block + FACES + (i << 2), i + 1);
    for (let i: u32 = 0; i < 4; i++) store<u32>(block + EDGES + (i << 2), i);
  }

  @inline static inRange(block: usize): bool {
    const limit = f64x2.splat(LARGEST);
    let fine = f64x2.le(f64x2.abs(v128.load(block)), limit);
    for (let i: usize = 16; i < 192; i += 16) fine = v128.and(fine, f64x2.le(f64x2.abs(v128.load(block + i)), limit));
    return i64x2.all_true(fine);
  }

  @inline static time(block: usize, edges: bool): i32 {
    if (!Single.inRange(block)) return OUT_OF_RANGE;
    const ids = block + (edges ? EE_IDS : VF_IDS);
    const table = block + (edges ? EDGES : FACES);
    if (edges) Times.runEe(ids, 1, table, block, block + SINGLES, block + SEVERAL, block + HITS, block + OPEN);
    else Times.runVf(ids, 1, table, block, block + SINGLES, block + SEVERAL, block + HITS, block + OPEN);
    if (hitCount) store<f64>(block + TIME, load<f64>(block + HITS, 8));
    return hitCount ? FOUND : openCount ? OPEN_PAIR : NONE;
  }

  @inline static within(block: usize, clearance: f64, edges: bool): i32 {
    if (!Single.inRange(block)) return OUT_OF_RANGE;
    const ids = block + (edges ? EE_IDS : VF_IDS);
    const table = block + (edges ? EDGES : FACES);
    Times.within(ids, 1, table, block, clearance, block + HITS, edges);
    if (hitCount) store<f64>(block + TIME, load<f64>(block + HITS, 8));
    return hitCount ? FOUND : NONE;
  }

  @inline static describe(block: usize, time: f64, apart: bool, edges: bool): void {
    Polygon.take(block + (edges ? EE_IDS : VF_IDS), block + (edges ? EDGES : FACES), block, edges);
    Polygon.normalize();
    Describe.run(time, apart, block + DETAIL);
  }
}
