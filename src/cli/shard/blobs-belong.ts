// Refuses blobs that are not all of one check, or not all of it.
import { UsageError } from '../../check/usage-error.ts';
import type { StepArguments } from '../check/check-arguments.ts';
import type { StepRange } from '../work-queue.ts';
import type { BlobHead } from './blob-records.ts';
import { isShard, stepsOfShard } from './shard-choice.ts';
import { hasFirstFrame } from './write-blob.ts';

/** The most gaps, or shares, that a message names. */
const MAX_LISTED = 8;

/** A blob: the name of its file, and what it is. */
export interface NamedBlob {
  /** The name of its file. */
  readonly path: string;
  /** What it is. */
  readonly head: BlobHead;
}

/** Throws `UsageError` if the blobs do not belong together, overlap or leave something out. */
export function refuseStrangers(blobs: readonly NamedBlob[]): void {
  for (const blob of blobs) {
    refuseOther(blob, blobs[0]);
    refuseRange(blob);
  }
  refuseOverlap(blobs);
  refuseGaps(blobs);
}

function refuseOther({ path, head }: NamedBlob, first: NamedBlob): void {
  const difference = differenceOf(head, first.head);
  if (difference !== null)
    throw new UsageError(`${path}: it does not belong to ${first.path}, ${difference}; merge blobs of one check.`);
}

/** How two blobs of different checks differ; null if they do not. */
export function differenceOf(head: BlobHead, other: BlobHead): string | null {
  if (head.version !== other.version) return `one was written by graze ${head.version}, the other by ${other.version}`;
  if (JSON.stringify(head.inputs) !== JSON.stringify(other.inputs)) return 'because it names other files';
  for (const option of Object.keys(head.options) as (keyof StepArguments)[])
    if (head.options[option] !== other.options[option]) return `because --${dashed(option)} is another`;
  if (head.frameCount !== other.frameCount) return 'because it has another number of frames';
  if (head.firstFrame !== other.firstFrame) return 'because its first frame is another';
  if (JSON.stringify(head.sizes) !== JSON.stringify(other.sizes)) return 'because its files have other sizes';
  return null;
}

function refuseRange({ path, head: { range, shard, frameCount } }: NamedBlob): void {
  const { from, to } = shard && isShard(shard) ? stepsOfShard(shard, frameCount - 1) : range;
  if (
    (shard && !isShard(shard)) ||
    range.from > range.to ||
    range.to >= frameCount ||
    range.from !== from ||
    range.to !== to
  )
    throw new UsageError(`${path}: the blob is damaged or not complete; write it again.`);
}

function refuseOverlap(blobs: readonly NamedBlob[]): void {
  const sorted = withSteps(blobs);
  for (let i = 1; i < sorted.length; i++) {
    const [one, other] = [sorted[i - 1], sorted[i]];
    const { from } = other.head.range;
    const to = Math.min(one.head.range.to, other.head.range.to);
    if (to > from)
      throw new UsageError(`${one.path} and ${other.path} both have ${stepsText({ from, to })}; give each share once.`);
    if (one.head.range.to === from && one.head.ends.last !== other.head.ends.first)
      throw new UsageError(
        `${one.path} and ${other.path} do not agree about frame ${from}: the files have changed; write both again.`,
      );
  }
}

function refuseGaps(blobs: readonly NamedBlob[]): void {
  const { frameCount, shard } = blobs[0].head;
  const shares = new Set(blobs.map(({ head }) => head.shard?.count));
  const missing =
    shard && shares.size === 1
      ? Array.from({ length: Math.min(shard.count, frameCount) }, (_, i) => i + 1).filter(
          (number) => !blobs.some(({ head }) => head.shard?.number === number),
        )
      : [];
  const steps = gapsIn(withSteps(blobs), frameCount - 1);
  const hasAll = steps.length === 0 && blobs.some(({ head }) => hasFirstFrame(head.range, frameCount));
  if (hasAll) return;
  const which = steps.length === 0 ? 'frame 0' : listed(steps.map(stepsText));
  const names = listed(missing.map((number) => `shard ${number}/${shard?.count}`));
  throw new UsageError(`${which}${names && ` (${names})`}: none of the blobs has that; give all of them.`);
}

function gapsIn(sorted: readonly NamedBlob[], stepCount: number): StepRange[] {
  const gaps: StepRange[] = [];
  let due = 0;
  for (const { head } of sorted) {
    if (head.range.from > due) gaps.push({ from: due, to: head.range.from });
    due = head.range.to;
  }
  if (due < stepCount) gaps.push({ from: due, to: stepCount });
  return gaps;
}

function withSteps(blobs: readonly NamedBlob[]): NamedBlob[] {
  return blobs
    .filter(({ head: { range } }) => range.to > range.from)
    .sort((p, q) => p.head.range.from - q.head.range.from);
}

/** The first of some names. */
function listed(names: readonly string[]): string {
  const more = names.length - MAX_LISTED;
  return `${names.slice(0, MAX_LISTED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** Some steps for people: a step is named by the frames at its ends. */
export function stepsText({ from, to }: StepRange): string {
  return `the step${to - from === 1 ? '' : 's'} from frame ${from} to ${to}`;
}

function dashed(option: string): string {
  return option.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
