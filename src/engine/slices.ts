// Runs long searches, which are generators that pause between pieces of work: in one go, or in
// slices of some milliseconds, between which other code of this thread runs.

/** A search that can be paused at every `yield`. */
export type Work = Generator<undefined, void, undefined>;

/** Length of a slice in milliseconds: short enough for one frame of a display. */
const SLICE_MS = 8;

/** Runs a search to its end. */
export function runThrough(work: Work): void {
  while (!work.next().done);
}

/** Runs a search in slices. Throws the signal's reason as soon as it is aborted. */
export async function runInSlices(work: Work, signal: AbortSignal | undefined): Promise<void> {
  for (;;) {
    signal?.throwIfAborted();
    const end = performance.now() + SLICE_MS;
    do {
      if (work.next().done) return;
    } while (performance.now() < end);
    await nextTurn();
  }
}

/**
 * Waits for the next turn of the event loop. Without timers, because browsers delay them by 4 ms,
 * half a slice.
 */
function nextTurn(): Promise<void> {
  const { setImmediate } = globalThis as { setImmediate?: (resolve: () => void) => void };
  // In Node not by a channel, which would deliver a thousand messages in one turn.
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
