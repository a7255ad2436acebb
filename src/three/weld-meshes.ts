// Joins the vertices that three.js splits at seams of normals and texture coordinates: otherwise
// every seam would collide with itself. Vertices are joined if they can never separate: equal in
// position, bones, weights and morph targets. Meshes that form one surface are joined in the same
// way, if their world and bind matrices are equal.
import type { Mesh } from 'three';
import { type Weld, weld } from '../index.ts';
import { allIds, readVertices } from './attributes.ts';
import { SceneError } from './scene-error.ts';
import { isSkinned, readSkin } from './skin.ts';

/**
 * The cell size of the grid on which positions are compared, as a fraction of the largest
 * coordinate. The last vertex of a ring of `SphereGeometry` and similar misses the first by about
 * 1e-16. Vertices that a float32 file can distinguish stay apart, except around 0.
 */
const WELD_GRID = 2 ** -40;

/** Welds the vertices of all meshes, numbered consecutively. */
export function weldMeshes(meshes: readonly Mesh[]): Weld {
  const positions = joined(meshes, 3, readPositions);
  const cell = WELD_GRID * positions.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
  const columns: ArrayLike<number>[] = [];
  if (meshes.some(isSkinned)) {
    columns.push(joined(meshes, 4, (mesh, ids) => (isSkinned(mesh) ? readSkin(mesh, ids).bones : null)));
    columns.push(joined(meshes, 4, (mesh, ids) => (isSkinned(mesh) ? readSkin(mesh, ids).weights : null)));
  }
  const targetCount = Math.max(...meshes.map((mesh) => mesh.geometry.morphAttributes.position?.length ?? 0));
  for (let i = 0; i < targetCount; i++) {
    const target = joined(meshes, 3, ({ geometry }, ids) => {
      const attribute = geometry.morphAttributes.position?.[i];
      return attribute ? readVertices(attribute, ids) : null;
    });
    columns.push(onGrid(target, cell));
  }
  if (meshes.length > 1)
    columns.push(joined(meshes, 1, (mesh, ids) => new Float64Array(ids.length).fill(frameOf(mesh, meshes))));
  return weld(onGrid(positions, cell), ...columns);
}

function readPositions(mesh: Mesh, ids: Uint32Array): Float64Array {
  const positions = readVertices(mesh.geometry.attributes.position, ids);
  const bad = positions.findIndex((x) => !Number.isFinite(x));
  if (bad < 0) return positions;
  throw new SceneError('position-not-finite', mesh, `has vertex ${Math.floor(bad / 3)} at no finite position.`);
}

/**
 * Returns one column over the vertices of all meshes. A mesh without this attribute gets NaN, which
 * `weld` treats as equal only to itself.
 */
function joined(
  meshes: readonly Mesh[],
  width: number,
  read: (mesh: Mesh, ids: Uint32Array) => Float64Array | null,
): Float64Array {
  const counts = meshes.map(({ geometry }) => geometry.attributes.position.count);
  const column = new Float64Array(width * counts.reduce((sum, count) => sum + count, 0)).fill(Number.NaN);
  let first = 0;
  meshes.forEach((mesh, i) => {
    column.set(read(mesh, allIds(counts[i])) ?? [], width * first);
    first += counts[i];
  });
  return column;
}

function onGrid(positions: Float64Array, cell: number): Float64Array {
  return cell > 0 ? positions.map((x) => Math.round(x / cell) * cell) : positions;
}

/** Returns the first of the meshes with the same world and bind matrices. */
function frameOf(mesh: Mesh, meshes: readonly Mesh[]): number {
  return meshes.findIndex((other) => {
    if (!other.matrixWorld.equals(mesh.matrixWorld) || isSkinned(other) !== isSkinned(mesh)) return false;
    if (!isSkinned(other) || !isSkinned(mesh)) return true;
    return other.skeleton === mesh.skeleton && other.bindMatrix.equals(mesh.bindMatrix);
  });
}
