// A step that starts where near pairs were looked for is answered from what they say: the contacts are those of brute force all the same.
import { describe, expect, it } from 'vitest';
import { grid } from '../../scenes/shapes.ts';
import { seededRandom } from '../../src/core/math/random.ts';
import { iccdWithoutCones, MeshCollider, TriMesh } from '../../src/index.ts';
import { type MovingMesh, meshClasses } from '../generate/meshes.ts';
import { smoothShapes, treacherousShapes } from '../generate/surfaces.ts';
import { bruteForce, rowsOf } from '../oracle/brute-force.ts';

const classes = [...meshClasses, ...smoothShapes, ...treacherousShapes].filter(
  ({ make }) => make(1).mesh.faceCount < 140,
);

/** The same step with less, or more, motion. */
function paced({ mesh, x0, x1 }: MovingMesh, pace: number): MovingMesh {
  return { mesh, x0, x1: x0.map((x, i) => x + pace * (x1[i] - x)) };
}

function extentOf(x: Float64Array): number {
  return 2 * x.reduce((most, c) => Math.max(most, Math.abs(c)), 0);
}

function learned(collider: MeshCollider, x: Float64Array, part: number): MeshCollider {
  collider.proximities(x, { distance: part * extentOf(x) });
  return collider;
}

describe.each(classes)('on $name', ({ make }) => {
  it.each([1, 2])('contacts after proximities are those of brute force, seed %d', (seed) => {
    const scene = make(seed);
    const collider = new MeshCollider(scene.mesh);
    for (const pace of [1, 0.05]) {
      const step = paced(scene, pace);
      const expected = bruteForce(step, 0);
      for (const part of [0, 0.001, 0.03, 0.2, 1])
        expect(rowsOf(learned(collider, step.x0, part), step, 0), `pace ${pace}, within ${part}`).toEqual(expected);
    }
  });

  it.each([1e-200, 2 ** 90, 2 ** 110])('they are at %d times the size', (factor) => {
    const { mesh, x0, x1 } = paced(make(4), 0.1);
    const step = { mesh, x0: x0.map((x) => factor * x), x1: x1.map((x) => factor * x) };
    expect(rowsOf(learned(new MeshCollider(mesh), step.x0, 0.03), step, 0)).toEqual(bruteForce(step, 0));
  });
});

/** Objects that fly through each other as they are: each moves in one direction only. */
function flying(seed: number): MovingMesh {
  const random = seededRandom(seed);
  const triangles = [0, 1, 2, 0, 3, 1, 1, 3, 2, 2, 3, 0];
  const { mesh } = TriMesh.merge(Array.from({ length: 24 }, () => TriMesh.from(triangles, 4)));
  const x0: number[] = [];
  const x1: number[] = [];
  for (let object = 0; object < 24; object++) {
    const place = [1, 2, 3].map(() => random.between(-1, 1));
    const way = [1, 2, 3].map(() => random.between(-2, 2));
    for (let i = 0; i < 12; i++) {
      x0.push(place[i % 3] + random.between(-0.2, 0.2));
      x1.push(x0[x0.length - 1] + way[i % 3]);
    }
  }
  return { mesh, x0: Float64Array.from(x0), x1: Float64Array.from(x1) };
}

it.each([1, 2, 3, 4])('nothing that flies through another is lost, seed %d', (seed) => {
  const scene = flying(seed);
  const collider = new MeshCollider(scene.mesh);
  const expected = bruteForce(scene, 0);
  expect(expected.length).toBeGreaterThan(10);
  for (const part of [0.001, 0.01, 0.05, 0.2])
    expect(rowsOf(learned(collider, scene.x0, part), scene, 0), `within ${part}`).toEqual(expected);
});

describe('what goes through another thing and out at its far side within a step', () => {
  const floor = grid(6, 6);
  const { mesh } = TriMesh.merge([floor.mesh, TriMesh.from([0, 1, 2], 3)]);
  const crumb = (z: number) => [0.41, 0.42, z, 0.47, 0.43, z + 0.002, 0.43, 0.48, z - 0.001];
  const at = (z: number) =>
    Float64Array.from([...Array.from(floor.u, (u, i) => [u, floor.v[i], 0]).flat(), ...crumb(z)]);

  it.each([
    [0.05, -0.05],
    [-0.05, 0.05],
  ])('touches it: from %d to %d', (from, to) => {
    const step = { mesh, x0: at(from), x1: at(to) };
    const expected = bruteForce(step, 0);
    expect(expected.length).toBeGreaterThan(0);
    for (const distance of [0.001, 0.01, 0.03]) {
      const collider = new MeshCollider(mesh);
      collider.proximities(step.x0, { distance });
      expect(rowsOf(collider, step, 0), `within ${distance}`).toEqual(expected);
    }
  });
});

