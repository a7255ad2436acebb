// The tables of ICCD beside the results of the library on scenes of the same kind, as published and
// as ours: adjacent pairs and orphans (I), time (II), elementary tests (III), what each level of
// culling leaves (figure 15), bounding volumes and memory (§VIII-A), contours, selective
// restructuring, and whether cones pay. All methods use the same tree and elementary tests; each
// step has its own colliders, warmed up on it.

import { simulatedCrowd } from '../simulated.ts';
import { type ConesRow, coneSequences, measureCones } from './cones.ts';
import { type ContourRow, MODES, measureContours } from './iccd-contours.ts';
import { PUBLISHED_BYTES_PER_TRIANGLE, PUBLISHED_DOP_GAIN, type Published, published } from './iccd-published.ts';
import { measureRestructuring, type RestructuringRow } from './iccd-restructuring.ts';
import { measureRow, type Row } from './iccd-rows.ts';
import { measureVolumes, type VolumesRow } from './iccd-volumes.ts';
import type { PaperBench, Report } from './report.ts';
import { FULL, QUICK, SUBJECTS, type Subject, stepAt, subjects } from './steps.ts';
import { percent, rounded, times } from './table.ts';

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

const REMARKS = {
  adjacent: 'The cloth is the real one: the figures are those of the paper. Other scenes are of the same kind only.',
  time: 'As published and its base have swept bounds, ours and its base bounds at both ends. All four share tree, SIMD kernels and staged elementary tests. Our bases are fast because a sieve in f32 drops most surplus tests: on the real cloth a surplus test of the published base costs 35 ns, in the paper 200 ns. So what the paper saves in tests, it saves here in less time.',
  tests:
    'As published: swept 18-DOPs of faces, every test that their representatives leave, cones and contours in every step. Ours adds bounds at both ends and bounds of features. The paper averages a whole simulation. Tests grow with the motion of a step and with the folds: the simulated cloth of 92K triangles needs 2K tests in its first steps of 10 ms and 0.4M in its last, the single real frame is crumpled and moves farther.',
  levels:
    'Relative to the base version with the same bounds: swept as published, at both ends as ours. The paper has a chart without numbers.',
  counters: 'Per step. The paper gives no numbers.',
  volumes: `The paper: 18-DOPs are ${PUBLISHED_DOP_GAIN} faster. Both have boxes in the tree here, so 18-DOPs only thin what the tree yields.`,
  memory:
    'The paper counts its hierarchy alone. Ours counts all that a collider keeps: topology, positions, bounds, trees, tables and patches, without what grows with the answer.',
  contours:
    'The most that the reuse of the paper could save: vertices that a failed contour above has projected, and failures below a failure. The last column takes the larger of both shares off the time of contours. The paper reports 93 % for both kinds of reuse and bounds of edges together.',
  restructuring:
    'Worth little: the balls keep their neighbours for many steps, and the tree over the objects is a small part of the traversal.',
} as const;

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
    .table(
      'Table I: tests between adjacent faces, by [33] and by orphans',
      ['', 'triangles', 'adjacent pairs', 'tests of [33]', 'orphans', 'share'],
      REMARKS.adjacent,
    )
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
  report
    .table(
      'Table II: CPU ms a step, warm',
      ['', 'base as published', 'as published', 'speedup', 'basic', 'iccd', 'speedup', 'as published / iccd'],
      REMARKS.time,
    )
    .add(
      ...beside(
        rows,
        ({ ms: { ours, base, published: asPublished, publishedBase } }) => [
          publishedBase.toFixed(1),
          asPublished.toFixed(1),
          times(publishedBase / asPublished),
          base.toFixed(1),
          ours.toFixed(1),
          times(base / ours),
          times(asPublished / ours),
        ],
        ({ ms, speedup }) => [(speedup * ms).toFixed(0), ms.toFixed(1), times(speedup)],
      ),
    );
  report
    .table(
      `Table III: elementary tests a step (! below ${ICCD_MIN_RATIO}× for iccd, ${R_TRIANGLES_MIN_RATIO}× for r-triangles)`,
      ['', 'base as published', 'as published', 'ratio', 'basic', 'iccd', 'basic / iccd', 'r-triangles', 'ratio'],
      REMARKS.tests,
    )
    .add(
      ...beside(
        rows,
        ({ tests, iccdTests }) => [
          rounded(tests.publishedBase),
          rounded(tests.published),
          times(tests.publishedBase / tests.published),
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
    .table(
      'Figure 15: elementary tests left, relative to the base version',
      ['', 'as published: high level', 'low level', 'both', 'ours: high level', 'low level', 'both'],
      REMARKS.levels,
    )
    .add(
      ...rows.map(({ name, tests }) => [
        name,
        ...[tests.publishedHigh, tests.publishedLow, tests.published].map((n) => percent(n / tests.publishedBase)),
        ...[tests.highLevel, tests.lowLevel, tests.bothLevels].map((n) => percent(n / tests.basic)),
      ]),
    );
  report
    .table(
      'Counters of ICCD as published',
      ['', 'cones tried', 'held', 'contours tried', 'failed', 'orphans tested', 'skipped', 'representative walks'],
      REMARKS.counters,
    )
    .add(
      ...rows.map(({ name, tally }) => [
        name,
        ...[tally.conesTried, tally.conesHeld, tally.contoursTried, tally.contoursFailed].map(rounded),
        ...[tally.orphansTested, tally.orphansSkipped, tally.representativeWalks].map(rounded),
      ]),
    );
  report.table('Memory: bytes per triangle (§VIII-A)', ['', 'as published', 'iccd'], REMARKS.memory).add(
    ...beside(
      rows,
      ({ bytes }) => [bytes.published.toFixed(0), bytes.ours.toFixed(0)],
      () => [String(PUBLISHED_BYTES_PER_TRIANGLE)],
    ),
  );
}

function addVolumes(report: Report, { name, boxes, dops }: VolumesRow): void {
  report
    .table(
      'Boxes and 18-DOPs, ICCD as published (§VIII-A)',
      ['', 'face pairs, boxes', '18-DOPs', 'tests, boxes', '18-DOPs', 'ms, boxes', '18-DOPs', 'boxes / 18-DOPs'],
      REMARKS.volumes,
    )
    .add([
      name,
      ...[boxes.facePairs, dops.facePairs, boxes.tests, dops.tests].map(rounded),
      ...[boxes.ms, dops.ms].map((ms) => ms.toFixed(1)),
      times(boxes.ms / dops.ms),
    ]);
}

function addContours(report: Report, rows: readonly ContourRow[]): void {
  report
    .table(
      'Contours, and the most that reuse could save (patches of 4 faces or more: always; 128: where it decides)',
      [
        '',
        'tried',
        'failed',
        'share',
        'reusable vertices',
        'known failures',
        'contours ms',
        'marking ms',
        'step ms',
        'saved',
      ],
      REMARKS.contours,
    )
    .add(
      ...rows.map(({ name, minFaces, tried, failed, projected, reusable, known, contourMs, markMs, stepMs }) => {
        const [vertices, failures] = [reusable / Math.max(1, projected), known / Math.max(1, tried)];
        return [
          `${name}, ${minFaces}`,
          rounded(tried),
          rounded(failed),
          percent(failed / Math.max(1, tried)),
          percent(vertices),
          percent(failures),
          ...[contourMs, markMs, stepMs].map((ms) => ms.toFixed(2)),
          percent((Math.max(vertices, failures) * contourMs) / stepMs),
        ];
      }),
    );
}

function addRestructuring(report: Report, rows: readonly RestructuringRow[]): void {
  report
    .table(
      `The tree over ${rows[0].objects} objects (§VI-B)`,
      ['', 'objects sorted a step', 'steps with sorting', 'node pairs', 'tree ms', 'step ms'],
      REMARKS.restructuring,
    )
    .add(
      ...rows.map(({ way, sorted, steps, nodePairs, treeMs, ms }) => [
        way,
        percent(sorted),
        percent(steps),
        rounded(nodePairs),
        treeMs.toFixed(2),
        ms.toFixed(1),
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

/** Six single frames of the simulated cloth, in steps of 10 ms as the paper's simulation has. */
function largeCloth(cache: string): Subject {
  const scene = simulatedCrowd('cloth-ball', cache);
  const frames = Array.from({ length: FULL.count }, (_, k) => Math.floor(((k + 0.5) / FULL.count) * scene.frameCount));
  return { name: 'cloth-ball, 10 ms', steps: frames.map((frame) => stepAt(scene, frame)) };
}

/** The tables of ICCD, for `graze bench iccd`. */
export const iccdTables: PaperBench = {
  subjects: SUBJECTS,
  run(names, { quick, cache }, report) {
    const size = quick ? QUICK : FULL;
    const large = !quick && names.includes('cloth-ball') ? [largeCloth(cache)] : [];
    const made = [...subjects(names, size, cache), ...large];
    const sequences = coneSequences(names, size.scale, cache);
    const balls = names.includes('n-body') && !quick ? 1 : 0;
    const total = made.length + sequences.length + balls;
    const measured = made.map((subject, i) => {
      report.progress(i, total);
      const row = measureRow(subject);
      addTables(report, [row]);
      const volumes = measureVolumes(subject.name, subject.steps);
      addVolumes(report, volumes);
      const contours = Object.values(MODES).map((minFaces) => measureContours(subject.name, subject.steps, minFaces));
      addContours(report, contours);
      return { row, volumes, contours };
    });
    const cones = sequences.map((subject, i) => {
      report.progress(made.length + i, total);
      const row = measureCones(subject);
      addCones(report, [row]);
      return row;
    });
    const restructuring = balls > 0 ? measureRestructuring() : [];
    if (restructuring.length > 0) addRestructuring(report, restructuring);
    report.progress(total, total);
    return { numbers: { rows: measured.map(({ row }) => row), measured, cones, restructuring } };
  },
};
