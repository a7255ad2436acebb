// The cloth scenes: of the paper's sizes, the same positions whenever asked, at human speeds, close to themselves or an obstacle and through
// neither.
import { describe, expect, it } from 'vitest';
import { clothSteps, randomFaces, TIME_STEP, velocities } from '../../scenes/cloth-steps/index.ts';
import { ProximityDetector } from '../../src/proximity.ts';

/** Corners of a face of the cloth, and least particles of cloth and polygons of obstacles. */
const SIZES: Readonly<Record<string, readonly [number, number, number]>> = {
  'walking-trousers': [3, 800, 28_000],
  'turning-skirt': [4, 700, 28_000],
  'folding-tape': [4, 1449, 580],
  'sheet-over-ball': [3, 1000, 27_000],
};

it('every scene has a promised size', () => {
  expect(Object.keys(clothSteps).sort()).toEqual(Object.keys(SIZES).sort());
});

describe.each(Object.entries(clothSteps))('%s', (name, make) => {
  const scene = make();
  const { mesh, objectOf, stepCount } = scene;
  const steps = [0, 0.3, 0.6, 0.9].map((share) => Math.floor(share * stepCount));

  it('is as large as promised', () => {
    const [corners, particles, obstacles] = SIZES[name];
    expect(mesh.start[1]).toBe(corners);
    const firstObstacle = objectOf.findIndex((object) => object > 0);
    const clothCorners = new Set(mesh.corners.subarray(0, mesh.start[firstObstacle]));
    expect(clothCorners.size).toBeGreaterThanOrEqual(particles);
    expect(clothCorners.size).toBeLessThanOrEqual(1500);
    expect(mesh.faceCount - firstObstacle).toBeGreaterThanOrEqual(obstacles);
    expect(mesh.faceCount - firstObstacle).toBeLessThanOrEqual(29_000);
  });

  it('moves, no faster than a person, and is the same when asked again', () => {
    const x = new Float64Array(3 * mesh.vertexCount).fill(Number.NaN);
    for (const step of steps) {
      const v = velocities(scene, step);
      const fastest = v.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
      expect(fastest).toBeGreaterThan(0.01);
      expect(fastest).toBeLessThan(3);
      scene.positions(step, x);
      const ahead = x.map((value, i) => value + TIME_STEP * v[i]);
      scene.positions(step + 1, x);
      expect(x.every((value, i) => Math.abs(value - ahead[i]) < 1e-12)).toBe(true);
    }
  });

  it('comes close and does not pass through', () => {
    const obstacles = [...new Set(objectOf)].filter((object) => object > 0);
    const detector = new ProximityDetector(mesh, { objectOf, obstacles });
    const x = new Float64Array(3 * mesh.vertexCount);
    let close = 0;
    for (const step of steps) {
      scene.positions(step, x);
      expect(detector.proximities(x, { distance: 0 }).count).toBe(0);
      close += detector.proximities(x, { distance: 0.01 }).count;
    }
    expect(close).toBeGreaterThan(100);
  });
});

it('random faces have triangles, quads and larger polygons', () => {
  const sizes = new Set<number>();
  for (let seed = 0; seed < 20; seed++) {
    const { start } = randomFaces(seed).mesh;
    for (let f = 0; f + 1 < start.length; f++) sizes.add(start[f + 1] - start[f]);
  }
  expect([...sizes].sort()).toEqual([3, 4, 5, 6, 7, 8]);
});
