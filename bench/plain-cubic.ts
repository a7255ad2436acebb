// The elementary test that a careful web developer would write: the cubic of the yardstick
// (coefficients, Bernstein sign cull, six Newton steps) with an inside test at the root. It is fast
// and sometimes wrong. The elementary tests are compared with it.

const d = new Float64Array(18);

function determinant(a: number, b: number, c: number): number {
  return (
    d[a] * (d[b + 1] * d[c + 2] - d[b + 2] * d[c + 1]) -
    d[a + 1] * (d[b] * d[c + 2] - d[b + 2] * d[c]) +
    d[a + 2] * (d[b] * d[c + 1] - d[b + 1] * d[c])
  );
}

/**
 * Computes the points relative to the first one, and the root of their coplanarity in (0, 1); −1 if
 * Newton finds none.
 */
export function coplanarTime(q: Float64Array, o: number): number {
  for (let j = 0; j < 3; j++)
    for (let k = 0; k < 3; k++) {
      d[3 * j + k] = q[o + 3 * j + 3 + k] - q[o + k];
      d[9 + 3 * j + k] = q[o + 15 + 3 * j + k] - q[o + 12 + k];
    }
  const b0 = determinant(0, 3, 6);
  const b3 = determinant(9, 12, 15);
  const b1 = (determinant(9, 3, 6) + determinant(0, 12, 6) + determinant(0, 3, 15)) / 3;
  const b2 = (determinant(0, 12, 15) + determinant(9, 3, 15) + determinant(9, 12, 6)) / 3;
  if ((b0 > 0 && b1 > 0 && b2 > 0 && b3 > 0) || (b0 < 0 && b1 < 0 && b2 < 0 && b3 < 0)) return -1;
  let t = 0.5;
  for (let k = 0; k < 6; k++) {
    const u = 1 - t;
    const f = u * u * u * b0 + 3 * u * u * t * b1 + 3 * u * t * t * b2 + t * t * t * b3;
    const g = 3 * (u * u * (b1 - b0) + 2 * u * t * (b2 - b1) + t * t * (b3 - b2));
    t -= f / (g || 1);
  }
  return t > 0 && t < 1 ? t : -1;
}

const at = new Float64Array(9);

function place(t: number): void {
  for (let i = 0; i < 9; i++) at[i] = d[i] * (1 - t) + d[9 + i] * t;
}

function dot(ax: number, ay: number, az: number, bx: number, by: number, bz: number): number {
  return ax * bx + ay * by + az * bz;
}

/** Time of contact of a vertex and a face, or Infinity. */
export function plainVf(q: Float64Array, o: number): number {
  const t = coplanarTime(q, o);
  if (t < 0) return Number.POSITIVE_INFINITY;
  place(t);
  const [ex, ey, ez] = [at[3] - at[0], at[4] - at[1], at[5] - at[2]];
  const [gx, gy, gz] = [at[6] - at[0], at[7] - at[1], at[8] - at[2]];
  const ee = dot(ex, ey, ez, ex, ey, ez);
  const eg = dot(ex, ey, ez, gx, gy, gz);
  const gg = dot(gx, gy, gz, gx, gy, gz);
  const pe = -dot(at[0], at[1], at[2], ex, ey, ez);
  const pg = -dot(at[0], at[1], at[2], gx, gy, gz);
  const area = ee * gg - eg * eg;
  const u = (gg * pe - eg * pg) / area;
  const v = (ee * pg - eg * pe) / area;
  return u >= 0 && v >= 0 && u + v <= 1 ? t : Number.POSITIVE_INFINITY;
}

/** Time of contact of two edges, or Infinity. */
export function plainEe(q: Float64Array, o: number): number {
  const t = coplanarTime(q, o);
  if (t < 0) return Number.POSITIVE_INFINITY;
  place(t);
  const [ex, ey, ez] = [at[0], at[1], at[2]];
  const [gx, gy, gz] = [at[6] - at[3], at[7] - at[4], at[8] - at[5]];
  const ee = dot(ex, ey, ez, ex, ey, ez);
  const eg = dot(ex, ey, ez, gx, gy, gz);
  const gg = dot(gx, gy, gz, gx, gy, gz);
  const pe = dot(at[3], at[4], at[5], ex, ey, ez);
  const pg = dot(at[3], at[4], at[5], gx, gy, gz);
  const area = ee * gg - eg * eg;
  const u = (gg * pe - eg * pg) / area;
  const v = (eg * pe - ee * pg) / area;
  return u >= 0 && v >= 0 && u <= 1 && v <= 1 ? t : Number.POSITIVE_INFINITY;
}
