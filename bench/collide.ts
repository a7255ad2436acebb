// A whole frame through the collider, in yardsticks: all contacts, warm and first, and the first
// contact alone.
import { MeshCollider } from '../src/index.ts';
import { loadFrame } from './frame-queries.ts';
import { cpuMs, median } from './measure.ts';
import { yardstick } from './yardstick.ts';

const frames = [
  ['cloth-ball', 'cloth_ball92.ply', 'cloth_ball93.ply'],
  ['n-body', 'balls16_18.ply', 'balls16_19.ply'],
];

for (const [name, first, second] of frames) {
  const frame = loadFrame(`frames/${name}/${first}`, `frames/${name}/${second}`);
  if (!frame) {
    console.log(`${name}: no data in GRAZE_DATA`);
    continue;
  }
  const { mesh, x0, x1 } = frame;
  const collider = new MeshCollider(mesh);
  const cold = cpuMs(() => collider.collide(x0, x1));
  const all: number[] = [];
  const alone: number[] = [];
  const units: number[] = [];
  for (let round = 0; round < 11; round++) {
    units.push(yardstick(1));
    all.push(cpuMs(() => collider.collide(x0, x1)));
    alone.push(cpuMs(() => collider.firstContact(x0, x1)));
  }
  const { count, tally } = collider.collide(x0, x1);
  const unit = median(units);
  const inUnits = (ms: number) => (ms / unit).toFixed(2);
  console.log(
    `${name}: ${count} contacts, ${JSON.stringify(tally)}; yardsticks: warm ${inUnits(median(all))}, first frame ${inUnits(cold)}, first contact ${inUnits(median(alone))} (yardstick ${unit.toFixed(0)} ms)`,
  );
}
