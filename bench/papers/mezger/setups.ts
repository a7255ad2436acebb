// How the detector is set up for a row of the tables, and what the paper has in that row.
import { DEFAULTS } from '../../../src/papers/mezger/proximity-options.ts';
import type { ProximityDetectorOptions, ProximityQuery } from '../../../src/proximity.ts';

/** Metres. The paper's offset without oriented inflation, ours with it, and the budget of the lazy update. */
export const WIDE = 0.02;
export const CLOSE = 0.005;
const BUDGET = 0.002;

export interface Setup {
  readonly name: string;
  readonly options: ProximityDetectorOptions;
  readonly query: ProximityQuery;
  /** The row of the paper's tables it stands beside. */
  readonly published?: 'optimal' | 'unoriented' | 'boxes' | 'binary';
}

/** What the paper found to be the best, from which rows differ in one thing. */
const PAPER = { directions: 18, arity: 4, inflation: 'oriented' } as const;

const ahead = (name: string, options: ProximityDetectorOptions, published?: Setup['published']): Setup => ({
  name,
  options: { ...PAPER, ...options },
  query: { distance: CLOSE, ahead: true },
  ...(published === undefined ? {} : { published }),
});

/** The first is the one that the others are compared with. */
export const setups: readonly Setup[] = [
  ahead("the paper's best: 18-DOPs, quadtrees, oriented", {}, 'optimal'),
  ahead("the library's default", DEFAULTS),
  { name: 'unoriented, 2 cm', options: PAPER, query: { distance: WIDE }, published: 'unoriented' },
  ahead('unoriented, as far as the fastest vertex', { inflation: 'unoriented' }),
  ahead('oriented, each node by its own cone', { inflation: 'oriented-nodes' }),
  ahead('around both ends of the step', { inflation: 'swept' }),
  ahead('6-DOPs (AABBs)', { directions: 6 }, 'boxes'),
  ahead('14-DOPs', { directions: 14 }),
  ahead('26-DOPs', { directions: 26 }),
  ahead('binary trees', { arity: 2 }, 'binary'),
  ahead('octrees', { arity: 8 }),
  ahead('lazy update, 2 mm', { lazy: BUDGET }),
  ahead('coherence', { coherence: true }),
  ahead('separation list', { separationList: true }),
  {
    name: 'lossy: cones at 90°, angles below 15°',
    options: { ...PAPER, lossy: { closeAngle: Math.PI / 2, significantAngle: Math.PI / 12 } },
    query: { distance: CLOSE, ahead: true },
  },
  { name: 'close now, no step ahead', options: PAPER, query: { distance: CLOSE } },
  { name: 'the same with coherence', options: { ...PAPER, coherence: true }, query: { distance: CLOSE } },
  {
    name: 'the same, 1 mm wrong at most',
    options: { ...PAPER, coherence: true, tolerance: 0.001 },
    query: { distance: CLOSE },
  },
];

/** What pays where little moves: kept closest points, and a budget so small that volumes hardly grow. */
export const still: ProximityDetectorOptions = { lazy: 1e-4, coherence: true };

/** Milliseconds a frame of hierarchy update and collision test on a Pentium 4 at 2 GHz. */
type Published = Readonly<Record<NonNullable<Setup['published']>, readonly [number, number]>>;

export const tables: Readonly<Record<string, Published>> = {
  'Walk pants (table 2)': { optimal: [94, 52], unoriented: [62, 227], boxes: [72, 83], binary: [107, 58] },
  'Walk LR (table 3)': { optimal: [59, 47], unoriented: [58, 133], boxes: [78, 104], binary: [93, 49] },
  'Walk HR (table 4)': { optimal: [114, 49], unoriented: [77, 289], boxes: [101, 100], binary: [133, 50] },
  'Tape (table 5)': { optimal: [10, 47], unoriented: [9.6, 343], boxes: [6.5, 72], binary: [9.5, 51] },
};
