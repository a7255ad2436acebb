// Refuses a start in which faces cross or touch each other: no valid state could follow from it.
import type { FacePairs } from '../crossing-faces.ts';
import type { MeshCollider } from '../mesh-collider.ts';

/** How many pairs the message names. */
const MAX_NAMED = 3;

/** Thrown if a cloth crosses itself, another cloth or an obstacle before it has moved. */
export class ClothStartError extends Error {
  /** 'ClothStartError'. */
  override readonly name: string = 'ClothStartError';
  /** All crossing pairs, by faces of the simulation's mesh. */
  readonly pairs: FacePairs;

  /** The message names the first pairs. */
  constructor(message: string, pairs: FacePairs) {
    super(message);
    this.pairs = pairs;
  }
}

/**
 * Throws a `ClothStartError` if faces cross. `firstFace` holds the first face of each part, cloths
 * before obstacles, and the number of faces.
 */
export function refuseCrossings(
  collider: MeshCollider,
  positions: Float64Array,
  clothCount: number,
  firstFace: Uint32Array,
): void {
  const pairs = collider.intersections(positions);
  if (pairs.count === 0) return;
  const nameOf = (face: number): string => {
    const part = firstFace.findLastIndex((first) => first <= face);
    const name = part < clothCount ? `cloth ${part}` : `obstacle ${part - clothCount}`;
    return `face ${face - firstFace[part]} of ${name}`;
  };
  const named = Array.from({ length: Math.min(MAX_NAMED, pairs.count) }, (_, i) => {
    return `${nameOf(pairs.a[i])} with ${nameOf(pairs.b[i])}`;
  });
  const more = pairs.count > MAX_NAMED ? ` and ${pairs.count - MAX_NAMED} pairs more` : '';
  throw new ClothStartError(`The simulation starts with crossing triangles: ${named.join(', ')}${more}.`, pairs);
}
