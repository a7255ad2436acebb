// MDD, the point cache of LightWave: big-endian; the counts, a table of times, then one frame after
// the other. It has no magic number; it is recognised by its size, which follows from its counts.
import { ByteReader, sourceOf } from './byte-source.ts';
import {
  allFrames,
  frameBytes,
  framesOf,
  frameWriter,
  type PointCache,
  type PointCacheSource,
  type PointCacheWriter,
  pointsOf,
} from './point-cache.ts';

// Byte offsets in the header.
const POINT_COUNT_AT = 4;
const TIMES_AT = 8;

/** Options of `writeMdd`. */
export interface MddOptions {
  /** The time of each frame in seconds; by default 24 frames per second. */
  readonly times?: readonly number[];
}

/** Reads an MDD file; `time` is in seconds. Throws `FileError`. */
export function readMdd(source: PointCacheSource): PointCache {
  const reader = new ByteReader(sourceOf(source), 'MDD', false);
  const frameCount = reader.count(0, 'the number of frames');
  const pointCount = reader.count(POINT_COUNT_AT, 'the number of points');
  const { size } = reader.source;
  const tableEnd = TIMES_AT + 4 * frameCount;
  const end = tableEnd + frameCount * frameBytes(pointCount);
  // Blender's exporter writes the first frame twice and counts it once; the times fit the second
  // copy.
  const framesAt = size === end + frameBytes(pointCount) ? tableEnd + frameBytes(pointCount) : tableEnd;
  const time = (frame: number): number => reader.float(TIMES_AT + 4 * frame, 'a time');
  return framesOf(reader, { pointCount, frameCount, time, framesAt });
}

/**
 * Writes an MDD file in single precision. Throws a RangeError if frames differ in length or a
 * coordinate is not finite.
 */
export function writeMdd(frames: readonly ArrayLike<number>[], options: MddOptions = {}): Uint8Array {
  return allFrames(mddWriter(pointsOf(frames), frames.length, options), frames);
}

/** Returns a writer of an MDD file in single precision, frame by frame. */
export function mddWriter(pointCount: number, frameCount: number, options: MddOptions = {}): PointCacheWriter {
  const times = options.times ?? Array.from({ length: frameCount }, (_, i) => i / 24);
  if (times.length !== frameCount) throw new RangeError(`expected ${frameCount} times, found ${times.length}`);
  const view = new DataView(new ArrayBuffer(TIMES_AT + 4 * frameCount));
  view.setInt32(0, frameCount);
  view.setInt32(POINT_COUNT_AT, pointCount);
  for (let i = 0; i < times.length; i++) view.setFloat32(TIMES_AT + 4 * i, times[i]);
  return frameWriter(new Uint8Array(view.buffer), pointCount, false);
}
