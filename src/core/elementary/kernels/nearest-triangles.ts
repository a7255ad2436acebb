// The nearest points of two triangles at one instant. They lie on two edges, or on a corner and a
// face, or where an edge passes through a face. Each candidate is a point of a and a point of b,
// and the least distance wins. The optimum of each pair of features comes from modified
// Gram–Schmidt, which is backward stable (Björck 1967): the points are exact for corners moved by a
// few roundings of the extent, for needles and nearly parallel edges too. If the slab between the
// nearest points so far separates the triangles, no candidate can be nearer, and the search ends.
import { NearestEdges } from './nearest-edges';
import { NearestScratch } from './nearest-scratch';

/**
 * 2^-50, as a share of the size: a distance that a slab proves may exceed the least distance by
 * this. It is more than rounding moves the sides of the slab.
 */
const SLAB_ROUNDING: f64 = 8.881784197001252e-16;

/** The nearest points lie on two edges. */
const ON_EDGES: i32 = 0;
/** The nearest points lie on an edge of a and inside b. */
const INSIDE_B: i32 = 1;
/** The nearest points lie on an edge of b and inside a. */
const INSIDE_A: i32 = 2;

/**
 * Finds the nearest points of two triangles. `block` holds 18 doubles, the corners of a and of b;
 * behind them the six weights of these corners at the nearest points are written. True if a slab
 * thicker than `close` proves that the triangles are apart and that nothing is nearer.
 */
export function nearestOfTriangles(scratch: NearestScratch, block: usize, size: f64, close: f64): bool {
  const isProven = NearestTriangles.search(scratch, block, block + 72, size, close, false);
  NearestTriangles.writeWeights(scratch, block + 144);
  return isProven;
}

/**
 * After nearestOfTriangles on the same scratch and block, for triangles that meet: writes the
 * weights of a common point, where an edge passes through a face.
 */
export function crossingOfTriangles(scratch: NearestScratch, block: usize): void {
  NearestTriangles.cross(scratch, block, block + 72);
  NearestTriangles.writeWeights(scratch, block + 144);
}

/** The search, on three corners of nine doubles for each triangle. */
export class NearestTriangles {
  /**
   * The distance of two triangles of nine doubles each; within rounding of 0 where they cross.
   * Leaves the nearest points in the scratch.
   */
  static distance(scratch: NearestScratch, a: usize, b: usize): f64 {
    let size = NearestTriangles.spread(a, a, 24) + NearestTriangles.spread(a, a, 48);
    size += NearestTriangles.spread(b, b, 24) + NearestTriangles.spread(b, b, 48) + NearestTriangles.spread(a, b, 0);
    if (!NearestTriangles.search(scratch, a, b, size, 0, true)) NearestTriangles.cross(scratch, a, b);
    NearestTriangles.writeWeights(scratch, NearestTriangles.weights(scratch));
    return NearestTriangles.setPoints(scratch, a, b);
  }

  /**
   * Searches all candidates but crossings. True if a slab of more than `close` proves that the
   * triangles are apart and nothing is nearer. The distance may then exceed the least by
   * SLAB_ROUNDING times the size, which is between a tenth of the extent and a few times the
   * extent. `early` tests the slab after each edge of a. Otherwise the slab is tested after all
   * edges, and the excess is rounding only.
   */
  @inline static search(scratch: NearestScratch, a: usize, b: usize, size: f64, close: f64, early: bool): bool {
    scratch.leastSq = Infinity;
    NearestEdges.setTriangle(scratch, b);
    const closeSq = close * close;
    const slack = SLAB_ROUNDING * size;
    for (let i: usize = 0; i < 72; i += 24) {
      const isNearer = NearestTriangles.alongEdge(scratch, a, i, b);
      if (early && isNearer && NearestTriangles.slabSeparates(scratch, a, slack, closeSq)) return true;
    }
    if (!early && NearestTriangles.slabSeparates(scratch, a, slack, closeSq)) return true;
    const before = scratch.leastSq;
    NearestTriangles.overFace(scratch, a, b, INSIDE_B);
    NearestTriangles.overFace(scratch, b, a, INSIDE_A);
    return scratch.leastSq < before && NearestTriangles.slabSeparates(scratch, a, slack, closeSq);
  }

