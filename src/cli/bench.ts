// `graze bench`: the papers' tables. They are in bench/papers of the repository; the package has
// them as one file.
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { UsageError } from '../check/usage-error.ts';
import { knownName, suggestion } from './nearest-name.ts';
import { checkOutputs, writeWhole } from './output-file.ts';
import { Progress } from './progress.ts';
import { table } from './table.ts';

const ABOUT = {
  c2a: 'C²A: time, iterations and front nodes of first contact of rigid bodies (table I, figures 4 and 6)',
  iccd: 'ICCD: adjacent pairs and orphans, time, elementary tests, levels of culling (tables I to III, figure 15)',
  mezger:
    'Mezger, Kimmerle, Etzmuß: whole simulations, hierarchy update and collision test, each mechanism on and off (tables 1 to 5)',
  'quick-cullide':
    'Quick-CULLIDE: potentially colliding set and time, with the sets and as CULLIDE (tables 1 and 2, figures 7 and 8, levels of objects and faces)',
  'r-triangles': 'R-Triangles: elementary tests and time of four methods, culled vertices (figure 10, table 2)',
};

/** The name of a paper on the command line. */
export type PaperName = keyof typeof ABOUT;

/** The tables of one paper. */
export interface PaperTable {
  /** The names of the scenes or pairs that it is measured on. */
  readonly subjects: readonly string[];
  /** Measures on some subjects, shows rows as they come, and prints the tables. */
  run(subjects: readonly string[], extent: BenchExtent, output: BenchOutput): PaperNumbers;
}

/** Where a run tells what it does while it measures. */
export interface BenchOutput {
  /** Tells how many subjects of all are done, with a fraction for the one that is measured. */
  progress(done: number, total: number): void;
  /** Shows rows that have been measured. */
  show(text: string): void;
}

/** A table as printed. */
export interface ResultTable {
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Why our figures differ from the paper's; empty if there is nothing to say. */
  readonly remark: string;
}

/** How much is measured. */
export interface BenchExtent {
  /** Small scenes and few repetitions: the figures say little about speed. */
  readonly quick: boolean;
  /** The folder for simulated sequences, which take long to compute. */
  readonly cache: string;
}

/** The results of a run. */
export interface PaperNumbers {
  /** The tables that were printed. */
  readonly tables: readonly ResultTable[];
  /** Any value that JSON can represent. */
  readonly numbers: unknown;
  /** SVG by file name. */
  readonly figures?: Readonly<Record<string, string>>;
}

/** The options of the command. */
export interface BenchArguments {
  /** `--quick`. */
  readonly quick: boolean;
  /** `--only`: names of subjects, separated by commas. */
  readonly only?: string;
  /** `--cache`: a folder. */
  readonly cache?: string;
  /** `--json`: a file. */
  readonly json?: string;
  /** `--figures`: a folder. */
  readonly figures?: string;
}

/** Runs the tables of a paper; without a name it lists the papers. */
export async function bench(name: string | undefined, args: BenchArguments, version: string): Promise<void> {
  if (name === undefined) {
    const rows = Object.entries(ABOUT);
    process.stdout.write(`${table(['name', 'tables'], rows).join('\n')}\n\ngraze bench NAME runs one; see --help.\n`);
    return;
  }
  const paperName = knownName(name, ABOUT, 'table');
  checkOutputs([args.json, args.figures && join(args.figures, `${name}.svg`)], []);
  const paper = (await loadTables())[paperName];
  const subjects = chosen(args.only, paper.subjects);
  const {
    tables,
    numbers,
    figures = {},
  } = measure(name, paper, subjects, {
    quick: args.quick,
    cache: args.cache ?? join(tmpdir(), 'graze-sequences'),
  });
  const result = { paper: name, quick: args.quick, version, ...circumstances(), tables, numbers };
  if (args.json) writeWhole(args.json, `${JSON.stringify(result, null, 2)}\n`);
  if (args.figures) for (const [file, svg] of Object.entries(figures)) writeWhole(join(args.figures, file), svg);
}

async function loadTables(): Promise<Readonly<Record<PaperName, PaperTable>>> {
  return (await import(new URL('../bench/tables.js', import.meta.url).href)).tables;
}

function chosen(only: string | undefined, all: readonly string[]): readonly string[] {
  const names = only?.split(',') ?? all;
  for (const name of names)
    if (!all.includes(name)) throw new UsageError(`--only has the unknown name '${name}'${suggestion(name, all)}`);
  return names;
}

function measure(name: string, paper: PaperTable, subjects: readonly string[], extent: BenchExtent): PaperNumbers {
  // A measurement blocks the thread, and files are written only at its end. So signals may end the
  // process at once.
  for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM']) process.removeAllListeners(signal);
  process.stderr.write(
    `${name}: ${extent.quick ? 'a quick run, which says little about speed' : 'this takes minutes; --quick gives a first impression'}\n`,
  );
  let bar: Progress | undefined;
  return paper.run(subjects, extent, {
    progress(done, total) {
      bar ??= new Progress(total, 'subjects');
      if (done < total) bar.update(done);
      else bar.clear();
    },
    show(text) {
      bar?.clear();
      process.stderr.write(text);
    },
  });
}

/** When and on which machine a run measures. */
function circumstances(): { date: string; machine: string } {
  const processors = cpus();
  return {
    date: new Date().toISOString().slice(0, 10),
    machine: `${processors.length} × ${processors[0]?.model ?? 'unknown processor'}, Node ${process.versions.node}`,
  };
}
