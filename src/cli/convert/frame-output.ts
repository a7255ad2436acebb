// The outputs of a conversion: what all of them take, frame by frame.
import { thousands } from '../thousands.ts';
import type { ConvertSource } from './convert-source.ts';

/** A format that frames are written in. */
export interface FrameOutput {
  /** Writes a frame; frames ascend, and the caller reuses the array. Throws `UsageError`. */
  add(frame: number, positions: Float64Array): void;
  /** Completes the output, and says what was written, one line each. Rejects with `UsageError`. */
  finish(): Promise<readonly string[]>;
}

/** Says how long a sequence is and what it holds, as `40 frames of 12,811 vertices`. */
export function sizeText({ frameCount, vertexCount }: ConvertSource): string {
  const frames = frameCount === 1 ? '1 frame' : `${thousands(frameCount)} frames`;
  return `${frames} of ${thousands(vertexCount)} vertices`;
}

/** Names of things in a sentence, the first few of them. */
export function listed(names: readonly string[]): string {
  const shown = names.slice(0, 3);
  const more = names.length - shown.length;
  return more > 0 ? `${shown.join(', ')} and ${more} more` : shown.join(', ');
}
