// The fuzzers of all formats: whatever the files `*-fuzz.ts` of this folder export. A new format
// needs nothing but its file.
import { readdirSync } from 'node:fs';
import type { FileFuzz } from './file-fuzz.ts';

/** All fuzzers, by name. */
export async function allFuzzes(): Promise<FileFuzz[]> {
  const folder = new URL('./', import.meta.url);
  const files = readdirSync(folder).filter((name) => name.endsWith('-fuzz.ts') && name !== 'file-fuzz.ts');
  const modules = await Promise.all(files.map((name) => import(new URL(name, folder).href)));
  const fuzzes = modules.flatMap((module) => Object.values(module)).filter(isFuzz);
  return fuzzes.sort((a, b) => (a.name < b.name ? -1 : 1));
}

function isFuzz(value: unknown): value is FileFuzz {
  return typeof value === 'object' && value !== null && ['files', 'damage', 'read'].every((name) => name in value);
}
