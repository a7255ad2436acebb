// Blobs that are not what they should be, and shards that are asked for in vain: one clear line.
import { readFileSync, truncateSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import type { CheckArguments } from '../../../src/cli/check/check-arguments.ts';
import { BlobFileReader, BlobFileWriter } from '../../../src/cli/shard/blob-file.ts';
import {
  type BlobHead,
  type BlobInput,
  type BlobShape,
  type BlobStep,
  blobHead,
  blobInput,
  blobPositions,
  blobShape,
  blobStep,
} from '../../../src/cli/shard/blob-records.ts';
import { CodecFault, decode, encode, f64, list, record, text, u32, u32s } from '../../../src/cli/shard/byte-codec.ts';
import { seededRandom } from '../../../src/core/math/random.ts';
import { writePly } from '../../../src/io.ts';
import { Folder, fault } from '../command.ts';
import { merged, shard, shards, single } from './run-here.ts';

const folder = new Folder();
const TRIANGLES = Uint32Array.from([0, 1, 2, 3, 4, 5]);

/** Two triangles that go through each other, and move on. */
function frame(i: number, name = `frame-${i}.ply`): string {
  const x = 0.02 * i - 0.1;
  const positions = Float64Array.from([x, 0, 0, x + 1, 0, 0, x, 1, 0, 0.2, 0.2, -1, 0.3, 0.2, 1, 0.2, 0.9, 1]);
  return folder.put(name, writePly({ positions, triangles: TRIANGLES }));
}

const frames = Array.from({ length: 10 }, (_, i) => frame(i));
const DAMAGED =
  /^[^ ]+: (the blob is damaged or not complete; write it again|it is no blob of this version of graze; .*)\.$/;
let blobs: string[] = [];

beforeAll(async () => {
  blobs = (await shards(folder, frames, 3)).reverse();
});

async function faultOf(paths: readonly string[], version?: string): Promise<string> {
  const error = await merged(folder, paths, {}, version).then(
    () => null,
    (reason: Error) => reason,
  );
  expect(error?.name).toBe('UsageError');
  return (error?.message ?? '').replaceAll(`${folder.path}/`, '');
}

describe('shards', () => {
  const check = (...args: readonly string[]): string => fault('check', ...frames.slice(0, 2), ...args);

  it('beyond those there are, or without a file, are refused', () => {
    const out = ['--blob', folder.at('never.blob')];
    for (const wrong of ['9/8', '0/8', '3', '-1/8', '1/0', 'a/b', '1/99999999'])
      expect(check('--shard', wrong, ...out)).toBe(
        `--shard ${wrong}: it is a number and how many there are, such as 3/8 for the third of eight.`,
      );
    expect(check('--shard', '3/8')).toMatch(/^--shard 3\/8 needs the file to write; /);
    expect(check(...out)).toMatch(/^--blob is for a share of the steps, or for a queue; /);
    expect(check('--shard', '3/8', ...out, '--report', 'x')).toBe(
      '--report needs all steps; give it to graze merge, not to a shard.',
    );
    expect(() => readFileSync(folder.at('never.blob'))).toThrow();
  });

  it('and queues exclude each other', async () => {
    const queued = (options: Partial<CheckArguments>): Promise<unknown> =>
      single(folder, frames, { queue: 'redis://127.0.0.1', threads: undefined, ...options });
    await expect(queued({ shard: '1/2' })).rejects.toThrow(/^--shard and --queue exclude each other; /);
    await expect(queued({ threads: 2 })).rejects.toThrow(/^--threads says nothing about a queue; /);
    await expect(queued({ times: 'x.csv' })).rejects.toThrow(/^--times is for checks on this machine; /);
  });
});

describe('merge', () => {
  it('names what is missing, and what is there twice', async () => {
    expect(await faultOf([blobs[0], blobs[2]])).toBe(
      'the steps from frame 3 to 6 (shard 2/3): none of the blobs has that; give all of them.',
    );
    expect(await faultOf(blobs.slice(1))).toMatch(/^the steps from frame 0 to 3 \(shard 1\/3\): /);
    expect(await faultOf([...blobs, blobs[1]])).toBe(
      '2-of-3.blob and 2-of-3.blob both have the steps from frame 3 to 6; give each share once.',
    );
    const half = await shard(folder, frames, '1/2');
    expect(await faultOf([half, blobs[1], blobs[2]])).toMatch(/^1-of-2.blob and 2-of-3.blob both have the step from /);
    expect(fault('merge', folder.at('missing.blob'))).toMatch(/missing.blob: there is no such file; /);
  });

  it('refuses blobs of another check, and says which and why', async () => {
    const other = folder.at('2-of-3.blob');
    const kept = readFileSync(other);
    const swapped = async (files: readonly string[], options = {}): Promise<string> => {
      await shard(folder, files, '2/3', options);
      const line = await faultOf(blobs);
      folder.put('2-of-3.blob', kept);
      return line;
    };
    const strange = /^2-of-3.blob: it does not belong to 1-of-3.blob, because (.*); merge blobs of one check\.$/;
    const why = async (files: readonly string[], options = {}) => strange.exec(await swapped(files, options))?.[1];
    expect(await why(frames, { clearance: 0.1 })).toBe('--clearance is another');
    expect(await why(frames, { maxContacts: 5 })).toBe('--max-contacts is another');
    expect(await why([...frames.slice(1), frames[0]])).toBe('it names other files');
    expect(await why(frames.slice(0, 9))).toBe('it names other files');
    frame(3, 'frame-0.ply');
    expect(await why(frames)).toBe('its first frame is another');
    frame(0);
    frame(5, 'frame-6.ply');
    expect(await swapped(frames)).toBe(
      '2-of-3.blob and 3-of-3.blob do not agree about frame 6: the files have changed; write both again.',
    );
    frame(6);
    expect(await faultOf(blobs, '9.9.9')).toMatch(
      /1-of-3.blob: it was written by graze 0.0.0-test, and this is 9.9.9; /,
    );
  });

  it('refuses files that are no blobs', async () => {
    for (const content of ['', 'ply\n', 'graze blob 1\n', 'graze blob 2\n'.padEnd(100)])
      expect(await faultOf([folder.put('no.blob', content)])).toMatch(DAMAGED);
    expect(await faultOf([folder.path])).toMatch(DAMAGED);
    expect(await faultOf(['/dev/null'])).toMatch(DAMAGED);
  });

  it('refuses blobs that are cut off or changed anywhere', async () => {
    const whole = readFileSync(blobs[1]);
    const random = seededRandom(11);
    for (let i = 0; i < 40; i++) {
      const changed = Buffer.from(whole);
      const at = Math.floor(random.between(0, whole.length));
      if (i % 2 === 0) changed[at] ^= 1 << Math.floor(random.between(0, 8));
      const path = folder.put('changed.blob', changed);
      if (i % 2 === 1) truncateSync(path, at);
      expect(await faultOf([blobs[0], path, blobs[2]]), `at ${at}`).toMatch(DAMAGED);
    }
  });

  it('refuses blobs whose ids and counts lie', async () => {
    const lies: Partial<Records>[] = [
      { head: (head) => ({ ...head, frameCount: 4e9 }) },
      { head: (head) => ({ ...head, shard: { number: 2, count: 4e9 } }) },
      { head: (head) => ({ ...head, range: { from: 4, to: 6 } }) },
      { input: (input) => ({ ...input, vertexCount: 4e9 }) },
      { input: (input) => ({ ...input, triangles: Uint32Array.of(0, 1, 2, 3, 4, 99) }) },
      { input: (input) => ({ ...input, triangles: Uint32Array.of(0, 1) }) },
      { input: (input) => ({ ...input, partOfFace: Uint32Array.of(0, 7) }) },
      { input: (input) => ({ ...input, welds: Uint32Array.of(0, 1, 2, 3, 4, 9) }) },
      { input: (input) => ({ ...input, frameNames: ['only one'] }) },
      { input: (input) => ({ ...input, remeshed: [{ first: 0, end: 4e9 }] }) },
      { shape: ({ steps }) => ({ steps, frames: [] }) },
      { shape: ({ steps, frames }) => ({ steps, frames: frames.map((one) => ({ ...one, mesh: 5 })) }) },
      { shape: ({ steps, frames }) => ({ frames, steps: steps.map((one) => ({ ...one, mesh: 5 })) }) },
      { step: (step) => ({ ...step, index: 1 }) },
      { step: (step) => ({ ...step, after: step.after.map((one) => ({ ...one, b: 9 })) }) },
      { step: (step) => ({ ...step, after: step.after.map((one) => ({ ...one, facesA: Uint32Array.of(4e9) })) }) },
      { step: (step) => ({ ...step, unchecked: [{ part: 8, why: 'appears' }] }) },
      { step: (step) => ({ ...step, step: step.step && { ...step.step, count: 1e6 } }) },
      { positions: Float64Array.of(1, 2, 3) },
      { positions: new Float64Array(18).fill(Number.NaN) },
    ];
    for (const lie of lies) {
      const path = folder.at('lying.blob');
      rewrite(blobs[1], path, lie);
      const line = await faultOf([path, blobs[0], blobs[2]]);
      expect(line).toMatch(/(^lying.blob: the blob is damaged)|does not belong to/);
    }
  });
});

interface Records {
  readonly head: (head: BlobHead) => BlobHead;
  readonly input: (input: BlobInput) => BlobInput;
  readonly shape: (shape: BlobShape) => BlobShape;
  readonly step: (step: BlobStep) => BlobStep;
  readonly positions: Float64Array;
}

/** Writes a blob again, some of its records changed, with checksums that fit. */
function rewrite(from: string, path: string, { head, input, shape, step, positions }: Partial<Records>): void {
  const file = new BlobFileReader(from);
  const { places } = file;
  const out = new BlobFileWriter(path);
  const same = <T>(value: T): T => value;
  out.finish({
    head: out.add(blobHead, (head ?? same)(file.read(blobHead, places.head))),
    input: out.add(blobInput, (input ?? same)(file.read(blobInput, places.input))),
    shape: out.add(blobShape, (shape ?? same)(file.read(blobShape, places.shape))),
    meshes: [],
    frames: places.frames.map((place) =>
      out.add(blobPositions, positions ? { single: null, double: positions } : file.read(blobPositions, place)),
    ),
    steps: places.steps.map((place) => out.add(blobStep, (step ?? same)(file.read(blobStep, place)))),
  });
}

describe('codecs', () => {
  it('give back what they were given', () => {
    const codec = record<{ a: readonly number[]; b: string; c: Uint32Array }>({ a: list(f64), b: text, c: u32s });
    const value = { a: [1, -0.5, 1e300], b: 'Käse – 🧀', c: Uint32Array.of(1, 0xffff_ffff) };
    expect(decode(codec, encode(codec, value))).toEqual(value);
  });

  it('refuse counts beyond the bytes that are left, before they take memory for them', () => {
    const huge = encode(u32, 0xffff_ffff);
    for (const codec of [list(text), text, u32s, list(record<{ x: number }>({ x: f64 }))])
      expect(() => decode<unknown>(codec, huge)).toThrow(CodecFault);
    expect(() => decode(u32, Buffer.concat([huge, huge]))).toThrow('4 bytes are left over');
    expect(() => encode(f64, Number.NaN)).toThrow(CodecFault);
  });
});
