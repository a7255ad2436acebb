// Runs a check, its shards and their merge in this process, on one thread.
import { readFileSync } from 'node:fs';
import { vi } from 'vitest';
import type { CheckArguments } from '../../../src/cli/check/check-arguments.ts';
import { check } from '../../../src/cli/check.ts';
import { type MergeArguments, merge } from '../../../src/cli/shard/merge.ts';
import type { Folder } from '../command.ts';

export const VERSION = '0.0.0-test';

const DEFAULTS: CheckArguments = {
  ...{ self: true, clearance: 0, weld: true, allowOutside: false, first: false, minSeparation: 0, recipe: 'iccd' },
  ...{ ignoreRest: false, updateBaseline: false, threads: 1 },
};

/** What a run has written. */
export interface Written {
  readonly clashes: boolean;
  readonly stdout: string;
  readonly json: string;
  readonly csv: string;
  readonly report: string;
}

/** Runs an action; what it prints is returned. */
async function captured<T>(action: () => Promise<T>): Promise<[T, string]> {
  let text = '';
  const spy = vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
    text += chunk;
    return true;
  });
  try {
    return [await action(), text];
  } finally {
    spy.mockRestore();
  }
}

/** Writes all outputs of a single run. */
export async function single(
  folder: Folder,
  inputs: readonly string[],
  options: Partial<CheckArguments> = {},
): Promise<Written> {
  return written(folder, (outputs) => check(inputs, { ...DEFAULTS, ...options, ...outputs }, VERSION));
}

/** Writes all outputs of a merge. */
export async function merged(
  folder: Folder,
  blobs: readonly string[],
  options: Partial<MergeArguments> = {},
  version: string = VERSION,
): Promise<Written> {
  const args: MergeArguments = { ignoreRest: false, updateBaseline: false, threads: 1, ...options };
  return written(folder, (outputs) => merge(blobs, { ...args, ...outputs }, version));
}

async function written(
  folder: Folder,
  run: (outputs: Pick<CheckArguments, 'json' | 'csv' | 'report'>) => Promise<boolean>,
): Promise<Written> {
  const [json, csv, report] = ['json', 'csv', 'html'].map((name) => folder.at(`written.${name}`));
  const [clashes, stdout] = await captured(() => run({ json, csv, report }));
  const [jsonText, csvText, reportText] = [json, csv, report].map((path) => readFileSync(path, 'utf8'));
  return { clashes, stdout, json: jsonText, csv: csvText, report: reportText };
}

/** Writes a shard; returns its file. */
export async function shard(
  folder: Folder,
  inputs: readonly string[],
  text: string,
  options: Partial<CheckArguments> = {},
): Promise<string> {
  const blob = folder.at(`${text.replace('/', '-of-')}.blob`);
  await captured(() => check(inputs, { ...DEFAULTS, ...options, shard: text, blob }, VERSION));
  return blob;
}

/** Writes all shards, the last one first; returns their files. */
export async function shards(
  folder: Folder,
  inputs: readonly string[],
  count: number,
  options: Partial<CheckArguments> = {},
): Promise<string[]> {
  const blobs: string[] = [];
  for (let number = count; number >= 1; number--)
    blobs.push(await shard(folder, inputs, `${number}/${count}`, options));
  return blobs;
}
