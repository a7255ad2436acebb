// The topology of a changed mesh, from the one before (`patchTopology`) or from scratch
// (`rebuildTopology`); both give the same. For a patch, the faces that leave and the faces that
// arrive each get a small topology of their own. Their vertices keep their order, so all lists
// ascend in the same way: lists around the change are merged with those of the small topologies,
// all others are copied.
import { relabelComponents } from './change-components.ts';
import {
  CHANGE,
  DROP,
  fillAscending,
  gather,
  INSERT,
  type ListEdits,
  lengthOf,
  moveRuns,
  noEdits,
  noRuns,
  pushEdit,
  resized,
  spliceLists,
} from './splice-lists.ts';
import { NONE, Topology } from './topology.ts';

/**
 * A change as the face ids that are given up and those that are taken. A face that gets another id
 * does both.
 */
export interface FaceSwap {
  /** Three vertex ids per face, after the change. */
  readonly triangles: Uint32Array;
  /** Number of vertices after the change. */
  readonly vertexCount: number;
  /** Per old face its new id; equal to the old one exactly for the faces that keep theirs. */
  readonly faceRemap: Uint32Array;
  /** Old ids that are given up, ascending. */
  readonly leaving: Uint32Array;
  /** New ids that are taken, ascending. */
  readonly arriving: Uint32Array;
}

/** A topology after a change, and the table from old edges to new ones. */
export interface ChangedTopology {
  /** The topology after the change. */
  readonly topology: Topology;
  /** Per old edge its new id, or `NONE`. */
  readonly edgeRemap: Uint32Array;
  /** Ids of the edges that did not exist before, ascending. */
  readonly addedEdges: Uint32Array;
}

/**
 * Some faces with a topology of their own. Ids in `topology` are indices into `faces` and
 * `vertices`, both of which ascend.
 */
export interface Patch {
  /** Ids of the faces in the mesh. */
  readonly faces: Uint32Array;
  /** Ids of their vertices in the mesh. */
  readonly vertices: Uint32Array;
  /** The topology of these faces alone. */
  readonly topology: Topology;
}

/**
 * The topology after the change, from the old one. The work is a copy of the columns, and more only
 * around the change.
 */
export function patchTopology(old: Topology, swap: FaceSwap): ChangedTopology {
  const oldVertexCount = old.componentOf.length;
  const leaving = cutOut(old.triangles, swap.leaving, oldVertexCount);
  const arriving = cutOut(swap.triangles, swap.arriving, swap.vertexCount);

  const oldStars = { start: resizeStarts(old.starStart, swap.vertexCount), items: old.starFaces };
  const starEdits = editStars(oldStars.start, leaving, arriving, swap.vertexCount);
  const { starStart: start, starFaces: items } = arriving.topology;
  const stars = spliceLists(oldStars, starEdits, { start, items }, swap);

  const leavingEdges = oldIdsOfEdges(old, leaving);
  const edgeEdits = editEdges(old, leaving, leavingEdges, arriving);
  const oldEdges = { start: old.edgeFaceStart, items: old.edgeFaces };
  const { edgeFaceStart, edgeFaces } = arriving.topology;
  const facesOfEdges = spliceLists(oldEdges, edgeEdits, { start: edgeFaceStart, items: edgeFaces }, swap);
  const { edges, edgeRemap, arrivingEdges, addedEdges } = spliceEdges(old.edges, edgeEdits, arriving);

  const isEdgeLeft = new Uint8Array(leavingEdges.length);
  for (let i = 0; i < isEdgeLeft.length; i++) isEdgeLeft[i] = edgeRemap[leavingEdges[i]] === NONE ? 0 : 1;
  const columns = {
    edges,
    faceEdges: remapFaceEdges(old.faceEdges, edgeRemap, arriving, arrivingEdges, swap.triangles.length),
    edgeFaceStart: facesOfEdges.start,
    edgeFaces: facesOfEdges.items,
    starStart: stars.start,
    starFaces: stars.items,
    ...relabelComponents(old, leaving, isEdgeLeft, arriving, swap.triangles, stars),
  };
  return { topology: new Topology(swap.triangles, swap.vertexCount, columns), edgeRemap, addedEdges };
}

