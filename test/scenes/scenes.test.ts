// Every scene: its size at full scale, and, small, a valid mesh, the same finite positions whenever asked, and contacts.
import { describe, expect, it } from 'vitest';
import { type Scene, scenes } from '../../scenes/index.ts';
import { checkPositions, MeshCollider } from '../../src/index.ts';

/** Triangles at full scale: least and most. */
const SIZES: Readonly<Record<string, readonly [number, number]>> = {
  'bunny-dragon': [240_000, 260_000],
  'cloth-ball': [91_000, 93_000],
  dancer: [40_000, 50_000],
  'letters-bowl': [4_500, 5_500],
  'n-body': [33_500, 34_500],
  'waving-cloth': [92_000, 93_000],
};
const SMALL = 0.06;

function at(scene: Scene, frame: number): Float64Array {
  const out = new Float64Array(3 * scene.mesh.vertexCount).fill(Number.NaN);
  scene.positions(frame, out);
  return out;
}

it('every scene has a promised size', () => {
  expect(Object.keys(scenes).sort()).toEqual(Object.keys(SIZES).sort());
});

describe.each(Object.entries(scenes))('%s', (name, make) => {
  const scene = make({ scale: SMALL });
  const { mesh, frameCount } = scene;
  const frames = [0, 0.2, 0.4, 0.6, 0.8, 1].map((share) => Math.round(share * (frameCount - 2)));

  it('is as large as promised, and small when asked', () => {
    const { faceCount } = make().mesh;
    const [least, most] = SIZES[name];
    expect(faceCount).toBeGreaterThanOrEqual(least);
    expect(faceCount).toBeLessThanOrEqual(most);
    expect(mesh.faceCount).toBeLessThan(0.5 * faceCount);
  });

  it('has its name, no unused vertex, and edges of two faces at most', () => {
    expect(scene.name).toBe(name);
    const used = new Set(mesh.triangles);
    expect(used.size).toBe(mesh.vertexCount);
    const faces = new Uint32Array(mesh.topology.edgeCount);
    for (const edge of mesh.topology.faceEdges) faces[edge]++;
    expect(Math.max(...faces)).toBeLessThanOrEqual(2);
  });

  it('is finite at every frame', () => {
    for (let frame = 0; frame < frameCount; frame += 7) checkPositions(at(scene, frame), mesh.vertexCount);
    checkPositions(at(scene, frameCount - 1), mesh.vertexCount);
  });

  it('gives a frame alike in any order, and again from the same seed', () => {
    const forwards = frames.map((frame) => at(scene, frame));
    const again = make({ scale: SMALL, seed: 1 });
    expect(again.mesh.triangles).toEqual(mesh.triangles);
    for (let i = frames.length - 1; i >= 0; i--) {
      expect(at(scene, frames[i])).toEqual(forwards[i]);
      expect(at(again, frames[i])).toEqual(forwards[i]);
    }
  });

  it('differs from seed to seed', () => {
    const other = make({ scale: SMALL, seed: 2 });
    expect(at(other, frames[3])).not.toEqual(at(scene, frames[3]));
  });

  it('has contacts in some frame, and does not begin with a crowd of them', () => {
    const collider = new MeshCollider(mesh);
    const counts = frames.map((frame) => collider.collide(at(scene, frame), at(scene, frame + 1)).count);
    expect(Math.max(...counts)).toBeGreaterThan(0);
    expect(counts[0]).toBeLessThan(0.02 * mesh.faceCount);
  });
});
