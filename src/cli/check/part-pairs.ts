// Which pairs of parts `--pairs`, `--ignore` and `--no-self` choose. A `*` in a name stands for any
// characters. Names may contain colons, as those of Maya do: a pair is split where both sides
// match.
import { UsageError } from '../../check/usage-error.ts';
import type { ClashOptions, Parts } from '../../clash.ts';
import { nearestName } from '../nearest-name.ts';
import { fitsPattern } from '../text/wildcard.ts';
import { thousands } from '../thousands.ts';

/** The choice of a user. */
export interface PairChoice {
  /** `--pairs`: pairs of names with commas between them; all if absent. */
  readonly pairs?: string | undefined;
  /** `--ignore`: likewise; none if absent. */
  readonly ignore?: string | undefined;
  /** False with `--no-self`. */
  readonly self: boolean;
}

type NamePair = readonly [string, string];

/** The maximum number of pairs of names that one item may stand for. */
const MAX_PAIRS = 2 ** 21;

/** The maximum number of names that a message lists. */
const MAX_LISTED = 12;

/**
 * Returns the pairs of names for a detector. Throws `UsageError` for a name that no part has, or if
 * no pair remains.
 */
export function pairsOf({ names }: Parts, choice: PairChoice): Pick<ClashOptions, 'pairs' | 'ignore' | 'self'> {
  const pairs = choice.pairs === undefined ? undefined : expanded(choice.pairs, '--pairs', names);
  const ignore = choice.ignore === undefined ? undefined : expanded(choice.ignore, '--ignore', names);
  refuseNothing(names, choice, pairs, ignore);
  return { ...(pairs && { pairs }), ...(ignore && { ignore }), self: choice.self };
}

function expanded(text: string, option: string, names: readonly string[]): NamePair[] {
  return text.split(',').flatMap((item) => pairsIn(item.trim(), option, names));
}

function pairsIn(item: string, option: string, names: readonly string[]): NamePair[] {
  const colons = [...item.matchAll(/:/g)].map(({ index }) => index);
  if (colons.length === 0)
    throw new UsageError(`${option} ${item}: a pair is two names of parts with a colon between them, such as A:B.`);
  const splits = colons.map((at) => [item.slice(0, at), item.slice(at + 1)].map((name) => name.trim()));
  for (const sides of splits) {
    const [left, right] = sides.map((pattern) => matching(pattern, names));
    const count = left.length * right.length;
    if (count > MAX_PAIRS)
      throw new UsageError(
        `${option} ${item}: these are ${thousands(count)} pairs of parts, and ${thousands(MAX_PAIRS)} can be chosen; leave out the option, or choose fewer.`,
      );
    if (count > 0) return left.flatMap((a) => right.map((b): NamePair => [a, b]));
  }
  const unknown = splits[0].find((pattern) => matching(pattern, names).length === 0) ?? item;
  throw new UsageError(`${option} ${item}: there is no part '${unknown}'${suggested(unknown, names)}`);
}

function matching(pattern: string, names: readonly string[]): readonly string[] {
  if (!pattern.includes('*')) return names.includes(pattern) ? [pattern] : [];
  return names.filter((name) => fitsPattern(name, pattern));
}

function suggested(name: string, names: readonly string[]): string {
  const nearest = nearestName(name, names);
  if (nearest !== undefined) return ` (Did you mean ${nearest}?)`;
  const more = names.length > MAX_LISTED ? ` and ${names.length - MAX_LISTED} more` : '';
  return `; there are ${names.slice(0, MAX_LISTED).join(', ')}${more}.`;
}

function refuseNothing(
  names: readonly string[],
  { self }: PairChoice,
  pairs: readonly NamePair[] | undefined,
  ignore: readonly NamePair[] | undefined,
): void {
  const ignored = new Set((ignore ?? []).map(keyOf));
  const isLeft = ([a, b]: NamePair): boolean => (self || a !== b) && !ignored.has(keyOf([a, b]));
  if (pairs?.some(isLeft)) return;
  // Counted, because a large scene has too many pairs to list.
  const ignoredSelf = names.reduce((count, name) => count + (ignored.has(keyOf([name, name])) ? 1 : 0), 0);
  const others = (names.length * (names.length - 1)) / 2 - (ignored.size - ignoredSelf);
  if (!pairs && (others > 0 || (self && ignoredSelf < names.length))) return;
  const all = names.length === 1 ? `the only part, '${names[0]}', with itself` : 'every pair of parts';
  throw new UsageError(`--pairs, --ignore and --no-self leave out ${all}: nothing is checked; leave in at least one.`);
}

function keyOf([a, b]: NamePair): string {
  return JSON.stringify(a < b ? [a, b] : [b, a]);
}
