// What a body keeps of its soup, where it keeps it, and searches that outgrow their buffers.
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../src/core/math/random.ts';
import { rigidArena } from '../../../src/core/memory/arena.ts';
import { checkPose } from '../../../src/core/motion/pose.ts';
import { distance, firstContact, intersects, RigidBody, RigidMotion, within } from '../../../src/rigid.ts';
import { realVec, type Vec } from '../../generate/draw.ts';
import { box, plate } from '../../oracle/rigid-shapes.ts';
import { leastDistance, poseAt, scattered } from './every-pair.ts';

const UNTURNED = [0, 0, 0, 1];
const body = ({ positions, triangles }: { positions: Float64Array; triangles: Uint32Array }): RigidBody =>
  RigidBody.from(positions, triangles);
const at = (x: number, y = 0, z = 0) => checkPose({ position: [x, y, z], rotation: UNTURNED });

describe('a rigid body', () => {
  it('copies its soup', () => {
    const [positions, triangles] = [Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0), [0, 1, 2]];
    const made = RigidBody.from(positions, triangles);
    positions.fill(9);
    triangles.fill(0);
    expect([...made.positions]).toEqual([0, 0, 0, 1, 0, 0, 0, 1, 0]);
    expect([...made.triangles]).toEqual([0, 1, 2]);
    expect(made.faceCount).toBe(1);
  });

  it.each([0, 1, 1e-3, 1e6])('holds every corner within its radius, %d away from its origin', (far) => {
    const random = seededRandom(71);
    for (let i = 0; i < 50; i++) {
      const scale = 10 ** random.between(-6, 6);
      const offset = realVec(random, far * scale);
      const { positions, centre, radius, unit } = scattered(random, 1 + random.below(20), scale, offset);
      const distances = Array.from({ length: positions.length / 3 }, (_, v) =>
        Math.hypot(...[0, 1, 2].map((k) => positions[3 * v + k] - centre[k])),
      );
      const told = `seed 71, case ${i}`;
      expect(Math.abs(Math.max(...distances) - radius), told).toBeLessThanOrEqual(1e-14 * radius);
      expect(unit >= radius && unit < 2 * radius && Number.isInteger(Math.log2(unit)), told).toBe(true);
      // Soups of this kind reach 1 + √3 of their scale at most.
      expect(radius, told).toBeLessThanOrEqual(4 * scale);
    }
  });

  it('stays exactly where it is about its origin', () => {
    expect(body(box([-1, -2, -3], [2, 4, 6])).centre).toEqual([0, 0, 0]);
    expect(body(box([7, 7, 7], [2, 2, 2])).centre).toEqual([8, 8, 8]);
  });

  it('counts only vertices that a face has', () => {
    const made = RigidBody.from([1e9, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0], [1, 2, 3]);
    expect(made.radius).toBeLessThan(2);
    expect(distance(made, at(0, 0, 4), made, at(0)).distance).toBe(4);
  });

  it('takes memory in proportion to its faces', () => {
    const { bytes } = body(plate(1, 30));
    expect(bytes).toBeGreaterThan(1800 * 72);
    expect(bytes).toBeLessThan(1800 * (72 + 256));
  });

  it('works after others have come and the memory has grown', () => {
    const random = seededRandom(72);
    const [a, b] = [scattered(random, 50, 1), scattered(random, 50, 1)];
    const poses = [poseAt(random, [3, 0, 0]), poseAt(random, [0, 1, 0])];
    const truth = distance(a, poses[0], b, poses[1]);
    const before = rigidArena().memory.buffer.byteLength;
    const others = [60, 120, 240].map((cells) => body(plate(1, cells)));
    expect(rigidArena().memory.buffer.byteLength).toBeGreaterThan(before);
    expect(others.length).toBe(3);
    expect(distance(a, poses[0], b, poses[1])).toEqual(truth);
  });

  it.runIf(globalThis.gc)('gives its memory back when nothing refers to it any more', async () => {
    const end = (): number => rigidArena().memory.buffer.byteLength;
    const churn = (): void => {
      for (let i = 0; i < 10; i++) body(plate(1, 100));
    };
    churn();
    const before = end();
    for (let round = 0; round < 20; round++) {
      globalThis.gc?.();
      await new Promise((resolve) => setTimeout(resolve, 5));
      churn();
    }
    expect(end()).toBeLessThan(3 * before);
  });
});

