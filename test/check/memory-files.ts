// Files in memory for tests of sequences, and small meshes as OBJ.

import { expect } from 'vitest';
import type { FileAccess } from '../../src/check/file-access.ts';
import { openSequence, type Sequence, type SequenceRequest } from '../../src/check/sequence.ts';
import { UsageError } from '../../src/check/usage-error.ts';

export type Files = Readonly<Record<string, string | Uint8Array>>;

export function filesOf(files: Files): FileAccess {
  const read = (name: string): Uint8Array => {
    const content = files[name];
    if (content === undefined) throw new UsageError(`${name}: missing.`);
    return typeof content === 'string' ? new TextEncoder().encode(content) : content;
  };
  return {
    read,
    open: (name) => {
      const bytes = read(name);
      return { size: bytes.length, read: (offset, length) => bytes.slice(offset, offset + length) };
    },
    resource: (_of, uri) => read(uri),
    isSame: (a, b) => Buffer.compare(a, b) === 0,
  };
}

/** Opens groups of files: name → files; the empty name stands for none. */
export function open(
  groups: Readonly<Record<string, readonly string[]>>,
  files: Files,
  request: Omit<SequenceRequest, 'inputs'> = {},
): Promise<Sequence> {
  const inputs = Object.entries(groups).map(([name, names]) => ({ name: name || undefined, files: names }));
  return openSequence({ inputs, ...request }, filesOf(files));
}

/** The message of the `UsageError` that a promise rejects with. */
export async function refusal(promise: Promise<unknown>): Promise<string> {
  const error = await promise.then(
    () => null,
    (reason) => reason,
  );
  expect(error).toBeInstanceOf(UsageError);
  expect(error.message).not.toContain('\n');
  return error.message;
}

/** A tetrahedron of OBJ text at x, `size` long; `first` is the number of vertices before it. */
export function tetrahedron(x: number, { size = 1, first = 0, y = 0, z = 0 } = {}): string {
  const v = [
    [x, y, z],
    [x + size, y, z],
    [x, y + size, z],
    [x, y, z + size],
  ];
  const f = ['1 3 2', '1 2 4', '1 4 3', '2 3 4'].map((corners) =>
    corners.replace(/\d/g, (i) => `${Number(i) + first}`),
  );
  return `${v.map((at) => `v ${at.join(' ')}\n`).join('')}${f.map((corners) => `f ${corners}\n`).join('')}`;
}

/** The name of the part of each face, runs of equal names once with their length. */
export function partRuns({ names, partOfFace }: Sequence['parts']): [string, number][] {
  const runs: [string, number][] = [];
  for (const part of partOfFace) {
    const last = runs.at(-1);
    if (last?.[0] === names[part]) last[1]++;
    else runs.push([names[part], 1]);
  }
  return runs;
}
