// The page of a user: fetches frames, collides them, here or in a worker, shows the answer.
import { answer, FRAMES } from './answer.ts';

const bytesOf = async (name: string): Promise<Uint8Array> => new Uint8Array(await (await fetch(name)).arrayBuffer());
const files = await Promise.all(FRAMES.map(bytesOf));

function answerOfWorker(): Promise<string> {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  return new Promise((resolve) => {
    worker.onmessage = ({ data }) => resolve(data);
    worker.postMessage(files);
  });
}

document.body.textContent = location.hash === '#worker' ? await answerOfWorker() : answer(files);
