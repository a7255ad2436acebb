// The known results of the steps of a source, for each of the settings that were tried.
import type { TimelineSteps } from '../display/timeline.ts';
import type { Checked, StepNumbers } from './protocol.ts';
import { nameOf, type Settings } from './settings.ts';

/** The numbers of all checked steps. */
export class StepResults {
  /** The number of steps of the source. */
  readonly stepCount: number;
  /** The number of steps that can be checked; a simulation adds to them. */
  readyCount: number;
  private readonly frameNames: readonly string[];
  /**
   * The numbers of every step by the label of the settings, in the order in which these were tried.
   */
  private readonly tried = new Map<string, (StepNumbers | null)[]>();
  /** Steps whose frames cannot be read. */
  private readonly unreadable = new Set<number>();

  /** All steps are ready by default. */
  constructor(frameNames: readonly string[], readyCount: number = frameNames.length - 1) {
    this.frameNames = frameNames;
    this.stepCount = frameNames.length - 1;
    this.readyCount = readyCount;
  }

  /** Records a step that has been checked. */
  add({ step, settings, numbers }: Checked): void {
    this.of(settings)[step] = numbers;
  }

  /** Records that a step cannot be read. */
  fail(step: number): void {
    this.unreadable.add(step);
  }

  /** Returns the numbers of a step; null if they are not known. */
  at(step: number, settings: Settings): StepNumbers | null {
    return this.of(settings)[step];
  }

  /**
   * Returns the nearest step from `from` on, cyclically, that can be checked and is not known well;
   * null if there is none.
   */
  nextUnknown(from: number, settings: Settings): number | null {
    const known = this.of(settings);
    for (let i = 0; i < this.readyCount; i++) {
      const step = (from + i) % this.readyCount;
      if ((known[step]?.isCold ?? true) && !this.unreadable.has(step)) return step;
    }
    return null;
  }

  /** Returns the nearest step in this direction that has contacts; null if there is none. */
  nextTouching(from: number, direction: 1 | -1, settings: Settings): number | null {
    const known = this.of(settings);
    for (let step = from + direction; step >= 0 && step < this.stepCount; step += direction)
      if ((known[step]?.count ?? 0) > 0) return step;
    return null;
  }

  /** Returns how many steps are known, and how many of these have contacts. */
  summary(settings: Settings): { known: number; touching: number } {
    const known = this.of(settings).filter((numbers) => numbers !== null);
    return { known: known.length, touching: known.filter(({ count }) => count > 0).length };
  }

  /** Returns the columns of the timeline. */
  timeline(settings: Settings): TimelineSteps {
    const known = this.of(settings);
    return {
      from: this.frameNames.slice(0, -1),
      to: this.frameNames.slice(1),
      count: known.map((numbers) => numbers?.count ?? null),
      firstTime: known.map((numbers) => numbers?.firstTime ?? null),
      truncated: known.flatMap((numbers, step) => (numbers?.truncated ? [step] : [])),
    };
  }

  /** Returns a value of every step under each of the settings that were tried. */
  curves(value: (numbers: StepNumbers) => number | null): { name: string; values: (number | null)[] }[] {
    return [...this.tried].map(([name, known]) => ({ name, values: known.map((one) => one && value(one)) }));
  }

  private of(settings: Settings): (StepNumbers | null)[] {
    const name = nameOf(settings);
    const known = this.tried.get(name) ?? new Array<StepNumbers | null>(this.stepCount).fill(null);
    this.tried.set(name, known);
    return known;
  }
}
