// Says what is wrong, if anything, with an answer about the first contact of two rigid soups: its
// contract against the reference. A hit must be near, nothing may touch before it, and what touches
// is never called separated.
import type { MotionDraw, Soup } from '../../scenes/rigid/index.ts';
import { ReferenceBody } from './rigid-body.ts';
import { type Clearance, clearUntil } from './rigid-clear.ts';
import { ReferenceMotion } from './rigid-motion.ts';
import { ReferencePair } from './rigid-pair.ts';

/** Two bodies and their motions. */
export interface RigidCase {
  readonly a: Soup;
  readonly b: Soup;
  readonly motionA: MotionDraw;
  readonly motionB: MotionDraw;
  /** Doubles hold the corners at the start without rounding. */
  readonly startsExact?: boolean;
  /**
   * First time of contact where it is known, or what it does not exceed: 0 at the start, Infinity
   * if never.
   */
  readonly touch?: number;
  /**
   * Whether the bodies touch up to rounding, where it is known, and what their distance never falls
   * below.
   */
  readonly touches?: boolean;
  readonly least?: number;
}

export interface RigidAnswer {
  readonly state: string;
  readonly time: number;
  readonly distance: number;
  readonly faceA: number;
  readonly faceB: number;
}

export interface RigidVerdict {
  readonly fault: string | null;
  /** The reference could neither prove the answer nor refute it. */
  readonly undecided: boolean;
}

/** Distances are rounded in the last bits: a hit may exceed its tolerance by that part of it. */
const ROUNDING = 1e-9;

const right: RigidVerdict = { fault: null, undecided: false };
const wrong = (fault: string): RigidVerdict => ({ fault, undecided: false });

const bodies = new WeakMap<Soup, ReferenceBody>();

function bodyOf(soup: Soup): ReferenceBody {
  const body = bodies.get(soup) ?? new ReferenceBody(soup);
  bodies.set(soup, body);
  return body;
}

export function referencePair({ a, motionA, b, motionB }: RigidCase): ReferencePair {
  const origin = motionB.pose0.position;
  const [ofA, ofB] = [new ReferenceMotion(motionA, origin), new ReferenceMotion(motionB, origin)];
  return new ReferencePair(bodyOf(a), ofA, bodyOf(b), ofB);
}

export function checkFirstContact(query: RigidCase, answer: RigidAnswer, tolerance: number): RigidVerdict {
  const fault = faultOfKnown(query, answer, tolerance);
  return fault === null ? checkAgainstReference(query, answer, tolerance) : wrong(fault);
}

/** Closed forms of times are rounded too. */
const KNOWN_ROUNDING = 1e-12;

/** Against what is known of the case: a contact may not be missed, not even by rounding. */
function faultOfKnown(
  { touch, touches = touch !== undefined && touch <= 1, least = 0 }: RigidCase,
  { state, time }: RigidAnswer,
  tolerance: number,
): string | null {
  if (touches && state === 'separated') return 'separated, but touching by construction';
  if (least > tolerance * (1 + 1e-6) && state !== 'separated') return `${state}, but ${least} apart by construction`;
  if (touch === undefined) return null;
  if ((state === 'overlapping') !== (touch === 0)) return `${state}, but touching first at ${touch}`;
  return state === 'hit' && time > touch + KNOWN_ROUNDING ? `at ${time}, but touching at ${touch}` : null;
}

function checkAgainstReference(query: RigidCase, answer: RigidAnswer, tolerance: number): RigidVerdict {
  const pair = referencePair(query);
  if (answer.state === 'overlapping') return checkOverlapping(pair, answer, query.startsExact === true);
  if (answer.state !== 'hit' && answer.state !== 'separated') return wrong(`ends as ${answer.state}`);
  if (query.startsExact ? pair.meets(0) : pair.crosses(0))
    return wrong(`${answer.state}, but overlapping at the start`);
  if (answer.state === 'hit') return checkHit(pair, answer, tolerance);
  if (answer.time !== Number.POSITIVE_INFINITY) return wrong(`separated at ${answer.time}`);
  return checkClear(pair, 1, 'separated');
}

function checkOverlapping(pair: ReferencePair, { time }: RigidAnswer, exact: boolean): RigidVerdict {
  if (time !== 0) return wrong(`overlapping at ${time}`);
  const distance = pair.distance(0);
  if (exact ? distance > 0 : distance > pair.margin) return wrong(`overlapping at a distance of ${distance}`);
  return right;
}

function checkHit(pair: ReferencePair, answer: RigidAnswer, tolerance: number): RigidVerdict {
  const { time, distance, faceA, faceB } = answer;
  if (!(time >= 0 && time <= 1)) return wrong(`hit at ${time}`);
  const slack = tolerance * ROUNDING + 4 * pair.margin;
  const least = pair.distance(time);
  if (!(least <= tolerance + slack)) return wrong(`hit at a distance of ${least}`);
  const ofFaces = pair.faceDistance(time, faceA, faceB);
  if (!(Math.abs(distance - ofFaces) <= slack && distance <= tolerance + slack))
    return wrong(`distance ${distance}, but ${ofFaces} of faces ${faceA} and ${faceB}`);
  return checkClear(pair, time, 'hit');
}

function checkClear(pair: ReferencePair, end: number, state: string): RigidVerdict {
  const clear = clearUntil(pair, end);
  if (!clear.doubt) return right;
  const crossing = someCrossing(pair, clear.until, end);
  if (crossing !== null) return wrong(`${state}, but triangles cross at ${crossing}, clear until ${clear.until}`);
  // A hit may well stop at the contact itself.
  if (state === 'hit' && pair.speed * (end - clear.until) <= 64 * pair.margin) return right;
  if (clear.doubt.distance <= pair.margin) return wrong(`${state}, but ${told(clear)}`);
  return { fault: null, undecided: true };
}

const told = ({ until, doubt }: Clearance): string =>
  `faces ${doubt?.faceA} and ${doubt?.faceB} touch within rounding at ${until}`;

/**
 * A time after `from` at which triangles surely cross: tried close to it and at times up to the
 * end.
 */
function someCrossing(pair: ReferencePair, from: number, end: number): number | null {
  for (let k = 0; k < 40; k++) {
    for (const t of [from + (end - from) * 2 ** -k, from + ((end - from) * (k + 0.5)) / 40]) {
      if (pair.crosses(t)) return t;
    }
  }
  return null;
}
