// The nearest points of two triangles among all pairs of their features, by the candidates and the argument of
// `distance-features.ts`: corner–corner, corner–edge, edge–edge and corner–face, each where its optimum is inside. All
// are tried in one sweep that shares their products; this took half the time of nine edge pairs and six vertex–face
// pairs one by one. Corners are numbered as in `corners`: 0, 3, 6 are a, and 9, 12, 15 are b.
import { corners } from './distance-features.ts';

/** Weights of the corners of a and b at the nearest points so far. */
export const weights: Float64Array = new Float64Array(6);
/** Of corner c, from c on: the edge to the next corner. */
const edges = new Float64Array(18);

export function nextCorner(corner: number): number {
  return corner === 6 || corner === 15 ? corner - 6 : corner + 3;
}

export function setEdges(): void {
  for (let c = 0; c < 18; c += 3) {
    const d = nextCorner(c);
    edges[c] = corners[d] - corners[c];
    edges[c + 1] = corners[d + 1] - corners[c + 1];
    edges[c + 2] = corners[d + 2] - corners[c + 2];
  }
}

/** Least squared distance of the corners and edges of a and b. Infinite and NaN weights of empty edges are never less. */
export function searchEdges(): number {
  const x = corners;
  let best = Infinity;
  for (let a = 0; a < 9; a += 3) {
    const ex = edges[a];
    const ey = edges[a + 1];
    const ez = edges[a + 2];
    const ee = ex * ex + ey * ey + ez * ez;
    const inverse = 1 / ee;
    for (let b = 9; b < 18; b += 3) {
      const rx = x[a] - x[b];
      const ry = x[a + 1] - x[b + 1];
      const rz = x[a + 2] - x[b + 2];
      const cornersSq = rx * rx + ry * ry + rz * rz;
      if (cornersSq < best) best = keepEdges(a, b, 0, 0, cornersSq);

      const fx = edges[b];
      const fy = edges[b + 1];
      const fz = edges[b + 2];
      const ff = fx * fx + fy * fy + fz * fz;
      const rf = rx * fx + ry * fy + rz * fz;
      if (rf * (ff - rf) > 0) {
        const t = rf / ff;
        const distanceSq = lengthSq(rx - t * fx, ry - t * fy, rz - t * fz);
        if (distanceSq < best) best = keepEdges(a, b, 0, t, distanceSq);
      }

      const re = rx * ex + ry * ey + rz * ez;
      const along = re * inverse;
      if (-re * (ee + re) > 0) {
        const distanceSq = lengthSq(rx - along * ex, ry - along * ey, rz - along * ez);
        if (distanceSq < best) best = keepEdges(a, b, -along, 0, distanceSq);
      }

      const m = (ex * fx + ey * fy + ez * fz) * inverse;
      const hx = fx - m * ex;
      const hy = fy - m * ey;
      const hz = fz - m * ez;
      const hh = hx * hx + hy * hy + hz * hz;
      const rh = (rx - along * ex) * hx + (ry - along * ey) * hy + (rz - along * ez) * hz;
      if (rh * (hh - rh) > 0) {
        const t = rh / hh;
        const s = m * t - along;
        const distanceSq = lengthSq(rx + s * ex - t * fx, ry + s * ey - t * fy, rz + s * ez - t * fz);
        if (distanceSq < best && s >= 0 && s <= 1) best = keepEdges(a, b, s, t, distanceSq);
      }
    }
  }
  return best;
}

/** The same after `best` for the corners other, other + 3, other + 6 and the inside of a face. */
export function searchFace(face: number, other: number, best: number): number {
  const x = corners;
  let least = best;
  const ex = edges[face];
  const ey = edges[face + 1];
  const ez = edges[face + 2];
  const dx = -edges[face + 6];
  const dy = -edges[face + 7];
  const dz = -edges[face + 8];
  const inverse = 1 / (ex * ex + ey * ey + ez * ez);
  const m = (ex * dx + ey * dy + ez * dz) * inverse;
  const hx = dx - m * ex;
  const hy = dy - m * ey;
  const hz = dz - m * ez;
  const hh = hx * hx + hy * hy + hz * hz;
  for (let p = other; p < other + 9; p += 3) {
    const rx = x[p] - x[face];
    const ry = x[p + 1] - x[face + 1];
    const rz = x[p + 2] - x[face + 2];
    const along = (rx * ex + ry * ey + rz * ez) * inverse;
    const rh = (rx - along * ex) * hx + (ry - along * ey) * hy + (rz - along * ez) * hz;
    if (!(rh * (hh - rh) > 0)) continue;
    const wc = rh / hh;
    const wb = along - m * wc;
    const wa = 1 - wb - wc;
    const distanceSq = lengthSq(rx - wb * ex - wc * dx, ry - wb * ey - wc * dy, rz - wb * ez - wc * dz);
    if (distanceSq < least && wa >= 0 && wb >= 0) least = keepFace(p, face, wa, wb, wc, distanceSq);
  }
  return least;
}

function keepEdges(a: number, b: number, s: number, t: number, distanceSq: number): number {
  clearWeights();
  weights[a / 3] = 1 - s;
  weights[nextCorner(a) / 3] = s;
  weights[b / 3] = 1 - t;
  weights[nextCorner(b) / 3] = t;
  return distanceSq;
}

function keepFace(p: number, face: number, wa: number, wb: number, wc: number, distanceSq: number): number {
  clearWeights();
  weights[p / 3] = 1;
  weights[face / 3] = wa;
  weights[face / 3 + 1] = wb;
  weights[face / 3 + 2] = wc;
  return distanceSq;
}

function clearWeights(): void {
  weights[0] = 0;
  weights[1] = 0;
  weights[2] = 0;
  weights[3] = 0;
  weights[4] = 0;
  weights[5] = 0;
}

function lengthSq(x: number, y: number, z: number): number {
  return x * x + y * y + z * z;
}
