// Finds the orphan set [ICCD §V-D, §V-E]: the pairs of features that the non-adjacent phase never
// tests, because every face of one feature shares a vertex with every face of the other. It depends
// on the connectivity alone. So it is found once per mesh, and updated after a change. Any mesh is
// allowed. kernels/orphans.ts does the search.
// The list is exact in both directions: a missing pair would lose a contact, a surplus pair would
// report a contact twice.
// Departs from the paper: no sets of incident and adjacent triangles (OIS, OAS) are built. Orphans
// are rare, and for most elements one missing edge already shows that they have none.
import { LinearMemory } from '../../core/memory/linear-memory.ts';
import type { ChangedMesh } from '../../core/mesh/change-mesh.ts';
import { NONE } from '../../core/mesh/topology.ts';
import type { TriMesh } from '../../core/mesh/tri-mesh.ts';
import { OrphanSearch } from '../../core/wasm/mesh.generated.ts';

/** The orphans of a mesh. */
export interface OrphanSet {
  /** Vertex, face, vertex, face, …, ascending. The vertex is not a corner of the face. */
  readonly vf: Uint32Array;
  /**
   * Edge, edge, …, the smaller id of each pair first, ascending. The two edges have no vertex in
   * common.
   */
  readonly ee: Uint32Array;
}

const NO_IDS = new Uint32Array(0);

/** More orphans than fit in any memory. */
const MAX_LISTED = 2 ** 30;

/**
 * The parts of a change that matter here. Vertex ids stay the same; faces and edges that survive
 * may be renumbered.
 */
export type ChangedFaces = Pick<ChangedMesh, 'mesh' | 'faceRemap' | 'edgeRemap' | 'touchedVertices'>;

/**
 * Finds the orphans of a mesh: the pairs of features that share no vertex, but that no two faces
 * without a common vertex have. ICCD tests them one by one, and of adjacent faces nothing else. The
 * time is linear in the mesh and in the answer. The answer is quadratic if very many faces share a
 * vertex and little else: in a lone fan every face is adjacent to every other. Throws `RangeError`
 * if there is no memory for it.
 */
export function findOrphans(mesh: TriMesh): OrphanSet {
  const memory = new LinearMemory(mesh.faceCount);
  const found = listOrphans(memory, mesh, MAX_LISTED);
  memory.dispose();
  if (!found) throw new RangeError(`The mesh has more than ${MAX_LISTED} orphans.`);
  return found;
}

/** The same with memory for the search; null if there are more than `limit`. */
export function listOrphans(memory: LinearMemory, mesh: TriMesh, limit: number): OrphanSet | null {
  return searchOrphans(memory, mesh, limit, { vf: NO_IDS, ee: NO_IDS }, null);
}

/**
 * The same as `listOrphans` of the new mesh, for work around the change plus a few passes over
 * tables. Whether (v, f) is an orphan depends on the star of v and on f. Whether (e, g) is an
 * orphan depends on the faces of e and of g. So a pair keeps its state unless v is touched, f is
 * new, or an edge may have other faces than before; in the last case both vertices of the edge are
 * touched.
 * Departs from the paper: [ICCD §V-E] removes only the orphans that lost an element. A tear can
 * also separate the faces of a pair whose elements survive. Left in the set, that pair would be
 * tested in both phases.
 */
export function updateOrphans(
  memory: LinearMemory,
  old: OrphanSet,
  changed: ChangedFaces,
  limit: number,
): OrphanSet | null {
  const { mesh, faceRemap, edgeRemap, touchedVertices } = changed;
  const { edges } = mesh.topology;
  const touched = new Uint8Array(mesh.vertexCount);
  for (const v of touchedVertices) touched[v] = 1;
  // A vertex beyond the new count has lost its faces: `touched` is undefined there, not 0, and
  // drops it.
  const vf = remapPairs(old.vf, (v, f) => (touched[v] === 0 ? [v, faceRemap[f]] : null));
  const isTouched = (e: number) => touched[edges[2 * e]] & touched[edges[2 * e + 1]];
  const ee = remapPairs(old.ee, (e, g) => {
    const pair = [edgeRemap[e], edgeRemap[g]] as const;
    return pair.includes(NONE) || pair.some(isTouched) ? null : pair;
  });
  return searchOrphans(memory, mesh, limit, { vf, ee }, touchedVertices);
}

