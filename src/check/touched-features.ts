// Which vertices, edges and faces touch something in a step, and when first: the features that a
// page colours. They are far fewer than the contacts, because a feature is part of many contacts.
import type { TriMesh } from '../index.ts';
import type { Step } from './step.ts';

/** Features of one kind that touch in a step. */
export interface Touched {
  /** The ids, ascending. */
  readonly ids: Uint32Array;
  /** The time of the first contact of each, in units of 1/255 step. */
  readonly times: Uint8Array;
}

/** All features that touch in a step. */
export interface TouchedStep {
  /** Vertices of vertex–face contacts. */
  readonly vertices: Touched;
  /** Edges of edge–edge contacts. */
  readonly edges: Touched;
  /** Faces of vertex–face contacts. */
  readonly faces: Touched;
}

/** The earliest times of features of one kind. */
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

  /** Returns what was touched since the last call. */
  take(): Touched {
    const ids = Uint32Array.from(this.ids).sort();
    for (const id of ids) this.seen[id] = 0;
    this.ids.length = 0;
    return { ids, times: Uint8Array.from(ids, (id) => this.times[id]) };
  }
}

/** Collects touched features of one mesh, with scratch memory for all steps. */
export class TouchedFeatures {
  private readonly vertices: EarliestTimes;
  private readonly edges: EarliestTimes;
  private readonly faces: EarliestTimes;

  /** Allocates memory for the features of the mesh. */
  constructor({ vertexCount, topology, faceCount }: TriMesh) {
    this.vertices = new EarliestTimes(vertexCount);
    this.edges = new EarliestTimes(topology.edgeCount);
    this.faces = new EarliestTimes(faceCount);
  }

  /** Returns the features that touch in a step. */
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
