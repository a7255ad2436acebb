// Animated figures as loaded by three.js: no contact at a seam, the positions of three.js, the
// contacts of the walk.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AnimationMixer, Mesh, Texture } from 'three';
import { type GLTF, GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { SceneCollider } from '../../src/three.ts';
import { dataFolder } from '../generate/data-folder.ts';
import { greatestError } from './meshes.ts';

const folder = join(dataFolder, 'avatar');

/** Without its textures: those need a browser. */
function load(name: string): Promise<GLTF> {
  const loader = new GLTFLoader();
  loader.register(() => ({ name: 'no-textures', loadTexture: () => Promise.resolve(new Texture()) }));
  return loader.parseAsync(Uint8Array.from(readFileSync(join(folder, name))).buffer, '');
}

function meshesOf({ scene }: GLTF): Mesh[] {
  const meshes: Mesh[] = [];
  scene.traverse((object) => {
    if (object instanceof Mesh) meshes.push(object);
  });
  return meshes;
}

describe.skipIf(!existsSync(folder))(`figures of ${folder}`, () => {
  beforeAll(() => {
    vi.stubGlobal('self', globalThis);
  });
  afterAll(() => {
    vi.unstubAllGlobals();
  });

  it.each([
    ['CesiumMan.glb', 2338, 4672, true],
    ['RiggedFigure.glb', 130, 256, false],
  ])('%s', async (name, vertexCount, faceCount, touchesItself) => {
    const gltf = await load(name);
    const collider = new SceneCollider([meshesOf(gltf)]);
    expect([collider.mesh.vertexCount, collider.mesh.faceCount]).toEqual([vertexCount, faceCount]);
    expect(collider.mesh.topology.boundary.count).toBe(0);
    expect([collider.collide().count, collider.intersections().count]).toEqual([0, 0]);
    const mixer = new AnimationMixer(gltf.scene);
    const [clip] = gltf.animations;
    mixer.clipAction(clip).play();
    mixer.setTime(0);
    collider.reset();
    let contacts = 0;
    for (let i = 1; i < 20; i++) {
      mixer.setTime((clip.duration * i) / 20);
      collider.update();
      contacts += collider.collide().count;
      expect(greatestError(collider)).toBeLessThan(1e-14);
    }
    expect(contacts > 0).toBe(touchesItself);
  });
});
