// Long searches as generators: they stop for a moment between pieces of work. Run through at once, or in slices of some milliseconds
// between which whoever else lives on this thread gets his turn.

export type Work = Generator<undefined, void, undefined>;

/** Milliseconds of a slice: a frame of a display has room for it. */
const SLICE = 8;

export function runThrough(work: Work): void {
  while (!work.next().done);
}

/** Throws the signal's reason as soon as it is aborted. */
export async function runInSlices(work: Work, signal: AbortSignal | undefined): Promise<void> {
  for (;;) {
    signal?.throwIfAborted();
    const end = performance.now() + SLICE;
    do {
      if (work.next().done) return;
    } while (performance.now() < end);
    await nextTurn();
  }
}

/** Of the event loop. Timers would do as well, but browsers let them wait for 4 ms, half a slice. */
function nextTurn(): Promise<void> {
  const { setImmediate } = globalThis as { setImmediate?: (resolve: () => void) => void };
  // A channel of Node would deliver a thousand messages in one turn.
  if (setImmediate) return new Promise((resolve) => setImmediate(resolve));
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
