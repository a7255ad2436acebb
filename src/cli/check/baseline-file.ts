// The baseline of a check as a file.
import { existsSync, readFileSync } from 'node:fs';
import { type Baseline, parseBaseline } from '../../check/baseline/baseline.ts';
import { UsageError } from '../../check/usage-error.ts';
import type { Parts } from '../../clash.ts';
import { withFileFault } from '../file-fault.ts';
import { writeWhole } from '../output-file.ts';

/** Reads a baseline. Throws `UsageError` if it does not fit the parts. */
export function readBaseline(path: string, parts: Parts): Baseline {
  if (!existsSync(path))
    throw new UsageError(`${path}: there is no such file; write it first, with --baseline ${path} --update-baseline.`);
  return parseBaseline(
    withFileFault(path, () => readFileSync(path, 'utf8')),
    path,
    parts,
  );
}

/** Writes a baseline, one clash per line, so that changes can be compared. */
export function writeBaseline(path: string, { clashes, ...head }: Baseline): void {
  const rows = clashes.map((clash) => `\n  ${JSON.stringify(clash)}`).join(',');
  writeWhole(path, `${JSON.stringify(head).slice(0, -1)},"clashes":[${rows}\n]}\n`);
}