  /** After `search`: offers the points where an edge of one triangle passes through the other. */
  static cross(scratch: NearestScratch, a: usize, b: usize): void {
    NearestTriangles.throughFace(scratch, a, b, INSIDE_B);
    NearestTriangles.throughFace(scratch, b, a, INSIDE_A);
  }

  /** The sum of the coordinates' magnitudes of a difference of two corners. */
  @inline static spread(p: usize, q: usize, at: usize): f64 {
    const x = abs(load<f64>(q + at) - load<f64>(p));
    const y = abs(load<f64>(q + at, 8) - load<f64>(p, 8));
    const z = abs(load<f64>(q + at, 16) - load<f64>(p, 16));
    return x + y + z;
  }

  /** The byte offset of the corner after one. */
  @inline static next(corner: usize): usize {
    return corner == 48 ? 0 : corner + 24;
  }

  /** Compares the edge of a from corner i with the corners and edges of b: is any nearer? */
  @inline static alongEdge(scratch: NearestScratch, a: usize, i: usize, b: usize): bool {
    const p = a + i;
    const end = a + NearestTriangles.next(i);
    if (!NearestEdges.search(scratch, p, end, scratch.leastSq)) return false;
    const edgeOfB = scratch.edgeOfB;
    const s = scratch.edgeWeightA;
    const t = scratch.edgeWeightB;
    scratch.leastSq = scratch.edgeSq;
    scratch.features = ON_EDGES;
    scratch.atA = i;
    scratch.atB = edgeOfB;
    scratch.w0 = s;
    scratch.w1 = t;
    const q = b + edgeOfB;
    const last = b + NearestTriangles.next(edgeOfB);
    scratch.apartX = NearestTriangles.difference(p, end, q, last, s, t);
    scratch.apartY = NearestTriangles.difference(p + 8, end + 8, q + 8, last + 8, s, t);
    scratch.apartZ = NearestTriangles.difference(p + 16, end + 16, q + 16, last + 16, s, t);
    return true;
  }

  /** One coordinate of the difference of two points on edges, at weights s and t. */
  @inline static difference(p: usize, end: usize, q: usize, last: usize, s: f64, t: f64): f64 {
    const x = load<f64>(p);
    const y = load<f64>(q);
    return x - y + s * (load<f64>(end) - x) - t * (load<f64>(last) - y);
  }

  /** Squared length of a vector. */
  @inline static lengthSq(x: f64, y: f64, z: f64): f64 {
    return x * x + y * y + z * z;
  }

  /**
   * Offers the corners of one triangle with the points of the other, `face`, onto which they
   * project. The face has sides e and d from its first corner; h = d − m·e is the part of d
   * orthogonal to e.
   */
  static overFace(scratch: NearestScratch, corners: usize, face: usize, inside: i32): void {
    const x0 = load<f64>(face);
    const y0 = load<f64>(face, 8);
    const z0 = load<f64>(face, 16);
    const ex = load<f64>(face, 24) - x0;
    const ey = load<f64>(face, 32) - y0;
    const ez = load<f64>(face, 40) - z0;
    const dx = load<f64>(face, 48) - x0;
    const dy = load<f64>(face, 56) - y0;
    const dz = load<f64>(face, 64) - z0;
    const inverse = 1 / (ex * ex + ey * ey + ez * ez);
    const m = (ex * dx + ey * dy + ez * dz) * inverse;
    const hx = dx - m * ex;
    const hy = dy - m * ey;
    const hz = dz - m * ez;
    const hh = hx * hx + hy * hy + hz * hz;
    for (let i: usize = 0; i < 72; i += 24) {
      const rx = load<f64>(corners + i) - x0;
      const ry = load<f64>(corners + i, 8) - y0;
      const rz = load<f64>(corners + i, 16) - z0;
      const along = (rx * ex + ry * ey + rz * ez) * inverse;
      const rh = (rx - along * ex) * hx + (ry - along * ey) * hy + (rz - along * ez) * hz;
      if (!(rh * (hh - rh) > 0)) continue;
      const wc = rh / hh;
      const wb = along - m * wc;
      if (!(wb >= 0 && 1 - wb - wc >= 0)) continue;
      const x = rx - wb * ex - wc * dx;
      const y = ry - wb * ey - wc * dy;
      const z = rz - wb * ez - wc * dz;
      NearestTriangles.offer(scratch, inside, i, 0, wb, wc, x, y, z);
    }
  }

