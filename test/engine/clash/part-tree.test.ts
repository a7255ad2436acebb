// A tree over the triangles of a part loses none of them: distances are those of a search through
// all triangles, also after refits, and the triangles along a segment are all that it may hit.
import { describe, expect, it } from 'vitest';
import { type Random, seededRandom } from '../../../src/core/math/random.ts';
import { ClashMemory } from '../../../src/engine/clash/clash-memory.ts';
import { type AskedTriangles, PartTree } from '../../../src/engine/clash/part-tree.ts';

const SEED = 3;
const TRIANGLES = 500;

interface Soup {
  readonly x: Float64Array;
  readonly corners: Uint32Array;
}

function soup(random: Random): Soup {
  const x = new Float64Array(9 * TRIANGLES + 6);
  move(x, random);
  return { x, corners: Uint32Array.from({ length: 3 * TRIANGLES }, (_, i) => 3 * i) };
}

function move(x: Float64Array, random: Random): void {
  for (let t = 0; t < TRIANGLES; t++) {
    const centre = [0, 1, 2].map(() => random.between(-5, 5));
    for (let i = 0; i < 9; i++) x[9 * t + i] = centre[i % 3] + random.between(-0.5, 0.5);
  }
}

function treeOf({ x, corners }: Soup, asked: AskedTriangles = {}): { tree: PartTree; moved: () => void } {
  const memory = new ClashMemory();
  const free = 9 * TRIANGLES;
  const pointer = memory.allocate(8 * free);
  const copy = (): void => memory.space.doubles.set(x.subarray(0, free), pointer / 8);
  copy();
  const tree = new PartTree(corners, { x, free, memory, pointer }, asked);
  const moved = (): void => {
    copy();
    tree.refit();
  };
  return { tree, moved };
}

const point = (random: Random): [number, number, number] => [
  random.between(-7, 7),
  random.between(-7, 7),
  random.between(-7, 7),
];

/** The least of the squared distances of a point from triangles. */
function least(tree: PartTree, [px, py, pz]: readonly number[], isAsked: (t: number) => boolean): number {
  let best = Infinity;
  for (let t = 0; t < TRIANGLES; t++) if (isAsked(t)) best = Math.min(best, tree.squaredFrom(px, py, pz, t));
  return best;
}

/** Squared distance of a point from a triangle, sampled: never less than the exact one. */
function sampledSquared(x: Float64Array, t: number, p: readonly number[], steps: number): number {
  let best = Infinity;
  for (let i = 0; i <= steps; i++)
    for (let j = 0; i + j <= steps; j++) {
      const [u, v] = [i / steps, j / steps];
      const gap = [0, 1, 2].map((k) => {
        const [a, b, c] = [x[9 * t + k], x[9 * t + 3 + k], x[9 * t + 6 + k]];
        return a + u * (b - a) + v * (c - a) - p[k];
      });
      best = Math.min(best, gap[0] ** 2 + gap[1] ** 2 + gap[2] ** 2);
    }
  return best;
}

describe(`a tree over a part, seed ${SEED}`, () => {
  it('has the distance from one triangle', () => {
    const random = seededRandom(SEED);
    const { x, corners } = soup(random);
    const { tree } = treeOf({ x, corners });
    for (let i = 0; i < 200; i++) {
      const p = point(random);
      const found = Math.sqrt(tree.squaredFrom(...p, i));
      const sampled = Math.sqrt(sampledSquared(x, i, p, 40));
      expect(found).toBeLessThanOrEqual(sampled * (1 + 1e-12));
      expect(found).toBeGreaterThanOrEqual(sampled - 2 / 40);
    }
  });

  it('finds the nearest triangle, also after refits', () => {
    const random = seededRandom(SEED);
    const { x, corners } = soup(random);
    const { tree, moved } = treeOf({ x, corners });
    for (let refit = 0; refit < 4; refit++) {
      for (let i = 0; i < 100; i++) {
        const p = point(random);
        const nearest = least(tree, p, () => true);
        expect(tree.distanceSquared(...p, Infinity, 0)).toBe(nearest);
        expect(tree.squaredFrom(...p, tree.nearest)).toBe(nearest);
        expect(tree.squaredUnless(...p, 0)).toBe(nearest);
        expect(tree.squaredUnless(...p, 2 * nearest)).toBeLessThan(2 * nearest);
        expect(tree.distanceSquared(...p, nearest, 0)).toBe(nearest);
      }
      move(x, random);
      moved();
    }
  });

  it('asks only some triangles', () => {
    const random = seededRandom(SEED);
    const { x, corners } = soup(random);
    const asked = Uint8Array.from({ length: TRIANGLES }, (_, t) => t % 3 && 1);
    const normals = Float64Array.from({ length: 3 * TRIANGLES }, () => random.between(-1, 1));
    const masked = treeOf({ x, corners }, { asked }).tree;
    const turned = treeOf({ x, corners }, { normals }).tree;
    for (let i = 0; i < 100; i++) {
      const p = point(random);
      expect(masked.distanceSquared(...p, Infinity, 0)).toBe(least(masked, p, (t) => t % 3 > 0));
      const [nx, ny, nz] = point(random);
      turned.along(nx, ny, nz);
      const looksBack = (t: number): boolean =>
        nx * normals[3 * t] + ny * normals[3 * t + 1] + nz * normals[3 * t + 2] < 0;
      expect(turned.distanceSquared(...p, Infinity, 0)).toBe(least(turned, p, looksBack));
    }
  });

  it('lists all triangles along a segment', () => {
    const random = seededRandom(SEED);
    const { x, corners } = soup(random);
    const { tree } = treeOf({ x, corners });
    const free = 9 * TRIANGLES;
    for (let i = 0; i < 200; i++) {
      // Through a point of a triangle, so that this one must be listed.
      const t = Math.floor(random.between(0, TRIANGLES));
      const [from, far] = [point(random), random.between(1.5, 3)];
      const weights = [0.2, 0.3, 0.5];
      for (let k = 0; k < 3; k++) {
        const on = weights.reduce((sum, weight, c) => sum + weight * x[9 * t + 3 * c + k], 0);
        x[free + k] = i % 5 === k ? on : from[k];
        x[free + 3 + k] = x[free + k] + far * (on - x[free + k]);
      }
      expect([...tree.alongSegment(free, free + 3)]).toContain(t);
    }
  });

  it('leaves the memory as it was', () => {
    const memory = new ClashMemory();
    const { x, corners } = soup(seededRandom(SEED));
    const pointer = memory.allocate(8 * x.length);
    const before = memory.space.usedBytes;
    const tree = new PartTree(corners, { x, free: x.length - 6, memory, pointer });
    expect(memory.space.usedBytes).toBeGreaterThan(before);
    tree.dispose();
    expect(memory.space.usedBytes).toBe(before);
    memory.dispose();
    expect(memory.space.usedBytes).toBeLessThan(before);
  });
});
