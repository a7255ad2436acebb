// Every pair of faces that is close, none else, with its distance: 240 seeded scenes in motion against brute force, so that every number of
// directions, arity, lazy update and coherence meets every other, in triangles, quads and larger polygons, at three scales.
import { describe, expect, it } from 'vitest';
import { type ClothSteps, clothSteps, randomFaces } from '../../../scenes/cloth-steps/index.ts';
import type { FaceProximities } from '../../../src/papers/mezger/face-proximities.ts';
import { ProximityDetector } from '../../../src/papers/mezger/proximity-detector.ts';
import type { ProximityDetectorOptions } from '../../../src/papers/mezger/proximity-options.ts';
import { bruteProximities, facesOf, type ProximityRow } from '../../oracle/proximity.ts';

const SCENES = 240;
const STEPS = 3;

const pick = <T>(values: readonly T[], turn: number): T => values[Math.floor(turn) % values.length];

interface Case {
  readonly scene: ClothSteps;
  readonly distance: number;
  readonly options: ProximityDetectorOptions;
  /** Whether a pair counts by the options; written down again on purpose. */
  readonly allows: (a: number, b: number) => boolean;
}

function caseOf(seed: number): Case {
  const size = pick([1, 1e-6, 1e6], seed);
  const scene = randomFaces(seed, size);
  const { mesh, objectOf } = scene;
  const obstacles = pick([[], [1], [0, 1, 2, 3, 4, 5]], seed / 5);
  const excludeRing = seed % 7 === 0;
  const faces = facesOf(mesh);
  const shares = (a: readonly number[], b: readonly number[]): boolean => a.some((v) => b.includes(v));
  return {
    scene,
    distance: size * pick([0.03, 0.08, 0, 0.15, 0.05], seed / 2),
    options: {
      directions: pick([6, 14, 18, 26] as const, seed),
      arity: pick([2, 4, 8] as const, seed / 4),
      lazy: pick([0, 0.02 * size], seed / 12),
      coherence: pick([false, true], seed / 24),
      separationList: pick([false, true], seed / 48),
      inflation: pick(['oriented', 'unoriented'] as const, seed / 3),
      objectOf,
      obstacles,
      excludeRing,
    },
    allows: (a, b) => {
      if (obstacles.includes(objectOf[a]) && obstacles.includes(objectOf[b])) return false;
      return !excludeRing || !faces.some((face) => shares(face, faces[a]) && shares(face, faces[b]));
    },
  };
}

function differences(found: FaceProximities, want: readonly ProximityRow[], where: string): string[] {
  const pairs = (a: ArrayLike<number>, b: ArrayLike<number>, count: number): string =>
    Array.from({ length: count }, (_, i) => `${a[i]}:${b[i]}`).join(' ');
  const [got, wanted] = [
    pairs(found.a, found.b, found.count),
    pairs(
      want.map(({ a }) => a),
      want.map(({ b }) => b),
      want.length,
    ),
  ];
  if (got !== wanted) return [`${where}: pairs ${got} instead of ${wanted}`];
  return want.flatMap(({ a, b, distance, extent }, i) => {
    const error = Math.abs(found.distance[i] - distance);
    return error <= 1e-12 * Math.max(distance, extent)
      ? []
      : [`${where}: faces ${a}, ${b} are ${distance} apart, error ${error}`];
  });
}

describe.each([0, 1, 2, 3])('scenes with %d modulo 4', (remainder) => {
  it('give what brute force finds', () => {
    const wrong: string[] = [];
    let pairs = 0;
    let kept = 0;
    for (let seed = remainder; seed < SCENES; seed += 4) {
      const { scene, distance, options, allows } = caseOf(seed);
      const { mesh } = scene;
      const detector = new ProximityDetector(mesh, options);
      const faces = facesOf(mesh);
      const x = new Float64Array(3 * mesh.vertexCount);
      for (let step = 0; step < STEPS; step++) {
        // The last step is at rest.
        scene.positions(10 + Math.min(step, STEPS - 2), x);
        const want = bruteProximities({ faces, x }, { distance, allows });
        const found = detector.proximities(x, { distance });
        wrong.push(...differences(found, want, `seed ${seed}, step ${step}`));
        pairs += found.count;
        kept += found.tally.kept;
      }
    }
    expect(wrong).toEqual([]);
    expect(pairs).toBeGreaterThan(1000);
    expect(kept).toBeGreaterThan(500);
  });
});

it('decides at the very distance of a pair', () => {
  const wrong: string[] = [];
  let counted = 0;
  for (let seed = 300; seed < 330; seed++) {
    const { scene, options, allows } = caseOf(seed);
    const { mesh } = scene;
    const faces = facesOf(mesh);
    const x = new Float64Array(3 * mesh.vertexCount);
    scene.positions(10, x);
    const reach = Math.max(...x) - Math.min(...x);
    const near = bruteProximities({ faces, x }, { distance: 0.05 * reach, allows }).filter((row) => row.distance > 0);
    const detector = new ProximityDetector(mesh, options);
    for (const { distance } of near.slice(0, 5)) {
      const want = bruteProximities({ faces, x }, { distance, allows });
      wrong.push(...differences(detector.proximities(x, { distance }), want, `seed ${seed}`));
      counted++;
    }
  }
  expect(wrong).toEqual([]);
  expect(counted).toBeGreaterThan(50);
});

it.each(Object.entries(clothSteps))('%s in small, with all on', (name, make) => {
  const wrong: string[] = [];
  const scene = make({ scale: 0.04 });
  const { mesh, objectOf } = scene;
  const obstacles = [...new Set(objectOf)].filter((object) => object > 0);
  const options = { lazy: 0.002, coherence: true, separationList: true, objectOf, obstacles };
  const detector = new ProximityDetector(mesh, options);
  const x = new Float64Array(3 * mesh.vertexCount);
  const first = Math.floor(scene.stepCount / 2);
  for (let step = first; step < first + 3; step++) {
    scene.positions(step, x);
    const allows = (a: number, b: number): boolean => objectOf[a] === 0 || objectOf[b] === 0;
    const want = bruteProximities({ faces: facesOf(mesh), x }, { distance: 0.02, allows });
    wrong.push(...differences(detector.proximities(x, { distance: 0.02 }), want, `${name}, step ${step}`));
    expect(want.length).toBeGreaterThan(0);
  }
  expect(wrong).toEqual([]);
});
