// Takes the rows of sorted hits apart into the columns of a result, which JavaScript then copies
// whole.
import { HIT } from './hit';
import { PairRow } from './pair-row';

/** Columns of a result, each with room for as many rows as are split at a time. */
@unmanaged
export class HitColumns {
  /** Ids of the first features, and of the second. */
  a: usize;
  b: usize;
  /** One double per row: the time of a contact, or the distance of a near pair. */
  values: usize;
  /** One byte per row: 1 where the value is 0, so the pair touches at t = 0. */
  touching: usize;
  /** Three doubles per row. */
  normals: usize;
  /** Three doubles per row. */
  weights: usize;
}

class Columns {
  /** Writes the ids and the value of row i. */
  @inline static putPair(columns: HitColumns, i: usize, hit: usize, value: f64, map: usize): void {
    const second = load<u32>(hit, 4);
    store<u32>(columns.a + (i << 2), load<u32>(hit));
    store<u32>(columns.b + (i << 2), map ? load<u32>(map + ((<usize>second) << 2)) : second);
    store<f64>(columns.values + (i << 3), value);
    store<u8>(columns.touching + i, value == 0 ? 1 : 0);
  }

  /** Writes the normal and the weights of row i. */
  @inline static putDetails(columns: HitColumns, i: usize, row: usize): void {
    const normal = columns.normals + i * 24;
    const weights = columns.weights + i * 24;
    v128.store(normal, v128.load(row, offsetof<PairRow>('normalX')));
    store<f64>(normal, load<f64>(row, offsetof<PairRow>('normalZ')), 16);
    v128.store(weights, v128.load(row, offsetof<PairRow>('weight0')));
    store<f64>(weights, load<f64>(row, offsetof<PairRow>('weight2')), 16);
  }
}

/**
 * Fills all columns from `count` hits that have the number of their row in place of a time. `map`
 * translates second ids, or is 0.
 */
export function splitHits(columns: HitColumns, hits: usize, count: i32, rows: usize, map: usize): void {
  for (let i: usize = 0; i < <usize>count; i++, hits += HIT) {
    const row = rows + <usize>load<u32>(hits, 8) * offsetof<PairRow>();
    Columns.putPair(columns, i, hits, load<f64>(row, offsetof<PairRow>('value')), map);
    Columns.putDetails(columns, i, row);
  }
}

/** Fills the columns of ids and values from `count` hits with times; `map` as in `splitHits`. */
export function splitTimes(columns: HitColumns, hits: usize, count: i32, map: usize): void {
  for (let i: usize = 0; i < <usize>count; i++, hits += HIT) Columns.putPair(columns, i, hits, load<f64>(hits, 8), map);
}

/** Fills the columns of normals and weights from `count` rows, in their order. */
export function splitDetails(columns: HitColumns, rows: usize, count: i32): void {
  for (let i: usize = 0; i < <usize>count; i++, rows += offsetof<PairRow>()) Columns.putDetails(columns, i, rows);
}
