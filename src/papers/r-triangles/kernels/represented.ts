// Turns pairs of faces into pairs of features by a fixed assignment, the representative triangles
// [R-Triangles §4, §5.1, algorithm 1]. The identifier of a face holds how many vertices (bits
// 28–29) and edges (bits 30–31) it represents; these come first in its lists. So two identifiers
// suffice to tell whether two faces have anything to test. represent.ts makes the assignment.
import { FeatureBounds } from '../../../core/bounds/kernels/feature-bounds';
import { FaceCorners } from '../../../core/kernels/face-corners';
import { MeshContext } from '../../../core/kernels/mesh-context';
import { EdgeVolumes, StoredEdges } from './edge-volumes';

/** Which features each face represents, and how many pairs of features a call emitted. */
@unmanaged
export class RepresentedTables {
  /** Per place: the place, and how many vertices and edges its face represents. */
  identifiers: usize;
  /** Three vertex ids per place, the represented ones first. */
  vertices: usize;
  /** Three edge ids per place, the represented ones first. */
  faceEdges: usize;
  /** Number of vertex–face pairs that the last call emitted. */
  vfCount: i32;
  /** Number of edge–edge pairs that the last call emitted. */
  eeCount: i32;
  /** Whether pairs of features are culled by their bounds. */
  hasVolumes: bool;
  /** The stored bounds of the edges, a `StoredEdges`; 0 if they are computed on demand. */
  storedEdges: usize;
}

/** What the identifier of a face says, and the pairs of its represented features. */
export class Represented {
  /** Number of vertices that a face represents. */
  @inline static vertexCount(identifier: u32): u32 {
    return (identifier >> 28) & 3;
  }

  /** Number of edges that a face represents. */
  @inline static edgeCount(identifier: u32): u32 {
    return identifier >> 30;
  }

  /** Whether the bounds of two edges meet, given by their ids and ends. */
  @inline static edgesMeet(
    context: MeshContext,
    tables: RepresentedTables,
    e: u32,
    g: u32,
    p: u32,
    q: u32,
    r: u32,
    s: u32,
  ): usize {
    const stored = tables.storedEdges;
    if (stored) return EdgeVolumes.meet(context, changetype<StoredEdges>(stored), e, g);
    return FeatureBounds.edgesMeet(context, p, q, r, s);
  }

  /** Edge k of a face, the represented ones first. */
  @inline static edge(tables: RepresentedTables, face: u32, k: u32): u32 {
    return load<u32>(tables.faceEdges + <usize>face * 12 + ((<usize>k) << 2));
  }

  /**
   * Emits the vertices that face a represents against face b, except corners of b. Returns where
   * the next pair goes.
   */
  @inline static emitVertices(
    context: MeshContext,
    tables: RepresentedTables,
    a: u32,
    count: u32,
    b: u32,
    to: usize,
  ): usize {
    for (let k: u32 = 0; k < count; k++) {
      const v = load<u32>(tables.vertices + <usize>a * 12 + ((<usize>k) << 2));
      if (FaceCorners.has(context.faces, b, v)) continue;
      store<u32>(to, v);
      store<u32>(to, b, 4);
      if (tables.hasVolumes) to += FeatureBounds.vertexMeets(context, v, b) << 3;
      else to += 8;
    }
    return to;
  }
}

/**
 * Keeps, in place, the pairs of faces whose represented features make at least one elementary test.
 * Returns their number.
 */
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
 * Emits the pairs of features of `count` pairs of faces, at most 6 vertex–face and 9 edge–edge
 * pairs each. Writes their numbers into the tables. With volumes, emits only pairs whose bounds
 * meet.
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
        if (!hasVolumes || Represented.edgesMeet(context, tables, e, g, p, q, r, s)) eeEnd += 8;
      }
    }
  }
  tables.vfCount = <i32>((vfEnd - vf) >> 3);
  tables.eeCount = <i32>((eeEnd - ee) >> 3);
}
