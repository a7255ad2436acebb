// Draws every scene, or those named, at three frames side by side into <folder>/<scene>.png. Faces
// that a vertex hits during the next step are red. Usage:
//   node --import ./scripts/typescript.mjs scripts/scene-pictures.ts <folder> [scene …]
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Scene, scenes } from '../scenes/index.ts';
import { meshAt } from '../scenes/scene.ts';
import { MeshCollider } from '../src/index.ts';
import { type Panel, picture } from './raster.ts';

/** The frames that are drawn, as fractions of the number of frames. */
const FRAME_FRACTIONS = [0, 0.5, 0.95];

function panelOf(scene: Scene, moment: number): Panel {
  const [x0, x1] = [0, 1].map(() => new Float64Array(3 * scene.mesh.vertexCount));
  const frame = Math.round(moment * (scene.frameCount - 1));
  scene.positions(frame, x0);
  scene.positions(frame + 1, x1);
  const mesh = meshAt(scene, frame);
  const contacts = new MeshCollider(mesh).collide(x0, x1);
  const hit = new Uint8Array(mesh.faceCount);
  for (let i = 0; i < contacts.count; i++) if (contacts.kind[i] === 0) hit[contacts.b[i]] = 1;
  console.log(`${scene.name}: frame ${frame}, ${contacts.count} contacts`);
  return { mesh, positions: x0, hit };
}

const [folder, ...names] = process.argv.slice(2);
if (folder === undefined) throw new Error('Which folder shall the pictures go to?');
mkdirSync(folder, { recursive: true });
for (const name of names.length > 0 ? names : Object.keys(scenes)) {
  const scene = scenes[name]();
  writeFileSync(join(folder, `${name}.png`), picture(FRAME_FRACTIONS.map((moment) => panelOf(scene, moment))));
}
