// A mesh that breaks or tears: some faces go, others come, vertices may come or go. This door checks the change, numbers
// the faces anew so that most keep their ids, and decides whether the topology is patched (change-topology.ts) or built
// anew. Either way the result is the one `TriMesh.from` would have, with tables from old ids to new ones.
import { cornersOf, type FaceSwap, patchTopology, rebuildTopology, sortUnique } from './change-topology.ts';
import { MeshError } from './mesh-error.ts';
import { fillAscending, resized } from './splice-lists.ts';
import { NONE, type Topology } from './topology.ts';
import { checkVertexCount, TriMesh } from './tri-mesh.ts';

export interface MeshChange {
  /** Ids of faces, in any order, each once. */
  readonly removeFaces?: ArrayLike<number>;
  /** Three vertex ids per face. */
  readonly addFaces?: ArrayLike<number>;
  /** Of the mesh after the change; as before by default. May shrink down to the vertices that its faces use. */
  readonly vertexCount?: number;
}

export interface ChangedMesh {
  /** After the change; its topology is already there. */
  readonly mesh: TriMesh;
  /** Per old face its new id, `NONE` if removed. */
  readonly faceRemap: Uint32Array;
  /** Ids of the added faces, in the order given; they ascend. */
  readonly addedFaces: Uint32Array;
  /** Per old edge its new id, `NONE` if no face has it any more. An edge is its two vertices, whatever its faces. */
  readonly edgeRemap: Uint32Array;
  /** Ids of the edges that were none before, ascending. */
  readonly addedEdges: Uint32Array;
  /** Vertices of removed or added faces, ascending, without those that went. */
  readonly touchedVertices: Uint32Array;
}

/**
 * Added faces take the ids of removed ones, in ascending order, and when these run out the ids behind the last. If more
 * are removed than added, the last faces of the mesh move into the ids left over, in ascending order; all others stay.
 * A `MeshError` tells the place in `removeFaces` or `addFaces`; for `repeated-vertex` the face, counted in `addFaces`.
 */
export function changeMesh(mesh: TriMesh, change: MeshChange): ChangedMesh {
  const { removeFaces = [], addFaces = [], vertexCount = mesh.vertexCount } = change;
  checkVertexCount(vertexCount);
  const removed = copyRemoved(removeFaces, mesh.faceCount);
  const added = copyAdded(addFaces, vertexCount);
  checkLostVertices(mesh.topology, removed, vertexCount);
  const { swap, addedFaces } = swapFaces(mesh.triangles, removed, added, vertexCount);
  const changed = isPatchWorthwhile(swap) ? patchTopology(mesh.topology, swap) : rebuildTopology(mesh.topology, swap);
  return {
    mesh: TriMesh.withTopology(changed.topology),
    faceRemap: swap.faceRemap,
    addedFaces,
    edgeRemap: changed.edgeRemap,
    addedEdges: changed.addedEdges,
    touchedVertices: collectTouched(mesh.triangles, removed, added, vertexCount),
  };
}

/** Measured: a face that leaves or arrives costs a patch up to what eight cost a build, and the first one that of 500. */
function isPatchWorthwhile({ triangles, leaving, arriving }: FaceSwap): boolean {
  return 8 * (leaving.length + arriving.length) + 500 < triangles.length / 3;
}

/** Ascending. */
function copyRemoved(faces: ArrayLike<number>, faceCount: number): Uint32Array {
  const removed = copyIds(faces, 'removeFaces', faceCount, 'faces');
  const sorted = removed.slice().sort();
  for (let i = 1; i < sorted.length; i++) {
    if (sorted[i] !== sorted[i - 1]) continue;
    const at = removed.indexOf(sorted[i], removed.indexOf(sorted[i]) + 1);
    const message = `Index ${at} of removeFaces is ${sorted[i]}, a face that is removed already.`;
    throw new MeshError('index-out-of-range', at, message);
  }
  return sorted;
}

