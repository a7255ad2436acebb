// Forces against finite differences of the energy, the matrix against finite differences of the
// forces; and that the matrix is symmetric and positive semi-definite in any state.
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../../src/core/math/random.ts';
import { ClothModel } from '../../../../src/engine/cloth/model/cloth-model.ts';
import { BlockMatrix } from '../../../../src/engine/cloth/solver/block-matrix.ts';
import { ClothForces } from '../../../../src/engine/cloth/solver/cloth-forces.ts';
import { flatSheet } from './flat-sheet.ts';
import { product } from './product.ts';

const sheet = flatSheet({ width: 0.4, height: 0.3, columns: 4, rows: 3 });
const material = { areaDensity: 0.2, stretch: 30, shear: 8, bend: 0.01, damping: 0.1, airDrag: 2 };
const model = ClothModel.from({ ...sheet, material });
const forces = new ClothForces(model, [0.3, -0.2, -9.81]);
const random = seededRandom(71);
const noise = (size: number) => Float64Array.from(sheet.positions, () => random.between(-size, size));
const shaken = (size: number) => noise(size).map((value, i) => value + sheet.positions[i]);
const dot = (a: Float64Array, b: Float64Array) => a.reduce((sum, value, i) => sum + value * b[i], 0);

function evaluate(x: Float64Array, v: Float64Array | null): Float64Array {
  const out = new Float64Array(x.length);
  forces.evaluate(x, v, out);
  return out;
}

function matrixAt(x: Float64Array, h: number): BlockMatrix {
  const matrix = new BlockMatrix(forces.bending.full, forces.bending.scalar);
  forces.assemble(x, h, matrix);
  return matrix;
}

describe('ClothForces', () => {
  it.each([0, 0.01, 0.05, 0.3])('are minus the gradient of the energy, shaken by %f', (size) => {
    const x = shaken(size);
    const f = evaluate(x, null);
    const step = 1e-6;
    for (let i = 0; i < x.length; i++) {
      const [before, after] = [-step, step].map((d) => forces.energy(x.with(i, x[i] + d)));
      expect(f[i]).toBeCloseTo((before - after) / (2 * step), 6);
    }
  });

  it('come from outside alone: those of the cloth neither push nor turn it', () => {
    const x = shaken(0.05);
    const v = noise(1);
    const free = new ClothForces(ClothModel.from({ ...sheet, material: { ...material, airDrag: 0 } }), [0, 0, 0]);
    const f = new Float64Array(x.length);
    free.evaluate(x, null, f);
    const sum = [0, 0, 0];
    const turn = [0, 0, 0];
    for (let i = 0; i < x.length; i += 3) {
      for (let k = 0; k < 3; k++) {
        const [a, b] = [(k + 1) % 3, (k + 2) % 3];
        sum[k] += f[i + k];
        turn[k] += x[i + a] * f[i + b] - x[i + b] * f[i + a];
      }
    }
    for (const value of [...sum, ...turn]) expect(Math.abs(value)).toBeLessThan(1e-11);
    free.evaluate(x, v, f);
    for (let k = 0; k < 3; k++)
      expect(Math.abs(f.reduce((s, value, i) => (i % 3 === k ? s + value : s), 0))).toBeLessThan(1e-11);
  });

  it('lose energy to damping and drag, and are those of the matrix', () => {
    const x = shaken(0.05);
    const v = noise(1);
    const rest = evaluate(x, null);
    const lost = evaluate(x, v).map((value, i) => value - rest[i]);
    expect(dot(lost, v)).toBeLessThan(0);
    // A(h) = M + h D + h² K, so that two steps give D.
    const [one, two] = [1e-3, 2e-3].map((h) => product(matrixAt(x, h), v));
    const [mass, scale] = [model.mass, 1e-3];
    for (let i = 0; i < v.length; i++) {
      const damping = (4 * one[i] - two[i] - 3 * mass[Math.floor(i / 3)] * v[i]) / (2 * scale);
      expect(damping).toBeCloseTo(-lost[i], 8);
    }
  });
});

