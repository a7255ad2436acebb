// Positions are those that three.js itself computes; no memory is allocated from frame to frame.
import {
  BoxGeometry,
  BufferAttribute,
  DetachedBindMode,
  Float16BufferAttribute,
  Group,
  InterleavedBuffer,
  InterleavedBufferAttribute,
  Matrix4,
  Mesh,
  Scene,
  SphereGeometry,
  TorusKnotGeometry,
  Vector3,
} from 'three';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { SceneCollider } from '../../src/three.ts';
import { boxAt, greatestError, morphedSphere, skinnedTube, withMorphs } from './meshes.ts';

function turned(mesh: Mesh): Mesh {
  const parent = new Group();
  parent.position.set(3, -2, 1);
  parent.scale.set(2, 1, 0.5);
  parent.rotation.set(0.3, 0.2, 0.1);
  parent.add(mesh);
  mesh.position.set(1, 2, 3);
  mesh.rotation.set(1, -0.5, 2);
  return mesh;
}

function bentTube(): Mesh {
  const { mesh, bones } = skinnedTube();
  bones[1].rotation.z = 1.2;
  bones[2].rotation.x = -0.7;
  bones[2].scale.setScalar(1.5);
  return mesh;
}

function interleaved(): Mesh {
  const geometry = new SphereGeometry(1, 8, 6);
  const { position } = geometry.attributes;
  const buffer = new InterleavedBuffer(new Float32Array(8 * position.count), 8);
  const attribute = new InterleavedBufferAttribute(buffer, 3, 2);
  for (let i = 0; i < position.count; i++) attribute.setXYZ(i, position.getX(i), position.getY(i), position.getZ(i));
  geometry.setAttribute('position', attribute);
  return new Mesh(geometry);
}

function normalised(): Mesh {
  const geometry = new BoxGeometry(2, 2, 2);
  const values = Int16Array.from(geometry.attributes.position.array, (x) => 32767 * x);
  geometry.setAttribute('position', new BufferAttribute(values, 3, true));
  return new Mesh(geometry);
}

function halfFloats(): Mesh {
  const geometry = new BoxGeometry(2, 2, 2);
  const { count } = geometry.attributes.position;
  const attribute = new Float16BufferAttribute(new Uint16Array(3 * count), 3);
  for (let i = 0; i < count; i++) {
    const { position } = geometry.attributes;
    attribute.setXYZ(i, position.getX(i), position.getY(i), position.getZ(i));
  }
  geometry.setAttribute('position', attribute);
  return new Mesh(geometry);
}

function detachedTube(): Mesh {
  const { mesh, bones } = skinnedTube();
  mesh.bindMode = DetachedBindMode;
  mesh.bindMatrix.copy(new Matrix4().makeTranslation(1, 2, 3).scale(new Vector3(2, 2, 2)));
  mesh.remove(bones[0]);
  bones[1].rotation.z = 0.4;
  return mesh;
}

function morphedTube(): Mesh {
  const { mesh, bones } = skinnedTube();
  withMorphs(mesh.geometry, true);
  mesh.updateMorphTargets();
  mesh.morphTargetInfluences = [0.3, -0.2];
  bones[1].rotation.z = 1;
  return mesh;
}

const cases: Record<string, () => Mesh> = {
  'a box': () => boxAt(1, 2, 3),
  'a mesh under a scaled parent': () => turned(new Mesh(new TorusKnotGeometry())),
  'without an index': () => turned(new Mesh(new TorusKnotGeometry().toNonIndexed())),
  'interleaved attributes': () => turned(interleaved()),
  'normalised attributes': () => turned(normalised()),
  'half floats': () => turned(halfFloats()),
  'absolute morph targets': () => turned(morphedSphere(false, [0.4, 0.9])),
  'relative morph targets': () => turned(morphedSphere(true, [-0.4, 0.9])),
  'a skin': () => bentTube(),
  'a skin under a scaled parent': () => turned(bentTube()),
  'a skin bound elsewhere': () => turned(detachedTube()),
  'a skin with morph targets': () => turned(morphedTube()),
};

describe('positions', () => {
  it.each(Object.entries(cases))('of %s are those of three.js', (_, make) => {
    const mesh = make();
    const collider = new SceneCollider([mesh]);
    expect(greatestError(collider)).toBeLessThan(1e-12);
    mesh.rotation.y += 0.5;
    mesh.position.x -= 1;
    collider.update();
    expect(greatestError(collider)).toBeLessThan(1e-12);
    expect(collider.current).not.toEqual(collider.previous);
  });

  it('follow attributes that are written to', () => {
    const mesh = boxAt(0, 0, 0);
    const collider = new SceneCollider([mesh]);
    mesh.geometry.translate(0, 5, 0);
    collider.update();
    expect(greatestError(collider)).toBe(0);
    expect(collider.current[1] - collider.previous[1]).toBe(5);
  });

  it('leave matrices alone if asked', () => {
    const mesh = boxAt(0, 0, 0);
    const scene = new Scene().add(mesh);
    const collider = new SceneCollider([mesh], { updateMatrices: false });
    mesh.position.x = 1;
    collider.update();
    expect(collider.current).toEqual(collider.previous);
    scene.updateMatrixWorld();
    collider.update();
    expect(collider.current[0] - collider.previous[0]).toBe(1);
  });

  it('start without a motion, and after a jump', () => {
    const mesh = boxAt(0, 0, 0);
    const collider = new SceneCollider([mesh]);
    expect(collider.previous).toEqual(collider.current);
    mesh.position.x = 100;
    collider.reset();
    expect(collider.previous).toEqual(collider.current);
    expect(greatestError(collider)).toBe(0);
  });
});

describe('memory', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('is the same at every update', () => {
    const meshes = [turned(morphedTube()), morphedSphere(false, [1, 0.5]), normalised()];
    const collider = new SceneCollider(meshes);
    const { previous, current } = collider;
    let made = 0;
    for (const name of ['Float64Array', 'Float32Array', 'Uint32Array'] as const) {
      const construct = (type: typeof Float64Array, args: [number]) => {
        made++;
        return new type(...args);
      };
      vi.stubGlobal(name, new Proxy(globalThis[name] as typeof Float64Array, { construct }));
    }
    collider.update();
    expect(collider.current).toBe(previous);
    expect(collider.previous).toBe(current);
    collider.update();
    expect(collider.current).toBe(current);
    expect(made).toBe(0);
  });
});
