// Changes a mesh that breaks or tears: faces are removed and added, and the number of vertices may
// change. `changeMesh` checks the change, renumbers the faces so that most keep their ids, and
// decides whether the topology is patched (change-topology.ts) or built from scratch. Both ways
// give the topology that `TriMesh.from` would have, with tables from old ids to new ones.
import { copyFace, cornersOf, type FaceSwap, patchTopology, rebuildTopology, sortUnique } from './change-topology.ts';
import { MeshError } from './mesh-error.ts';
import { resized } from './splice-lists.ts';
import { ascending, NONE, type Topology } from './topology.ts';
import { checkTriples, checkVertexCount, copyIds, facesRepeatingVertex, TriMesh } from './tri-mesh.ts';

/** The faces that a change removes and adds. */
export interface MeshChange {
  /** Ids of the faces to remove, in any order, each once. */
  readonly removeFaces?: ArrayLike<number>;
  /** Three vertex ids per face to add. */
  readonly addFaces?: ArrayLike<number>;
  /**
   * Number of vertices after the change; by default as before. It may shrink down to the vertices
   * that faces use.
   */
  readonly vertexCount?: number;
}

/** A mesh after a change, and the tables from old ids to new ones. */
export interface ChangedMesh {
  /** The mesh after the change; its topology is built already. */
  readonly mesh: TriMesh;
  /** Per old face its new id, `NONE` if removed. */
  readonly faceRemap: Uint32Array;
  /** Ids of the added faces, in the order given; they ascend. */
  readonly addedFaces: Uint32Array;
  /**
   * Per old edge its new id, `NONE` if no face has it any more. An edge is identified by its two
   * vertices, whatever its faces.
   */
  readonly edgeRemap: Uint32Array;
  /** Ids of the edges that did not exist before, ascending. */
  readonly addedEdges: Uint32Array;
  /** Vertices of removed or added faces, ascending, without vertices that no longer exist. */
  readonly touchedVertices: Uint32Array;
}

/**
 * Applies a change. Added faces take the ids of removed ones, in ascending order, and when these
 * run out the ids behind the last. If more faces are removed than added, the last faces of the mesh
 * move into the ids left over, in ascending order; all others keep their ids.
 *
 * Throws a `MeshError` whose `at` is the index in `removeFaces` or `addFaces`; for
 * `repeated-vertex` it is the face, counted in `addFaces`.
 */
export function changeMesh(mesh: TriMesh, change: MeshChange): ChangedMesh {
  const { removeFaces = [], addFaces = [], vertexCount = mesh.vertexCount } = change;
  checkVertexCount(vertexCount);
  const removed = copyRemoved(removeFaces, mesh.faceCount);
  const added = copyAdded(addFaces, vertexCount);
  const { swap, addedFaces } = swapFaces(mesh.triangles, removed, added, vertexCount);
  checkLostVertices(mesh.topology, swap);
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

/**
 * Whether a patch costs less than a build. Measured: a patch costs as much as building 500 faces,
 * and per face that leaves or arrives as much as building eight.
 */
function isPatchWorthwhile({ triangles, leaving, arriving }: FaceSwap): boolean {
  return 8 * (leaving.length + arriving.length) + 500 < triangles.length / 3;
}

/** The ids of the removed faces, checked and in ascending order. */
function copyRemoved(faces: ArrayLike<number>, faceCount: number): Uint32Array {
  const removed = copyIds(faces, faceCount, (at) => `Index ${at} of removeFaces`, 'faces');
  const sorted = removed.slice().sort();
  for (let i = 1; i < sorted.length; i++) {
    if (sorted[i] !== sorted[i - 1]) continue;
    const at = removed.indexOf(sorted[i], removed.indexOf(sorted[i]) + 1);
    const message = `Index ${at} of removeFaces is ${sorted[i]}, a face that is removed already.`;
    throw new MeshError('index-out-of-range', at, message);
  }
  return sorted;
}

/** The corners of the added faces, checked. */
function copyAdded(faces: ArrayLike<number>, vertexCount: number): Uint32Array {
  checkTriples(faces.length, 'The array addFaces holds', 'indices');
  const added = copyIds(faces, vertexCount, (at) => `Index ${at} of addFaces`);
  const [face] = facesRepeatingVertex(added);
  if (face === undefined) return added;
  const corners = added.subarray(3 * face, 3 * face + 3).join(', ');
  throw new MeshError('repeated-vertex', face, `Face ${face} of addFaces repeats a vertex (${corners}).`);
}

/** Throws if a face stays that uses a vertex beyond the new vertex count. */
function checkLostVertices({ starStart, starFaces }: Topology, { vertexCount, faceRemap }: FaceSwap): void {
  for (let v = vertexCount; v < starStart.length - 1; v++) {
    for (let i = starStart[v]; i < starStart[v + 1]; i++) {
      if (faceRemap[starFaces[i]] === NONE) continue;
      const message = `A vertex count of ${vertexCount} is too small: face ${starFaces[i]} stays and uses vertex ${v}.`;
      throw new MeshError('bad-vertex-count', -1, message);
    }
  }
}

/** Gives the faces their new ids. `removed` ascends. */
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
  const faceRemap = ascending(oldCount);
  for (let i = 0; i < removed.length; i++) faceRemap[removed[i]] = NONE;
  let filled = addedFaces.length;
  for (let f = newCount; f < oldCount; f++) {
    if (faceRemap[f] === NONE) continue;
    faceRemap[f] = arriving[filled++];
    copyFace(old, f, triangles, faceRemap[f]);
  }
  return { swap: { triangles, vertexCount, faceRemap, leaving, arriving }, addedFaces };
}

/** Appends the integers from `low` up to, but not including, `high`; none if the range is empty. */
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
