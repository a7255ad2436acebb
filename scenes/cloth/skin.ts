// Which bones move a vertex, and by how much: the nearest one most, fading out within a few
// centimetres.

/** The bones of each vertex with their weights. */
export interface Influences {
  /** The number of entries per vertex; unused ones are bone 0 with weight 0. */
  readonly per: number;
  readonly bones: Uint8Array;
  readonly weights: Float64Array;
}

/** The number of entries per vertex. */
const PER = 4;
/** The distance in metres over which the weight of a bone falls to 1/e. */
const FADE = 0.022;
/**
 * The weight that is subtracted from every bone: bones with less have no influence, and the others
 * fade out without a step.
 */
const MIN_WEIGHT = 0.02;

/**
 * Returns the influences of all vertices; `distances` writes the distance of a point to every bone.
 */
export function skin(
  positions: Float64Array,
  boneCount: number,
  distances: (x: number, y: number, z: number, out: Float64Array) => void,
): Influences {
  const count = positions.length / 3;
  const bones = new Uint8Array(PER * count);
  const weights = new Float64Array(PER * count);
  const far = new Float64Array(boneCount);
  for (let v = 0; v < count; v++) {
    distances(positions[3 * v], positions[3 * v + 1], positions[3 * v + 2], far);
    const order = Array.from(far.keys())
      .sort((a, b) => far[a] - far[b])
      .slice(0, PER);
    const strengths = order.map((k) => Math.max(0, Math.exp((far[order[0]] - far[k]) / FADE) - MIN_WEIGHT));
    const sum = strengths.reduce((a, b) => a + b);
    order.forEach((bone, i) => {
      if (strengths[i] === 0) return;
      bones[PER * v + i] = bone;
      weights[PER * v + i] = strengths[i] / sum;
    });
  }
  return { per: PER, bones, weights };
}
