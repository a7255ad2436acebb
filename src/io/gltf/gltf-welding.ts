// One mesh of a glTF file as one surface. Files split a vertex where its texture coordinates or
// normals differ, and between primitives. Vertices that can never separate, because position,
// joints, weights and morph targets are exactly equal, are welded: otherwise every seam would
// collide with itself.
import { TriMesh, weld } from '../../index.ts';
import { rowsAt } from '../mesh-data.ts';
import type { GltfBudget } from './gltf-budget.ts';
import type { GltfGeometry, GltfPoints } from './gltf-geometry.ts';
import { INFLUENCES } from './gltf-influences.ts';

/** A welded mesh; several nodes may show it. */
export interface WeldedGeometry extends GltfPoints {
  /** All primitives, one after the other. */
  readonly mesh: TriMesh;
  /** How many faces each primitive has; 0 for primitives without triangles. */
  readonly faceCounts: readonly number[];
  /** How many faces were dropped because they name a vertex twice. */
  readonly droppedFaces: number;
}

/** Welds the vertices of a mesh. */
export function welded(geometry: GltfGeometry, budget: GltfBudget): WeldedGeometry {
  const { positions, targets, influences, faces, element } = geometry;
  const moving = targets.flatMap((target) => target ?? []);
  const skin = influences ? [Float64Array.from(influences.joints), influences.weights] : [];
  const columns = [positions, ...moving, ...skin];
  const byteLength = columns.reduce((sum, column) => sum + column.byteLength, 0);
  // The welded columns; and, for a while, the rows of all columns with their table.
  const rows = byteLength + 24 * geometry.vertexCount;
  budget.charge(byteLength + rows, element);
  const { remap, vertexCount, source } = weld(positions, ...columns.slice(1));
  const kept = faces.map((corners) => {
    budget.charge(2 * corners.byteLength, element);
    const joined = corners.map((vertex) => remap[vertex]);
    return TriMesh.from(joined, vertexCount, { repeatedVertices: 'drop' });
  });
  budget.release(rows);
  return {
    vertexCount,
    positions: rowsAt(positions, 3, source),
    targets: targets.map((target) => target && rowsAt(target, 3, source)),
    influences: influences && {
      joints: Uint32Array.from(rowsAt(skin[0], INFLUENCES, source)),
      weights: rowsAt(influences.weights, INFLUENCES, source),
    },
    mesh: TriMesh.from(concatenated(kept), vertexCount),
    faceCounts: kept.map(({ faceCount }) => faceCount),
    droppedFaces: kept.reduce((sum, { droppedFaces }) => sum + droppedFaces.length, 0),
  };
}

function concatenated(meshes: readonly TriMesh[]): Uint32Array {
  const triangles = new Uint32Array(3 * meshes.reduce((sum, { faceCount }) => sum + faceCount, 0));
  let at = 0;
  for (const mesh of meshes) {
    triangles.set(mesh.triangles, at);
    at += mesh.triangles.length;
  }
  return triangles;
}
