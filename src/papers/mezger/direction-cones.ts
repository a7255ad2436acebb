// Cones of directions, one per node of a hierarchy [Mezger §5.1, §5.2]: an axis and the cosine of a
// half angle. A cone provably holds all vectors of its node. Built from the leaves up, without
// trigonometry. A half angle of 90° or more bounds nothing and becomes `FULL`.
//
// Rounding, with u = 2^-53: vectors are unit within 8u, a cosine from a dot product is off by less
// than 24u, and `COSINE_ERROR` is 32u. A cosine lowered by it belongs to a wider cone. Its sine,
// from 1 − c², grows by more than the 4u that rounding may take from it.
import { dot } from '../../core/math/triples.ts';

/** Every cosine is lowered by this, which widens the cone by more than all rounding. */
export const COSINE_ERROR: number = 2 ** -48;
/** Cosine that marks an empty cone. */
export const EMPTY = 2;
/** Cosine that marks a cone which may hold any direction. */
export const FULL = -1;

/** One cone per node. */
export class DirectionCones {
  /** Unit axis of every node, three numbers each. */
  readonly axes: Float64Array;
  /** Cosine of the half angle of every node; `EMPTY` and `FULL` mark cones without one. */
  readonly cosines: Float64Array;

  constructor(nodeCount: number) {
    this.axes = new Float64Array(3 * nodeCount);
    this.cosines = new Float64Array(nodeCount);
  }

  /**
   * Sets the cone of the unit vectors with ids[from…to), three numbers each. Zero vectors have no
   * direction and are ignored.
   */
  setLeaf(node: number, vectors: Float64Array, ids: Uint32Array, from: number, to: number): void {
    const { axes, cosines } = this;
    let x = 0;
    let y = 0;
    let z = 0;
    let isEmpty = true;
    for (let i = from; i < to; i++) {
      const at = 3 * ids[i];
      x += vectors[at];
      y += vectors[at + 1];
      z += vectors[at + 2];
      if (vectors[at] !== 0 || vectors[at + 1] !== 0 || vectors[at + 2] !== 0) isEmpty = false;
    }
    cosines[node] = isEmpty ? EMPTY : this.setAxis(node, x, y, z);
    if (cosines[node] !== 1) return;
    let least = 1;
    for (let i = from; i < to; i++) {
      const at = 3 * ids[i];
      const cosine = dot(axes, 3 * node, vectors, at);
      const isNone = cosine === 0 && vectors[at] === 0 && vectors[at + 1] === 0 && vectors[at + 2] === 0;
      if (cosine < least && !isNone) least = cosine;
    }
    cosines[node] = least - COSINE_ERROR > 0 ? least - COSINE_ERROR : FULL;
  }

  /** Makes the cone of a node hold any direction. */
  setFull(node: number): void {
    this.cosines[node] = FULL;
  }

  /** Sets the cone around the cones of `childCount` nodes from `first` on. */
  merge(node: number, first: number, childCount: number): void {
    const { axes, cosines } = this;
    let x = 0;
    let y = 0;
    let z = 0;
    let isEmpty = true;
    for (let child = first; child < first + childCount; child++) {
      if (cosines[child] === EMPTY) continue;
      isEmpty = false;
      x += axes[3 * child];
      y += axes[3 * child + 1];
      z += axes[3 * child + 2];
    }
    cosines[node] = isEmpty ? EMPTY : this.setAxis(node, x, y, z);
    for (let child = first; child < first + childCount && cosines[node] !== FULL; child++) {
      if (cosines[child] !== EMPTY) this.widen(node, child);
    }
  }

  /**
   * Sets the axis of a node. Returns 1, the cosine of the axis alone, or `FULL` if the sum of unit
   * vectors is too short to give an axis.
   */
  private setAxis(node: number, x: number, y: number, z: number): number {
    const length = Math.sqrt(x * x + y * y + z * z);
    if (length < 2 ** -10) return FULL;
    this.axes[3 * node] = x / length;
    this.axes[3 * node + 1] = y / length;
    this.axes[3 * node + 2] = z / length;
    return 1;
  }

  /** Widens the cone of a node about its axis until it holds that of a child. */
  private widen(node: number, child: number): void {
    const { axes, cosines } = this;
    const between = dot(axes, 3 * node, axes, 3 * child) - COSINE_ERROR;
    const half = cosines[child];
    if (half === FULL || between <= 0) {
      cosines[node] = FULL;
      return;
    }
    const cosine = between * half - Math.sqrt((1 - between * between) * (1 - half * half)) - COSINE_ERROR;
    if (cosine < cosines[node]) cosines[node] = cosine > 0 ? cosine : FULL;
  }
}
