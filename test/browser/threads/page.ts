// A user's page: collides two frames with a pool, here or in a worker, and shows the answer.
import { threadedAnswer } from './threaded-answer.ts';

const bytesOf = async (name: string): Promise<Uint8Array> => new Uint8Array(await (await fetch(name)).arrayBuffer());
const files = await Promise.all(['0.ply', '1.ply'].map(bytesOf));
const [, place, rounds] = /^#([a-z]*)=(\d*)$/.exec(location.hash) ?? [];

function answerOfWorker(): Promise<unknown> {
  const worker = new Worker(new URL('./threads-worker.ts', import.meta.url), { type: 'module' });
  return new Promise((resolve) => {
    worker.onmessage = ({ data }) => resolve(data);
    worker.postMessage({ files, rounds: Number(rounds) });
  });
}

document.body.textContent = JSON.stringify(
  place === 'worker' ? await answerOfWorker() : await threadedAnswer(files, Number(rounds)),
);
