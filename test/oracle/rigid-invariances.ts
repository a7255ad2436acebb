// What must not change a first contact: which body comes first, and a rigid motion of everything.
// And a finer tolerance must not make it earlier.
import type { MotionDraw, Pose, Rotation } from '../../scenes/rigid/index.ts';
import type { Random } from '../../src/core/math/random.ts';
import { type RigidAnswer, type RigidCase, referencePair } from './rigid-check.ts';
import { apply, matrixOf, plus, type Vec } from './rigid-motion.ts';

export function swapped({ a, b, motionA, motionB, ...rest }: RigidCase): RigidCase {
  return { ...rest, a: b, b: a, motionA: motionB, motionB: motionA };
}

/** Everything turned and shifted; contacts that were exact are so no longer. */
export function moved(random: Random, query: RigidCase): RigidCase {
  const part = (): number => random.between(-1, 1);
  const turn: Rotation = [part(), part(), part(), part()];
  const matrix = matrixOf(turn);
  const shift: Vec = [3 * part(), 3 * part(), 3 * part()];
  const movePose = ({ position, rotation }: Pose): Pose => ({
    position: plus(apply(matrix, ...position), shift),
    rotation: unit(productOf(turn, rotation)),
  });
  const move = (draw: MotionDraw): MotionDraw =>
    'pose1' in draw
      ? { pose0: movePose(draw.pose0), pose1: movePose(draw.pose1) }
      : {
          pose0: movePose(draw.pose0),
          velocity: apply(matrix, ...draw.velocity),
          angularVelocity: apply(matrix, ...draw.angularVelocity),
        };
  const { a, b, motionA, motionB, touch = 2, touches = touch <= 1, least = 0 } = query;
  return { a, b, motionA: move(motionA), motionB: move(motionB), touches, least };
}

function productOf([a, b, c, d]: Rotation, [x, y, z, w]: Rotation): Rotation {
  return [
    d * x + a * w + b * z - c * y,
    d * y + b * w + c * x - a * z,
    d * z + c * w + a * y - b * x,
    d * w - a * x - b * y - c * z,
  ];
}

function unit([x, y, z, w]: Rotation): Rotation {
  const size = Math.hypot(x, y, z, w);
  return [x / size, y / size, z / size, w / size];
}

/**
 * Two answers to the same question, each right by itself, may stop at different times of one
 * approach. They must not be of different approaches: between the two times the distance stays
 * within the tolerance.
 */
export function faultOfDifference(
  query: RigidCase,
  one: RigidAnswer,
  other: RigidAnswer,
  tolerance: number,
): string | null {
  if (one.time > 1 || other.time > 1) return null;
  const pair = referencePair(query);
  for (let k = 0; k <= SAMPLES; k++) {
    const t = one.time + ((other.time - one.time) * k) / SAMPLES;
    const distance = pair.distance(t);
    if (distance > tolerance * (1 + ROUNDING) + pair.margin)
      return `times ${one.time} and ${other.time}, but a distance of ${distance} at ${t}`;
  }
  return null;
}

const SAMPLES = 8;
const ROUNDING = 1e-6;

/**
 * The same motion with a coarser and a finer tolerance: the coarser search may stop later, but not
 * by more than the finer tolerance explains, else it passed a time at which the bodies were nearer
 * than it asks for.
 */
export function faultOfRefinement(
  query: RigidCase,
  coarse: RigidAnswer,
  fine: RigidAnswer,
  tolerance: number,
): string | null {
  if (coarse.state === 'separated')
    return fine.state === 'separated' ? null : `separated, but ${fine.state} when finer`;
  const late = referencePair(query).speed * (coarse.time - fine.time);
  return late > tolerance ? `at ${coarse.time}, but at ${fine.time} when finer` : null;
}