/**
 * The pairs with their new ids, without those that `remap` drops or whose second element is gone.
 * Edges are numbered by their vertices, which keep their ids, so the order stays ascending.
 */
function remapPairs(
  pairs: Uint32Array,
  remap: (a: number, b: number) => readonly [number, number] | null,
): Uint32Array {
  const left: number[] = [];
  for (let i = 0; i < pairs.length; i += 2) {
    const pair = remap(pairs[i], pairs[i + 1]);
    if (pair && pair[1] !== NONE) left.push(...pair);
  }
  return Uint32Array.from(left);
}

/** Bytes of a pair during the search. */
const RECORD_BYTES = 16;
/** Bytes of a pair in the final list. */
const PAIR_BYTES = 8;

/**
 * Adds the orphans around touched vertices to the known ones, or all orphans of the mesh if
 * `touched` is null. Null if there are more than `limit`.
 */
function searchOrphans(
  memory: LinearMemory,
  mesh: TriMesh,
  limit: number,
  known: OrphanSet,
  touched: Uint32Array | null,
): OrphanSet | null {
  // Orphans are usually few. If there are more, the first attempt returns how much room is needed.
  let room = 1024 + (mesh.faceCount >> 3) + known.vf.length + known.ee.length;
  for (;;) {
    const found = trySearch(memory, mesh, limit, known, touched, room);
    if (typeof found !== 'number') return found;
    room = found;
  }
}

/**
 * One search with room for `room` pairs of each kind. Returns the room that is needed if that is
 * more.
 */
function trySearch(
  memory: LinearMemory,
  { topology, vertexCount }: TriMesh,
  limit: number,
  known: OrphanSet,
  touched: Uint32Array | null,
  room: number,
): OrphanSet | null | number {
  const { triangles, edges, faceEdges, starStart, starFaces, edgeFaceStart, edgeFaces, edgeCount } = topology;
  const tables = [triangles, edges, faceEdges, starStart, starFaces, edgeFaceStart, edgeFaces, touched ?? NO_IDS];
  const lists = [RECORD_BYTES * room, RECORD_BYTES * room, RECORD_BYTES * room];
  const others = [4 * vertexCount + 4, vertexCount + edgeCount, ...lists, OrphanSearch.BYTES];
  return memory.borrow([...tables.map(({ length }) => 4 * length), ...others], (pointers) => {
    tables.forEach((table, i) => {
      memory.u32(pointers[i], table.length).set(table);
    });
    const orphans = new OrphanSearch(memory, pointers[pointers.length - 1]);
    [
      orphans.triangles,
      orphans.edges,
      orphans.faceEdges,
      orphans.starStart,
      orphans.starFaces,
      orphans.edgeFaceStart,
      orphans.edgeFaces,
      orphans.touched,
      orphans.firstEdge,
      orphans.marks,
      orphans.vf,
      orphans.ee,
      orphans.spare,
    ] = pointers;
    orphans.vertexCount = vertexCount;
    orphans.edgeCount = edgeCount;
    orphans.touchedCount = touched?.length ?? -1;
    orphans.room = room;
    orphans.limit = limit;
    orphans.vfCount = putRecords(memory, known.vf, orphans.vf);
    orphans.eeCount = putRecords(memory, known.ee, orphans.ee);
    memory.kernels.findOrphans(orphans.address, memory.scratch);
    const { vfCount, eeCount } = orphans;
    if (vfCount + eeCount > limit) return null;
    if (Math.max(vfCount, eeCount) > room) return Math.max(vfCount, eeCount);
    const listed = (pointer: number, count: number) => memory.u32(pointer, (PAIR_BYTES / 4) * count).slice();
    return { vf: listed(orphans.vf, vfCount), ee: listed(orphans.ee, eeCount) };
  });
}

/** Writes known pairs as records of the search; returns how many there are. */
function putRecords(memory: LinearMemory, pairs: Uint32Array, to: number): number {
  const records = memory.u32(to, (RECORD_BYTES / 8) * pairs.length);
  for (let i = 0; i < pairs.length; i++) records[2 * i - (i & 1)] = pairs[i];
  return pairs.length / 2;
}
