// The second half of `npm start`: checks a small animated scene on the command line, as a user
// would, with the report.
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { clothBall } from '../scenes/cloth-ball.ts';
import { writeObj, writePc2 } from '../src/io.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = fileURLToPath(new URL('../.cache/demo', import.meta.url));
/** The last frames, in which the cloth wraps around the ball and meets itself. */
const FRAMES = 40;

const { mesh, frameCount, positions } = clothBall({ scale: 0.1 });
const frames = Array.from({ length: FRAMES }, (_, i) => {
  const x = new Float64Array(3 * mesh.vertexCount);
  positions(frameCount - FRAMES + i, x);
  return x;
});
mkdirSync(folder, { recursive: true });
writeFileSync(`${folder}/cloth-ball.obj`, writeObj({ positions: frames[0], triangles: mesh.triangles }));
writeFileSync(`${folder}/cloth-ball.pc2`, writePc2(frames));

const files = ['cloth-ball.obj', 'cloth-ball.pc2'].map((name) => relative(root, `${folder}/${name}`));
const report = relative(root, `${folder}/report.html`);
console.log(`\n$ graze check ${files.join(' ')} --report ${report}\n`);
const run = spawnSync(process.execPath, ['dist/cli/main.js', 'check', ...files, '--report', report], {
  cwd: root,
  stdio: 'inherit',
});
// The scene collides, so the exit status must be 1.
if (run.status !== 1) process.exit(1);
console.log(
  `\nThe report is ${report}: open it in a browser.\nThe viewer, with these files or its own scenes: node dist/cli/main.js view ${files.join(' ')}`,
);
