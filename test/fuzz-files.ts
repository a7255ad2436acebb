// Damaged files of every format, read by threads: npm run fuzz:files -- --count N --seed S --format NAME
// A file must be read, or end in a FileError, within a second and 64 MB. A file that does not is
// stored in the folder of --keep; made a fixture of its reader's tests, it stays.
import { mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { allFuzzes } from './fuzz-files/all-fuzzes.ts';
import type { FileFuzz } from './fuzz-files/file-fuzz.ts';
import { cpuSince, damagedFile, type Failure, type Outcomes } from './fuzz-files/fuzz-run.ts';
import type { FuzzMessage, FuzzStart } from './fuzz-files/fuzz-worker.ts';

/** Heap of a thread in MB: its modules, and 64 MB for a file. */
const HEAP_MB = 112;
/** A thread that takes the processor for this long with one file hangs. */
const HANG_MS = 20_000;
/** In place of a number of a file: the thread has not read any. */
const NOT_STARTED = -1;
/** Failures of a format that are shown and stored. */
const MAX_SHOWN = 20;

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '2000' },
    seed: { type: 'string', default: '1' },
    format: { type: 'string' },
    keep: { type: 'string', default: join(tmpdir(), 'graze-fuzz-files') },
  },
});

function whole(text: string, name: string): number {
  const n = Number(text);
  if (Number.isSafeInteger(n) && n >= 0 && n < 2 ** 24) return n;
  console.error(`fuzz:files: --${name} takes a whole number below 2^24, not "${text}"`);
  process.exit(2);
}

const count = whole(values.count, 'count');
const seed = whole(values.seed, 'seed');
const all = await allFuzzes();
const chosen = all.filter(({ name }) => values.format === undefined || name === values.format);
if (chosen.length === 0) {
  console.error(
    `fuzz:files: there is no format "${values.format}"; there are ${all.map(({ name }) => name).join(', ')}`,
  );
  process.exit(2);
}

let failed = 0;
console.log(`fuzz:files: ${count} files of each format, seed ${seed}`);
for (const fuzz of chosen) failed += await runFormat(fuzz);
process.exitCode = failed > 0 ? 1 : 0;

/** Reads all files of a format; returns how many failed. */
async function runFormat(fuzz: FileFuzz): Promise<number> {
  const start = performance.now();
  const outcomes: Outcomes = { read: 0, refused: 0 };
  let failures = 0;
  const tell = (failure: Failure): void => {
    if (++failures <= MAX_SHOWN) keep(fuzz, failure);
  };
  for (let next = 0; next < count; ) next = await runThread(fuzz.name, next, outcomes, tell);
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(
    `${fuzz.name}: ${count} files, ${outcomes.read} read, ${outcomes.refused} refused, ${failures} failed, ${seconds} s`,
  );
  return failures;
}

/** Reads files from a number on, until the thread ends; returns the number of the next file. */
function runThread(
  format: string,
  from: number,
  outcomes: Outcomes,
  tell: (failure: Failure) => void,
): Promise<number> {
  const at = new SharedArrayBuffer(4);
  const place = new Int32Array(at).fill(NOT_STARTED);
  const workerData: FuzzStart = { format, seed, from, to: count, at };
  const resourceLimits = { maxOldGenerationSizeMb: HEAP_MB, maxYoungGenerationSizeMb: 16 };
  const worker = new Worker(new URL('./fuzz-files/fuzz-worker.ts', import.meta.url), { workerData, resourceLimits });
  return new Promise((resolve) => {
    let isDone = false;
    let last = { index: from, since: process.cpuUsage() };
    const watch = setInterval(() => {
      const index = Atomics.load(place, 0);
      if (index !== last.index) last = { index, since: process.cpuUsage() };
      else if (cpuSince(last.since) > HANG_MS) {
        tell({ index, fault: `a hang: more than ${HANG_MS / 1000} s` });
        isDone = true;
        void worker.terminate();
      }
    }, 500);
    worker.on('message', (message: FuzzMessage) => {
      if ('failure' in message) tell(message.failure);
      else {
        outcomes.read += message.outcomes.read;
        outcomes.refused += message.outcomes.refused;
        isDone = true;
        place[0] = count;
      }
    });
    worker.on('error', (error) => {
      if (place[0] === NOT_STARTED) throw error;
      isDone = true;
      const { code } = error as NodeJS.ErrnoException;
      const fault = code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'too much memory: objects fill the heap' : `${error.stack}`;
      tell({ index: place[0], fault });
    });
    worker.on('exit', () => {
      clearInterval(watch);
      if (!isDone) tell({ index: place[0], fault: 'the thread ended' });
      resolve(place[0] + 1);
    });
  });
}

/** Stores a file that failed, and prints how to make it again. */
function keep(fuzz: FileFuzz, { index, fault }: Failure): void {
  mkdirSync(values.keep, { recursive: true });
  const path = join(values.keep, `${fuzz.name}-${seed}-${index}`);
  writeFileSync(path, damagedFile(fuzz, seed, index));
  console.error(`${fuzz.name}, seed ${seed}, file ${index}, kept as ${path}: ${fault}`);
}
