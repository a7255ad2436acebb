// What `graze check` costs beside contacts alone: 120 frames of figures, checked in turns by this
// checkout and by another built one that finds contacts only (`--old FOLDER`; commit 0f887b4), in
// CPU time of the whole process and in elapsed time, with one thread and with two. Checks that the
// number of threads does not change the JSON. Optional: --rounds 5, --figures limbs,man.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { TriMesh } from '../src/index.ts';
import { readGltf, writePly } from '../src/io.ts';
import { dataFolder } from '../test/generate/data-folder.ts';
import { capsule } from './capsule.ts';
import { median } from './measure.ts';
import { splitFaces } from './split-faces.ts';

const FRAMES = 120;
/** Prints the CPU time of the process when it ends. */
const METER = `data:text/javascript,process.on("exit",()=>{const{user}=process.cpuUsage();process.stderr.write(\`cpu \${user/1e3}\\n\`)})`;

interface Figure {
  readonly mesh: TriMesh;
  readonly frames: readonly Float64Array[];
}

/** A trunk with four limbs that swing about joints inside it: 24,640 faces, closed parts. */
function limbs(): Figure {
  const one = capsule({ radius: 0.1, length: 0.6, around: 56, along: 44 });
  const { mesh } = TriMesh.merge(
    Array.from({ length: 5 }, () => TriMesh.from(one.triangles, one.positions.length / 3)),
  );
  const joints = [
    [0.09, 0.25],
    [-0.09, 0.25],
    [0.07, -0.25],
    [-0.07, -0.25],
  ];
  const frames = Array.from({ length: FRAMES }, (_, i) => {
    const x = new Float64Array(3 * mesh.vertexCount);
    const count = one.positions.length / 3;
    x.set(one.positions);
    joints.forEach(([jx, jy], limb) => {
      const angle = (limb < 2 ? 2 : 0.3) * Math.sign(jx) + 0.4 * Math.sin(0.11 * i + limb);
      const [c, s] = [Math.cos(angle), Math.sin(angle)];
      for (let v = 0; v < count; v++) {
        const [px, py, pz] = one.positions.subarray(3 * v, 3 * v + 3);
        const y = py - 0.3;
        x.set(
          [jx + 0.7 * (c * px - s * y), jy + 0.7 * (s * px + c * y), 0.7 * pz + 0.01],
          3 * (count * (limb + 1) + v),
        );
      }
    });
    return x;
  });
  return { mesh, frames };
}

/** A walking man of 18,688 faces, of one part; null without data. */
async function man(): Promise<Figure | null> {
  const path = join(dataFolder, 'avatar', 'CesiumMan.glb');
  if (!existsSync(path)) return null;
  const { mesh, clips, positions } = await readGltf(readFileSync(path));
  const { times } = clips[0];
  const frames = Array.from({ length: FRAMES }, (_, i) => {
    const x = new Float64Array(3 * mesh.vertexCount);
    positions(0, times[0] + (i / (FRAMES - 1)) * (times[times.length - 1] - times[0]), x);
    return x;
  });
  return splitFaces(mesh, frames);
}

const FIGURES: Readonly<Record<string, () => Promise<Figure | null> | Figure>> = { limbs, man };

interface Run {
  readonly cpu: number;
  readonly elapsed: number;
}

function check(checkout: string, files: string, threads: number, json: string): Run {
  const program = join(checkout, 'dist/cli/main.js');
  const start = performance.now();
  const { stderr, status } = spawnSync(
    process.execPath,
    ['--import', METER, program, 'check', files, '--threads', String(threads), '--json', json],
    { encoding: 'utf8', stdio: ['ignore', 'ignore', 'pipe'] },
  );
  if (status === null || status > 1) throw new Error(stderr);
  return { cpu: Number(/cpu ([\d.]+)/.exec(stderr)?.[1]), elapsed: performance.now() - start };
}

const { values } = parseArgs({
  options: {
    old: { type: 'string' },
    rounds: { type: 'string', default: '5' },
    figures: { type: 'string', default: 'limbs,man' },
  },
});
if (values.old === undefined) throw new Error('--old is the folder of a built checkout.');
const here = fileURLToPath(new URL('..', import.meta.url));
const old = resolve(values.old);

for (const name of values.figures.split(',')) {
  const figure = await FIGURES[name]();
  if (figure === null) continue;
  const folder = mkdtempSync(join(tmpdir(), 'graze-figures-'));
  figure.frames.forEach((positions, i) => {
    const bytes = writePly({ positions, triangles: figure.mesh.triangles });
    writeFileSync(join(folder, `${String(i).padStart(3, '0')}.ply`), bytes);
  });
  const files = join(folder, '*.ply');
  const texts: string[] = [];
  for (const threads of [1, 2]) {
    const json = join(folder, 'check.json');
    const runs: [Run, Run][] = [];
    for (let round = 0; round < Number(values.rounds); round++)
      runs.push([check(old, files, threads, `${json}.old`), check(here, files, threads, json)]);
    texts.push(readFileSync(json, 'utf8'));
    const [before, now] = [0, 1].map((k) => ({
      cpu: median(runs.map((pair) => pair[k].cpu)),
      elapsed: median(runs.map((pair) => pair[k].elapsed)),
    }));
    console.log(
      `${name}, ${figure.mesh.faceCount} faces, ${threads} threads: contacts ${before.cpu.toFixed(0)} ms of CPU, ` +
        `clashes ${now.cpu.toFixed(0)}, ratio ${(now.cpu / before.cpu).toFixed(2)} (elapsed ${(now.elapsed / before.elapsed).toFixed(2)})`,
    );
  }
  const { summary, steps } = JSON.parse(texts[0]);
  console.log(
    `  ${summary.clashes} clashes, ${steps[60].crossingPairs} crossing pairs in frame 61, JSON ${texts[0].length} bytes, ` +
      `with two threads ${texts[0] === texts[1] ? 'the same' : 'DIFFERENT'}`,
  );
  rmSync(folder, { recursive: true });
}
