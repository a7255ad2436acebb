// The faces of a mesh, validated once at this door; everything behind it trusts them. A mesh has no positions: those
// arrive with every call of an engine and pass `checkPositions`. Nothing is repaired unless asked, and then it is said.

import { MeshError } from './mesh-error.ts';
import { NONE, Topology } from './topology.ts';

export interface TriMeshOptions {
  /** What to do with a face that names a vertex twice; `'drop'` lists it in `droppedFaces`. Default `'throw'`. */
  readonly repeatedVertices?: 'throw' | 'drop';
}

export interface MergedMesh {
  readonly mesh: TriMesh;
  /** Which of the merged meshes a vertex came from. A face or an edge has the object of any of its vertices. */
  readonly objectOf: Uint32Array;
  /** Vertices of mesh i are `firstVertex[i]` up to, without, `firstVertex[i + 1]`. */
  readonly firstVertex: Uint32Array;
  /** Faces of mesh i are `firstFace[i]` up to, without, `firstFace[i + 1]`. */
  readonly firstFace: Uint32Array;
}

/** Immutable: it owns copies of what it was given, and nobody may write into its arrays. */
export class TriMesh {
  /** Three vertex ids per face. */
  readonly triangles: Uint32Array;
  readonly vertexCount: number;
  readonly faceCount: number;
  /** Faces left out under `repeatedVertices: 'drop'`, by their number in the input, ascending. */
  readonly droppedFaces: Uint32Array;
  #topology: Topology | undefined;

  private constructor(triangles: Uint32Array, vertexCount: number, droppedFaces: Uint32Array) {
    this.triangles = triangles;
    this.vertexCount = vertexCount;
    this.faceCount = triangles.length / 3;
    this.droppedFaces = droppedFaces;
  }

  static from(triangles: ArrayLike<number>, vertexCount: number, options: TriMeshOptions = {}): TriMesh {
    checkVertexCount(vertexCount);
    const surplus = triangles.length % 3;
    if (surplus !== 0) {
      const message = `The triangles hold ${triangles.length} indices, which is not a multiple of three.`;
      throw new MeshError('length-not-multiple-of-three', triangles.length - surplus, message);
    }
    const ids = copyIds(triangles, vertexCount);
    const repeating = facesRepeatingVertex(ids);
    if (repeating.length === 0) return new TriMesh(ids, vertexCount, repeating);
    if (options.repeatedVertices !== 'drop') {
      const face = repeating[0];
      const corners = ids.subarray(3 * face, 3 * face + 3).join(', ');
      const message = `Face ${face} repeats a vertex (${corners}); remove it, or pass { repeatedVertices: 'drop' }.`;
      throw new MeshError('repeated-vertex', face, message);
    }
    return new TriMesh(withoutFaces(ids, repeating), vertexCount, repeating);
  }

  /** Of faces whose topology is known already, as after `changeMesh`; trusts it. */
  static withTopology(topology: Topology): TriMesh {
    const mesh = new TriMesh(topology.triangles, topology.componentOf.length, new Uint32Array(0));
    mesh.#topology = topology;
    return mesh;
  }

  /** Puts meshes side by side in one; no vertices are joined. */
  static merge(meshes: readonly TriMesh[]): MergedMesh {
    const firstVertex = new Uint32Array(meshes.length + 1);
    const firstFace = new Uint32Array(meshes.length + 1);
    checkVertexCount(meshes.reduce((sum, mesh) => sum + mesh.vertexCount, 0));
    meshes.forEach((mesh, i) => {
      firstVertex[i + 1] = firstVertex[i] + mesh.vertexCount;
      firstFace[i + 1] = firstFace[i] + mesh.faceCount;
    });
    const triangles = new Uint32Array(3 * firstFace[meshes.length]);
    const objectOf = new Uint32Array(firstVertex[meshes.length]);
    meshes.forEach((mesh, i) => {
      copyShifted(mesh.triangles, firstVertex[i], triangles, 3 * firstFace[i]);
      objectOf.fill(i, firstVertex[i], firstVertex[i + 1]);
    });
    const mesh = new TriMesh(triangles, objectOf.length, new Uint32Array(0));
    return { mesh, objectOf, firstVertex, firstFace };
  }

