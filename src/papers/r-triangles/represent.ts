// Which face represents which features. [R-Triangles §4]: every vertex and every edge is represented by exactly one face that holds it.
// A face's identifier carries how many it represents, in four bits above its place; its lists of vertices and edges are reordered so
// that these come first.

/** Places fit the bits below the representation. */
const PLACE_BITS = 28;

export interface Faces {
  /** Three vertex ids and three edge ids a face. */
  readonly vertices: Uint32Array;
  readonly edges: Uint32Array;
}

export interface Representation {
  /** Place, vertices represented << 28, edges represented << 30. */
  readonly identifiers: Uint32Array;
  /** Three a face, the represented ones first. */
  readonly vertices: Uint32Array;
  readonly edges: Uint32Array;
}

export function representedVertices(identifier: number): number {
  return (identifier >>> PLACE_BITS) & 3;
}

export function representedEdges(identifier: number): number {
  return identifier >>> (PLACE_BITS + 2);
}

/** The greedy schema of §4.3.2: scans the faces once, and each takes what has not been taken. */
export function representGreedily(faces: Faces, vertexCount: number, edgeCount: number): Representation {
  return represent(faces, firstUses(faces.vertices, vertexCount), firstUses(faces.edges, edgeCount));
}

/** Every face represents all that it holds: no assignment at all, as the base method tests. */
export function representAll(faces: Faces): Representation {
  const all = new Uint8Array(faces.vertices.length).fill(1);
  return represent(faces, all, all);
}

/** An assignment given by a flag for each corner and each side of a face: 1 where the face represents it. */
export function represent({ vertices, edges }: Faces, corners: Uint8Array, sides: Uint8Array): Representation {
  const identifiers = new Uint32Array(vertices.length / 3);
  const ordered = { vertices: new Uint32Array(vertices.length), edges: new Uint32Array(edges.length) };
  for (let f = 0; f < identifiers.length; f++) {
    const ownVertices = putFirst(vertices, corners, f, ordered.vertices);
    const ownEdges = putFirst(edges, sides, f, ordered.edges);
    identifiers[f] = f + ownVertices * 2 ** PLACE_BITS + ownEdges * 2 ** (PLACE_BITS + 2);
  }
  return { identifiers, ...ordered };
}

/** Copies three ids, the flagged ones first; returns how many are. */
function putFirst(ids: Uint32Array, flags: Uint8Array, face: number, to: Uint32Array): number {
  let first = 3 * face;
  let last = first + 2;
  for (let i = 3 * face; i < 3 * face + 3; i++) to[flags[i] === 1 ? first++ : last--] = ids[i];
  return first - 3 * face;
}

/** 1 where an id below `count` stands for the first time. */
function firstUses(ids: Uint32Array, count: number): Uint8Array {
  const taken = new Uint8Array(count);
  const first = new Uint8Array(ids.length);
  for (let i = 0; i < ids.length; i++) {
    if (ids[i] >= count) continue;
    first[i] = 1 - taken[ids[i]];
    taken[ids[i]] = 1;
  }
  return first;
}
