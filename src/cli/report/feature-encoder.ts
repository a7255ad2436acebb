// The touched features of steps as bytes. A step stores so many at most, evenly from all over the model; how many it leaves out is told.
import { type Touched, TouchedFeatures } from '../../check/touched-features.ts';
import type { TriMesh } from '../../index.ts';
import type { ReportStep } from './report-step.ts';

/** About two bytes each: under a megabyte. */
const FEATURES_IN_ALL = 400_000;
const FEATURES_A_STEP = { least: 16, most: 16_000 };

export interface EncodedFeatures {
  readonly bytes: Uint8Array;
  readonly leftOut: number;
}

export class FeatureEncoder {
  private room = FEATURES_IN_ALL;
  private stepsLeft: number;
  private readonly touched: TouchedFeatures;

  constructor(mesh: TriMesh, stepCount: number) {
    this.stepsLeft = stepCount;
    this.touched = new TouchedFeatures(mesh);
  }

  /** For each sort its number, then ascending ids as differences, each followed by its time. */
  encode(step: ReportStep): EncodedFeatures {
    const { vertices, edges, faces } = this.touched.of(step);
    const sorts = [vertices, edges, faces];
    const total = sorts.reduce((sum, { ids }) => sum + ids.length, 0);
    const share = Math.min(1, this.cap() / Math.max(1, total));
    const bytes: number[] = [];
    let kept = 0;
    for (const sort of sorts) kept += appendSort(bytes, sort, share);
    this.room -= kept;
    this.stepsLeft--;
    return { bytes: Uint8Array.from(bytes), leftOut: total - kept };
  }

  /** What earlier steps left over is shared by those to come. */
  private cap(): number {
    const share = Math.floor(this.room / Math.max(1, this.stepsLeft));
    return Math.min(FEATURES_A_STEP.most, Math.max(FEATURES_A_STEP.least, share));
  }
}

/** Evenly so many of the features; returns how many. */
function appendSort(bytes: number[], { ids, times }: Touched, share: number): number {
  const place = (i: number) => Math.floor(i * share);
  const kept = Array.from(ids, (_, i) => i).filter((i) => place(i + 1) > place(i));
  appendNumber(bytes, kept.length);
  let last = 0;
  for (const i of kept) {
    appendNumber(bytes, ids[i] - last);
    bytes.push(times[i]);
    last = ids[i];
  }
  return kept.length;
}

/** Seven bits a byte, the lowest first; the eighth says that more follow. */
function appendNumber(bytes: number[], value: number): void {
  let rest = value;
  while (rest >= 128) {
    bytes.push((rest % 128) + 128);
    rest = Math.floor(rest / 128);
  }
  bytes.push(rest);
}
