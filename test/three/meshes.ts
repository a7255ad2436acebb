// Meshes of three.js that deform, for the tests of the adapter.
import {
  Bone,
  BoxGeometry,
  type BufferGeometry,
  CylinderGeometry,
  Float32BufferAttribute,
  Mesh,
  Skeleton,
  SkinnedMesh,
  SphereGeometry,
  Uint16BufferAttribute,
  Vector3,
} from 'three';
import type { SceneCollider } from '../../src/three.ts';

export function boxAt(x: number, y: number, z: number, size = 1): Mesh {
  const box = new Mesh(new BoxGeometry(size, size, size));
  box.position.set(x, y, z);
  return box;
}

/** A tube of length 4 along y on three bones in a chain, each of which moves its surroundings. */
export function skinnedTube(radius = 0.5): { mesh: SkinnedMesh; bones: readonly Bone[] } {
  const geometry = new CylinderGeometry(radius, radius, 4, 16, 12);
  const { position } = geometry.attributes;
  const indices: number[] = [];
  const weights: number[] = [];
  for (let i = 0; i < position.count; i++) {
    const along = (position.getY(i) + 2) / 2;
    const bone = Math.min(1, Math.floor(along));
    // The ratio of two integers: equal heights get equal weights.
    const weight = Math.fround(along - bone);
    indices.push(bone, bone + 1, 0, 0);
    weights.push(1 - weight, weight, 0, 0);
  }
  geometry.setAttribute('skinIndex', new Uint16BufferAttribute(indices, 4));
  geometry.setAttribute('skinWeight', new Float32BufferAttribute(weights, 4));
  const bones = [-2, 2, 2].map((y) => {
    const bone = new Bone();
    bone.position.y = y;
    return bone;
  });
  bones[0].add(bones[1]);
  bones[1].add(bones[2]);
  const mesh = new SkinnedMesh(geometry);
  mesh.add(bones[0]);
  mesh.bind(new Skeleton([...bones]));
  return { mesh, bones };
}

/** Two morph targets: wider, and sheared. */
export function withMorphs<G extends BufferGeometry>(geometry: G, relative: boolean): G {
  const point = new Vector3();
  const { position } = geometry.attributes;
  const target = (move: (p: Vector3) => Vector3) => {
    const values: number[] = [];
    for (let i = 0; i < position.count; i++) {
      point.fromBufferAttribute(position, i);
      const moved = move(point.clone());
      values.push(...(relative ? moved.sub(point) : moved).toArray());
    }
    return new Float32BufferAttribute(values, 3);
  };
  geometry.morphAttributes.position = [
    target((p) => p.multiply(new Vector3(2, 1, 1.5))),
    target((p) => p.add(new Vector3(p.y, 0, 0.25))),
  ];
  geometry.morphTargetsRelative = relative;
  return geometry;
}

export function morphedSphere(relative: boolean, influences: readonly number[]): Mesh {
  const mesh = new Mesh(withMorphs(new SphereGeometry(1, 12, 8), relative));
  mesh.morphTargetInfluences = [...influences];
  return mesh;
}

/** The greatest distance of the vertices from their positions in three.js. */
export function greatestError(collider: SceneCollider): number {
  const point = new Vector3();
  let greatest = 0;
  for (let v = 0; v < collider.mesh.vertexCount; v++) {
    const { mesh, vertex } = collider.sourceOf(v);
    mesh.getVertexPosition(vertex, point).applyMatrix4(mesh.matrixWorld);
    greatest = Math.max(greatest, point.distanceTo(new Vector3().fromArray(collider.current, 3 * v)));
  }
  return greatest;
}
