// Contacts by pair of objects. An object is a connected component, or all components of one name.
import type { TriMesh } from '../../index.ts';
import type { ReportStep } from './report-step.ts';
import type { ObjectPair } from './summary.ts';

/** Rows of the table; of hundreds of bodies nobody reads every pair. */
const PAIRS = 100;

export class ObjectPairs {
  readonly names: string[] = [];
  /** The object of each vertex. */
  readonly objectOf: Uint32Array;
  private readonly mesh: TriMesh;
  private readonly pairs = new Map<number, ObjectPair>();

  constructor(mesh: TriMesh, componentNames: readonly string[]) {
    this.mesh = mesh;
    const { componentOf, componentCount } = mesh.topology;
    const objectOfName = new Map<string, number>();
    const objectOfComponent = Array.from({ length: componentCount }, (_, component) => {
      const name = componentNames[component] || `object ${component + 1}`;
      const known = objectOfName.get(name);
      if (known !== undefined) return known;
      objectOfName.set(name, this.names.length);
      return this.names.push(name) - 1;
    });
    // A vertex that no face uses has no component, and nothing ever asks for its object.
    this.objectOf = componentOf.map((component) => objectOfComponent[component] ?? 0);
  }

  add({ index, count, kind, a, b, time }: ReportStep): void {
    const { objectOf, mesh } = this;
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

  table(): { pairs: ObjectPair[]; pairsLeftOut: number } {
    const pairs = [...this.pairs.values()].sort((p, q) => q.count - p.count || p.a - q.a || p.b - q.b);
    return { pairs: pairs.slice(0, PAIRS), pairsLeftOut: Math.max(0, pairs.length - PAIRS) };
  }

  private pair(a: number, b: number, step: number): ObjectPair {
    const key = a * this.names.length + b;
    let pair = this.pairs.get(key);
    if (pair === undefined) {
      pair = { a, b, count: 0, steps: 0, firstStep: step, firstTime: Infinity };
      this.pairs.set(key, pair);
    }
    return pair;
  }
}
