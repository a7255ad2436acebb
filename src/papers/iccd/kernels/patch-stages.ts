// Runs the stages of building patches one after the other, as far as the budget goes: sides are
// linked, singular vertices found, base patches grown, their cones estimated and boundaries traced,
// patches merged, the result laid out. Tables whose size an earlier stage decides are asked for in
// between. The order of the work does not depend on the budget, so the patches do not either, but
// for the step in which the rough cones are read.
import { MeshContext } from '../../../core/kernels/mesh-context';
import { Ids, NONE, PatchBuilder } from './patch-builder';
import { Growth } from './patch-growing';
import { Layout } from './patch-layout';
import { PatchLoops } from './patch-loops';
import { Merging } from './patch-merging';
import { Seams } from './patch-seams';
import { RoughCones } from './rough-cones';

const LINK: i32 = 0;
const SINGULAR: i32 = 1;
const GROW: i32 = 2;
const CONES: i32 = 3;
const TRACE: i32 = 4;
const MERGE: i32 = 5;
const LAYOUT: i32 = 6;
const COPY: i32 = 7;

/** `buildPatches` returns: the budget is spent. */
export const BUDGET_SPENT: i32 = 0;
/** `buildPatches` returns: the tables of base patches and nodes are missing. */
export const NEEDS_NODES: i32 = 1;
/** `buildPatches` returns: `sides` is full. */
export const NEEDS_SIDES: i32 = 2;
/** `buildPatches` returns: the tables of the result are missing. */
export const NEEDS_RESULT: i32 = 3;
/** `buildPatches` returns: the patches are complete. */
export const COMPLETE: i32 = 4;

class Stages {
  /** Begins the next stage. */
  @inline static next(builder: PatchBuilder): void {
    builder.stage++;
    builder.cursor = 0;
  }

  /** Zeroes the stamps of vertices and edges. */
  static clearStamps(builder: PatchBuilder): void {
    memory.fill(builder.vertexStamps, 0, (<usize>builder.vertexCount) << 2);
    memory.fill(builder.edgeStamps, 0, (<usize>builder.edgeCount) << 2);
  }

  /** Makes every base patch a root. */
  static startNodes(builder: PatchBuilder): void {
    for (let i: u32 = 0; i < builder.patchCount; i++) {
      Ids.put(builder.sizes, i, Ids.get(builder.patchStarts, i + 1) - Ids.get(builder.patchStarts, i));
      Ids.put(builder.parents, i, NONE);
      Ids.put(builder.rootOf, i, i);
      Ids.put(builder.roots, i, i);
    }
    builder.rootCount = builder.patchCount;
    builder.nodeCount = builder.patchCount;
  }
}

/**
 * Builds patches until the budget is spent, a table is missing, or they are complete; returns
 * which.
 */
export function buildPatches(context: MeshContext, builder: PatchBuilder): i32 {
  if (builder.stage == LINK) {
    if (!Seams.link(builder)) return BUDGET_SPENT;
    Stages.next(builder);
  }
  if (builder.stage == SINGULAR) {
    if (!Seams.findSingular(builder)) return BUDGET_SPENT;
    Stages.clearStamps(builder);
    memory.fill(builder.patchOf, 0xff, (<usize>builder.faceCount) << 2);
    Stages.next(builder);
  }
  if (builder.stage == GROW) {
    if (!Growth.run(builder)) return BUDGET_SPENT;
    if (builder.cones == 0) return NEEDS_NODES;
    Stages.clearStamps(builder);
    Stages.startNodes(builder);
    Stages.next(builder);
  }
  if (builder.stage == CONES) {
    if (!RoughCones.fit(context, builder)) return BUDGET_SPENT;
    Stages.next(builder);
  }
  if (builder.stage == TRACE) {
    if (!PatchLoops.traceBase(builder)) return builder.missingSides > 0 ? NEEDS_SIDES : BUDGET_SPENT;
    Stages.next(builder);
  }
  if (builder.stage == MERGE) {
    if (!Merging.run(builder)) return builder.missingSides > 0 ? NEEDS_SIDES : BUDGET_SPENT;
    Stages.next(builder);
  }
  if (builder.stage == LAYOUT) {
    if (builder.preorder == 0) return NEEDS_RESULT;
    Layout.orderNodes(builder);
    Stages.next(builder);
  }
  if (builder.stage == COPY) {
    if (!Layout.copyNodes(builder)) return BUDGET_SPENT;
    Layout.copySingles(builder);
    Stages.next(builder);
  }
  return COMPLETE;
}
