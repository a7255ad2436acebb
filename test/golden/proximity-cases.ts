// The proximity detector between polygon meshes, with every kind of option, over neighbouring
// steps; and the order of response.
import { type ClothSteps, clothSteps, TIME_STEP, velocities } from '../../scenes/cloth-steps/index.ts';
import { ProximityDetector, type ProximityDetectorOptions, ResponseOrder } from '../../src/proximity.ts';
import type { ColumnHashes } from './column-hashes.ts';
import { type GoldenCase, textOf } from './golden-case.ts';

/**
 * Share of a scene's particles, and neighbouring steps: kept distances and lists start with the
 * second.
 */
const QUICK = { scale: 0.1, steps: 3 };
const FULL = { scale: 1, steps: 6 };

type Size = typeof QUICK;

/** ε_close, in metres. */
const CLOSE = 0.01;

/** Share of the animation at which the steps start. */
const AT = 0.65;

const SETTINGS: readonly ProximityDetectorOptions[] = [
  {},
  { directions: 18, arity: 4, inflation: 'oriented' },
  { directions: 6, arity: 2, inflation: 'oriented-nodes' },
  { directions: 26, inflation: 'unoriented' },
  { lazy: 0.002, coherence: true },
  { coherence: true, tolerance: 0.001, separationList: true },
  { excludeRing: true },
  { lossy: { closeAngle: Math.PI / 2, significantAngle: Math.PI / 12 } },
];

function detect(hashes: ColumnHashes, scene: ClothSteps, { steps }: Size, options: ProximityDetectorOptions): void {
  const { mesh, objectOf, stepCount } = scene;
  const obstacles = [...new Set(objectOf)].filter((object) => object > 0);
  const detector = new ProximityDetector(mesh, { objectOf, obstacles, ...options });
  const order = new ResponseOrder(mesh);
  const first = Math.floor(AT * stepCount);
  for (let step = first; step < first + steps; step++) {
    const x = new Float64Array(3 * mesh.vertexCount);
    scene.positions(step, x);
    const moving = velocities(scene, step);
    for (const ahead of [true, false]) {
      const query = { distance: CLOSE, ahead, velocities: moving, timeStep: TIME_STEP };
      const { count, a, b, distance, normal, weights, mostCorners, tally } = detector.proximities(x, query);
      hashes.addAll('', { input: x, count, a: a.slice(0, count), b: b.slice(0, count), tally: textOf(tally) });
      hashes.addAll('', { distance: distance.slice(0, count), normal: normal.slice(0, 3 * count) });
      hashes.add('weights', weights.slice(0, 2 * mostCorners * count));
      const { row, estimate, relativeVelocity } = order.take(
        { count, a, b, distance, normal, weights, mostCorners },
        moving,
        TIME_STEP,
      );
      hashes.addAll('order.', { row: row.slice(0, count), estimate: estimate.slice(0, count) });
      hashes.add('order.relativeVelocity', relativeVelocity.slice(0, 3 * count));
    }
  }
}

export const proximityCases: readonly GoldenCase[] = [QUICK, FULL].flatMap((size) =>
  Object.entries(clothSteps).flatMap(([name, make]) =>
    ([3, 4] as const).map((corners) => ({
      name: `proximity: ${name} × ${size.scale}, ${corners} corners`,
      isQuick: size === QUICK,
      run: (hashes: ColumnHashes) => {
        const scene = make({ seed: 7, scale: size.scale, corners });
        for (const options of SETTINGS) detect(hashes, scene, size, options);
      },
    })),
  ),
);
