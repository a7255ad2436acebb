// The shape of the hierarchy [Mezger §4.1, §4.2, §4.4]: one tree per object over its faces, built
// top-down, one face per leaf. Parents precede children, and the children of a node are
// consecutive. The children of a 2^n-ary node are the result of n levels of binary splits.
import type { Positions } from '../../core/mesh/tri-mesh.ts';
import type { Directions } from './directions.ts';
import type { PolygonMesh } from './polygon-mesh.ts';
import { VertexSlabs } from './vertex-slabs.ts';

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
  const order = objectOf.map((_, f) => f).sort((f, g) => objectOf[f] - objectOf[g] || f - g);
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

/** The volume of every face: lower and upper bound along each direction. */
function faceRows(mesh: PolygonMesh, x: Positions, directions: Directions): Float64Array {
  const slabs = new VertexSlabs(mesh, directions, false);
  slabs.update(x, null, null);
  const rows = new Float64Array(2 * directions.count * mesh.faceCount);
  for (let f = 0; f < mesh.faceCount; f++) slabs.surround(f, rows, 2 * directions.count * f);
  return rows;
}

/** A child must get a greater share of the faces than this, which keeps the depth logarithmic. */
const MIN_CHILD_SHARE = 1 / 16;

/** Builds trees top-down. */
class DopTreeBuilder {
  nodeCount = 0;
  readonly link: Int32Array;
  readonly childCount: Uint8Array;
  private readonly order: Uint32Array;
  private readonly rows: Float64Array;
  private readonly directions: Directions;
  private readonly arity: Arity;
  /** Scratch of a split: the volume around the faces. */
  private readonly hull: Float64Array;

  constructor(order: Uint32Array, rows: Float64Array, directions: Directions, arity: Arity) {
    this.order = order;
    this.rows = rows;
    this.directions = directions;
    this.arity = arity;
    this.link = new Int32Array(2 * order.length);
    this.childCount = new Uint8Array(2 * order.length);
    this.hull = new Float64Array(2 * directions.count);
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

  /** Indices in the order at which the children of a node begin, then the end of the last. */
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
   * Splits parallel to the longest side, through the centre. Faces that the plane cuts go to the
   * child that has fewer. Returns where the second child begins.
   * Departs from the paper: if all faces are cut, or one child would get too few, each child gets
   * half of the faces, in the order of their centres.
   */
  private split(from: number, to: number): number {
    const direction = this.longestSide(from, to);
    const { hull, order, rows } = this;
    const stride = hull.length;
    const side = 2 * direction;
    const centre = hull[side] / 2 + hull[side + 1] / 2;
    const faces = order.slice(from, to);
    let below = 0;
    let cut = 0;
    for (const f of faces) {
      if (rows[stride * f + side + 1] <= centre) below++;
      else if (rows[stride * f + side] < centre) cut++;
    }
    const cutGoesBelow = below <= faces.length - below - cut;
    const size = cutGoesBelow ? below + cut : below;
    if (Math.min(size, faces.length - size) <= MIN_CHILD_SHARE * faces.length) return this.halve(from, to, direction);
    let first = from;
    let second = from + size;
    for (const f of faces) {
      const isFirst = rows[stride * f + side + 1] <= centre || (cutGoesBelow && rows[stride * f + side] < centre);
      order[isFirst ? first++ : second++] = f;
    }
    return first;
  }

  /**
   * The direction of the longest side of the volume around faces order[from…to), which becomes
   * `hull`.
   */
  private longestSide(from: number, to: number): number {
    const { hull, order, rows } = this;
    const { count, lengths } = this.directions;
    hull.set(rows.subarray(hull.length * order[from], hull.length * (order[from] + 1)));
    for (let j = from + 1; j < to; j++) {
      const row = hull.length * order[j];
      for (let i = 0; i < hull.length; i += 2) {
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

  /** Gives each child half of the faces, in the order of their centres. */
  private halve(from: number, to: number, direction: number): number {
    const { order, rows } = this;
    const at = (f: number): number => 2 * (this.directions.count * f + direction);
    const centre = (f: number): number => rows[at(f)] / 2 + rows[at(f) + 1] / 2;
    order.subarray(from, to).sort((f, g) => centre(f) - centre(g) || f - g);
    return (from + to) >>> 1;
  }
}
