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
  /** The welded mesh. */
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
  /** The number of faces left out because two of their corners are one vertex. */
  readonly droppedFaces: number;
}

interface WeldedSurface {
  readonly mesh: TriMesh;
  readonly parts: readonly MeshPart[];
  /** The part of each face, counted from 0 within the surface. */
  readonly partOf: Uint32Array;
  readonly firstCorner: Uint32Array;
}

/**
 * Welds and merges the surfaces. The matrices of the scene must be up to date. Throws `SceneError`.
 */
export function buildSceneMesh(given: readonly Surface[]): SceneMesh {
  const surfaces = given.map((surface) => (Array.isArray(surface) ? Array.from<Mesh>(surface) : [surface as Mesh]));
  checkOnce(surfaces.flat());
  const welded: WeldedSurface[] = [];
  let vertexCount = 0;
  for (const meshes of surfaces) {
    const surface = weldSurface(meshes, vertexCount);
    welded.push(surface);
    vertexCount += surface.mesh.vertexCount;
  }
  const { mesh, objectOf, firstFace } = TriMesh.merge(welded.map((surface) => surface.mesh));
  const partOf = new Uint32Array(mesh.faceCount);
  const firstCorner = new Uint32Array(mesh.faceCount);
  const parts: MeshPart[] = [];
  welded.forEach((surface, i) => {
    partOf.set(
      surface.partOf.map((part) => parts.length + part),
      firstFace[i],
    );
    firstCorner.set(surface.firstCorner, firstFace[i]);
    parts.push(...surface.parts);
  });
  const droppedFaces = welded.reduce((sum, surface) => sum + surface.mesh.droppedFaces.length, 0);
  return { mesh, parts, surfaces, surfaceOf: objectOf, partOf, firstCorner, droppedFaces };
}

function checkOnce(meshes: readonly Mesh[]): void {
  const repeated = meshes.find((mesh, i) => meshes.indexOf(mesh) !== i);
  if (repeated) throw new SceneError('repeated-object', repeated, 'is given more than once.');
}

/** `first` is the index of its first vertex among those of all surfaces. */
function weldSurface(meshes: readonly Mesh[], first: number): WeldedSurface {
  const faces = meshes.map((mesh) => new MeshFaces(mesh));
  const { remap, source, vertexCount } = weldMeshes(meshes);
  const corners: number[] = [];
  const partOf: number[] = [];
  const firstCorner: number[] = [];
  const parts: MeshPart[] = [];
  let base = 0;
  let placed = 0;
  meshes.forEach((mesh, i) => {
    const end = base + faces[i].vertexCount;
    for (const vertex of faces[i].triangles) corners.push(remap[base + vertex]);
    for (const corner of faces[i].firstCorner) {
      partOf.push(i);
      firstCorner.push(corner);
    }
    // Vertices are numbered by first appearance, so those of one mesh are consecutive.
    const from = placed;
    while (placed < vertexCount && source[placed] < end) placed++;
    const vertices = source.slice(from, placed).map((vertex) => vertex - base);
    parts.push(new MeshPart(mesh, faces[i], vertices, first + from));
    base = end;
  });
  const mesh = TriMesh.from(corners, vertexCount, { repeatedVertices: 'drop' });
  const dropped = new Set(mesh.droppedFaces);
  const kept = (column: readonly number[]) => Uint32Array.from(column.filter((_, face) => !dropped.has(face)));
  return { mesh, parts, partOf: kept(partOf), firstCorner: kept(firstCorner) };
}
