// One step on one core beside another built checkout (`--old FOLDER`), in turns within one process:
// `collide` with normals and weights read and unread, `firstContact` and `maxStep`. The step and the
// way back alternate. Prints medians and their ratio, and checks that all columns have the same
// bytes. Frames of GRAZE_DATA, and a bundle of twisted rods. Optional: --rounds 15, --only TEXT.
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import type * as Graze from '../src/index.ts';
import { capsule } from './capsule.ts';
import { loadFrame } from './frame-queries.ts';
import { median } from './measure.ts';

const { values } = parseArgs({
  options: {
    old: { type: 'string' },
    rounds: { type: 'string', default: '15' },
    only: { type: 'string', default: '' },
  },
});
if (values.old === undefined) throw new Error('--old is the folder of a built checkout.');

interface Step {
  readonly triangles: Uint32Array;
  readonly vertexCount: number;
  readonly x0: Float64Array;
  readonly x1: Float64Array;
}

const COLUMNS = ['kind', 'a', 'b', 'time', 'startsTouching', 'normal', 'weights'] as const;
/** Rounds that warm up, and do not count. */
const WARM_UP = 2;

/** Sixteen rods side by side that are twisted together: 61,440 faces that touch late in the step. */
function twistedRods(): Step {
  const rod = capsule({ radius: 0.03, length: 2, around: 16, along: 120 });
  const count = rod.positions.length / 3;
  const places = Array.from({ length: 16 }, (_, k) => [((k % 4) - 1.5) * 0.075, (Math.floor(k / 4) - 1.5) * 0.075]);
  const twisted = (turn: number): Float64Array => {
    const x = new Float64Array(3 * count * places.length);
    places.forEach(([px, pz], k) => {
      for (let v = 0; v < count; v++) {
        const [rx, y, rz] = rod.positions.subarray(3 * v, 3 * v + 3);
        const [cos, sin] = [Math.cos(turn * y), Math.sin(turn * y)];
        const [wide, deep] = [rx + px, rz + pz];
        x.set([cos * wide - sin * deep, y, sin * wide + cos * deep], 3 * (k * count + v));
      }
    });
    return x;
  };
  return {
    triangles: Uint32Array.from(places.flatMap((_, k) => [...rod.triangles].map((v) => v + k * count))),
    vertexCount: count * places.length,
    x0: twisted(2.2),
    x1: twisted(3.6),
  };
}

function realFrame(name: string, first: string, second: string): Step | null {
  const frame = loadFrame(`frames/${name}/${first}`, `frames/${name}/${second}`);
  if (!frame) return null;
  const { mesh, x0, x1 } = frame;
  return { triangles: mesh.triangles, vertexCount: mesh.vertexCount, x0, x1 };
}

const steps: Readonly<Record<string, () => Step | null>> = {
  'cloth-ball': () => realFrame('cloth-ball', 'cloth_ball92.ply', 'cloth_ball93.ply'),
  'n-body': () => realFrame('n-body', 'balls16_18.ply', 'balls16_19.ply'),
  'twisted rods': twistedRods,
};

const questions: Readonly<
  Record<string, (collider: Graze.MeshCollider, x0: Float64Array, x1: Float64Array) => unknown>
> = {
  'collide, unread': (collider, x0, x1) => collider.collide(x0, x1).count,
  'collide, read': (collider, x0, x1) => {
    const { normal, weights } = collider.collide(x0, x1);
    return normal.length + weights.length;
  },
  firstContact: (collider, x0, x1) => collider.firstContact(x0, x1)?.time,
  maxStep: (collider, x0, x1) => collider.maxStep(x0, x1),
};

const packages: (typeof Graze)[] = [];
for (const folder of [values.old, '.'])
  packages.push(await import(pathToFileURL(resolve(folder, 'dist/index.js')).href));

for (const [name, make] of Object.entries(steps)) {
  const step = name.includes(values.only) ? make() : null;
  if (!step) continue;
  const { triangles, vertexCount, x0, x1 } = step;
  const colliders = packages.map(({ MeshCollider, TriMesh }) => new MeshCollider(TriMesh.from(triangles, vertexCount)));
  const [old, now] = colliders.map((collider) => collider.collide(x0, x1).copy());
  const different = COLUMNS.filter((column) => Buffer.compare(bytes(old[column]), bytes(now[column])) !== 0);
  console.log(
    `${name}: ${triangles.length / 3} faces, ${now.count} contacts, ${different.join(', ') || 'no column'} different`,
  );
  for (const [question, ask] of Object.entries(questions)) {
    const times: [number[], number[]] = [[], []];
    for (let round = 0; round < Number(values.rounds) + WARM_UP; round++)
      for (const k of round % 4 < 2 ? [0, 1] : [1, 0]) {
        const start = performance.now();
        if (round % 2 === 0) ask(colliders[k], x0, x1);
        else ask(colliders[k], x1, x0);
        if (round >= WARM_UP) times[k].push(performance.now() - start);
      }
    const [before, after] = times.map(median);
    console.log(
      `  ${question.padEnd(16)} ${before.toFixed(1)} → ${after.toFixed(1)} ms, ${(before / after).toFixed(2)} times as fast`,
    );
  }
}

function bytes({ buffer, byteOffset, byteLength }: Uint8Array | Uint32Array | Float64Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
