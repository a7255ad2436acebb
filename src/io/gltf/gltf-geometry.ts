// One mesh of a glTF file as one surface. Files split a vertex where its texture coordinates or
// normals differ, and between primitives. Vertices that can never separate, because position,
// joints, weights and morph targets are exactly equal, are welded: otherwise every seam would
// collide with itself.
import type { Mesh, Primitive } from '@gltf-transform/core';
import { TriMesh, weld } from '../../index.ts';
import { rowsAt } from '../mesh-data.ts';
import { numbersOf } from './gltf-document.ts';
import { gltfError } from './gltf-file.ts';
import { type Influences, influencesOf } from './gltf-influences.ts';
import { modeWithoutTriangles, trianglesOf } from './gltf-triangles.ts';

/** The welded geometry of a mesh; several nodes may show it. */
export interface GltfGeometry {
  /** The number of vertices after welding. */
  readonly vertexCount: number;
  /** 3 numbers per vertex, in the space of the mesh. */
  readonly positions: Float64Array;
  /** Displacements at weight 1, one array per morph target. */
  readonly targets: readonly Float64Array[];
  /** The joints of each vertex; undefined if the mesh has no skin. */
  readonly influences: Influences | undefined;
  /** 3 vertex ids per triangle, all primitives one after the other. */
  readonly triangles: Uint32Array;
  /** How many faces each primitive has; 0 for primitives without triangles. */
  readonly faceCounts: readonly number[];
  /** How many faces were dropped because they name a vertex twice. */
  readonly droppedFaces: number;
  /** Why primitives were ignored, one line each. */
  readonly ignored: readonly string[];
}

/**
 * The data that decides where a vertex goes, one row per vertex in each column: positions, morph
 * targets, then joints and weights.
 */
type Columns = readonly (Float64Array | Uint32Array)[];

/**
 * Reads and welds a mesh. `jointCount` is `undefined` if the node has no skin; joints and weights
 * then have no effect.
 */
export function geometryOf(mesh: Mesh, element: string, jointCount: number | undefined): GltfGeometry {
  const primitives = mesh.listPrimitives();
  const targetCount = primitives[0]?.listTargets().length ?? 0;
  const ignored: string[] = [];
  const parts: Columns[] = [];
  let vertexCount = 0;
  const faces = primitives.map((primitive, i) => {
    const place = `${element}.primitives[${i}]`;
    const mode = modeWithoutTriangles(primitive);
    if (mode !== undefined || primitive.getAttribute('POSITION') === null) {
      ignored.push(`${place}: ${mode ?? 'no positions'}`);
      return new Uint32Array(0);
    }
    const columns = columnsOf(primitive, targetCount, jointCount, place);
    const firstVertex = vertexCount;
    vertexCount += columns[0].length / 3;
    parts.push(columns);
    return trianglesOf(primitive, columns[0].length / 3, place).map((vertex) => firstVertex + vertex);
  });
  const columnCount = 1 + targetCount + (jointCount === undefined ? 0 : 2);
  const columns = Array.from({ length: columnCount }, (_, c) => concatenated(parts.map((part) => part[c])));
  return { ...welded(columns, targetCount, faces), ignored };
}

function columnsOf(
  primitive: Primitive,
  targetCount: number,
  jointCount: number | undefined,
  element: string,
): Columns {
  const positions = vectors(primitive, `${element}.attributes.POSITION`) ?? new Float64Array(0);
  const vertexCount = positions.length / 3;
  const targets = primitive.listTargets();
  if (targets.length !== targetCount) {
    throw gltfError(element, `${targetCount} morph targets, as in the first primitive`, targets.length);
  }
  const displacements = targets.map((target, i) => {
    const place = `${element}.targets[${i}].POSITION`;
    const values = vectors(target, place) ?? new Float64Array(positions.length);
    if (values.length === positions.length) return values;
    throw gltfError(place, `${vertexCount} elements`, values.length / 3);
  });
  if (jointCount === undefined) return [positions, ...displacements];
  const { joints, weights } = influencesOf(primitive, vertexCount, jointCount, element);
  return [positions, ...displacements, joints, weights];
}

function vectors(holder: Pick<Primitive, 'getAttribute'>, element: string): Float64Array | undefined {
  const accessor = holder.getAttribute('POSITION');
  return accessor === null ? undefined : numbersOf(accessor, 3, element);
}

function concatenated(parts: readonly (Float64Array | Uint32Array)[]): Float64Array {
  const whole = new Float64Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function welded(
  columns: readonly Float64Array[],
  targetCount: number,
  faces: readonly Uint32Array[],
): Omit<GltfGeometry, 'ignored'> {
  const { remap, vertexCount, source } = weld(columns[0], ...columns.slice(1));
  const width = (column: Float64Array): number => column.length / remap.length;
  const [positions, ...others] = columns.map((column) => rowsAt(column, width(column), source));
  const [joints, weights] = others.slice(targetCount);
  const kept = faces.map((corners) => {
    const welded = corners.map((vertex) => remap[vertex]);
    return TriMesh.from(welded, vertexCount, { repeatedVertices: 'drop' });
  });
  return {
    vertexCount,
    positions,
    targets: others.slice(0, targetCount),
    influences: joints && { joints: Uint32Array.from(joints), weights },
    triangles: Uint32Array.from(concatenated(kept.map(({ triangles }) => triangles))),
    faceCounts: kept.map(({ faceCount }) => faceCount),
    droppedFaces: kept.reduce((sum, { droppedFaces }) => sum + droppedFaces.length, 0),
  };
}
