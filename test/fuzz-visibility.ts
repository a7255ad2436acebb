// Long runs of conservative visibility culling against the exact collider: --count scenes over all classes, --seed, --class for those whose
// name contains it, --most pixels along a side. Every scene at one instant and over a step, at 64, 256, 1024 and 2048 pixels; every other
// one in parts, every third one between objects of a few faces, of which every other one may
// collide with itself; what the objects hand down to faces takes turns.
import { parseArgs } from 'node:util';
import { type ViewName, VisibilityCuller } from '../src/gpu.ts';
import { visibleScenes } from './generate/visible-scenes.ts';
import { crossingPairs, faceCountOf, meetingPairs, missed } from './oracle/visible-truth.ts';

const RESOLUTIONS = [64, 256, 1024, 2048];
const FACES_OF_AN_OBJECT = 4;
const HANDED_DOWN = ['objects', 'sets', 'pairs'] as const;
/** A large image takes long where triangles are large. */
const FEW_VIEWS: readonly ViewName[] = ['+x', '-z'];

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '300' },
    seed: { type: 'string', default: '1' },
    most: { type: 'string', default: '2048' },
    class: { type: 'string', default: '' },
  },
});
const classes = visibleScenes.filter(({ name }) => name.includes(values.class));
if (classes.length === 0) {
  console.error(
    `fuzz-visibility: no class "${values.class}" among ${visibleScenes.map(({ name }) => name).join(', ')}`,
  );
  process.exit(2);
}
const total = { scenes: 0, cullings: 0, pairs: 0, missed: 0, faces: 0, colliding: 0, kept: 0 };

function run(name: string, seed: number, parts: boolean, hasObjects: boolean): void {
  const scene = classes.find((each) => each.name === name)?.make(seed);
  if (!scene) return;
  const { mesh, x0, x1 } = scene;
  const objectOf = Uint32Array.from({ length: mesh.faceCount }, (_, f) => Math.floor(f / FACES_OF_AN_OBJECT));
  const selfColliding = Uint32Array.from({ length: mesh.faceCount }, (_, object) => object).filter((k) => k % 2 === 1);
  const counts = ([f, g]: readonly [number, number]) =>
    !hasObjects || objectOf[f] !== objectOf[g] || objectOf[f] % 2 === 1;
  const handedDown = HANDED_DOWN[total.scenes % HANDED_DOWN.length];
  const truths = [crossingPairs(mesh, x0), meetingPairs(mesh, x0, x1)].map((pairs) => pairs.filter(counts));
  total.scenes++;
  for (const resolution of RESOLUTIONS.filter((each) => each <= Number(values.most))) {
    const culler = new VisibilityCuller(mesh, {
      resolution,
      parts,
      ...(hasObjects && { objectOf, selfColliding, handedDown }),
      ...(resolution > 256 && { views: FEW_VIEWS }),
    });
    [culler.cull(x0), culler.cull(x0, x1)].forEach((culling, swept) => {
      const lost = missed(culling, truths[swept]);
      total.cullings++;
      total.pairs += truths[swept].length;
      total.missed += lost.length;
      total.faces += mesh.faceCount;
      total.colliding += faceCountOf(truths[swept]);
      total.kept += culling.size;
      if (lost.length === 0) return;
      const how = `${parts ? 'in parts' : 'whole'}${hasObjects ? `, between objects, which hand down ${handedDown}` : ''}`;
      const where = `${name}, seed ${seed}, ${resolution} pixels, ${how}, ${swept ? 'over the step' : 'at the start'}`;
      console.error(`MISSED ${lost.length} of ${truths[swept].length}: ${where}: ${lost.slice(0, 4).join('; ')}`);
    });
  }
}

const [count, seed] = [Number(values.count), Number(values.seed)];
for (let i = 0; i < count; i++) {
  const lap = Math.floor(i / classes.length);
  run(classes[i % classes.length].name, seed + lap, (i + lap) % 2 === 1, (i + lap) % 3 === 1);
}
console.log(
  `${total.scenes} scenes, ${total.cullings} cullings: missed ${total.missed} of ${total.pairs} pairs; kept ${total.kept} of ${total.faces} faces, of which ${total.colliding} collide`,
);
if (total.missed > 0) process.exitCode = 1;
