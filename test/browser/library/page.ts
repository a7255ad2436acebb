// A user's page: fetches frames, collides them, here or in a worker, and shows the answer.
import { answer, FRAMES } from './answer.ts';
import { askColliders } from './many-colliders.ts';

const bytesOf = async (name: string): Promise<Uint8Array> => new Uint8Array(await (await fetch(name)).arrayBuffer());
const files = await Promise.all(FRAMES.map(bytesOf));

function answerOfWorker(): Promise<string> {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  return new Promise((resolve) => {
    worker.onmessage = ({ data }) => resolve(data);
    worker.postMessage(files);
  });
}

const [, place, count] = /^#?([a-z]*)=?(\d*)$/.exec(location.hash) ?? [];
if (place === 'colliders') document.body.textContent = JSON.stringify(askColliders(Number(count)));
else document.body.textContent = place === 'worker' ? await answerOfWorker() : answer(files);
