// What a collider in partitions does besides finding the same pairs: permissions, changes of the mesh, limits, memory.
import { afterEach, describe, expect, it, vi } from 'vitest';
import { wavingCloth } from '../../../scenes/waving-cloth.ts';
import { seededRandom } from '../../../src/core/math/random.ts';
import { KernelMemory } from '../../../src/core/memory/kernel-memory.ts';
import { type ColliderOptions, MeshCollider, noTally, SearchLimitError, TriMesh } from '../../../src/index.ts';
import { type MovingMesh, meshClasses } from '../../generate/meshes.ts';
import { rowsOf } from '../../oracle/brute-force.ts';
import { nodePool } from '../threads/node-pool.ts';
import { answersOf } from './answers.ts';

const sceneOf = (name: string, seed: number): MovingMesh => {
  const found = meshClasses.find((one) => one.name === name);
  if (!found) throw new Error(name);
  return found.make(seed);
};

describe('permissions', () => {
  const names = ['left', 'right', 'other'];
  const mayCollide = [0, 1, 1, 1, 1, 0, 1, 0, 1];
  const cases: [string, string, (step: MovingMesh) => ColliderOptions][] = [
    ['of components', 'many tetrahedra', () => ({ groups: Array.from({ length: 97 }, (_, i) => i % 3), mayCollide })],
    ['without self-collision', 'tetrahedra turned inside out', () => ({ selfCollision: false })],
    ['of objects that never move', 'tetrahedra turned inside out', () => ({ still: [0, 2, 3] })],
    [
      'of parts that share vertices',
      'folded sheet',
      ({ mesh }) => ({
        parts: { names, partOfFace: Array.from({ length: mesh.faceCount }, (_, f) => f % 3) },
        groups: [0, 1, 2],
        mayCollide,
      }),
    ],
  ];
  it.each(cases)('%s on %s', (_, name, optionsOf) => {
    for (const seed of [1, 2]) {
      const step = sceneOf(name, seed);
      const options = optionsOf(step);
      const expected = answersOf(new MeshCollider(step.mesh, options), step);
      for (const partitions of [2, 8])
        expect(answersOf(new MeshCollider(step.mesh, { ...options, partitions }), step)).toEqual(expected);
    }
  });
});

describe('a sequence', () => {
  /** Steps that go farther and farther from where the mesh was cut, then back at once. */
  const steps = (seed: number): MovingMesh[] => {
    const random = seededRandom(seed);
    const { mesh, x0 } = sceneOf('many tetrahedra', seed);
    const frames = [0, 0.01, 0.02, 0.05, 0.1, 0.3].map((far) => x0.map((x) => x + far * random.between(-1, 1)));
    return [...frames.slice(1).map((x1, i) => ({ mesh, x0: frames[i], x1 })), { mesh, x0: frames[5], x1: frames[0] }];
  };

  it.each([0, 400_000, 2 ** 32])('has the same contacts in every step, keeping %d bytes', (keptBytes) => {
    const sequence = steps(3);
    const whole = new MeshCollider(sequence[0].mesh);
    const cut = new MeshCollider(sequence[0].mesh, { partitions: 5, keptBytes });
    for (const step of sequence) expect(rowsOf(cut, step, 0)).toEqual(rowsOf(whole, step, 0));
  });

  it('has the tallies of its steps alone if it is pinned', () => {
    const sequence = steps(4);
    const pinned = () => {
      const collider = new MeshCollider(sequence[0].mesh, { partitions: 5 });
      collider.pinTree(sequence[0].x0);
      return collider;
    };
    const through = pinned();
    for (const { x0, x1 } of sequence) expect(through.collide(x0, x1).tally).toEqual(pinned().collide(x0, x1).tally);
  });

  it('goes on after the mesh was torn', () => {
    const [step] = steps(5);
    const collider = new MeshCollider(step.mesh, { partitions: 3 });
    collider.collide(step.x0, step.x1);
    const { faceRemap } = collider.retopologize({ removeFaces: [1, 50, 99] });
    expect(faceRemap[50]).toBe(0xffffffff);
    const torn = { ...step, mesh: collider.mesh };
    expect(rowsOf(collider, torn, 0)).toEqual(rowsOf(new MeshCollider(torn.mesh), torn, 0));
  });
});

it('has the same answers with threads, which work on one partition after another', async () => {
  const step = sceneOf('many tetrahedra', 6);
  const expected = answersOf(new MeshCollider(step.mesh), step);
  const { pool } = nodePool(2);
  await pool.ready;
  expect(answersOf(new MeshCollider(step.mesh, { pool, partitions: 3 }), step)).toEqual(expected);
});

