// Lays out the forest of patches as src/papers/iccd/patches.ts describes it: nodes in preorder, the
// faces of the base patches in that order, and the vertices of the loops. The last stage of
// building patches.
import { Ids, NONE, PatchBuilder } from './patch-builder';
import { PatchLoops } from './patch-loops';

export class Layout {
  /** Orders the nodes of all trees with two faces or more, and fills their columns. */
  static orderNodes(builder: PatchBuilder): void {
    const stack = builder.borderStamps;
    let count: u32 = 0;
    for (let root = builder.nodeCount; root-- > 0; ) {
      if (Ids.get(builder.parents, root) != NONE || Ids.get(builder.sizes, root) < 2) continue;
      let top: u32 = 0;
      // It cannot overflow: every level of a tree leaves one node on the stack.
      Ids.put(stack, top++, root);
      while (top > 0) {
        const node = Ids.get(stack, --top);
        Ids.put(builder.preorder, count++, node);
        if (node < builder.patchCount) continue;
        Ids.put(stack, top++, Ids.get(builder.seconds, node));
        Ids.put(stack, top++, Ids.get(builder.firsts, node));
      }
    }
    builder.orderedCount = count;
    builder.budget -= <i32>builder.nodeCount;
    Layout.linkNodes(builder);
    Layout.numberNodes(builder);
  }

  /** The columns `second` and `end`. Backwards, both children of a node come before the node. */
  static linkNodes(builder: PatchBuilder): void {
    for (let i = builder.orderedCount; i-- > 0; ) {
      const isLeaf = Ids.get(builder.preorder, i) < builder.patchCount;
      const second = isLeaf ? 0 : Ids.get(builder.end, i + 1);
      Ids.put(builder.second, i, second);
      Ids.put(builder.end, i, isLeaf ? i + 1 : Ids.get(builder.end, second));
    }
  }

  /** The columns that count leaves, faces and loops. */
  static numberNodes(builder: PatchBuilder): void {
    let leaves: u32 = 0;
    let faces: u32 = 0;
    let loops: u32 = 0;
    for (let i: u32 = 0; i < builder.orderedCount; i++) {
      const node = Ids.get(builder.preorder, i);
      const size = Ids.get(builder.sizes, node);
      Ids.put(builder.firstLeaf, i, leaves);
      Ids.put(builder.firstFace, i, faces);
      Ids.put(builder.faceCounts, i, size);
      loops += Ids.get(builder.nodeLoops, node + 1) - Ids.get(builder.nodeLoops, node);
      Ids.put(builder.loopStart, i + 1, loops);
      if (node >= builder.patchCount) continue;
      leaves++;
      faces += size;
    }
    builder.leafCount = leaves;
  }

  /** Copies faces and loops, node by node. Returns whether all are copied. */
  static copyNodes(builder: PatchBuilder): bool {
    let i = builder.cursor;
    for (; i < builder.orderedCount && builder.budget > 0; i++) {
      const node = Ids.get(builder.preorder, i);
      if (node < builder.patchCount) Layout.copyFaces(builder, node);
      Layout.copyLoops(builder, node);
      builder.budget -= 1 + <i32>(PatchLoops.sideCount(builder, node) >> 2);
    }
    builder.cursor = i;
    return i == builder.orderedCount;
  }

  /** Appends the faces of a base patch. */
  @inline static copyFaces(builder: PatchBuilder, patch: u32): void {
    const end = Ids.get(builder.patchStarts, patch + 1);
    for (let i = Ids.get(builder.patchStarts, patch); i < end; i++) {
      Ids.put(builder.order, builder.orderedFaces++, Ids.get(builder.grown, i));
    }
  }

  /** Appends the loops of a node, as vertices. */
  static copyLoops(builder: PatchBuilder, node: u32): void {
    const end = Ids.get(builder.nodeLoops, node + 1);
    let at = builder.orderedVertices;
    for (let loop = Ids.get(builder.nodeLoops, node); loop < end; loop++) {
      const last = Ids.get(builder.loops, loop + 1);
      for (let i = Ids.get(builder.loops, loop); i < last; i++) {
        Ids.put(builder.loopVertices, at++, Ids.get(builder.triangles, Ids.get(builder.sides, i)));
      }
      Ids.put(builder.loopVertexStart, ++builder.orderedLoops, at);
    }
    builder.orderedVertices = at;
  }

  /** Appends the faces of trees of a single face. */
  static copySingles(builder: PatchBuilder): void {
    for (let face: u32 = 0; face < builder.faceCount; face++) {
      const patch = Ids.get(builder.patchOf, face);
      if (Ids.get(builder.parents, patch) != NONE || Ids.get(builder.sizes, patch) > 1) continue;
      Ids.put(builder.order, builder.orderedFaces++, face);
    }
  }
}
