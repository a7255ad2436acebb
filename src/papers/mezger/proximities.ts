// The result: one row a pair of faces, in columns that are reused from call to call.

/** What was done for an answer. */
export interface ProximityTally {
  /** Nodes whose volumes were renewed. */
  nodesUpdated: number;
  /** Pairs of nodes that were looked at. */
  nodePairs: number;
  /** Pairs of leaves whose volumes touch. */
  leafPairs: number;
  /** Of these, pairs of faces that may be reported: they share no vertex, and no option leaves them out. */
  candidates: number;
  /** Candidates that a lossy mode dropped on purpose at the leaves; what quiet regions hide is not known. */
  dropped: number;
  /** Candidates that the normal of one of both faces separates. */
  separated: number;
  /** Distances computed. */
  distances: number;
  /** Candidates settled by what was kept of earlier steps. */
  kept: number;
}

export class Proximities {
  count = 0;
  /** Two faces, a < b; rows ascend by a, then b. */
  a: Uint32Array = new Uint32Array(0);
  b: Uint32Array = new Uint32Array(0);
  distance: Float64Array = new Float64Array(0);
  /** Unit, from b to a; three numbers a pair. At distance 0 a normal of the faces. */
  normal: Float64Array = new Float64Array(0);
  /** Of the closest points: `mostCorners` numbers for the corners of a, then as many for those of b; 0 beyond a face's own. */
  weights: Float64Array = new Float64Array(0);
  readonly mostCorners: number;
  tally: ProximityTally = noTally();

  constructor(mostCorners: number) {
    this.mostCorners = mostCorners;
  }

  clear(): void {
    this.count = 0;
    this.tally = noTally();
  }

  /** Room for one row more. */
  reserve(): void {
    if (this.count < this.a.length) return;
    const room = Math.max(256, 2 * this.count);
    this.a = grown(this.a, new Uint32Array(room));
    this.b = grown(this.b, new Uint32Array(room));
    this.distance = grown(this.distance, new Float64Array(room));
    this.normal = grown(this.normal, new Float64Array(3 * room));
    this.weights = grown(this.weights, new Float64Array(2 * this.mostCorners * room));
  }

  /** Rows of its own, that no later call changes. */
  copy(): Proximities {
    const { count } = this;
    const copy = new Proximities(this.mostCorners);
    copy.count = count;
    copy.a = this.a.slice(0, count);
    copy.b = this.b.slice(0, count);
    copy.distance = this.distance.slice(0, count);
    copy.normal = this.normal.slice(0, 3 * count);
    copy.weights = this.weights.slice(0, 2 * this.mostCorners * count);
    copy.tally = { ...this.tally };
    return copy;
  }
}

function grown<T extends Uint32Array | Float64Array>(from: T, to: T): T {
  to.set(from);
  return to;
}

function noTally(): ProximityTally {
  return {
    nodesUpdated: 0,
    nodePairs: 0,
    leafPairs: 0,
    candidates: 0,
    dropped: 0,
    separated: 0,
    distances: 0,
    kept: 0,
  };
}
