// Cones of directions, one a node of a hierarchy [Mezger §5.1, §5.2]: an axis and the cosine of a half angle that surely hold all
// vectors given. Few operations and no trigonometry, from the leaves up. Below a right angle only: a wider cone says nothing (`FULL`).
//
// Rounding, with u = 2^-53: vectors are unit within 8u, a cosine from a dot product is off by less than 24u, and `SLACK` is 32u. A cosine
// lowered by it belongs to a wider cone; its sine, from 1 − c², gains more by that near c = 1 than the 4u of rounding may take from it.

export const SLACK: number = 2 ** -48;
/** Cosines of a cone that nothing is in, and of one that may hold anything. */
export const EMPTY = 2;
export const FULL = -1;

export class Cones {
  /** Three numbers a node. */
  readonly axes: Float64Array;
  readonly cosines: Float64Array;
  constructor(nodeCount: number) {
    this.axes = new Float64Array(3 * nodeCount);
    this.cosines = new Float64Array(nodeCount);
  }

  /** The cone of some unit vectors: those of ids[from…to), three numbers each. Zero is no direction and takes no part. */
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
    x = axes[3 * node];
    y = axes[3 * node + 1];
    z = axes[3 * node + 2];
    let least = 1;
    for (let i = from; i < to; i++) {
      const at = 3 * ids[i];
      const cosine = x * vectors[at] + y * vectors[at + 1] + z * vectors[at + 2];
      const isNone = cosine === 0 && vectors[at] === 0 && vectors[at + 1] === 0 && vectors[at + 2] === 0;
      if (cosine < least && !isNone) least = cosine;
    }
    cosines[node] = least - SLACK > 0 ? least - SLACK : FULL;
  }

  setFull(node: number): void {
    this.cosines[node] = FULL;
  }

  /** The cone of `childCount` nodes from `first` on. */
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

  /** Returns the cosine of the cone of the axis alone, or `FULL` where the sum of unit vectors is too short to be one. */
  private setAxis(node: number, x: number, y: number, z: number): number {
    const length = Math.sqrt(x * x + y * y + z * z);
    if (length < 2 ** -10) return FULL;
    this.axes[3 * node] = x / length;
    this.axes[3 * node + 1] = y / length;
    this.axes[3 * node + 2] = z / length;
    return 1;
  }

  /** Around its axis the cone of a node takes in that of another. */
  private widen(node: number, child: number): void {
    const { axes, cosines } = this;
    const a = 3 * node;
    const b = 3 * child;
    const between = axes[a] * axes[b] + axes[a + 1] * axes[b + 1] + axes[a + 2] * axes[b + 2] - SLACK;
    const half = cosines[child];
    if (half === FULL || between <= 0) {
      cosines[node] = FULL;
      return;
    }
    const cosine = between * half - Math.sqrt((1 - between * between) * (1 - half * half)) - SLACK;
    if (cosine < cosines[node]) cosines[node] = cosine > 0 ? cosine : FULL;
  }
}
