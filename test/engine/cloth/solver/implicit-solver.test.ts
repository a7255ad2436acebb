// The solver against known answers: free flight, static stretch, pins, moving constraints, rest.
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../../src/core/math/random.ts';
import { ClothModel } from '../../../../src/engine/cloth/model/cloth-model.ts';
import { ImplicitSolver } from '../../../../src/engine/cloth/solver/implicit-solver.ts';
import { VelocityConstraints } from '../../../../src/engine/cloth/solver/velocity-constraints.ts';
import { clothEnergy } from '../../../oracle/cloth-energy.ts';
import { flatSheet } from './flat-sheet.ts';

const STEP = 0.01;
const GRAVITY = 9.81;

function move(x: Float64Array, v: Float64Array, h = STEP): void {
  for (let i = 0; i < x.length; i++) x[i] += h * v[i];
}

function kinetic({ mass }: ClothModel, v: Float64Array): number {
  return v.reduce((sum, value, i) => sum + (mass[Math.floor(i / 3)] * value * value) / 2, 0);
}

function momentum({ mass }: ClothModel, v: Float64Array): number[] {
  return [0, 1, 2].map((k) =>
    v.reduce((sum, value, i) => (i % 3 === k ? sum + mass[Math.floor(i / 3)] * value : sum), 0),
  );
}

describe('free flight', () => {
  it('is exact for a flat sheet: one direction, no iteration', () => {
    const sheet = flatSheet({ width: 1, height: 1, columns: 10, rows: 10 });
    const model = ClothModel.from({ ...sheet, material: { airDrag: 0 } });
    const solver = new ImplicitSolver(model);
    const constraints = new VelocityConstraints(model.particleCount);
    const x = sheet.positions.slice();
    const v = new Float64Array(x.length);
    for (let step = 1; step <= 100; step++) {
      expect(solver.solve(x, v, STEP, constraints, v)).toBe(0);
      move(x, v);
    }
    for (let i = 0; i < v.length; i++) expect(v[i]).toBeCloseTo(i % 3 === 2 ? -GRAVITY : 0, 10);
  });

  it('keeps the momentum of a crumpled sheet to rounding, whatever the tolerance', () => {
    const sheet = flatSheet({ width: 1, height: 1, columns: 12, rows: 12 });
    const model = ClothModel.from({ ...sheet, material: { airDrag: 0 } });
    const solver = new ImplicitSolver(model, { gravity: [0, 0, 0], tolerance: 0.1 });
    const constraints = new VelocityConstraints(model.particleCount);
    const random = seededRandom(9);
    const x = sheet.positions.map((value) => value + random.between(-0.02, 0.02));
    const v = x.map(() => random.between(-1, 1));
    const before = momentum(model, v);
    const size = model.mass.reduce((sum, m) => sum + m, 0);
    for (let step = 0; step < 50; step++) {
      solver.solve(x, v, STEP, constraints, v);
      move(x, v);
    }
    momentum(model, v).forEach((value, k) => {
      expect(Math.abs(value - before[k])).toBeLessThan(1e-11 * size);
    });
  });

  it('is that of each cloth by itself: one is pinned, the other flies on', () => {
    const sheet = flatSheet({ width: 1, height: 1, columns: 6, rows: 6 });
    const one = ClothModel.from({ ...sheet, material: { airDrag: 0 } });
    const both = ClothModel.merge([one, one]);
    const solver = new ImplicitSolver(both, { gravity: [0, 0, 0], tolerance: 0.1 });
    const constraints = new VelocityConstraints(both.particleCount);
    constraints.pin(3, 0, 0, 0);
    const random = seededRandom(4);
    const x = Float64Array.from(
      [...sheet.positions, ...sheet.positions],
      (value) => value + random.between(-0.02, 0.02),
    );
    const v = x.map(() => random.between(-1, 1));
    const free = v.subarray(v.length / 2);
    const before = momentum(one, free);
    for (let step = 0; step < 20; step++) {
      solver.solve(x, v, STEP, constraints, v);
      expect([...v.subarray(9, 12)]).toEqual([0, 0, 0]);
      move(x, v);
    }
    momentum(one, free).forEach((value, k) => {
      expect(value).toBeCloseTo(before[k], 12);
    });
  });

  it('falls no faster than the air lets it', () => {
    const sheet = flatSheet({ width: 1, height: 1, columns: 4, rows: 4 });
    const model = ClothModel.from({ ...sheet, material: { areaDensity: 0.1, airDrag: 2 } });
    const solver = new ImplicitSolver(model);
    const constraints = new VelocityConstraints(model.particleCount);
    const x = sheet.positions.slice();
    const v = new Float64Array(x.length);
    for (let step = 0; step < 200; step++) {
      solver.solve(x, v, STEP, constraints, v);
      move(x, v);
    }
    for (let i = 2; i < v.length; i += 3) expect(v[i]).toBeCloseTo((-0.1 * GRAVITY) / 2, 3);
  });
});

