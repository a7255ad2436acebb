// Tables 1 to 5 of Mezger, Kimmerle and Etzmuß beside the results of the library on scenes of the
// same kind and size, simulated by itself: a whole simulation (1); hierarchy update (HU) and
// collision test (CT) of the paper's detector on its frames, each mechanism on and off (2 to 5);
// then the engine's own tree.
import type { ClothSteps } from '../../../scenes/cloth-steps/index.ts';
import { QUICK_STEPS, type Simulated, simulated } from '../../simulated.ts';
import type { PaperBench, Report } from '../report.ts';
import { percent, rounded, times } from '../table.ts';
import { addAgainstEngine, type EngineCost, measureAgainstEngine } from './against-engine.ts';
import { type Cost, measureSetups, measureStill, type Sampling } from './measure-setups.ts';
import { tables } from './published.ts';
import { type PublishedRun, publishedRun } from './published-run.ts';
import { setups } from './setups.ts';
import { polygonSteps, triangleSteps } from './simulated-steps.ts';
import { addTable1, type SimulationResult, simulationResult } from './table-1.ts';

/** The scenes of the paper, then the one of ours with most folds. */
const SUBJECTS = [...Object.keys(tables), 'cloth-ball'];

const FULL: Sampling = { places: [0.15, 0.4, 0.65, 0.9], steps: 3, rounds: 2 };
const QUICK: Sampling = { places: [0.5], steps: 2, rounds: 1 };

/** The minimum gain of oriented inflation, in total time. */
const MIN_GAIN = 1.5;

interface Result {
  readonly name: string;
  readonly simulation: SimulationResult;
  readonly costs: readonly Cost[];
  readonly still: { readonly anew: number; readonly kept: number };
  readonly engine: readonly EngineCost[];
}

function addScene(report: Report, name: string, scene: ClothSteps, costs: readonly Cost[]): void {
  const cloth = scene.objectOf.filter((object) => object === 0).length;
  const size = `${cloth} faces of cloth, ${scene.mesh.faceCount - cloth} of obstacles`;
  const paper = tables[name] ? `; paper: table ${tables[name].number}, ms on a Pentium 4` : '';
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
    'total',
    'of optimal',
  ];
  report
    .table(`${name}: ${size}; CPU ms a step${paper}`, head)
    .add(...costs.map((cost) => rowOf(name, cost, costs[0])));
}

function rowOf(name: string, cost: Cost, base: Cost): string[] {
  const ms = [cost.update, cost.test, cost.total].map((value) => value.toFixed(1));
  const counts = [cost.nodesUpdated, cost.nodePairs, cost.distances, cost.kept, cost.pairs, cost.missed].map(rounded);
  const row = [cost.setup.name, ...ms, `${(cost.total / base.total).toFixed(2)}×`, ...counts];
  const paper = tables[name]?.rows;
  if (paper === undefined || cost.setup.published === undefined) return row;
  const theirs = paper[cost.setup.published];
  return [...row, ...theirs.map(String), `${(theirs[2] / paper.optimal[2]).toFixed(2)}×`];
}

/** Adds the pairs that the lossy setup misses. */
function addLost(report: Report, { name, costs }: Result): void {
  const table = report.table(
    'Pairs that the heuristics of §5.1 and §6.2 miss in a step, by how many faces are between the two',
    ['scene', 'pairs', 'missed', '1 face', '2 faces', '3 faces', 'more, or two objects'],
    'The paper gives no figures. Missed pairs beyond the third ring are contacts of folds, not of neighbours.',
  );
  for (const { setup, missed, pairs, lost } of costs)
    if (setup.options.lossy) table.add([name, rounded(pairs + missed), rounded(missed), ...lost.map(rounded)]);
}

function addGains(report: Report, results: readonly Result[]): void {
  const unoriented = setups.findIndex(({ published }) => published === 'unoriented');
  report.table('Oriented inflation against an offset of 2 cm, in total time', ['scene', 'gain', 'paper']).add(
    ...results.map(({ name, costs }) => {
      const paper = tables[name]?.rows;
      const gain = costs[unoriented].total / costs[0].total;
      return [name, times(gain, MIN_GAIN), paper ? times(paper.unoriented[2] / paper.optimal[2]) : ''];
    }),
  );
}

function addStill(report: Report, results: readonly Result[]): void {
  report
    .table('A step in which nothing moves, CPU ms: anew, and with a lazy update and coherence', [
      'scene',
      'anew',
      'kept',
      'of anew',
    ])
    .add(
      ...results.map(({ name, still: { anew, kept } }) => [
        name,
        anew.toFixed(1),
        kept.toFixed(1),
        percent(kept / anew),
      ]),
    );
}

function measure(
  report: Report,
  name: string,
  sequence: Simulated,
  published: PublishedRun,
  sampling: Sampling,
): Result {
  const scene = polygonSteps(sequence);
  const costs = measureSetups(scene, sampling);
  addScene(report, name, scene, costs);
  return {
    name,
    simulation: simulationResult(sequence, published),
    costs,
    still: measureStill(scene, sampling),
    engine: measureAgainstEngine(triangleSteps(sequence, scene), sampling),
  };
}

/** Tables 1 to 5, for `graze bench mezger`. */
export const mezgerTables: PaperBench = {
  subjects: SUBJECTS,
  run(names, { quick, cache }, report) {
    const results = names.map((name, i) => {
      report.progress(i, names.length);
      const steps = quick ? QUICK_STEPS : Infinity;
      const sequence = simulated(name, cache, steps);
      const result = measure(report, name, sequence, publishedRun(name, cache, steps), quick ? QUICK : FULL);
      addTable1(report, name, result.simulation);
      addLost(report, result);
      addGains(report, [result]);
      addStill(report, [result]);
      addAgainstEngine(report, [result]);
      return result;
    });
    report.progress(names.length, names.length);
    return { numbers: results };
  },
};
