// Runs long searches, which are generators that pause between pieces of work: in one go, or in
// slices of some milliseconds, between which other code of this thread runs.

/** What a search waits for: other threads. The one who runs it chooses how to wait. */
export interface Wait {
  /** Waits and blocks this thread. */
  block(): void;
  /** Waits while other code of this thread runs. */
  settle(): Promise<void>;
}

/** A search that can be paused at every `yield`; some pauses wait for something. */
export type Work = Generator<Wait | undefined, void, undefined>;

/** Length of a slice in milliseconds: short enough for one frame of a display. */
const SLICE_MS = 8;

/** Runs a search to its end. */
export function runThrough(work: Work): void {
  for (let next = work.next(); !next.done; next = work.next()) next.value?.block();
}

/** Runs a search in slices. Throws the signal's reason as soon as it is aborted. */
export async function runInSlices(work: Work, signal: AbortSignal | undefined): Promise<void> {
  try {
    for (;;) {
      signal?.throwIfAborted();
      const end = performance.now() + SLICE_MS;
      do {
        const { done, value } = work.next();
        if (done) return;
        if (value) await value.settle();
      } while (performance.now() < end);
      await nextTurn();
    }
  } finally {
    // If the search was aborted, it still has threads to call back.
    work.return();
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
