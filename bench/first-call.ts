// The first call of a process beside a warm one, and the memory that a collider takes, for this
// checkout and another built one (`--old FOLDER`). Every sample is a process of its own, in turns.
// "With the tree" is `collide` as the first call; "without" builds the tree by `pinTree` before the
// clock starts. Memory is what the process has resident after two steps, less what it had before the
// collider was made. Frames of GRAZE_DATA. Optional: --rounds 5.
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import type * as Graze from '../src/index.ts';
import { loadFrame } from './frame-queries.ts';
import { median } from './measure.ts';

const { values } = parseArgs({
  options: {
    old: { type: 'string' },
    rounds: { type: 'string', default: '5' },
    child: { type: 'string' },
    frame: { type: 'string', default: '' },
    pinned: { type: 'boolean', default: false },
  },
});

const FRAMES: Readonly<Record<string, readonly [string, string]>> = {
  'cloth-ball': ['cloth_ball92.ply', 'cloth_ball93.ply'],
  'n-body': ['balls16_18.ply', 'balls16_19.ply'],
};
/** Calls after the first one, of which the last half is warm. */
const WARM_CALLS = 12;

/** What one process measures. */
interface Sample {
  /** Milliseconds of the first call. */
  readonly first: number;
  /** The median of the warm calls. */
  readonly warm: number;
  /** Resident bytes that the collider added, per triangle. */
  readonly bytesPerTriangle: number;
}

/** Builds the tree, also of an older checkout, in which `pinTree` was `settle`. */
function pinTree(collider: Graze.MeshCollider, x: Float64Array): void {
  if ('settle' in collider) (collider as unknown as { settle(x: Float64Array): void }).settle(x);
  else collider.pinTree(x);
}

async function measure(root: string, name: string): Promise<Sample> {
  const frame = loadFrame(`frames/${name}/${FRAMES[name][0]}`, `frames/${name}/${FRAMES[name][1]}`);
  if (!frame) throw new Error(`${name} is not in GRAZE_DATA.`);
  const { x0, x1 } = frame;
  const graze: typeof Graze = await import(pathToFileURL(resolve(root, 'dist/index.js')).href);
  const mesh = graze.TriMesh.from(frame.mesh.triangles, frame.mesh.vertexCount);
  globalThis.gc?.();
  const before = process.memoryUsage().rss;
  const collider = new graze.MeshCollider(mesh);
  if (values.pinned) pinTree(collider, x0);
  const times: number[] = [];
  let bytesPerTriangle = 0;
  for (let call = 0; call <= WARM_CALLS; call++) {
    const start = performance.now();
    if (call % 2 === 0) collider.collide(x0, x1);
    else collider.collide(x1, x0);
    times.push(performance.now() - start);
    if (call !== 1) continue;
    globalThis.gc?.();
    bytesPerTriangle = (process.memoryUsage().rss - before) / mesh.faceCount;
  }
  return { first: times[0], warm: median(times.slice(1 + WARM_CALLS / 2)), bytesPerTriangle };
}

if (values.child !== undefined) {
  console.log(JSON.stringify(await measure(values.child, values.frame)));
} else {
  const here = fileURLToPath(new URL('..', import.meta.url));
  const roots = values.old === undefined ? [here] : [resolve(values.old), here];
  const sample = (root: string, name: string, isPinned: boolean): Sample => {
    const args = ['--expose-gc', ...process.execArgv, fileURLToPath(import.meta.url), '--child', root, '--frame', name];
    const { stdout, stderr, status } = spawnSync(process.execPath, isPinned ? [...args, '--pinned'] : args, {
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(stderr);
    return JSON.parse(stdout);
  };
  for (const name of Object.keys(FRAMES))
    for (const isPinned of [false, true]) {
      const samples: Sample[][] = roots.map(() => []);
      for (let round = 0; round < Number(values.rounds); round++)
        roots.forEach((root, k) => {
          samples[k].push(sample(root, name, isPinned));
        });
      console.log(`${name}, ${isPinned ? 'without building the tree' : 'with building the tree'}`);
      samples.forEach((of, k) => {
        const [first, warm] = [median(of.map((one) => one.first)), median(of.map((one) => one.warm))];
        const bytes = median(of.map((one) => one.bytesPerTriangle));
        console.log(
          `  ${k === roots.length - 1 ? 'this checkout' : 'the other one'}: first ${first.toFixed(0)} ms, warm ${warm.toFixed(0)} ms, ` +
            `ratio ${(first / warm).toFixed(2)}; ${bytes.toFixed(0)} bytes resident per triangle`,
        );
      });
    }
}
