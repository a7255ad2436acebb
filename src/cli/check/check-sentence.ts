// The sentence that sums up a check: how many clashes there are, and what the worst of them is.
import type { CheckJson, ClashJson } from '../../check/check-result.ts';
import { lengthText } from '../../check/length-text.ts';
import { thousands } from '../thousands.ts';

/** What a sentence is made from. */
export interface SentenceInput {
  /** The content of the JSON file. */
  readonly json: CheckJson;
  /** Of each clash, by id, whether it counts for the exit status. */
  readonly counts: readonly boolean[];
  /**
   * Of each clash, by id, which part is inside the other: `a` or `b`; null if that is not known.
   */
  readonly inner: readonly ('a' | 'b' | null)[];
  /** Whether parts were checked against themselves. */
  readonly self: boolean;
  /** The distance that counts as near, or 0. */
  readonly clearance: number;
}

/** Returns the sentence. */
export function checkSentence(input: SentenceInput): string {
  const { json, counts, inner } = input;
  const found = json.clashes.filter(({ id }) => counts[id]);
  const [worst] = [...found].sort((p, q) => Number(p.atRest) - Number(q.atRest) || p.id - q.id);
  const isStill = json.frames === 1;
  if (worst === undefined) return `${nothing(input)}${touchingOf(json, counts)}${uncheckedOf(json)}`;
  const rest = `${touchingOf(json, counts)}${ignoredOf(json, counts)}${uncheckedOf(json)}`;
  const told = `${phraseOf(worst, inner[worst.id])}${framesOf(worst, json)}${depthPhrase(worst, json)}.`;
  if (isStill && found.length === 1) return `${told}${rest}`;
  return `${countOf(found.length)}${atRest(found, isStill)}: ${told}${rest}`;
}

function nothing({ json, counts, self, clearance }: SentenceInput): string {
  const { frames, steps, unit, clashes, summary } = json;
  const left = clashes.filter(({ id, kind }) => !counts[id] && kind !== 'touching');
  if (left.length > 0 && summary.new !== null)
    return left.every(({ baseline }) => baseline === 'known')
      ? 'Nothing is new or worse.'
      : 'Nothing is new or worse, except what is there from the first frame and ignored.';
  if (left.length > 0)
    return `Nothing clashes, except what is there from the first frame and ignored: ${countOf(left.length)}.`;
  const near = clearance > 0 ? `, and none comes within ${lengthText(clearance, unit)} of another` : '';
  const through = `no part goes through another${self ? ' or itself' : ''}${near}`;
  return `Nothing clashes: ${whereSearched(frames, steps.length)}${through}.`;
}

/** The steps; the frames if there is no motion between them; nothing for a still scene. */
function whereSearched(frames: number, steps: number): string {
  if (steps > 0) return steps === 1 ? 'in the step ' : `in ${thousands(steps)} steps `;
  return frames === 1 ? '' : `in ${thousands(frames)} frames `;
}

function countOf(clashes: number): string {
  return clashes === 1 ? '1 clash' : `${thousands(clashes)} clashes`;
}

/** Tells of parts that touch, which does not count for the exit status; empty if none do. */
function touchingOf({ clashes }: CheckJson, counts: readonly boolean[]): string {
  const count = clashes.filter(({ id, kind }) => !counts[id] && kind === 'touching').length;
  const places = count === 1 ? '1 place' : `${thousands(count)} places`;
  return count === 0 ? '' : ` Parts touch in ${places}, which is no clash.`;
}

/**
 * Tells what else does not count for the exit status; empty if there is nothing of the kind. What
 * is known is told in the line about the baseline.
 */
function ignoredOf({ clashes, summary }: CheckJson, counts: readonly boolean[]): string {
  const count = clashes.filter(({ id, kind }) => !counts[id] && kind !== 'touching').length;
  if (count === 0 || summary.new !== null) return '';
  return ` ${countOf(count)} ${count === 1 ? 'is' : 'are'} there from the first frame and ignored.`;
}

/** Tells that not everything was checked between frames; empty if it was. */
function uncheckedOf({ steps, unchecked }: CheckJson): string {
  if (unchecked.length === 0) return '';
  if (steps.length === 0)
    return ' Between frames nothing could be checked, because no two of them have the same faces.';
  const names = [...new Set(unchecked.map(({ part }) => part))];
  const what = names.length === 1 ? names[0] : `${thousands(names.length)} parts`;
  return ` The motion of ${what} could not be checked in every step.`;
}

function atRest(found: readonly ClashJson[], isStill: boolean): string {
  const count = found.filter((clash) => clash.atRest).length;
  if (count === 0 || isStill) return '';
  const all = found.length === 1 ? '' : found.length === 2 ? 'both ' : 'all ';
  return count === found.length
    ? `, ${all}there from the first frame (at rest)`
    : `, ${thousands(count)} of them there from the first frame (at rest)`;
}

/** Says what two parts do, as in `body goes through dress`. */
export function phraseOf({ a, b, kind }: ClashJson, inner: 'a' | 'b' | null): string {
  const other = a === b ? 'itself' : b;
  switch (kind) {
    case 'crossing':
      return `${a} goes through ${other}`;
    case 'passing':
      return `${a} passes through ${other}`;
    case 'inside':
      if (inner === null) return `Of ${a} and ${b} one is inside the other`;
      return inner === 'a' ? `${a} is inside ${b}` : `${b} is inside ${a}`;
    case 'duplicate':
      return a === b ? `${a} has the same faces twice` : `${a} and ${b} have the same faces`;
    case 'touching':
      return `${a} touches ${other}`;
    case 'near':
      return `${a} comes near ${other}`;
  }
}

function framesOf({ kind, first, last, frames }: ClashJson, { frames: all }: CheckJson): string {
  if (all === 1) return '';
  if (kind === 'passing')
    return last === first + 1 ? ` between frames ${first} and ${last}` : ` in frames ${first} to ${last}`;
  if (frames === all) return all === 2 ? ' in both frames' : ` in all ${thousands(all)} frames`;
  return first === last ? ` in frame ${first}` : ` in frames ${first} to ${last}`;
}

function depthPhrase({ worst, kind, first, last, curveLength }: ClashJson, { unit }: CheckJson): string {
  const length = (value: number): string => lengthText(value, unit);
  const when = first === last || kind === 'passing' ? '' : ` at frame ${worst.frame}`;
  if (worst.distance !== null) return `, ${length(worst.distance)} apart${when}`;
  // Parts that only touch, or lie on each other, have a depth of 0, which says nothing.
  if (worst.method === null) return '';
  if (worst.depth !== null) return `, ${length(worst.depth)} deep${when}`;
  if (worst.through !== null) return `, by ${length(worst.through)}${when}`;
  return kind === 'crossing' && curveLength > 0 ? `, along a curve of ${length(curveLength)}${when}` : '';
}