function copyAdded(faces: ArrayLike<number>, vertexCount: number): Uint32Array {
  const surplus = faces.length % 3;
  if (surplus !== 0) {
    const message = `The array addFaces holds ${faces.length} indices, which is not a multiple of three.`;
    throw new MeshError('length-not-multiple-of-three', faces.length - surplus, message);
  }
  const added = copyIds(faces, 'addFaces', vertexCount, 'vertices');
  for (let i = 0; i < added.length; i += 3) {
    const a = added[i];
    const b = added[i + 1];
    const c = added[i + 2];
    if (a !== b && b !== c && c !== a) continue;
    throw new MeshError('repeated-vertex', i / 3, `Face ${i / 3} of addFaces repeats a vertex (${a}, ${b}, ${c}).`);
  }
  return added;
}

function copyIds(ids: ArrayLike<number>, name: string, count: number, what: string): Uint32Array {
  const copy = new Uint32Array(ids);
  for (let i = 0; i < copy.length; i++) {
    // The conversion changes exactly those values that are no 32-bit id.
    if (copy[i] === ids[i] && copy[i] < count) continue;
    const place = `Index ${i} of ${name} is ${ids[i]}`;
    if (!Number.isInteger(ids[i])) throw new MeshError('index-not-integer', i, `${place}, which is not an integer.`);
    throw new MeshError('index-out-of-range', i, `${place}, outside the ${count} ${what}; indices count from 0.`);
  }
  return copy;
}

/** The faces at vertices that go must all be removed. `removed` ascend. */
function checkLostVertices({ starStart, starFaces }: Topology, removed: Uint32Array, vertexCount: number): void {
  for (let v = vertexCount; v < starStart.length - 1; v++) {
    for (let i = starStart[v]; i < starStart[v + 1]; i++) {
      if (isAmong(removed, starFaces[i])) continue;
      const message = `A vertex count of ${vertexCount} is too small: face ${starFaces[i]} stays and uses vertex ${v}.`;
      throw new MeshError('bad-vertex-count', -1, message);
    }
  }
}

function isAmong(ascending: Uint32Array, value: number): boolean {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (ascending[middle] < value) low = middle + 1;
    else high = middle;
  }
  return ascending[low] === value;
}

/** `removed` ascend. */
function swapFaces(
  old: Uint32Array,
  removed: Uint32Array,
  added: Uint32Array,
  vertexCount: number,
): { swap: FaceSwap; addedFaces: Uint32Array } {
  const oldCount = old.length / 3;
  const newCount = oldCount - removed.length + added.length / 3;
  const holes = removed.filter((face) => face < newCount);
  const leaving = extendByRange(holes, newCount, oldCount);
  const arriving = extendByRange(holes, oldCount, newCount);
  const triangles = resized(old, 3 * newCount);
  const addedFaces = arriving.slice(0, added.length / 3);
  for (let i = 0; i < addedFaces.length; i++) copyFace(added, i, triangles, addedFaces[i]);
  const faceRemap = new Uint32Array(oldCount);
  fillAscending(faceRemap, 0, oldCount, 0);
  for (let i = 0; i < removed.length; i++) faceRemap[removed[i]] = NONE;
  let filled = addedFaces.length;
  for (let f = newCount; f < oldCount; f++) {
    if (faceRemap[f] === NONE) continue;
    faceRemap[f] = arriving[filled++];
    copyFace(old, f, triangles, faceRemap[f]);
  }
  return { swap: { triangles, vertexCount, faceRemap, leaving, arriving }, addedFaces };
}

function copyFace(from: Uint32Array, f: number, to: Uint32Array, g: number): void {
  to[3 * g] = from[3 * f];
  to[3 * g + 1] = from[3 * f + 1];
  to[3 * g + 2] = from[3 * f + 2];
}

/** Appends the integers from `low` up to, without, `high`; none if the range is empty. */
function extendByRange(ids: Uint32Array, low: number, high: number): Uint32Array {
  const extended = new Uint32Array(ids.length + Math.max(0, high - low));
  extended.set(ids);
  for (let i = ids.length; i < extended.length; i++) extended[i] = low + i - ids.length;
  return extended;
}

function collectTouched(old: Uint32Array, removed: Uint32Array, added: Uint32Array, vertexCount: number): Uint32Array {
  const corners = new Uint32Array(3 * removed.length + added.length);
  corners.set(cornersOf(old, removed));
  corners.set(added, 3 * removed.length);
  return sortUnique(corners, vertexCount);
}
