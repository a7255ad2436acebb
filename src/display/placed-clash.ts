// A clash in the coordinates of the drawn model.
import type { ClashView } from './clash-view.ts';
import type { ShownModel } from './shown-model.ts';
import type { Triple } from './view-triples.ts';

/** A clash, relative to the origin of the model. */
export interface PlacedClash {
  /** The number of one part. */
  readonly a: number;
  /** The number of the other part. */
  readonly b: number;
  /** The faces of part a in the worst frame. */
  readonly facesA: Uint32Array;
  /** The faces of part b in the worst frame. */
  readonly facesB: Uint32Array;
  /** The intersection curve in the worst frame: six coordinates per segment. */
  readonly curve: Float32Array;
  /** The deepest point. */
  readonly point: Triple;
}

/** Places a clash in a model whose positions are relative to `origin`. */
export function placeClash(clash: ClashView, { parts }: ShownModel, origin: readonly number[]): PlacedClash {
  const { curve, worst, facesA, facesB } = clash;
  const [x, y, z] = worst.point.map((value, axis) => value - origin[axis]);
  return {
    a: parts.indexOf(clash.a),
    b: parts.indexOf(clash.b),
    facesA,
    facesB,
    curve: Float32Array.from(curve, (value, i) => value - origin[i % 3]),
    point: [x, y, z],
  };
}
