// All golden cases, and the hashes recorded for them.
//
// The hashes are those of commit 0f887b4, by Node 20 on x64. The results themselves come from
// operations that are the same everywhere; but scenes use Math.sin, Math.hypot and the like, whose
// last bit belongs to the JavaScript engine. With another engine the column `input` of a scene may
// differ, and then all its columns do: record there from the old commit first.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { dataFolder } from '../generate/data-folder.ts';
import { clothCases } from './cloth-cases.ts';
import { ColumnHashes } from './column-hashes.ts';
import { elementaryCases } from './elementary-cases.ts';
import { frameCases } from './frame-cases.ts';
import type { GoldenCase } from './golden-case.ts';
import { ioCases } from './io-cases.ts';
import { meshCases } from './mesh-cases.ts';
import { proximityCases } from './proximity-cases.ts';
import { rigidCases } from './rigid-cases.ts';
import { visibilityCases } from './visibility-cases.ts';

export const goldenCases: readonly GoldenCase[] = [
  ...ioCases,
  ...elementaryCases,
  ...meshCases,
  ...frameCases,
  ...rigidCases,
  ...clothCases,
  ...visibilityCases,
  ...proximityCases,
];

export const hashesPath: string = fileURLToPath(new URL('hashes.json', import.meta.url));

/** Whether GRAZE_DATA is there. */
export const haveData: boolean = existsSync(join(dataFolder, 'frames'));

/** Of a case: `column=hash` for every column, with spaces between. */
export type Recorded = Readonly<Record<string, string>>;

export function recordedHashes(): Recorded {
  return existsSync(hashesPath) ? JSON.parse(readFileSync(hashesPath, 'utf8')) : {};
}

/** Runs a case; the result is as it is recorded. */
export async function hashesOf(golden: GoldenCase): Promise<string> {
  const hashes = new ColumnHashes();
  await golden.run(hashes);
  return Object.entries(hashes.digests())
    .map(([column, hash]) => `${column.replaceAll(' ', '_')}=${hash}`)
    .join(' ');
}

/** The columns whose hashes differ, or that only one of both has. */
export function changedColumns(recorded: string, found: string): string[] {
  const [before, after] = [recorded, found].map((text) => new Set(text.split(' ')));
  const changed = [...before, ...after].filter((entry) => !before.has(entry) || !after.has(entry));
  return [...new Set(changed.map((entry) => entry.slice(0, entry.lastIndexOf('='))))];
}
