// Which vertices, edges and faces touch something in a step, and when first: what a page colours. Far fewer than the contacts, because a
// feature is in many of them.
import type { TriMesh } from '../index.ts';
import type { Step } from './step.ts';

/** Features of one sort that touch in a step, ascending, with the time of their first contact in 255ths. */
export interface Touched {
  readonly ids: Uint32Array;
  readonly times: Uint8Array;
}

export interface TouchedStep {
  readonly vertices: Touched;
  readonly edges: Touched;
  readonly faces: Touched;
}

/** Earliest times of one sort of features. */
class EarliestTimes {
  private readonly ids: number[] = [];
  private readonly times: Uint8Array;
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

  /** What was touched since the last call. */
  take(): Touched {
    const ids = Uint32Array.from(this.ids).sort();
    for (const id of ids) this.seen[id] = 0;
    this.ids.length = 0;
    return { ids, times: Uint8Array.from(ids, (id) => this.times[id]) };
  }
}

export class TouchedFeatures {
  private readonly vertices: EarliestTimes;
  private readonly edges: EarliestTimes;
  private readonly faces: EarliestTimes;

  constructor({ vertexCount, topology, faceCount }: TriMesh) {
    this.vertices = new EarliestTimes(vertexCount);
    this.edges = new EarliestTimes(topology.edgeCount);
    this.faces = new EarliestTimes(faceCount);
  }

  of({ count, kind, a, b, time }: Pick<Step, 'count' | 'kind' | 'a' | 'b' | 'time'>): TouchedStep {
    const { vertices, edges, faces } = this;
    for (let i = 0; i < count; i++) {
      const rounded = Math.round(255 * time[i]);
      const isEdges = kind[i] === 1;
      (isEdges ? edges : vertices).touch(a[i], rounded);
      (isEdges ? edges : faces).touch(b[i], rounded);
    }
    return { vertices: vertices.take(), edges: edges.take(), faces: faces.take() };
  }
}
