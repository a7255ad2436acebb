// The worker of worker.ts: one collider for many requests.
import { parentPort, workerData } from 'node:worker_threads';
import { MeshCollider, TriMesh } from 'graze';

const collider = new MeshCollider(TriMesh.from(workerData.triangles, workerData.vertexCount));
parentPort?.on('message', ({ x0, x1 }) => {
  const { count, kind, a, b, time } = collider.collide(x0, x1).copy();
  const buffers = [kind.buffer, a.buffer, b.buffer, time.buffer];
  parentPort?.postMessage({ count, kind, a, b, time }, /** @type {ArrayBuffer[]} */ (buffers));
});
