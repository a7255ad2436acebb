// Decides which face represents which features [R-Triangles §4]: each vertex and each edge is
// represented by exactly one face that has it. The identifier of a face holds the numbers of its
// represented vertices and edges, in four bits above its place. Represented features come first in
// the face's lists of vertices and edges. kernels/represented.ts emits their pairs.

/**
 * Bits of an identifier that hold the place. The number of represented vertices starts here, the
 * number of represented edges two bits higher.
 */
const PLACE_BITS = 28;

/** The features of faces. */
export interface Faces {
  /** Three vertex ids per face. */
  readonly vertices: Uint32Array;
  /** Three edge ids per face. */
  readonly edges: Uint32Array;
}

/** Faces with their represented vertices and edges first. */
export interface Representation extends Faces {
  /** Per face: place + number of represented vertices << 28 + number of represented edges << 30. */
  readonly identifiers: Uint32Array;
}

/**
 * The greedy schema of §4.3.2: one scan of the faces, in which each face represents those of its
 * features that no earlier face represents.
 */
export function representGreedily(faces: Faces, vertexCount: number, edgeCount: number): Representation {
  return represent(faces, firstUses(faces.vertices, vertexCount), firstUses(faces.edges, edgeCount));
}

/** Every face represents all its features, as in the base method: no assignment. */
export function representAll(faces: Faces): Representation {
  const all = new Uint8Array(faces.vertices.length).fill(1);
  return represent(faces, all, all);
}

/**
 * Makes a representation from flags per corner and per side of each face: 1 if the face represents
 * it.
 */
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

/** Copies the three ids of a face, flagged ones first. Returns how many are flagged. */
function putFirst(ids: Uint32Array, flags: Uint8Array, face: number, to: Uint32Array): number {
  let first = 3 * face;
  let last = first + 2;
  for (let i = 3 * face; i < 3 * face + 3; i++) to[flags[i] === 1 ? first++ : last--] = ids[i];
  return first - 3 * face;
}

/** Per entry: 1 if its id, below `count`, occurs there for the first time. */
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