  /** Built on first use, then kept. */
  get topology(): Topology {
    this.#topology ??= new Topology(this.triangles, this.vertexCount);
    return this.#topology;
  }
}

/** Three numbers a vertex. */
export type Positions = Float64Array | Float32Array;

/** Throws unless there are three finite numbers per vertex. Cheap enough to run on every call of an engine. */
export function checkPositions(positions: Positions, vertexCount: number): void {
  const { length } = positions;
  if (length !== 3 * vertexCount) {
    const message = `Positions hold ${length} numbers; ${vertexCount} vertices need ${3 * vertexCount}.`;
    throw new MeshError('wrong-position-count', Math.min(Math.floor(length / 3), vertexCount), message);
  }
  // 0·x is 0 for finite x and NaN for the rest, and a sum never loses a NaN: no branch per number. Three sums, because
  // one would wait for its own last addition.
  let x = 0;
  let y = 0;
  let z = 0;
  for (let i = 0; i < length; i += 3) {
    x += 0 * positions[i];
    y += 0 * positions[i + 1];
    z += 0 * positions[i + 2];
  }
  if (x + y + z === 0) return;
  const at = Math.floor(positions.findIndex((value) => !Number.isFinite(value)) / 3);
  const point = positions.subarray(3 * at, 3 * at + 3).join(', ');
  throw new MeshError('position-not-finite', at, `Vertex ${at} is not at a finite position: (${point}).`);
}

/** `NONE` is no vertex id, so ids end below it. */
export function checkVertexCount(vertexCount: number): void {
  if (Number.isInteger(vertexCount) && vertexCount >= 0 && vertexCount <= NONE) return;
  const message = `The vertex count must be an integer from 0 to ${NONE}, not ${vertexCount}.`;
  throw new MeshError('bad-vertex-count', -1, message);
}

/** Ids that are no vertex throw; `placeOf` tells where one stands. */
export function copyIds(
  ids: ArrayLike<number>,
  vertexCount: number,
  placeOf: (at: number) => string = placeInTriangles,
): Uint32Array {
  const copy = new Uint32Array(ids);
  // The conversion changes exactly those values that are no 32-bit id. A Uint32Array holds none.
  if (!(ids instanceof Uint32Array)) {
    for (let i = 0; i < copy.length; i++) if (copy[i] !== ids[i]) throw badIndex(ids[i], i, vertexCount, placeOf);
  }
  for (let i = 0; i < copy.length; i++) if (copy[i] >= vertexCount) throw badIndex(copy[i], i, vertexCount, placeOf);
  return copy;
}

function placeInTriangles(at: number): string {
  return `Index ${at} of the triangles (face ${Math.floor(at / 3)})`;
}

function badIndex(value: number, at: number, vertexCount: number, placeOf: (at: number) => string): MeshError {
  const place = `${placeOf(at)} is ${value}`;
  if (!Number.isInteger(value)) return new MeshError('index-not-integer', at, `${place}, which is not an integer.`);
  const message = `${place}, outside the ${vertexCount} vertices; indices count from 0.`;
  return new MeshError('index-out-of-range', at, message);
}

function facesRepeatingVertex(ids: Uint32Array): Uint32Array {
  const faces: number[] = [];
  for (let i = 0; i < ids.length; i += 3) {
    const a = ids[i];
    const b = ids[i + 1];
    const c = ids[i + 2];
    if (a === b || b === c || c === a) faces.push(i / 3);
  }
  return Uint32Array.from(faces);
}

/** `faces` ascend. */
function withoutFaces(ids: Uint32Array, faces: Uint32Array): Uint32Array {
  const kept = new Uint32Array(ids.length - 3 * faces.length);
  let from = 0;
  for (let i = 0; i < faces.length; i++) {
    kept.set(ids.subarray(from, 3 * faces[i]), from - 3 * i);
    from = 3 * faces[i] + 3;
  }
  kept.set(ids.subarray(from), from - 3 * faces.length);
  return kept;
}

function copyShifted(from: Uint32Array, shift: number, to: Uint32Array, offset: number): void {
  for (let i = 0; i < from.length; i++) to[offset + i] = from[i] + shift;
}