describe('what is known', () => {
  const scene = meshClasses.find(({ name }) => /sheet/.test(name))?.make(1) as MovingMesh;
  const slow = paced(scene, 0.02);
  const recipe = iccdWithoutCones;

  it('spares the look at pairs that hardly move against each other', () => {
    const whole = new MeshCollider(scene.mesh, { recipe }).collide(slow.x0, slow.x1).tally;
    const collider = learned(new MeshCollider(scene.mesh, { recipe }), slow.x0, 0.05);
    const { tally } = collider.collide(slow.x0, slow.x1);
    expect(whole.boxPairs).toBeGreaterThan(50);
    expect(tally.boxPairs).toBe(0);
    expect(tally.nodePairs).toBeLessThan(whole.nodePairs / 4);
    // Bounds leave no elementary test of so slow a step, with known pairs or without.
    expect([tally.tests, whole.tests]).toEqual([0, 0]);
  });

  it('serves every step that starts there, and no other', () => {
    const collider = learned(new MeshCollider(scene.mesh, { recipe }), slow.x0, 0.05);
    const isKnown = ({ x0, x1 }: MovingMesh) => collider.collide(x0, x1).tally.boxPairs === 0;
    expect(isKnown(slow)).toBe(true);
    expect(isKnown({ ...slow, x0: slow.x0.slice() })).toBe(true);
    expect(isKnown({ ...slow, x1: slow.x0 })).toBe(true);
    expect(isKnown(paced(scene, 0.01))).toBe(true);
    const x0 = slow.x0.slice();
    x0[5] += 1e-9;
    expect(isKnown({ ...slow, x0 })).toBe(false);
    expect(isKnown(slow)).toBe(false);
  });

  it('is lost with a call that fails, with other boxes and with another mesh', () => {
    const collider = new MeshCollider(scene.mesh, { recipe });
    const bad = slow.x1.map((x, i) => (i === 7 ? Number.NaN : x));
    const losses = [
      () => expect(() => collider.collide(bad, bad)).toThrow(/Vertex 2/),
      () => collider.intersections(slow.x0),
      () => collider.pinTree(slow.x0),
      () => collider.retopologize({ removeFaces: [0] }),
    ];
    for (const lose of losses) {
      learned(collider, slow.x0, 0.05);
      lose();
      const fresh = new MeshCollider(collider.mesh, { recipe });
      expect(rowsOf(collider, slow, 0)).toEqual(rowsOf(fresh, slow, 0));
      expect(collider.tally.boxPairs).toBeGreaterThan(0);
    }
  });

  it('does not reach beyond permissions, nor beyond a limit of contacts', () => {
    const strip = TriMesh.from([0, 1, 2, 1, 2, 3], 4);
    const { mesh } = TriMesh.merge([strip, strip, strip]);
    const at = (z: number) => [0, 0, z, 1, 0, z, 0, 1, z, 1, 1, z];
    const x0 = Float64Array.from([...at(0), ...at(0.1), ...at(0.2)]);
    const x1 = Float64Array.from([...at(0.15), ...at(0.1), ...at(0.05)]);
    const options = { groups: [0, 0, 1], mayCollide: [0, 1, 1, 1] };
    const expected = new MeshCollider(mesh, options).collide(x0, x1).copy();
    expect(expected.count).toBeGreaterThan(2);
    for (const distance of [0.01, 0.12, 1]) {
      const collider = new MeshCollider(mesh, options);
      collider.proximities(x0, { distance });
      expect([...collider.collide(x0, x1).copy().a]).toEqual([...expected.a]);
      const some = collider.collide(x0, x1, { maxContacts: 2 });
      expect([some.count, some.truncated]).toEqual([2, true]);
      const all = collider.collide(x0, x1, { maxContacts: expected.count });
      expect([all.count, all.truncated]).toEqual([expected.count, false]);
    }
  });
});
