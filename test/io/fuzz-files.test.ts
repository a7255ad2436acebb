// A short run of the fuzzers of all formats, and what they notice. `npm run fuzz:files` is the long run.
import { afterAll, describe, expect, it } from 'vitest';
import { seededRandom } from '../../src/core/math/random.ts';
import { FileError } from '../../src/io.ts';
import { allFuzzes } from '../fuzz-files/all-fuzzes.ts';
import { AllocationMeter } from '../fuzz-files/allocation-meter.ts';
import type { FileFuzz } from '../fuzz-files/file-fuzz.ts';
import { damagedFile, faultOfFile, type Outcomes } from '../fuzz-files/fuzz-run.ts';

/** Files per format. */
const COUNT = 200;
const SEED = 1;

const fuzzes = await allFuzzes();
const meter = new AllocationMeter();
afterAll(() => meter.remove());

describe('damaged files', () => {
  it('of these formats are tried', () => {
    expect(fuzzes.map(({ name }) => name)).toEqual(expect.arrayContaining(['mdd', 'obj', 'off', 'pc2', 'ply', 'stl']));
  });

  it.each(fuzzes)('are read or refused: $name', async (fuzz) => {
    const outcomes: Outcomes = { read: 0, refused: 0 };
    for (let index = 0; index < COUNT; index++) {
      const fault = await faultOfFile(fuzz, damagedFile(fuzz, SEED, index), meter, outcomes);
      if (fault !== null) expect.fail(`seed ${SEED}, file ${index}: ${fault}`);
      // The first files are whole.
      if (index < fuzz.files().length) expect(outcomes).toEqual({ read: index + 1, refused: 0 });
    }
    // Neither harmless nor all fatal: otherwise the damage would test nothing.
    expect(outcomes.read).toBeGreaterThan(fuzz.files().length);
    expect(outcomes.refused).toBeGreaterThan(0);
  });
});

describe('the fuzzer', () => {
  const faultOf = (read: () => void): Promise<string | null> => {
    const fuzz: FileFuzz = { name: 'made up', files: () => [new Uint8Array(8)], damage: (file) => file, read };
    return faultOfFile(fuzz, damagedFile(fuzz, 1, 0), meter, { read: 0, refused: 0 });
  };
  const kept: unknown[] = [];

  it.each<[string, () => unknown]>([
    ['an array', () => new Float64Array(2 ** 24)],
    ['a buffer', () => new ArrayBuffer(2 ** 27)],
    ['a buffer of Node', () => Buffer.allocUnsafe(2 ** 27)],
    ['a list copied', () => Float64Array.from({ length: 2 ** 24 }, () => 0)],
    ['WebAssembly', () => new WebAssembly.Memory({ initial: 2048 })],
    ['WebAssembly that grows', () => new WebAssembly.Memory({ initial: 1 }).grow(2048)],
  ])('notices one large allocation, even if the reader hides it: %s', async (_name, allocate) => {
    const hiding = (): void => {
      try {
        allocate();
      } catch {
        throw new FileError('PLY', { line: 1 }, 'less', 'more');
      }
    };
    expect(await faultOf(hiding)).toMatch(/^too much memory: an allocation of 128 MB/);
    expect(await faultOf(allocate as () => void)).toMatch(/^too much memory/);
  });

  it('notices many small ones in use, and none that are not', async () => {
    const many = (): void => {
      for (let i = 0; i < 120; i++) kept.push(new Uint8Array(2 ** 20).fill(1));
    };
    expect(await faultOf(many)).toMatch(/^too much memory: \d+ MB in use/);
    kept.length = 0;
    const dropped = (): void => {
      for (let i = 0; i < 120; i++) new Uint8Array(2 ** 20).fill(1);
    };
    expect(await faultOf(dropped)).toBeNull();
  });

  it('notices raw errors', async () => {
    const read = (): void => {
      throw new TypeError('no such property');
    };
    expect(await faultOf(read)).toMatch(/^a raw error: TypeError: no such property/);
  });

  it('makes the same file again', () => {
    for (const fuzz of fuzzes) {
      expect(damagedFile(fuzz, 3, 77)).toEqual(damagedFile(fuzz, 3, 77));
      expect(fuzz.damage(fuzz.files()[0], seededRandom(9))).toEqual(fuzz.damage(fuzz.files()[0], seededRandom(9)));
    }
  });
});
