// Writes an overlay of the clashes of a check, to be laid over the original in other programs: one
// GLB file with the curves and crossing faces, each visible in its frames, or a folder of PLY
// frames whose vertices are coloured where faces cross.
import { ColouredFrames } from './coloured-frames.ts';
import { GlbOverlay } from './glb-overlay.ts';

/** A clash in one frame. */
export interface OverlayClash {
  /** The name of the clash, the same in all of its frames; see `clashNames`. */
  readonly name: string;
  /** The faces of part a that meet part b. */
  readonly facesA: Uint32Array;
  /** The faces of part b that meet part a. */
  readonly facesB: Uint32Array;
  /** The intersection curve: six coordinates per segment. */
  readonly curve: Float64Array;
}

/** The surface in a frame. */
export interface OverlaySurface {
  /** Three numbers per vertex. */
  readonly positions: Float64Array;
  /** Three vertices per face; a face that the frame does not have names one vertex three times. */
  readonly triangles: Uint32Array;
}

/** A kind of overlay. */
export interface OverlayFormat {
  /** Adds a frame; frames ascend, and the caller may reuse the arrays. */
  addFrame(frame: number, surface: OverlaySurface, clashes: readonly OverlayClash[]): void;
  /** Completes the output. */
  finish(): Promise<void>;
}

/** The frames per second of an animation unless another rate is given. */
const DEFAULT_RATE = 24;

/** Writes an overlay, frame by frame. */
export class OverlayWriter {
  private readonly format: OverlayFormat;

  /**
   * A path that ends in `.glb` is a file, any other path a folder. `rate` is in frames per second.
   * Throws `UsageError` if it cannot be written.
   */
  constructor(path: string, rate: number = DEFAULT_RATE) {
    const isFile = path.toLowerCase().endsWith('.glb');
    this.format = isFile ? new GlbOverlay(path, rate) : new ColouredFrames(path);
  }

  /** Adds a frame with its clashes, perhaps none; frames ascend. */
  addFrame(frame: number, surface: OverlaySurface, clashes: readonly OverlayClash[]): void {
    this.format.addFrame(frame, surface, clashes);
  }

  /** Completes the file or the folder. Rejects with `UsageError`. */
  finish(): Promise<void> {
    return this.format.finish();
  }
}

/**
 * Returns the name of each clash in an overlay: its parts, and its number among the clashes of
 * these parts, as `body–dress 1`.
 */
export function clashNames(clashes: readonly { readonly a: string; readonly b: string }[]): string[] {
  const counts = new Map<string, number>();
  return clashes.map(({ a, b }) => {
    const pair = `${a}–${b}`;
    const number = (counts.get(pair) ?? 0) + 1;
    counts.set(pair, number);
    return `${pair} ${number}`;
  });
}
