// Measures the gain of a second thread in `graze check`: sequences of 25 frames of 90K triangles
// with few and with many contacts, `--threads 1` and `--threads 2` alternately, in wall-clock time.
// Prints medians, or the minimum of all runs (--least) if other programs run now and then. The
// result means little unless two cores are idle, so the CPU time of the whole process is printed
// too, from separate runs, because the meter costs time in every thread. Checks that all runs write
// the same bytes except for the times. Optional: --rounds 3, --frames 25, --scenes
// dancer,waving-cloth,cloth-ball (frames between two of GRAZE_DATA).
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
import { loadFrame } from './frame-queries.ts';
import { median } from './measure.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    frames: { type: 'string', default: '25' },
    scenes: { type: 'string', default: 'dancer,waving-cloth,cloth-ball' },
    least: { type: 'boolean', default: false },
  },
});

type Frames = Pick<Scene, 'mesh' | 'positions'>;

const scenes: Readonly<Record<string, () => Frames | null>> = {
  dancer: () => dancer({ scale: 2 }),
  'waving-cloth': () => wavingCloth(),
  'cloth-ball': clothBall,
};

/** Frames between two real ones, so that no step is larger than a real one; null without data. */
function clothBall(): Frames | null {
  const frame = loadFrame('frames/cloth-ball/cloth_ball92.ply', 'frames/cloth-ball/cloth_ball93.ply');
  if (!frame) return null;
  const { mesh, x0, x1 } = frame;
  return {
    mesh,
    positions: (i, out) => {
      const t = i / (Number(values.frames) - 1);
      for (let k = 0; k < out.length; k++) out[k] = x0[k] + t * (x1[k] - x0[k]);
    },
  };
}

const PROGRAM = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));
/** Prints the CPU time of the process when it ends. */
const METER = `data:text/javascript,process.on("exit",()=>{const{user,system}=process.cpuUsage();process.stderr.write(\`cpu \${(user+system)/1e3}\\n\`)})`;

/** Node reads extra certificates before anything else; that is not part of a check. */
const { NODE_EXTRA_CA_CERTS: _, ...env } = process.env;

interface Run {
  readonly wall: number;
  readonly cpu: number;
  readonly json: string;
}

function run(frames: readonly string[], threads: number, json: string): Run {
  const args = [PROGRAM, 'check', ...frames, '--threads', `${threads}`, '--json', json];
  const before = performance.now();
  runNode(args);
  const wall = performance.now() - before;
  const cpu = Number(/^cpu (.+)$/m.exec(runNode(['--import', METER, ...args]))?.[1]);
  return { wall, cpu, json: readFileSync(json, 'utf8').replace(/"ms": [0-9.]+/g, '') };
}

/** Returns the text of standard error. */
function runNode(args: readonly string[]): string {
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', env });
  if (status !== 0 && status !== 1) throw new Error(stderr);
  return stderr;
}

function writeFrames({ mesh, positions }: Frames, folder: string): string[] {
  const out = new Float64Array(3 * mesh.vertexCount);
  return Array.from({ length: Number(values.frames) }, (_, i) => {
    positions(i, out);
    const path = join(folder, `${i}.ply`);
    writeFileSync(path, writePly({ positions: out, triangles: mesh.triangles }));
    return path;
  });
}

function typical(times: readonly number[]): number {
  return values.least ? Math.min(...times) : median(times);
}

for (const name of values.scenes.split(',')) {
  const scene = scenes[name]();
  if (!scene) {
    console.log(`${name}: no data in GRAZE_DATA`);
    continue;
  }
  const folder = mkdtempSync(join(tmpdir(), 'graze-'));
  try {
    const frames = writeFrames(scene, folder);
    const runs: Run[][] = [[], []];
    for (let round = 0; round < Number(values.rounds); round++)
      for (const threads of [1, 2]) runs[threads - 1].push(run(frames, threads, join(folder, 'check.json')));
    const [one, two] = runs.map((of) => typical(of.map(({ wall }) => wall)));
    const [cpuOne, cpuTwo] = runs.map((of) => typical(of.map(({ cpu }) => cpu)));
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
