// Builds the tables of the procedural representative triangles [ICCD §V-B]: for the face at every
// place, of which features it is the first face, and which clusters of vertices are around it.
// Passes over all faces take a few milliseconds for 250,000 faces, so a changed mesh gets its
// tables anew.
import { MeshContext } from '../../../core/kernels/mesh-context';

/** Pairs of faces that are listed at a time: few enough that the list stays in cache. */
export const BLOCK_PAIRS: i32 = 1024;
/** Bytes of `RepresentativeTables.candidates`: two lists of 16 bytes per entry. */
export const CANDIDATE_BYTES: usize = 32 * (BLOCK_PAIRS + 1);

/** The tables, and how many pairs a call of `representativePairs` emitted. */
@unmanaged
export class RepresentativeTables {
  /** Three edge ids per place. */
  faceEdges: usize;
  /** Index in `star` of the first face of each vertex, then the end of the last. */
  starStart: usize;
  /** Places of the faces around each vertex, by ascending face id. */
  star: usize;
  /** The place of the first face of each edge. */
  edgeFace: usize;
  /**
   * One byte per place: bits 0–2 for the corners and 3–5 for the edges of which its face is the
   * first.
   */
  owned: usize;
  /** Two bytes per vertex: the bit numbers of its large and of its small cluster. */
  clusters: usize;
  /**
   * Three times 64 bits per place, and 64 unused: 32 bits for large and 32 for small clusters of
   * the vertices of the face itself, of the first faces of its corners, and of the first faces of
   * its edges. If two sets of faces have no bit of one kind in common, no two of them share a
   * vertex. Safe direction: a common bit only costs time.
   */
  nearby: usize;
  /**
   * Scratch of `representativePairs`: two faces and the bits of the features they represent, 16
   * bytes per entry, for vertices and then for edges; `BLOCK_PAIRS` entries each, and one more.
   */
  candidates: usize;
  /** Where the next vertex–face pair goes. */
  vfEnd: usize;
  /** Where the next edge–edge pair goes. */
  eeEnd: usize;
  /** Number of vertex–face pairs that the last call emitted. */
  vfCount: i32;
  /** Number of edge–edge pairs that the last call emitted. */
  eeCount: i32;
  /** Number of walks around features, algorithms 1 and 2, that the last call needed. */
  walkCount: i32;
  /** Whether pairs of features whose bounds are apart are dropped. */
  hasBounds: bool;
  /**
   * Whether the faces of a pair never share a vertex. False if there are too many orphans to list,
   * and for pairs of the near-pair cache.
   */
  distinct: bool;
}

/**
 * Vertices of a large cluster. Large clusters have few neighbours, but hold faces that lie on each
 * other; small clusters are the reverse. Together they leave 97K of the 746K pairs of a crumpled
 * cloth in doubt, where one size in 64 bits leaves 138K. 52K are really near.
 */
const LARGE_CLUSTER: u32 = 128;
/** Vertices of a small cluster. */
const SMALL_CLUSTER: u32 = 16;

/** Bit number of a vertex that has no cluster yet. */
const NO_CLUSTER: u8 = 255;

class Tables {
  /** Address of entry i of a table of u32. */
  @inline static at(table: usize, i: u32): usize {
    return table + ((<usize>i) << 2);
  }

  /** Address of the bits of place i. */
  @inline static nearby(table: usize, i: u32): usize {
    return table + ((<usize>i) << 5);
  }

  /** 1 if the first face around a vertex is at this place. */
  @inline static isFirstOfVertex(vertex: u32, place: u32, starStart: usize, star: usize): i32 {
    return load<u32>(Tables.at(star, load<u32>(Tables.at(starStart, vertex)))) == place ? 1 : 0;
  }

  /** 1 if the first face of an edge is at this place. */
  @inline static isFirstOfEdge(edge: u32, place: u32, edgeFace: usize): i32 {
    return load<u32>(Tables.at(edgeFace, edge)) == place ? 1 : 0;
  }

  /** The bits of both clusters of a vertex. */
  @inline static bitsOf(clusters: usize, vertex: u32): u64 {
    const at = clusters + ((<usize>vertex) << 1);
    return ((<u64>1) << load<u8>(at)) | ((<u64>1) << load<u8>(at, 1));
  }

  /**
   * Grows a connected cluster of at most `size` vertices that have none yet, around a seed. `bits`:
   * the bytes of one kind of cluster, at a stride of two. `members`: scratch, 4 bytes per vertex of
   * the cluster.
   */
  @inline static growCluster(
    tables: RepresentativeTables,
    triangles: usize,
    members: usize,
    seed: u32,
    bits: usize,
    bit: u32,
    size: u32,
  ): void {
    const starStart = tables.starStart;
    const star = tables.star;
    let count: u32 = 1;
    store<u32>(members, seed);
    store<u8>(bits + 2 * seed, bit);
    for (let next: u32 = 0; next < count; next++) {
      const v = load<u32>(Tables.at(members, next));
      const end = load<u32>(Tables.at(starStart, v + 1));
      for (let i = load<u32>(Tables.at(starStart, v)); i < end; i++) {
        const face = triangles + <usize>load<u32>(Tables.at(star, i)) * 12;
        for (let k: usize = 0; k < 12; k += 4) {
          const corner = load<u32>(face + k);
          if (load<u8>(bits + 2 * corner) != NO_CLUSTER) continue;
          if (count == size) return;
          store<u8>(bits + 2 * corner, bit);
          store<u32>(Tables.at(members, count++), corner);
        }
      }
    }
  }
}

