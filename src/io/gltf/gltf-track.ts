// One animated property of one node over time, with the three interpolations of glTF between keys.
import type { AnimationChannel } from '@gltf-transform/core';
import { ROTATION_AT, SCALE_AT } from './gltf-affine.ts';
import { numbersOf } from './gltf-document.ts';
import { gltfError } from './gltf-file.ts';

/** The keys of one animated property. */
export interface Track {
  /** The id of the node that it moves. */
  readonly node: number;
  /** The offset in the node's TRS that it writes to; `undefined` for morph weights. */
  readonly trsAt: number | undefined;
  /** Whether the values are quaternions, which are interpolated along the sphere. */
  readonly isRotation: boolean;
  /** How values between two keys are found. */
  readonly interpolation: 'STEP' | 'LINEAR' | 'CUBICSPLINE';
  /** The times of the keys in seconds, ascending. */
  readonly times: Float64Array;
  /** Numbers per key; a spline has three such rows per key: in-tangent, value, out-tangent. */
  readonly width: number;
  /** The rows of all keys. */
  readonly values: Float64Array;
}

const PATHS: ReadonlyMap<string, { trsAt: number; width: number }> = new Map([
  ['translation', { trsAt: 0, width: 3 }],
  ['rotation', { trsAt: ROTATION_AT, width: 4 }],
  ['scale', { trsAt: SCALE_AT, width: 3 }],
]);

/** Reads the channel of an animation; `undefined` if it moves nothing that has vertices. */
export function trackOf(
  channel: AnimationChannel,
  node: number,
  targetCount: number,
  element: string,
): Track | undefined {
  const path = channel.getTargetPath() ?? '';
  const place = PATHS.get(path);
  const width = path === 'weights' ? targetCount : (place?.width ?? 0);
  const sampler = channel.getSampler();
  const [input, output] = [sampler?.getInput(), sampler?.getOutput()];
  if (width === 0 || !sampler) return undefined;
  if (!input || !output) throw gltfError(element, 'a sampler with input and output', 'none');
  const interpolation = sampler.getInterpolation();
  const times = numbersOf(input, 1, `${element}, input`);
  const values = numbersOf(output, path === 'weights' ? 1 : width, `${element}, output`);
  const late = times.findIndex((time, i) => i > 0 && !(time > times[i - 1]));
  if (late > 0) throw gltfError(element, 'times that ascend', `${times[late]} after ${times[late - 1]}`);
  const expected = times.length * width * (interpolation === 'CUBICSPLINE' ? 3 : 1);
  if (times.length === 0 || values.length !== expected) {
    throw gltfError(element, `${expected} numbers for ${times.length} keys`, values.length);
  }
  return { node, trsAt: place?.trsAt, isRotation: path === 'rotation', interpolation, times, width, values };
}

/**
 * Writes the value at a time; before the first key it is that of the first, after the last key that
 * of the last.
 */
export function sampleTrack(track: Track, time: number, out: Float64Array, at: number): void {
  const { times, values, width, interpolation } = track;
  const last = times.length - 1;
  const key = keyBefore(times, time);
  const isSpline = interpolation === 'CUBICSPLINE';
  if (key < 0 || key === last || interpolation === 'STEP') {
    const row = Math.max(0, key) * (isSpline ? 3 : 1) + (isSpline ? 1 : 0);
    for (let i = 0; i < width; i++) out[at + i] = values[row * width + i];
    return;
  }
  const step = times[key + 1] - times[key];
  const u = (time - times[key]) / step;
  if (isSpline) hermite(values, key * 3 * width, width, u, step, out, at);
  else if (track.isRotation) slerp(values, key * width, u, out, at);
  else
    for (let i = 0; i < width; i++) out[at + i] = values[key * width + i] * (1 - u) + values[(key + 1) * width + i] * u;
}

/** Returns the last key at or before `time`; −1 if there is none. */
function keyBefore(times: Float64Array, time: number): number {
  let low = -1;
  let high = times.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (times[middle] <= time) low = middle;
    else high = middle;
  }
  return low;
}

/** `from` is the first of the three rows of a key; the three rows of the next key follow. */
function hermite(
  values: Float64Array,
  from: number,
  width: number,
  u: number,
  step: number,
  out: Float64Array,
  at: number,
): void {
  const [uu, uuu] = [u * u, u * u * u];
  for (let i = from; i < from + width; i++) {
    out[at + i - from] =
      (2 * uuu - 3 * uu + 1) * values[i + width] +
      (uuu - 2 * uu + u) * step * values[i + 2 * width] +
      (3 * uu - 2 * uuu) * values[i + 4 * width] +
      (uuu - uu) * step * values[i + 3 * width];
  }
}

/** Below this sine, linear and spherical interpolation differ by less than a rounding. */
const TINY_SINE = 1e-9;

/** Interpolates from one quaternion of `values` to the next along the shorter arc. */
export function slerp(values: Float64Array, from: number, u: number, out: Float64Array, at: number): void {
  const [a, b] = [values.subarray(from, from + 4), values.subarray(from + 4, from + 8)];
  const [lengthA, lengthB] = [Math.hypot(...a) || 1, Math.hypot(...b) || 1];
  const dot = a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
  const sign = dot < 0 ? -1 : 1;
  let [differenceSq, sumSq] = [0, 0];
  for (let i = 0; i < 4; i++) {
    const [x, y] = [a[i] / lengthA, (sign * b[i]) / lengthB];
    differenceSq += (x - y) ** 2;
    sumSq += (x + y) ** 2;
  }
  const angle = 2 * Math.atan2(Math.sqrt(differenceSq), Math.sqrt(sumSq));
  const sine = Math.sin(angle);
  const wa = sine < TINY_SINE ? 1 - u : Math.sin((1 - u) * angle) / sine;
  const wb = sine < TINY_SINE ? u : Math.sin(u * angle) / sine;
  for (let i = 0; i < 4; i++) out[at + i] = (wa * a[i]) / lengthA + (sign * wb * b[i]) / lengthB;
}
