// Positions in formats of single precision: whether they were rounded, or are too large.
import { UsageError } from '../../check/usage-error.ts';

/** Watches the positions of all frames. */
export class SinglePrecision {
  private largestError = 0;

  /** Throws `UsageError` for a position that single precision cannot hold. */
  check(label: string, frame: number, positions: Float64Array): void {
    for (const x of positions) {
      const error = Math.abs(Math.fround(x) - x);
      if (error === Infinity)
        throw new UsageError(
          `${label}: frame ${frame} has a position at ${x}, too far for single precision; write frames with --format obj.`,
        );
      if (error > this.largestError) this.largestError = error;
    }
  }

  /** A sentence if anything was rounded. */
  notes(): string[] {
    const error = Number(this.largestError.toPrecision(2));
    return error === 0 ? [] : [`Positions are rounded to single precision, by at most ${error}.`];
  }
}
