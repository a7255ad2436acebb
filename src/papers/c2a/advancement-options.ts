// The options of an advancement: the parameters of the paper [C²A §V-B], the pieces of its scheme
// one by one, and those departures from it that can be taken back. Here they get their defaults and
// are checked.

/** Parameters of the paper, and what of its scheme and of our departures is on. */
export interface AdvancementOptions {
  /**
   * Distance at which bodies touch, a length; 1e-4 by default. It is raised to eight times the
   * rounding of a gap.
   */
  readonly tolerance?: number;
  /**
   * w [C²A §V-B], above 0 and at most 1: volumes whose gap is at least w times the known distance
   * are not opened. 1 is no control. Default 0.5, the upper end of the paper's range.
   */
  readonly w?: number;
  /** R_max [C²A §V-B], 0 or more: after this many iterations w is 1. Default 20. */
  readonly rMax?: number;
  /**
   * D_threshold [C²A §V-B], 0 or more, as part of the smaller body's extent: below this distance w
   * is 1. Default 0.01.
   */
  readonly dThreshold?: number;
  /** False: w is 1 in every iteration. Default true. */
  readonly control?: boolean;
  /**
   * Each iteration starts from the present distance of the closest triangles of the iteration
   * before, the cached distance of footnote 3 [C²A §V-B]; the first iteration from that of a pair
   * found by always taking the nearer child. False: from infinity, as algorithm 1 is called. Default
   * true.
   */
  readonly coherence?: boolean;
  /**
   * Departs from the paper: also a pair that is safe for at least the least step so far is rejected,
   * since opening it could not shorten the step. False: only the rest of the motion, Λ, rejects
   * pairs [C²A §V-C]. Default true.
   */
  readonly stepRejection?: boolean;
  /**
   * Departs from the paper: v·n keeps its sign in the motion bounds. False: its magnitude counts
   * [C²A §IV, lemmas 1 and 2]. Default true.
   */
  readonly signedSpeed?: boolean;
  /**
   * Which of two volumes is opened. Departs from the paper: `'larger'`, the default. `'first'` is
   * that of a while it has children [C²A §V-B, algorithm 1].
   */
  readonly opens?: 'larger' | 'first';
  /**
   * After this many iterations, 1 or more, the search gives up with `iteration-limit`. Default
   * 10,000.
   */
  readonly maxIterations?: number;
}

/** The options with defaults filled in. */
export type CheckedAdvancementOptions = Required<AdvancementOptions>;

/**
 * The scheme as the paper describes it: control from a known distance, early rejection by the rest
 * of the motion alone, |v·n|, a's volumes opened first. Add `coherence: false` for algorithm 1 as it
 * is called, from an infinite distance.
 */
export const AS_PUBLISHED: Readonly<AdvancementOptions> = Object.freeze({
  stepRejection: false,
  signedSpeed: false,
  opens: 'first',
});

/**
 * w is the upper end of the paper's range, 0.3 to 0.5 [C²A §V-B]. With these rMax and dThreshold,
 * which the paper does not give, all pairs of table I are near their best.
 */
const DEFAULTS: CheckedAdvancementOptions = {
  tolerance: 1e-4,
  w: 0.5,
  rMax: 20,
  dThreshold: 1e-2,
  control: true,
  coherence: true,
  stepRejection: true,
  signedSpeed: true,
  opens: 'larger',
  maxIterations: 10_000,
};

const NAMES = Object.keys(DEFAULTS) as (keyof AdvancementOptions)[];

const isFromZero = (value: unknown): boolean => typeof value === 'number' && value >= 0;
const isLength = (value: unknown): boolean => isFromZero(value) && value !== Number.POSITIVE_INFINITY;
const isBoolean = (value: unknown): boolean => typeof value === 'boolean';

/** Which values an option may have, and how to say so. */
const ALLOWED: Readonly<Record<keyof AdvancementOptions, readonly [(value: unknown) => boolean, string]>> = {
  tolerance: [isLength, 'a finite length, 0 or more'],
  w: [(value) => isFromZero(value) && value !== 0 && (value as number) <= 1, 'a number above 0 and at most 1'],
  rMax: [isFromZero, 'a number of iterations, 0 or more'],
  dThreshold: [isLength, 'a finite number, 0 or more'],
  control: [isBoolean, 'true or false'],
  coherence: [isBoolean, 'true or false'],
  stepRejection: [isBoolean, 'true or false'],
  signedSpeed: [isBoolean, 'true or false'],
  opens: [(value) => value === 'larger' || value === 'first', "'larger' or 'first'"],
  maxIterations: [(value) => isFromZero(value) && (value as number) >= 1, 'a number of iterations, 1 or more'],
};

/** Fills in defaults. Throws `TypeError` for an unknown option or a wrong value. */
export function checkAdvancementOptions(options: AdvancementOptions): CheckedAdvancementOptions {
  for (const name of Object.keys(options)) {
    if (!(NAMES as readonly string[]).includes(name)) {
      throw new TypeError(`There is no option '${name}' of an advancement; there are ${NAMES.join(', ')}.`);
    }
  }
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  const checked: CheckedAdvancementOptions = { ...DEFAULTS, ...Object.fromEntries(given) };
  for (const name of NAMES) {
    const [isAllowed, what] = ALLOWED[name];
    if (!isAllowed(checked[name])) throw new TypeError(`The option ${name} is ${checked[name]}; it must be ${what}.`);
  }
  return checked;
}
