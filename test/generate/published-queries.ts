// The published vertex–face and edge–edge queries with exact truth (Continuous-Collision-Detection/Sample-Queries).
// They are no part of the project and may be missing.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { takeApart } from '../oracle/doubles.ts';
import { dataFolder } from './data-folder.ts';

export interface PublishedQueries {
  readonly kind: 'vf' | 'ee';
  /** Scene and file, for messages. */
  readonly set: string;
  /** 24 doubles a query. */
  readonly q: Float64Array;
  /** One entry a query: 1 for a hit. */
  readonly truth: Uint8Array;
}

const folder = join(dataFolder, 'ccd-queries');

/** For a visible skip: `describe.skipIf(!havePublishedQueries)`. */
export const havePublishedQueries: boolean = existsSync(folder);

/** One entry a file, in a fixed order; none where the data is missing. */
export function loadPublishedQueries(): PublishedQueries[] {
  if (!havePublishedQueries) return [];
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.csv'));
  return files.sort().map((file) => {
    const kind = file.includes('vertex-face') ? 'vf' : 'ee';
    return { kind, set: file.replace(/\.csv$/, ''), ...parse(readFileSync(join(folder, file), 'utf8'), file) };
  });
}

function parse(text: string, file: string): { q: Float64Array; truth: Uint8Array } {
  const rows = text.trim().split(/\r?\n/);
  if (rows.length % 8 !== 0) throw new Error(`${file}: ${rows.length} rows are not eight a query`);
  const q = new Float64Array(rows.length * 3);
  const truth = new Uint8Array(rows.length / 8);
  rows.forEach((row, index) => {
    const cells = row.split(',');
    if (cells.length !== 7) throw new Error(`${file}:${index + 1}: expected 7 columns, found ${cells.length}`);
    for (let axis = 0; axis < 3; axis++) q[3 * index + axis] = exactQuotient(cells[2 * axis], cells[2 * axis + 1]);
    truth[index >> 3] = Number(cells[6]);
  });
  return { q, truth };
}

/** The double num/den, checked to be exactly that. */
function exactQuotient(num: string, den: string): number {
  const [n, d] = [BigInt(num), BigInt(den)];
  const x = Number(n) / Number(d);
  const { mantissa, exponent } = takeApart(x);
  const shift = BigInt(Math.abs(exponent));
  const exact = exponent < 0 ? mantissa * d === n << shift : (mantissa << shift) * d === n;
  if (!exact) throw new Error(`${num}/${den} is not a double`);
  return x;
}
