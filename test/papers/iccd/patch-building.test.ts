// Patches that are built in pieces: the same patches for every budget, all memory released, and
// contacts that never depend on how far the building has come.
import { describe, expect, test, vi } from 'vitest';
import { limbs } from '../../../bench/figures.ts';
import { wavingCloth } from '../../../scenes/waving-cloth.ts';
import { KernelMemory } from '../../../src/core/memory/kernel-memory.ts';
import type { VertexMotion } from '../../../src/core/motion/vertex-motion.ts';
import { type Contacts, iccd, iccdWithCones, iccdWithoutCones, MeshCollider } from '../../../src/index.ts';
import { PatchBuilding } from '../../../src/papers/iccd/patch-building.ts';
import { buildPatches, type Patches } from '../../../src/papers/iccd/patches.ts';
import { type MovingMesh, meshClasses } from '../../generate/meshes.ts';
import { gridMesh, smoothShapes } from '../../generate/surfaces.ts';
import { motionOf, setUnchecked } from './quiet-marking.ts';

/** Builds patches with this budget per call. */
function buildInPieces(motion: VertexMotion, budget: number): { patches: Patches; calls: number } {
  const building = new PatchBuilding(motion);
  let patches = building.advance(budget);
  let calls = 1;
  for (; patches === null; calls++) patches = building.advance(budget);
  building.dispose();
  return { patches, calls };
}

/** Bytes of all blocks in the memory of a motion. */
const usedBytes = ({ memory }: VertexMotion): number =>
  (memory as unknown as { holding: { space: { usedBytes: number } } }).holding.space.usedBytes;

/** Lets every memory hold this many bytes more while `run` runs; returns how many were asked for at most. */
function withRoom(room: number, run: () => void): number {
  const { allocate } = KernelMemory.prototype;
  const usedBefore = new Map<unknown, number>();
  let most = 0;
  const spy = vi.spyOn(KernelMemory.prototype, 'allocate').mockImplementation(function (
    this: KernelMemory<never>,
    bytes: number,
  ) {
    const before = usedBefore.get(this) ?? this.usedBytes;
    usedBefore.set(this, before);
    const asked = this.usedBytes - before + bytes;
    most = Math.max(most, asked);
    if (asked > room) throw new RangeError('no memory, as the test asks');
    return allocate.call(this, bytes);
  });
  try {
    run();
  } finally {
    spy.mockRestore();
  }
  return most;
}

const columnsOf = ({ count, kind, a, b, time, normal, weights }: Contacts) => ({
  count,
  kind: [...kind],
  a: [...a],
  b: [...b],
  time: [...time],
  normal: [...normal],
  weights: [...weights],
});

describe('patches in pieces', () => {
  test.each([...meshClasses, ...smoothShapes])('of $name: those that are built at once', ({ make }) => {
    const { mesh, x0, x1 } = make(5);
    const motion = motionOf(mesh);
    setUnchecked(motion, x0, x1);
    const whole = buildPatches(motion);
    for (const budget of [1, 7, 300]) {
      const { patches, calls } = buildInPieces(motion, budget);
      expect(patches).toEqual(whole);
      if (budget === 1 && mesh.faceCount > 1) expect(calls).toBeGreaterThan(mesh.faceCount);
    }
  });

  test('the budget bounds the work of a call, and the number of calls is always the same', () => {
    const { mesh, x0, x1 } = gridMesh(60, 60, (u, v, t) => [u, v, 0.1 * Math.sin(9 * u + t)]);
    const motion = motionOf(mesh);
    motion.set(x0, x1);
    const calls = [1, 2, 4].map((perFace) => buildInPieces(motion, perFace * mesh.faceCount).calls);
    expect(calls[0]).toBeGreaterThan(10);
    expect(calls[0]).toBeLessThan(40);
    expect(calls[1]).toBeLessThanOrEqual(Math.ceil(calls[0] / 2) + 1);
    expect(calls[2]).toBeLessThanOrEqual(Math.ceil(calls[0] / 4) + 1);
    expect(buildInPieces(motion, mesh.faceCount).calls).toBe(calls[0]);
  });

  test('release all memory, also if they are given up or refused', () => {
    const { mesh, x0, x1 } = gridMesh(40, 40, (u, v) => [u, v, 0]);
    const motion = motionOf(mesh);
    motion.set(x0, x1);
    const before = usedBytes(motion);
    const asked = withRoom(Number.POSITIVE_INFINITY, () => buildPatches(motion));
    expect(usedBytes(motion)).toBe(before);
    const building = new PatchBuilding(motion);
    building.advance(2000);
    building.dispose();
    expect(usedBytes(motion)).toBe(before);
    for (let share = 0; share < 1; share += 0.04) {
      expect(() => withRoom(share * asked, () => buildPatches(motion))).toThrow(RangeError);
      expect(usedBytes(motion)).toBe(before);
    }
  });
});