describe('a hanging sheet', () => {
  const size = { width: 0.5, height: 1, columns: 8, rows: 16 };
  const hung = (corners: 3 | 4) => {
    const sheet = flatSheet(size, corners);
    const material = { areaDensity: 0.2, stretch: 20, shear: 5, damping: 0.02 };
    const top = Array.from({ length: size.columns + 1 }, (_, i) => sheet.at(i, size.rows));
    const model = ClothModel.from({ ...sheet, material, pinned: top });
    const solver = new ImplicitSolver(model, { gravity: [0, -GRAVITY, 0] });
    const constraints = new VelocityConstraints(model.particleCount);
    for (const particle of model.pinned) constraints.pin(particle, 0, 0, 0);
    return {
      sheet,
      model,
      solver,
      constraints,
      x: sheet.positions.slice(),
      v: new Float64Array(sheet.positions.length),
    };
  };

  it.each([3, 4] as const)('of faces with %i corners comes to rest at its static stretch', (corners) => {
    const { sheet, model, solver, constraints, x, v } = hung(corners);
    for (let step = 0; step < 600; step++) {
      solver.solve(x, v, STEP, constraints, v);
      move(x, v);
    }
    expect(kinetic(model, v)).toBeLessThan(1e-8);
    // ρ g L² / 2k: the tension at a height is the weight below.
    const known = (0.2 * GRAVITY * size.height ** 2) / (2 * 20);
    for (let i = 0; i <= size.columns; i++) {
      const drop = -x[3 * sheet.at(i, 0) + 1];
      expect(Math.abs(drop / known - 1)).toBeLessThan(0.01);
    }
    const supported = [...model.pinned].reduce((sum, p) => sum + solver.constraintForce(p, 0, 1, 0), 0);
    const weight = 0.2 * size.width * size.height * GRAVITY;
    expect(Math.abs(supported / weight - 1)).toBeLessThan(0.001);
  });

  it('loses energy in every step on its way to rest, up to what the linear step adds', () => {
    const { model, solver, constraints, x, v } = hung(3);
    const whole = (): number => kinetic(model, v) + clothEnergy(model, x, [0, -GRAVITY, 0]);
    const start = whole();
    let last = start;
    let lowest = start;
    for (let step = 0; step < 400; step++) {
      solver.solve(x, v, STEP, constraints, v);
      move(x, v);
      const now = whole();
      expect(now).toBeLessThan(last + 1e-6 * Math.abs(start));
      last = now;
      lowest = Math.min(lowest, now);
    }
    for (let step = 0; step < 400; step++) {
      solver.solve(x, v, STEP, constraints, v);
      move(x, v);
    }
    expect(whole()).toBeLessThanOrEqual(lowest + 1e-9 * Math.abs(start));
  });

  it('depends on nothing but its arguments', () => {
    const { solver, constraints, x, v } = hung(3);
    const other = hung(3);
    solver.solve(x, v, 2 * STEP, constraints, v);
    const [mine, fresh] = [v.slice(), v.slice()];
    solver.solve(x, v, STEP, constraints, mine);
    other.solver.solve(x, v, STEP, other.constraints, fresh);
    expect(fresh).toEqual(mine);
  });
});

