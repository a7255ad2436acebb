// The numbers that the paper reports for its benchmarks [ICCD tables I to III], by the scene here
// that corresponds to each.

/** The numbers of one benchmark of the paper. */
export interface Published {
  readonly model: string;
  readonly scenes: readonly string[];
  readonly triangles: number;
  /** Table I; not given for the dragon. */
  readonly adjacentPairs?: number;
  readonly adjacentTests?: number;
  readonly orphans?: number;
  /**
   * Table II: milliseconds of the paper's method on a Pentium 4 of 2.66 GHz; `speedup` is the ratio
   * to its base version.
   */
  readonly ms: number;
  readonly speedup: number;
  /** Table III. */
  readonly baseTests: number;
  readonly tests: number;
}

/** The storage of the paper's hierarchy in bytes per triangle [ICCD §VIII-A]. */
export const PUBLISHED_BYTES_PER_TRIANGLE = 500;

/** The net gain of 18-DOPs over boxes [ICCD §VIII-A]. */
export const PUBLISHED_DOP_GAIN = '5 % to 18 %';

/** All benchmarks of the paper. */
export const published: readonly Published[] = [
  {
    model: 'Cloth',
    scenes: ['cloth-ball, 10 ms', 'cloth-ball', 'cloth-ball, real'],
    triangles: 92e3,
    adjacentPairs: 564e3,
    adjacentTests: 4.4e6,
    orphans: 4.8e3,
    ms: 290,
    speedup: 9,
    baseTests: 7522e3,
    tests: 216e3,
  },
  {
    model: 'Princess',
    scenes: ['princess'],
    triangles: 40e3,
    adjacentPairs: 269e3,
    adjacentTests: 2.1e6,
    orphans: 2e3,
    ms: 45,
    speedup: 8.8,
    baseTests: 932e3,
    tests: 14e3,
  },
  {
    model: 'Flamenco',
    scenes: ['flamenco'],
    triangles: 49e3,
    adjacentPairs: 291e3,
    adjacentTests: 2.3e6,
    orphans: 10.8e3,
    ms: 185,
    speedup: 9.4,
    baseTests: 1125e3,
    tests: 16e3,
  },
  {
    model: 'N-body',
    scenes: ['n-body', 'n-body, real'],
    triangles: 34e3,
    adjacentPairs: 198e3,
    adjacentTests: 1.5e6,
    orphans: 200,
    ms: 89,
    speedup: 14.6,
    baseTests: 3359e3,
    tests: 188e3,
  },
  {
    model: 'Letters',
    scenes: ['letters-bowl'],
    triangles: 5e3,
    adjacentPairs: 29e3,
    adjacentTests: 224e3,
    orphans: 114,
    ms: 9.4,
    speedup: 12.6,
    baseTests: 340e3,
    tests: 8e3,
  },
  {
    model: 'Dragon',
    scenes: ['bunny-dragon', 'shattering'],
    triangles: 253e3,
    ms: 878,
    speedup: 21.4,
    baseTests: 16199e3,
    tests: 981e3,
  },
];