/** Two neighbouring frames of a scene that has contacts and large quiet patches. */
function wavingFrames(): MovingMesh {
  const { mesh, positions } = wavingCloth({ scale: 0.2 });
  const [x0, x1] = [80, 81].map((frame) => {
    const x = new Float64Array(3 * mesh.vertexCount);
    positions(frame, x);
    return x;
  });
  return { mesh, x0, x1 };
}

/** The same of limbs, whose trees are rebuilt for the patches. */
function limbFrames(): MovingMesh {
  const { mesh, frames } = limbs();
  return { mesh, x0: frames[0], x1: frames[1] };
}

describe.each([
  ['waving cloth', wavingFrames()],
  ['limbs', limbFrames()],
])('a collider whose memory is full after the first step: %s', (_, { mesh, x0, x1 }) => {
  const steps = 20;
  const expected = columnsOf(new MeshCollider(mesh, { recipe: iccdWithoutCones }).collide(x0, x1));

  /** Takes steps with so much memory after the first; returns in how many there were labels. */
  function takeSteps(collider: MeshCollider, room: number): { labelled: number; asked: number } {
    expect(columnsOf(collider.collide(x0, x1))).toEqual(expected);
    let labelled = 0;
    const asked = withRoom(room, () => {
      for (let step = 0; step < steps; step++) {
        expect(columnsOf(collider.collide(x0, x1))).toEqual(expected);
        if (collider.tally.quietFaces > 0) labelled++;
      }
    });
    return { labelled, asked };
  }

  test('finds all contacts, and gives patches up for good', () => {
    const { labelled, asked } = takeSteps(new MeshCollider(mesh), Number.POSITIVE_INFINITY);
    expect(expected.count).toBeGreaterThan(0);
    expect(labelled).toBeGreaterThan(steps / 2);
    for (let share = 0; share < 1; share += 0.06) {
      const collider = new MeshCollider(mesh);
      const isGivenUp = takeSteps(collider, share * asked).labelled === 0;
      if (share < 0.25) expect(isGivenUp).toBe(true);
      // With all memory again.
      if (isGivenUp) expect(takeSteps(collider, Number.POSITIVE_INFINITY)).toEqual({ labelled: 0, asked: 0 });
    }
  });

  test('also if cones are used in every step', () => {
    const collider = new MeshCollider(mesh, { recipe: iccdWithCones });
    collider.pinTree(x0);
    const { asked } = takeSteps(new MeshCollider(mesh), Number.POSITIVE_INFINITY);
    for (const share of [0, 0.1, 0.2]) takeSteps(collider, share * asked);
  });
});

test('trees are not rebuilt for patches without memory', () => {
  const { mesh, x0, x1 } = limbFrames();
  const expected = columnsOf(new MeshCollider(mesh, { recipe: iccdWithoutCones }).collide(x0, x1));
  const collider = new MeshCollider(mesh);
  for (let step = 0; step < 40 && collider.tally.quietFaces === 0; step++) collider.collide(x0, x1);
  withRoom(0, () => {
    for (let step = 0; step < 10; step++) {
      expect(columnsOf(collider.collide(x0, x1))).toEqual(expected);
      expect(collider.tally.quietFaces).toBeGreaterThan(0);
    }
  });
});

test('a mesh that changes while its patches are built', () => {
  const { mesh, x0, x1 } = gridMesh(160, 160, (u, v, t) => [u, v, 0.1 * Math.sin(9 * u + t)]);
  const colliders = [iccd, iccdWithoutCones].map((recipe) => new MeshCollider(mesh, { recipe }));
  const found: number[] = [];
  for (let step = 0; step < 28; step++) {
    if (step === 3 || step === 5) {
      const removeFaces = Array.from({ length: 40 }, (_, i) => 100 * step + 7 * i);
      for (const collider of colliders)
        collider.retopologize({ removeFaces, addFaces: [], vertexCount: mesh.vertexCount });
    }
    const [on, off] = colliders.map((collider) => columnsOf(collider.collide(x0, x1)));
    expect(on).toEqual(off);
    found.push(colliders[0].tally.quietFaces);
  }
  expect(found.slice(0, 8)).toEqual(new Array(8).fill(0));
  expect(found[27]).toBeGreaterThan(0.9 * mesh.faceCount);
});
