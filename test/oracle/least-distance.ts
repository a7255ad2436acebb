// The least distance of two moving features over a step, by sampling and golden-section search: a
// fine reference, not a proof. It never answers less than the true least distance, but for the
// rounding of a distance.
import { closestPoints } from '../../src/core/elementary/closest-points.ts';
import { eeDistance, vfDistance } from '../../src/core/elementary/distance.ts';
import type { Kind } from './hit.ts';

const SAMPLES = 128;
const GOLDEN = (Math.sqrt(5) - 1) / 2;

const out = closestPoints();
const at = new Float64Array(12);

/** At time t of the motion along paths of this degree. */
export function distanceAt(kind: Kind, q: Float64Array, offset: number, t: number, degree = 1): number {
  for (let i = 0; i < 12; i++) {
    // Relative to the first point at each control point: a common translation, however far, must not
    // round the distance.
    const values: number[] = [];
    for (let from = offset; from <= offset + 12 * degree; from += 12) values.push(q[from + i] - q[from + (i % 3)]);
    for (let last = degree; last > 0; last--)
      for (let j = 0; j < last; j++) values[j] = (1 - t) * values[j] + t * values[j + 1];
    at[i] = values[0];
  }
  return kind === 'vf' ? vfDistance(at, 0, out) : eeDistance(at, 0, out);
}

export function leastDistance(kind: Kind, q: Float64Array, offset = 0, degree = 1): number {
  const f = (t: number) => distanceAt(kind, q, offset, t, degree);
  const samples = Array.from({ length: SAMPLES + 1 }, (_, i) => f(i / SAMPLES));
  let least = Math.min(...samples);
  const limit = 2 * least;
  for (let i = 0; i <= SAMPLES; i++) {
    const dips =
      samples[i] <= (samples[i - 1] ?? Number.POSITIVE_INFINITY) &&
      samples[i] <= (samples[i + 1] ?? Number.POSITIVE_INFINITY);
    if (dips && (samples[i] <= limit || samples[i] < 0.1))
      least = Math.min(least, dip(f, Math.max(0, i - 1) / SAMPLES, Math.min(SAMPLES, i + 1) / SAMPLES));
  }
  return least;
}

function dip(f: (t: number) => number, low: number, high: number): number {
  let a = high - GOLDEN * (high - low);
  let b = low + GOLDEN * (high - low);
  let fa = f(a);
  let fb = f(b);
  let least = Math.min(fa, fb, f(low), f(high));
  for (let i = 0; i < 60; i++) {
    if (fa <= fb) {
      high = b;
      b = a;
      fb = fa;
      a = high - GOLDEN * (high - low);
      fa = f(a);
    } else {
      low = a;
      a = b;
      fa = fb;
      b = low + GOLDEN * (high - low);
      fb = f(b);
    }
    least = Math.min(least, fa, fb);
  }
  return least;
}
