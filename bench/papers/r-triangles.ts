// Figure 10 and table 2 of R-Triangles beside the results of the library on scenes of the same
// kind: elementary tests and CPU time of BASIC, ADJ, NO-DUPL and R-TRI on the same tree, and the
// culling of vertices. Each step has its own colliders, warmed up on it. The contacts must be the
// same for every method.

import { adjacency, basic, MeshCollider, noDuplicates, type Recipe, rTriangles } from '../../src/index.ts';
import type { Frame } from '../frame-queries.ts';
import { cpuMs, median } from '../measure.ts';
import type { PaperBench, Report } from './report.ts';
import { FULL, QUICK, type Subject, subjects } from './steps.ts';
import { mean, percent, rounded, times } from './table.ts';
import { countingVertexCulls, VertexCulls } from './vertex-culls.ts';

const ROUNDS = 3;

const methods: readonly (readonly [string, Recipe])[] = [
  ['BASIC', basic],
  ['ADJ', adjacency],
  ['NO-DUPL', noDuplicates],
  ['R-TRI', rTriangles],
];

/**
 * For each benchmark of the paper: the maximum ratio of BASIC's tests to those of R-TRI, and the
 * cull rates of table 2.
 */
const published = [
  { model: 'Cloth-ball', scene: 'cloth-ball', ratio: 28, box: 0.774, segment: 0.879 },
  { model: 'Flamenco', scene: 'flamenco', ratio: 15, box: 0.612, segment: 0.72 },
  { model: 'Princess', scene: 'princess', ratio: 12, box: 0.491, segment: 0.658 },
  { model: 'Balls', scene: 'n-body', ratio: 9, box: 0.723, segment: 0.779 },
];

interface Row {
  readonly name: string;
  /** Per step, in the order of the methods. */
  readonly tests: readonly number[];
  readonly ms: readonly number[];
  readonly afterBoxes: VertexCulls;
  readonly afterSlabs: VertexCulls;
}

function measureStep({ mesh, x0, x1 }: Frame): { tests: number[]; ms: number[] } {
  const colliders = methods.map(([, recipe]) => new MeshCollider(mesh, { recipe }));
  let expected = -1;
  const tests = colliders.map((collider, i) => {
    const { count, tally } = collider.collide(x0, x1);
    if (i > 0 && count !== expected) throw new Error(`${methods[i][0]}: ${count} contacts, not ${expected}.`);
    expected = count;
    return tally.tests;
  });
  const spent: number[][] = methods.map(() => []);
  for (let round = 0; round < ROUNDS; round++) {
    colliders.forEach((collider, i) => {
      spent[i].push(cpuMs(() => collider.collide(x0, x1)));
    });
  }
  return { tests, ms: spent.map(median) };
}

function measure({ name, steps }: Subject): Row {
  const measured = steps.map(measureStep);
  const afterBoxes = new VertexCulls();
  const afterSlabs = new VertexCulls();
  const recipe = countingVertexCulls(afterBoxes, afterSlabs);
  for (const { mesh, x0, x1 } of steps) new MeshCollider(mesh, { recipe }).collide(x0, x1);
  return {
    name,
    tests: methods.map((_, i) => mean(measured.map(({ tests }) => tests[i]))),
    ms: methods.map((_, i) => mean(measured.map(({ ms }) => ms[i]))),
    afterBoxes,
    afterSlabs,
  };
}

const modelsOf = ({ name }: Row) => published.filter(({ scene }) => scene === name.replace(', real', ''));

function addFigure10(report: Report, rows: readonly Row[]): void {
  const head = methods.map(([name]) => name);
  report
    .table(
      'Figure 10a: elementary tests a step (the paper: NO-DUPL some 3 times R-TRI, BASIC some 5 times NO-DUPL, ADJ as R-TRI)',
      ['', ...head, 'BASIC / R-TRI', 'NO-DUPL / R-TRI', 'BASIC / NO-DUPL'],
    )
    .add(
      ...rows.flatMap((row) => {
        const [base, , noDupl, rTri] = row.tests;
        return [
          [row.name, ...row.tests.map(rounded), times(base / rTri), times(noDupl / rTri), times(base / noDupl)],
          ...modelsOf(row).map(({ model, ratio }) => [`  paper, ${model}`, '', '', '', '', `up to ${ratio}×`]),
        ];
      }),
    );
  report
    .table('Figure 10b: CPU ms a step, warm (the paper: BASIC up to 5 times R-TRI, NO-DUPL some 1.33 times)', [
      '',
      ...head,
      'BASIC / R-TRI',
      'ADJ / R-TRI',
      'NO-DUPL / R-TRI',
    ])
    .add(
      ...rows.map(({ name, ms }) => [
        name,
        ...ms.map((value) => value.toFixed(1)),
        ...ms.slice(0, 3).map((value) => times(value / ms[3])),
      ]),
    );
}

function addTable2(report: Report, rows: readonly Row[]): void {
  const rates = ({ pairs, byBox, bySegment, bySlabs }: VertexCulls): string[] => [
    rounded(pairs),
    percent(byBox / pairs),
    percent(bySegment / pairs),
    percent(bySlabs / pairs),
    percent(bySegment / byBox - 1),
  ];
  report
    .table(
      'Table 2: vertex–face pairs culled, of all that NO-DUPL has where the boxes of two faces meet, and where no slab separates them',
      ['', 'pairs', 'box', 'segment', '18-DOPs at both ends', 'segment over box'],
    )
    .add(
      ...rows.flatMap((row) => [
        [`${row.name}, boxes meet`, ...rates(row.afterBoxes)],
        [`${row.name}, slabs meet`, ...rates(row.afterSlabs)],
        ...modelsOf(row).map(({ model, box, segment }) => [
          `  paper, ${model}`,
          '',
          percent(box),
          percent(segment),
          '',
          percent(segment / box - 1),
        ]),
      ]),
    );
}

/** The tables of R-Triangles, for `graze bench r-triangles`. */
export const rTrianglesTables: PaperBench = {
  subjects: [...new Set(published.map(({ scene }) => scene))],
  run(names, { quick, cache }, report) {
    const made = subjects(names, quick ? QUICK : FULL, cache);
    const rows = made.map((subject, i) => {
      report.progress(i, made.length);
      const row = measure(subject);
      addFigure10(report, [row]);
      addTable2(report, [row]);
      return row;
    });
    report.progress(made.length, made.length);
    return { numbers: rows };
  },
};