describe('limits and errors', () => {
  const step = sceneOf('non-manifold soup with shared vertices', 1);

  it('sums the tallies of its partitions', () => {
    const collider = new MeshCollider(step.mesh, { partitions: 4 });
    const { tally, count } = collider.collide(step.x0, step.x1);
    expect(tally.tests).toBeGreaterThanOrEqual(count);
    expect(tally.nodePairs).toBeGreaterThan(0);
    expect(collider.tally).toEqual(tally);
    expect(Object.keys(tally)).toEqual(Object.keys(noTally()));
  });

  it('ends at maxTests over all partitions, and takes further calls', () => {
    const collider = new MeshCollider(step.mesh, { partitions: 4 });
    expect(() => collider.collide(step.x0, step.x1, { maxTests: 20 })).toThrow(SearchLimitError);
    expect(rowsOf(collider, step, 0)).toEqual(rowsOf(new MeshCollider(step.mesh), step, 0));
  });

  it('reads positions before an asynchronous call returns', async () => {
    const expected = rowsOf(new MeshCollider(step.mesh), step, 0);
    const collider = new MeshCollider(step.mesh, { partitions: 4 });
    const [x0, x1] = [step.x0.slice(), step.x1.slice()];
    const pending = collider.collideAsync(x0, x1);
    x0.fill(0);
    x1.fill(7);
    expect((await pending).count).toBe(expected.length);
  });

  it('names the vertex of a bad position', () => {
    const x0 = step.x0.slice();
    x0[3 * 5 + 1] = Number.NaN;
    expect(() => new MeshCollider(step.mesh, { partitions: 2 }).collide(x0, step.x1)).toThrow(/[Vv]ertex 5/);
  });

  it.each([0, 1.5, -1, 70_000])('refuses %d partitions', (partitions) => {
    expect(() => new MeshCollider(step.mesh, { partitions })).toThrow(
      `partitions must be a whole number from 1 to 65535, not ${partitions}.`,
    );
  });

  it('takes more partitions than faces, and meshes without any', () => {
    const one = sceneOf('one face', 1);
    expect(new MeshCollider(one.mesh, { partitions: 9 }).collide(one.x0, one.x1).count).toBe(0);
    const none = new Float64Array(9);
    const empty = new MeshCollider(TriMesh.from([], 3), { partitions: 2 });
    empty.pinTree(none);
    expect([empty.collide(none, none).count, empty.firstContact(none, none), empty.maxStep(none, none)]).toEqual([
      0,
      null,
      1,
    ]);
    expect(empty.intersections(none).count).toBe(0);
  });
});

describe('a mesh that one memory does not hold', () => {
  afterEach(() => vi.restoreAllMocks());

  /** Two cloths of 200,000 faces and more that touch here and there. */
  const { mesh, positions } = wavingCloth({ scale: 3 });
  const x0 = new Float64Array(3 * mesh.vertexCount);
  const x1 = new Float64Array(3 * mesh.vertexCount);
  positions(60, x0);
  positions(61, x1);

  /** Lets no memory have more than this many bytes. */
  function limitMemory(most: number): void {
    const { allocate } = KernelMemory.prototype;
    vi.spyOn(KernelMemory.prototype, 'allocate').mockImplementation(function (
      this: { usedBytes: number },
      bytes: number,
    ) {
      if (this.usedBytes + bytes > most) throw new RangeError('This takes more GB of memory in one piece.');
      return allocate.call(this, bytes);
    });
  }

  it('is cut into as many partitions as it takes', () => {
    const expected = new MeshCollider(mesh).collide(x0, x1).copy();
    limitMemory(250 * mesh.faceCount);
    const collider = new MeshCollider(mesh);
    const { count, time, normal } = collider.collide(x0, x1).copy();
    expect([count, time, normal]).toEqual([expected.count, expected.time, expected.normal]);
    const { partitionCount } = (collider as unknown as { search: { partitionCount: number } }).search;
    expect(partitionCount).toBeGreaterThan(1);
  });

  it('says so if the partitions that were asked for are too few', () => {
    limitMemory(100 * mesh.faceCount);
    const collider = new MeshCollider(mesh, { partitions: 2 });
    expect(() => collider.collide(x0, x1)).toThrow('2 partitions are too few: This takes more GB of memory');
  });
});