/** The topology after the change, from scratch, with the tables of edges. */
export function rebuildTopology(old: Topology, swap: FaceSwap): ChangedTopology {
  const topology = new Topology(swap.triangles, swap.vertexCount);
  const { edges, edgeCount } = topology;
  const edgeRemap = new Uint32Array(old.edgeCount).fill(NONE);
  const added: number[] = [];
  let e = 0;
  for (let at = 0; at < edgeCount; at++) {
    const u = edges[2 * at];
    const v = edges[2 * at + 1];
    while (isEdgeBefore(old.edges, e, u, v)) e++;
    if (isEdge(old.edges, e, u, v)) edgeRemap[e] = at;
    else added.push(at);
  }
  return { topology, edgeRemap, addedEdges: Uint32Array.from(added) };
}

/** The patch of these faces. */
function cutOut(triangles: Uint32Array, faces: Uint32Array, vertexCount: number): Patch {
  const corners = cornersOf(triangles, faces);
  const vertices = sortUnique(corners, vertexCount);
  const rankOf = new Uint32Array(vertexCount);
  for (let i = 0; i < vertices.length; i++) rankOf[vertices[i]] = i;
  for (let i = 0; i < corners.length; i++) corners[i] = rankOf[corners[i]];
  return { faces, vertices, topology: new Topology(corners, vertices.length) };
}

/** Three vertex ids for each of these faces. */
export function cornersOf(triangles: Uint32Array, faces: Uint32Array): Uint32Array {
  const corners = new Uint32Array(3 * faces.length);
  for (let i = 0; i < faces.length; i++) copyFace(triangles, faces[i], corners, i);
  return corners;
}

/** Copies the corners of face f of `from` to face g of `to`. */
export function copyFace(from: Uint32Array, f: number, to: Uint32Array, g: number): void {
  to[3 * g] = from[3 * f];
  to[3 * g + 1] = from[3 * f + 1];
  to[3 * g + 2] = from[3 * f + 2];
}

/**
 * The ids below `limit`, ascending, each once. Sets a byte per id and scans the bytes, four at a
 * time.
 */
export function sortUnique(ids: Uint32Array, limit: number): Uint32Array {
  const fours = new Uint32Array((limit + 3) >>> 2);
  const flags = new Uint8Array(fours.buffer);
  for (let i = 0; i < ids.length; i++) if (ids[i] < limit) flags[ids[i]] = 1;
  const sorted = new Uint32Array(ids.length);
  let count = 0;
  for (let i = 0; i < fours.length; i++) {
    if (fours[i] === 0) continue;
    for (let id = 4 * i; id < 4 * i + 4; id++) if (flags[id] === 1) sorted[count++] = id;
  }
  return sorted.slice(0, count);
}

/** The edits of the stars: one for each vertex of a leaving or arriving face. */
function editStars(starStart: Uint32Array, leaving: Patch, arriving: Patch, vertexCount: number): ListEdits {
  const gone = leaving.vertices;
  const come = arriving.vertices;
  const edits = noEdits(gone.length + come.length);
  for (let i = 0, j = 0; i < gone.length || j < come.length; ) {
    const v = Math.min(i < gone.length ? gone[i] : NONE, j < come.length ? come[j] : NONE);
    if (v >= vertexCount) break;
    let length = lengthOf(starStart, v);
    let joining = NONE;
    if (i < gone.length && gone[i] === v) length -= lengthOf(leaving.topology.starStart, i++);
    if (j < come.length && come[j] === v) {
      length += lengthOf(arriving.topology.starStart, j);
      joining = j++;
    }
    pushEdit(edits, CHANGE, v, joining, length);
  }
  return edits;
}

/**
 * The starts for another number of stars. New stars are empty. All faces of stars that are cut off
 * leave, so these need no edit.
 */
function resizeStarts(start: Uint32Array, listCount: number): Uint32Array {
  if (listCount + 1 === start.length) return start;
  return resized(start, listCount + 1).fill(start[start.length - 1], start.length);
}

/** The edits of the lists of faces per edge: one for each edge of a leaving or arriving face. */
function editEdges(old: Topology, leaving: Patch, oldIds: Uint32Array, arriving: Patch): ListEdits {
  const { edgeFaceStart: goneStart } = leaving.topology;
  const { edges, edgeCount, edgeFaceStart: comeStart } = arriving.topology;
  const edits = noEdits(oldIds.length + edgeCount);
  let i = 0;
  let at = 0;
  for (let j = 0; j <= edgeCount; j++) {
    const u = j < edgeCount ? arriving.vertices[edges[2 * j]] : NONE;
    const v = j < edgeCount ? arriving.vertices[edges[2 * j + 1]] : NONE;
    at = seekEdge(old.edges, at, u, v);
    for (; i < oldIds.length && oldIds[i] < at; i++) {
      const length = lengthOf(old.edgeFaceStart, oldIds[i]) - lengthOf(goneStart, i);
      pushEdit(edits, length === 0 ? DROP : CHANGE, oldIds[i], NONE, length);
    }
    if (j === edgeCount) break;
    let length = lengthOf(comeStart, j);
    const isOld = isEdge(old.edges, at, u, v);
    if (isOld) length += lengthOf(old.edgeFaceStart, at);
    if (i < oldIds.length && isOld && oldIds[i] === at) length -= lengthOf(goneStart, i++);
    pushEdit(edits, isOld ? CHANGE : INSERT, at, j, length);
  }
  return edits;
}

