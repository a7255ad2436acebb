// A start that is no valid state: faces that cross or touch each other.
import type { FacePairs } from '../crossing-faces.ts';
import type { MeshCollider } from '../mesh-collider.ts';

/** How many pairs the message names. */
const NAMED = 3;

/** Cloth that crosses itself, another cloth or an obstacle before it has moved. */
export class ClothStartError extends Error {
  override readonly name: string = 'ClothStartError';
  /** All pairs, by faces of the simulation's mesh. */
  readonly pairs: FacePairs;

  constructor(message: string, pairs: FacePairs) {
    super(message);
    this.pairs = pairs;
  }
}

/** `firstFace` has the first face of each part, cloths before obstacles, and the number of faces. */
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
  const named = Array.from({ length: Math.min(NAMED, pairs.count) }, (_, i) => {
    return `${nameOf(pairs.a[i])} with ${nameOf(pairs.b[i])}`;
  });
  const more = pairs.count > NAMED ? ` and ${pairs.count - NAMED} pairs more` : '';
  throw new ClothStartError(`The simulation starts with crossing triangles: ${named.join(', ')}${more}.`, pairs);
}
