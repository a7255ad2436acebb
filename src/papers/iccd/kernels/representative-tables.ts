// The tables of the procedural representatives [ICCD §V-B]: for every place of a face, of which features it is the first face, and
// which clusters of vertices are around it. Passes over all faces, in a few milliseconds for a quarter of a million, so that a changed
// mesh gets them anew.
import { MeshContext } from '../../../core/kernels/mesh-context';

/** The tables, and what a call of `representativePairs` reports. */
@unmanaged
export class RepresentativeTables {
  /** Three edge ids per place. */
  faceEdges: usize;
  /** Where the star of each vertex begins in `star`, and past the last; places of the faces around each vertex, by ascending face id. */
  starStart: usize;
  star: usize;
  /** The place of the first face of each edge. */
  edgeFace: usize;
  /** One byte per place: bits 0–2 for the corners and 3–5 for the edges of which it is the first face. */
  owned: usize;
  /** Two bytes per vertex: the bits of its large and of its small cluster. */
  clusters: usize;
  /**
   * 64 bits per place: the bits of all vertices of the faces around it. Faces that have none in common of one kind of cluster have
   * no neighbour in common.
   */
  nearby: usize;
  /** How many pairs of features the last call emitted. */
  vfCount: i32;
  eeCount: i32;
  /** Whether no two faces of a pair share a vertex. */
  distinct: bool;
}

/**
 * Vertices per cluster. Large clusters have few neighbours but take in faces that lie on each other; small ones are the other way
 * round. Together they leave 97K of the 746K pairs of a crumpled cloth in doubt, where one size in 64 bits leaves 138K; 52K are near.
 */
const LARGE_CLUSTER: u32 = 128;
const SMALL_CLUSTER: u32 = 16;

/** No bit yet. */
const UNSEEN: u8 = 255;

class Tables {
  @inline static at(table: usize, i: u32): usize {
    return table + ((<usize>i) << 2);
  }

  @inline static wide(table: usize, i: u32): usize {
    return table + ((<usize>i) << 3);
  }

  /** 1 if the place is that of the first face around its corner. */
  @inline static isFirst(vertex: u32, place: u32, starStart: usize, star: usize): i32 {
    return load<u32>(Tables.at(star, load<u32>(Tables.at(starStart, vertex)))) == place ? 1 : 0;
  }

  @inline static hasEdge(edge: u32, place: u32, edgeFace: usize): i32 {
    return load<u32>(Tables.at(edgeFace, edge)) == place ? 1 : 0;
  }

  @inline static bitsOf(clusters: usize, vertex: u32): u64 {
    const at = clusters + ((<usize>vertex) << 1);
    return ((<u64>1) << load<u8>(at)) | ((<u64>1) << load<u8>(at, 1));
  }

  /**
   * A connected cluster of at most `size` vertices around a seed that have no bit yet. `bits`: every other byte is that of a vertex;
   * `members`: scratch, 4 bytes per vertex of the cluster, behind the triangles.
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
          if (load<u8>(bits + 2 * corner) != UNSEEN) continue;
          if (count == size) return;
          store<u8>(bits + 2 * corner, bit);
          store<u32>(Tables.at(members, count++), corner);
        }
      }
    }
  }
}

/** The place of the first face of each edge, by face id: the last that is written counts. */
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

/** Of which corners and edges each place has the first face. */
export function ownFeatures(context: MeshContext, tables: RepresentativeTables): void {
  const starStart = tables.starStart;
  const star = tables.star;
  const edgeFace = tables.edgeFace;
  const to = tables.owned;
  let faces = context.faces;
  let faceEdges = tables.faceEdges;
  for (let i = 0; i < context.placeCount; i++, faces += 12, faceEdges += 12) {
    const a = Tables.isFirst(load<u32>(faces), i, starStart, star);
    const b = Tables.isFirst(load<u32>(faces, 4), i, starStart, star);
    const c = Tables.isFirst(load<u32>(faces, 8), i, starStart, star);
    const e = Tables.hasEdge(load<u32>(faceEdges), i, edgeFace);
    const g = Tables.hasEdge(load<u32>(faceEdges, 4), i, edgeFace);
    const h = Tables.hasEdge(load<u32>(faceEdges, 8), i, edgeFace);
    store<u8>(to + i, a | (b << 1) | (c << 2) | (e << 3) | (g << 4) | (h << 5));
  }
}

/**
 * Two bits for each vertex that has none yet: that of its large cluster, from 0 to 31, and of its small one, from 32 to 63; `UNSEEN`
 * for one without faces. Clusters are connected and numbered from `next` on; returns the next number. The star has ids of faces
 * still; `members` is scratch, 4 bytes for each vertex of the largest cluster.
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
      if (load<u8>(bits + 2 * v) != UNSEEN) continue;
      if (load<u32>(Tables.at(starStart, v)) == load<u32>(Tables.at(starStart, v + 1))) continue;
      const bit = 32 * kind + ((next++ * <u32>0x9e3779b1) >> 27);
      Tables.growCluster(tables, triangles, members, v, bits, bit, size);
    }
  }
  return next;
}

/** The bits of all vertices of the faces around each place. `around`: scratch, 8 bytes per vertex. */
export function nearbyClusters(context: MeshContext, tables: RepresentativeTables, around: usize): void {
  const faces = context.faces;
  const count = context.placeCount;
  const clusters = tables.clusters;
  const to = tables.nearby;
  memory.fill(around, 0, (<usize>context.vertexCount) << 3);
  for (let i = 0, face = faces; i < count; i++, face += 12) {
    const a = load<u32>(face);
    const b = load<u32>(face, 4);
    const c = load<u32>(face, 8);
    const own = Tables.bitsOf(clusters, a) | Tables.bitsOf(clusters, b) | Tables.bitsOf(clusters, c);
    store<u64>(Tables.wide(around, a), load<u64>(Tables.wide(around, a)) | own);
    store<u64>(Tables.wide(around, b), load<u64>(Tables.wide(around, b)) | own);
    store<u64>(Tables.wide(around, c), load<u64>(Tables.wide(around, c)) | own);
  }
  for (let i = 0, face = faces; i < count; i++, face += 12) {
    const a = load<u64>(Tables.wide(around, load<u32>(face)));
    const b = load<u64>(Tables.wide(around, load<u32>(face, 4)));
    const c = load<u64>(Tables.wide(around, load<u32>(face, 8)));
    store<u64>(Tables.wide(to, i), a | b | c);
  }
}
