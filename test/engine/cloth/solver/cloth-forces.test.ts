// Forces against finite differences of the energy; the matrix against finite differences of the
// forces, and against the damping of the model; and that it is symmetric and positive semi-definite
// in any state.
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../../src/core/math/random.ts';
import { ClothModel } from '../../../../src/engine/cloth/model/cloth-model.ts';
import type { BlockMatrix } from '../../../../src/engine/cloth/solver/block-matrix.ts';
import { ClothForces } from '../../../../src/engine/cloth/solver/cloth-forces.ts';
import { clothEnergy, dissipativeForces } from '../../../oracle/cloth-energy.ts';
import { flatSheet } from './flat-sheet.ts';
import { product } from './product.ts';

const sheet = flatSheet({ width: 0.4, height: 0.3, columns: 4, rows: 3 });
const material = { areaDensity: 0.2, stretch: 30, shear: 8, bend: 0.01, damping: 0.1, airDrag: 2 };
const model = ClothModel.from({ ...sheet, material });
const gravity = [0.3, -0.2, -9.81];
const forces = new ClothForces(model, gravity);
const random = seededRandom(71);
const noise = (size: number) => Float64Array.from(sheet.positions, () => random.between(-size, size));
const shaken = (size: number) => noise(size).map((value, i) => value + sheet.positions[i]);
const dot = (a: Float64Array, b: Float64Array) => a.reduce((sum, value, i) => sum + value * b[i], 0);

function evaluate(of: ClothForces, x: Float64Array): Float64Array {
  const out = new Float64Array(x.length);
  of.evaluate(x, out);
  return out;
}

/** Valid until the next call. */
function matrixAt(x: Float64Array, h: number): BlockMatrix {
  forces.assemble(x, h);
  return forces.matrix;
}

describe('ClothForces', () => {
  it.each([0, 0.01, 0.05, 0.3])('are minus the gradient of the energy, shaken by %f', (size) => {
    const x = shaken(size);
    const f = evaluate(forces, x);
    const step = 1e-6;
    for (let i = 0; i < x.length; i++) {
      const [before, after] = [-step, step].map((d) => clothEnergy(model, x.with(i, x[i] + d), gravity));
      expect(f[i]).toBeCloseTo((before - after) / (2 * step), 6);
    }
  });

  it('of the cloth itself sum to no force and no torque', () => {
    const x = shaken(0.05);
    const f = evaluate(new ClothForces(model, [0, 0, 0]), x);
    const sum = [0, 0, 0];
    const torque = [0, 0, 0];
    for (let i = 0; i < x.length; i += 3) {
      for (let k = 0; k < 3; k++) {
        const [a, b] = [(k + 1) % 3, (k + 2) % 3];
        sum[k] += f[i + k];
        torque[k] += x[i + a] * f[i + b] - x[i + b] * f[i + a];
      }
    }
    for (const value of [...sum, ...torque]) expect(Math.abs(value)).toBeLessThan(1e-11);
  });
});

/** D v. A(h) = M + h D + h² K, so that two steps give D. */
function damped(of: ClothForces, { mass }: ClothModel, x: Float64Array, v: Float64Array): Float64Array {
  const scale = 1e-3;
  const [one, two] = [scale, 2 * scale].map((h) => {
    of.assemble(x, h);
    return product(of.matrix, v);
  });
  return v.map((value, i) => (4 * one[i] - two[i] - 3 * mass[Math.floor(i / 3)] * value) / (2 * scale));
}

describe('the matrix of a step', () => {
  it('dissipates energy by damping and drag, as the formulas of the model do', () => {
    const x = shaken(0.05);
    const v = noise(1);
    const known = dissipativeForces(model, x, v);
    const resistance = damped(forces, model, x, v);
    expect(dot(resistance, v)).toBeGreaterThan(0);
    for (let i = 0; i < v.length; i++) expect(resistance[i]).toBeCloseTo(-known[i], 8);
  });

  it('conserves momentum: without air the forces of damping sum to 0', () => {
    const airless = ClothModel.from({ ...sheet, material: { ...material, airDrag: 0 } });
    const resistance = damped(new ClothForces(airless, [0, 0, 0]), airless, shaken(0.05), noise(1));
    for (let k = 0; k < 3; k++)
      expect(Math.abs(resistance.reduce((s, value, i) => (i % 3 === k ? s + value : s), 0))).toBeLessThan(1e-9);
  });

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
    still.assemble(x, 1);
    const v = noise(1);
    const step = 1e-6;
    const [before, after] = [-step, step].map((d) =>
      evaluate(
        still,
        x.map((value, i) => value + d * v[i]),
      ),
    );
    const kv = product(still.matrix, v);
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
    const limp = ClothModel.from({ ...sheet, material: { ...material, bend: 0, airDrag: 0 } });
    for (const value of damped(new ClothForces(limp, [0, 0, 0]), limp, x, v)) expect(value).toBeCloseTo(0, 10);
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