describe('a search that needs more room than it has', () => {
  const small = body(box([-1, -1, -1], [2, 2, 2]));
  const smallWorks = (): void => {
    expect(distance(small, at(5), small, at(0)).distance).toBe(3);
    expect(intersects(small, at(2), small, at(0))).toBe(true);
    const hit = firstContact(small, RigidMotion.between(at(5), at(1)), small, RigidMotion.still(at(0)));
    expect(hit.time).toBeCloseTo(0.75, 4);
  };
  /**
   * Of shells one in the other every box is about as near as every other: the queue outgrows its
   * 1,024 entries.
   */
  const shell = (radius: number, cells: number, shift: Vec): RigidBody => {
    const rows = Array.from({ length: (cells + 1) ** 2 }, (_, i) => {
      const [u, v] = [(Math.PI * (i % (cells + 1))) / cells, (2 * Math.PI * Math.floor(i / (cells + 1))) / cells];
      return [Math.sin(u) * Math.cos(v), Math.sin(u) * Math.sin(v), Math.cos(u)].map((x, k) => radius * x + shift[k]);
    });
    return RigidBody.from(rows.flat(), plate(1, cells).triangles);
  };

  it('finds the distance of parallel grids, and the next small one', () => {
    const [a, b] = [body(plate(8, 40)), body(plate(8, 41))];
    const found = distance(a, at(0.01, 0.02, 0.5), b, at(0));
    expect(found.distance).toBe(0.5);
    expect(within(a, at(0, 0, 0.5), b, at(0), 0.49)).toBe(false);
    expect(intersects(a, at(0, 0, 0.5), b, at(0))).toBe(false);
    smallWorks();
  });

  it('finds the distance of one shell in another, where thousands of pairs wait', () => {
    const [inner, outer] = [shell(1, 40, [1e-7, 0, 0]), shell(1.01, 44, [0, 0, 0])];
    const found = distance(inner, at(0), outer, at(0)).distance;
    expect(Math.abs(found - leastDistance([inner, at(0)], [outer, at(0)], found * 1.000001))).toBeLessThan(1e-14);
    const turning = RigidMotion.withVelocity(at(0), [0, 0, 0], [0, 0, 0.5]);
    const free = firstContact(inner, turning, outer, RigidMotion.still(at(0)), { tolerance: 1e-9 });
    expect(free.state).toBe('separated');
    smallWorks();
  });

  it('finds the first contact of grids that come down on each other', () => {
    const [a, b] = [body(plate(8, 40)), body(plate(8, 43))];
    const down = RigidMotion.between(at(0.01, 0.02, 1), at(0.03, 0.01, -1));
    const hit = firstContact(a, down, b, RigidMotion.still(at(0)), { tolerance: 1e-6 });
    expect(hit.state).toBe('hit');
    expect(hit.time).toBeLessThanOrEqual(0.5);
    expect(hit.time).toBeGreaterThan(0.5 - 1e-6);
    smallWorks();
  });

  it('lists all contacts of grids that touch', () => {
    const [a, b] = [body(plate(4, 8)), body(plate(4, 8))];
    const touching = firstContact(a, RigidMotion.still(at(0)), b, RigidMotion.still(at(0)), { maxContacts: 1e6 });
    expect(touching.state).toBe('overlapping');
    const names = touching.contacts.map(({ kind, a, b, faceA, faceB }) => `${kind} ${a} ${b} ${faceA} ${faceB}`);
    expect(new Set(names).size).toBe(names.length);
    expect(names.length).toBeGreaterThan(1024);
    smallWorks();
  });
});
