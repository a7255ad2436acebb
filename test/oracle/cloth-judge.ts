// A collider that judges a simulation of cloth: of another recipe than the one that proved it, with
// obstacles among themselves left out.
import { MeshCollider, type Recipe, type TriMesh } from '../../src/index.ts';

/** The first `particleCount` vertices are those of cloths. */
export function judgeOf(mesh: TriMesh, particleCount: number, recipe?: Recipe): MeshCollider {
  const { componentOf, componentCount } = mesh.topology;
  const groups = new Uint32Array(componentCount);
  for (const v of mesh.triangles) groups[componentOf[v]] = v < particleCount ? 0 : 1;
  return new MeshCollider(mesh, {
    groups,
    mayCollide: groups.includes(1) ? [1, 1, 1, 0] : [1],
    ...(recipe && { recipe }),
  });
}
