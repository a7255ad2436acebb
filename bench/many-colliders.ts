// How many small colliders a process can have, and the memory and CPU time of each: `node
// --expose-gc --import ./scripts/typescript.mjs bench/many-colliders.ts [count]`. Each has its own
// mesh of 200 triangles, has collided once, and stays alive.
import { MeshCollider, TriMesh } from '../src/index.ts';
import { foldingSheet } from '../test/browser/library/many-colliders.ts';

const count = Number(process.argv[2] ?? 10_000);
const { triangles, vertexCount, x0, x1 } = foldingSheet(10);

const warm = new MeshCollider(TriMesh.from(triangles, vertexCount));
const contacts = warm.collide(x0, x1).count;
const collectGarbage = (globalThis as { gc?: () => void }).gc;
collectGarbage?.();
const before = process.memoryUsage();
const cpu = process.cpuUsage();
const colliders = Array.from({ length: count }, () => {
  const collider = new MeshCollider(TriMesh.from(triangles, vertexCount));
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
