// Tables 1 to 5 of Mezger, Kimmerle and Etzmuß beside the results of the library on scenes of the
// same kind and size, simulated by itself: a whole simulation (1); hierarchy update (HU) and
// collision test (CT) of the paper's detector on its frames, each mechanism on and off (2 to 5);
// then the engine's own tree.
import type { ClothSteps } from '../../../scenes/cloth-steps/index.ts';
import type { PaperTable } from '../../../src/cli/bench.ts';
import { QUICK_STEPS, type Simulated, simulated } from '../../simulated.ts';
import { percent, printTable, rounded, times } from '../table.ts';
import { type EngineCost, measureAgainstEngine, printAgainstEngine } from './against-engine.ts';
import { type Cost, measureSetups, measureStill, type Sampling } from './measure-setups.ts';
import { tables } from './published.ts';
import { setups } from './setups.ts';
import { polygonSteps, triangleSteps } from './simulated-steps.ts';
import { printTable1, type SimulationResult, simulationResult } from './table-1.ts';

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

function printScene(name: string, scene: ClothSteps, costs: readonly Cost[]): void {
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
    'of optimal',
  ];
  printTable(
    `${name}: ${size}; CPU ms a step${paper}`,
    head,
    costs.map((cost) => rowOf(name, cost, costs[0])),
  );
}

function rowOf(name: string, cost: Cost, base: Cost): string[] {
  const ms = [cost.update, cost.test, cost.total].map((value) => value.toFixed(1));
  const counts = [cost.nodesUpdated, cost.nodePairs, cost.distances, cost.kept, cost.pairs, cost.missed].map(rounded);
  const row = [cost.setup.name, ...ms, `${(cost.total / base.total).toFixed(2)}×`, ...counts];
  const paper = tables[name]?.rows;
  if (paper === undefined || cost.setup.published === undefined) return row;
  const theirs = paper[cost.setup.published];
  return [...row, ...theirs.map(String), `${(sum(theirs) / sum(paper.optimal)).toFixed(2)}×`];
}

function sum([update, test]: readonly [number, number]): number {
  return update + test;
}

function printGains(results: readonly Result[]): void {
  const unoriented = setups.findIndex(({ published }) => published === 'unoriented');
  printTable(
    'Oriented inflation against an offset of 2 cm, in total time',
    ['scene', 'gain', 'paper'],
    results.map(({ name, costs }) => {
      const paper = tables[name]?.rows;
      const gain = costs[unoriented].total / costs[0].total;
      return [name, times(gain, MIN_GAIN), paper ? times(sum(paper.unoriented) / sum(paper.optimal)) : ''];
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

function measure(name: string, sequence: Simulated, sampling: Sampling): Result {
  const scene = polygonSteps(sequence);
  const costs = measureSetups(scene, sampling);
  printScene(name, scene, costs);
  return {
    name,
    simulation: simulationResult(sequence),
    costs,
    still: measureStill(scene, sampling),
    engine: measureAgainstEngine(triangleSteps(sequence, scene), sampling),
  };
}

/** Tables 1 to 5, for `graze bench mezger`. */
export const mezgerTables: PaperTable = {
  subjects: SUBJECTS,
  run(names, { quick, cache }, tell) {
    const results = names.map((name, i) => {
      tell(i, names.length);
      const sequence = simulated(name, cache, quick ? QUICK_STEPS : Infinity);
      return measure(name, sequence, quick ? QUICK : FULL);
    });
    tell(names.length, names.length);
    printTable1(results, cache);
    printGains(results);
    printStill(results);
    printAgainstEngine(results);
    return { numbers: results };
  },
};
