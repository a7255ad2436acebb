// Proximities of a real cloth, in yardsticks: all feature pairs within a fraction of the mean edge
// length, warm; a new collider compared with its second, coherent frame; pairs of faces. Arguments:
// fractions of the edge length.
import { MeshCollider, type TriMesh } from '../src/index.ts';
import { type Frame, loadFrame } from './frame-queries.ts';
import { cpuMs, median } from './measure.ts';
import { yardstick } from './yardstick.ts';

const PARTS = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [0.1, 0.2, 0.4];
const ROUNDS = 9;

function meanEdge({ topology }: TriMesh, x: Float64Array): number {
  const { edges, edgeCount } = topology;
  let sum = 0;
  for (let e = 0; e < edgeCount; e++) {
    const [a, b] = [3 * edges[2 * e], 3 * edges[2 * e + 1]];
    sum += Math.hypot(x[a] - x[b], x[a + 1] - x[b + 1], x[a + 2] - x[b + 2]);
  }
  return sum / edgeCount;
}

function benchPart({ mesh, x0, x1 }: Frame, part: number): void {
  const distance = part * meanEdge(mesh, x0);
  const kept = new MeshCollider(mesh);
  const [units, warm, cold, second]: number[][] = [[], [], [], []];
  kept.proximities(x0, { distance });
  for (let round = 0; round < ROUNDS; round++) {
    units.push(yardstick(1));
    warm.push(cpuMs(() => kept.proximities(x0, { distance })));
  }
  for (let round = 0; round < ROUNDS; round++) {
    const fresh = new MeshCollider(mesh);
    cold.push(cpuMs(() => fresh.proximities(x0, { distance })));
    second.push(cpuMs(() => fresh.proximities(x1, { distance })));
  }
  const faces = cpuMs(() => kept.proximities(x0, { distance, level: 'face' }));
  const { count, tally } = kept.proximities(x0, { distance });
  const unit = median(units);
  const inUnits = (ms: number) => (ms / unit).toFixed(2);
  const share = median(second.map((ms, i) => ms / cold[i]));
  console.log(
    `within ${part} edges: ${count} pairs of features, ${JSON.stringify(tally)}; yardsticks: warm ${inUnits(median(warm))}, new collider ${inUnits(median(cold))}, its second frame ${inUnits(median(second))} (${(100 * share).toFixed(0)} %), faces ${inUnits(faces)} (yardstick ${unit.toFixed(0)} ms)`,
  );
}

const frame = loadFrame('frames/cloth-ball/cloth_ball92.ply', 'frames/cloth-ball/cloth_ball93.ply');
if (frame) for (const part of PARTS) benchPart(frame, part);
else console.log('no data in GRAZE_DATA');
