// The nearest points of a vertex and a face, and of two edges, in doubles. The unconstrained
// optimum comes from modified Gram–Schmidt: h is the part of the second direction d orthogonal to
// the first, e, and the same parts are taken off the right side r. That is backward stable (Björck
// 1967): the weights are exact for corners moved by a few roundings of the extent, and moved
// corners move the distance by no more than that, for needles and nearly parallel edges too. The
// textbook formulas solve the normal equations, whose determinant cancels there, and lose half of
// the digits.
//
// If the optimum is outside the features, the nearest point is on a side that the optimum sees, so
// the other sides are skipped. Reason: every point of the segment from the optimum to the nearest
// point is better than that end, so the segment meets the features at that end only.
//
// If e is so short that its square loses digits, m and `along` are wrong by the same factor. The
// factor cancels if the optimum is at e; elsewhere the optimum sees an end of e. If the square
// vanishes, the weights are NaN and all sides are tried.

/** Up to six corners relative to the first, multiplied by the scale `frame[0]`. */
export const corners: Float64Array = new Float64Array(18);
/**
 * Three numbers about `corners`: [0] their scale; [1] their size, the sum of all magnitudes, at
 * least half of the extent and at most 15 times the extent; [2] how many doubles they are. The size
 * is a sum because a sum needs no branch: a maximum cost four times as much.
 */
export const frame: Float64Array = new Float64Array(3);
/**
 * Weights of the last nearest points: the three barycentric weights of the face; or s on edge a and
 * t on edge b; or the weight along one edge.
 */
export const nearest: Float64Array = new Float64Array(3);

/** Corners of a larger size are scaled down: products of four lengths must not overflow. */
const LARGEST_SIZE = 2 ** 200;
/**
 * Corners of a smaller size are scaled up: products of four lengths must not underflow, down to
 * 2^-100 of the size.
 */
const SMALLEST_SIZE = 2 ** -200;
/** The factor of one scaling. It is smaller than the range between both sizes, so scaling ends. */
const SCALE_STEP = 2 ** 300;

/** Fills `corners` with `count` doubles from q[offset…] and sets `frame`. */
export function load(q: Float64Array, offset: number, count: number): void {
  loadScaled(q, offset, count, 1);
  while (frame[1] > LARGEST_SIZE) loadScaled(q, offset, count, frame[0] / SCALE_STEP);
  while (frame[1] < SMALLEST_SIZE && frame[1] > 0) loadScaled(q, offset, count, frame[0] * SCALE_STEP);
}

function loadScaled(q: Float64Array, offset: number, count: number, scale: number): void {
  // Scale down before subtracting, because differences may overflow; scale up after subtracting,
  // because coordinates may.
  const down = scale < 1 ? scale : 1;
  const up = scale < 1 ? 1 : scale;
  const x = q[offset] * down;
  const y = q[offset + 1] * down;
  const z = q[offset + 2] * down;
  let size = 0;
  for (let i = 0; i < count; i += 3) {
    const cx = (q[offset + i] * down - x) * up;
    const cy = (q[offset + i + 1] * down - y) * up;
    const cz = (q[offset + i + 2] * down - z) * up;
    size += Math.abs(cx) + Math.abs(cy) + Math.abs(cz);
    corners[i] = cx;
    corners[i + 1] = cy;
    corners[i + 2] = cz;
  }
  frame[0] = scale;
  frame[1] = size;
  frame[2] = count;
}

/** Coordinate i of the point with these weights of three corners, xyz each from x[i] on. */
export function weigh3(x: Float64Array, i: number, w0: number, w1: number, w2: number): number {
  return w0 * x[i] + w1 * x[i + 3] + w2 * x[i + 6];
}

/** Squared distance of corner p to edge ab; weight of b in `nearest[0]`. */
export function nearestOnEdge(p: number, a: number, b: number): number {
  const x = corners;
  const ex = x[b] - x[a];
  const ey = x[b + 1] - x[a + 1];
  const ez = x[b + 2] - x[a + 2];
  const rx = x[p] - x[a];
  const ry = x[p + 1] - x[a + 1];
  const rz = x[p + 2] - x[a + 2];
  const ee = ex * ex + ey * ey + ez * ez;
  const re = rx * ex + ry * ey + rz * ez;
  const w = re <= 0 ? 0 : re >= ee ? 1 : re / ee;
  nearest[0] = w;
  return lengthSq(rx - w * ex, ry - w * ey, rz - w * ez);
}

