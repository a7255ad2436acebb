// The meshes of a scene as one mesh of the engine, with the maps from its faces back to theirs. It
// is built once; the faces are fixed from then on.
import type { Mesh } from 'three';
import { TriMesh } from '../index.ts';
import { MeshFaces } from './mesh-faces.ts';
import { MeshPart } from './mesh-part.ts';
import { SceneError } from './scene-error.ts';
import { weldMeshes } from './weld-meshes.ts';

/**
 * A mesh, or several that are one surface, like the primitives of one glTF mesh: those are welded
 * to each other.
 */
export type Surface = Mesh | readonly Mesh[];

/** The merged mesh of all surfaces. */
export interface SceneMesh {
  /** The welded mesh, without the faces of which two corners became one vertex. */
  readonly mesh: TriMesh;
  /** The meshes of the scene, with the vertices that each places. */
  readonly parts: readonly MeshPart[];
  /** The meshes of each surface. */
  readonly surfaces: readonly (readonly Mesh[])[];
  /** The surface of each vertex. */
  readonly surfaceOf: Uint32Array;
  /** The part of each face. */
  readonly partOf: Uint32Array;
  /** The position of each face's first corner in the index of its part's geometry. */
  readonly firstCorner: Uint32Array;
}

/**
 * Welds and merges the surfaces. The matrices of the scene must be up to date. Throws `SceneError`.
 */
export function buildSceneMesh(given: readonly Surface[]): SceneMesh {
  const surfaces = given.map((surface) => (Array.isArray(surface) ? Array.from<Mesh>(surface) : [surface as Mesh]));
  checkOnce(surfaces.flat());
  const parts: MeshPart[] = [];
  const surfaceOf: number[] = [];
  const corners: number[] = [];
  const partOf: number[] = [];
  const firstCorner: number[] = [];
  surfaces.forEach((meshes, surface) => {
    const faces = meshes.map((mesh) => new MeshFaces(mesh));
    const { remap, source } = weldMeshes(meshes);
    const firstVertex = surfaceOf.length;
    let base = 0;
    let placed = 0;
    meshes.forEach((mesh, i) => {
      for (const vertex of faces[i].triangles) corners.push(firstVertex + remap[base + vertex]);
      for (const corner of faces[i].firstCorner) {
        partOf.push(parts.length);
        firstCorner.push(corner);
      }
      // Vertices are numbered by first appearance, so those of one mesh are consecutive.
      const end = base + faces[i].vertexCount;
      const from = placed;
      while (placed < source.length && source[placed] < end) placed++;
      const vertices = source.slice(from, placed).map((vertex) => vertex - base);
      parts.push(new MeshPart(mesh, faces[i], vertices, firstVertex + from));
      base = end;
    });
    for (let v = 0; v < source.length; v++) surfaceOf.push(surface);
  });
  const mesh = TriMesh.from(corners, surfaceOf.length, { repeatedVertices: 'drop' });
  const dropped = new Set(mesh.droppedFaces);
  const kept = (column: readonly number[]) => Uint32Array.from(column.filter((_, face) => !dropped.has(face)));
  return {
    mesh,
    parts,
    surfaces,
    surfaceOf: Uint32Array.from(surfaceOf),
    partOf: kept(partOf),
    firstCorner: kept(firstCorner),
  };
}

function checkOnce(meshes: readonly Mesh[]): void {
  const repeated = meshes.find((mesh, i) => meshes.indexOf(mesh) !== i);
  if (repeated) throw new SceneError('repeated-object', repeated, 'is given more than once.');
}
