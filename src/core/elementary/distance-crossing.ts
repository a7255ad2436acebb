// Where an edge passes through a face: the common point of two triangles that cross.
import { corners, nearest } from './distance-features.ts';

/**
 * Squared distance of the crossing's two copies, on edge pq and on face abc, or Infinity where there is none; the face's
 * barycentric weights in `nearest`, then the weight of q. Gram–Schmidt on both edges of the face, then the edge: backward
 * stable, so the two copies agree within rounding even for needles and grazing edges, whose crossing is ill determined.
 */
export function nearestOfCrossing(p: number, q: number, a: number, b: number, c: number): number {
  const x = corners;
  const ex = x[b] - x[a];
  const ey = x[b + 1] - x[a + 1];
  const ez = x[b + 2] - x[a + 2];
  const dx = x[c] - x[a];
  const dy = x[c + 1] - x[a + 1];
  const dz = x[c + 2] - x[a + 2];
  const ee = ex * ex + ey * ey + ez * ez;
  const m = (dx * ex + dy * ey + dz * ez) / ee;
  const hx = dx - m * ex;
  const hy = dy - m * ey;
  const hz = dz - m * ez;
  const hh = hx * hx + hy * hy + hz * hz;
  const rx = x[p] - x[a];
  const ry = x[p + 1] - x[a + 1];
  const rz = x[p + 2] - x[a + 2];
  const r1 = (rx * ex + ry * ey + rz * ez) / ee;
  const r2 = ((rx - r1 * ex) * hx + (ry - r1 * ey) * hy + (rz - r1 * ez) * hz) / hh;
  const gx = x[q] - x[p];
  const gy = x[q + 1] - x[p + 1];
  const gz = x[q + 2] - x[p + 2];
  const g1 = (gx * ex + gy * ey + gz * ez) / ee;
  const g2 = ((gx - g1 * ex) * hx + (gy - g1 * ey) * hy + (gz - g1 * ez) * hz) / hh;
  const nx = gx - g1 * ex - g2 * hx;
  const ny = gy - g1 * ey - g2 * hy;
  const nz = gz - g1 * ez - g2 * hz;
  const above = (rx - r1 * ex - r2 * hx) * nx + (ry - r1 * ey - r2 * hy) * ny + (rz - r1 * ez - r2 * hz) * nz;
  const s = -above / (nx * nx + ny * ny + nz * nz);
  const wc = r2 + s * g2;
  const wb = r1 + s * g1 - wc * m;
  const wa = 1 - wb - wc;
  // NaN and infinite weights of a degenerate face or a parallel edge fail here.
  if (!(s >= 0 && s <= 1 && wa >= 0 && wb >= 0 && wc >= 0)) return Infinity;
  nearest[0] = wa;
  nearest[1] = wb;
  nearest[2] = wc;
  nearest[3] = s;
  const fx = rx + s * gx - wb * ex - wc * dx;
  const fy = ry + s * gy - wb * ey - wc * dy;
  const fz = rz + s * gz - wb * ez - wc * dz;
  return fx * fx + fy * fy + fz * fz;
}
