// Collision detection outside the main thread: positions go to a worker, contacts come back, and
// neither is copied.
import { Worker } from 'node:worker_threads';

const triangles = [0, 1, 2, 3, 4, 5];
const worker = new Worker(new URL('./collide-worker.mjs', import.meta.url), {
  workerData: { triangles, vertexCount: 6 },
});
/** A triangle at rest, and a smaller one that falls through it. */
const at = (z: number): Float64Array =>
  Float64Array.from([-2, -2, 0, 2, -2, 0, 0, 2, 0, -0.5, -0.5, z, 0.5, -0.5, z, 0, 0.5, z]);
const [x0, x1] = [at(1), at(-1)];
worker.on('message', ({ count, time }: { count: number; time: Float64Array }) => {
  console.log(`${count} contacts, the first at ${Math.min(...time).toFixed(3)}`);
  void worker.terminate();
});
worker.postMessage({ x0, x1 }, [x0.buffer, x1.buffer] as ArrayBuffer[]);
