// Damaged files of every format end in a valid mesh or a FileError, and take no more memory than
// their size permits.
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../src/core/math/random.ts';
import { FileError, type MeshData, readMesh } from '../../src/io.ts';
import { mutated } from '../fuzz-files/mutations.ts';
import { faultOf, SAMPLES } from './samples.ts';

/** How many seeds per sample; raise it for a long run. */
const SEEDS = Number(process.env.GRAZE_MUTATIONS ?? 200);

/** Array bytes that reading may leave behind per byte of the file, and in all cases. */
const BYTES_PER_BYTE = 200;
const BYTES_AT_LEAST = 1 << 16;

/** 'mesh' or 'error', or what went wrong. */
function outcomeOf(read: (bytes: Uint8Array) => MeshData, bytes: Uint8Array): string {
  const before = process.memoryUsage().arrayBuffers;
  let outcome = 'mesh';
  try {
    const fault = faultOf(read(bytes), bytes.length);
    if (fault) return fault;
  } catch (error) {
    if (!(error instanceof FileError)) return String(error);
    outcome = 'error';
  }
  // A collection in between can only make the figure smaller.
  const taken = process.memoryUsage().arrayBuffers - before;
  return taken > BYTES_AT_LEAST + BYTES_PER_BYTE * bytes.length ? `${taken} bytes for ${bytes.length}` : outcome;
}

describe('mutations', () => {
  it.each(SAMPLES)('of $name', ({ name, read, bytes }) => {
    expect(outcomeOf(read, bytes)).toBe('mesh');
    const counts = { mesh: 0, error: 0 };
    for (let seed = 0; seed < SEEDS; seed++) {
      const file = mutated(bytes, seededRandom(seed));
      for (const reader of [read, (source: Uint8Array) => readMesh(source)]) {
        const outcome = outcomeOf(reader, file);
        if (outcome !== 'mesh' && outcome !== 'error') expect.fail(`${name}, seed ${seed}: ${outcome}`);
        counts[outcome]++;
      }
    }
    // Neither harmless nor all fatal: otherwise the mutations would test nothing.
    expect(Math.min(counts.mesh, counts.error)).toBeGreaterThan(0);
  });

  it.each(SAMPLES)('every truncation of $name', ({ read, bytes }) => {
    for (let length = 0; length < bytes.length; length++) {
      expect(outcomeOf(read, bytes.slice(0, length))).toMatch(/^(mesh|error)$/);
    }
  });
});
