// Damaged Alembic files end in a scene or in a FileError, and take little memory. A longer run is
// part of `npm run fuzz:files`.
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../src/core/math/random.ts';
import { FileError } from '../../../src/io.ts';
import { alembicFuzz } from '../../fuzz-files/alembic-fuzz.ts';

const SEEDS = 2000;
/** What reading a file of a few kilobytes may leave behind: window, scratch and faces. */
const MAX_BYTES = 1 << 22;

describe('damaged Alembic files', () => {
  it.each(alembicFuzz.files().map((file, i) => [i, file] as const))('of file %i', (i, file) => {
    expect(() => alembicFuzz.read(file)).not.toThrow();
    const counts = { read: 0, refused: 0 };
    for (let seed = 0; seed < SEEDS; seed++) {
      const damaged = alembicFuzz.damage(file, seededRandom(seed));
      // To measure takes longer than to read.
      const before = seed % 20 === 0 ? process.memoryUsage().arrayBuffers : undefined;
      try {
        alembicFuzz.read(damaged);
        counts.read++;
      } catch (error) {
        if (!(error instanceof FileError)) expect.fail(`file ${i}, seed ${seed}: ${error}`);
        counts.refused++;
      }
      if (before !== undefined) expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(MAX_BYTES);
    }
    // Neither harmless nor all fatal: otherwise the damage would test nothing.
    expect(Math.min(counts.read, counts.refused)).toBeGreaterThan(SEEDS / 20);
  });
});