describe('constraints', () => {
  const sheet = flatSheet({ width: 1, height: 1, columns: 10, rows: 10 });
  const model = ClothModel.from(sheet);

  it('keep pinned corners where they are while the middle sags', () => {
    const solver = new ImplicitSolver(model);
    const constraints = new VelocityConstraints(model.particleCount);
    const corners = [sheet.at(0, 0), sheet.at(10, 0), sheet.at(0, 10), sheet.at(10, 10)];
    for (const particle of corners) constraints.pin(particle, 0, 0, 0);
    const x = sheet.positions.slice();
    const v = new Float64Array(x.length);
    for (let step = 0; step < 200; step++) {
      solver.solve(x, v, STEP, constraints, v);
      move(x, v);
    }
    for (const p of corners)
      expect([...x.subarray(3 * p, 3 * p + 3)]).toEqual([...sheet.positions.subarray(3 * p, 3 * p + 3)]);
    expect(x[3 * sheet.at(5, 5) + 2]).toBeLessThan(-0.05);
    expect(x.every(Number.isFinite)).toBe(true);
  });

  it('give the speed that was asked, and carry the rest of the cloth along', () => {
    const solver = new ImplicitSolver(model, { gravity: [0, 0, 0] });
    const constraints = new VelocityConstraints(model.particleCount);
    const x = sheet.positions.slice();
    const v = new Float64Array(x.length);
    for (let i = 0; i <= 10; i++) constraints.add(sheet.at(0, i), 1, 0, 0, 2);
    solver.solve(x, v, STEP, constraints, v);
    for (let i = 0; i <= 10; i++) {
      const p = 3 * sheet.at(0, i);
      expect(v[p]).toBeCloseTo(2, 12);
      expect(v[3 * sheet.at(1, i)]).toBeGreaterThan(0.1);
    }
  });

  it('tell the force by which a floor supports the cloth, negative for the opposite normal', () => {
    const solver = new ImplicitSolver(model);
    const constraints = new VelocityConstraints(model.particleCount);
    const x = sheet.positions.slice();
    const v = new Float64Array(x.length);
    for (let particle = 0; particle < model.particleCount; particle++) constraints.add(particle, 0, 0, 1, 0);
    solver.solve(x, v, STEP, constraints, v);
    for (let particle = 0; particle < model.particleCount; particle++) {
      const weight = model.mass[particle] * GRAVITY;
      expect(solver.constraintForce(particle, 0, 0, 1)).toBeCloseTo(weight, 12);
      expect(solver.constraintForce(particle, 0, 0, -1)).toBeCloseTo(-weight, 12);
      expect(solver.constraintForce(particle, 1, 0, 0)).toBeCloseTo(0, 12);
    }
  });
});

describe('stiff cloth', () => {
  it('comes to rest from a crumpled start, at the step of a hundredth', () => {
    const sheet = flatSheet({ width: 1, height: 1, columns: 15, rows: 15 });
    const model = ClothModel.from({ ...sheet, material: { stretch: 1e5, shear: 1e4, airDrag: 0 } });
    const solver = new ImplicitSolver(model, { gravity: [0, 0, 0] });
    const constraints = new VelocityConstraints(model.particleCount);
    const random = seededRandom(3);
    const x = sheet.positions.map((value) => value + random.between(-0.01, 0.01));
    const v = new Float64Array(x.length);
    const whole = (): number => kinetic(model, v) + clothEnergy(model, x, [0, 0, 0]);
    const start = whole();
    for (let step = 0; step < 100; step++) {
      solver.solve(x, v, STEP, constraints, v);
      move(x, v);
      expect(whole()).toBeLessThan(start);
    }
    expect(whole()).toBeLessThan(1e-3 * start);
  });

  it('stays finite through zero speed, a folded triangle and a huge step', () => {
    const sheet = flatSheet({ width: 1, height: 1, columns: 3, rows: 3 });
    const model = ClothModel.from(sheet);
    const solver = new ImplicitSolver(model);
    const constraints = new VelocityConstraints(model.particleCount);
    const x = new Float64Array(sheet.positions.length);
    const out = new Float64Array(x.length);
    for (const h of [1e-9, 0.01, 1e3]) {
      solver.solve(x, new Float64Array(x.length), h, constraints, out);
      expect(out.every(Number.isFinite)).toBe(true);
    }
  });
});
