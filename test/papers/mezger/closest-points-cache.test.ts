// What is kept of pairs of faces is true: against distances computed anew, for faces that drift, turn, ripple and rest.
import { describe, expect, it } from 'vitest';
import { randomFaces } from '../../../scenes/cloth-steps/index.ts';
import { ClosestPointsCache, FAR, NEAR, UNKNOWN } from '../../../src/papers/mezger/closest-points-cache.ts';
import { PairTable } from '../../../src/papers/mezger/pair-table.ts';
import {
  extentOf,
  fanDistance,
  polygonPoints,
  polygonsClose,
  polygonsWithin,
} from '../../../src/papers/mezger/polygon-distance.ts';
import { PolygonMesh } from '../../../src/papers/mezger/polygon-mesh.ts';

interface Count {
  near: number;
  far: number;
  unknown: number;
  readonly wrong: string[];
}

/** Asks for all pairs of a scene over many steps, and computes those that are not known. */
function watch(seed: number, tolerance: number, distance: number, count: Count): void {
  const scene = randomFaces(seed);
  const { mesh } = scene;
  const cache = new ClosestPointsCache(mesh, tolerance);
  const x = new Float64Array(3 * mesh.vertexCount);
  const [out, anew] = [polygonPoints(mesh), polygonPoints(mesh)];
  for (let step = 0; step < 20; step++) {
    scene.positions(step * 0.2, x);
    cache.follow(x);
    for (let g = 1; g < mesh.faceCount; g++) {
      for (let f = 0; f < g; f++) {
        const known = cache.recall(f, g, distance, out);
        if (known === UNKNOWN) {
          count.unknown++;
          polygonsClose(mesh, x, f, g, distance, out);
          cache.keep(f, g, out);
          continue;
        }
        if (known === NEAR) count.near++;
        else count.far++;
        if (polygonsWithin(mesh, x, f, g, distance) !== (known === NEAR))
          count.wrong.push(`seed ${seed}, step ${step}, faces ${f}, ${g}: known as ${known}`);
        if (known === FAR) continue;
        const error = Math.abs(fanDistance(mesh, x, f, g, anew) - out.distance);
        if (error > Math.max(tolerance, 5e-13 * extentOf(mesh, x, f, g)))
          count.wrong.push(`seed ${seed}, step ${step}, faces ${f}, ${g}: error ${error}`);
      }
    }
  }
}

describe.each([0, 0.003])('with a tolerance of %d', (tolerance) => {
  it('says near and far only of what is, and errs no more than it may', () => {
    const count: Count = { near: 0, far: 0, unknown: 0, wrong: [] };
    for (let seed = 1; seed <= 12; seed++) watch(seed, tolerance, 0.08, count);
    expect(count.wrong).toEqual([]);
    expect(count.near).toBeGreaterThan(100);
    expect(count.far).toBeGreaterThan(count.unknown);
  });
});

describe('two squares', () => {
  const mesh = PolygonMesh.from([0, 1, 2, 3, 4, 5, 6, 7], 4, 8);
  const square = [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0];
  const start = Float64Array.from([...square, ...square.map((v, i) => (i % 3 === 2 ? 0.25 : v + 0.5))]);
  /** Shifts all corners by one vector, and those of the second square by another. */
  const moved = (all: readonly number[], second: readonly number[]): Float64Array =>
    start.map((v, i) => v + all[i % 3] + (i >= 12 ? second[i % 3] : 0));
  const still = [0, 0, 0];

  function known(next: Float64Array, distance: number, tolerance = 0): number {
    const cache = new ClosestPointsCache(mesh, tolerance);
    const out = polygonPoints(mesh);
    cache.follow(start);
    polygonsClose(mesh, start, 0, 1, distance, out);
    cache.keep(0, 1, out);
    out.weightsA.fill(7);
    cache.follow(next);
    const answer = cache.recall(0, 1, distance, out);
    if (answer === NEAR) {
      expect(out.distance).toBeCloseTo(0.25, 14);
      expect([...out.normal]).toEqual([0, 0, -1]);
      expect(out.weightsA.reduce((sum, w) => sum + w, 0)).toBeCloseTo(1, 14);
    }
    return answer;
  }

  it('are known at rest and in common translation', () => {
    expect(known(start, 0.3)).toBe(NEAR);
    expect(known(moved([0.5, -2, 0.125], still), 0.3)).toBe(NEAR);
    expect(known(start, 0.2)).toBe(FAR);
    expect(known(moved([0.5, -2, 0.125], still), 0.2)).toBe(FAR);
  });

  it('are not, once one moves by more than the tolerance', () => {
    expect(known(moved(still, [0, 0, 1e-9]), 0.3)).toBe(UNKNOWN);
    expect(known(moved(still, [0, 0, 0.001]), 0.3, 0.002)).toBe(NEAR);
    expect(known(moved(still, [0, 0, 0.003]), 0.3, 0.002)).toBe(UNKNOWN);
  });

  it('stay far until their motion has used up the margin', () => {
    expect(known(moved(still, [0, 0, -0.04]), 0.2)).toBe(FAR);
    expect(known(moved(still, [0, 0, -0.06]), 0.2)).toBe(UNKNOWN);
  });

  it('are computed anew where their distance is that asked for', () => {
    expect(known(start, 0.25)).toBe(UNKNOWN);
  });

  it('turning about the first corner is motion too', () => {
    const turned = start.slice();
    for (let i = 12; i < 24; i += 3) turned[i + 2] -= 0.2 * (turned[i] - 0.5);
    expect(known(turned, 0.2)).toBe(UNKNOWN);
  });
});

describe('the table of pairs', () => {
  it('finds what was inserted, and nothing else, however much there is', () => {
    const table = new PairTable(2);
    for (let f = 0; f < 3000; f++) {
      const row = table.insert(f, f * f);
      table.rows[row] = f;
    }
    expect(table.count).toBe(3000);
    for (let f = 0; f < 3000; f++) {
      expect(table.rows[table.find(f, f * f)]).toBe(f);
      expect(table.find(f, f * f + 1)).toBe(-1);
    }
    table.clear();
    expect(table.find(5, 25)).toBe(-1);
  });

  it('forgets pairs that are not asked for any more rather than grow for ever', () => {
    const table = new PairTable(1);
    for (let step = 0; step < 200; step++) {
      table.age();
      table.insert(0, 1);
      for (let k = 0; k < 100; k++) table.insert(step, 10 + k);
    }
    expect(table.find(0, 1)).toBeGreaterThanOrEqual(0);
    expect(table.find(199, 10)).toBeGreaterThanOrEqual(0);
    expect(table.rows.length).toBeLessThanOrEqual(1024);
  });
});
