// The shape of the hierarchy [Mezger §4.1, §4.2, §4.4]: one tree per object over its faces, built
// top-down, one face per leaf. Parents precede children, and the children of a node are
// consecutive. The children of a 2^n-ary node are the result of n levels of binary splits.
import type { Positions } from '../../core/mesh/tri-mesh.ts';
import { type Directions, project } from './directions.ts';
import type { PolygonMesh } from './polygon-mesh.ts';

/** Children of a node. */
export type Arity = 2 | 4 | 8;

/** The nodes of all objects, in columns. */
export interface DopTree {
  /** Number of nodes. */
  readonly nodeCount: number;
  /** The first child of a node, or ~face of a leaf. */
  readonly link: Int32Array;
  /** Number of children of a node; 0 for a leaf. */
  readonly childCount: Uint8Array;
  /** The root of every object that has faces. */
  readonly roots: Uint32Array;
  /** The object of every root. */
  readonly objects: Uint32Array;
}

/** Builds the trees for positions x; `objectOf` is the object of every face. */
export function buildDopTree(
  mesh: PolygonMesh,
  x: Positions,
  directions: Directions,
  arity: Arity,
  objectOf: Uint32Array,
): DopTree {
  const order = facesByObject(objectOf);
  const builder = new DopTreeBuilder(order, faceRows(mesh, x, directions), directions, arity);
  const roots: number[] = [];
  const objects: number[] = [];
  for (let from = 0, to = 0; from < order.length; from = to) {
    const object = objectOf[order[from]];
    while (to < order.length && objectOf[order[to]] === object) to++;
    roots.push(builder.grow(from, to));
    objects.push(object);
  }
  return {
    nodeCount: builder.nodeCount,
    link: builder.link.slice(0, builder.nodeCount),
    childCount: builder.childCount.slice(0, builder.nodeCount),
    roots: Uint32Array.from(roots),
    objects: Uint32Array.from(objects),
  };
}

function facesByObject(objectOf: Uint32Array): Uint32Array {
  const order = objectOf.map((_, f) => f);
  return order.sort((f, g) => objectOf[f] - objectOf[g] || f - g);
}

/** The volume of every face: lower and upper bound along each direction. */
function faceRows(mesh: PolygonMesh, x: Positions, directions: Directions): Float64Array {
  const { start, corners, faceCount, vertexCount } = mesh;
  const { count } = directions;
  const projections = new Float64Array(count * vertexCount);
  for (let v = 0; v < vertexCount; v++) project(directions, x, v, projections);
  const rows = new Float64Array(2 * count * faceCount);
  for (let f = 0; f < faceCount; f++) {
    for (let i = 0; i < count; i++) {
      let low = Infinity;
      let high = -Infinity;
      for (let c = start[f]; c < start[f + 1]; c++) {
        const p = projections[count * corners[c] + i];
        if (p < low) low = p;
        if (p > high) high = p;
      }
      rows[2 * (count * f + i)] = low;
      rows[2 * (count * f + i) + 1] = high;
    }
  }
  return rows;
}

/** A child must get a greater part of the faces than this, which keeps the depth logarithmic. */
const MIN_PART = 1 / 16;

class DopTreeBuilder {
  nodeCount = 0;
  readonly link: Int32Array;
  readonly childCount: Uint8Array;
  private readonly order: Uint32Array;
  private readonly rows: Float64Array;
  private readonly directions: Directions;
  private readonly arity: Arity;
  /** Scratch of a split: the volume, the side of each face, and room for their order. */
  private readonly hull: Float64Array;
  private readonly sides: Uint8Array;
  private readonly sorted: Uint32Array;

  constructor(order: Uint32Array, rows: Float64Array, directions: Directions, arity: Arity) {
    this.order = order;
    this.rows = rows;
    this.directions = directions;
    this.arity = arity;
    this.link = new Int32Array(2 * order.length);
    this.childCount = new Uint8Array(2 * order.length);
    this.hull = new Float64Array(2 * directions.count);
    this.sides = new Uint8Array(order.length);
    this.sorted = new Uint32Array(order.length);
  }

