// The meshes of a scene as one mesh of the engine, and the way back from its faces to theirs. Built once for fixed faces.
import type { Mesh } from 'three';
import { TriMesh } from '../index.ts';
import { MeshFaces } from './mesh-faces.ts';
import { MeshPart } from './mesh-part.ts';
import { SceneError } from './scene-error.ts';
import { weldMeshes } from './weld-meshes.ts';

/** A mesh, or several that are one surface, as the primitives of one glTF mesh: those are welded to each other. */
export type Surface = Mesh | readonly Mesh[];

export interface SceneMesh {
  readonly mesh: TriMesh;
  readonly parts: readonly MeshPart[];
  /** The meshes of each surface. */
  readonly surfaces: readonly (readonly Mesh[])[];
  /** The surface of each vertex. */
  readonly surfaceOf: Uint32Array;
  /** The part of each face, and the place of the face's first corner in the index of that part's geometry. */
  readonly partOf: Uint32Array;
  readonly firstCorner: Uint32Array;
  /** Faces left out because two of their corners are one vertex. */
  readonly droppedFaces: number;
}

interface WeldedSurface {
  readonly mesh: TriMesh;
  readonly parts: readonly MeshPart[];
  /** Of each face of the mesh, as in `SceneMesh`, with parts counted from 0. */
  readonly partOf: Uint32Array;
  readonly firstCorner: Uint32Array;
}

/** The matrices of the scene are up to date. Throws `SceneError`. */
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

/** `first` is the number of its first vertex among those of all surfaces. */
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
    // Vertices are numbered by first appearance: those of one mesh follow each other.
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
