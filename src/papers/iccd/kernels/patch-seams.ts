// Decides where two faces may belong to one patch, from the connectivity alone [ICCD §VI-A]: across
// good edges. An edge is good if it has exactly two faces, wound consistently. The first stages of
// building patches.
import { BAD_EDGE, Ids, NONE, PatchBuilder } from './patch-builder';

/** Bit of the stamp of an edge with several faces. The other bits are 1 + the side that came first. */
const SEVERAL: u32 = 0x80000000;

export class Seams {
  /**
   * Links sides across good edges, and counts the faces of vertices in `vertexStamps`. Returns
   * whether all faces are linked.
   */
  static link(builder: PatchBuilder): bool {
    const counts = builder.vertexStamps;
    const faceCount = builder.faceCount;
    let face = builder.cursor;
    for (; face < faceCount && builder.budget > 0; face++, builder.budget--) {
      for (let side = 3 * face; side < 3 * face + 3; side++) {
        const v = Ids.get(builder.triangles, side);
        Ids.put(counts, v, Ids.get(counts, v) + 1);
        Ids.put(builder.vertexLinks, v, face);
        Seams.linkSide(builder, side, face);
      }
    }
    builder.cursor = face;
    return face == faceCount;
  }

  /** Links a side with the one that had its edge before, if any. */
  @inline static linkSide(builder: PatchBuilder, side: u32, face: u32): void {
    const across = builder.across;
    const edge = Ids.get(builder.faceEdges, side);
    const stamp = Ids.get(builder.edgeStamps, edge);
    Ids.put(builder.edgeStamps, edge, stamp == 0 ? side + 1 : stamp | SEVERAL);
    if (stamp == 0) {
      Ids.put(across, side, NONE);
      return;
    }
    const first = (stamp & ~SEVERAL) - 1;
    // Two faces that run along the edge in opposite directions are wound consistently.
    if (stamp < SEVERAL && Ids.get(builder.triangles, first) != Ids.get(builder.triangles, side)) {
      Ids.put(across, side, first / 3);
      Ids.put(across, first, face);
      return;
    }
    const beyond = Ids.get(across, first);
    if (beyond < BAD_EDGE) Ids.put(across, Seams.sideOf(builder.faceEdges, beyond, edge), BAD_EDGE);
    Ids.put(across, first, BAD_EDGE);
    Ids.put(across, side, BAD_EDGE);
  }

  /** Marks the singular vertices. Returns whether all vertices have been looked at. */
  static findSingular(builder: PatchBuilder): bool {
    const vertexCount = builder.vertexCount;
    let v = builder.cursor;
    for (; v < vertexCount && builder.budget > 0; v++) {
      const size = Ids.get(builder.vertexStamps, v);
      const isSingular = size > 0 && Seams.fanSize(builder, Ids.get(builder.vertexLinks, v), v) != size;
      store<u8>(builder.isSingular + v, isSingular ? 1 : 0);
      builder.budget -= 1 + (size >> 2);
    }
    builder.cursor = v;
    return v == vertexCount;
  }

  /**
   * Number of faces reached from face `start` by turning around v across good edges, including
   * `start`.
   */
  static fanSize(builder: PatchBuilder, start: u32, v: u32): u32 {
    const triangles = builder.triangles;
    const across = builder.across;
    let count: u32 = 1;
    let face = Ids.get(across, Ids.previousSide(Seams.sideOf(triangles, start, v)));
    for (; face < BAD_EDGE; count++) {
      if (face == start) return count;
      face = Ids.get(across, Ids.previousSide(Seams.sideOf(triangles, face, v)));
    }
    face = Ids.get(across, Seams.sideOf(triangles, start, v));
    for (; face < BAD_EDGE; count++) face = Ids.get(across, Seams.sideOf(triangles, face, v));
    return count;
  }

  /** The side of a face on an edge, or that begins at a vertex: where its table has this id. */
  @inline static sideOf(table: usize, face: u32, id: u32): u32 {
    const side = 3 * face;
    if (Ids.get(table, side) == id) return side;
    return Ids.get(table, side + 1) == id ? side + 1 : side + 2;
  }
}