/** Old ids of the edges of a patch; ascending, because vertices keep their order in it. */
function oldIdsOfEdges(old: Topology, { faces, topology }: Patch): Uint32Array {
  const ids = new Uint32Array(topology.edgeCount);
  for (let i = 0; i < faces.length; i++) {
    for (let k = 0; k < 3; k++) ids[topology.faceEdges[3 * i + k]] = old.faceEdges[3 * faces[i] + k];
  }
  return ids;
}

/**
 * The first edge from `low` on that is not before (u, v). Strides double, so the cost is
 * logarithmic in the distance.
 */
function seekEdge(edges: Uint32Array, low: number, u: number, v: number): number {
  let high = low;
  for (let stride = 1; isEdgeBefore(edges, high, u, v); stride *= 2) {
    low = high + 1;
    high += stride;
  }
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isEdgeBefore(edges, middle, u, v)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Whether edge e is before (u, v); false if e is behind the last edge. */
function isEdgeBefore(edges: Uint32Array, e: number, u: number, v: number): boolean {
  if (2 * e >= edges.length) return false;
  const first = edges[2 * e];
  return first < u || (first === u && edges[2 * e + 1] < v);
}

/** Whether edge e is (u, v); false if e is behind the last edge. */
function isEdge(edges: Uint32Array, e: number, u: number, v: number): boolean {
  return 2 * e < edges.length && edges[2 * e] === u && edges[2 * e + 1] === v;
}

interface SplicedEdges extends Omit<ChangedTopology, 'topology'> {
  readonly edges: Uint32Array;
  /** New id of each edge of the arriving faces. */
  readonly arrivingEdges: Uint32Array;
}

function spliceEdges(old: Uint32Array, edits: ListEdits, arriving: Patch): SplicedEdges {
  const { count, kind, at, joining } = edits;
  const { edges: localEdges, edgeCount } = arriving.topology;
  const oldCount = old.length / 2;
  const edgeRemap = new Uint32Array(oldCount);
  const arrivingEdges = new Uint32Array(edgeCount);
  const added = new Uint32Array(edgeCount);
  const runs = noRuns(count + 1);
  let addedCount = 0;
  let from = 0;
  let to = 0;
  for (let i = 0; i <= count; i++) {
    // The faces of the edge change, but the edge stays where it is: the run goes on.
    if (i < count && kind[i] === CHANGE) {
      if (joining[i] !== NONE) arrivingEdges[joining[i]] = at[i] - from + to;
      continue;
    }
    const next = i < count ? at[i] : oldCount;
    runs.begin[i] = 2 * from;
    runs.end[i] = 2 * next;
    runs.target[i] = 2 * to;
    fillAscending(edgeRemap, from, next, to - from);
    to += next - from;
    from = next;
    if (i === count) break;
    if (kind[i] === DROP) edgeRemap[from++] = NONE;
    else {
      arrivingEdges[joining[i]] = to;
      added[addedCount++] = to++;
    }
  }
  const edges = moveRuns(old, runs, 2 * to);
  for (let i = 0; i < edgeCount; i++) {
    edges[2 * arrivingEdges[i]] = arriving.vertices[localEdges[2 * i]];
    edges[2 * arrivingEdges[i] + 1] = arriving.vertices[localEdges[2 * i + 1]];
  }
  return { edges, edgeRemap, arrivingEdges, addedEdges: added.slice(0, addedCount) };
}

function remapFaceEdges(
  old: Uint32Array,
  edgeRemap: Uint32Array,
  arriving: Patch,
  arrivingEdges: Uint32Array,
  length: number,
): Uint32Array {
  const faceEdges = new Uint32Array(length);
  gather(edgeRemap, old, faceEdges, Math.min(length, old.length));
  const { faces, topology } = arriving;
  for (let i = 0; i < faces.length; i++) {
    for (let k = 0; k < 3; k++) faceEdges[3 * faces[i] + k] = arrivingEdges[topology.faceEdges[3 * i + k]];
  }
  return faceEdges;
}
