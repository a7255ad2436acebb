// The setups of the detector for the rows of the tables.
import { DEFAULTS } from '../../../src/papers/mezger/proximity-options.ts';
import type { ProximityDetectorOptions, ProximityQuery } from '../../../src/proximity.ts';
import type { Row } from './published.ts';

/**
 * In metres: the paper's offset without oriented inflation, ours with it, and the budget of the
 * lazy update.
 */
export const WIDE = 0.02;
export const CLOSE = 0.005;
const BUDGET = 0.002;

export interface Setup {
  readonly name: string;
  readonly options: ProximityDetectorOptions;
  readonly query: ProximityQuery;
  /** The row of the paper's tables that it corresponds to. */
  readonly published?: Row;
}

/** The best setup according to the paper; other rows differ from it in one thing. */
const PAPER = { directions: 18, arity: 4, inflation: 'oriented' } as const;

const ahead = (name: string, options: ProximityDetectorOptions, published?: Setup['published']): Setup => ({
  name,
  options: { ...PAPER, ...options },
  query: { distance: CLOSE, ahead: true },
  ...(published === undefined ? {} : { published }),
});

/** All others are compared with the first one. */
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

/**
 * The setup for scenes in which little moves: cached closest points, and a budget so small that
 * volumes hardly grow.
 */
export const still: ProximityDetectorOptions = { lazy: 1e-4, coherence: true };
