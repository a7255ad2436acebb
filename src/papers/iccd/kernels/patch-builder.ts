// The tables and the state of building the hierarchy of connected patches [ICCD §VI-A].
// src/papers/iccd/patch-building.ts owns the struct and allocates its tables. The building is
// spread over several calls: every stage counts its work in faces, stops when the budget is spent
// and goes on from there in the next call.

/** No face, no node, no patch. */
export const NONE: u32 = 0xffffffff;

/**
 * Entry of `PatchBuilder.across` for an edge with several faces that is not good. No patch holds two
 * faces of such an edge.
 */
export const BAD_EDGE: u32 = 0xfffffffe;

/** The input, the tables and the state of building patches. */
@unmanaged
export class PatchBuilder {
  /** Work that this call may still do, counted in faces; negative if the last step exceeded it. */
  budget: i32;
  /** The stage that is due: see patch-stages.ts. */
  stage: i32;
  /** The face, vertex, patch or node with which the stage goes on. */
  cursor: u32;
  /** Number of faces of the mesh. */
  faceCount: u32;
  /** Number of vertices of the mesh. */
  vertexCount: u32;
  /** Number of edges of the mesh. */
  edgeCount: u32;
  /** Three vertex ids per face. */
  triangles: usize;
  /** Three edge ids per face: that of side k lies between corners k and (k + 1) % 3. */
  faceEdges: usize;
  /**
   * Per side: the face beyond a good edge, `NONE` on the boundary of the mesh, `BAD_EDGE` if the
   * edge is not good.
   */
  across: usize;
  /** A byte per vertex: 1 if its faces do not form one fan or one ring across good edges. */
  isSingular: usize;
  /** A byte per vertex: how many faces of the growing patch use it. */
  uses: usize;
  /** Scratch of 4 bytes per edge; each stage starts with zeros. */
  edgeStamps: usize;
  /** Scratch of 4 bytes per vertex; each stage starts with zeros. */
  vertexStamps: usize;
  /** Scratch of 4 bytes per vertex: a face of the vertex, later the boundary side that starts there. */
  vertexLinks: usize;
  /** Per vertex: the last call of `mayJoin` in which it is an end of a shared good edge. */
  joinedStamps: usize;
  /** Base patch of each face. */
  patchOf: usize;
  /** All faces, base patch by base patch; ascending within one. */
  grown: usize;
  /** Index in `grown` of the first face of each base patch, then the end of the last. */
  patchStarts: usize;
  /** Number of base patches. */
  patchCount: u32;
  /** Queue of faces next to finished base patches, where the next ones start. */
  rim: usize;
  /** A byte per face: 1 once it is in the queue. */
  isOnRim: usize;
  /** The next entry of the queue. */
  rimStart: u32;
  /** The end of the queue. */
  rimEnd: u32;
  /** Every face below this id has a base patch. */
  nextUnassigned: u32;
  /** Faces next to the growing patch. */
  candidates: usize;
  /** Number of candidates. */
  candidateCount: u32;
  /** Number of nodes so far; those below `patchCount` are base patches. */
  nodeCount: u32;
  /** First child of each node that is not a base patch. */
  firsts: usize;
  /** Second child of each node that is not a base patch. */
  seconds: usize;
  /** Parent of each node; `NONE` for the root of a tree. */
  parents: usize;
  /** Number of faces of each node. */
  sizes: usize;
  /** Per node: the last search for a partner that found it as a neighbour. */
  borderStamps: usize;
  /** Per neighbour of the current search: number of good edges shared with it. */
  sharedEdges: usize;
  /**
   * Four doubles per node: axis and cosine of the half angle of a rough cone. One more as scratch.
   */
  cones: usize;
  /** Root of each base patch at the start of the round. */
  rootOf: usize;
  /** All roots at the start of the round, ascending. */
  roots: usize;
  /** The same by ascending number of faces, then by number. */
  sorted: usize;
  /** Scratch of sorting. */
  sorting: usize;
  /** Scratch of sorting: 256 counts. */
  counts: usize;
  /** Number of roots at the start of the round. */
  rootCount: u32;
  /** Number of nodes at the start of the round. */
  roundStart: u32;
  /** Whether a round has begun: the roots are sorted. */
  inRound: bool;
  /** Rounds of this phase that are finished. */
  round: i32;
  /** The phase of merging: how wide the cones of new patches may be. */
  phase: i32;
  /** Neighbours of the current search that have not been joined in this round. */
  neighbours: usize;
  /** Number of neighbours. */
  neighbourCount: u32;
  /** Number of the current search for a partner. */
  search: u32;
  /** Number of the current call of `mayJoin`. */
  trial: u32;
  /** Sides of the boundary loops of all nodes, one loop after the other. */
  sides: usize;
  /** Number of sides in `sides`. */
  sideCount: u32;
  /** Number of sides for which there is room. */
  sideRoom: u32;
  /** Room that the next node needs beyond `sideCount`; 0 if there is enough. */
  missingSides: u32;
  /** Index in `sides` of the first side of each loop, then the end of the last loop. */
  loops: usize;
  /** Number of loops. */
  loopCount: u32;
  /** First loop of each node, then the end of the last node's. */
  nodeLoops: usize;
  /** A byte per side: 1 until its loop has been traced. */
  isOpen: usize;
  /** Output: nodes of trees with two faces or more, in preorder, by their number while merging. */
  preorder: usize;
  /** Output: number of nodes in preorder. */
  orderedCount: u32;
  /** Output: number of base patches among them. */
  leafCount: u32;
  /** Output per node in preorder: its second child, 0 for a leaf. */
  second: usize;
  /** Output per node in preorder: the node behind its subtree. */
  end: usize;
  /** Output per node in preorder: its first base patch. */
  firstLeaf: usize;
  /** Output per node in preorder: its first face in `order`. */
  firstFace: usize;
  /** Output per node in preorder: its number of faces. */
  faceCounts: usize;
  /** Output: all faces, base patch by base patch in preorder; trees of a single face come last. */
  order: usize;
  /** Output: first loop of each node in preorder, then the end of the last node's. */
  loopStart: usize;
  /** Output: index in `loopVertices` of the first vertex of each loop, then the end of the last. */
  loopVertexStart: usize;
  /** Output: vertices of all loops. */
  loopVertices: usize;
  /** Faces in `order` so far. */
  orderedFaces: u32;
  /** Loops laid out so far. */
  orderedLoops: u32;
  /** Vertices in `loopVertices` so far. */
  orderedVertices: u32;
}

/** Tables of u32, and sides of faces. Side 3f + k runs from corner k to corner (k + 1) % 3. */
export class Ids {
  /** Entry i. */
  @inline static get(table: usize, i: u32): u32 {
    return load<u32>(table + ((<usize>i) << 2));
  }

  /** Sets entry i. */
  @inline static put(table: usize, i: u32, id: u32): void {
    store<u32>(table + ((<usize>i) << 2), id);
  }

  /** The next side of the same face. */
  @inline static nextSide(side: u32): u32 {
    return side % 3 == 2 ? side - 2 : side + 1;
  }

  /** The previous side of the same face. */
  @inline static previousSide(side: u32): u32 {
    return side % 3 == 0 ? side + 2 : side - 1;
  }
}
