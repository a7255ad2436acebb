// Clashes in words: names of pairs, depths, frames and status.
import { lengthText } from '../check/length-text.ts';
import type { Unit } from '../check/space.ts';
import type { DepthMethod } from '../clash.ts';
import type { ClashView } from './clash-view.ts';

/** What each method of measuring means, for people. */
const METHODS: Readonly<Record<DepthMethod, string>> = {
  parity: 'the deepest vertex inside a closed part',
  capped: 'the deepest vertex inside a part whose small holes were closed',
  samples: 'the deepest point inside, found by splitting faces',
  side: 'an estimate: the smaller side of the surface that is cut off',
  curve: 'no depth can be told; the length of the curve is given',
};

/** Returns what a method means. */
export function methodText(method: DepthMethod): string {
  return METHODS[method];
}

/** Names the parts of a clash. */
export function pairText({ a, b }: Pick<ClashView, 'a' | 'b'>): string {
  return a === b ? `${a} with itself` : `${a} – ${b}`;
}

/**
 * Says how deep a clash is where it is worst: depth, else through, else the length of the curve;
 * empty if there is none of these.
 */
export function depthText({ worst, curveLength }: ClashView, unit: Unit | null): string {
  const { depth, through, distance } = worst;
  if (distance !== null) return `${lengthText(distance, unit)} apart`;
  const parts: string[] = [];
  if (depth !== null) parts.push(`${lengthText(depth, unit)} deep`);
  if (through !== null && (depth === null || through > depth)) parts.push(`${lengthText(through, unit)} through`);
  if (parts.length > 0) return parts.join(', ');
  return curveLength > 0 ? `curve of ${lengthText(curveLength, unit)}` : '';
}

/** Names the frames of a clash. */
export function framesText({ kind, first, last }: Pick<ClashView, 'kind' | 'first' | 'last'>): string {
  if (kind === 'passing') return `between frames ${first} and ${last}`;
  return first === last ? `frame ${first}` : `frames ${first}–${last}`;
}

/** Describes a clash in one line, without its parts. */
export function clashText(clash: ClashView, unit: Unit | null): string {
  return [clash.kind, depthText(clash, unit), framesText(clash)].filter((text) => text !== '').join(', ');
}

/** Says how a clash compares with the baseline, and whether it is at rest; may be empty. */
export function statusText({ baseline, atRest }: Pick<ClashView, 'baseline' | 'atRest'>): string {
  return [baseline, atRest ? 'at rest' : null].filter((word) => word !== null).join(', ');
}

/** Whether it counts as a clash; parts that only touch are listed, but do not. */
export function isGrave({ kind }: Pick<ClashView, 'kind'>): boolean {
  return kind !== 'touching';
}
