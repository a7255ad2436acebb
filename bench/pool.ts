// Measures one frame on several threads: `collide` without a pool, with a pool of one and with
// pools of more threads, alternately, in wall-clock time. The result means little unless as many
// cores are idle, so the processor time of all threads together is printed too: if it is that of
// one thread, no work is wasted. Frames of GRAZE_DATA, and balls of 1K to 64K faces.
// Optional: --rounds 15, --sizes 2,4, --only TEXT.
import { parseArgs } from 'node:util';
import { MeshCollider, TriMesh } from 'graze';
import { ThreadPool } from 'graze/threads';
import { nBody } from '../scenes/n-body.ts';
import { type Frame, loadFrame } from './frame-queries.ts';
import { median } from './measure.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '15' },
    sizes: { type: 'string', default: '2' },
    only: { type: 'string', default: '' },
  },
});
const sizes = values.sizes.split(',').map(Number);

const cases: Readonly<Record<string, () => Frame | null>> = {
  'cloth-ball': () => loadFrame('frames/cloth-ball/cloth_ball92.ply', 'frames/cloth-ball/cloth_ball93.ply'),
  'n-body': () => loadFrame('frames/n-body/balls16_18.ply', 'frames/n-body/balls16_19.ply'),
  'balls 0.03': () => balls(0.03),
  'balls 0.06': () => balls(0.06),
  'balls 0.12': () => balls(0.12),
  'balls 0.25': () => balls(0.25),
  'balls 0.5': () => balls(0.5),
  'balls 1': () => balls(1),
};

function balls(scale: number): Frame {
  const { mesh, positions } = nBody({ scale: Math.sqrt(scale) });
  const [x0, x1] = [30, 31].map((frame) => {
    const x = new Float64Array(3 * mesh.vertexCount);
    positions(frame, x);
    return x;
  });
  return { mesh, x0, x1 };
}

/** Processor milliseconds of all threads of this process. */
function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

interface Row {
  readonly name: string;
  readonly collider: MeshCollider;
  readonly wall: number[];
  readonly cpu: number[];
}

for (const [name, load] of Object.entries(cases)) {
  if (!name.includes(values.only)) continue;
  const frame = load();
  if (!frame) {
    console.log(`${name}: no data in GRAZE_DATA`);
    continue;
  }
  const { x0, x1 } = frame;
  const mesh = TriMesh.from(frame.mesh.triangles, frame.mesh.vertexCount);
  const pools = sizes.map((size) => new ThreadPool({ size }));
  const rows: Row[] = [undefined, ...pools].map((pool) => ({
    name: pool ? `${pool.size} threads` : 'no pool',
    collider: new MeshCollider(mesh, { pool }),
    wall: [],
    cpu: [],
  }));
  for (const pool of pools) await pool.ready;
  // Small steps are repeated, so that the clock can tell.
  const repeat = Math.max(1, Math.round(20_000 / mesh.faceCount));
  for (let round = -3; round < Number(values.rounds); round++)
    for (const { collider, wall, cpu } of rows) {
      const cpuBefore = processorMs();
      const start = performance.now();
      for (let i = 0; i < repeat; i++) collider.collide(x0, x1);
      const ms = (performance.now() - start) / repeat;
      if (round < 0) continue;
      wall.push(ms);
      cpu.push((processorMs() - cpuBefore) / repeat);
    }
  const [alone] = rows;
  const { count } = alone.collider.collide(x0, x1);
  console.log(`${name}: ${mesh.faceCount} faces, ${count} contacts`);
  for (const row of rows) {
    const [least, middle, cpu] = [Math.min(...row.wall), median(row.wall), Math.min(...row.cpu)];
    const gain = [Math.min(...alone.wall) / least, median(alone.wall) / middle].map((x) => x.toFixed(2)).join(' / ');
    console.log(
      `  ${row.name.padEnd(10)} least ${least.toFixed(2)} ms, median ${middle.toFixed(2)}; ${gain} times as fast; processor ${cpu.toFixed(2)} ms`,
    );
  }
  for (const pool of pools) pool.close();
}
