// When the samples of a property are taken: at equal distances, in a pattern that repeats, such as
// the opening and closing of a shutter, or at any times.
import { SAME_INSTANT } from './alembic-limits.ts';
import type { HeaderScanner } from './header-scanner.ts';
import type { OgawaFile } from './ogawa-file.ts';

/** A time per cycle from here on says that nothing repeats; Alembic writes DBL_MAX / 32. */
const ACYCLIC_FROM = Number.MAX_VALUE / 64;

/** The times of the samples of properties; several properties may share it. */
export class TimeSampling {
  /** The times that are stored, in seconds. */
  private readonly stored: Float64Array;
  private readonly timePerCycle: number;
  private readonly place: number;
  private isChecked = false;

  /** Reads the next time sampling of a block. Throws `FileError`. */
  constructor(headers: HeaderScanner, file: OgawaFile) {
    this.place = headers.place;
    // The greatest number of samples: each property states its own.
    headers.uint(4, 'the greatest number of samples');
    this.timePerCycle = headers.double('the time per cycle');
    const count = headers.uint(4, 'the number of times');
    if (count === 0 || count > headers.left / 8) {
      file.fail(headers.place - 4, `between 1 and ${Math.floor(headers.left / 8)} times`, count);
    }
    this.stored = Float64Array.from({ length: count }, () => headers.double('a time'));
  }

  /** Returns the time of a sample in seconds. */
  time(sample: number): number {
    const { stored, timePerCycle } = this;
    if (this.isAcyclic) return stored[Math.min(sample, stored.length - 1)];
    return stored[sample % stored.length] + timePerCycle * Math.floor(sample / stored.length);
  }

  /**
   * Throws a `FileError` unless the first `count` samples have finite times that do not decrease.
   * Only properties that change need times, so that a sampling which nothing uses may hold anything.
   */
  check(count: number, file: OgawaFile): void {
    const { stored, timePerCycle, place } = this;
    if (this.isAcyclic && count > stored.length) file.fail(place, `${count} times, one for each sample`, stored.length);
    if (!Number.isFinite(this.time(count - 1))) file.fail(place, 'finite times', this.time(count - 1));
    if (this.isChecked) return;
    const bad = stored.findIndex((time, i) => !(Number.isFinite(time) && (i === 0 || time >= stored[i - 1])));
    if (bad >= 0) file.fail(place, 'finite times that ascend', stored[bad]);
    const span = stored[stored.length - 1] - stored[0];
    if (!(timePerCycle >= span && timePerCycle > 0)) {
      file.fail(place + 4, `a cycle of more than 0 and at least ${span} seconds`, timePerCycle);
    }
    this.isChecked = true;
  }

  /** Returns the last of `count` samples that is not after a time; 0 if all are. */
  floor(time: number, count: number): number {
    let low = 0;
    let high = count;
    // The sample `low` is not after the time, unless it is 0; the sample `high` is.
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if (this.time(middle) <= time + SAME_INSTANT) low = middle;
      else high = middle;
    }
    return low;
  }

  private get isAcyclic(): boolean {
    return this.timePerCycle >= ACYCLIC_FROM;
  }
}
