// Damaged files, a few of each fuzzer: `npm run fuzz:files` runs many.
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../src/core/math/random.ts';
import { FileError } from '../../../src/io.ts';
import { usdCrateFuzz, usdPackageFuzz, usdTextFuzz } from '../../fuzz-files/usd-fuzz.ts';

/** How many seeds per fuzzer. */
const SEEDS = 400;

describe.each([usdCrateFuzz, usdTextFuzz, usdPackageFuzz])('damaged files of $name', (fuzz) => {
  const files = fuzz.files();

  it('are whole before', async () => {
    for (const file of files) await fuzz.read(file);
  });

  it('end in a FileError or a scene', async () => {
    let damaged = 0;
    for (let seed = 1; seed <= SEEDS; seed++) {
      const random = seededRandom(seed);
      try {
        await fuzz.read(fuzz.damage(files[random.below(files.length)], random));
      } catch (error) {
        if (!(error instanceof FileError)) throw new Error(`seed ${seed}`, { cause: error });
        damaged++;
      }
    }
    expect(damaged).toBeGreaterThan(SEEDS / 4);
  });
});
