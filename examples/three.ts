// A skinned arm bends into a ball: which meshes touch, and when, in a three.js scene. In a page,
// call `step` in every frame.
import { ContactsHelper, SceneCollider } from 'graze/three';
import * as THREE from 'three';

/**
 * Two bones: the first moves the arm below its middle, the second above it; half a unit on either
 * side is blended.
 */
function skinned(geometry: THREE.BufferGeometry): THREE.BufferGeometry {
  const { position } = geometry.attributes;
  const bones = Uint16Array.from({ length: 4 * position.count }, (_, i) => (i % 4 === 1 ? 1 : 0));
  const weights = new Float32Array(4 * position.count);
  for (let i = 0; i < position.count; i++) {
    weights[4 * i + 1] = Math.min(1, Math.max(0, position.getY(i) + 0.5));
    weights[4 * i] = 1 - weights[4 * i + 1];
  }
  geometry.setAttribute('skinIndex', new THREE.BufferAttribute(bones, 4));
  return geometry.setAttribute('skinWeight', new THREE.BufferAttribute(weights, 4));
}

const [shoulder, elbow] = [new THREE.Bone(), new THREE.Bone()];
const arm = new THREE.SkinnedMesh(skinned(new THREE.CylinderGeometry(0.3, 0.3, 4, 16, 16)));
arm.name = 'arm';
arm.add(shoulder.add(elbow));
arm.bind(new THREE.Skeleton([shoulder, elbow]));
const ball = new THREE.Mesh(new THREE.SphereGeometry(0.4, 16, 12));
ball.name = 'ball';
ball.position.set(-1.5, 0.5, 0);
const helper = new ContactsHelper();
new THREE.Scene().add(arm, ball, helper);
const collider = new SceneCollider([arm, ball]);

function step(frame: number): void {
  elbow.rotation.z = 0.2 * frame;
  collider.update();
  helper.update(collider.collide());
  const first = collider.firstContact();
  if (first) console.log(`step ${frame}: ${first.meshA.name} meets ${first.meshB.name} at ${first.time.toFixed(3)}`);
}

for (let frame = 1; frame <= 8; frame++) step(frame);
console.log(`contacts shown after the last step: ${helper.points.geometry.drawRange.count}`);
