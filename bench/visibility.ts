// The cost and the result of visibility culling on the CPU: the cloth of 20,000 triangles at 512
// pixels, to convergence, in yardsticks; at 1024 pixels, what is left for each face that collides,
// at one instant and over a step; then how the cost grows with the mesh, with pixels growing alike.
// Optional: --sizes 5000,20000 (triangles).
import { parseArgs } from 'node:util';
import { roundTableCloth } from '../scenes/visibility/round-table-cloth.ts';
import { type Culling, type ViewName, VisibilityCuller } from '../src/gpu.ts';
import { crossingPairs, faceCountOf, meetingPairs, missed } from '../test/oracle/visible-truth.ts';
import { cpuMs, median, slopeOf } from './measure.ts';
import { yardstick } from './yardstick.ts';

const { values } = parseArgs({ options: { sizes: { type: 'string', default: '5000,20000,100000,500000' } } });

/** Frames in which the folds close, and have closed. */
const FRAMES = [45, 58];
const ROUNDS = 9;
const CLOTH = 20_000;
/**
 * Pixels per square root of the triangle count: the same number of pixels per edge at every size.
 */
const PIXELS = 512 / Math.sqrt(CLOTH);
/** The paper's views of the cloth, both sides of these, and all. */
const VIEWS: readonly (readonly ViewName[])[] = [
  ['+z', '+x'],
  ['+z', '-z', '+x', '-x'],
  ['+z', '-z', '+x', '-x', '+y', '-y'],
];

function framesOf(scale: number, frame: number) {
  const { mesh, positions } = roundTableCloth({ scale });
  const [x0, x1] = [frame, frame + 1].map((k) => {
    const x = new Float64Array(3 * mesh.vertexCount);
    positions(k, x);
    return x;
  });
  return { mesh, x0, x1 };
}

/** CPU ms of a warm call. */
function cost(cull: () => Culling, rounds: number): number {
  cull();
  return median(Array.from({ length: rounds }, () => cpuMs(cull)));
}

console.log('20K cloth | views | yardsticks at 512 | left / colliding at 1024: at the start | over the step | missed');
const unit = yardstick();
for (const frame of FRAMES) {
  const { mesh, x0, x1 } = framesOf(1, frame);
  const truths = [crossingPairs(mesh, x0), meetingPairs(mesh, x0, x1)];
  for (const views of VIEWS) {
    const culler = new VisibilityCuller(mesh, { resolution: 512, views });
    const yardsticks = cost(() => culler.cull(x0), ROUNDS) / unit;
    const fine = new VisibilityCuller(mesh, { resolution: 1024, views });
    const cullings = [fine.cull(x0), fine.cull(x0, x1)];
    const kept = cullings.map(({ size }, i) => {
      const colliding = faceCountOf(truths[i]);
      return `${size} / ${colliding} = ${(size / colliding).toFixed(2)}`;
    });
    const lost = cullings.reduce((sum, culling, i) => sum + missed(culling, truths[i]).length, 0);
    console.log(`frame ${frame} | ${views.join(' ')} | ${yardsticks.toFixed(3)} | ${kept.join(' | ')} | ${lost}`);
  }
}

console.log('triangles | pixels | CPU ms | µs a triangle | left');
const costs: [number, number][] = [];
for (const size of values.sizes.split(',').map(Number)) {
  const { mesh, x0 } = framesOf(size / CLOTH, 58);
  const resolution = Math.min(4096, Math.round(PIXELS * Math.sqrt(size)));
  const culler = new VisibilityCuller(mesh, { resolution, views: VIEWS[0] });
  let left = 0;
  const ms = cost(
    () => {
      const culling = culler.cull(x0);
      left = culling.size;
      return culling;
    },
    Math.max(1, Math.min(ROUNDS, Math.round(200_000 / size))),
  );
  costs.push([mesh.faceCount, ms]);
  console.log(
    `${mesh.faceCount} | ${resolution} | ${ms.toFixed(1)} | ${((1e3 * ms) / mesh.faceCount).toFixed(2)} | ${left}`,
  );
}
console.log(`slope of logarithms ${slopeOf(costs).toFixed(2)}`);
