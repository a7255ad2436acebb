// Counts the contacts by pair of objects.
import { type MeshObjects, meshObjects } from '../../check/mesh-objects.ts';
import type { TriMesh } from '../../index.ts';
import type { ReportStep } from './report-step.ts';
import type { ObjectPair } from './summary.ts';

/** The maximum number of rows of the table: nobody reads every pair of hundreds of bodies. */
const MAX_PAIRS = 100;

/** The pairs of objects that touch in any step. */
export class ObjectPairs {
  /** The objects of the mesh. */
  readonly objects: MeshObjects;
  private readonly mesh: TriMesh;
  private readonly pairs = new Map<number, ObjectPair>();

  /** `componentNames` are those of the connected components. */
  constructor(mesh: TriMesh, componentNames: readonly string[]) {
    this.mesh = mesh;
    this.objects = meshObjects(mesh, componentNames);
  }

  /** Counts the contacts of a step. */
  add({ index, count, kind, a, b, time }: ReportStep): void {
    const { mesh } = this;
    const { objectOf } = this.objects;
    const { edges } = mesh.topology;
    const seen = new Set<ObjectPair>();
    for (let i = 0; i < count; i++) {
      const isEdges = kind[i] === 1;
      const one = objectOf[isEdges ? edges[2 * a[i]] : a[i]];
      const other = objectOf[isEdges ? edges[2 * b[i]] : mesh.triangles[3 * b[i]]];
      const pair = this.pair(Math.min(one, other), Math.max(one, other), index);
      pair.count++;
      if (pair.firstStep === index && time[i] < pair.firstTime) pair.firstTime = time[i];
      seen.add(pair);
    }
    for (const pair of seen) pair.steps++;
  }

  /** Returns the pairs with most contacts, and how many others there are. */
  table(): { pairs: ObjectPair[]; pairsLeftOut: number } {
    const pairs = [...this.pairs.values()].sort((p, q) => q.count - p.count || p.a - q.a || p.b - q.b);
    return { pairs: pairs.slice(0, MAX_PAIRS), pairsLeftOut: Math.max(0, pairs.length - MAX_PAIRS) };
  }

  private pair(a: number, b: number, step: number): ObjectPair {
    const key = a * this.objects.names.length + b;
    let pair = this.pairs.get(key);
    if (pair === undefined) {
      pair = { a, b, count: 0, steps: 0, firstStep: step, firstTime: Infinity };
      this.pairs.set(key, pair);
    }
    return pair;
  }
}
