// Compares the CPU time of two built checkouts on the same inputs: `npm run bench:compare -- --old
// FOLDER`. Old and new alternate round by round, each in its own process. A slow phase of the
// machine then slows both, and neither sees the compiled code or the garbage of the other. The
// ratio is the median over all rounds. The spread is given as the middle half of the rounds and,
// because processes differ too, as the least and the greatest median of a pair of processes. Both
// sides must give the same checksum. Optional: --case TEXT (a part of the name; may be repeated),
// --rounds N, --pairs N (of processes), --list, --json FILE.
import { existsSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { commandCases } from './compare/command-cases.ts';
import { processCases } from './compare/process-cases.ts';
import type { CompareCase, Sample, Subject } from './compare/subject.ts';

const { values } = parseArgs({
  options: {
    old: { type: 'string' },
    new: { type: 'string', default: fileURLToPath(new URL('..', import.meta.url)) },
    case: { type: 'string', multiple: true, default: [''] },
    rounds: { type: 'string', default: '20' },
    pairs: { type: 'string', default: '5' },
    list: { type: 'boolean', default: false },
    json: { type: 'string' },
  },
});

/** CPU milliseconds of both sides in one round. */
interface Turn {
  readonly old: number;
  readonly new: number;
}

/** The result of one case. */
interface Comparison {
  readonly name: string;
  /** The rounds of each pair of processes. */
  readonly turns: readonly (readonly Turn[])[];
  readonly isSame: boolean;
}

const ratioOf = (turn: Turn): number => turn.new / turn.old;

/** Returns the folder of a built checkout; throws if it has no dist. */
function checkout(name: string, path: string | undefined): string {
  if (path === undefined) throw new RangeError(`--${name} FOLDER names a built checkout to compare with.`);
  const root = resolve(path);
  if (!existsSync(join(root, 'dist/index.js'))) throw new RangeError(`${root} has no dist: build it there first.`);
  return root;
}

/** Takes one sample of each side. `first` is the side that begins; callers alternate it. */
async function takeTurns(subjects: readonly Subject[], first: number, repeats: number): Promise<Sample[]> {
  const samples: Sample[] = [];
  for (const which of [first, 1 - first]) samples[which] = await subjects[which].run(repeats);
  return samples;
}

/**
 * Warms up both sides with the same number of runs, then takes two rounds that do not count, while
 * background compilers finish. Returns the repeats per round.
 */
async function warmUp(subjects: readonly Subject[], first: number): Promise<number> {
  const { runs, repeats } = await subjects[first].warmUp();
  await subjects[1 - first].run(runs);
  for (const begins of [0, 1]) await takeTurns(subjects, begins, repeats);
  return repeats;
}

/** Measures one case. */
async function compare({ name, rounds: share, open }: CompareCase, roots: readonly string[]): Promise<Comparison> {
  const rounds = Math.max(2, Math.round(share * Number(values.rounds)));
  const turns: Turn[][] = [];
  let isSame = true;
  for (let pair = 0; pair < Number(values.pairs); pair++) {
    const subjects = await Promise.all(roots.map((root) => open(root)));
    const repeats = await warmUp(subjects, pair % 2);
    const own: Turn[] = [];
    for (let round = 0; round < rounds; round++) {
      const samples = await takeTurns(subjects, (round + pair) % 2, repeats);
      own.push({ old: samples[0].ms, new: samples[1].ms });
      isSame &&= samples[0].checksum === samples[1].checksum;
    }
    turns.push(own);
    for (const subject of subjects) subject.close();
  }
  return { name, turns, isSame };
}

/**
 * Interpolates between neighbours: taking the upper of two middle values would favour the old side.
 */
function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const at = part * (sorted.length - 1);
  const below = sorted[Math.floor(at)];
  return below + (at % 1) * (sorted[Math.ceil(at)] - below);
}

const median = (values: readonly number[]): number => quantile(values, 0.5);

const HEAD = ['case', 'old ms', 'new ms', 'ratio', 'middle half', 'pairs', 'answers'];
const WIDTHS = [40, 8, 8, 7, 13, 13, 9];

/**
 * Formats a row. Widths are fixed, because rows are printed as they are measured: all of them take
 * many minutes.
 */
function lineOf(cells: readonly string[]): string {
  return cells.map((cell, i) => (i === 0 ? cell.padEnd(WIDTHS[i]) : cell.padStart(WIDTHS[i]))).join(' ');
}

function rowOf({ name, turns, isSame }: Comparison): string[] {
  const all = turns.flat();
  const ratios = all.map(ratioOf);
  const pairs = turns.map((own) => median(own.map(ratioOf)));
  const range = (low: number, high: number): string => `${low.toFixed(3)}–${high.toFixed(3)}`;
  return [
    name,
    median(all.map((turn) => turn.old)).toPrecision(4),
    median(all.map((turn) => turn.new)).toPrecision(4),
    median(ratios).toFixed(3),
    range(quantile(ratios, 0.25), quantile(ratios, 0.75)),
    range(Math.min(...pairs), Math.max(...pairs)),
    isSame ? 'same' : 'DIFFERS',
  ];
}

const cases = [...processCases, ...commandCases].filter(({ name }) => values.case.some((part) => name.includes(part)));
if (values.list) for (const { name } of cases) console.log(name);
else {
  const roots = [checkout('old', values.old), checkout('new', values.new)];
  const compared: Comparison[] = [];
  console.log(`CPU ms, new / old: ${values.pairs} pairs of processes`);
  console.log(lineOf(HEAD));
  for (const each of cases) {
    const comparison = await compare(each, roots);
    compared.push(comparison);
    console.log(lineOf(rowOf(comparison)));
  }
  if (values.json) writeFileSync(values.json, `${JSON.stringify(compared, null, 2)}\n`);
  if (compared.some(({ isSame }) => !isSame)) process.exitCode = 1;
}
