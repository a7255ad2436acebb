// What a second thread gains `graze check`: sequences of 25 frames of 90K triangles with few contacts, `--threads 1` and `--threads 2` by turns,
// wall clock, medians. Means nothing unless two cores are idle: processor time of the whole process stands beside it. Checks that both write
// the same bytes but for the times. Optional: --rounds 3, --frames 25, --scenes dancer,waving-cloth.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { dancer } from '../scenes/dancer.ts';
import type { Scene } from '../scenes/scene.ts';
import { wavingCloth } from '../scenes/waving-cloth.ts';
import { writePly } from '../src/io.ts';
import { median } from './measure.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    frames: { type: 'string', default: '25' },
    scenes: { type: 'string', default: 'dancer,waving-cloth' },
  },
});

const scenes: Readonly<Record<string, () => Scene>> = {
  dancer: () => dancer({ scale: 2 }),
  'waving-cloth': () => wavingCloth(),
};

const PROGRAM = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));
/** Prints what the process has taken when it ends. */
const METER = `data:text/javascript,process.on("exit",()=>{const{user,system}=process.cpuUsage();process.stderr.write(\`cpu \${(user+system)/1e3}\\n\`)})`;

interface Run {
  readonly wall: number;
  readonly cpu: number;
  readonly json: string;
}

function run(frames: readonly string[], threads: number, json: string): Run {
  const args = ['--import', METER, PROGRAM, 'check', ...frames, '--threads', `${threads}`, '--json', json];
  const before = performance.now();
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  const wall = performance.now() - before;
  if (status !== 0 && status !== 1) throw new Error(stderr);
  const cpu = Number(/^cpu (.+)$/m.exec(stderr)?.[1]);
  return { wall, cpu, json: readFileSync(json, 'utf8').replace(/"ms": [0-9.]+/g, '') };
}

function writeFrames({ mesh, positions }: Scene, folder: string): string[] {
  const out = new Float64Array(3 * mesh.vertexCount);
  return Array.from({ length: Number(values.frames) }, (_, i) => {
    positions(i, out);
    const path = join(folder, `${i}.ply`);
    writeFileSync(path, writePly({ positions: out, triangles: mesh.triangles }));
    return path;
  });
}

for (const name of values.scenes.split(',')) {
  const scene = scenes[name]();
  const folder = mkdtempSync(join(tmpdir(), 'graze-'));
  try {
    const frames = writeFrames(scene, folder);
    const runs: Run[][] = [[], []];
    for (let round = 0; round < Number(values.rounds); round++)
      for (const threads of [1, 2]) runs[threads - 1].push(run(frames, threads, join(folder, 'check.json')));
    const [one, two] = runs.map((of) => median(of.map(({ wall }) => wall)));
    const [cpuOne, cpuTwo] = runs.map((of) => median(of.map(({ cpu }) => cpu)));
    const same = new Set(runs.flat().map(({ json }) => json)).size === 1;
    const steps: { vf: []; ee: [] }[] = JSON.parse(readFileSync(join(folder, 'check.json'), 'utf8')).steps;
    const contacts = steps.reduce((sum, { vf, ee }) => sum + vf.length + ee.length, 0);
    console.log(
      `${name}: ${frames.length} frames of ${scene.mesh.faceCount} triangles, ${contacts} contacts; ${one.toFixed(0)} : ${two.toFixed(0)} ms, ${(one / two).toFixed(2)} times as fast; processor ${cpuOne.toFixed(0)} : ${cpuTwo.toFixed(0)} ms; JSON ${same ? 'the same' : 'DIFFERS'}`,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