  /** Builds a tree over faces order[from…to), of which there is at least one. Returns its root. */
  grow(from: number, to: number): number {
    const root = this.nodeCount++;
    const pending = [root, from, to];
    while (pending.length > 0) {
      const [node, first, end] = pending.splice(-3);
      if (end - first === 1) {
        this.link[node] = ~this.order[first];
        continue;
      }
      const bounds = this.divide(first, end);
      this.link[node] = this.nodeCount;
      this.childCount[node] = bounds.length - 1;
      for (let i = 1; i < bounds.length; i++) pending.push(this.nodeCount++, bounds[i - 1], bounds[i]);
    }
    return root;
  }

  /** Where the children of a node begin in the order, and where the last ends. */
  private divide(from: number, to: number): number[] {
    let bounds = [from, to];
    for (let parts = 2; parts <= this.arity; parts *= 2) {
      bounds = bounds.flatMap((end, i) => {
        if (i === 0) return [end];
        const start = bounds[i - 1];
        return end - start > 1 ? [this.split(start, end), end] : [end];
      });
    }
    return bounds;
  }

  /**
   * Splits parallel to the longest side, through the centre. Faces that are cut go to the child
   * that has fewer.
   * Departs from the paper: if all are cut, or one child would get too few, both get half, in the
   * order of the faces' centres.
   */
  private split(from: number, to: number): number {
    const direction = this.longestSide(from, to);
    const { hull, order, rows, sides } = this;
    const stride = hull.length;
    const centre = hull[2 * direction] / 2 + hull[2 * direction + 1] / 2;
    let below = 0;
    let above = 0;
    for (let i = from; i < to; i++) {
      const row = stride * order[i] + 2 * direction;
      sides[i] = rows[row + 1] <= centre ? 0 : rows[row] >= centre ? 1 : 2;
      if (sides[i] === 0) below++;
      else if (sides[i] === 1) above++;
    }
    const cut = to - from - below - above;
    const cutGoesBelow = below <= above;
    const smaller = cutGoesBelow ? Math.min(below + cut, above) : Math.min(below, above + cut);
    if (smaller <= MIN_PART * (to - from)) return this.halve(from, to, direction);
    return this.partition(from, to, cutGoesBelow);
  }

  private longestSide(from: number, to: number): number {
    const { hull, order, rows } = this;
    const { count, lengths } = this.directions;
    for (let i = 0; i < count; i++) {
      hull[2 * i] = Infinity;
      hull[2 * i + 1] = -Infinity;
    }
    for (let j = from; j < to; j++) {
      const row = 2 * count * order[j];
      for (let i = 0; i < 2 * count; i += 2) {
        if (rows[row + i] < hull[i]) hull[i] = rows[row + i];
        if (rows[row + i + 1] > hull[i + 1]) hull[i + 1] = rows[row + i + 1];
      }
    }
    let longest = 0;
    let most = 0;
    for (let i = 0; i < count; i++) {
      const side = (hull[2 * i + 1] - hull[2 * i]) / lengths[i];
      if (side <= most) continue;
      most = side;
      longest = i;
    }
    return longest;
  }

  private halve(from: number, to: number, direction: number): number {
    const { order, rows } = this;
    const at = (f: number): number => 2 * (this.directions.count * f + direction);
    const centre = (f: number): number => rows[at(f)] / 2 + rows[at(f) + 1] / 2;
    order.subarray(from, to).sort((f, g) => centre(f) - centre(g) || f - g);
    return (from + to) >>> 1;
  }

  private partition(from: number, to: number, cutGoesBelow: boolean): number {
    const { order, sides, sorted } = this;
    const lastBelow = cutGoesBelow ? 2 : 0;
    let middle = from;
    for (let i = from; i < to; i++) if (sides[i] === 0 || sides[i] === lastBelow) sorted[middle++] = order[i];
    let next = middle;
    for (let i = from; i < to; i++) if (sides[i] !== 0 && sides[i] !== lastBelow) sorted[next++] = order[i];
    order.set(sorted.subarray(from, to), from);
    return middle;
  }
}
