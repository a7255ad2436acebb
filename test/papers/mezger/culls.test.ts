// No cull loses a pair: glances along normals, the list of separations, volumes that reach ahead. Steps ahead are held against distances at
// many times of the step.
import { describe, expect, it } from 'vitest';
import { type ClothSteps, randomFaces, TIME_STEP, velocities } from '../../../scenes/cloth-steps/index.ts';
import { leastGap, longestWay } from '../../../src/papers/mezger/ahead.ts';
import { NormalSlabs } from '../../../src/papers/mezger/normal-slabs.ts';
import { polygonDistance, polygonPoints } from '../../../src/papers/mezger/polygon-distance.ts';
import type { PolygonMesh } from '../../../src/papers/mezger/polygon-mesh.ts';
import type { Proximities } from '../../../src/papers/mezger/proximities.ts';
import { ProximityDetector } from '../../../src/papers/mezger/proximity-detector.ts';
import type { ProximityDetectorOptions } from '../../../src/papers/mezger/proximity-options.ts';

/** More than the error of a distance in these scenes. */
const ERROR = 1e-12;
const TIMES = [0, 0.1, 0.25, 0.4, 0.5, 0.6, 0.75, 0.9, 1];

interface Step {
  readonly mesh: PolygonMesh;
  readonly x: Float64Array;
  readonly ways: Float64Array;
  readonly velocities: Float64Array;
}

function stepOf(scene: ClothSteps, step: number): Step {
  const x = new Float64Array(3 * scene.mesh.vertexCount);
  scene.positions(step, x);
  const v = velocities(scene, step);
  return { mesh: scene.mesh, x, velocities: v, ways: v.map((value) => value * TIME_STEP) };
}

/** The least distance of every pair that shares no vertex, at some times of the step; rows by face. */
function leastDistances({ mesh, x, ways }: Step): Map<string, number> {
  const least = new Map<string, number>();
  const points = polygonPoints(mesh);
  for (const t of TIMES) {
    const y = x.map((value, i) => value + t * ways[i]);
    for (let f = 0; f < mesh.faceCount; f++) {
      for (let g = f + 1; g < mesh.faceCount; g++) {
        if (mesh.sharesVertex(f, g)) continue;
        const distance = polygonDistance(mesh, y, f, g, points);
        least.set(`${f} ${g}`, Math.min(distance, least.get(`${f} ${g}`) ?? Infinity));
      }
    }
  }
  return least;
}

const pairsOf = ({ count, a, b }: Proximities): string[] => Array.from({ length: count }, (_, i) => `${a[i]} ${b[i]}`);

it('a glance along the normals separates nothing that comes close in the step', () => {
  let [separated, wrong] = [0, 0];
  for (let seed = 0; seed < 25; seed++) {
    const step = stepOf(randomFaces(seed), 5);
    const slabs = new NormalSlabs(step.mesh);
    for (const [pair, distance] of leastDistances(step)) {
      const [f, g] = pair.split(' ').map(Number);
      // At the very distance the glance may say nothing; just below it, it may.
      for (const limit of [distance + ERROR, 2 * distance + ERROR]) {
        if (slabs.separate(step.x, step.ways, f, g, limit)) wrong++;
      }
      if (slabs.separate(step.x, step.ways, f, g, 0.3 * distance)) separated++;
    }
  }
  expect(wrong).toBe(0);
  expect(separated).toBeGreaterThan(1000);
});

it('the gap along a direction is no more than the distance in the step', () => {
  let pairs = 0;
  for (let seed = 0; seed < 10; seed++) {
    const step = stepOf(randomFaces(seed), 5);
    const points = polygonPoints(step.mesh);
    for (const [pair, distance] of leastDistances(step)) {
      const [f, g] = pair.split(' ').map(Number);
      const now = polygonDistance(step.mesh, step.x, f, g, points);
      expect(leastGap(step.mesh, step.x, step.ways, f, g, points.normal)).toBeLessThanOrEqual(distance + ERROR);
      const reach = longestWay(step.mesh, step.ways, f) + longestWay(step.mesh, step.ways, g);
      expect(now - reach).toBeLessThanOrEqual(distance + ERROR);
      pairs++;
    }
  }
  expect(pairs).toBeGreaterThan(500);
});

const AHEAD: readonly ProximityDetectorOptions[] = [
  { inflation: 'oriented' },
  { inflation: 'oriented', directions: 6, arity: 2, lazy: 0.02, separationList: true, coherence: true },
  { inflation: 'oriented-nodes', directions: 26, arity: 8 },
  { inflation: 'unoriented', lazy: 0.05 },
  { inflation: 'swept', directions: 14, coherence: true },
  { inflation: 'swept', lazy: 0.05, separationList: true },
];

