// The distance of a point from a triangle, in doubles.

/** What the regions have in common. */
class PointTriangle {
  @inline static squaredLength(x: f64, y: f64, z: f64): f64 {
    return x * x + y * y + z * z;
  }
}

/**
 * Squared distance of a point from the triangle with corners a, b and c, three doubles each. The
 * regions around a triangle are told apart as in Ericson, "Real-Time Collision Detection", 5.1.5.
 */
export function pointTriangleSquared(px: f64, py: f64, pz: f64, a: usize, b: usize, c: usize): f64 {
  const ux = load<f64>(b) - load<f64>(a);
  const uy = load<f64>(b, 8) - load<f64>(a, 8);
  const uz = load<f64>(b, 16) - load<f64>(a, 16);
  const wx = load<f64>(c) - load<f64>(a);
  const wy = load<f64>(c, 8) - load<f64>(a, 8);
  const wz = load<f64>(c, 16) - load<f64>(a, 16);
  const ax = px - load<f64>(a);
  const ay = py - load<f64>(a, 8);
  const az = pz - load<f64>(a, 16);
  const d1 = ux * ax + uy * ay + uz * az;
  const d2 = wx * ax + wy * ay + wz * az;
  if (d1 <= 0 && d2 <= 0) return ax * ax + ay * ay + az * az;
  const bx = px - load<f64>(b);
  const by = py - load<f64>(b, 8);
  const bz = pz - load<f64>(b, 16);
  const d3 = ux * bx + uy * by + uz * bz;
  const d4 = wx * bx + wy * by + wz * bz;
  if (d3 >= 0 && d4 <= d3) return bx * bx + by * by + bz * bz;
  const vc = d1 * d4 - d3 * d2;
  if (vc <= 0 && d1 >= 0 && d3 <= 0) {
    const s = d1 / (d1 - d3);
    return PointTriangle.squaredLength(ax - s * ux, ay - s * uy, az - s * uz);
  }
  const cx = px - load<f64>(c);
  const cy = py - load<f64>(c, 8);
  const cz = pz - load<f64>(c, 16);
  const d5 = ux * cx + uy * cy + uz * cz;
  const d6 = wx * cx + wy * cy + wz * cz;
  if (d6 >= 0 && d5 <= d6) return cx * cx + cy * cy + cz * cz;
  const vb = d5 * d2 - d1 * d6;
  if (vb <= 0 && d2 >= 0 && d6 <= 0) {
    const s = d2 / (d2 - d6);
    return PointTriangle.squaredLength(ax - s * wx, ay - s * wy, az - s * wz);
  }
  const va = d3 * d6 - d5 * d4;
  if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0) {
    const s = (d4 - d3) / (d4 - d3 + (d5 - d6));
    return PointTriangle.squaredLength(bx - s * (wx - ux), by - s * (wy - uy), bz - s * (wz - uz));
  }
  const share = 1 / (va + vb + vc);
  const v = vb * share;
  const w = vc * share;
  return PointTriangle.squaredLength(ax - v * ux - w * wx, ay - v * uy - w * wy, az - v * uz - w * wz);
}
