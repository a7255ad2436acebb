// What `graze check` costs beside contacts alone: 120 frames of figures, checked in turns by this
// checkout and by another built one that finds contacts only (`--old FOLDER`; commit 0f887b4), in
// CPU time of the whole process and in elapsed time, with one thread and with two. Checks that the
// number of threads does not change the JSON. Optional: --rounds 5, --figures limbs,man.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { writePly } from '../src/io.ts';
import { type Figure, limbs, man } from './figures.ts';
import { median } from './measure.ts';

/** Prints the CPU time of the process when it ends. */
const METER = `data:text/javascript,process.on("exit",()=>{const{user}=process.cpuUsage();process.stderr.write(\`cpu \${user/1e3}\\n\`)})`;

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
