// Questions about two torus knots: the motions, the answers of graze, and how an answer is judged.
import { plainMotions, plainSpreads, type Soup, torusKnot } from '../../scenes/rigid/index.ts';
import {
  add,
  randomAcross,
  randomDirection,
  randomRotation,
  rotate,
  times,
  UNTURNED,
} from '../../scenes/rigid/pose.ts';
import { outermost } from '../../scenes/rigid/reach.ts';
import { seededRandom } from '../../src/core/math/random.ts';
import { distance, firstContact, intersects, RigidBody, RigidMotion } from '../../src/rigid.ts';
import { pathOf, type QuestionName, TOLERANCE } from './rigid-peer.ts';

/** The number of poses for distances, which take peers longest. */
const DISTANCES = 6;
/**
 * Lengths of the grazing motions: that of the path, and the minimum and maximum overlap of the
 * outermost points in passing.
 */
const [WAY, SHALLOWEST, DEEPEST] = [4, 1e-5, 1e-3];

const STILL = RigidMotion.still({ position: [0, 0, 0], rotation: UNTURNED });
const ORIGIN = STILL.at(0);

/** A question, its motions and its answers. */
export interface Question {
  readonly name: QuestionName;
  readonly body: RigidBody;
  readonly motions: readonly RigidMotion[];
  readonly graze: (motion: RigidMotion) => number;
  /** The truth by which answers are judged: that of graze with a tiny tolerance. */
  readonly truth: (motion: RigidMotion) => number;
}

/** Returns the questions of these names, about torus knots of this scale. */
export function questionsOf(scale: number, names: readonly QuestionName[], count: number, seed: number): Question[] {
  const soup = torusKnot.build(scale);
  const body = RigidBody.from(soup.positions, soup.triangles);
  const motions = motionsOf(soup, body, count, seed);
  const contact = (tolerance: number) => (motion: RigidMotion) =>
    firstContact(body, motion, body, STILL, { tolerance }).time;
  const overlap = ({ legs: [{ pose }] }: RigidMotion): number => (intersects(body, pose, body, ORIGIN) ? 1 : 0);
  const apart = ({ legs: [{ pose }] }: RigidMotion): number => distance(body, pose, body, ORIGIN).distance;
  return names.map((name) => {
    const about = { name, body, motions: motions[name] };
    if (name === 'overlap') return { ...about, graze: overlap, truth: overlap };
    if (name === 'distance') return { ...about, graze: apart, truth: apart };
    return { ...about, graze: contact(TOLERANCE), truth: contact(1e-9) };
  });
}

function motionsOf(soup: Soup, body: RigidBody, count: number, seed: number): Record<QuestionName, RigidMotion[]> {
  const drawn = plainMotions({ a: body, b: body }, count, seed, plainSpreads['torusknot-torusknot']).map(({ a }) => a);
  return {
    'first contact, moving': drawn.map(({ pose0, pose1 }) =>
      RigidMotion.withVelocity(pose0, add(pose1.position, pose0.position, -1), [0, 0, 0]),
    ),
    'first contact, moving and turning': drawn.map(({ pose0, pose1 }) => RigidMotion.between(pose0, pose1)),
    'first contact, grazing': grazing(soup, count, seed),
    overlap: drawn.map(({ pose1 }) => RigidMotion.still(pose1)),
    distance: drawn.slice(0, DISTANCES).map(({ pose0 }) => RigidMotion.still(pose0)),
  };
}

/**
 * Returns motions in which the bodies pass each other straight: at some time the outermost point of
 * a is slightly below that of b.
 */
function grazing(soup: Soup, count: number, seed: number): RigidMotion[] {
  const random = seededRandom(seed);
  return Array.from({ length: count }, () => {
    const [direction, rotation] = [randomDirection(random), randomRotation(random)];
    const tipA = rotate(rotation, outermost(soup, rotation, times(direction, -1)));
    const depth = SHALLOWEST * (DEEPEST / SHALLOWEST) ** random.next();
    const meeting = add(add(outermost(soup, UNTURNED, direction), tipA, -1), direction, -depth);
    const velocity = times(randomAcross(random, direction), WAY);
    const position = add(meeting, velocity, -random.between(0.3, 0.7));
    return RigidMotion.withVelocity({ position, rotation }, velocity, [0, 0, 0]);
  });
}

/** How an answer is judged. `early` and `late` are times, `off` is a distance. */
export const VERDICTS = ['right', 'missed', 'invented', 'early', 'late', 'off'] as const;

/** The judgement of one answer. */
export interface Verdict {
  readonly verdict: (typeof VERDICTS)[number];
  /** The error as a length; 0 if there is none. */
  readonly error: number;
}

/** Judges an answer by the truth. */
export function judge({ name, body }: Question, motion: RigidMotion, truth: number, answer: number): Verdict {
  if (name === 'overlap') return { verdict: answer === truth ? 'right' : truth ? 'missed' : 'invented', error: 0 };
  if (name === 'distance') {
    const error = Math.abs(answer - truth);
    return { verdict: error <= TOLERANCE ? 'right' : 'off', error };
  }
  if (answer === Infinity) return { verdict: truth === Infinity ? 'right' : 'missed', error: 0 };
  const path = (answer - truth) * pathOf(motion, body.radius);
  if (path > TOLERANCE) return { verdict: 'late', error: path };
  // An answer within the tolerance is right, even if the bodies never touch.
  const { distance: left } = distance(body, motion.at(answer), body, ORIGIN);
  if (left <= TOLERANCE) return { verdict: 'right', error: left };
  return { verdict: truth === Infinity ? 'invented' : 'early', error: left };
}