describe('the matrix of a step', () => {
  it('is symmetric and, less the masses, positive semi-definite in any state', () => {
    for (const size of [0, 0.02, 0.1, 1]) {
      const matrix = matrixAt(shaken(size), 0.01);
      for (let round = 0; round < 50; round++) {
        const [x, y] = [noise(1), noise(1)];
        const ax = product(matrix, x);
        const inertia = x.reduce((sum, value, i) => sum + model.mass[Math.floor(i / 3)] * value * value, 0);
        expect(dot(ax, y)).toBeCloseTo(dot(product(matrix, y), x), 12);
        expect(dot(ax, x)).toBeGreaterThanOrEqual(inertia * (1 - 1e-12));
      }
    }
  });

  it('is exactly positive semi-definite: no pivot of its elimination is negative', () => {
    for (const size of [0.02, 0.1, 1]) {
      const rows = dense(matrixAt(shaken(size), 1));
      rows.forEach((row, i) => {
        row[i] -= model.mass[Math.floor(i / 3)];
      });
      expect(leastPivot(rows)).toBeGreaterThan(-1e-10);
    }
  });

  it('is the derivative of the forces where warp and weft are pulled', () => {
    // Without shear in the state, nothing of the derivative is left out.
    const x = sheet.positions.map((value, i) => (i % 3 === 0 ? 1.2 : 1.1) * value);
    const still = new ClothForces(
      ClothModel.from({ ...sheet, material: { ...material, damping: 0, airDrag: 0 } }),
      [0, 0, 0],
    );
    const matrix = new BlockMatrix(still.bending.full, still.bending.scalar);
    still.assemble(x, 1, matrix);
    const v = noise(1);
    const step = 1e-6;
    const [before, after] = [-step, step].map((d) => {
      const out = new Float64Array(x.length);
      still.evaluate(
        x.map((value, i) => value + d * v[i]),
        null,
        out,
      );
      return out;
    });
    const kv = product(matrix, v);
    for (let i = 0; i < v.length; i++) {
      expect(kv[i] - model.mass[Math.floor(i / 3)] * v[i]).toBeCloseTo((before[i] - after[i]) / (2 * step), 5);
    }
  });

  it('does not damp a cloth that turns as a whole', () => {
    const x = shaken(0.05);
    const [wx, wy, wz] = [0.3, -1, 0.7];
    const v = x.map((_, i) => {
      const p = 3 * Math.floor(i / 3);
      const [a, b, c] = x.subarray(p, p + 3);
      return [wy * c - wz * b, wz * a - wx * c, wx * b - wy * a][i % 3];
    });
    const limp = new ClothForces(
      ClothModel.from({ ...sheet, material: { ...material, bend: 0, airDrag: 0 } }),
      [0, 0, 0],
    );
    const [still, moving] = [null, v].map((velocity) => {
      const out = new Float64Array(x.length);
      limp.evaluate(x, velocity, out);
      return out;
    });
    for (let i = 0; i < x.length; i++) expect(moving[i]).toBeCloseTo(still[i], 12);
  });
});

function dense(matrix: BlockMatrix): Float64Array[] {
  return Array.from({ length: 3 * matrix.size }, (_, i) => {
    const unit = new Float64Array(3 * matrix.size);
    unit[i] = 1;
    return product(matrix, unit);
  });
}

/**
 * The least pivot of an elimination with the largest pivots first, as a share of the first one.
 * What is left below 1e-9 is rounding.
 */
function leastPivot(rows: Float64Array[]): number {
  const open = new Set(rows.keys());
  let first = 0;
  while (open.size > 0) {
    const pivot = [...open].reduce((best, i) => (rows[i][i] > rows[best][best] ? i : best));
    const size = rows[pivot][pivot];
    first ||= size;
    if (size < 1e-9 * first) return Math.min(...[...open].map((i) => rows[i][i])) / first;
    open.delete(pivot);
    for (const i of open) {
      const factor = rows[i][pivot] / size;
      for (const k of open) rows[i][k] -= factor * rows[pivot][k];
    }
  }
  return 0;
}
