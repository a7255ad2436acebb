// A soup with a tree, for the reference of first contacts. A node has a sphere, the simplest volume
// of a turning body: its centre moves like any point of the body, and its radius stays. A box about
// the same centre tells flat nodes apart.
import type { Soup } from '../../scenes/rigid/index.ts';

/** Covers what rounding takes off a radius. */
const OUTWARD = 1 + 2 ** -48;

export class ReferenceBody {
  readonly faceCount: number;
  /** Nine numbers a face. */
  readonly corners: Float64Array;
  /** Greatest distance of a corner from the frame's origin. */
  readonly reach: number;
  /** Four numbers a node, centre and radius; node 0 is the root. */
  readonly spheres: Float64Array;
  /** Three numbers a node: half the sizes of a box along the axes of the body. */
  readonly boxes: Float64Array;
  /** The first of two children that stand together, or −1 − face for a leaf. */
  readonly links: Int32Array;

  constructor({ positions, triangles }: Soup) {
    this.faceCount = triangles.length / 3;
    this.corners = new Float64Array(9 * this.faceCount);
    for (let i = 0; i < triangles.length; i++)
      for (let k = 0; k < 3; k++) this.corners[3 * i + k] = positions[3 * triangles[i] + k];
    this.spheres = new Float64Array(4 * (2 * this.faceCount - 1));
    this.boxes = new Float64Array(3 * (2 * this.faceCount - 1));
    this.links = new Int32Array(2 * this.faceCount - 1);
    this.reach = this.farthest([0, 0, 0], faces(this.faceCount));
    this.build();
  }

  private build(): void {
    const open: { node: number; set: number[] }[] = [{ node: 0, set: faces(this.faceCount) }];
    let count = 1;
    for (let task = open.pop(); task; task = open.pop()) {
      const { node, set } = task;
      const axis = this.enclose(node, set);
      if (set.length === 1) {
        this.links[node] = -1 - set[0];
        continue;
      }
      set.sort((f, g) => this.middle(f, axis) - this.middle(g, axis));
      this.links[node] = count;
      const half = set.length >> 1;
      open.push({ node: count, set: set.slice(0, half) }, { node: count + 1, set: set.slice(half) });
      count += 2;
    }
  }

  /** Writes the bounding box and the sphere about its middle; returns the box's longest axis. */
  private enclose(node: number, set: readonly number[]): number {
    const low = [0, 1, 2].map((axis) => this.extreme(set, axis, Math.min));
    const high = [0, 1, 2].map((axis) => this.extreme(set, axis, Math.max));
    const centre = low.map((x, axis) => (x + high[axis]) / 2);
    this.spheres.set([...centre, this.farthest(centre, set)], 4 * node);
    const sizes = low.map((x, axis) => high[axis] - x);
    // The middle is rounded: corners on both sides of it stay inside by the second term.
    const halves = sizes.map((size, axis) => (size / 2) * OUTWARD + 2 ** -52 * Math.abs(centre[axis]));
    this.boxes.set(halves, 3 * node);
    return sizes.indexOf(Math.max(...sizes));
  }

  private extreme(set: readonly number[], axis: number, choose: (x: number, y: number) => number): number {
    let found = this.corners[9 * set[0] + axis];
    for (const f of set) for (let k = 0; k < 9; k += 3) found = choose(found, this.corners[9 * f + k + axis]);
    return found;
  }

  private farthest([x, y, z]: readonly number[], set: readonly number[]): number {
    const { corners } = this;
    let found = 0;
    for (const f of set)
      for (let k = 9 * f; k < 9 * f + 9; k += 3)
        found = Math.max(found, Math.hypot(corners[k] - x, corners[k + 1] - y, corners[k + 2] - z));
    return found * OUTWARD;
  }

  private middle(f: number, axis: number): number {
    const at = 9 * f + axis;
    return this.corners[at] + this.corners[at + 3] + this.corners[at + 6];
  }
}

const faces = (count: number): number[] => Array.from({ length: count }, (_, f) => f);
