// The page of a user: fetches frames, collides them, shows the answer.
import { answer, FRAMES } from './answer.ts';

const bytesOf = async (name: string): Promise<Uint8Array> => new Uint8Array(await (await fetch(name)).arrayBuffer());
document.body.textContent = answer(await Promise.all(FRAMES.map(bytesOf)));
