// All classes of motions that first contacts are tested with: the pairs of the C²A paper's table I,
// coarse, motions made to be hard, small bodies tumbling about each other, and motions whose
// contact is known in closed form.
import {
  type MotionDraw,
  type Point,
  rigidPairs,
  type Soup,
  type SpecialCase,
  type SpecialName,
  specialMotions,
} from '../../scenes/rigid/index.ts';
import { add, rotationBy } from '../../scenes/rigid/pose.ts';
import { type Random, seededRandom } from '../../src/core/math/random.ts';
import { chance, pick, whole } from '../generate/draw.ts';
import type { RigidCase } from './rigid-check.ts';
import { knownClasses } from './rigid-known.ts';
import { box, lattice } from './rigid-shapes.ts';

export interface RigidClass {
  readonly name: string;
  /** The i-th case depends on the seed and the index alone. */
  draw(count: number, seed: number): RigidCase[];
}

/** Shares of triangles: some hundreds to some thousands are left. */
const PAIR_SCALES: readonly number[] = [0.01, 0.05];
const SPECIAL_SCALE = 0.03;

const pairClasses: readonly RigidClass[] = rigidPairs.flatMap(({ name, bodies, motions }) =>
  PAIR_SCALES.map((scale, i) => ({
    name: `${name} ${scale}`,
    draw: (count, seed) => {
      const { a, b } = bodies(scale);
      return motions(count, seed + 1000 * i).map((motion) => ({ a, b, motionA: motion.a, motionB: motion.b }));
    },
  })),
);

const specialClasses: readonly RigidClass[] = Object.keys(specialMotions).map((name) => ({
  name,
  draw: (count, seed) => specialMotions[name as SpecialName](count, seed, SPECIAL_SCALE).map(fromSpecial),
}));

function fromSpecial({ bodies: { a, b }, motion, truth, least }: SpecialCase): RigidCase {
  return { a, b, motionA: motion.a, motionB: motion.b, touches: truth !== 'apart', least };
}

/**
 * Two small bodies that both turn, up to several full turns, and pass or hit each other; some are
 * large and far from the origin.
 */
function tumbling(random: Random): RigidCase {
  const size = chance(random, 0.2) ? 1000 : 1;
  const far = chance(random, 0.2) ? 1e6 : 0;
  const vector = (most: number): Point => [
    random.between(-most, most),
    random.between(-most, most),
    random.between(-most, most),
  ];
  const soup = (): Soup => {
    const { positions, triangles } = chance(random, 0.5)
      ? lattice(random, whole(random, 1, 20), 2)
      : box([-2, -1, -1], [3, 2, 1]);
    return { positions: positions.map((x) => size * x), triangles };
  };
  const draw = (position: Point, velocity: Point): MotionDraw => ({
    pose0: { position, rotation: rotationBy(vector(3)) },
    velocity,
    angularVelocity: vector(pick(random, [0, 0.1, 2, 10])),
  });
  const [start, drift, way, astray] = [vector(far), vector(2 * size), vector(6 * size), vector(2 * size)];
  const motionA = draw(start, add(add(drift, way), astray));
  return { a: soup(), b: soup(), motionA, motionB: draw(add(start, way), drift) };
}

export const rigidClasses: readonly RigidClass[] = [
  ...pairClasses,
  ...specialClasses,
  ...[{ name: 'tumbling', draw: tumbling }, ...knownClasses].map(({ name, draw }) => ({
    name,
    draw: (count: number, seed: number) => {
      const random = seededRandom(seed);
      return Array.from({ length: count }, () => draw(random));
    },
  })),
];
