// What a run of a paper's tables produces. Rows are shown as soon as they are measured, each table
// is printed whole at the end, and all tables go into the JSON from which
// docs/papers/results.md is generated.
import type { BenchExtent, BenchOutput, PaperNumbers, PaperTable, ResultTable } from '../../src/cli/bench.ts';
import { tableText } from './table.ts';

/** The tables of one paper: how they are measured. */
export interface PaperBench {
  /** The names of the scenes or pairs that it is measured on. */
  readonly subjects: readonly string[];
  /** Measures on some subjects and adds the rows to tables of the report. */
  run(subjects: readonly string[], extent: BenchExtent, report: Report): Pick<PaperNumbers, 'numbers' | 'figures'>;
}

/** What follows the title of every table of a quick run. */
const QUICK_MARK = ' [quick run: small scenes, few repetitions]';

/** A table that is being filled. */
export interface OpenTable {
  /** Adds rows and shows them. */
  add(...rows: readonly (readonly string[])[]): void;
}

interface FilledTable extends ResultTable {
  readonly rows: (readonly string[])[];
}

/** The tables of a run, in the order in which they were opened. */
export class Report {
  private readonly output: BenchOutput;
  private readonly quick: boolean;
  private readonly tables = new Map<string, FilledTable>();
  private lastShown: FilledTable | null = null;

  constructor(output: BenchOutput, quick: boolean) {
    this.output = output;
    this.quick = quick;
  }

  /**
   * Returns the table of this title, and opens it if it is new. `remark` says in a sentence or two
   * why our figures differ from the paper's, or that they do not.
   */
  table(title: string, head: readonly string[], remark = ''): OpenTable {
    const table = this.tables.get(title) ?? { title: title + (this.quick ? QUICK_MARK : ''), head, rows: [], remark };
    this.tables.set(title, table);
    return {
      add: (...rows) => {
        table.rows.push(...rows);
        this.show(table, rows);
      },
    };
  }

  private show(table: FilledTable, rows: readonly (readonly string[])[]): void {
    const [head, ...lines] = tableText(table.head, rows);
    const above = table === this.lastShown ? [] : ['', table.title, head];
    this.lastShown = table;
    this.output.show(`${[...above, ...lines].join('\n')}\n`);
  }

  /** Tells how many of the subjects are done, with a fraction for the one that is measured. */
  progress(done: number, total: number): void {
    this.output.progress(done, total);
  }

  /** Prints every table that has rows, and returns these tables. */
  finish(): readonly ResultTable[] {
    const filled = [...this.tables.values()].filter(({ rows }) => rows.length > 0);
    for (const { title, head, rows, remark } of filled) {
      console.log(`\n${[title, ...tableText(head, rows), ...(remark === '' ? [] : [remark])].join('\n')}`);
    }
    return filled;
  }
}

/** Returns the tables of a paper as the command line runs them. */
export function paperTable({ subjects, run }: PaperBench): PaperTable {
  return {
    subjects,
    run(names, extent, output) {
      const report = new Report(output, extent.quick);
      const measured = run(names, extent, report);
      return { ...measured, tables: report.finish() };
    },
  };
}
