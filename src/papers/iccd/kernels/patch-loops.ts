// Traces the boundary of every patch as closed loops of sides [ICCD §IV-C, §VI-A], for the contour
// test. Each side runs in the direction of its own face. Seen from the front of the faces, the
// outer loop is counter-clockwise and loops around holes are clockwise. A loop passes each vertex
// at most once: around a boundary vertex the faces of a patch form one fan, so one boundary side
// enters the vertex and one leaves it. Nodes are traced by ascending number.
import { Ids, PatchBuilder } from './patch-builder';
import { MAX_BASE_FACES } from './patch-growing';

export class PatchLoops {
  /** Index in `sides` of the first side of a node. */
  @inline static firstSide(builder: PatchBuilder, node: u32): u32 {
    return Ids.get(builder.loops, Ids.get(builder.nodeLoops, node));
  }

  /** Number of boundary sides of a node. */
  @inline static sideCount(builder: PatchBuilder, node: u32): u32 {
    return PatchLoops.firstSide(builder, node + 1) - PatchLoops.firstSide(builder, node);
  }

  /**
   * Whether there is room for the loops of a node of at most `count` sides, and to trace them. If
   * not, tells how much is missing.
   */
  static hasRoom(builder: PatchBuilder, count: u32): bool {
    const hasRoom = builder.sideCount + 2 * count <= builder.sideRoom;
    builder.missingSides = hasRoom ? 0 : 2 * count;
    return hasRoom;
  }

  /**
   * Where the sides of the next node, at most `count`, wait in any order until they are traced: the
   * room behind its loops.
   */
  @inline static pending(builder: PatchBuilder, count: u32): usize {
    return builder.sides + ((<usize>(builder.sideCount + count)) << 2);
  }

  /**
   * Traces the base patches while there is room. Returns whether all are traced.
   */
  static traceBase(builder: PatchBuilder): bool {
    const most = 3 * MAX_BASE_FACES;
    let patch = builder.cursor;
    for (; patch < builder.patchCount && builder.budget > 0 && PatchLoops.hasRoom(builder, most); patch++) {
      const pending = PatchLoops.pending(builder, most);
      const end = Ids.get(builder.patchStarts, patch + 1);
      let to = pending;
      for (let i = Ids.get(builder.patchStarts, patch); i < end; i++, builder.budget--) {
        const first = 3 * Ids.get(builder.grown, i);
        for (let side = first; side < first + 3; side++) {
          const beyond = Ids.get(builder.across, side);
          // `NONE` and `BAD_EDGE` are larger than any face id.
          if (beyond < builder.faceCount && Ids.get(builder.patchOf, beyond) == patch) continue;
          to = PatchLoops.add(builder, side, to);
        }
      }
      PatchLoops.trace(builder, patch, pending, to);
    }
    builder.cursor = patch;
    return patch == builder.patchCount;
  }

  /**
   * Traces the node that unites two neighbours: all their boundary sides except those between them.
   * `hasRoom` for the sides of both is required.
   */
  static traceUnion(builder: PatchBuilder, node: u32, a: u32, b: u32): void {
    const most = PatchLoops.sideCount(builder, a) + PatchLoops.sideCount(builder, b);
    const pending = PatchLoops.pending(builder, most);
    const between = PatchLoops.addOutward(builder, a, b, pending);
    PatchLoops.trace(builder, node, pending, PatchLoops.addOutward(builder, b, a, between));
  }

  /** Adds the boundary sides of a patch that do not border on the other patch. */
  static addOutward(builder: PatchBuilder, patch: u32, other: u32, to: usize): usize {
    const end = PatchLoops.firstSide(builder, patch + 1);
    for (let i = PatchLoops.firstSide(builder, patch); i < end; i++) {
      const side = Ids.get(builder.sides, i);
      const beyond = Ids.get(builder.across, side);
      if (beyond < builder.faceCount && Ids.get(builder.rootOf, Ids.get(builder.patchOf, beyond)) == other) continue;
      to = PatchLoops.add(builder, side, to);
    }
    return to;
  }

  /** Adds a side to those that wait; returns the end of these. */
  @inline static add(builder: PatchBuilder, side: u32, to: usize): usize {
    store<u32>(to, side);
    Ids.put(builder.vertexLinks, Ids.get(builder.triangles, side), side);
    store<u8>(builder.isOpen + side, 1);
    return to + 4;
  }

  /** Links the sides that wait to loops, which become those of a node. */
  static trace(builder: PatchBuilder, node: u32, pending: usize, end: usize): void {
    const isOpen = builder.isOpen;
    let count = builder.sideCount;
    let loops = builder.loopCount;
    for (; pending < end; pending += 4) {
      let side = load<u32>(pending);
      if (load<u8>(isOpen + side) == 0) continue;
      while (load<u8>(isOpen + side) == 1) {
        store<u8>(isOpen + side, 0);
        Ids.put(builder.sides, count++, side);
        side = Ids.get(builder.vertexLinks, Ids.get(builder.triangles, Ids.nextSide(side)));
      }
      Ids.put(builder.loops, ++loops, count);
    }
    builder.sideCount = count;
    builder.loopCount = loops;
    Ids.put(builder.nodeLoops, node + 1, loops);
  }
}
