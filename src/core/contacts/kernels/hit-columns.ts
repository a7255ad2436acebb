// Takes hits and their details apart into the columns of the result, which JavaScript then copies whole.
import { HIT } from './hit';

/** Bytes of the details of a hit: normal and weights, three doubles each. */
const DETAIL: usize = 48;

/** Columns of contacts, each with room for as many rows as are split at a time. */
@unmanaged
export class HitColumns {
  a: usize;
  b: usize;
  times: usize;
  /** One byte per contact: 1 where the pair touches at t = 0. */
  touching: usize;
  /** Three doubles per contact. */
  normals: usize;
  weights: usize;
}

/** Fills the columns from `count` hits and their details. `map` translates second ids, or is 0. */
export function splitHits(columns: HitColumns, hits: usize, count: i32, details: usize, map: usize): void {
  const a = columns.a;
  const b = columns.b;
  const times = columns.times;
  const touching = columns.touching;
  const normals = columns.normals;
  const weights = columns.weights;
  for (let i = 0; i < count; i++, hits += HIT, details += DETAIL) {
    const second = load<u32>(hits, 4);
    const time = load<f64>(hits, 8);
    store<u32>(a + ((<usize>i) << 2), load<u32>(hits));
    store<u32>(b + ((<usize>i) << 2), map ? load<u32>(map + ((<usize>second) << 2)) : second);
    store<f64>(times + ((<usize>i) << 3), time);
    store<u8>(touching + i, time == 0 ? 1 : 0);
    v128.store(normals + <usize>i * 24, v128.load(details));
    store<f64>(normals + <usize>i * 24, load<f64>(details, 16), 16);
    v128.store(weights + <usize>i * 24, v128.load(details, 24));
    store<f64>(weights + <usize>i * 24, load<f64>(details, 40), 16);
  }
}
