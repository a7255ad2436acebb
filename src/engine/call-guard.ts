// Allows one call at a time on a collider, and none after it was disposed of: while an asynchronous
// call pauses, the buffers of the collider hold its state.
import { runInSlices, runThrough, type Work } from './slices.ts';

/** Tells whether a collider may be called now. */
export class CallGuard {
  /** Whether the collider has released its memory. */
  isDisposed = false;
  private isAtWork = false;

  /** Throws if a call is under way, or the collider has been disposed of. */
  check(): void {
    if (this.isDisposed) throw new Error('The collider has been disposed of: make another.');
    if (this.isAtWork)
      throw new Error('The collider is still at work on an asynchronous call: await it, or use another.');
  }

  /** Runs a search to its end. */
  run(work: Work): void {
    this.check();
    this.isAtWork = true;
    try {
      runThrough(work);
    } finally {
      this.isAtWork = false;
    }
  }

  /** Runs a search in slices. Other calls throw until it has ended. */
  async runInSlices(work: Work, signal: AbortSignal | undefined): Promise<void> {
    this.check();
    this.isAtWork = true;
    try {
      await runInSlices(work, signal);
    } finally {
      this.isAtWork = false;
    }
  }
}
