// The tables of ICCD beside the results of the library on scenes of the same kind: adjacent pairs
// and orphans (I), time (II), elementary tests (III), what each level of culling leaves (figure
// 15), and whether cones pay. All methods use the same tree, bounds and elementary tests; each step
// has its own colliders, warmed up on it. The contacts must be the same for every method.

import { LinearMemory } from '../../src/core/memory/linear-memory.ts';
import {
  basic,
  iccd,
  iccdWithCones,
  iccdWithoutCones,
  MeshCollider,
  type Recipe,
  rTriangles,
  type TriMesh,
} from '../../src/index.ts';
import { countAdjacentPairs } from '../../src/papers/iccd/adjacent-pairs.ts';
import { findOrphans } from '../../src/papers/iccd/orphans.ts';
import type { Frame } from '../frame-queries.ts';
import { cpuMs, median } from '../measure.ts';
import { type ConesRow, coneSequences, measureCones } from './cones.ts';
import { type Published, published } from './iccd-published.ts';
import { quietBasic } from './quiet-basic.ts';
import type { PaperBench, Report } from './report.ts';
import { FULL, QUICK, SUBJECTS, type Subject, subjects } from './steps.ts';
import { mean, percent, rounded, times } from './table.ts';

/**
 * The minimum ratio of the tests of the base version to those of ICCD. The tables mark lower
 * ratios.
 */
const ICCD_MIN_RATIO = 15;
/** The same ratio for R-Triangles. */
const R_TRIANGLES_MIN_RATIO = 5;
/**
 * The maximum cost of a collider that decides about cones by itself, relative to the better choice.
 */
const MAX_DECISION_COST = 1.05;

const ROUNDS = 3;

interface Row {
  readonly name: string;
  readonly faces: number;
  readonly adjacentPairs: number;
  readonly adjacentTests: number;
  readonly orphans: number;
  readonly ms: number;
  readonly baseMs: number;
  /** Elementary tests per step, like those below; of `iccd` with cones if it decides for them. */
  readonly iccdTests: number;
  readonly tests: Readonly<Record<Method, number>>;
}

const methods = {
  basic,
  rTriangles,
  highLevel: quietBasic,
  lowLevel: iccdWithoutCones,
  bothLevels: iccdWithCones,
} satisfies Record<string, Recipe>;
type Method = keyof typeof methods;

/**
 * Counts adjacent pairs, their tests, and orphans of the mesh at the last step; a mesh that breaks
 * is then most broken.
 */
function adjacency(mesh: TriMesh): Pick<Row, 'adjacentPairs' | 'adjacentTests' | 'orphans'> {
  const { vertexAdjacent, edgeAdjacent } = countAdjacentPairs(mesh);
  const found = findOrphans(new LinearMemory(), mesh, 2 ** 30);
  return {
    adjacentPairs: vertexAdjacent + edgeAdjacent,
    adjacentTests: 9 * vertexAdjacent + 4 * edgeAdjacent,
    orphans: found ? (found.vf.length + found.ee.length) / 2 : Number.NaN,
  };
}

function countTests({ mesh, x0, x1 }: Frame): Record<Method, number> {
  const tests = {} as Record<Method, number>;
  let expected = -1;
  for (const [method, recipe] of Object.entries(methods)) {
    const { count, tally } = new MeshCollider(mesh, { recipe }).collide(x0, x1);
    if (expected >= 0 && count !== expected) throw new Error(`${recipe.name}: ${count} contacts, not ${expected}.`);
    expected = count;
    tests[method as Method] = tally.tests;
  }
  return tests;
}

function measureTimes({ mesh, x0, x1 }: Frame): Pick<Row, 'ms' | 'baseMs' | 'iccdTests'> {
  const colliders = [iccd, basic].map((recipe) => new MeshCollider(mesh, { recipe }));
  for (const collider of colliders) for (let k = 0; k < 2; k++) collider.collide(x0, x1);
  const spent: number[][] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    colliders.forEach((collider, i) => {
      spent[i].push(cpuMs(() => collider.collide(x0, x1)));
    });
  }
  const { tests } = colliders[0].collide(x0, x1).tally;
  return { ms: median(spent[0]), baseMs: median(spent[1]), iccdTests: tests };
}

function measure({ name, steps }: Subject): Row {
  const { mesh } = steps[steps.length - 1];
  const counted = steps.map(countTests);
  const timed = steps.map(measureTimes);
  const tests = {} as Record<Method, number>;
  for (const method of Object.keys(methods) as Method[]) tests[method] = mean(counted.map((of) => of[method]));
  return {
    name,
    faces: mesh.faceCount,
    ...adjacency(mesh),
    ms: mean(timed.map(({ ms }) => ms)),
    baseMs: mean(timed.map(({ baseMs }) => baseMs)),
    iccdTests: mean(timed.map(({ iccdTests }) => iccdTests)),
    tests,
  };
}

