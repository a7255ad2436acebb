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

/** Returns the number of points of the first frame; throws a RangeError if there are none. */
export function pointsOf(frames: readonly ArrayLike<number>[]): number {
  const length = frames[0]?.length ?? 0;
  if (length === 0 || length % 3 !== 0) throw new RangeError(`expected 3 coordinates a point, found ${length} in all`);
  return length / 3;
}

/** Writes point caches piece by piece, so that a long one needs the memory of one frame. */
export interface PointCacheWriter {
  /** The bytes before the first frame. */
  readonly header: Uint8Array;
  /**
   * Returns the bytes of the next frame, in an array of its own. Throws a RangeError if it has not
   * as many points as the header says, or a coordinate that is not finite in single precision.
   */
  frame(positions: ArrayLike<number>): Uint8Array;
}

/** Returns a writer of frames behind this header. */
export function frameWriter(header: Uint8Array, pointCount: number, littleEndian: boolean): PointCacheWriter {
  let count = 0;
  return {
    header,
    frame(positions) {
      const number = count++;
      if (positions.length !== 3 * pointCount)
        throw new RangeError(`frame ${number}: expected ${pointCount} points, found ${positions.length / 3}`);
      const view = new DataView(new ArrayBuffer(frameBytes(pointCount)));
      for (let k = 0; k < positions.length; k++) {
        if (!Number.isFinite(Math.fround(positions[k])))
          throw new RangeError(`frame ${number}: expected finite coordinates, found ${positions[k]}`);
        view.setFloat32(4 * k, positions[k], littleEndian);
      }
      return new Uint8Array(view.buffer);
    },
  };
}

/** Returns a whole file. */
export function allFrames({ header, frame }: PointCacheWriter, frames: readonly ArrayLike<number>[]): Uint8Array {
  const parts = [header, ...frames.map(frame)];
  const file = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    file.set(part, at);
    at += part.length;
  }
  return file;
}
