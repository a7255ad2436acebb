// The thread that reads damaged files of one format. It writes the number of the file at work into
// shared memory, so that the driver knows it if this thread hangs or ends.
import { parentPort, workerData } from 'node:worker_threads';
import { allFuzzes } from './all-fuzzes.ts';
import { AllocationMeter } from './allocation-meter.ts';
import { damagedFile, type Failure, faultOfFile, type Outcomes } from './fuzz-run.ts';

/** What the thread starts with. */
export interface FuzzStart {
  /** The name of the format. */
  readonly format: string;
  /** The seed of the run. */
  readonly seed: number;
  /** The first file. */
  readonly from: number;
  /** The first file that is not read. */
  readonly to: number;
  /** Where the number of the file at work is written. */
  readonly at: SharedArrayBuffer;
}

/** A message to the driver: a failure, or the end of the run. */
export type FuzzMessage = { readonly failure: Failure } | { readonly outcomes: Outcomes };

const { format, seed, from, to, at } = workerData as FuzzStart;
const fuzz = (await allFuzzes()).find(({ name }) => name === format);
if (!fuzz) throw new Error(`there is no fuzzer of ${format}`);
const outcomes: Outcomes = { read: 0, refused: 0 };
const place = new Int32Array(at);
const meter = new AllocationMeter();
const send = (message: FuzzMessage): void => parentPort?.postMessage(message);
for (let index = from; index < to; index++) {
  Atomics.store(place, 0, index);
  const fault = await faultOfFile(fuzz, damagedFile(fuzz, seed, index), meter, outcomes);
  if (fault !== null) send({ failure: { index, fault } });
}
send({ outcomes });
