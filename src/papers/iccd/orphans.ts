// The orphan set [ICCD §V-D, §V-E]: the pairs of features that the non-adjacent phase can never test, because every
// face of one shares a vertex with every face of the other. It follows from the faces alone, so it is found once per
// mesh and only mended after a change. Any mesh. The list is exact in both directions: a pair too few would be a
// contact lost, a pair too many a contact reported twice. kernels/orphans.ts finds them.
// Departs from the paper: no sets of incident and adjacent triangles (OIS, OAS) are built. Orphans are rare, and one
// edge that is not there mostly shows that an element has none.
import type { LinearMemory } from '../../core/memory/linear-memory.ts';
import type { ChangedMesh } from '../../core/mesh/change-mesh.ts';
import { NONE } from '../../core/mesh/topology.ts';
import type { TriMesh } from '../../core/mesh/tri-mesh.ts';
import { OrphanSearch } from '../../core/wasm/mesh.generated.ts';

export interface OrphanSet {
  /** Vertex, face, …; ascending. The vertex is no corner of the face. */
  readonly vf: Uint32Array;
  /** Edge, edge, …; the smaller first, ascending. The two have no vertex in common. */
  readonly ee: Uint32Array;
}

const NOTHING = new Uint32Array(0);

/** What of a change matters here. Vertex ids stay; faces and edges that survive may be renumbered. */
export type ChangedFaces = Pick<ChangedMesh, 'mesh' | 'faceRemap' | 'edgeRemap' | 'touchedVertices'>;

/**
 * Linear in the mesh and in its answer. The answer itself is quadratic where very many faces share a vertex and little
 * else: in a lone fan every face is adjacent to every other. Null if there are more than `limit`.
 */
export function findOrphans(memory: LinearMemory, mesh: TriMesh, limit: number): OrphanSet | null {
  return search(memory, mesh, limit, { vf: NOTHING, ee: NOTHING }, null);
}

/**
 * The same as `findOrphans(changed.mesh)`, for work around the change plus some passes over tables. Whether (v, f)
 * is an orphan depends on the star of v and on f, whether (e, g) is, on the faces of e and of g. So a pair stays what
 * it was unless v is touched, f is new, or an edge may have other faces than before: then both of its vertices are
 * touched.
 * Departs from the paper: [ICCD §V-E] removes only the orphans that lost an element. A tear can also part the faces of
 * a pair whose elements survive; left in the set, it would be tested in both phases.
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
  // A vertex beyond the new count has lost its faces; `touched` has no 0 for it.
  const vf = kept(old.vf, (v, f) => (touched[v] === 0 ? [v, faceRemap[f]] : null));
  const isTouched = (e: number) => touched[edges[2 * e]] & touched[edges[2 * e + 1]];
  const ee = kept(old.ee, (e, g) => {
    const pair = [edgeRemap[e], edgeRemap[g]] as const;
    return pair.includes(NONE) || pair.some(isTouched) ? null : pair;
  });
  return search(memory, mesh, limit, { vf, ee }, touchedVertices);
}

/** What becomes of pairs, without those of which nothing is left. Edges are numbered by their vertices, and those keep their ids: still in order. */
function kept(pairs: Uint32Array, remap: (a: number, b: number) => readonly [number, number] | null): Uint32Array {
  const left: number[] = [];
  for (let i = 0; i < pairs.length; i += 2) {
    const pair = remap(pairs[i], pairs[i + 1]);
    if (pair && pair[1] !== NONE) left.push(...pair);
  }
  return Uint32Array.from(left);
}

/** Bytes of a pair while it is searched for, and of a pair that is listed. */
const RECORD_BYTES = 16;
const PAIR_BYTES = 8;

/** Adds to the pairs that are known those around touched vertices, or all if there are none. */
function search(
  memory: LinearMemory,
  mesh: TriMesh,
  limit: number,
  known: OrphanSet,
  touched: Uint32Array | null,
): OrphanSet | null {
  // Orphans are few; where they are many, the first attempt tells how many.
  let room = 1024 + (mesh.faceCount >> 3) + known.vf.length + known.ee.length;
  for (;;) {
    const found = attempt(memory, mesh, limit, known, touched, room);
    if (typeof found !== 'number') return found;
    room = found;
  }
}

/** With room for so many of each kind, or how many that should be. */
function attempt(
  memory: LinearMemory,
  { topology, vertexCount }: TriMesh,
  limit: number,
  known: OrphanSet,
  touched: Uint32Array | null,
  room: number,
): OrphanSet | null | number {
  const { triangles, edges, faceEdges, starStart, starFaces, edgeFaceStart, edgeFaces, edgeCount } = topology;
  const tables = [triangles, edges, faceEdges, starStart, starFaces, edgeFaceStart, edgeFaces, touched ?? NOTHING];
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

/** Lists known pairs as records; returns how many there are. */
function putRecords(memory: LinearMemory, pairs: Uint32Array, to: number): number {
  const records = memory.u32(to, (RECORD_BYTES / 8) * pairs.length);
  for (let i = 0; i < pairs.length; i++) records[2 * i - (i & 1)] = pairs[i];
  return pairs.length / 2;
}