/**
 * Writes the place of the first face of each edge: that with the least face id, which is written
 * last.
 */
export function firstFaces(tables: RepresentativeTables, placeOf: usize, faceCount: i32): void {
  const edgeFace = tables.edgeFace;
  for (let f = faceCount - 1; f >= 0; f--) {
    const place = load<u32>(Tables.at(placeOf, f));
    const own = tables.faceEdges + <usize>place * 12;
    store<u32>(Tables.at(edgeFace, load<u32>(own)), place);
    store<u32>(Tables.at(edgeFace, load<u32>(own, 4)), place);
    store<u32>(Tables.at(edgeFace, load<u32>(own, 8)), place);
  }
}

/** Writes of which corners and edges the face at each place is the first face. */
export function ownFeatures(context: MeshContext, tables: RepresentativeTables): void {
  const starStart = tables.starStart;
  const star = tables.star;
  const edgeFace = tables.edgeFace;
  const to = tables.owned;
  let faces = context.faces;
  let faceEdges = tables.faceEdges;
  for (let i = 0; i < context.placeCount; i++, faces += 12, faceEdges += 12) {
    let owned = 0;
    for (let k = 0; k < 3; k++) {
      owned |= Tables.isFirstOfVertex(load<u32>(Tables.at(faces, k)), i, starStart, star) << k;
      owned |= Tables.isFirstOfEdge(load<u32>(Tables.at(faceEdges, k)), i, edgeFace) << (k + 3);
    }
    store<u8>(to + i, owned);
  }
}

/**
 * Gives two bits to each vertex that has none yet: that of its large cluster, 0 to 31, and that of
 * its small cluster, 32 to 63. A vertex without faces keeps `NO_CLUSTER`. Clusters are connected
 * and numbered from `next` on; returns the next number. The star must still hold face ids, not
 * places. `members`: scratch, 4 bytes per vertex of the largest cluster.
 */
export function clusterVertices(
  tables: RepresentativeTables,
  triangles: usize,
  vertexCount: i32,
  members: usize,
  next: u32,
): u32 {
  const starStart = tables.starStart;
  for (let kind: u32 = 0; kind < 2; kind++) {
    const bits = tables.clusters + kind;
    const size = kind ? SMALL_CLUSTER : LARGE_CLUSTER;
    for (let v = 0; v < vertexCount; v++) {
      if (load<u8>(bits + 2 * v) != NO_CLUSTER) continue;
      if (load<u32>(Tables.at(starStart, v)) == load<u32>(Tables.at(starStart, v + 1))) continue;
      const bit = 32 * kind + ((next++ * <u32>0x9e3779b1) >> 27);
      Tables.growCluster(tables, triangles, members, v, bits, bit, size);
    }
  }
  return next;
}

/**
 * Writes the bits of the face at each place, of the first faces of its corners, and of the first
 * faces of its edges.
 */
export function nearbyClusters(context: MeshContext, tables: RepresentativeTables): void {
  const faces = context.faces;
  const count = context.placeCount;
  const clusters = tables.clusters;
  const nearby = tables.nearby;
  for (let i = 0, face = faces; i < count; i++, face += 12) {
    const a = Tables.bitsOf(clusters, load<u32>(face));
    const b = Tables.bitsOf(clusters, load<u32>(face, 4));
    const c = Tables.bitsOf(clusters, load<u32>(face, 8));
    store<u64>(Tables.nearby(nearby, i), a | b | c);
  }
  const starStart = tables.starStart;
  const star = tables.star;
  const edgeFace = tables.edgeFace;
  let edges = tables.faceEdges;
  for (let i = 0, face = faces; i < count; i++, face += 12, edges += 12) {
    let ofCorners: u64 = 0;
    let ofEdges: u64 = 0;
    for (let k: usize = 0; k < 12; k += 4) {
      const firstOfVertex = load<u32>(Tables.at(star, load<u32>(Tables.at(starStart, load<u32>(face + k)))));
      const firstOfEdge = load<u32>(Tables.at(edgeFace, load<u32>(edges + k)));
      ofCorners |= load<u64>(Tables.nearby(nearby, firstOfVertex));
      ofEdges |= load<u64>(Tables.nearby(nearby, firstOfEdge));
    }
    store<u64>(Tables.nearby(nearby, i), ofCorners, 8);
    store<u64>(Tables.nearby(nearby, i), ofEdges, 16);
  }
}
