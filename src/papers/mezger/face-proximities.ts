// The answer of a detector: one row per pair of faces, in columns that are reused from call to
// call. graze/proximity exports it as `Proximities`.
import { resized } from '../../core/contacts/contacts.ts';

/** The work done for an answer. */
export interface ProximityTally {
  /** Nodes whose volumes were renewed. */
  nodesUpdated: number;
  /** Pairs of nodes that were tested. */
  nodePairs: number;
  /** Pairs of leaves whose volumes overlap. */
  leafPairs: number;
  /**
   * Those of the leaf pairs that may be reported: the faces share no vertex, and no option leaves
   * them out.
   */
  candidates: number;
  /** Leaf pairs that the lossy mode dropped. Pairs within quiet regions are not counted. */
  dropped: number;
  /** Candidates that the normal of one of their faces separates. */
  separated: number;
  /** Number of distances computed. */
  distances: number;
  /** Candidates that were decided by the cache of closest points. */
  kept: number;
}

/** Pairs of close faces, with their closest points. */
export class FaceProximities {
  /** Number of pairs; columns may be longer. */
  count = 0;
  /** The smaller face id; rows ascend by a, then b. */
  a: Uint32Array = new Uint32Array(0);
  /** The larger face id. */
  b: Uint32Array = new Uint32Array(0);
  /** Distance of the faces; 0 if and only if they share a point. */
  distance: Float64Array = new Float64Array(0);
  /** Unit vector from b to a, three numbers per pair; at distance 0 a normal of the faces. */
  normal: Float64Array = new Float64Array(0);
  /**
   * Weights of the closest points: `mostCorners` numbers for the corners of a, then as many for b;
   * 0 beyond a face's own.
   */
  weights: Float64Array = new Float64Array(0);
  /** Largest number of corners of a face of the mesh. */
  readonly mostCorners: number;
  /** The work done for this answer. */
  tally: ProximityTally = noTally();

  /** An empty answer for faces of at most `mostCorners` corners. */
  constructor(mostCorners: number) {
    this.mostCorners = mostCorners;
  }

  /** Removes all rows. */
  clear(): void {
    this.count = 0;
    this.tally = noTally();
  }

  /** Makes room for one more row. */
  reserve(): void {
    if (this.count < this.a.length) return;
    const room = Math.max(256, 2 * this.count);
    this.a = resized(this.a, room);
    this.b = resized(this.b, room);
    this.distance = resized(this.distance, room);
    this.normal = resized(this.normal, 3 * room);
    this.weights = resized(this.weights, 2 * this.mostCorners * room);
  }

  /** A copy that no later call changes. */
  copy(): FaceProximities {
    const { count } = this;
    const copy = new FaceProximities(this.mostCorners);
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
