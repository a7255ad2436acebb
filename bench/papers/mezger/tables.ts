// Tables 2 to 5 of Mezger, Kimmerle and Etzmuß beside what the room does on scenes of the same kind and size: hierarchy update (HU) and
// collision test (CT) apart, each mechanism on and off; then the engine's own tree.
import { type ClothOptions, type ClothSteps, clothSteps } from '../../../scenes/cloth-steps/index.ts';
import type { PaperTable } from '../../../src/cli/bench.ts';
import { percent, printTable, rounded, times } from '../table.ts';
import { type EngineCost, measureAgainstEngine, printAgainstEngine } from './against-engine.ts';
import { type Cost, measureSetups, measureStill } from './measure-setups.ts';
import { setups, tables } from './setups.ts';

interface Subject {
  readonly scene: string;
  /** Share of the particles of the scene. */
  readonly scale: number;
  readonly published?: string;
}

const subjects: Readonly<Record<string, Subject>> = {
  'walking-trousers': { scene: 'walking-trousers', scale: 1, published: 'Walk pants (table 2)' },
  'turning-skirt': { scene: 'turning-skirt', scale: 1, published: 'Walk LR (table 3)' },
  'turning-skirt-fine': { scene: 'turning-skirt', scale: 15, published: 'Walk HR (table 4)' },
  'folding-tape': { scene: 'folding-tape', scale: 1, published: 'Tape (table 5)' },
  'sheet-over-ball': { scene: 'sheet-over-ball', scale: 1 },
};

/** Steps at each place of a scene, rounds over them, and the scale of the scenes. */
interface Extent {
  readonly steps: number;
  readonly rounds: number;
  readonly scale: number;
}

const FULL: Extent = { steps: 4, rounds: 3, scale: 1 };
const QUICK: Extent = { steps: 2, rounds: 1, scale: 0.06 };

/** What oriented inflation is to win at least, in total time. */
const LEAST_GAIN = 1.5;

interface Result {
  readonly name: string;
  readonly costs: readonly Cost[];
  readonly still: { readonly anew: number; readonly kept: number };
  readonly engine: readonly EngineCost[];
}

function printScene(name: string, scene: ClothSteps, costs: readonly Cost[]): void {
  const { published } = subjects[name];
  const [base] = costs;
  const cloth = scene.objectOf.filter((object) => object === 0).length;
  const size = `${cloth} faces of cloth, ${scene.mesh.faceCount - cloth} of obstacles`;
  const title = `${name}: ${size}; CPU ms a step${published ? `; paper: ${published}, ms on a Pentium 4` : ''}`;
  const head = [
    'setup',
    'HU',
    'CT',
    'total',
    'of first',
    'nodes',
    'node pairs',
    'distances',
    'kept',
    'pairs',
    'missed',
    'paper HU',
    'CT',
    'of optimal',
  ];
  printTable(
    title,
    head,
    costs.map((cost) => rowOf(cost, base, published)),
  );
}

function rowOf(cost: Cost, base: Cost, published: string | undefined): string[] {
  const ms = [cost.update, cost.test, cost.total].map((value) => value.toFixed(1));
  const counts = [cost.nodesUpdated, cost.nodePairs, cost.distances, cost.kept, cost.pairs, cost.missed].map(rounded);
  const row = [cost.setup.name, ...ms, `${(cost.total / base.total).toFixed(2)}×`, ...counts];
  if (published === undefined || cost.setup.published === undefined) return row;
  const { optimal } = tables[published];
  const [update, test] = tables[published][cost.setup.published];
  return [...row, String(update), String(test), `${((update + test) / (optimal[0] + optimal[1])).toFixed(2)}×`];
}

function printGains(results: readonly Result[]): void {
  const unoriented = setups.findIndex(({ published }) => published === 'unoriented');
  printTable(
    'Oriented inflation against an offset of 2 cm, in total time',
    ['scene', 'gain', 'paper'],
    results.map(({ name, costs }) => {
      const { published } = subjects[name];
      const sums = published === undefined ? null : tables[published];
      const total = ([update, test]: readonly [number, number]): number => update + test;
      const paper = sums === null ? '' : times(total(sums.unoriented) / total(sums.optimal));
      return [name, times(costs[unoriented].total / costs[0].total, LEAST_GAIN), paper];
    }),
  );
}

function printStill(results: readonly Result[]): void {
  printTable(
    'A step in which nothing moves, CPU ms: anew, and with a lazy update and coherence',
    ['scene', 'anew', 'kept', 'of anew'],
    results.map(({ name, still: { anew, kept } }) => [name, anew.toFixed(1), kept.toFixed(1), percent(kept / anew)]),
  );
}

function measure(name: string, { steps, rounds, scale }: Extent): Result {
  const subject = subjects[name];
  const make = (options: ClothOptions): ClothSteps =>
    clothSteps[subject.scene]({ scale: scale * subject.scale, ...options });
  const scene = make({});
  const costs = measureSetups(scene, steps, rounds);
  printScene(name, scene, costs);
  return {
    name,
    costs,
    still: measureStill(scene, rounds),
    engine: measureAgainstEngine(make({ corners: 3 }), steps, rounds),
  };
}

export const mezgerTables: PaperTable = {
  subjects: Object.keys(subjects),
  run(names, quick, tell) {
    const results = names.map((name, i) => {
      tell(i, names.length);
      return measure(name, quick ? QUICK : FULL);
    });
    tell(names.length, names.length);
    printGains(results);
    printStill(results);
    printAgainstEngine(results);
    return { numbers: results };
  },
};