describe.each(AHEAD)('ahead, with %o', (options) => {
  it('reports every pair that comes close in the step, and none that cannot', () => {
    const distance = 0.01;
    const wrong: string[] = [];
    let coming = 0;
    for (let seed = 0; seed < 12; seed++) {
      const scene = randomFaces(seed);
      const detector = new ProximityDetector(scene.mesh, options);
      const points = polygonPoints(scene.mesh);
      for (const number of [4, 5, 6]) {
        const step = stepOf(scene, number);
        const query = { distance, velocities: step.velocities, timeStep: TIME_STEP, ahead: true };
        const found = pairsOf(detector.proximities(step.x, query));
        const isFound = new Set(found);
        for (const [pair, least] of leastDistances(step)) {
          if (least <= distance && !isFound.has(pair)) wrong.push(`seed ${seed}: ${pair} is missing`);
          if (least <= distance && isFound.has(pair)) coming++;
        }
        for (const pair of found) {
          const [f, g] = pair.split(' ').map(Number);
          const now = polygonDistance(step.mesh, step.x, f, g, points);
          const gap = leastGap(step.mesh, step.x, step.ways, f, g, points.normal);
          if (now > distance + ERROR && gap > distance + ERROR) wrong.push(`seed ${seed}: ${pair} stays clear`);
        }
      }
    }
    expect(wrong).toEqual([]);
    expect(coming).toBeGreaterThan(300);
  });
});

describe('a separation list', () => {
  it('gives what a search from the roots gives, over its whole life, with fewer pairs of nodes', () => {
    const scene = randomFaces(3);
    const { mesh } = scene;
    const [plain, listed] = [false, true].map((separationList) => new ProximityDetector(mesh, { separationList }));
    const x = new Float64Array(3 * mesh.vertexCount);
    let [fromRoots, resumed] = [0, 0];
    for (let step = 0; step < 80; step++) {
      scene.positions(step / 4, x);
      const distance = step < 60 ? 0.05 : 0.1;
      const want = plain.proximities(x, { distance });
      const found = listed.proximities(x, { distance });
      expect(pairsOf(found)).toEqual(pairsOf(want));
      fromRoots += want.tally.nodePairs;
      resumed += found.tally.nodePairs;
    }
    expect(resumed).toBeLessThan(fromRoots);
  });

  it('has nothing to look at where nothing was renewed', () => {
    const scene = randomFaces(3);
    const detector = new ProximityDetector(scene.mesh, { separationList: true, lazy: 0.01 });
    const x = new Float64Array(3 * scene.mesh.vertexCount);
    scene.positions(0, x);
    const first = detector.proximities(x, { distance: 0.05 }).copy();
    const second = detector.proximities(x, { distance: 0.05 });
    expect(first.tally.nodePairs).toBeGreaterThan(0);
    expect(second.tally).toEqual({ ...first.tally, nodesUpdated: 0, nodePairs: 0 });
    expect(pairsOf(second)).toEqual(pairsOf(first));
  });
});

describe('a lazy update', () => {
  const scene = randomFaces(1);
  const { mesh } = scene;
  const start = new Float64Array(3 * mesh.vertexCount);
  scene.positions(0, start);
  const updated = (detector: ProximityDetector, x: Float64Array): number =>
    detector.proximities(x, { distance: 0.05 }).tally.nodesUpdated;

  it('renews nothing within the budget, counted from the last renewal', () => {
    const detector = new ProximityDetector(mesh, { lazy: 0.01 });
    const all = updated(detector, start);
    expect(all).toBeGreaterThan(mesh.faceCount);
    for (const shift of [0.004, 0.009, -0.009])
      expect(
        updated(
          detector,
          start.map((value, i) => (i % 3 ? value : value + shift)),
        ),
      ).toBe(0);
    expect(
      updated(
        detector,
        start.map((value, i) => (i % 3 ? value : value + 0.02)),
      ),
    ).toBe(all);
    expect(updated(detector, start)).toBe(all);
  });

  it('renews the nodes above a vertex that moved, and no others', () => {
    const detector = new ProximityDetector(mesh, { lazy: 0.01 });
    const all = updated(detector, start);
    const faces = mesh.starStart[1] - mesh.starStart[0];
    const renewed = updated(detector, start.with(0, start[0] + 0.02));
    expect(renewed).toBeGreaterThan(faces);
    expect(renewed).toBeLessThan(all / 2);
  });

  it('renews all for another distance', () => {
    const detector = new ProximityDetector(mesh, { lazy: 0.01 });
    const all = updated(detector, start);
    expect(detector.proximities(start, { distance: 0.06 }).tally.nodesUpdated).toBe(all);
  });
});