/** Squared distance of corner p to face abc; barycentric weights in `nearest`. */
export function nearestOnFace(p: number, a: number, b: number, c: number): number {
  const x = corners;
  const ex = x[b] - x[a];
  const ey = x[b + 1] - x[a + 1];
  const ez = x[b + 2] - x[a + 2];
  const dx = x[c] - x[a];
  const dy = x[c + 1] - x[a + 1];
  const dz = x[c + 2] - x[a + 2];
  const inverse = 1 / lengthSq(ex, ey, ez);
  const m = (dx * ex + dy * ey + dz * ez) * inverse;
  const hx = dx - m * ex;
  const hy = dy - m * ey;
  const hz = dz - m * ez;
  const rx = x[p] - x[a];
  const ry = x[p + 1] - x[a + 1];
  const rz = x[p + 2] - x[a + 2];
  const along = (rx * ex + ry * ey + rz * ez) * inverse;
  const rh = (rx - along * ex) * hx + (ry - along * ey) * hy + (rz - along * ez) * hz;
  const wc = rh / lengthSq(hx, hy, hz);
  const wb = along - wc * m;
  const wa = 1 - wb - wc;
  if (!(wa >= 0 && wb >= 0 && wc >= 0)) return nearestOnRim(p, a, b, c, wa, wb, wc);
  nearest[0] = wa;
  nearest[1] = wb;
  nearest[2] = wc;
  return lengthSq(rx - wb * ex - wc * dx, ry - wb * ey - wc * dy, rz - wb * ez - wc * dz);
}

/**
 * The same if the optimum is outside the face: on the edges that it sees, which are those opposite
 * a negative weight. NaN tries all edges.
 */
function nearestOnRim(p: number, a: number, b: number, c: number, wa: number, wb: number, wc: number): number {
  let least = Infinity;
  let nearestA = 0;
  let nearestB = 0;
  let nearestC = 0;
  if (!(wa >= 0)) {
    least = nearestOnEdge(p, b, c);
    nearestB = 1 - nearest[0];
    nearestC = nearest[0];
  }
  if (!(wb >= 0)) {
    const distanceSq = nearestOnEdge(p, c, a);
    if (distanceSq < least) {
      least = distanceSq;
      nearestA = nearest[0];
      nearestB = 0;
      nearestC = 1 - nearest[0];
    }
  }
  if (!(wc >= 0)) {
    const distanceSq = nearestOnEdge(p, a, b);
    if (distanceSq < least) {
      least = distanceSq;
      nearestA = 1 - nearest[0];
      nearestB = nearest[0];
      nearestC = 0;
    }
  }
  nearest[0] = nearestA;
  nearest[1] = nearestB;
  nearest[2] = nearestC;
  return least;
}

/**
 * Squared distance of the edges ab and cd; s, the weight of b, and t, the weight of d, in
 * `nearest`.
 */
export function nearestOfEdges(a: number, b: number, c: number, d: number): number {
  const x = corners;
  const ex = x[b] - x[a];
  const ey = x[b + 1] - x[a + 1];
  const ez = x[b + 2] - x[a + 2];
  const dx = x[d] - x[c];
  const dy = x[d + 1] - x[c + 1];
  const dz = x[d + 2] - x[c + 2];
  const inverse = 1 / lengthSq(ex, ey, ez);
  const m = (dx * ex + dy * ey + dz * ez) * inverse;
  const hx = dx - m * ex;
  const hy = dy - m * ey;
  const hz = dz - m * ez;
  const rx = x[a] - x[c];
  const ry = x[a + 1] - x[c + 1];
  const rz = x[a + 2] - x[c + 2];
  const along = (rx * ex + ry * ey + rz * ez) * inverse;
  const rh = (rx - along * ex) * hx + (ry - along * ey) * hy + (rz - along * ez) * hz;
  const t = rh / lengthSq(hx, hy, hz);
  const s = m * t - along;
  if (!(s >= 0 && s <= 1 && t >= 0 && t <= 1)) return nearestOfEnds(a, b, c, d, s, t);
  nearest[0] = s;
  nearest[1] = t;
  return lengthSq(rx + s * ex - t * dx, ry + s * ey - t * dy, rz + s * ez - t * dz);
}

/**
 * The same if the optimum (s, t) is outside: with an end of one of the edges, out of the ends that
 * the optimum sees. NaN tries all ends.
 */
function nearestOfEnds(a: number, b: number, c: number, d: number, s: number, t: number): number {
  let least = Infinity;
  let nearestS = 0;
  let nearestT = 0;
  if (!(s >= 0)) {
    least = nearestOnEdge(a, c, d);
    nearestT = nearest[0];
  }
  if (!(s <= 1)) {
    const distanceSq = nearestOnEdge(b, c, d);
    if (distanceSq < least) {
      least = distanceSq;
      nearestS = 1;
      nearestT = nearest[0];
    }
  }
  if (!(t >= 0)) {
    const distanceSq = nearestOnEdge(c, a, b);
    if (distanceSq < least) {
      least = distanceSq;
      nearestS = nearest[0];
      nearestT = 0;
    }
  }
  if (!(t <= 1)) {
    const distanceSq = nearestOnEdge(d, a, b);
    if (distanceSq < least) {
      least = distanceSq;
      nearestS = nearest[0];
      nearestT = 1;
    }
  }
  nearest[0] = nearestS;
  nearest[1] = nearestT;
  return least;
}

function lengthSq(x: number, y: number, z: number): number {
  return x * x + y * y + z * z;
}
