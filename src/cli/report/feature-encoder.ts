// Encodes the touched features of steps as bytes for the report. The number per step is limited;
// the features kept are spread evenly over the model, and the rest is counted.
import { type Touched, touchedFeatures } from '../../check/touched-features.ts';
import type { TriMesh } from '../../index.ts';
import type { ReportStep } from './report-step.ts';

/**
 * The maximum number of features of all steps. At about two bytes each, they take under a megabyte.
 */
const MAX_FEATURES = 400_000;
/** Every step shows some features, and no step shows more than a page can draw smoothly. */
const FEATURES_PER_STEP = { min: 16, max: 16_000 };

/** The features of one step. */
export interface EncodedFeatures {
  /** The encoded features. */
  readonly bytes: Uint8Array;
  /** How many features were left out. */
  readonly leftOut: number;
}

/** Encodes steps one after the other within a total budget. */
export class FeatureEncoder {
  private room = MAX_FEATURES;
  private stepsLeft: number;
  private readonly mesh: TriMesh;

  /** The budget is divided among `stepCount` steps. */
  constructor(mesh: TriMesh, stepCount: number) {
    this.stepsLeft = stepCount;
    this.mesh = mesh;
  }

  /**
   * For each kind of feature, its count, then ascending ids as differences, each followed by its
   * time.
   */
  encode(step: ReportStep): EncodedFeatures {
    const { vertices, edges, faces } = touchedFeatures(this.mesh, step);
    const kinds = [vertices, edges, faces];
    const total = kinds.reduce((sum, { ids }) => sum + ids.length, 0);
    const share = Math.min(1, this.cap() / Math.max(1, total));
    const bytes: number[] = [];
    let kept = 0;
    for (const kind of kinds) kept += appendKind(bytes, kind, share);
    this.room -= kept;
    this.stepsLeft--;
    return { bytes: Uint8Array.from(bytes), leftOut: total - kept };
  }

  /**
   * The number of features that the next step may show: its share of the budget that earlier steps
   * have left.
   */
  private cap(): number {
    const share = Math.floor(this.room / Math.max(1, this.stepsLeft));
    return Math.min(FEATURES_PER_STEP.max, Math.max(FEATURES_PER_STEP.min, share));
  }
}

/** Appends an even selection of the features; returns how many. */
function appendKind(bytes: number[], { ids, times }: Touched, share: number): number {
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

/** Seven bits per byte, the lowest first; the eighth bit says that more follow. */
function appendNumber(bytes: number[], value: number): void {
  let rest = value;
  while (rest >= 128) {
    bytes.push((rest % 128) + 128);
    rest = Math.floor(rest / 128);
  }
  bytes.push(rest);
}
