// Long runs of random scenes of cloth: --count of them, --seed of the first, --frames each. Every committed way is judged by a collider with
// another recipe, every frame by exact intersections, and no coordinate may be anything but a number. A scene that ends 'pinched' is in a valid
// state; how many do is told.
import { parseArgs } from 'node:util';
import { ClothSimulation } from '../src/cloth.ts';
import { seededRandom } from '../src/core/math/random.ts';
import { rTriangles } from '../src/index.ts';
import { randomCloth } from './generate/cloth-scenes.ts';
import { judgeOf } from './oracle/cloth-judge.ts';

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    frames: { type: 'string', default: '60' },
  },
});
const total = { scenes: 0, frames: 0, substeps: 0, torn: 0, pinched: 0, wrong: 0 };

function run(seed: number): void {
  let contacts = 0;
  const simulation = new ClothSimulation({
    ...randomCloth(seededRandom(seed)),
    onCommit(x0, x1) {
      contacts += judge.collide(x0, x1).count;
    },
  });
  let judge = judgeOf(simulation.mesh, simulation.masses.length, rTriangles);
  let crossings = 0;
  for (let frame = 0; frame < Number(values.frames); frame++) {
    const { state, substeps, torn } = simulation.advance();
    total.frames++;
    total.substeps += substeps;
    total.torn += torn;
    if (torn > 0) judge = judgeOf(simulation.mesh, simulation.masses.length, rTriangles);
    crossings += judge.intersections(simulation.positions).count;
    const isNumber = simulation.positions.every(Number.isFinite);
    if (contacts + crossings > 0 || !isNumber) {
      total.wrong++;
      console.error(
        `WRONG seed ${seed}, frame ${frame}: ${contacts} contacts, ${crossings} crossings, numbers ${isNumber}`,
      );
      break;
    }
    if (state === 'pinched') {
      total.pinched++;
      break;
    }
  }
  total.scenes++;
}

for (let i = 0; i < Number(values.count); i++) run(Number(values.seed) + i);
console.log(
  Object.entries(total)
    .map(([name, value]) => `${value} ${name}`)
    .join(', '),
);
if (total.wrong > 0) process.exitCode = 1;
