import { answer } from './answer.ts';

addEventListener('message', ({ data }) => postMessage(answer(data)));
