// The script of a worker of `ThreadPool`, in browsers and in Node.
import { nodeModule } from './engine/threads/environment.ts';
import { runWorker, type WorkerPort } from './engine/threads/worker-loop.ts';

runWorker((nodeModule('node:worker_threads')?.parentPort ?? globalThis) as WorkerPort);
