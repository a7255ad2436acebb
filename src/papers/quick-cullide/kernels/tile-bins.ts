// Distributes the items of a view to tiles, in rendering order: between the rows of a view and the
// passes over its pixels.
import { DepthLayers } from './depth-layers';
import { ItemRow } from './item-row';

/** The rows of the items seen along one axis, and the items of every tile. */
@unmanaged
export class TileBins {
  /** One `ItemRow` with its edges per item. */
  rows: usize;
  /** Bytes of a row. */
  rowBytes: usize;
  /** Number of rows. */
  itemCount: u32;
  /** Tiles in a line of tiles. */
  across: i32;
  /** Tiles in all. */
  tileCount: i32;
  /**
   * Where the items of every tile start in `list`, u32 each, and where the last ones end; then one
   * more u32, which `countTileItems` needs.
   */
  starts: usize;
  /** Items by tile, u32 each, in rendering order. */
  list: usize;
}

/**
 * Sets `starts`, which is full of zeros, one entry too late: the start of tile t is at t + 1.
 * `fillTileLists` moves every start to the end of its tile, and thereby to its own place. Returns
 * the length that `list` needs.
 */
export function countTileItems(bins: TileBins): u32 {
  const across = bins.across;
  const rowBytes = bins.rowBytes;
  let starts = bins.starts;
  let at = bins.rows;
  for (const end = at + <usize>bins.itemCount * rowBytes; at < end; at += rowBytes) {
    const row = changetype<ItemRow>(at);
    const right = row.lastColumn >> DepthLayers.TILE_BITS;
    const bottom = row.lastLine >> DepthLayers.TILE_BITS;
    for (let y = row.firstLine >> DepthLayers.TILE_BITS; y <= bottom; y++)
      for (let x = row.firstColumn >> DepthLayers.TILE_BITS; x <= right; x++) {
        const count = starts + ((<usize>(y * across + x + 2)) << 2);
        store<u32>(count, load<u32>(count) + 1);
      }
  }
  for (let t = 0, tileCount = bins.tileCount; t <= tileCount; t++, starts += 4)
    store<u32>(starts, load<u32>(starts) + load<u32>(starts, 4), 4);
  return load<u32>(starts);
}

/** Writes `list`, and puts `starts` in place. */
export function fillTileLists(bins: TileBins): void {
  const across = bins.across;
  const rowBytes = bins.rowBytes;
  const starts = bins.starts;
  const list = bins.list;
  let at = bins.rows;
  for (let i: u32 = 0, count = bins.itemCount; i < count; i++, at += rowBytes) {
    const row = changetype<ItemRow>(at);
    const right = row.lastColumn >> DepthLayers.TILE_BITS;
    const bottom = row.lastLine >> DepthLayers.TILE_BITS;
    for (let y = row.firstLine >> DepthLayers.TILE_BITS; y <= bottom; y++)
      for (let x = row.firstColumn >> DepthLayers.TILE_BITS; x <= right; x++) {
        const next = starts + ((<usize>(y * across + x + 1)) << 2);
        const place = load<u32>(next);
        store<u32>(list + ((<usize>place) << 2), i);
        store<u32>(next, place + 1);
      }
  }
}