/** A line for each row, followed by one for each model of the paper that it corresponds to. */
function beside(
  rows: readonly Row[],
  ours: (row: Row) => string[],
  theirs: (model: Published) => string[],
): string[][] {
  return rows.flatMap((row) => [
    [row.name, ...ours(row)],
    ...published
      .filter((model) => model.scenes.includes(row.name))
      .map((model) => [`  paper, ${model.model}`, ...theirs(model)]),
  ]);
}

function addTables(report: Report, rows: readonly Row[]): void {
  report
    .table('Table I: tests between adjacent faces, by [33] and by orphans', [
      '',
      'triangles',
      'adjacent pairs',
      'tests of [33]',
      'orphans',
      'share',
    ])
    .add(
      ...beside(
        rows,
        ({ faces, adjacentPairs, adjacentTests, orphans }) => [
          ...[faces, adjacentPairs, adjacentTests, orphans].map(rounded),
          percent(orphans / adjacentTests),
        ],
        ({ triangles, adjacentPairs = Number.NaN, adjacentTests = Number.NaN, orphans = Number.NaN }) =>
          Number.isNaN(orphans)
            ? [rounded(triangles)]
            : [...[triangles, adjacentPairs, adjacentTests, orphans].map(rounded), percent(orphans / adjacentTests)],
      ),
    );
  report.table('Table II: CPU ms a step, warm', ['', 'iccd', 'basic', 'speedup']).add(
    ...beside(
      rows,
      ({ ms, baseMs }) => [ms.toFixed(1), baseMs.toFixed(1), times(baseMs / ms)],
      ({ ms, speedup }) => [ms.toFixed(1), (speedup * ms).toFixed(0), times(speedup)],
    ),
  );
  report
    .table(
      `Table III: elementary tests a step (! below ${ICCD_MIN_RATIO}× for iccd, ${R_TRIANGLES_MIN_RATIO}× for r-triangles)`,
      ['', 'basic', 'iccd', 'basic / iccd', 'r-triangles', 'basic / r-triangles'],
    )
    .add(
      ...beside(
        rows,
        ({ tests, iccdTests }) => [
          rounded(tests.basic),
          rounded(iccdTests),
          times(tests.basic / iccdTests, ICCD_MIN_RATIO),
          rounded(tests.rTriangles),
          times(tests.basic / tests.rTriangles, R_TRIANGLES_MIN_RATIO),
        ],
        ({ baseTests, tests }) => [rounded(baseTests), rounded(tests), times(baseTests / tests)],
      ),
    );
  report
    .table('Figure 15: elementary tests left, relative to basic (the paper gives no numbers)', [
      '',
      'high level',
      'low level',
      'both',
    ])
    .add(
      ...rows.map(({ name, tests }) => [
        name,
        ...[tests.highLevel, tests.lowLevel, tests.bothLevels].map((left) => percent(left / tests.basic)),
      ]),
    );
}

function addCones(report: Report, rows: readonly ConesRow[]): void {
  report
    .table(
      'Cones: CPU ms a step, warm (mean, median; ! where deciding is over 5 % slower than the better, by the mean)',
      ['', 'quiet faces', 'forced', 'without', 'decided', 'taken', 'decided / better'],
    )
    .add(
      ...rows.map(({ name, quiet, forced, without, decided, taken }) => {
        const ratio = decided.mean / Math.min(forced.mean, without.mean);
        return [
          name,
          percent(quiet),
          ...[forced, without, decided].map((cost) => `${cost.mean.toFixed(1)}, ${cost.median.toFixed(1)}`),
          percent(taken),
          `${ratio.toFixed(3)}${ratio > MAX_DECISION_COST ? ' !' : ''}`,
        ];
      }),
    );
}

/** The tables of ICCD, for `graze bench iccd`. */
export const iccdTables: PaperBench = {
  subjects: SUBJECTS,
  run(names, { quick, cache }, report) {
    const size = quick ? QUICK : FULL;
    const made = subjects(names, size, cache);
    const sequences = coneSequences(names, size.scale, cache);
    const total = made.length + sequences.length;
    const rows = made.map((subject, i) => {
      report.progress(i, total);
      const row = measure(subject);
      addTables(report, [row]);
      return row;
    });
    const cones = sequences.map((subject, i) => {
      report.progress(made.length + i, total);
      const row = measureCones(subject);
      addCones(report, [row]);
      return row;
    });
    report.progress(total, total);
    return { numbers: { rows, cones } };
  },
};
