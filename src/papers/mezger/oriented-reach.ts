// Oriented inflation: how far a volume must reach beyond its vertices to hold them for the whole
// step [Mezger §3.3, equation 1]. A vertex that moves by at most v̂Δt in a direction of the cone
// (v̄, α) moves along n_i by at most |n_i| v̂Δt cos(max(0, ∠(n_i, v̄) − α)). A negative reach
// counts as 0: the vertex is inside at the start.
// Departs from the paper: equation 1 has cos ∠(n_i, v̄), the reach of the axis alone, so that other
// directions of the cone leave the volume. Its fallback takes the greater of ε_close/2 and v̂Δt,
// where the sum is needed.
import { COSINE_ERROR, EMPTY, FULL } from './direction-cones.ts';
import type { Directions } from './directions.ts';
import type { VelocityCones } from './velocity-cones.ts';

/**
 * Writes the reach of a node along every direction: backward and forward, two numbers each, rounded
 * up.
 */
export function orientedReach(
  { cones, maxDisplacements }: VelocityCones,
  node: number,
  { count, units, lengths }: Directions,
  out: Float64Array,
): void {
  const longest = maxDisplacements[node];
  const cosine = cones.cosines[node];
  if (cosine === FULL || cosine === EMPTY) {
    unorientedReach(longest, lengths, out);
    return;
  }
  const x = cones.axes[3 * node];
  const y = cones.axes[3 * node + 1];
  const z = cones.axes[3 * node + 2];
  // The root of a rounded number near 0 may be off by 2^-25. The number is increased first, so the
  // root is never too small.
  const sine = Math.sqrt(1 - cosine * cosine + COSINE_ERROR);
  for (let i = 0; i < count; i++) {
    const along = units[3 * i] * x + units[3 * i + 1] * y + units[3 * i + 2] * z;
    const rest = 1 - along * along;
    const across = Math.sqrt((rest > 0 ? rest : 0) + COSINE_ERROR) * sine;
    const backward = -along >= cosine ? 1 : across - along * cosine + COSINE_ERROR;
    const forward = along >= cosine ? 1 : across + along * cosine + COSINE_ERROR;
    const most = longest * lengths[i];
    out[2 * i] = backward > 0 ? backward * most : 0;
    out[2 * i + 1] = forward > 0 ? forward * most : 0;
  }
}

/** Unoriented inflation [Mezger §3.2]: the largest displacement, to all sides. */
export function unorientedReach(longest: number, lengths: Float64Array, out: Float64Array): void {
  for (let i = 0; i < lengths.length; i++) {
    out[2 * i] = longest * lengths[i];
    out[2 * i + 1] = out[2 * i];
  }
}
