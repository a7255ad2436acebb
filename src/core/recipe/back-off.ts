// Exponential back-off for an attempt that may not pay: after a failure it pauses for some steps, twice
// as many each time. It counts steps, not time, so the same steps make the same attempts.

/** The back-off of one kind of attempt. */
export class BackOff {
  private readonly longestPause: number;
  private pause = 0;
  private nextPause = 1;

  /** `longestPause`: the most steps between two attempts. */
  constructor(longestPause: number) {
    this.longestPause = longestPause;
  }

  /** Whether the attempt is due; called once per step. */
  isDue(): boolean {
    if (this.pause === 0) return true;
    this.pause--;
    return false;
  }

  /** The attempt has paid: the next failure pauses for one step. */
  succeed(): void {
    this.nextPause = 1;
  }

  /** The attempt has not paid. */
  fail(): void {
    this.pause = this.nextPause;
    this.nextPause = Math.min(2 * this.nextPause, this.longestPause);
  }
}
