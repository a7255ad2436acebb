// Compares graze with the libraries that a web developer can use today for two rigid meshes, here
// torus knots: Rapier and three-mesh-bvh answer the same questions in the same run, in CPU time,
// with the trees built before. First contacts are judged by lengths: the remaining gap at the
// returned time, or how far too late it is. The tests, not this bench, decide whether graze itself
// is right. Optional: --seed S, --json FILE.
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { torusKnot } from '../../scenes/rigid/index.ts';
import type { RigidMotion } from '../../src/rigid.ts';
import { cpuMs, median } from '../measure.ts';
import { printTable } from '../papers/table.ts';
import { yardstick } from '../yardstick.ts';
import { CONTACT_QUESTIONS, type Peer, type QuestionName } from './rigid-peer.ts';
import { judge, type Question, questionsOf, VERDICTS, type Verdict } from './rigid-questions.ts';
import { rapierQueries, rapierWorld } from './rigid-rapier.ts';
import { threeMeshBvh } from './rigid-three-mesh-bvh.ts';

const { values } = parseArgs({ options: { seed: { type: 'string', default: '1' }, json: { type: 'string' } } });
const seed = Number(values.seed);

const MOTIONS = 30;
const ROUNDS = 7;
/** A peer takes part in three rounds, or in fewer once it has used this many CPU ms. */
const PEER_ROUNDS = 3;
const PEER_BUDGET = 8_000;
/** The fraction of the triangles for a question that takes too long on all of them. */
const COARSE_FRACTION = 0.05;
/** The search distance that Rapier is given on the full pair, relative to the true distance. */
const RAPIER_REACH = 1.1;
const SAMPLES = [60, 600];
const STEPS = [1, 60];

interface Row {
  readonly question: QuestionName;
  readonly triangles: number;
  readonly by: string;
  readonly answers: string;
  readonly error: number | null;
  /** Null if the peer cannot answer. */
  readonly ms: number | null;
  readonly yardsticks: number | null;
  readonly ratio: number | null;
}

interface Run {
  readonly peer: Peer;
  readonly spent: number[];
  given: number[];
  failure: string | null;
}

function measure(question: Question, peers: readonly Peer[]): Row[] {
  const { name, motions, graze, truth } = question;
  const ours = runOf({ by: 'graze', answers: [name], answer: graze });
  const others = peers.filter(({ answers }) => answers.includes(name)).map(runOf);
  const expected = motions.map(truth);
  for (let i = 0; i < 5; i++) motions.forEach(graze);
  const units: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    units.push(yardstick(1));
    ask(ours, motions);
    for (const run of others) if (takesPart(run, round)) ask(run, motions);
  }
  return [ours, ...others].map((run) => rowOf(question, run, expected, median(units), median(ours.spent)));
}

function runOf(peer: Peer): Run {
  return { peer, spent: [], given: [], failure: null };
}

function takesPart({ spent, failure }: Run, round: number): boolean {
  return failure === null && round < PEER_ROUNDS && spent.reduce((sum, ms) => sum + ms, 0) < PEER_BUDGET;
}

function ask(run: Run, motions: readonly RigidMotion[]): void {
  const { peer } = run;
  const given: number[] = [];
  let ms = 0;
  try {
    for (const motion of motions) {
      peer.prepare?.(motion);
      ms += cpuMs(() => given.push(peer.answer(motion)));
    }
  } catch (error) {
    run.failure = `cannot: ${error instanceof Error ? error.message : error}`;
  }
  run.spent.push(ms);
  run.given = given;
}

function rowOf(question: Question, run: Run, expected: readonly number[], unit: number, ours: number): Row {
  const { name, motions, body } = question;
  const about = { question: name, triangles: body.faceCount, by: run.peer.by };
  if (run.failure) return { ...about, answers: run.failure, error: null, ms: null, yardsticks: null, ratio: null };
  const verdicts = run.given.map((answer, i) => judge(question, motions[i], expected[i], answer));
  const ms = median(run.spent) / motions.length;
  return {
    ...about,
    answers: summary(verdicts),
    error: Math.max(...verdicts.map(({ error }) => error)),
    ms,
    yardsticks: ms / unit,
    ratio: (ms * motions.length) / ours,
  };
}

function summary(verdicts: readonly Verdict[]): string {
  return VERDICTS.map((kind) => ({ kind, count: verdicts.filter(({ verdict }) => verdict === kind).length }))
    .filter(({ kind, count }) => count > 0 || kind === 'right')
    .map(({ kind, count }) => `${count} ${kind}`)
    .join(', ');
}

function print(rows: readonly Row[]): void {
  const short = (value: number | null): string => (value === null ? '–' : value.toPrecision(3));
  printTable(
    `Torus knots, seed ${seed}; mean of a query`,
    ['question', 'triangles', 'by', 'answers', 'worst error', 'CPU ms', 'yardsticks', '× graze'],
    rows.map(({ question, triangles, by, answers, error, ms, yardsticks, ratio }) => [
      question,
      String(triangles),
      by,
      answers,
      error === null ? '–' : error.toExponential(1),
      short(ms),
      short(yardsticks),
      short(ratio),
    ]),
  );
}

const full = torusKnot.build();
const coarse = torusKnot.build(COARSE_FRACTION);
const fullPeers = [
  ...rapierQueries(full, RAPIER_REACH),
  ...STEPS.map((steps) => rapierWorld(full, steps)),
  ...threeMeshBvh(full, SAMPLES),
];
const coarsePeers = [...rapierQueries(coarse, Infinity), ...threeMeshBvh(coarse, [])];
const rows = [
  ...questionsOf(1, [...CONTACT_QUESTIONS, 'overlap', 'distance'], MOTIONS, seed).flatMap((it) =>
    measure(it, fullPeers),
  ),
  ...questionsOf(COARSE_FRACTION, ['distance'], MOTIONS, seed).flatMap((it) => measure(it, coarsePeers)),
];
print(rows);
if (values.json) writeFileSync(values.json, `${JSON.stringify(rows, null, 2)}\n`);
