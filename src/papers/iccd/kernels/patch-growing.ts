// Grows the base patches, the leaves of the patch hierarchy: compact groups of up to
// `MAX_BASE_FACES` faces, face by face [ICCD §VI-A]. A face may join only if each vertex that it
// shares with the patch lies on a good edge that they share. So the faces around a vertex stay one
// fan or one ring within the patch.
import { BAD_EDGE, Ids, NONE, PatchBuilder } from './patch-builder';

/**
 * Most faces of a base patch. With fewer, cones and contours cost more; with more, the smallest
 * quiet patches are coarser.
 */
export const MAX_BASE_FACES: u32 = 10;

/** Work of adding a face, with all candidates that are compared: as much as visiting this many faces. */
const WORK_PER_FACE: i32 = 8;

export class Growth {
  /** Grows patches until every face has one. Returns whether that is so. */
  static run(builder: PatchBuilder): bool {
    while (builder.budget > 0) {
      const seed = Growth.nextSeed(builder);
      if (seed == NONE) return true;
      Growth.grow(builder, seed);
    }
    return false;
  }

  /** The face from which the next patch grows, or `NONE` if every face has a patch. */
  static nextSeed(builder: PatchBuilder): u32 {
    const patchOf = builder.patchOf;
    while (builder.rimStart < builder.rimEnd) {
      const face = Ids.get(builder.rim, builder.rimStart++);
      if (Ids.get(patchOf, face) == NONE) return face;
    }
    let next = builder.nextUnassigned;
    while (next < builder.faceCount && Ids.get(patchOf, next) != NONE) next++;
    builder.nextUnassigned = next;
    return next < builder.faceCount ? next : NONE;
  }

  /** Grows the next patch from a face. */
  static grow(builder: PatchBuilder, seed: u32): void {
    const first = Ids.get(builder.patchStarts, builder.patchCount);
    let end = first;
    builder.candidateCount = 0;
    for (let face = seed; face != NONE; face = end - first < MAX_BASE_FACES ? Growth.takeBest(builder) : NONE) {
      Growth.take(builder, face);
      // Insertion keeps the faces ascending.
      let i = end++;
      for (; i > first && Ids.get(builder.grown, i - 1) > face; i--) {
        Ids.put(builder.grown, i, Ids.get(builder.grown, i - 1));
      }
      Ids.put(builder.grown, i, face);
    }
    for (let i: u32 = 0; i < builder.candidateCount; i++) {
      const face = Ids.get(builder.candidates, i);
      if (load<u8>(builder.isOnRim + face) == 0) Ids.put(builder.rim, builder.rimEnd++, face);
      store<u8>(builder.isOnRim + face, 1);
    }
    Ids.put(builder.patchStarts, ++builder.patchCount, end);
    builder.budget -= WORK_PER_FACE * <i32>(end - first);
  }

  /** Adds a face to the current patch and lists its free neighbours as candidates. */
  static take(builder: PatchBuilder, face: u32): void {
    const patch = builder.patchCount;
    const stamp = patch + 1;
    Ids.put(builder.patchOf, face, patch);
    for (let side = 3 * face; side < 3 * face + 3; side++) {
      const v = Ids.get(builder.triangles, side);
      const isUsed = Ids.get(builder.vertexStamps, v) == stamp;
      store<u8>(builder.uses + v, isUsed ? load<u8>(builder.uses + v) + 1 : 1);
      Ids.put(builder.vertexStamps, v, stamp);
      const beyond = Ids.get(builder.across, side);
      if (beyond == BAD_EDGE) Ids.put(builder.edgeStamps, Ids.get(builder.faceEdges, side), stamp);
      // There is room: each of the MAX_BASE_FACES faces adds at most three. A face may be listed
      // twice.
      if (beyond < BAD_EDGE && Ids.get(builder.patchOf, beyond) == NONE) {
        Ids.put(builder.candidates, builder.candidateCount++, beyond);
      }
    }
  }

  /**
   * The candidate with the best fit, or `NONE`. Also removes candidates that have a patch already.
   */
  static takeBest(builder: PatchBuilder): u32 {
    let best = NONE;
    let bestFit: u32 = 0;
    let kept: u32 = 0;
    for (let i: u32 = 0; i < builder.candidateCount; i++) {
      const face = Ids.get(builder.candidates, i);
      if (Ids.get(builder.patchOf, face) != NONE) continue;
      Ids.put(builder.candidates, kept++, face);
      const fit = Growth.fit(builder, face);
      if (fit > bestFit) {
        bestFit = fit;
        best = face;
      }
    }
    builder.candidateCount = kept;
    return best;
  }

  /**
   * How well a face fits the current patch; 0 if it may not join. The fit grows with the number of
   * shared sides, with the number of faces of the patch around the corners, and with the number of
   * sides without a free neighbour, since such a face would be left behind as an island.
   */
  static fit(builder: PatchBuilder, face: u32): u32 {
    const stamp = builder.patchCount + 1;
    let fit: u32 = 0;
    let before = Growth.isShared(builder, 3 * face + 2);
    for (let side = 3 * face; side < 3 * face + 3; side++) {
      const v = Ids.get(builder.triangles, side);
      const beyond = Ids.get(builder.across, side);
      const after = Growth.isShared(builder, side);
      if (after) fit += 3;
      else if (beyond >= BAD_EDGE || Ids.get(builder.patchOf, beyond) != NONE) fit += 1;
      if (Ids.get(builder.vertexStamps, v) == stamp) {
        if (!after && !before) return 0;
        fit += load<u8>(builder.uses + v);
      }
      // A ring around a singular vertex is never closed. So the vertex lies on the boundary of all
      // its patches, where the rules of joining check it.
      if (after && before && load<u8>(builder.isSingular + v) == 1) return 0;
      if (beyond == BAD_EDGE && Ids.get(builder.edgeStamps, Ids.get(builder.faceEdges, side)) == stamp) return 0;
      before = after;
    }
    return fit;
  }

  /** Whether the face beyond a side is in the current patch. */
  @inline static isShared(builder: PatchBuilder, side: u32): bool {
    const beyond = Ids.get(builder.across, side);
    return beyond < BAD_EDGE && Ids.get(builder.patchOf, beyond) == builder.patchCount;
  }
}
