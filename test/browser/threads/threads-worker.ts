import { threadedAnswer } from './threaded-answer.ts';

addEventListener('message', async ({ data }) => postMessage(await threadedAnswer(data.files, data.rounds)));
