// Every scene: its size at full scale, and, small, a valid mesh, the same finite positions whenever asked, and contacts.
import { describe, expect, it } from 'vitest';
import { type Break, type Scene, scenes } from '../../scenes/index.ts';
import { meshAt } from '../../scenes/scene.ts';
import { checkPositions, MeshCollider, TriMesh } from '../../src/index.ts';

/** Triangles at full scale: least and most. */
const SIZES: Readonly<Record<string, readonly [number, number]>> = {
  'bunny-dragon': [240_000, 260_000],
  'cloth-ball': [91_000, 93_000],
  dancer: [40_000, 50_000],
  'letters-bowl': [4_500, 5_500],
  'n-body': [33_500, 34_500],
  shattering: [230_000, 240_000],
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

  it('has its name, in the end no unused vertex, and edges of two faces at most', () => {
    expect(scene.name).toBe(name);
    const used = new Set(meshAt(scene, frameCount - 1).triangles);
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
    const counts = frames.map((frame) => {
      const collider = new MeshCollider(meshAt(scene, frame));
      return collider.collide(at(scene, frame), at(scene, frame + 1)).count;
    });
    expect(Math.max(...counts)).toBeGreaterThan(0);
    expect(counts[0]).toBeLessThan(0.02 * mesh.faceCount);
  });
});

describe('shattering breaks', () => {
  const scale = 0.02;
  const scene = scenes.shattering({ scale });
  const { frameCount } = scene;
  const all = Array.from({ length: frameCount }, (_, frame) => ({ frame, change: scene.breaks?.(frame) ?? null }));
  const breaks = all.filter((row): row is { frame: number; change: Break } => row.change !== null);

  it('in ten frames at least, never at the first, and alike when asked again or built again', () => {
    expect(breaks.length).toBeGreaterThanOrEqual(10);
    expect(all[0].change).toBeNull();
    const again = scenes.shattering({ scale });
    for (const { frame, change } of all.toReversed()) expect(again.breaks?.(frame)).toEqual(change);
    expect(scenes.shattering({ scale, seed: 2 }).breaks?.(breaks[0].frame)).not.toEqual(breaks[0].change);
  });

  it('faces that exist, into closed pieces, more and more of them', () => {
    let { triangles } = scene.mesh;
    let components = scene.mesh.topology.componentCount;
    const first = components;
    for (const { frame, change } of breaks) {
      const { removeFaces, addFaces, vertexCount } = change;
      expect(removeFaces).toEqual(Uint32Array.from(new Set(removeFaces)).sort());
      expect(Math.max(...removeFaces)).toBeLessThan(triangles.length / 3);
      expect(vertexCount).toBe(scene.mesh.vertexCount);
      triangles = replayed(triangles, change);
      const mesh = TriMesh.from(triangles, vertexCount);
      expect(meshAt(scene, frame).triangles).toEqual(mesh.triangles);
      const faces = new Uint32Array(mesh.topology.edgeCount);
      for (const edge of mesh.topology.faceEdges) faces[edge]++;
      expect(new Set(faces)).toEqual(new Set([2]));
      expect(mesh.topology.componentCount).toBeGreaterThanOrEqual(components);
      components = mesh.topology.componentCount;
      expect(addFaces.length).toBeGreaterThan(0);
    }
    expect(components).toBeGreaterThan(first + 8);
  });

  it('no face into one without area', () => {
    for (const { frame } of breaks) {
      const x = at(scene, frame);
      const { triangles } = meshAt(scene, frame);
      for (let i = 0; i < triangles.length; i += 3) {
        if (areaSq(x, triangles.subarray(i, i + 3)) <= 0) expect.fail(`face ${i / 3} at frame ${frame}`);
      }
    }
  });
});

/** The numbering of `changeMesh` where no more faces go than come. */
function replayed(triangles: Uint32Array, { removeFaces, addFaces }: Break): Uint32Array {
  const out = new Uint32Array(triangles.length - 3 * removeFaces.length + addFaces.length);
  out.set(triangles);
  removeFaces.forEach((face, k) => {
    out.set(addFaces.subarray(3 * k, 3 * k + 3), 3 * face);
  });
  out.set(addFaces.subarray(3 * removeFaces.length), triangles.length);
  return out;
}

function areaSq(x: Float64Array, [a, b, c]: Uint32Array): number {
  const side = (v: number): number[] => [0, 1, 2].map((k) => x[3 * v + k] - x[3 * a + k]);
  const [p, q] = [side(b), side(c)];
  return (p[1] * q[2] - p[2] * q[1]) ** 2 + (p[2] * q[0] - p[0] * q[2]) ** 2 + (p[0] * q[1] - p[1] * q[0]) ** 2;
}
