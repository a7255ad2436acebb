// One animated property of one node over time, with the three interpolations of glTF between keys.
import type { GltfAccessors } from './gltf-accessors.ts';
import { checkedIndex, type GltfFields, gltfError } from './gltf-json.ts';

/** What a track moves. */
export interface TrackTarget {
  /** The id of the node. */
  readonly node: number;
  /** Which of its properties. */
  readonly property: 'transform' | 'weights' | 'visibility';
  /** The first number that is written: an offset in the node's TRS, or a morph target. */
  readonly at: number;
  /** How many numbers are written. */
  readonly width: number;
  /** Whether the numbers are a quaternion, which is interpolated along the sphere. */
  readonly isRotation: boolean;
}

/** The keys of one animated property. */
export interface Track extends TrackTarget {
  /** How values between two keys are found. */
  readonly interpolation: 'STEP' | 'LINEAR' | 'CUBICSPLINE';
  /** The times of the keys in seconds, ascending; shared by the tracks of one sampler. */
  readonly times: Float64Array;
  /**
   * The rows of all keys, `width` numbers each; a spline has three such rows per key: in-tangent,
   * value, out-tangent.
   */
  readonly values: Float64Array;
}

/** Reads the keys of a sampler for a target. Throws `FileError`. */
export function trackOf(
  target: TrackTarget,
  sampler: GltfFields,
  times: Float64Array,
  accessors: GltfAccessors,
  element: string,
): Track {
  const { property, width } = target;
  const { interpolation = 'LINEAR' } = sampler;
  if (interpolation !== 'LINEAR' && interpolation !== 'STEP' && interpolation !== 'CUBICSPLINE') {
    throw gltfError(`${element}.interpolation`, 'LINEAR, STEP or CUBICSPLINE', interpolation);
  }
  const output = checkedIndex(sampler.output, accessors.count, `${element}.output`);
  const values = accessors.numbers(output, property === 'transform' ? width : 1, `${element}.output`);
  const expected = times.length * width * (interpolation === 'CUBICSPLINE' ? 3 : 1);
  if (times.length === 0 || values.length !== expected) {
    throw gltfError(element, `${expected} numbers for ${times.length} keys`, values.length);
  }
  // Visibility has no values between two keys.
  const isStep = property === 'visibility' && interpolation === 'LINEAR';
  return { ...target, interpolation: isStep ? 'STEP' : interpolation, times, values };
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
