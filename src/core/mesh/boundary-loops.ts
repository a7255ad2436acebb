// Chains the edges that have a single face into loops: the borders of sheets and of holes. Linear
// in the size of the mesh. An end of an edge is an index into `edges`: end 2e + k is where edge e
// has its vertex k, and `end ^ 1` is the other end of the same edge.
import type { Topology } from './topology.ts';

/**
 * The edges with exactly one face, each once, chained end to end. Around a vertex a chain goes on
 * to the other border edge of the same fan of faces, so that a bow-tie gives one loop per wing.
 * Where three or more faces meet in an edge, the fan has no other border edge. There ends are
 * joined vertex by vertex, first those whose faces run the same way round, and at most one end per
 * vertex stays open. A loop runs in the direction of the face of its first edge; on a consistently
 * wound mesh all agree.
 */
export interface BoundaryLoops {
  /** Number of loops and open chains. */
  readonly count: number;
  /**
   * Loop i is `edges` from `start[i]` to `start[i + 1]`, in order of travel. Open chains precede
   * closed loops.
   */
  readonly start: Uint32Array;
  /** Edge ids of all loops. */
  readonly edges: Uint32Array;
  /** For each of `edges` the vertex at which the loop enters it. */
  readonly from: Uint32Array;
  /**
   * 1 if loop i comes back to its first vertex, 0 if it is an open chain, which only non-manifold
   * edges can cause.
   */
  readonly closed: Uint8Array;
}

/** Stands for no end: the chain stops here. */
const NO_END = 0xffffffff;

/** The boundary of a mesh. */
export function traceBoundary(topology: Topology): BoundaryLoops {
  const entries = boundaryEntries(topology);
  const mate = mateEnds(topology, entries);
  const travel = new Uint32Array(entries.length);
  const start = new Uint32Array(entries.length + 1);
  const visited = new Uint8Array(topology.edgeCount);
  let length = 0;
  let count = 0;
  const follow = (first: number): void => {
    for (let end = first; end !== NO_END && visited[end >>> 1] === 0; end = mate[end ^ 1]) {
      visited[end >>> 1] = 1;
      travel[length++] = end;
    }
    if (length > start[count]) start[++count] = length;
  };
  // Open chains first, each from an open end, in the direction of a face if either end allows. All
  // remaining chains are closed.
  for (const entry of entries) if (mate[entry] === NO_END) follow(entry);
  for (const entry of entries) if (mate[entry ^ 1] === NO_END) follow(entry ^ 1);
  for (const entry of entries) follow(entry);

  const { edges } = topology;
  const closed = new Uint8Array(count);
  for (let i = 0; i < count; i++) closed[i] = mate[travel[start[i]]] === NO_END ? 0 : 1;
  return {
    count,
    start: start.slice(0, count + 1),
    edges: travel.map((end) => end >>> 1),
    from: travel.map((end) => edges[end]),
    closed,
  };
}

/**
 * For each edge with exactly one face, ascending, the end at which that face's direction enters it.
 */
function boundaryEntries(topology: Topology): Uint32Array {
  const { edgeCount, edgeFaceStart } = topology;
  const entries = new Uint32Array(edgeCount);
  let count = 0;
  for (let e = 0; e < edgeCount; e++) {
    if (edgeFaceStart[e + 1] - edgeFaceStart[e] === 1) entries[count++] = entryOf(topology, e);
  }
  return entries.slice(0, count);
}

function entryOf(topology: Topology, edge: number): number {
  const { triangles, edges, faceEdges, edgeFaces, edgeFaceStart } = topology;
  let side = 3 * edgeFaces[edgeFaceStart[edge]];
  while (faceEdges[side] !== edge) side++;
  return triangles[side] === edges[2 * edge] ? 2 * edge : 2 * edge + 1;
}

/**
 * For every end of a boundary edge the end at which the chain goes on, or `NO_END` where it stays
 * open.
 */
function mateEnds(topology: Topology, entries: Uint32Array): Uint32Array {
  const mate = new Uint32Array(topology.edges.length).fill(NO_END);
  const stuck: number[] = [];
  for (let i = 0; i < 2 * entries.length; i++) {
    const end = entries[i >> 1] ^ (i & 1);
    if (mate[end] !== NO_END) continue;
    const other = crossFan(topology, end);
    if (other === NO_END) stuck.push(end);
    else join(mate, end, other);
  }
  if (stuck.length > 0) joinStuck(topology, stuck, mate);
  return mate;
}

function join(mate: Uint32Array, a: number, b: number): void {
  mate[a] = b;
  mate[b] = a;
}

/**
 * The end at the other border of the fan of faces around a boundary end's vertex, or `NO_END` at an
 * edge of three or more faces. Turns from face to face. It never comes back: with at most two faces
 * per edge the fan is a path, and this is one end of it. All walks together pass a corner at most
 * twice.
 */
function crossFan(topology: Topology, end: number): number {
  const { triangles, edges, faceEdges, edgeFaces, edgeFaceStart } = topology;
  const v = edges[end];
  let edge = end >>> 1;
  let face = edgeFaces[edgeFaceStart[edge]];
  for (;;) {
    const corner = triangles[3 * face] === v ? 0 : triangles[3 * face + 1] === v ? 1 : 2;
    const leaving = faceEdges[3 * face + corner];
    edge = leaving !== edge ? leaving : faceEdges[3 * face + ((corner + 2) % 3)];
    const first = edgeFaceStart[edge];
    const faces = edgeFaceStart[edge + 1] - first;
    if (faces === 1) return edges[2 * edge] === v ? 2 * edge : 2 * edge + 1;
    if (faces > 2) return NO_END;
    face = edgeFaces[first] === face ? edgeFaces[first + 1] : edgeFaces[first];
  }
}

/**
 * Joins ends at the same vertex that no fan connects: an entry with an exit while there are both,
 * then any two.
 */
function joinStuck(topology: Topology, stuck: number[], mate: Uint32Array): void {
  const { edges, starStart } = topology;
  // Per vertex, a stack of indices into `stuck`. It never holds both entries and exits.
  const top = new Uint32Array(starStart.length - 1).fill(NO_END);
  const below = new Uint32Array(stuck.length);
  const isEntry = (end: number): boolean => entryOf(topology, end >>> 1) === end;
  for (let i = 0; i < stuck.length; i++) {
    const v = edges[stuck[i]];
    const j = top[v];
    if (j !== NO_END && isEntry(stuck[i]) !== isEntry(stuck[j])) {
      join(mate, stuck[i], stuck[j]);
      top[v] = below[j];
    } else {
      below[i] = j;
      top[v] = i;
    }
  }
  for (let i = 0; i < stuck.length; i++) {
    const v = edges[stuck[i]];
    const j = top[v];
    if (j === NO_END || below[j] === NO_END) continue;
    join(mate, stuck[j], stuck[below[j]]);
    top[v] = below[below[j]];
  }
}