  /**
   * Keeps a point on the edge from `corner`, at weight s, and one inside the other triangle if they
   * are nearer to each other than the points kept so far. (x, y, z) leads from the latter to the
   * former.
   */
  @inline static offer(
    scratch: NearestScratch,
    inside: i32,
    corner: usize,
    s: f64,
    wb: f64,
    wc: f64,
    x: f64,
    y: f64,
    z: f64,
  ): void {
    const pairSq = NearestTriangles.lengthSq(x, y, z);
    if (!(pairSq < scratch.leastSq)) return;
    scratch.leastSq = pairSq;
    scratch.features = inside;
    if (inside == INSIDE_B) scratch.atA = corner;
    else scratch.atB = corner;
    scratch.w0 = s;
    scratch.w1 = wb;
    scratch.w2 = wc;
    scratch.apartX = inside == INSIDE_B ? x : -x;
    scratch.apartY = inside == INSIDE_B ? y : -y;
    scratch.apartZ = inside == INSIDE_B ? z : -z;
  }

  /**
   * Is a on one side of the slab between the nearest points so far, and b on the other? Safe
   * direction: the slab is narrowed by `slack`, so true is a proof.
   */
  static slabSeparates(scratch: NearestScratch, a: usize, slack: f64, closeSq: f64): bool {
    const apartX = scratch.apartX;
    const apartY = scratch.apartY;
    const apartZ = scratch.apartZ;
    const leastSq = scratch.leastSq;
    const x = load<f64>(a);
    const y = load<f64>(a, 8);
    const z = load<f64>(a, 16);
    const top = NearestEdges.reach(scratch, x, y, z, apartX, apartY, apartZ) + leastSq - slack * sqrt(leastSq);
    const ofA1 = apartX * (load<f64>(a, 24) - x) + apartY * (load<f64>(a, 32) - y) + apartZ * (load<f64>(a, 40) - z);
    const ofA2 = apartX * (load<f64>(a, 48) - x) + apartY * (load<f64>(a, 56) - y) + apartZ * (load<f64>(a, 64) - z);
    // Without branches, because they would be hard to predict.
    return (i32(leastSq > closeSq) & i32(top <= 0) & i32(top <= ofA1) & i32(top <= ofA2)) != 0;
  }

  /**
   * Offers the points where edges of `edges` pass through `face`: a point of the edge and one of
   * the face, which agree within rounding, also for grazing edges. Letters as in overFace.
   */
  static throughFace(scratch: NearestScratch, edges: usize, face: usize, inside: i32): void {
    const x0 = load<f64>(face);
    const y0 = load<f64>(face, 8);
    const z0 = load<f64>(face, 16);
    const ex = load<f64>(face, 24) - x0;
    const ey = load<f64>(face, 32) - y0;
    const ez = load<f64>(face, 40) - z0;
    const dx = load<f64>(face, 48) - x0;
    const dy = load<f64>(face, 56) - y0;
    const dz = load<f64>(face, 64) - z0;
    const inverse = 1 / (ex * ex + ey * ey + ez * ez);
    const m = (ex * dx + ey * dy + ez * dz) * inverse;
    const hx = dx - m * ex;
    const hy = dy - m * ey;
    const hz = dz - m * ez;
    const inverseH = 1 / (hx * hx + hy * hy + hz * hz);
    for (let i: usize = 0; i < 72; i += 24) {
      const p = edges + i;
      const q = edges + NearestTriangles.next(i);
      const rx = load<f64>(p) - x0;
      const ry = load<f64>(p, 8) - y0;
      const rz = load<f64>(p, 16) - z0;
      const gx = load<f64>(q) - load<f64>(p);
      const gy = load<f64>(q, 8) - load<f64>(p, 8);
      const gz = load<f64>(q, 16) - load<f64>(p, 16);
      const r1 = (rx * ex + ry * ey + rz * ez) * inverse;
      const g1 = (gx * ex + gy * ey + gz * ez) * inverse;
      const r2 = ((rx - r1 * ex) * hx + (ry - r1 * ey) * hy + (rz - r1 * ez) * hz) * inverseH;
      const g2 = ((gx - g1 * ex) * hx + (gy - g1 * ey) * hy + (gz - g1 * ez) * hz) * inverseH;
      const nx = gx - g1 * ex - g2 * hx;
      const ny = gy - g1 * ey - g2 * hy;
      const nz = gz - g1 * ez - g2 * hz;
      const above = (rx - r1 * ex - r2 * hx) * nx + (ry - r1 * ey - r2 * hy) * ny + (rz - r1 * ez - r2 * hz) * nz;
      const s = -above / (nx * nx + ny * ny + nz * nz);
      // Weights of an empty face or a parallel edge are NaN or infinite and fail here.
      if (!(s >= 0 && s <= 1)) continue;
      const wc = r2 + s * g2;
      const wb = r1 + s * g1 - wc * m;
      if (!(wc >= 0 && wb >= 0 && 1 - wb - wc >= 0)) continue;
      const x = rx + s * gx - wb * ex - wc * dx;
      const y = ry + s * gy - wb * ey - wc * dy;
      const z = rz + s * gz - wb * ez - wc * dz;
      NearestTriangles.offer(scratch, inside, i, s, wb, wc, x, y, z);
    }
  }

