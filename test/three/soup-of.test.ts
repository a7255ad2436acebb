import { BoxGeometry, Group, Mesh, SphereGeometry, Vector3 } from 'three';
import { expect, it } from 'vitest';
import { distance, firstContact, RigidBody, RigidMotion } from '../../src/rigid.ts';
import { poseOf, SceneError, soupOf } from '../../src/three.ts';
import { boxAt, morphedSphere, skinnedTube } from './meshes.ts';

/** Greatest distance between the mesh's vertices in the world and the soup's in the mesh's pose. */
function greatestError(mesh: Mesh): number {
  const { positions } = soupOf(mesh);
  const { position, rotation } = poseOf(mesh);
  const turn = new Group();
  turn.position.fromArray(Array.from(position));
  turn.quaternion.fromArray(Array.from(rotation));
  turn.updateMatrixWorld();
  let greatest = 0;
  for (let v = 0; v < positions.length / 3; v++) {
    const ours = new Vector3().fromArray(positions, 3 * v).applyMatrix4(turn.matrixWorld);
    const theirs = mesh.getVertexPosition(v, new Vector3()).applyMatrix4(mesh.matrixWorld);
    greatest = Math.max(greatest, ours.distanceTo(theirs));
  }
  return greatest;
}

it('a soup in its pose is where the mesh is', () => {
  const mesh = new Mesh(new SphereGeometry(1, 8, 6));
  const parent = new Group().add(mesh);
  parent.scale.setScalar(3);
  parent.rotation.set(1, 2, 3);
  parent.position.set(-1, 0, 4);
  mesh.rotation.set(0.4, 0.5, 0.6);
  mesh.scale.set(1, 0.5, 2);
  expect(greatestError(mesh)).toBeLessThan(1e-12);
  mesh.scale.set(1, -0.5, 2);
  expect(greatestError(mesh)).toBeLessThan(1e-12);
  expect(greatestError(morphedSphere(false, [0.2, 0.3]))).toBeLessThan(1e-12);
});

it('soups make bodies for rigid queries', () => {
  const a = boxAt(0, 0, 0);
  const b = new Mesh(new BoxGeometry());
  b.scale.set(2, 1, 1);
  b.position.x = 5;
  const [bodyA, bodyB] = [soupOf(a), soupOf(b)].map(({ positions, triangles }) => RigidBody.from(positions, triangles));
  expect(distance(bodyA, poseOf(a), bodyB, poseOf(b)).distance).toBeCloseTo(3.5, 12);
  const start = poseOf(b);
  b.position.x = -5;
  const motion = RigidMotion.between(start, poseOf(b));
  const hit = firstContact(bodyA, RigidMotion.between(poseOf(a), poseOf(a)), bodyB, motion);
  expect(hit.state).toBe('hit');
  expect(hit.time).toBeCloseTo(0.35, 3);
});

it('refuses shear, flatness and skins', () => {
  const mesh = boxAt(0, 0, 0);
  const parent = new Group().add(mesh);
  parent.scale.set(2, 1, 1);
  mesh.rotation.z = 0.5;
  expect(() => soupOf(mesh)).toThrow(/shear/);
  expect(() => poseOf(mesh)).toThrow(SceneError);
  parent.scale.set(0, 1, 1);
  mesh.rotation.z = 0;
  expect(() => poseOf(mesh)).toThrow(/scale of 0/);
  expect(() => soupOf(skinnedTube().mesh)).toThrow(/SceneCollider/);
});
