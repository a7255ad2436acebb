// The preconditioner: its aggregates, that it is symmetric and positive in what constraints leave
// free, and that with it the number of iterations hardly depends on the number of particles.
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../../src/core/math/random.ts';
import { ClothModel } from '../../../../src/engine/cloth/model/cloth-model.ts';
import { ClothForces } from '../../../../src/engine/cloth/solver/cloth-forces.ts';
import { FilteredCg } from '../../../../src/engine/cloth/solver/filtered-cg.ts';
import { ImplicitSolver } from '../../../../src/engine/cloth/solver/implicit-solver.ts';
import { graphOf, interpolate } from '../../../../src/engine/cloth/solver/interpolation.ts';
import { Multigrid } from '../../../../src/engine/cloth/solver/multigrid.ts';
import { VelocityConstraints } from '../../../../src/engine/cloth/solver/velocity-constraints.ts';
import { flatSheet } from './flat-sheet.ts';
import { product } from './product.ts';

const STEP = 0.01;
const random = seededRandom(23);
const dot = (a: Float64Array, b: Float64Array) => a.reduce((sum, value, i) => sum + value * b[i], 0);

/** A crumpled sheet with some particles constrained along one, two or three directions. */
function crumpled(side: number, share: number) {
  const sheet = flatSheet({ width: 1, height: 1, columns: side, rows: side });
  const model = ClothModel.from({ ...sheet, material: { bend: 1e-3 } });
  const forces = new ClothForces(model, [0, 0, -9.81]);
  const { matrix } = forces;
  const x = sheet.positions.map((value) => value + random.between(-0.2, 0.2) / side);
  forces.assemble(x, STEP);
  const constraints = new VelocityConstraints(model.particleCount);
  for (let particle = 0; particle < model.particleCount; particle++) {
    while (random.next() < share) {
      const n = [0, 1, 2].map(() => random.between(-1, 1));
      const length = Math.hypot(...n);
      constraints.add(particle, n[0] / length, n[1] / length, n[2] / length, random.between(-1, 1));
    }
  }
  return { model, matrix, constraints, noise: () => x.map(() => random.between(-1, 1)) };
}

describe('interpolation', () => {
  it('gives every particle to aggregates, with weights that sum to one', () => {
    const { matrix } = crumpled(20, 0);
    const { start, aggregate, weight, aggregateCount } = interpolate(graphOf(matrix.full));
    expect(aggregateCount).toBeLessThan(matrix.size / 4);
    expect(new Set(aggregate).size).toBe(aggregateCount);
    for (let i = 0; i < matrix.size; i++) {
      expect(weight.subarray(start[i], start[i + 1]).reduce((sum, w) => sum + w, 0)).toBeCloseTo(1, 14);
    }
  });

  it('gives a particle without neighbours an aggregate of its own', () => {
    const rows = { start: Uint32Array.from([0, 2, 3, 3, 3]), column: Uint32Array.from([1, 2, 2]) };
    const { aggregate, aggregateCount } = interpolate(graphOf(rows));
    expect([...aggregate]).toEqual([0, 0, 0, 1]);
    expect(aggregateCount).toBe(2);
  });
});

describe('Multigrid', () => {
  it.each([0, 0.2, 0.7])('is symmetric and positive where particles are constrained with a chance of %f', (share) => {
    const { matrix, constraints, noise } = crumpled(20, share);
    const multigrid = new Multigrid(matrix);
    const [right, solution] = [matrix.vector(), matrix.vector()];
    multigrid.prepare(constraints);
    for (let round = 0; round < 20; round++) {
      const [r, s, pr, ps] = [noise(), noise(), noise(), noise()];
      for (const [from, to] of [
        [r, pr],
        [s, ps],
      ]) {
        right.values.set(from);
        multigrid.apply(right, solution, constraints);
        to.set(solution.values);
      }
      const sizes = Math.sqrt(dot(pr, r) * dot(ps, s));
      expect(dot(pr, r)).toBeGreaterThan(0);
      expect(Math.abs(dot(pr, s) - dot(ps, r))).toBeLessThan(1e-10 * sizes);
      const free = pr.slice();
      constraints.filter(free);
      for (let i = 0; i < free.length; i++) expect(free[i]).toBeCloseTo(pr[i], 8);
    }
  });

  it.each([0, 0.3])('leads to the solution where particles are constrained with a chance of %f', (share) => {
    const { matrix, constraints, noise } = crumpled(12, share);
    const right = noise();
    const solution = noise();
    constraints.impose(solution);
    const asked = solution.slice();
    const cg = new FilteredCg(matrix);
    const limits = { tolerance: 1e-12, floorSq: 0, maxIterations: 200 };
    expect(cg.solve(right, solution, constraints, noise(), limits)).toBeLessThan(100);
    const left = product(matrix, solution);
    for (let i = 0; i < left.length; i++) {
      left[i] = right[i] - left[i];
      expect(cg.residual[i]).toBeCloseTo(left[i], 8);
    }
    constraints.filter(left);
    for (const value of left) expect(Math.abs(value)).toBeLessThan(1e-7);
    // Along constraints it is as it was asked.
    const difference = solution.map((value, i) => value - asked[i]);
    const free = difference.slice();
    constraints.filter(free);
    for (let i = 0; i < free.length; i++) expect(free[i]).toBeCloseTo(difference[i], 8);
  });

  it('keeps the number of iterations whatever the number of particles', () => {
    const iterations = [10, 20, 40, 80].map((side) => {
      const sheet = flatSheet({ width: 1, height: 1, columns: side, rows: side });
      const model = ClothModel.from(sheet);
      const solver = new ImplicitSolver(model);
      const constraints = new VelocityConstraints(model.particleCount);
      constraints.pin(sheet.at(0, 0), 0, 0, 0);
      constraints.pin(sheet.at(side, 0), 0, 0, 0);
      const x = sheet.positions.slice();
      const v = new Float64Array(x.length);
      let most = 0;
      for (let step = 0; step < 10; step++) {
        most = Math.max(most, solver.solve(x, v, STEP, constraints, v));
        for (let i = 0; i < x.length; i++) x[i] += STEP * v[i];
      }
      return most;
    });
    for (const count of iterations) expect(count).toBeLessThanOrEqual(16);
  });
});
