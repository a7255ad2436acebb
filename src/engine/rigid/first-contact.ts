// First contact of two moving rigid bodies: one search per segment of their motions, with a queue
// of safe times (kernels/pair-search.ts).
// Departs from the paper: C²A repeats a distance query over the whole hierarchies at every
// advancement step [C²A §V]. Here every pair of boxes keeps the time until which it is safe, and
// only the pair with the earliest safe time is refined.
import type { RigidMotion } from '../../core/motion/rigid-motion.ts';
import { motionSegments } from './motion-segment.ts';
import type { RigidBody } from './rigid-body.ts';
import { listContacts, type RigidContact } from './rigid-contacts.ts';
import { meetingFaces } from './rigid-queries.ts';
import { RigidSearch } from './rigid-search.ts';

/** Options of `firstContact`. */
export interface FirstContactOptions {
  /**
   * Distance, a length, that counts as contact: 1e-4 by default. It is raised to the least distance
   * that doubles can resolve at the given coordinates.
   */
  readonly tolerance?: number;
  /** Pairs of boxes and triangles tested before the search gives up; 100 million by default. */
  readonly maxSteps?: number;
  /** Contacts listed at most; 1,000 by default. */
  readonly maxContacts?: number;
}

/** How a search for first contact ends; `RigidFirstContact.state` says what each means. */
export type RigidState = 'hit' | 'separated' | 'overlapping' | 'iteration-limit';

/** Answer of `firstContact`. */
export interface RigidFirstContact {
  /**
   * `hit`: apart until `time`, and within the tolerance then. `separated`: no contact in [0, 1].
   * `overlapping`: the bodies share a point at the start. `iteration-limit`: no contact before
   * `time`; the time after is undecided.
   */
  readonly state: RigidState;
  /** Time in [0, 1], a proven lower bound; Infinity where the bodies are separated. */
  readonly time: number;
  /** Face of a that touches at that time; −1 if none does. */
  readonly faceA: number;
  /** Face of b that touches at that time; −1 if none does. */
  readonly faceB: number;
  /** Distance of these two faces then; Infinity if none touch. */
  readonly distance: number;
  /**
   * Features within the tolerance of each other then, at a hit or an overlap. Listed when first
   * read.
   */
  readonly contacts: readonly RigidContact[];
  /** Whether there are more contacts than are listed. */
  readonly contactsTruncated: boolean;
  /** The tolerance that was used: the one asked for, or the least that doubles can resolve. */
  readonly tolerance: number;
  /** Work of the search: pairs of boxes split, and tests of pairs of triangles. */
  readonly tally: { readonly boxPairs: number; readonly trianglePairs: number };
}

/** The options with defaults filled in. */
export type CheckedContactOptions = Required<FirstContactOptions>;

/** Default of `maxSteps`. */
const MAX_STEPS = 100_000_000;
/** Default of `maxContacts`. */
const MAX_CONTACTS = 1000;

/** When two moving bodies touch first, and where. */
export function firstContact(
  a: RigidBody,
  motionA: RigidMotion,
  b: RigidBody,
  motionB: RigidMotion,
  options: FirstContactOptions = {},
): RigidFirstContact {
  return contactUntil(1, a, motionA, b, motionB, checkFirstContactOptions(options));
}

/** `firstContact` for [0, until]: `separated` says nothing about the time after. */
export function contactUntil(
  until: number,
  a: RigidBody,
  motionA: RigidMotion,
  b: RigidBody,
  motionB: RigidMotion,
  checked: CheckedContactOptions,
): RigidFirstContact {
  const tally = { boxPairs: 0, trianglePairs: 0 };
  if (a.faceCount === 0 || b.faceCount === 0) return noContact('separated', Infinity, checked.tolerance, tally);
  let tolerance = checked.tolerance;
  for (const segment of motionSegments(motionA, motionB)) {
    if (segment.start > until) break;
    const search = new RigidSearch(a, b, segment);
    tolerance = Math.max(checked.tolerance, search.minTolerance);
    const maxSteps = checked.maxSteps - tally.boxPairs - tally.trianglePairs;
    const answer = search.firstContact(segment.start, Math.min(segment.end, until), tolerance, maxSteps);
    tally.boxPairs += search.boxPairs;
    tally.trianglePairs += search.trianglePairs;
    if (answer === null) continue;
    if (answer === 'iteration-limit') return noContact('iteration-limit', search.safeTime, tolerance, tally);
    const { value: time, faceA, faceB, distance } = answer;
    const meeting = time === 0 ? meetingFaces(a, segment.a.pose, b, segment.b.pose) : null;
    const list = once(() => listContacts(a, motionA.at(time), b, motionB.at(time), tolerance, checked.maxContacts));
    return {
      state: meeting ? 'overlapping' : 'hit',
      time,
      faceA: meeting?.faceA ?? faceA,
      faceB: meeting?.faceB ?? faceB,
      distance: meeting ? 0 : distance,
      get contacts() {
        return list().contacts;
      },
      get contactsTruncated() {
        return list().truncated;
      },
      tolerance,
      tally,
    };
  }
  return noContact('separated', Infinity, tolerance, tally);
}

/** An answer without faces and contacts. */
function noContact(
  state: 'separated' | 'iteration-limit',
  time: number,
  tolerance: number,
  tally: RigidFirstContact['tally'],
): RigidFirstContact {
  return {
    state,
    time,
    faceA: -1,
    faceB: -1,
    distance: Infinity,
    contacts: [],
    contactsTruncated: false,
    tolerance,
    tally,
  };
}

/** Calls `make` at the first call, and returns its result at every call. */
function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** Fills in defaults. Throws `RangeError` for an option that is negative or not a number. */
export function checkFirstContactOptions({
  tolerance = 1e-4,
  maxSteps = MAX_STEPS,
  maxContacts = MAX_CONTACTS,
}: FirstContactOptions): CheckedContactOptions {
  checkTolerance(tolerance);
  if (!(maxSteps >= 0)) throw new RangeError(`maxSteps is ${maxSteps}; it must be 0 or more.`);
  if (!(maxContacts >= 0)) throw new RangeError(`maxContacts is ${maxContacts}; it must be 0 or more.`);
  return { tolerance, maxSteps: Math.min(maxSteps, 2 ** 31 - 1), maxContacts };
}

/** Throws `RangeError` unless this is a finite length. */
export function checkTolerance(tolerance: number): void {
  if (!(tolerance >= 0 && tolerance < Infinity)) {
    throw new RangeError(`The tolerance is ${tolerance}; it must be a length, 0 or more.`);
  }
}
