// No cull loses a pair: glances along normals, the list of separations, volumes that reach ahead. Steps ahead are held against distances at
// many times of the step.
import { describe, expect, it } from 'vitest';
import { type ClothSteps, randomFaces, TIME_STEP, velocities } from '../../../scenes/cloth-steps/index.ts';
import type { FaceProximities } from '../../../src/papers/mezger/face-proximities.ts';
import { polygonDistance, polygonPoints } from '../../../src/papers/mezger/polygon-distance.ts';
import type { PolygonMesh } from '../../../src/papers/mezger/polygon-mesh.ts';
import { ProximityDetector } from '../../../src/papers/mezger/proximity-detector.ts';
import type { ProximityDetectorOptions } from '../../../src/papers/mezger/proximity-options.ts';
import { StepSlabs } from '../../../src/papers/mezger/step-slabs.ts';

/** More than the error of a distance in these scenes. */
const ERROR = 1e-12;
const TIMES = [0, 0.1, 0.25, 0.4, 0.5, 0.6, 0.75, 0.9, 1];

interface Step {
  readonly mesh: PolygonMesh;
  readonly x: Float64Array;
  readonly displacements: Float64Array;
  readonly velocities: Float64Array;
}

function stepOf(scene: ClothSteps, step: number): Step {
  const x = new Float64Array(3 * scene.mesh.vertexCount);
  scene.positions(step, x);
  const v = velocities(scene, step);
  return { mesh: scene.mesh, x, velocities: v, displacements: v.map((value) => value * TIME_STEP) };
}

/** The least distance of every pair that shares no vertex, at some times of the step; rows by face. */
function leastDistances({ mesh, x, displacements }: Omit<Step, 'velocities'>): Map<string, number> {
  const least = new Map<string, number>();
  const points = polygonPoints(mesh);
  for (const t of TIMES) {
    const y = x.map((value, i) => value + t * displacements[i]);
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

const memory = new Map<string, Map<string, number>>();

/** Brute force takes a while: once for all options. */
function remembered(key: string, compute: () => Map<string, number>): Map<string, number> {
  const known = memory.get(key) ?? compute();
  memory.set(key, known);
  return known;
}

const pairsOf = ({ count, a, b }: FaceProximities): string[] =>
  Array.from({ length: count }, (_, i) => `${a[i]} ${b[i]}`);

it('no direction separates what comes close in the step', () => {
  let [pairs, wrong] = [0, 0];
  const separated = [0, 0, 0];
  for (let seed = 0; seed < 25; seed++) {
    const { mesh, x, displacements } = stepOf(randomFaces(seed), 5);
    const slabs = new StepSlabs(mesh);
    slabs.set(x, displacements);
    const points = polygonPoints(mesh);
    for (const [pair, distance] of leastDistances({ mesh, x, displacements })) {
      const [f, g] = pair.split(' ').map(Number);
      const now = polygonDistance(mesh, x, f, g, points);
      const glances = (limit: number): boolean[] => [
        slabs.separateByNormals(f, g, limit),
        slabs.separateByDirections(f, g, limit),
        slabs.separateAlong(points.normal, 1, f, g, limit),
      ];
      // At the very distance no glance may tell them apart; well below it, some do.
      if (glances(distance + ERROR).includes(true) || now - slabs.reach(f, g) > distance + ERROR) wrong++;
      glances(0.5 * distance).forEach((isSeparated, i) => {
        if (isSeparated) separated[i]++;
      });
      pairs++;
    }
  }
  expect(wrong).toBe(0);
  for (const count of separated) expect(count).toBeGreaterThan(pairs / 4);
});

const AHEAD: readonly ProximityDetectorOptions[] = [
  { inflation: 'oriented' },
  { inflation: 'oriented', directions: 6, arity: 2, lazy: 0.02, separationList: true, coherence: true },
  { inflation: 'oriented-nodes', directions: 26, arity: 8 },
  { inflation: 'unoriented', lazy: 0.05 },
  { inflation: 'swept', directions: 14, coherence: true },
  { inflation: 'swept', lazy: 0.05, separationList: true },
];

/** All pairs that are close or that nothing keeps apart: what is reported, without any volumes. */
function mayComeClose({ mesh, x, displacements }: Step, distance: number): string[] {
  const slabs = new StepSlabs(mesh);
  slabs.set(x, displacements);
  const points = polygonPoints(mesh);
  const pairs: string[] = [];
  for (let f = 0; f < mesh.faceCount; f++) {
    for (let g = f + 1; g < mesh.faceCount; g++) {
      if (mesh.sharesVertex(f, g)) continue;
      const now = polygonDistance(mesh, x, f, g, points);
      const isKeptApart =
        slabs.separateByNormals(f, g, distance) ||
        slabs.separateByDirections(f, g, distance) ||
        slabs.separateAlong(points.normal, 1, f, g, distance) ||
        now - slabs.reach(f, g) > distance;
      if (now <= distance || !isKeptApart) pairs.push(`${f} ${g}`);
    }
  }
  return pairs;
}

describe.each(AHEAD)('ahead, with %o', (options) => {
  it('reports every pair that comes close in the step, and none that a direction keeps apart', () => {
    const distance = 0.01;
    const wrong: string[] = [];
    let coming = 0;
    for (let seed = 0; seed < 12; seed++) {
      const scene = randomFaces(seed);
      const detector = new ProximityDetector(scene.mesh, options);
      for (const number of [4, 5, 6]) {
        const step = stepOf(scene, number);
        const query = { distance, velocities: step.velocities, timeStep: TIME_STEP, ahead: true };
        const found = pairsOf(detector.proximities(step.x, query));
        const isFound = new Set(found);
        for (const [pair, least] of remembered(`${seed} ${number}`, () => leastDistances(step))) {
          if (least <= distance && !isFound.has(pair)) wrong.push(`seed ${seed}: ${pair} is missing`);
          if (least <= distance && isFound.has(pair)) coming++;
        }
        const want = mayComeClose(step, distance);
        if (found.join() !== want.join()) wrong.push(`seed ${seed}: ${found.length} pairs, not ${want.length}`);
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
    const [plain, listed] = [false, true].map(
      (separationList) => new ProximityDetector(mesh, { separationList, arity: 2 }),
    );
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
