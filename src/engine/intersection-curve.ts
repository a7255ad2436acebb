// The curves in which the faces of a mesh go through each other at one instant, in order along each
// curve.
import type { Positions, TriMesh } from '../core/mesh/tri-mesh.ts';
import { ContourTracer } from './contours.ts';
import type { FacePairs } from './crossing-faces.ts';

/**
 * Curves in which faces go through each other. A curve is a chain of segments, each the
 * intersection of two faces. It ends at a border, at a vertex that the two faces share, or where
 * more than two segments meet; else it is closed.
 */
export interface IntersectionCurve {
  /** The number of segments. */
  readonly count: number;
  /** The smaller face id of every segment. */
  readonly a: Uint32Array;
  /** The larger face id of every segment. */
  readonly b: Uint32Array;
  /**
   * Six coordinates per segment: where it starts, where it ends. Within a chain, a segment starts
   * where the one before ends.
   */
  readonly points: Float64Array;
  /**
   * Chain i consists of the segments from `chainStart[i]` up to, not including, `chainStart[i +
   * 1]`.
   */
  readonly chainStart: Uint32Array;
  /** 1 per chain whose last segment ends where its first one starts. */
  readonly isClosed: Uint8Array;
}

/**
 * The curves of all pairs of faces that meet. Faces that only touch have no curve, except next to
 * faces on the same curve that go through each other.
 */
export function intersectionCurve(mesh: TriMesh, x: Positions, pairs: FacePairs): IntersectionCurve {
  const tracer = new ContourTracer(mesh);
  tracer.trace(Float64Array.from(x), { ...pairs, group: new Uint32Array(pairs.count) });
  const { contourOf, contourIsProper } = tracer;
  const arcs: number[] = [];
  for (let i = 0; i < pairs.count; i++) if (contourOf[i] >= 0 && contourIsProper[contourOf[i]] === 1) arcs.push(i);
  return new ChainOrder(tracer, arcs).curve(pairs);
}

/** Puts arcs in order along chains. */
class ChainOrder {
  private readonly tracer: ContourTracer;
  private readonly arcs: readonly number[];
  /** The arcs at each node. */
  private readonly arcsAt: number[][];
  private readonly isUsed: Uint8Array;
  /** Arcs in order, and whether each is taken from its second end to its first. */
  private readonly order: number[] = [];
  private readonly isReversed: boolean[] = [];

  constructor(tracer: ContourTracer, arcs: readonly number[]) {
    this.tracer = tracer;
    this.arcs = arcs;
    this.arcsAt = Array.from({ length: tracer.nodeCount }, () => []);
    this.isUsed = new Uint8Array(arcs.length === 0 ? 0 : arcs[arcs.length - 1] + 1);
    for (const i of arcs) for (const node of this.endsOf(i)) this.arcsAt[node].push(i);
  }

  curve({ a, b }: FacePairs): IntersectionCurve {
    const { arcs, arcsAt, order, isReversed, isUsed } = this;
    const chainStart = [0];
    const closed: number[] = [];
    const addChain = (first: number, from: number): void => {
      if (isUsed[first] === 1) return;
      closed.push(this.follow(first, from) === from ? 1 : 0);
      chainStart.push(order.length);
    };
    // Chains with ends first; what is left consists of closed ones.
    for (const i of arcs) for (const node of this.endsOf(i)) if (arcsAt[node].length !== 2) addChain(i, node);
    for (const i of arcs) addChain(i, this.endsOf(i)[0]);
    const points = new Float64Array(6 * order.length);
    order.forEach((i, j) => {
      const [from, to] = isReversed[j] ? this.endsOf(i).reverse() : this.endsOf(i);
      points.set(this.tracer.nodePoint.subarray(3 * from, 3 * from + 3), 6 * j);
      points.set(this.tracer.nodePoint.subarray(3 * to, 3 * to + 3), 6 * j + 3);
    });
    return {
      count: order.length,
      a: Uint32Array.from(order, (i) => Math.min(a[i], b[i])),
      b: Uint32Array.from(order, (i) => Math.max(a[i], b[i])),
      points,
      chainStart: Uint32Array.from(chainStart),
      isClosed: Uint8Array.from(closed),
    };
  }

  /** Follows a chain from a node; returns the node at which it ends. */
  private follow(first: number, start: number): number {
    const { arcsAt, isUsed } = this;
    let arc: number | undefined = first;
    let node = start;
    while (arc !== undefined) {
      const [from, to] = this.endsOf(arc);
      isUsed[arc] = 1;
      this.order.push(arc);
      this.isReversed.push(from !== node);
      node = from === node ? to : from;
      arc = arcsAt[node].length === 2 ? arcsAt[node].find((next) => isUsed[next] === 0) : undefined;
    }
    return node;
  }

  private endsOf(arc: number): [number, number] {
    return [this.tracer.ends[2 * arc], this.tracer.ends[2 * arc + 1]];
  }
}
