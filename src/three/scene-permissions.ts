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

/** Which surfaces, by their numbers, may collide; undefined if all may. */
export type SurfacePermissions = ((a: number, b: number) => boolean) | undefined;

/** Asks about every pair of surfaces once. Throws a RangeError if `still` names an unknown mesh. */
export function surfacePermissions({ surfaces }: SceneMesh, options: ScenePermissions): SurfacePermissions {
  const { mayCollide, selfCollision = true, still = [] } = options;
  if (!mayCollide && selfCollision && still.length === 0) return undefined;
  const first = surfaces.map((meshes) => meshes[0]);
  const unknown = still.find((mesh) => !first.includes(mesh));
  if (unknown) throw new RangeError(`still names "${unknown.name}", which is not the (first) mesh of a surface.`);
  const table = new Uint8Array(first.length ** 2);
  for (let a = 0; a < first.length; a++)
    for (let b = a; b < first.length; b++) {
      const may = (a !== b || selfCollision) && (mayCollide?.(first[a], first[b]) ?? true);
      table[a * first.length + b] = table[b * first.length + a] = may ? 1 : 0;
    }
  return (a, b) => table[a * first.length + b] === 1;
}

/** Returns the options of the engine for these permissions. */
export function permissionsOf(
  scene: SceneMesh,
  mayCollide: SurfacePermissions,
  { still = [] }: ScenePermissions,
): PermissionOptions {
  if (mayCollide === undefined) return {};
  const groups = groupsOf(scene);
  // The engine counts groups only up to the last one that has an object, so surfaces without faces
  // at the end of the list have no rows.
  const rows = groups.reduce((most, group) => Math.max(most, group + 1), 1);
  const table = Uint8Array.from({ length: rows * rows }, (_, i) =>
    mayCollide(Math.floor(i / rows), i % rows) ? 1 : 0,
  );
  const objects = Array.from(groups.keys());
  const isStill = (surface: number) => still.includes(scene.surfaces[surface][0]);
  return { groups, mayCollide: table, still: objects.filter((i) => isStill(groups[i])) };
}

/** The surface of each component. */
function groupsOf({ mesh, surfaceOf }: SceneMesh): Uint32Array {
  const { componentOf, componentCount } = mesh.topology;
  const groups = new Uint32Array(componentCount);
  for (let i = 0; i < mesh.triangles.length; i++) groups[componentOf[mesh.triangles[i]]] = surfaceOf[mesh.triangles[i]];
  return groups;
}
