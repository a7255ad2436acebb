// Point caches: the positions of a mesh over time, without its faces. A frame is read when it is
// asked for, so that a thousand frames need the memory of one.
import type { ByteReader, ByteSource } from './byte-source.ts';

/** The frames of a PC2 or MDD file. */
export interface PointCache {
  /** The number of points of every frame. */
  readonly pointCount: number;
  /** The number of frames. */
  readonly frameCount: number;
  /** Returns the time of a frame: in frames for a PC2 file, in seconds for an MDD file. */
  time(frame: number): number;
  /** Writes 3 numbers per point, all finite. Throws `FileError`. */
  positions(frame: number, out: Float64Array): void;
}

/** The content of a file, or random access to it. */
export type PointCacheSource = Uint8Array | ArrayBuffer | ByteSource;

/** The description of the frames in a header. */
export interface PointCacheLayout extends Omit<PointCache, 'positions'> {
  /** The byte at which the first frame begins. */
  readonly framesAt: number;
}

/** The size of a frame in bytes: three floats per point. */
export function frameBytes(pointCount: number): number {
  return 3 * 4 * pointCount;
}

/** Returns the frames that `layout` describes; throws unless they end with the file. */
export function framesOf(reader: ByteReader, layout: PointCacheLayout): PointCache {
  const { pointCount, frameCount, framesAt } = layout;
  const { size } = reader.source;
  const end = framesAt + frameCount * frameBytes(pointCount);
  if (size !== end) {
    const expected = `${frameCount} frames of ${pointCount} points, which end at byte ${end}`;
    reader.fail(Math.min(size, end), expected, `a file of ${size} bytes`);
  }
  const checkFrame = (frame: number): void => {
    if (Number.isInteger(frame) && frame >= 0 && frame < frameCount) return;
    throw new RangeError(`expected a frame between 0 and ${frameCount - 1}, found ${frame}`);
  };
  return {
    pointCount,
    frameCount,
    time(frame) {
      checkFrame(frame);
      return layout.time(frame);
    },
    positions(frame, out) {
      checkFrame(frame);
      checkRoom(out, pointCount);
      reader.floats(framesAt + frame * frameBytes(pointCount), out, `frame ${frame}`);
    },
  };
}

/** Throws unless `out` has 3 numbers per point. */
export function checkRoom(out: Float64Array, pointCount: number): void {
  if (out.length === 3 * pointCount) return;
  throw new RangeError(`expected room for ${3 * pointCount} numbers, found ${out.length}`);
}

/**
 * Returns the number of points of all frames; throws a RangeError if frames differ in it, or if a
 * coordinate is not finite in single precision.
 */
export function checkFrames(frames: readonly ArrayLike<number>[]): number {
  const length = frames[0]?.length ?? 0;
  if (length === 0 || length % 3 !== 0) throw new RangeError(`expected 3 coordinates a point, found ${length} in all`);
  frames.forEach((frame, i) => {
    if (frame.length !== length) {
      throw new RangeError(`frame ${i}: expected ${length / 3} points, found ${frame.length / 3}`);
    }
    for (let k = 0; k < length; k++) {
      if (Number.isFinite(Math.fround(frame[k]))) continue;
      throw new RangeError(`frame ${i}: expected finite coordinates, found ${frame[k]}`);
    }
  });
  return length / 3;
}

/** Writes the frames behind a header of `framesAt` bytes, which the caller fills. */
export function withFrames(framesAt: number, frames: readonly ArrayLike<number>[], littleEndian: boolean): DataView {
  const view = new DataView(new ArrayBuffer(framesAt + frames.length * frameBytes(checkFrames(frames))));
  let at = framesAt;
  for (const frame of frames) {
    for (let k = 0; k < frame.length; k++, at += 4) view.setFloat32(at, frame[k], littleEndian);
  }
  return view;
}
