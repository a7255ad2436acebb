// A few meshes of a sequence, so that a mesh is the same object as long as nothing changes.
import type { TriMesh } from '../../index.ts';

/** The number of meshes that are kept: a step needs those of its frames and of its motion. */
const KEPT_MESHES = 3;

/** Meshes by what they are made of, the one that was used last at the end. */
export class KeptMeshes {
  private readonly meshes = new Map<string, TriMesh>();

  /** Returns the mesh of a key; `build` makes it if it is not kept. */
  of(key: string, build: () => TriMesh): TriMesh {
    const { meshes } = this;
    const mesh = meshes.get(key) ?? build();
    meshes.delete(key);
    meshes.set(key, mesh);
    for (const [oldest] of meshes) if (meshes.size > KEPT_MESHES) meshes.delete(oldest);
    return mesh;
  }
}
