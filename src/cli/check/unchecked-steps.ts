// The parts whose motion could not be checked, step by step: they are hidden in one of two frames,
// or have other faces there.
import type { CheckJson, UncheckedJson } from '../../check/check-result.ts';
import type { UncheckedPart, UncheckedReason } from '../../check/scene/unchecked-parts.ts';
import { thousands } from '../thousands.ts';

/** The maximum number of lines that are printed; the rest is counted. */
const MAX_PRINTED = 8;

const REASONS: Readonly<Record<UncheckedReason, string>> = {
  appears: 'it appears',
  disappears: 'it disappears',
  'other faces': 'its faces change',
};

/** Consecutive steps of one part. */
interface Run {
  readonly from: number;
  to: number;
  readonly why: UncheckedReason;
}

/** Collects the parts of all steps. */
export class UncheckedSteps {
  private readonly runs = new Map<number, Run[]>();

  /** Steps arrive in order. */
  add(step: number, parts: readonly UncheckedPart[]): void {
    for (const { part, why } of parts) {
      const runs = this.runs.get(part) ?? [];
      this.runs.set(part, runs);
      const last = runs.at(-1);
      if (last?.to === step && last.why === why) last.to = step + 1;
      else runs.push({ from: step, to: step + 1, why });
    }
  }

  /** Returns all of them, by part, then by step. */
  list(names: readonly string[]): UncheckedJson[] {
    return [...this.runs]
      .sort(([p], [q]) => p - q)
      .flatMap(([part, runs]) => runs.map(({ from, to, why }) => ({ part: names[part], from, to, why })));
  }
}

/** Returns a line for each part that could not be checked in some steps. */
export function uncheckedLines({ unchecked }: Pick<CheckJson, 'unchecked'>): string[] {
  const lines = unchecked
    .slice(0, MAX_PRINTED)
    .map(({ part, from, to, why }) => `Not checked: ${part} from frame ${from} to ${to}, because ${REASONS[why]}.`);
  const more = unchecked.length - lines.length;
  return more > 0 ? [...lines, `… and ${thousands(more)} more like these.`] : lines;
}
