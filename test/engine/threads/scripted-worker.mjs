// A worker of a pool that dies, or stops for a while, when a test says so: right after it has
// claimed a chunk, before it runs it. `workerData` has the words that both sides use.
import { workerData } from 'node:worker_threads';

const { orders, STATE, NEXT_CHUNK, PROGRESS } = workerData;
const { add } = Atomics;
let isLate = false;

/** Takes an order of a test, if there is this one. @param {number} order */
function takes(order) {
  if (Atomics.compareExchange(orders, 0, order, STATE.done) !== order) return false;
  Atomics.notify(orders, 0);
  return true;
}

/** As `Atomics.add`. @param {Int32Array<SharedArrayBuffer>} words @param {number} at @param {number} n */
function addAndObey(words, at, n) {
  const before = add(words, at, n);
  if (at === NEXT_CHUNK && takes(STATE.die)) process.exit();
  if (at === NEXT_CHUNK && takes(STATE.stop)) {
    isLate = true;
    while (Atomics.load(orders, 0) !== STATE.goOn) Atomics.wait(orders, 0, Atomics.load(orders, 0));
  } else if (at === PROGRESS && isLate) {
    // It has run the chunk.
    isLate = false;
    takes(STATE.goOn);
  }
  return before;
}

Object.assign(Atomics, { add: addAndObey });
await import('../../../dist/thread-worker.js');
