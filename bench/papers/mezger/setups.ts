// The setups of the detector for the rows of the tables.
import { DEFAULTS } from '../../../src/papers/mezger/proximity-options.ts';
import type { ProximityDetectorOptions, ProximityQuery } from '../../../src/proximity.ts';
import type { Row } from './published.ts';

/** The distance of a query without oriented inflation, in metres, as in the paper. */
export const WIDE = 0.02;
/** The distance of a query with oriented inflation, in metres. */
export const CLOSE = 0.005;
/** The budget of the lazy update, in metres. */
const LAZY_BUDGET = 0.002;

/** Options of the detector and its query, for one row of the tables. */
export interface Setup {
  readonly name: string;
  readonly options: ProximityDetectorOptions;
  readonly query: ProximityQuery;
  /** The row of the paper's tables that it corresponds to. */
  readonly published?: Row;
}

/** The best setup according to the paper; other rows differ from it in one thing. */
export const PAPER = { directions: 18, arity: 4, inflation: 'oriented' } as const;

const ahead = (name: string, options: ProximityDetectorOptions, published?: Setup['published']): Setup => ({
  name,
  options: { ...PAPER, ...options },
  query: { distance: CLOSE, ahead: true },
  ...(published === undefined ? {} : { published }),
});

/** All setups; the others are compared with the first. */
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
  ahead('lazy update, 2 mm', { lazy: LAZY_BUDGET }),
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

/**
 * The setup for scenes in which little moves: cached closest points, and a budget so small that
 * volumes hardly grow.
 */
export const still: ProximityDetectorOptions = { lazy: 1e-4, coherence: true };
