import { describe, expect, test } from 'vitest';
import { seededRandom } from '../../../src/core/math/random.ts';
import { MeshError } from '../../../src/core/mesh/mesh-error.ts';
import { weld } from '../../../src/core/mesh/weld.ts';

function sameNumber(a: number, b: number): boolean {
  return a === b || (Number.isNaN(a) && Number.isNaN(b));
}

/** Each vertex against each earlier one. */
function bruteRemap(columns: ArrayLike<number>[], vertexCount: number): number[] {
  const remap: number[] = [];
  let count = 0;
  for (let v = 0; v < vertexCount; v++) {
    const first = remap.findIndex((_, u) =>
      columns.every((column) => {
        const width = column.length / vertexCount;
        return Array.from({ length: width }).every((_, k) => sameNumber(column[width * u + k], column[width * v + k]));
      }),
    );
    remap.push(first === -1 ? count++ : remap[first]);
  }
  return remap;
}

describe('weld', () => {
  test('equals brute force on random columns', () => {
    for (let seed = 0; seed < 300; seed++) {
      const random = seededRandom(seed);
      const vertexCount = 1 + random.below(60);
      const values = [0, -0, 1, -1, 0.1, Math.fround(0.1), 1e-300, 5e-324].slice(0, 2 + random.below(7));
      const pick = (): number => values[random.below(values.length)];
      const positions =
        seed % 2 === 0
          ? new Float64Array(3 * vertexCount).map(pick)
          : new Float32Array(3 * vertexCount).map(() => Math.fround(pick()));
      const attributes: ArrayLike<number>[] = [
        new Uint8Array(4 * vertexCount).map((_, i) => (i % 4 === 3 ? random.below(2) : 255)),
        Array.from({ length: vertexCount }, () => (random.below(3) === 0 ? Number.NaN : pick())),
        new Float32Array(2 * vertexCount).map(() => random.below(2)),
      ].slice(0, random.below(4));
      const { remap, vertexCount: count, source } = weld(positions, ...attributes);
      const expected = bruteRemap([positions, ...attributes], vertexCount);
      expect([...remap], `seed ${seed}`).toEqual(expected);
      expect(count, `seed ${seed}`).toBe(Math.max(...expected) + 1);
      expect([...source], `seed ${seed}`).toEqual(Array.from({ length: count }, (_, id) => expected.indexOf(id)));
    }
  });

  test('joins what is equal and nothing that is merely near', () => {
    const next = 1 + 2 ** -52;
    const { remap, vertexCount } = weld(Float64Array.of(1, 0, 0, next, 0, 0, 1, -0, 0, 1, 0, 5e-324));
    expect([...remap]).toEqual([0, 1, 0, 2]);
    expect(vertexCount).toBe(3);
  });

  test('NaN in an attribute equals NaN, whatever its payload', () => {
    const attribute = new Float64Array(new BigUint64Array([0x7ff8000000000000n, 0xfff8000000000001n, 0n]).buffer);
    expect([...weld(new Float64Array(9), attribute).remap]).toEqual([0, 0, 1]);
  });

  test('stays fast where all vertices are equal or lie on a grid', () => {
    // Quadratic behaviour, of the probing or of a weak hash, would run into the test's time limit.
    const n = 100;
    expect(weld(new Float32Array(3 * n ** 3)).vertexCount).toBe(1);
    const grid = new Float64Array(3 * n ** 3).map(
      (_, i) => (Math.floor(Math.floor(i / 3) / n ** (i % 3)) % n) / 2 ** 40,
    );
    expect(weld(grid).vertexCount).toBe(n ** 3);
  });

  test('of nothing is nothing', () => {
    const { remap, vertexCount, source } = weld(new Float64Array(0), []);
    expect([remap.length, vertexCount, source.length]).toEqual([0, 0, 0]);
  });

  const nan = new Float64Array(9).fill(Number.NaN, 4, 5);
  const infinite = new Float32Array(9).fill(Number.POSITIVE_INFINITY, 8);
  test.each([
    ['length-not-multiple-of-three', 3, new Float64Array(5), []],
    ['position-not-finite', 1, nan, []],
    ['position-not-finite', 2, infinite, []],
    ['wrong-attribute-length', 1, new Float64Array(9), [[1, 2, 3], new Float32Array(7)]],
    ['wrong-attribute-length', 0, new Float64Array(0), [[1]]],
  ])('%s at %i', (fault, at, positions, attributes) => {
    try {
      weld(positions, ...attributes);
    } catch (error) {
      expect(error).toBeInstanceOf(MeshError);
      expect(error).toMatchObject({ fault, at });
      return;
    }
    throw new Error('nothing was thrown');
  });
});
