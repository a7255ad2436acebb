// Fits the positions for the page into a number of bytes: first with fewer bits per coordinate,
// down to what a screen can show, then with fewer frames, dropping those around contacts last. The
// first and the last frame are always stored, even if they alone exceed the limit.
import { deflateSync } from 'node:zlib';
import type { FrameSpool, SpooledFrame } from './frame-spool.ts';
import { encodeFrame } from './integer-coding.ts';
import type { StoredFrames } from './summary.ts';

/** The frames that the page can show. */
export interface FittedFrames {
  /** The data that the page needs to decode them. */
  readonly stored: StoredFrames;
  /** The deflated parts one after another. */
  readonly data: Uint8Array;
}

/** The maximum number of bits per coordinate: frames are encoded as integers of 16 bits. */
const MAX_BITS = 16;
/** The minimum number of bits per coordinate: 1/4096 of the extent is a quarter of a pixel. */
const MIN_BITS = 12;

interface Grid {
  readonly low: readonly [number, number, number];
  readonly extent: number;
}

/**
 * Frames are deflated in parts of about this many bytes: a page is slow to inflate thousands of
 * small ones.
 */
const PART_BYTES = 1 << 17;

/** The result of an attempt: deflated parts, up to the one that exceeded the limit. */
interface Attempt {
  readonly bits: number;
  readonly frames: readonly SpooledFrame[];
  readonly parts: readonly Uint8Array[];
  /** The number of frames in the parts. */
  readonly done: number;
  readonly total: number;
}

/** Fits the frames of a spool into `room` bytes. */
export function fitFrames(spool: FrameSpool, room: number): FittedFrames {
  const all = spool.frames();
  const grid = gridAround(all, spool.mesh.triangles);
  let attempt = encode(all, MAX_BITS, grid, room);
  while (attempt.total > room && (attempt.bits > MIN_BITS || attempt.frames.length > 2)) {
    const { bits, frames } = attempt;
    if (bits > MIN_BITS) attempt = encode(frames, fewerBits(attempt, room), grid, room);
    else attempt = encode(spread(all, fewerFrames(attempt, room)), bits, grid, room);
  }
  if (attempt.total > room) attempt = encode(attempt.frames, attempt.bits, grid, Infinity);
  const { bits, frames, parts } = attempt;
  const [x, y, z] = spool.origin.map((origin, axis) => origin + grid.low[axis]);
  const stored: StoredFrames = {
    frames: frames.map(({ index }) => index),
    bytes: parts.map(({ length }) => length),
    bits,
    size: grid.extent / (2 ** bits - 1),
    origin: [x, y, z],
  };
  return { stored, data: Buffer.concat(parts) };
}

/** One bit less saves roughly one bit per coordinate. */
function fewerBits({ bits, frames, done, total }: Attempt, room: number): number {
  const surplus = total / done - room / frames.length;
  const coordinates = frames[0].positions.length;
  return Math.max(MIN_BITS, bits - Math.max(1, Math.ceil((8 * surplus) / coordinates)));
}

function fewerFrames({ frames, done, total }: Attempt, room: number): number {
  // Frames that are farther apart compress less well, so a little less than the affordable number
  // is taken.
  const affordable = Math.floor((0.95 * room * done) / total);
  return Math.max(2, Math.min(frames.length - 1, affordable));
}

/**
 * Selects at most `count` frames: evenly among those in which a clash is shown, then among those
 * with contacts, then among the rest.
 */
export function spread(frames: readonly SpooledFrame[], count: number): SpooledFrame[] {
  const chosen = new Set([frames[0], frames[frames.length - 1]]);
  const isNext: ((frame: SpooledFrame) => boolean)[] = [
    ({ hasClash }) => hasClash,
    ({ touches }) => touches,
    () => true,
  ];
  for (const isWanted of isNext) {
    const others = frames.filter((frame) => isWanted(frame) && !chosen.has(frame));
    const room = Math.min(others.length, Math.max(0, count - chosen.size));
    for (let i = 0; i < room; i++) chosen.add(others[Math.floor(((i + 0.5) * others.length) / room)]);
  }
  return frames.filter((frame) => chosen.has(frame));
}

/** The grid covers the vertices that faces use: others may lie anywhere. */
function gridAround(frames: readonly SpooledFrame[], triangles: Uint32Array): Grid {
  const low: [number, number, number] = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (const { positions } of frames)
    for (const v of triangles)
      for (let axis = 0; axis < 3; axis++) {
        const x = positions[3 * v + axis];
        if (x < low[axis]) low[axis] = x;
        if (x > high[axis]) high[axis] = x;
      }
  const extent = Math.max(0, ...high.map((x, axis) => x - low[axis]));
  return low[0] === Infinity ? { low: [0, 0, 0], extent: 0 } : { low, extent };
}

function encode(frames: readonly SpooledFrame[], bits: number, grid: Grid, room: number): Attempt {
  const parts: Uint8Array[] = [];
  const perPart = Math.ceil(PART_BYTES / (2 * frames[0]?.positions.length + 1));
  let past: Uint16Array[] = [];
  let total = 0;
  let done = 0;
  while (done < frames.length && total <= room) {
    const encoded: Uint8Array[] = [];
    for (const { positions } of frames.slice(done, done + perPart)) {
      const quantised = quantise(positions, bits, grid);
      encoded.push(encodeFrame(quantised, past));
      past = [quantised, ...past.slice(0, 1)];
    }
    const part = deflateSync(Buffer.concat(encoded));
    parts.push(part);
    total += part.length;
    done += encoded.length;
  }
  return { bits, frames, parts, done, total };
}

/** All x, then all y, then all z. */
function quantise(positions: Float32Array, bits: number, { low, extent }: Grid): Uint16Array {
  const most = 2 ** bits - 1;
  const scale = extent > 0 ? most / extent : 0;
  const count = positions.length / 3;
  const quantised = new Uint16Array(positions.length);
  for (let axis = 0; axis < 3; axis++)
    for (let v = 0; v < count; v++) {
      const q = Math.round((positions[3 * v + axis] - low[axis]) * scale);
      quantised[axis * count + v] = q > most ? most : q < 0 ? 0 : q;
    }
  return quantised;
}