  /** The address of the weights in the scratch. */
  @inline static weights(scratch: NearestScratch): usize {
    return changetype<usize>(scratch) + offsetof<NearestScratch>('weightA0');
  }

  /** Writes six doubles: the weights of the corners of a and of b at the nearest points. */
  static writeWeights(scratch: NearestScratch, out: usize): void {
    v128.store(out, f64x2.splat(0));
    v128.store(out, f64x2.splat(0), 16);
    v128.store(out, f64x2.splat(0), 32);
    const features = scratch.features;
    if (features == INSIDE_A) NearestTriangles.weighInside(scratch, out);
    else NearestTriangles.weighAlong(out, scratch.atA, scratch.w0);
    if (features == INSIDE_B) NearestTriangles.weighInside(scratch, out + 24);
    else NearestTriangles.weighAlong(out + 24, scratch.atB, features == ON_EDGES ? scratch.w1 : scratch.w0);
  }

  /** The weights of a point on the edge from `corner`. */
  @inline static weighAlong(out: usize, corner: usize, s: f64): void {
    store<f64>(out + corner / 3, 1 - s);
    store<f64>(out + NearestTriangles.next(corner) / 3, s);
  }

  /** The weights of a point inside a face. */
  @inline static weighInside(scratch: NearestScratch, out: usize): void {
    const w1 = scratch.w1;
    const w2 = scratch.w2;
    store<f64>(out, 1 - w1 - w2);
    store<f64>(out, w1, 8);
    store<f64>(out, w2, 16);
  }

  /**
   * Sets the nearest points from their weights. Returns the distance of these points, so that their
   * difference divided by it has unit length.
   */
  @inline static setPoints(scratch: NearestScratch, a: usize, b: usize): f64 {
    const weights = NearestTriangles.weights(scratch);
    const ax = NearestTriangles.weigh(a, weights);
    const ay = NearestTriangles.weigh(a + 8, weights);
    const az = NearestTriangles.weigh(a + 16, weights);
    const bx = NearestTriangles.weigh(b, weights + 24);
    const by = NearestTriangles.weigh(b + 8, weights + 24);
    const bz = NearestTriangles.weigh(b + 16, weights + 24);
    scratch.ax = ax;
    scratch.ay = ay;
    scratch.az = az;
    scratch.bx = bx;
    scratch.by = by;
    scratch.bz = bz;
    return sqrt(NearestTriangles.lengthSq(ax - bx, ay - by, az - bz));
  }

  /** One coordinate of the weighted point of a triangle. */
  @inline static weigh(x: usize, weights: usize): f64 {
    const x0 = load<f64>(x);
    return x0 + load<f64>(weights, 8) * (load<f64>(x, 24) - x0) + load<f64>(weights, 16) * (load<f64>(x, 48) - x0);
  }
}
