// Deals the items of a view to tiles, in rendering order.
import { COLUMNS, LINES } from './view-rows';
import { TILE_BITS } from './visible-layers';

export class VisibleTiles {
  /** Counts items per tile into `starts[tile + 1]`, which is full of zeros, and adds up. The sum is returned. */
  static count(row: usize, rowBytes: usize, count: u32, across: i32, tileCount: i32, starts: usize): u32 {
    for (let i: u32 = 0; i < count; i++, row += rowBytes) {
      const right = load<i32>(row, COLUMNS + 4) >> TILE_BITS;
      const bottom = load<i32>(row, LINES + 4) >> TILE_BITS;
      for (let y = load<i32>(row, LINES) >> TILE_BITS; y <= bottom; y++)
        for (let x = load<i32>(row, COLUMNS) >> TILE_BITS; x <= right; x++) {
          const at = starts + ((<usize>(y * across + x + 1)) << 2);
          store<u32>(at, load<u32>(at) + 1);
        }
    }
    for (let t = 0; t < tileCount; t++, starts += 4) store<u32>(starts, load<u32>(starts) + load<u32>(starts, 4), 4);
    return load<u32>(starts);
  }

  /** Writes the items of every tile in their order. `next` has the start of every tile and is moved to its end. */
  static fill(row: usize, rowBytes: usize, count: u32, across: i32, next: usize, list: usize): void {
    for (let i: u32 = 0; i < count; i++, row += rowBytes) {
      const right = load<i32>(row, COLUMNS + 4) >> TILE_BITS;
      const bottom = load<i32>(row, LINES + 4) >> TILE_BITS;
      for (let y = load<i32>(row, LINES) >> TILE_BITS; y <= bottom; y++)
        for (let x = load<i32>(row, COLUMNS) >> TILE_BITS; x <= right; x++) {
          const at = next + ((<usize>(y * across + x)) << 2);
          const place = load<u32>(at);
          store<u32>(list + ((<usize>place) << 2), i);
          store<u32>(at, place + 1);
        }
    }
  }
}
