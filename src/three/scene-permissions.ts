// Which surfaces may collide, translated to the groups of the engine: its objects are connected
// components, and a surface has one or more of them.
import type { Mesh } from 'three';
import type { PermissionOptions } from '../index.ts';
import type { SceneMesh } from './scene-mesh.ts';

/** Which surfaces of a scene may collide. */
export interface ScenePermissions {
  /**
   * Called once for any two surfaces, named by their (first) mesh, and for each with itself; by
   * default all may collide.
   */
  readonly mayCollide?: (a: Mesh, b: Mesh) => boolean;
  /** False leaves out contacts of a surface with itself; true by default. */
  readonly selfCollision?: boolean;
  /**
   * Surfaces, named by their (first) mesh, that never move: pairs of them are left out, and each
   * with itself.
   */
  readonly still?: readonly Mesh[];
}

/** Returns the options of the engine for these permissions. */
export function permissionsOf(scene: SceneMesh, options: ScenePermissions): PermissionOptions {
  const { mayCollide, selfCollision = true, still = [] } = options;
  if (!mayCollide && selfCollision && still.length === 0) return {};
  const first = scene.surfaces.map((meshes) => meshes[0]);
  const unknown = still.find((mesh) => !first.includes(mesh));
  if (unknown) throw new RangeError(`still names "${unknown.name}", which is not the (first) mesh of a surface.`);
  const groups = groupsOf(scene);
  // The engine counts groups only up to the last one that has an object, so surfaces without faces
  // at the end of the list have no rows.
  const rows = groups.reduce((most, group) => Math.max(most, group + 1), 1);
  const table = new Uint8Array(rows * rows);
  for (let a = 0; a < first.length; a++) {
    for (let b = a; b < first.length; b++) {
      const may = (a !== b || selfCollision) && (mayCollide?.(first[a], first[b]) ?? true);
      if (b < rows) table[a * rows + b] = table[b * rows + a] = may ? 1 : 0;
    }
  }
  const objects = Array.from(groups.keys());
  return { groups, mayCollide: table, still: objects.filter((i) => still.includes(first[groups[i]])) };
}

/** The surface of each component. */
function groupsOf({ mesh, surfaceOf }: SceneMesh): Uint32Array {
  const { componentOf, componentCount } = mesh.topology;
  const groups = new Uint32Array(componentCount);
  for (let i = 0; i < mesh.triangles.length; i++) groups[componentOf[mesh.triangles[i]]] = surfaceOf[mesh.triangles[i]];
  return groups;
}
