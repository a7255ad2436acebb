// Builds the hierarchy of swept sphere volumes [C²A §III-B]: binary, top-down, over a soup without
// topology, one triangle per leaf. Frames and splits are those of the box tree (core/boxes).
import { SLAB_BYTES } from '../../../core/boxes/kernels/box-fit';
import { BoxFrame, MOMENT_BYTES, TRIANGLE_BYTES } from '../../../core/boxes/kernels/box-frame';
import { BoxScratch } from '../../../core/boxes/kernels/box-scratch';
import { BoxSplit } from '../../../core/boxes/kernels/box-split';
import { SweptFit } from './swept-fit';
import { SweptInput } from './swept-input';
import { SweptVolume } from './swept-volume';

/** Bytes of a range to be fitted: node, start, number of triangles, level. */
const ENTRY_BYTES: usize = 16;
/**
 * Bytes of the stack of ranges. Of the two parts of a range the larger is pushed first, so that a
 * range which lies above another has at most half of its triangles: the stack never has more than
 * the first range and 32 others.
 */
const STACK_BYTES: usize = 34 * ENTRY_BYTES;

/** Bytes of scratch that building a hierarchy over `count` triangles takes. */
export function sweptScratchBytes(count: i32): usize {
  return BoxScratch.SIZE + STACK_BYTES + <usize>count * (MOMENT_BYTES + SLAB_BYTES + TRIANGLE_BYTES);
}

/** Fills 2·count − 1 volumes and the order of the leaves; returns the height. */
export function buildSweptSpheres(input: SweptInput): i32 {
  const count = input.count;
  const scratch = changetype<BoxScratch>(input.scratch);
  const stack = input.scratch + BoxScratch.SIZE;
  scratch.triangles = input.triangles;
  scratch.moments = stack + STACK_BYTES;
  scratch.scale = input.scale;
  input.boxes = scratch;
  const slabs = scratch.moments + <usize>count * MOMENT_BYTES;
  input.corners = slabs + <usize>count * SLAB_BYTES;
  BoxFrame.weigh(scratch, count);
  for (let i = 0; i < count; i++) store<u32>(input.order + ((<usize>i) << 2), i);
  let nodeCount = 1;
  let height = 0;
  let top = SweptBuild.push(stack, 0, 0, count, 1);
  while (top != stack) {
    top -= ENTRY_BYTES;
    const start = load<i32>(top, 4);
    const n = load<i32>(top, 8);
    const level = load<i32>(top, 12);
    const volume = SweptVolume.at(input.volumes, load<i32>(top));
    const ids = input.order + ((<usize>start) << 2);
    const bounds = slabs + <usize>start * SLAB_BYTES;
    if (level > height) height = level;
    if (n == 1) BoxFrame.alignToTriangle(scratch, input.triangles + <usize>load<u32>(ids) * TRIANGLE_BYTES);
    else BoxFrame.alignToSpread(scratch, ids, n);
    SweptFit.run(input, ids, n, bounds, volume);
    volume.link = n == 1 ? ~start : nodeCount;
    if (n == 1) continue;
    const front = BoxSplit.run(scratch, ids, bounds, n, 0);
    const isLarger = 2 * front > n;
    if (isLarger) top = SweptBuild.push(top, nodeCount, start, front, level + 1);
    top = SweptBuild.push(top, nodeCount + 1, start + front, n - front, level + 1);
    if (!isLarger) top = SweptBuild.push(top, nodeCount, start, front, level + 1);
    nodeCount += 2;
  }
  return height;
}

/** The stack of ranges. */
class SweptBuild {
  /** Pushes a range. Returns the new top. */
  @inline static push(top: usize, node: i32, start: i32, n: i32, level: i32): usize {
    store<i32>(top, node);
    store<i32>(top, start, 4);
    store<i32>(top, n, 8);
    store<i32>(top, level, 12);
    return top + ENTRY_BYTES;
  }
}
