// What clashes cost beside contacts, in turns within one process: the pairs of faces that
// intersect, everything about clashes of a frame, and the places of a step, relative to `collide`
// of the same step. `--old FOLDER` takes `collide` from another built checkout. Meshes by name; all
// by default.
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { dancer } from '../scenes/dancer.ts';
import { ClashDetector } from '../src/clash.ts';
import { MeshCollider, type TriMesh } from '../src/index.ts';
import { readGltf } from '../src/io.ts';
import { dataFolder } from '../test/generate/data-folder.ts';
import { loadFrame } from './frame-queries.ts';
import { median } from './measure.ts';
import { splitFaces } from './split-faces.ts';

interface Subject {
  readonly name: string;
  readonly mesh: TriMesh;
  readonly frames: readonly Float64Array[];
}

/** A walking man of 18,688 faces, of one part. */
async function walkingMan(): Promise<Subject | null> {
  const path = join(dataFolder, 'avatar', 'CesiumMan.glb');
  if (!existsSync(path)) return null;
  const { mesh, clips, positions } = await readGltf(readFileSync(path));
  const frames = [5, 6, 7, 8].map((i) => {
    const x = new Float64Array(3 * mesh.vertexCount);
    positions(0, clips[0].times[i], x);
    return x;
  });
  return { name: 'walking man', ...splitFaces(mesh, frames) };
}

/** A dancer in a skirt of many layers: half of its faces intersect others. */
function dancerInSkirt(): Subject {
  const scene = dancer({ scale: 0.5 });
  const frames = [20, 21, 22, 23].map((frame) => {
    const x = new Float64Array(3 * scene.mesh.vertexCount);
    scene.positions(frame, x);
    return x;
  });
  return { name: 'dancer', mesh: scene.mesh, frames };
}

function realFrames(name: string, first: string, second: string): Subject | null {
  const frame = loadFrame(join('frames', name, first), join('frames', name, second));
  return frame && { name, mesh: frame.mesh, frames: [frame.x0, frame.x1] };
}

function measure({ name, mesh, frames }: Subject, old: typeof MeshCollider, rounds: number): void {
  const detector = new ClashDetector(mesh);
  const collider = new MeshCollider(mesh);
  const before = new old(mesh as never);
  const times: Record<string, number[]> = { collide: [], now: [], intersections: [], frame: [], end: [], places: [] };
  const time = <T>(what: string, run: () => T): T => {
    const start = performance.now();
    const result = run();
    times[what].push(performance.now() - start);
    return result;
  };
  let pairs = 0;
  let clashes = 0;
  for (let round = 0; round < rounds; round++)
    for (let i = 0; i + 1 < frames.length; i++) {
      const [x0, x1] = [frames[i], frames[i + 1]];
      time('collide', () => before.collide(x0, x1));
      const contacts = time('now', () => collider.collide(x0, x1));
      pairs = time('intersections', () => collider.intersections(x0)).count;
      const start = time('frame', () => detector.frame(x0));
      clashes = start.length;
      // As a check does it: the frame at the end after the step.
      detector.collider.collide(x0, x1);
      const end = time('end', () => detector.frame(x1));
      time('places', () => detector.contactPlaces(x0, x1, start, end, contacts));
    }
  const ms = Object.fromEntries(Object.entries(times).map(([what, list]) => [what, median(list)]));
  const whole = (ms.now + ms.end + ms.places) / ms.now;
  console.log(
    `${name}: ${mesh.faceCount} faces, ${pairs} pairs, ${clashes} clashes; collide ${ms.collide.toFixed(1)} ms` +
      `; intersections ${(ms.intersections / ms.collide).toFixed(2)}, all about clashes ${(ms.frame / ms.collide).toFixed(2)}` +
      ` of it; contacts and clashes ${whole.toFixed(2)} of contacts alone`,
  );
  detector.dispose();
}

const { values, positionals } = parseArgs({
  options: { old: { type: 'string' }, rounds: { type: 'string', default: '10' } },
  allowPositionals: true,
});
const other = values.old ? await import(pathToFileURL(resolve(values.old, 'dist/index.js')).href) : null;
const subjects = [
  await walkingMan(),
  dancerInSkirt(),
  realFrames('cloth-ball', 'cloth_ball92.ply', 'cloth_ball93.ply'),
  realFrames('n-body', 'balls16_18.ply', 'balls16_19.ply'),
];
for (const subject of subjects)
  if (subject && (positionals.length === 0 || positionals.includes(subject.name)))
    measure(subject, other?.MeshCollider ?? MeshCollider, Number(values.rounds));
