// When do a vertex and a face, or two edges, share a point? A formula in the signs of polynomials
// in t, in full 3D vectors, without projection or choice of an axis.
import type { Polynomial } from './polynomial.ts';
import { subtract } from './polynomial.ts';
import { cross, dot, from, movingPoint, sum, type Vector } from './vectors.ts';

export type Kind = 'vf' | 'ee';

export interface Formula {
  /** Vanishes at every contact: the four points are then coplanar. */
  readonly coplanar: Polynomial;
  /** Not asked for where nothing is ever coplanar. */
  details(): Details;
}

export interface Details {
  /** Not zero for a proper triangle or two directions, zero for degenerate or parallel features. */
  readonly normal: Vector;
  /**
   * Coplanar and the normal is not zero: contact iff none is negative. Weights of the contact point,
   * times the squared normal. Where one vanishes, the cross product of a segment does.
   */
  readonly weights: readonly Polynomial[];
  /**
   * Coplanar and the normal is zero: contact iff on some segment p q through which the features must meet
   * lies the origin.
   */
  readonly segments: readonly Segment[];
}

/** The origin lies on the closed segment p q iff p × q = 0 and p · q ≤ 0; p = q is allowed. */
interface Segment {
  readonly cross: Vector;
  readonly dot: Polynomial;
}

export function meets({ coplanar, details }: Formula, sign: (p: Polynomial) => number): boolean {
  if (sign(coplanar) !== 0) return false;
  const { normal, weights, segments } = details();
  if (normal.some((p) => sign(p) !== 0)) return weights.every((weight) => sign(weight) >= 0);
  return segments.some((segment) => segment.cross.every((p) => sign(p) === 0) && sign(segment.dot) <= 0);
}

export function formulaOf(kind: Kind, integers: readonly bigint[]): Formula {
  const [p0, p1, p2, p3] = [0, 1, 2, 3].map((index) => movingPoint(integers, index));
  return kind === 'vf' ? vertexFace(p0, p1, p2, p3) : edgeEdge(p0, p1, p2, p3);
}

function vertexFace(v: Vector, f0: Vector, f1: Vector, f2: Vector): Formula {
  const [x, y, z] = [from(v, f0), from(v, f1), from(v, f2)];
  const xy = cross(x, y);
  return {
    coplanar: dot(xy, z),
    details: once(() => {
      // Twice the areas of the three part triangles at v, as vectors; their sum is that of the
      // face.
      const parts = [cross(y, z), cross(z, x), xy];
      const normal = sum(sum(parts[0], parts[1]), parts[2]);
      return {
        normal,
        weights: parts.map((part) => dot(part, normal)),
        // A face without area is the union of its sides.
        segments: [segment(y, z), segment(z, x), segment(x, y)],
      };
    }),
  };
}

function edgeEdge(a0: Vector, a1: Vector, b0: Vector, b1: Vector): Formula {
  const [a, b, gap] = [from(a0, a1), from(b0, b1), from(a0, b0)];
  const normal = cross(a, b);
  return {
    coplanar: dot(gap, normal),
    details: once(() => {
      // a0 + s a = b0 + u b gives s normal = gap × b and u normal = gap × a.
      const regular = dot(normal, normal);
      const s = dot(cross(gap, b), normal);
      const u = dot(cross(gap, a), normal);
      return {
        normal,
        weights: [s, subtract(regular, s), u, subtract(regular, u)],
        // Parallel or pointlike edges that meet do so at an end point of one of them.
        segments: [
          segment(from(a0, b0), from(a0, b1)),
          segment(from(a1, b0), from(a1, b1)),
          segment(from(b0, a0), from(b0, a1)),
          segment(from(b1, a0), from(b1, a1)),
        ],
      };
    }),
  };
}

function segment(p: Vector, q: Vector): Segment {
  return { cross: cross(p, q), dot: dot(p, q) };
}

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
