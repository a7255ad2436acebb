// An attribute of a composed prim over time in seconds: held before the first sample and after the
// last one, interpolated in between where numbers allow it.
import { slerp } from '../../gltf/gltf-track.ts';
import { usdError } from '../usd-error.ts';
import type { LayerAttribute, LayerValue, ValueShape } from '../usd-layer.ts';

/** The samples around a time. */
export interface SamplePair {
  /** The sample at or before the time, or the only value. */
  readonly low: LayerValue;
  /** The sample after the time; the same as `low` where nothing is interpolated. */
  readonly high: LayerValue;
  /** 0 at `low`, 1 at `high`. */
  readonly weight: number;
}

/** An attribute that has a value. */
export class StageAttribute {
  /** The path with the name, for errors. */
  readonly path: string;
  /** The name of the layer that has the values: their keys tell them apart within one layer. */
  readonly layerName: string;
  /** The times of the samples in seconds; empty if there is one value for all times. */
  readonly times: Float64Array;
  private readonly attribute: LayerAttribute;
  /** Whether time runs backwards, as a negative scale of a reference makes it. */
  readonly isReversed: boolean;

  /** `times` are those of the attribute in seconds; `isReversed` tells that they run backwards there. */
  constructor(path: string, layerName: string, attribute: LayerAttribute, times: Float64Array, isReversed: boolean) {
    this.path = path;
    this.layerName = layerName;
    this.attribute = attribute;
    this.times = times;
    this.isReversed = isReversed;
  }

  /** Whether the value is the same at all times. */
  get isConstant(): boolean {
    return this.attribute.isConstant;
  }

  /** Attributes of one layer with the same identity have the same samples, in this order if not reversed. */
  get identity(): object {
    return this.attribute.identity;
  }

  /** Returns the first sample, or the only value. */
  firstValue(): LayerValue {
    return this.times.length > 0 ? this.sampleAt(0) : (this.attribute.value as LayerValue);
  }

  /** Tells the first sample, or the only value, from those of all other layers and places. */
  get valueKey(): string {
    return `${this.firstValue().key} ${this.layerName}`;
  }

  /** Returns a sample by its index in `times`. */
  sampleAt(index: number): LayerValue {
    return this.attribute.sample(this.isReversed ? this.times.length - 1 - index : index);
  }

  /** Returns the samples around a time. */
  pairAt(time: number): SamplePair {
    const { times } = this;
    const index = lastAtOrBefore(times, time);
    if (index < 0 || index === times.length - 1 || times[index] === time) {
      const low = times.length === 0 ? this.firstValue() : this.sampleAt(Math.max(0, index));
      return { low, high: low, weight: 0 };
    }
    const weight = (time - times[index]) / (times[index + 1] - times[index]);
    return { low: this.sampleAt(index), high: this.sampleAt(index + 1), weight };
  }

  /** Returns the value at a time without interpolation; undefined where it is blocked. */
  heldAt(time: number): LayerValue | undefined {
    const { low } = this.pairAt(time);
    return low.isBlocked ? undefined : low;
  }

  /** Returns the numbers at a time; samples of different length are not interpolated. */
  numbersAt(time: number, shape: ValueShape): Float64Array {
    const { low, high, weight } = this.pairAt(time);
    if (low.isBlocked) return new Float64Array();
    const numbers = low.numbers(shape);
    if (weight === 0 || high.isBlocked || high.key === low.key) return numbers;
    const next = high.numbers(shape);
    if (next.length !== numbers.length) return numbers;
    if (shape === 'quaternion') return interpolatedRotations(numbers, next, weight);
    for (let i = 0; i < numbers.length; i++) numbers[i] = numbers[i] * (1 - weight) + next[i] * weight;
    return numbers;
  }

  /** Returns the numbers at a time of an attribute that is not an array. */
  singleAt(time: number, shape: ValueShape, width: number): Float64Array | undefined {
    const numbers = this.numbersAt(time, shape);
    if (numbers.length === 0) return undefined;
    if (numbers.length !== width) throw usdError(this.path, `${width} numbers`, numbers.length);
    return numbers;
  }
}

/** Returns the index of the last time at or before another one; -1 if there is none. */
export function lastAtOrBefore(times: Float64Array, time: number): number {
  let low = -1;
  let high = times.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (times[middle] <= time) low = middle;
    else high = middle;
  }
  return low;
}

function interpolatedRotations(a: Float64Array, b: Float64Array, weight: number): Float64Array {
  const pair = new Float64Array(8);
  for (let i = 0; i < a.length; i += 4) {
    pair.set(a.subarray(i, i + 4), 0);
    pair.set(b.subarray(i, i + 4), 4);
    slerp(pair, 0, weight, a, i);
  }
  return a;
}
