// The times of a scene: those of all samples of what changes, each instant once.
import { maxSamples, SAME_INSTANT } from './alembic-limits.ts';
import type { SampledProperty } from './alembic-property.ts';
import type { OgawaFile } from './ogawa-file.ts';
import type { TimeSampling } from './time-sampling.ts';

/** How many times as many samples as one property may have all time samplings may have together. */
const MAX_SAMPLINGS_FULL = 4;

/** Collects the times of properties. */
export class SceneTimes {
  private readonly counts = new Map<TimeSampling, number>();

  /** Adds all samples of a property that changes. */
  add({ sampling, sampleCount }: SampledProperty): void {
    this.counts.set(sampling, Math.max(sampleCount, this.counts.get(sampling) ?? 0));
  }

  /** Returns the times in seconds, ascending; `otherwise` alone if there are none. Throws `FileError`. */
  list(file: OgawaFile, otherwise: number): number[] {
    const total = [...this.counts.values()].reduce((sum, count) => sum + count, 0);
    const most = MAX_SAMPLINGS_FULL * maxSamples(file.size);
    if (total > most) file.fail(file.root.at, `at most ${most} times in a file of this size`, total);
    const all = new Float64Array(total);
    let at = 0;
    for (const [sampling, count] of this.counts) for (let i = 0; i < count; i++) all[at++] = sampling.time(i);
    all.sort();
    const times: number[] = total === 0 ? [otherwise] : [];
    for (const time of all) if (times.length === 0 || time - times[times.length - 1] > SAME_INSTANT) times.push(time);
    return times;
  }
}
