// The distance of a point from a triangle, in doubles.

/**
 * Squared distance of a point from the triangle whose corners are at the offsets a, b and c of x.
 * The regions around a triangle are told apart as in Ericson, "Real-Time Collision Detection",
 * 5.1.5.
 */
export function pointTriangleSquared(
  px: number,
  py: number,
  pz: number,
  x: Float64Array,
  a: number,
  b: number,
  c: number,
): number {
  const ux = x[b] - x[a];
  const uy = x[b + 1] - x[a + 1];
  const uz = x[b + 2] - x[a + 2];
  const wx = x[c] - x[a];
  const wy = x[c + 1] - x[a + 1];
  const wz = x[c + 2] - x[a + 2];
  const ax = px - x[a];
  const ay = py - x[a + 1];
  const az = pz - x[a + 2];
  const d1 = ux * ax + uy * ay + uz * az;
  const d2 = wx * ax + wy * ay + wz * az;
  if (d1 <= 0 && d2 <= 0) return ax * ax + ay * ay + az * az;
  const bx = px - x[b];
  const by = py - x[b + 1];
  const bz = pz - x[b + 2];
  const d3 = ux * bx + uy * by + uz * bz;
  const d4 = wx * bx + wy * by + wz * bz;
  if (d3 >= 0 && d4 <= d3) return bx * bx + by * by + bz * bz;
  const vc = d1 * d4 - d3 * d2;
  if (vc <= 0 && d1 >= 0 && d3 <= 0) return squaredRest(ax, ay, az, ux, uy, uz, d1 / (d1 - d3));
  const cx = px - x[c];
  const cy = py - x[c + 1];
  const cz = pz - x[c + 2];
  const d5 = ux * cx + uy * cy + uz * cz;
  const d6 = wx * cx + wy * cy + wz * cz;
  if (d6 >= 0 && d5 <= d6) return cx * cx + cy * cy + cz * cz;
  const vb = d5 * d2 - d1 * d6;
  if (vb <= 0 && d2 >= 0 && d6 <= 0) return squaredRest(ax, ay, az, wx, wy, wz, d2 / (d2 - d6));
  const va = d3 * d6 - d5 * d4;
  if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0)
    return squaredRest(bx, by, bz, wx - ux, wy - uy, wz - uz, (d4 - d3) / (d4 - d3 + (d5 - d6)));
  const share = 1 / (va + vb + vc);
  const v = vb * share;
  const w = vc * share;
  const dx = ax - v * ux - w * wx;
  const dy = ay - v * uy - w * wy;
  const dz = az - v * uz - w * wz;
  return dx * dx + dy * dy + dz * dz;
}

/** Squared length of p − s·e. */
function squaredRest(px: number, py: number, pz: number, ex: number, ey: number, ez: number, s: number): number {
  const dx = px - s * ex;
  const dy = py - s * ey;
  const dz = pz - s * ez;
  return dx * dx + dy * dy + dz * dz;
}
