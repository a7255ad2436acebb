// Representative triangles: from pairs of faces to pairs of features by a fixed assignment. [R-Triangles §4, §5.1, algorithm 1]
// A face's identifier carries how many vertices (bits 28–29) and edges (bits 30–31) it represents; they come first in its lists, so
// nothing else has to be read to know whether two faces have anything to test.
import { Slabs } from '../../../core/bounds/kernels/slabs';
import { MeshContext } from '../../../core/kernels/mesh-context';

/** Which features each face represents, and how many pairs of features a call has emitted. */
@unmanaged
export class RepresentedTables {
  /** Per place: its number, and how many vertices and edges its face represents. */
  identifiers: usize;
  /** Three vertex ids and three edge ids per place, the represented ones first. */
  vertices: usize;
  faceEdges: usize;
  vfCount: i32;
  eeCount: i32;
  /** Whether bounds of the features cull. */
  hasVolumes: bool;
}

class Represented {
  @inline static vertexCount(identifier: u32): u32 {
    return (identifier >> 28) & 3;
  }

  @inline static edgeCount(identifier: u32): u32 {
    return identifier >> 30;
  }

  @inline static isCorner(v: u32, face: usize): bool {
    return v == load<u32>(face) || v == load<u32>(face, 4) || v == load<u32>(face, 8);
  }

  /** Emits the vertices that face a represents against face b; returns where the next pair goes. */
  @inline static emitVertices(
    context: MeshContext,
    tables: RepresentedTables,
    a: u32,
    count: u32,
    b: u32,
    to: usize,
  ): usize {
    const face = context.faces + <usize>b * 12;
    for (let k: u32 = 0; k < count; k++) {
      const v = load<u32>(tables.vertices + <usize>a * 12 + ((<usize>k) << 2));
      if (Represented.isCorner(v, face)) continue;
      store<u32>(to, v);
      store<u32>(to, b, 4);
      if (tables.hasVolumes) to += Slabs.vertexMeetsGeneric(context, v, b) << 3;
      else to += 8;
    }
    return to;
  }
}

/** Keeps the pairs of faces that represent features which make up an elementary test, in place; returns their number. */
export function compatiblePairs(tables: RepresentedTables, pairs: usize, count: i32): i32 {
  const identifiers = tables.identifiers;
  let to = pairs;
  for (let from = pairs, end = pairs + ((<usize>count) << 3); from < end; from += 8) {
    const a = load<u32>(from);
    const b = load<u32>(from, 4);
    const p = load<u32>(identifiers + ((<usize>a) << 2));
    const q = load<u32>(identifiers + ((<usize>b) << 2));
    store<u32>(to, a);
    store<u32>(to, b, 4);
    const vertices = Represented.vertexCount(p) | Represented.vertexCount(q);
    const edges = Represented.edgeCount(p) != 0 && Represented.edgeCount(q) != 0;
    if (vertices || edges) to += 8;
  }
  return <i32>((to - pairs) >> 3);
}

/**
 * Emits the pairs of features of `count` pairs of faces, at most 6 vertex–face and 9 edge–edge pairs each, and their numbers into
 * the tables. With volumes, only those whose bounds meet; the bounds of edges are computed on demand.
 */
export function representedPairs(
  context: MeshContext,
  tables: RepresentedTables,
  pairs: usize,
  count: i32,
  vf: usize,
  ee: usize,
): void {
  const identifiers = tables.identifiers;
  const faceEdges = tables.faceEdges;
  const edges = context.edges;
  const hasVolumes = tables.hasVolumes;
  let vfEnd = vf;
  let eeEnd = ee;
  for (let i = 0; i < count; i++, pairs += 8) {
    const a = load<u32>(pairs);
    const b = load<u32>(pairs, 4);
    const idA = load<u32>(identifiers + ((<usize>a) << 2));
    const idB = load<u32>(identifiers + ((<usize>b) << 2));
    vfEnd = Represented.emitVertices(context, tables, a, Represented.vertexCount(idA), b, vfEnd);
    vfEnd = Represented.emitVertices(context, tables, b, Represented.vertexCount(idB), a, vfEnd);
    const countB = Represented.edgeCount(idB);
    for (let j: u32 = 0; j < Represented.edgeCount(idA); j++) {
      const e = load<u32>(faceEdges + <usize>a * 12 + ((<usize>j) << 2));
      const p = load<u32>(edges + ((<usize>e) << 3));
      const q = load<u32>(edges + ((<usize>e) << 3), 4);
      for (let k: u32 = 0; k < countB; k++) {
        const g = load<u32>(faceEdges + <usize>b * 12 + ((<usize>k) << 2));
        const r = load<u32>(edges + ((<usize>g) << 3));
        const s = load<u32>(edges + ((<usize>g) << 3), 4);
        if (p == r || p == s || q == r || q == s) continue;
        store<u32>(eeEnd, min(e, g));
        store<u32>(eeEnd, max(e, g), 4);
        if (!hasVolumes || Slabs.edgesMeetGeneric(context, p, q, r, s)) eeEnd += 8;
      }
    }
  }
  tables.vfCount = <i32>((vfEnd - vf) >> 3);
  tables.eeCount = <i32>((eeEnd - ee) >> 3);
}
