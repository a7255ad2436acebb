// How many small colliders a process can have, and what each takes: `node --expose-gc --import ./scripts/typescript.mjs
// bench/many-colliders.ts [count]`. Every one has a mesh of its own of 200 triangles, has collided once, and stays alive.
import { MeshCollider, TriMesh } from '../src/index.ts';

const SIDE = 10;
const count = Number(process.argv[2] ?? 10_000);

const at = (i: number, j: number) => j * (SIDE + 1) + i;
const triangles: number[] = [];
const x0 = new Float64Array(3 * (SIDE + 1) ** 2);
for (let j = 0; j <= SIDE; j++)
  for (let i = 0; i <= SIDE; i++) {
    x0.set([i / SIDE, j / SIDE, ((7 * i + 5 * j) % 11) / 110], 3 * at(i, j));
    if (i === SIDE || j === SIDE) continue;
    triangles.push(at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j), at(i + 1, j + 1), at(i, j + 1));
  }
// The left half folds onto the right one.
const x1 = x0.map((x, k) => (x0[k - (k % 3)] < 0.5 ? [1 - x, x, -0.01][k % 3] : x));

const warm = new MeshCollider(TriMesh.from(triangles, x0.length / 3));
const contacts = warm.collide(x0, x1).count;
const collectGarbage = (globalThis as { gc?: () => void }).gc;
collectGarbage?.();
const before = process.memoryUsage();
const cpu = process.cpuUsage();
const colliders = Array.from({ length: count }, () => {
  const collider = new MeshCollider(TriMesh.from(triangles, x0.length / 3));
  if (collider.collide(x0, x1).count !== contacts) throw new Error('Another answer.');
  return collider;
});
const { user, system } = process.cpuUsage(cpu);
collectGarbage?.();
const after = process.memoryUsage();
const perCollider = (bytes: number) => `${(bytes / count / 1024).toFixed(1)} KiB`;
console.log(`${count} colliders of ${triangles.length / 3} triangles, ${contacts} contacts each`);
console.log(`resident memory per collider: ${perCollider(after.rss - before.rss)}`);
console.log(`of it JavaScript objects: ${perCollider(after.heapUsed - before.heapUsed)}`);
console.log(`CPU time to make one and collide: ${((user + system) / 1000 / count).toFixed(2)} ms`);
for (const collider of colliders) collider.dispose();
