// Takes hits and their details apart into the columns of the result, which JavaScript then copies whole.
import { HIT } from './contain';

/** Bytes of the details of a hit: normal and weights, three doubles each. */
const DETAIL: usize = 48;

export class Columns {
  /** `map` translates second ids, or is 0. Blocks in the order of the columns, each with room for `count` rows. */
  static split(
    hits: usize,
    count: i32,
    details: usize,
    map: usize,
    a: usize,
    b: usize,
    times: usize,
    touching: usize,
    normals: usize,
    weights: usize,
  ): void {
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
}
