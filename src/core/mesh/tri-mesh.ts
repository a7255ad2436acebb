// The faces of a mesh. `TriMesh.from` validates them once, and all other code trusts them. A mesh
// has no positions: those arrive with every call of an engine and pass `checkPositions`. Nothing is
// repaired unless the caller asks for it; `droppedFaces` then lists the faces that were left out.

import { MeshError } from './mesh-error.ts';
import { NONE, Topology } from './topology.ts';

/** What `TriMesh.from` does with faces that are not valid. */
export interface TriMeshOptions {
  /**
   * What to do with a face that names a vertex twice; `'drop'` lists it in `droppedFaces`. Default
   * `'throw'`.
   */
  readonly repeatedVertices?: 'throw' | 'drop';
}

/** Several meshes as one, with the tables to tell them apart. */
export interface MergedMesh {
  /** All meshes side by side. */
  readonly mesh: TriMesh;
  /**
   * The number of the mesh that each vertex came from. For a face or an edge, take any of its
   * vertices.
   */
  readonly objectOf: Uint32Array;
  /** The vertices of mesh i are `firstVertex[i]` up to, but not including, `firstVertex[i + 1]`. */
  readonly firstVertex: Uint32Array;
  /** The faces of mesh i are `firstFace[i]` up to, but not including, `firstFace[i + 1]`. */
  readonly firstFace: Uint32Array;
}

/**
 * The faces of a mesh. Immutable: it owns copies of its input, and nobody may write into its
 * arrays.
 */
export class TriMesh {
  /** Three vertex ids per face. */
  readonly triangles: Uint32Array;
  /** Number of vertices, used or not. */
  readonly vertexCount: number;
  /** Number of faces. */
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

  /**
   * A mesh of faces with three vertex ids each. Throws `MeshError` if an id is not one of a vertex.
   */
  static from(triangles: ArrayLike<number>, vertexCount: number, options: TriMeshOptions = {}): TriMesh {
    checkVertexCount(vertexCount);
    checkTriples(triangles.length, 'The triangles hold', 'indices');
    const ids = copyIds(triangles, vertexCount);
    const repeating = facesRepeatingVertex(ids);
    if (repeating.length === 0) return new TriMesh(ids, vertexCount, repeating);
    if (options.repeatedVertices !== 'drop') {
      const face = repeating[0];
      const corners = ids.subarray(3 * face, 3 * face + 3).join(', ');
      const message = `Face ${face} repeats a vertex (${corners}); remove it, or pass { repeatedVertices: 'drop' }.`;
      throw new MeshError('repeated-vertex', face, message);
    }
    const dropped = new Set(repeating);
    const kept = ids.filter((_, i) => !dropped.has(Math.floor(i / 3)));
    return new TriMesh(kept, vertexCount, repeating);
  }

  /** A mesh whose topology is already known, as after `changeMesh`; trusts it. */
  static withTopology(topology: Topology): TriMesh {
    const mesh = new TriMesh(topology.triangles, topology.componentOf.length, new Uint32Array(0));
    mesh.#topology = topology;
    return mesh;
  }

  /** Puts meshes side by side into one; no vertices are joined. */
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
      triangles.set(
        mesh.triangles.map((vertex) => vertex + firstVertex[i]),
        3 * firstFace[i],
      );
      objectOf.fill(i, firstVertex[i], firstVertex[i + 1]);
    });
    const mesh = new TriMesh(triangles, objectOf.length, new Uint32Array(0));
    return { mesh, objectOf, firstVertex, firstFace };
  }

  /** Edges, stars and components; built on first use, then kept. */
  get topology(): Topology {
    this.#topology ??= new Topology(this.triangles, this.vertexCount);
    return this.#topology;
  }
}

/** Positions of vertices: three numbers per vertex. */
export type Positions = Float64Array | Float32Array;

/**
 * Throws unless there are three finite numbers per vertex. Cheap enough to run on every call of an
 * engine.
 */
export function checkPositions(positions: Positions, vertexCount: number): void {
  const { length } = positions;
  if (length !== 3 * vertexCount) {
    const message = `Positions hold ${length} numbers; ${vertexCount} vertices need ${3 * vertexCount}.`;
    throw new MeshError('wrong-position-count', Math.min(Math.floor(length / 3), vertexCount), message);
  }
  // 0·x is 0 for finite x and NaN for all others, and a sum never loses a NaN, so no number needs a
  // branch. Three sums run in parallel; a single one would wait for its last addition.
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

/**
 * Throws unless the count is a multiple of three. `what` and `of` stand before and after the count
 * in the message.
 */
export function checkTriples(count: number, what: string, of: string): void {
  const surplus = count % 3;
  if (surplus === 0) return;
  const message = `${what} ${count} ${of}, which is not a multiple of three.`;
  throw new MeshError('length-not-multiple-of-three', count - surplus, message);
}

/** Throws unless the count is an integer from 0 to `NONE`; `NONE` itself is no vertex id. */
export function checkVertexCount(vertexCount: number): void {
  if (Number.isInteger(vertexCount) && vertexCount >= 0 && vertexCount <= NONE) return;
  const message = `The vertex count must be an integer from 0 to ${NONE}, not ${vertexCount}.`;
  throw new MeshError('bad-vertex-count', -1, message);
}

/**
 * A copy of ids, all of which must be below `count`; throws otherwise. For the message, `placeOf`
 * says where an id stands, and `what` names the things it counts.
 */
export function copyIds(
  ids: ArrayLike<number>,
  count: number,
  placeOf: (at: number) => string = placeInTriangles,
  what = 'vertices',
): Uint32Array {
  const copy = new Uint32Array(ids);
  const errorAt = (at: number): MeshError => {
    const place = `${placeOf(at)} is ${ids[at]}`;
    return Number.isInteger(ids[at])
      ? new MeshError('index-out-of-range', at, `${place}, outside the ${count} ${what}; indices count from 0.`)
      : new MeshError('index-not-integer', at, `${place}, which is not an integer.`);
  };
  // The conversion changes exactly the values that are no 32-bit id. A Uint32Array has none of
  // these.
  if (!(ids instanceof Uint32Array)) {
    for (let i = 0; i < copy.length; i++) if (copy[i] !== ids[i]) throw errorAt(i);
  }
  for (let i = 0; i < copy.length; i++) if (copy[i] >= count) throw errorAt(i);
  return copy;
}

function placeInTriangles(at: number): string {
  return `Index ${at} of the triangles (face ${Math.floor(at / 3)})`;
}

/** The faces that name a vertex twice, ascending. */
export function facesRepeatingVertex(ids: Uint32Array): Uint32Array {
  const faces: number[] = [];
  for (let i = 0; i < ids.length; i += 3) {
    const a = ids[i];
    const b = ids[i + 1];
    const c = ids[i + 2];
    if (a === b || b === c || c === a) faces.push(i / 3);
  }
  return Uint32Array.from(faces);
}
