// What JavaScript calls of visibility culling: rows of a view, tiles, passes.
import { ViewRows } from './view-rows';
import { ViewSamples } from './view-samples';
import { VisibleRaster } from './visible-raster';
import { VisibleTiles } from './visible-tiles';

/** First byte that no kernel uses: callers allocate from here. */
export const heapBase: usize = __heap_base;

export function snapPoints(positions: usize, count: u32, from: usize, least: f64, scale: f64, out: usize): void {
  ViewRows.snap(positions, count, from, least, scale, out);
}
export function triangleRows(
  corners: usize,
  count: u32,
  points: usize,
  width: i32,
  height: i32,
  scratch: usize,
  rows: usize,
): void {
  ViewRows.ofTriangles(corners, count, points, width, height, scratch, rows);
}
export function prismRows(
  corners: usize,
  count: u32,
  points: usize,
  moved: usize,
  width: i32,
  height: i32,
  scratch: usize,
  rows: usize,
): void {
  ViewRows.ofPrisms(corners, count, points, moved, width, height, scratch, rows);
}
export function sampleRows(
  corners: usize,
  count: u32,
  points: usize,
  width: i32,
  height: i32,
  scratch: usize,
  rows: usize,
): void {
  ViewSamples.ofTriangles(corners, count, points, width, height, scratch, rows);
}
export function countTiles(rows: usize, rowBytes: usize, count: u32, across: i32, tileCount: i32, starts: usize): u32 {
  return VisibleTiles.count(rows, rowBytes, count, across, tileCount, starts);
}
export function fillTiles(rows: usize, rowBytes: usize, count: u32, across: i32, next: usize, list: usize): void {
  VisibleTiles.fill(rows, rowBytes, count, across, next, list);
}
export function recallWitnesses(
  bits: usize,
  fail: usize,
  witness: usize,
  count: u32,
  isDone: u32,
  isHidden: u32,
  corners: usize,
  changed: usize,
  since: u32,
): void {
  VisibleRaster.recall(bits, fail, witness, count, isDone, isHidden, corners, changed, since);
}
export function noteChanges(bits: usize, seen: usize, count: u32, corners: usize, changed: usize, now: u32): void {
  VisibleRaster.noteChanges(bits, seen, count, corners, changed, now);
}
export function visibilityPass(
  rows: usize,
  edgeCount: i32,
  starts: usize,
  list: usize,
  across: i32,
  tileCount: i32,
  primitiveOf: usize,
  groupOf: usize,
  corners: usize,
  bits: usize,
  fail: usize,
  witness: usize,
  isDone: u32,
  isHidden: u32,
  reversed: bool,
  flipped: bool,
  touching: bool,
  layerCount: i32,
  layers: usize,
  scratch: usize,
): void {
  VisibleRaster.pass(
    rows,
    edgeCount,
    starts,
    list,
    across,
    tileCount,
    primitiveOf,
    groupOf,
    corners,
    bits,
    fail,
    witness,
    isDone,
    isHidden,
    reversed,
    flipped,
    touching,
    layerCount,
    layers,
    scratch,
  );
}
