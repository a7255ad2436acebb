// The option `--frames`: frames of a sequence by number, in the syntax of Open Job Description,
// such as 1-3,5,7-20:2. The sequence then has exactly these frames.
import type { InputSequence } from './input-sequence.ts';
import { UsageError } from './usage-error.ts';

/** Every `step`th frame from `first` to `last`, which is one of them. */
interface FrameRange {
  readonly first: number;
  readonly last: number;
  readonly step: number;
}

/** A choice of frames. */
export class FrameChoice {
  /** The number of frames. */
  readonly count: number;
  private readonly text: string;
  private readonly ranges: readonly FrameRange[];

  /** Throws `UsageError` if the text is no list of ascending frames and ranges. */
  constructor(text: string) {
    this.text = text;
    let last = -1;
    this.ranges = text.split(',').map((piece) => {
      const range = rangeOf(piece.trim());
      if (range === null || range.first <= last)
        throw new UsageError(
          `--frames ${text}: ${range ? `${piece.trim()} does not ascend` : `"${piece.trim()}" is neither a frame nor a range`}; list frames from 0 on in ascending order, such as 1-3,5,7-20:2.`,
        );
      last = range.last;
      return range;
    });
    this.count = this.ranges.reduce((sum, range) => sum + countOf(range), 0);
  }

  /**
   * Returns the chosen frames of an input as an input; `label` names it in the error if it has not
   * all of them.
   */
  of(input: InputSequence, label: string): InputSequence {
    const frames = this.framesOf(input.frameCount, label);
    return {
      ...input,
      frameCount: frames.length,
      times: input.times && frames.map((frame) => input.times?.[frame] ?? 0),
      nameOf: (frame) => input.nameOf(frames[frame]),
      isCut: (frame) => {
        for (let k = frames[frame]; k < frames[frame + 1]; k++) if (input.isCut(k)) return true;
        return false;
      },
      meshOf: (frame) => input.meshOf(frames[frame]),
      meshBetween: (from, to) => input.meshBetween(frames[from], frames[to]),
      hiddenIn: (frame) => input.hiddenIn(frames[frame]),
      read: (frame, room) => input.read(frames[frame], room),
    };
  }

  /**
   * Returns the numbers of the chosen frames among `frameCount`. Throws `UsageError` if there are not
   * so many; `label` names what has them.
   */
  framesOf(frameCount: number, label: string): number[] {
    const beyond = this.ranges.find(({ last }) => last >= frameCount);
    if (beyond) {
      const has = frameCount === 1 ? 'one frame, number 0' : `${frameCount} frames, 0 to ${frameCount - 1}`;
      throw new UsageError(`--frames ${this.text}: there is no frame ${beyond.last}; ${label} has ${has}.`);
    }
    return this.ranges.flatMap((range) =>
      Array.from({ length: countOf(range) }, (_, i) => range.first + i * range.step),
    );
  }
}

function countOf({ first, last, step }: FrameRange): number {
  return (last - first) / step + 1;
}

function rangeOf(piece: string): FrameRange | null {
  const match = /^(\d+)(?:-(\d+)(?::(\d+))?)?$/.exec(piece);
  if (!match) return null;
  const first = Number(match[1]);
  const end = Number(match[2] ?? first);
  const step = Number(match[3] ?? 1);
  if (step === 0 || end < first) return null;
  return { first, last: end - ((end - first) % step), step };
}
