// The cut itself: every face is in one partition; ghosts are exactly those that come near a cell, and rows are put in order whatever their
// ids, up to the largest.
import { describe, expect, it } from 'vitest';
import { rowOrder } from '../../../src/core/contacts/row-order.ts';
import { seededRandom } from '../../../src/core/math/random.ts';
import { CellBoxes } from '../../../src/engine/partitions/cell-boxes.ts';
import { cutRun, mortonOrder } from '../../../src/engine/partitions/morton-order.ts';
import { PartitionCut } from '../../../src/engine/partitions/partition-cut.ts';
import { TriMesh } from '../../../src/index.ts';

/** Small faces in a cube. */
function soup(faceCount: number, seed: number, size = 1): { mesh: TriMesh; x0: Float64Array; x1: Float64Array } {
  const random = seededRandom(seed);
  const mesh = TriMesh.from(
    Array.from({ length: 3 * faceCount }, (_, i) => i),
    3 * faceCount,
  );
  const x0 = new Float64Array(9 * faceCount);
  for (let f = 0; f < faceCount; f++) {
    const middle = [0, 1, 2].map(() => random.between(-size, size));
    for (let k = 0; k < 9; k++) x0[9 * f + k] = middle[k % 3] + 0.05 * size * random.next();
  }
  return { mesh, x0, x1: x0.map((x) => x + 0.05 * size * random.next()) };
}

const ascending = (count: number) => Uint32Array.from({ length: count }, (_, i) => i);

describe('the order in space', () => {
  it.each([0, 1, 63, 3000])('has every face once, of %d', (count) => {
    const { mesh, x0 } = soup(count, 1);
    expect(mortonOrder(mesh.triangles, x0).order.toSorted()).toEqual(ascending(count));
  });

  it('is some order where extents overflow, vanish or all is in one place', () => {
    for (const size of [1e308, 5e-324]) {
      const { mesh, x0 } = soup(500, 2, size);
      expect(mortonOrder(mesh.triangles, x0).order.toSorted()).toEqual(ascending(500));
    }
    const { mesh, x0 } = soup(500, 3);
    expect(mortonOrder(mesh.triangles, x0.fill(7)).order.toSorted()).toEqual(ascending(500));
  });

  it('puts neighbours next to each other', () => {
    const { mesh, x0 } = soup(20_000, 4);
    const { order } = mortonOrder(mesh.triangles, x0);
    const far = (faces: ArrayLike<number>) => {
      let sum = 0;
      for (let i = 1; i < faces.length; i++)
        sum += Math.hypot(...[0, 1, 2].map((k) => x0[9 * faces[i] + k] - x0[9 * faces[i - 1] + k]));
      return sum / faces.length;
    };
    expect(far(order)).toBeLessThan(0.2 * far(ascending(20_000)));
  });
});

describe('a cut', () => {
  it.each([
    [300, 7, 0],
    [2000, 3, 0.02],
    [2000, 16, 0],
    [500, 2, Number.POSITIVE_INFINITY],
  ])('of %d faces in %d finds the ghosts within %d, no more and no less', (faceCount, count, reach) => {
    const { mesh, x0, x1 } = soup(faceCount, faceCount + count);
    const cut = new PartitionCut(mesh, count, x0);
    cut.boxes.fit(x0, x1);
    const marks = new Uint8Array(faceCount);
    const boxOf = (faces: readonly number[]) =>
      [0, 1, 2].flatMap((axis) => {
        const all = faces.flatMap((f) => [0, 3, 6].flatMap((k) => [x0[9 * f + k + axis], x1[9 * f + k + axis]]));
        return [Math.min(...all), Math.max(...all)];
      });
    let ownCount = 0;
    for (let p = 0; p < count; p++) {
      const own = [...ascending(faceCount)].filter((f) => cut.partitionOf[f] === p);
      ownCount += own.length;
      expect(own.length).toBe(cut.sizeOf(p));
      const sorted = mortonOrder(mesh.triangles, x0);
      const starts: number[] = [];
      const from = sorted.order.findIndex((f) => cut.partitionOf[f] === p);
      cutRun(sorted, from, from + own.length, starts);
      const cells = starts.map((start, i) => {
        const faces = [...sorted.order.subarray(start, starts[i + 1] ?? from + own.length)];
        expect(faces.length).toBeLessThanOrEqual(64);
        return boxOf(faces);
      });
      const isNear = (f: number) => {
        const box = boxOf([f]);
        return cells.some((cell) =>
          [0, 2, 4].every((k) => box[k] <= cell[k + 1] + reach && cell[k] - reach <= box[k + 1]),
        );
      };
      const expected = [...ascending(faceCount)].filter((f) => cut.partitionOf[f] === p || isNear(f));
      const faces = cut.facesOf(p, reach, marks);
      expect([...faces]).toEqual(expected);
      expect(cut.lacksGhosts(p, faces, reach, marks)).toBe(false);
      const foreign = expected.find((f) => cut.partitionOf[f] !== p);
      if (foreign !== undefined)
        expect(
          cut.lacksGhosts(
            p,
            faces.filter((f) => f !== foreign),
            reach,
            marks,
          ),
        ).toBe(true);
      expect(marks.includes(1)).toBe(false);
    }
    expect(ownCount).toBe(faceCount);
  });

  it('compares coordinates as they are: cells that just touch are near, and those an ulp apart are not', () => {
    const mesh = TriMesh.from([0, 1, 2, 3, 4, 5], 6);
    const boxes = new CellBoxes(mesh, ascending(2), Uint32Array.of(0, 1, 2));
    const nearAt = (gap: number) => {
      const x = Float64Array.of(0, 0, 0, 1e15, 0, 0, 0, 1, 0, 1e15 + gap, 0, 0, 2e15, 0, 0, 2e15, 1, 0);
      boxes.fit(x, x);
      return boxes.markNear(0, 1, 0, new Uint8Array(2));
    };
    expect([nearAt(0), nearAt(0.125)]).toEqual([1, 0]);
  });
});

describe('the order of rows', () => {
  it('is by kind, then a, and stable, up to the largest ids', () => {
    const random = seededRandom(5);
    const count = 5000;
    const kind = Uint8Array.from({ length: count }, () => random.below(2));
    const a = Uint32Array.from({ length: count }, () => 0xfffffffe - random.below(40) * 0x3000007);
    const expected = [...ascending(count)].sort((i, j) => kind[i] - kind[j] || a[i] - a[j] || i - j);
    expect([...rowOrder(kind, a, count)]).toEqual(expected);
    expect(rowOrder(kind, a, 0)).toEqual(new Uint32Array(0));
  });
});
