// Tables 2 to 5 of Mezger, Kimmerle and Etzmuß beside what the room does on scenes of the same kind and size: hierarchy update (HU) and
// collision test (CT) apart, each mechanism on and off. Optional: --steps N (a place), --rounds N, --scenes a,b, --json FILE.
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type ClothSteps, clothSteps } from '../../../scenes/cloth-steps/index.ts';
import { percent, printTable, rounded, times } from '../table.ts';
import { printAgainstEngine } from './against-engine.ts';
import { type Cost, measureSetups, measureStill } from './measure-setups.ts';
import { setups, tables } from './setups.ts';

const subjects: Readonly<Record<string, { make: () => ClothSteps; published?: string }>> = {
  'walking-trousers': { make: () => clothSteps['walking-trousers'](), published: 'Walk pants (table 2)' },
  'turning-skirt': { make: () => clothSteps['turning-skirt'](), published: 'Walk LR (table 3)' },
  'turning-skirt-fine': { make: () => clothSteps['turning-skirt']({ scale: 15 }), published: 'Walk HR (table 4)' },
  'folding-tape': { make: () => clothSteps['folding-tape'](), published: 'Tape (table 5)' },
  'sheet-over-ball': { make: () => clothSteps['sheet-over-ball']() },
};

/** What oriented inflation is to win at least, in total time. */
const LEAST_GAIN = 1.5;

const { values } = parseArgs({
  options: {
    steps: { type: 'string', default: '4' },
    rounds: { type: 'string', default: '3' },
    scenes: { type: 'string', default: Object.keys(subjects).join() },
    json: { type: 'string' },
  },
});

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

const results = values.scenes.split(',').map((name) => {
  const scene = subjects[name].make();
  const costs = measureSetups(scene, Number(values.steps), Number(values.rounds));
  printScene(name, scene, costs);
  return { name, costs, still: measureStill(scene, Number(values.rounds)) };
});

const unoriented = setups.findIndex(({ published }) => published === 'unoriented');
printTable(
  'Oriented inflation against an offset of 2 cm, in total time',
  ['scene', 'gain', 'paper'],
  results.map(({ name, costs }) => {
    const { published } = subjects[name];
    const sums = published === undefined ? null : tables[published];
    const paper =
      sums === null ? '' : times((sums.unoriented[0] + sums.unoriented[1]) / (sums.optimal[0] + sums.optimal[1]));
    return [name, times(costs[unoriented].total / costs[0].total, LEAST_GAIN), paper];
  }),
);
printTable(
  'A step in which nothing moves, CPU ms: anew, and with a lazy update and coherence',
  ['scene', 'anew', 'kept', 'of anew'],
  results.map(({ name, still: { anew, kept } }) => [name, anew.toFixed(1), kept.toFixed(1), percent(kept / anew)]),
);
printAgainstEngine(Number(values.steps), Number(values.rounds));
if (values.json !== undefined) writeFileSync(values.json, JSON.stringify(results, null, 1));
