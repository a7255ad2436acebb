// The fuzzers of the point caches PC2 and MDD: the counts of the header decide all, so that half of the
// damage is one of its fields.
import type { Random } from '../../src/core/math/random.ts';
import { type PointCache, readMdd, readPc2, writeMdd, writePc2 } from '../../src/io.ts';
import type { FileFuzz } from './file-fuzz.ts';
import { MUTATIONS, type Mutation, mutated, spliced } from './mutations.ts';

/** Counts and numbers that a header should not have. */
const FIELDS = [0, 1, 2, 3, 4, 5, -1, 0x7fffffff, 0x80000000, 0x7f800000, 0x7fc00000, 0x10000000, 0x55555556];

const FRAMES = [0, 1, 2].map((frame) => Float64Array.from({ length: 12 }, (_, i) => i / 3 + frame));

/** Puts a hostile number into one of the 32-bit fields of a header. */
function replaceField(headerBytes: number, littleEndian: boolean): Mutation {
  return (bytes, random) => {
    const at = 4 * random.below(headerBytes / 4);
    const field = new Uint8Array(4);
    new DataView(field.buffer).setUint32(0, FIELDS[random.below(FIELDS.length)], littleEndian);
    return spliced(bytes, Math.min(at, bytes.length), Math.min(at + 4, bytes.length), field);
  };
}

function readAll(cache: PointCache, byteCount: number): void {
  const positions = new Float64Array(3 * cache.pointCount);
  if (cache.frameCount * positions.length > byteCount) throw new Error('more frames than the file can hold');
  for (let frame = 0; frame < cache.frameCount; frame++) {
    cache.positions(frame, positions);
    const time = cache.time(frame);
    if (!positions.every(Number.isFinite) || !Number.isFinite(time)) throw new Error('a number that is not finite');
  }
}

function damage(file: Uint8Array, random: Random, field: Mutation): Uint8Array {
  return mutated(file, random, random.below(2) === 0 ? [field] : MUTATIONS);
}

const pc2Field = replaceField(32, true);
const mddField = replaceField(20, false);

export const pc2Fuzz: FileFuzz = {
  name: 'pc2',
  files: () => [writePc2(FRAMES), writePc2(FRAMES.slice(1), { startFrame: 7, sampleRate: 0.5 })],
  damage: (file, random) => damage(file, random, pc2Field),
  read: (file) => readAll(readPc2(file), file.length),
};

export const mddFuzz: FileFuzz = {
  name: 'mdd',
  files: () => [writeMdd(FRAMES), writeMdd(FRAMES.slice(0, 1))],
  damage: (file, random) => damage(file, random, mddField),
  read: (file) => readAll(readMdd(file), file.length),
};
