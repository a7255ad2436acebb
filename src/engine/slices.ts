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
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
}
