// The cloth solver alone: a square metre of cotton that swings from two corners, in ever finer
// meshes, with steps of a hundredth of a second. It is the same cloth, so the pull of a corner must
// cross more and more particles per step. Prints CPU time per step in yardsticks, iterations, and
// the slope of the logarithms. Optional: --sizes 1000,5000 (particles), --json FILE.
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { ClothModel } from '../src/engine/cloth/model/cloth-model.ts';
import { ImplicitSolver } from '../src/engine/cloth/solver/implicit-solver.ts';
import { VelocityConstraints } from '../src/engine/cloth/solver/velocity-constraints.ts';
import { flatSheet } from '../test/engine/cloth/solver/flat-sheet.ts';
import { cpuMs, median, slopeOf } from './measure.ts';
import { yardstick } from './yardstick.ts';

const { values } = parseArgs({
  options: { sizes: { type: 'string', default: '1000,3000,10000,25000,50000' }, json: { type: 'string' } },
});

/** The promised maximum slope of the logarithms. */
const MAX_SLOPE = 1.3;

const STEP = 0.01;
const WARM_UP = 10;
const MEASURED = 20;

interface Cost {
  readonly particles: number;
  readonly yardsticks: number;
  readonly iterations: number;
  readonly mostIterations: number;
}

/** Medians over steps in which the cloth swings fully. */
function measureCost(size: number, unit: number): Cost {
  const side = Math.round(Math.sqrt(size)) - 1;
  const sheet = flatSheet({ width: 1, height: 1, columns: side, rows: side });
  const model = ClothModel.from(sheet);
  const solver = new ImplicitSolver(model);
  const constraints = new VelocityConstraints(model.particleCount);
  for (const corner of [sheet.at(0, side), sheet.at(side, side)]) constraints.pin(corner, 0, 0, 0);
  const x = sheet.positions.slice();
  const v = new Float64Array(x.length);
  const spent: number[] = [];
  const iterations: number[] = [];
  for (let step = 0; step < WARM_UP + MEASURED; step++) {
    spent.push(cpuMs(() => iterations.push(solver.solve(x, v, STEP, constraints, v))));
    for (let i = 0; i < x.length; i++) x[i] += STEP * v[i];
  }
  return {
    particles: model.particleCount,
    yardsticks: median(spent.slice(WARM_UP)) / unit,
    iterations: median(iterations.slice(WARM_UP)),
    mostIterations: Math.max(...iterations),
  };
}

const unit = yardstick();
const sizes = values.sizes.split(',').map(Number);
// This run only compiles all code.
measureCost(sizes[0], unit);
const costs = sizes.map((size) => {
  const cost = measureCost(size, unit);
  const { particles, yardsticks, iterations, mostIterations } = cost;
  console.log(
    `${particles}`.padStart(6),
    'particles:',
    yardsticks.toFixed(4).padStart(7),
    'yardsticks a step,',
    iterations,
    'iterations, at most',
    mostIterations,
  );
  return cost;
});
const slope = slopeOf(costs.map(({ particles, yardsticks }) => [particles, yardsticks]));
if (sizes.length > 1) console.log(`slope ${slope.toFixed(3)}${slope > MAX_SLOPE ? ` ! over ${MAX_SLOPE}` : ''}`);
if (values.json) writeFileSync(values.json, `${JSON.stringify({ costs, slope }, null, 2)}\n`);
