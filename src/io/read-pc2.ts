// PC2, the point cache of 3ds Max, Maya and Blender: little-endian, a header of 32 bytes, then one
// sample after the other.
import { ByteReader, type ByteSource, sourceOf } from './byte-source.ts';
import { quotedFile } from './file-error.ts';
import {
  allFrames,
  framesOf,
  frameWriter,
  type PointCache,
  type PointCacheSource,
  type PointCacheWriter,
  pointsOf,
} from './point-cache.ts';

const MAGIC = 'POINTCACHE2\0';
// Byte offsets in the header.
const VERSION_AT = 12;
const POINT_COUNT_AT = 16;
const START_AT = 20;
const RATE_AT = 24;
const SAMPLE_COUNT_AT = 28;
const SAMPLES_AT = 32;
const VERSION = 1;

/** Options of `writePc2`. */
export interface Pc2Options {
  /** The frame of the first sample; 0 by default. */
  readonly startFrame?: number;
  /** The number of frames from one sample to the next; 1 by default. */
  readonly sampleRate?: number;
}

/** Reads a PC2 file; `time` is in frames. Throws `FileError`. */
export function readPc2(source: PointCacheSource): PointCache {
  const file = sourceOf(source);
  const reader = new ByteReader(file, 'PC2', true);
  if (!isPc2(file)) reader.fail(0, '"POINTCACHE2" and a zero byte', quotedFile(startOf(file)));
  const pointCount = reader.count(POINT_COUNT_AT, 'the number of points');
  const startFrame = reader.float(START_AT, 'the first frame');
  const sampleRate = reader.float(RATE_AT, 'the frames per sample');
  const frameCount = reader.count(SAMPLE_COUNT_AT, 'the number of samples');
  const time = (frame: number): number => startFrame + frame * sampleRate;
  return framesOf(reader, { pointCount, frameCount, time, framesAt: SAMPLES_AT });
}

/** Whether the file begins like a PC2 file. */
export function isPc2(file: ByteSource): boolean {
  return String.fromCharCode(...startOf(file)) === MAGIC;
}

/** The first bytes of a file, as many as the magic number has. */
function startOf(file: ByteSource): Uint8Array {
  return file.read(0, Math.min(MAGIC.length, file.size));
}

/**
 * Writes a PC2 file in single precision. Throws a RangeError if frames differ in length or a
 * coordinate is not finite.
 */
export function writePc2(frames: readonly ArrayLike<number>[], options: Pc2Options = {}): Uint8Array {
  return allFrames(pc2Writer(pointsOf(frames), frames.length, options), frames);
}

/** Returns a writer of a PC2 file in single precision, frame by frame. */
export function pc2Writer(pointCount: number, frameCount: number, options: Pc2Options = {}): PointCacheWriter {
  const view = new DataView(new ArrayBuffer(SAMPLES_AT));
  for (let i = 0; i < MAGIC.length; i++) view.setUint8(i, MAGIC.charCodeAt(i));
  view.setInt32(VERSION_AT, VERSION, true);
  view.setInt32(POINT_COUNT_AT, pointCount, true);
  view.setFloat32(START_AT, options.startFrame ?? 0, true);
  view.setFloat32(RATE_AT, options.sampleRate ?? 1, true);
  view.setInt32(SAMPLE_COUNT_AT, frameCount, true);
  return frameWriter(new Uint8Array(view.buffer), pointCount, true);
}
