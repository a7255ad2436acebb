// How far a volume has to reach beyond its vertices for what they do in the step [Mezger §3.3]. A vertex that moves by at most v̂Δt in a
// direction of the cone (v̄, α) goes along n_i at most |n_i| v̂Δt cos(max(0, ∠(n_i, v̄) − α)), and not at all where that is negative: it
// is inside from the start. Departs from the paper: equation 1 has cos ∠(n_i, v̄), which lets all but the axis out, and its fallback
// takes the greater of ε_close/2 and v̂Δt, where the sum is needed.
import { EMPTY, FULL, SLACK } from './cones.ts';
import type { Directions } from './directions.ts';
import type { VelocityCones } from './velocity-cones.ts';

/** The reach of node along every direction: backward and forward, two numbers each. Rounded up. */
export function orientedReach(
  { cones, ways }: VelocityCones,
  node: number,
  { count, units, lengths }: Directions,
  out: Float64Array,
): void {
  const way = ways[node];
  const cosine = cones.cosines[node];
  if (cosine === FULL || cosine === EMPTY) {
    unorientedReach(way, lengths, out);
    return;
  }
  const x = cones.axes[3 * node];
  const y = cones.axes[3 * node + 1];
  const z = cones.axes[3 * node + 2];
  // A root of a rounded number near 0 may be 2^-25 off: lifted first, it is never too small.
  const sine = Math.sqrt(1 - cosine * cosine + SLACK);
  for (let i = 0; i < count; i++) {
    const along = units[3 * i] * x + units[3 * i + 1] * y + units[3 * i + 2] * z;
    const rest = 1 - along * along;
    const across = Math.sqrt((rest > 0 ? rest : 0) + SLACK) * sine;
    const backward = -along >= cosine ? 1 : across - along * cosine + SLACK;
    const forward = along >= cosine ? 1 : across + along * cosine + SLACK;
    const most = way * lengths[i];
    out[2 * i] = backward > 0 ? backward * most : 0;
    out[2 * i + 1] = forward > 0 ? forward * most : 0;
  }
}

/** The same without a direction: as far as anything goes, to all sides. */
export function unorientedReach(way: number, lengths: Float64Array, out: Float64Array): void {
  for (let i = 0; i < lengths.length; i++) {
    out[2 * i] = way * lengths[i];
    out[2 * i + 1] = out[2 * i];
  }
}
