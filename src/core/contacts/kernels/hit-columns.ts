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

/**
 * Fills the columns from `count` hits and their rows. `inOrder`: the rows are in the order of the
 * hits; else a hit has the number of its row in place of a time. `map` translates second ids, or is
 * 0.
 */
export function splitHits(columns: HitColumns, hits: usize, count: i32, rows: usize, inOrder: bool, map: usize): void {
  const a = columns.a;
  const b = columns.b;
  const values = columns.values;
  const touching = columns.touching;
  const normals = columns.normals;
  const weights = columns.weights;
  for (let i: usize = 0; i < <usize>count; i++, hits += HIT) {
    const row = rows + (inOrder ? i : <usize>load<u32>(hits, 8)) * offsetof<PairRow>();
    const second = load<u32>(hits, 4);
    const value = load<f64>(row, offsetof<PairRow>('value'));
    store<u32>(a + (i << 2), load<u32>(hits));
    store<u32>(b + (i << 2), map ? load<u32>(map + ((<usize>second) << 2)) : second);
    store<f64>(values + (i << 3), value);
    store<u8>(touching + i, value == 0 ? 1 : 0);
    v128.store(normals + i * 24, v128.load(row, offsetof<PairRow>('normalX')));
    store<f64>(normals + i * 24, load<f64>(row, offsetof<PairRow>('normalZ')), 16);
    v128.store(weights + i * 24, v128.load(row, offsetof<PairRow>('weight0')));
    store<f64>(weights + i * 24, load<f64>(row, offsetof<PairRow>('weight2')), 16);
  }
}
