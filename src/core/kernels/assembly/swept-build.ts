// The hierarchy of swept sphere volumes [C²A §III-B]: binary, top-down, over a soup without topology, one triangle a leaf. Frames and splits are
// those of the box tree.
import { SLABS } from './box-fit';
import { BoxFrame, MOMENTS, TRIANGLE } from './box-frame';
import { BoxSplit } from './box-split';
import { SweptFit } from './swept-fit';
import { LINK, VOLUME } from './swept-volumes';

/** Bytes of scratch a triangle: moments, bounds, corners along the axes of one node. */
export const SWEPT_SCRATCH: usize = MOMENTS + SLABS + TRIANGLE;

/**
 * Ranges to be fitted: node, start, number of triangles, level. Of a range's two parts the larger goes on first, so that one below another
 * has at most half of its triangles: 32 and the first are never exceeded.
 */
const ENTRY: usize = 16;
const STACK: usize = memory.data(34 * 16, 16);

let top: usize = 0;

export class SweptBuild {
  /** Fills 2·count − 1 volumes and the order of the leaves; returns the height. Lengths times `scale`, a power of two, are about 1. */
  static run(triangles: usize, count: i32, scale: f64, extent: f64, order: usize, volumes: usize, scratch: usize): i32 {
    const slabs = scratch + <usize>count * MOMENTS;
    const corners = slabs + <usize>count * SLABS;
    BoxFrame.weigh(triangles, count, scale, scratch);
    for (let i = 0; i < count; i++) store<u32>(order + ((<usize>i) << 2), i);
    let nodeCount = 1;
    let height = 0;
    top = STACK;
    SweptBuild.push(0, 0, count, 1);
    while (top != STACK) {
      top -= ENTRY;
      const start = load<i32>(top, 4);
      const n = load<i32>(top, 8);
      const level = load<i32>(top, 12);
      const volume = volumes + <usize>load<i32>(top) * VOLUME;
      const ids = order + ((<usize>start) << 2);
      const bounds = slabs + <usize>start * SLABS;
      if (level > height) height = level;
      if (n == 1) BoxFrame.alignToTriangle(triangles + <usize>load<u32>(ids) * TRIANGLE, scale);
      else BoxFrame.alignToSpread(ids, n, scratch);
      SweptFit.run(triangles, ids, n, scale, extent, corners, bounds, volume);
      store<i32>(volume, n == 1 ? ~start : nodeCount, LINK);
      if (n == 1) continue;
      const front = BoxSplit.run(ids, bounds, n, 0);
      const isLarger = 2 * front > n;
      if (isLarger) SweptBuild.push(nodeCount, start, front, level + 1);
      SweptBuild.push(nodeCount + 1, start + front, n - front, level + 1);
      if (!isLarger) SweptBuild.push(nodeCount, start, front, level + 1);
      nodeCount += 2;
    }
    return height;
  }

  @inline static push(node: i32, start: i32, n: i32, level: i32): void {
    store<i32>(top, node);
    store<i32>(top, start, 4);
    store<i32>(top, n, 8);
    store<i32>(top, level, 12);
    top += ENTRY;
  }
}
