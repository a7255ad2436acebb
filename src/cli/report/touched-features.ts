// Which vertices, edges and faces touch something in a step, and when first: what the page colours. Far fewer than the contacts, because a
// feature is in many of them. A step stores so many at most, evenly from all over the model; how many it leaves out is told.
import type { TriMesh } from '../../index.ts';
import type { ReportStep } from './report-step.ts';

/** About two bytes each: under a megabyte. */
const FEATURES_IN_ALL = 400_000;
const FEATURES_A_STEP = { least: 16, most: 16_000 };

export interface EncodedFeatures {
  readonly bytes: Uint8Array;
  readonly leftOut: number;
}

/** Earliest times of one sort of features, in 255ths of the step. */
class EarliestTimes {
  readonly ids: number[] = [];
  readonly times: Uint8Array;
  private readonly seen: Uint8Array;

  constructor(count: number) {
    this.times = new Uint8Array(count);
    this.seen = new Uint8Array(count);
  }

  touch(id: number, time: number): void {
    if (this.seen[id] === 0) {
      this.seen[id] = 1;
      this.ids.push(id);
      this.times[id] = time;
    } else if (time < this.times[id]) this.times[id] = time;
  }

  clear(): void {
    for (const id of this.ids) this.seen[id] = 0;
    this.ids.length = 0;
  }
}

export class TouchedFeatures {
  private room = FEATURES_IN_ALL;
  private stepsLeft: number;
  /** Vertices, edges, faces. */
  private readonly sorts: readonly [EarliestTimes, EarliestTimes, EarliestTimes];

  constructor({ vertexCount, topology, faceCount }: TriMesh, stepCount: number) {
    this.stepsLeft = stepCount;
    this.sorts = [new EarliestTimes(vertexCount), new EarliestTimes(topology.edgeCount), new EarliestTimes(faceCount)];
  }

  /** For each sort its number, then ascending ids as differences, each followed by its time. */
  encode({ count, kind, a, b, time }: ReportStep): EncodedFeatures {
    const [vertices, edges, faces] = this.sorts;
    for (let i = 0; i < count; i++) {
      const rounded = Math.round(255 * time[i]);
      const isEdges = kind[i] === 1;
      (isEdges ? edges : vertices).touch(a[i], rounded);
      (isEdges ? edges : faces).touch(b[i], rounded);
    }
    const total = this.sorts.reduce((sum, { ids }) => sum + ids.length, 0);
    const share = Math.min(1, this.cap() / Math.max(1, total));
    const bytes: number[] = [];
    let kept = 0;
    for (const sort of this.sorts) {
      kept += appendSort(bytes, sort, share);
      sort.clear();
    }
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

/** Evenly so many of the ids; returns how many. */
function appendSort(bytes: number[], { ids, times }: EarliestTimes, share: number): number {
  const place = (i: number) => Math.floor(i * share);
  const kept = ids.sort((a, b) => a - b).filter((_, i) => place(i + 1) > place(i));
  appendNumber(bytes, kept.length);
  let last = 0;
  for (const id of kept) {
    appendNumber(bytes, id - last);
    bytes.push(times[id]);
    last = id;
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
