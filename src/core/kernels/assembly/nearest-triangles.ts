// The nearest points of two triangles at one instant: of two edges, of a corner and a face, or of an edge and the face that it passes
// through. Each candidate is a point of a and a point of b, and the least distance wins. The optimum of each pair of features comes from
// modified Gram–Schmidt, which is backward stable (Björck 1967): the points are exact for corners moved by a few roundings of the extent,
// for needles and nearly parallel edges too. Where the slab between the nearest points so far separates the triangles, nothing is nearer,
// and the search ends.
import { distanceSq, edgeOfB, NearestEdges, weightA, weightB } from './nearest-edges';

/** The nearest points: a on the first triangle, b on the second. */
export let ax: f64 = 0;
export let ay: f64 = 0;
export let az: f64 = 0;
export let bx: f64 = 0;
export let by: f64 = 0;
export let bz: f64 = 0;

/** Part of the size by which a distance that a slab proves may exceed the least: above the rounding of the slab's sides. */
const SLACK: f64 = 8.881784197001252e-16;
/** Weights of the corners of a, then of b. */
const WEIGHTS: usize = memory.data(48, 16);

/** Where the nearest points lie: on two edges; on an edge of a and inside b; on an edge of b and inside a. */
const ON_EDGES: i32 = 0;
const INSIDE_B: i32 = 1;
const INSIDE_A: i32 = 2;

let leastSq: f64 = Infinity;
let lies: i32 = ON_EDGES;
/** The corners at which these edges begin. */
let atA: usize = 0;
let atB: usize = 0;
/** Weights of the ends of both edges; or of the edge's end, then of the face's second and third corner. */
let w0: f64 = 0;
let w1: f64 = 0;
let w2: f64 = 0;
/** The difference a − b of the nearest points. */
let apartX: f64 = 0;
let apartY: f64 = 0;
let apartZ: f64 = 0;

/** The present face. */
let x0: f64 = 0;
let y0: f64 = 0;
let z0: f64 = 0;
let ex: f64 = 0;
let ey: f64 = 0;
let ez: f64 = 0;
let dx: f64 = 0;
let dy: f64 = 0;
let dz: f64 = 0;
let hx: f64 = 0;
let hy: f64 = 0;
let hz: f64 = 0;
let m: f64 = 0;
let inverse: f64 = 0;

export class NearestTriangles {
  /** Nine doubles each: three corners. Within rounding of 0 where they cross. */
  static distance(a: usize, b: usize): f64 {
    let size = NearestTriangles.spread(a, a, 24) + NearestTriangles.spread(a, a, 48);
    size += NearestTriangles.spread(b, b, 24) + NearestTriangles.spread(b, b, 48) + NearestTriangles.spread(a, b, 0);
    if (!NearestTriangles.search(a, b, size, 0, true)) NearestTriangles.cross(a, b);
    NearestTriangles.writeWeights(WEIGHTS);
    return NearestTriangles.setPoints(a, b);
  }

  /**
   * All but crossings. True where a slab of more than `close` proves that the triangles are apart and nothing is nearer; the distance may
   * then exceed the least by SLACK times the size, which is between a tenth of the extent and some times it. `early`: asks that after
   * each edge of a; else after all, and what exceeds is rounding.
   */
  @inline static search(a: usize, b: usize, size: f64, close: f64, early: bool): bool {
    leastSq = Infinity;
    NearestEdges.setTriangle(b);
    const closeSq = close * close;
    const slack = SLACK * size;
    for (let i: usize = 0; i < 72; i += 24) {
      const isNearer = NearestTriangles.alongEdge(a, i, b);
      if (early && isNearer && NearestTriangles.slabSeparates(a, slack, closeSq)) return true;
    }
    if (!early && NearestTriangles.slabSeparates(a, slack, closeSq)) return true;
    const before = leastSq;
    NearestTriangles.overFace(a, b, INSIDE_B);
    NearestTriangles.overFace(b, a, INSIDE_A);
    return leastSq < before && NearestTriangles.slabSeparates(a, slack, closeSq);
  }

  /** Where an edge passes through a face: the points of both there, if they are nearer than what `search` has found. */
  static cross(a: usize, b: usize): void {
    NearestTriangles.throughFace(a, b, INSIDE_B);
    NearestTriangles.throughFace(b, a, INSIDE_A);
  }

  @inline static spread(p: usize, q: usize, at: usize): f64 {
    const x = abs(load<f64>(q + at) - load<f64>(p));
    const y = abs(load<f64>(q + at, 8) - load<f64>(p, 8));
    const z = abs(load<f64>(q + at, 16) - load<f64>(p, 16));
    return x + y + z;
  }

  @inline static next(corner: usize): usize {
    return corner == 48 ? 0 : corner + 24;
  }

  /** The edge of a from corner i against the corners and edges of b: is any nearer? */
  @inline static alongEdge(a: usize, i: usize, b: usize): bool {
    const p = a + i;
    const end = a + NearestTriangles.next(i);
    if (!NearestEdges.search(p, end, leastSq)) return false;
    leastSq = distanceSq;
    lies = ON_EDGES;
    atA = i;
    atB = edgeOfB;
    w0 = weightA;
    w1 = weightB;
    const q = b + edgeOfB;
    const last = b + NearestTriangles.next(edgeOfB);
    apartX = NearestTriangles.difference(p, end, q, last);
    apartY = NearestTriangles.difference(p + 8, end + 8, q + 8, last + 8);
    apartZ = NearestTriangles.difference(p + 16, end + 16, q + 16, last + 16);
    return true;
  }

  @inline static difference(p: usize, end: usize, q: usize, last: usize): f64 {
    const x = load<f64>(p);
    const y = load<f64>(q);
    return x - y + w0 * (load<f64>(end) - x) - w1 * (load<f64>(last) - y);
  }

  @inline static lengthSq(x: f64, y: f64, z: f64): f64 {
    return x * x + y * y + z * z;
  }

  /** The first corner of a face, its sides e and d from there, and the part h of d across e: h = d − m·e. */
  @inline static setFace(face: usize): void {
    x0 = load<f64>(face);
    y0 = load<f64>(face, 8);
    z0 = load<f64>(face, 16);
    ex = load<f64>(face, 24) - x0;
    ey = load<f64>(face, 32) - y0;
    ez = load<f64>(face, 40) - z0;
    dx = load<f64>(face, 48) - x0;
    dy = load<f64>(face, 56) - y0;
    dz = load<f64>(face, 64) - z0;
    inverse = 1 / (ex * ex + ey * ey + ez * ez);
    m = (ex * dx + ey * dy + ez * dz) * inverse;
    hx = dx - m * ex;
    hy = dy - m * ey;
    hz = dz - m * ez;
  }

  /** The corners of one triangle over the inside of the other, `face`. */
  static overFace(corners: usize, face: usize, inside: i32): void {
    NearestTriangles.setFace(face);
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
      NearestTriangles.offer(inside, i, 0, wb, wc, x, y, z);
    }
  }

  /** A point on the edge from `corner` and one inside the other triangle; `x, y, z` leads from the latter to the former. */
  @inline static offer(inside: i32, corner: usize, s: f64, wb: f64, wc: f64, x: f64, y: f64, z: f64): void {
    const pairSq = NearestTriangles.lengthSq(x, y, z);
    if (!(pairSq < leastSq)) return;
    leastSq = pairSq;
    lies = inside;
    if (inside == INSIDE_B) atA = corner;
    else atB = corner;
    w0 = s;
    w1 = wb;
    w2 = wc;
    apartX = inside == INSIDE_B ? x : -x;
    apartY = inside == INSIDE_B ? y : -y;
    apartZ = inside == INSIDE_B ? z : -z;
  }

  /** Is a on one side of the slab across the nearest points so far, and b on the other? */
  static slabSeparates(a: usize, slack: f64, closeSq: f64): bool {
    const x = load<f64>(a);
    const y = load<f64>(a, 8);
    const z = load<f64>(a, 16);
    const top = NearestEdges.reach(x, y, z, apartX, apartY, apartZ) + leastSq - slack * sqrt(leastSq);
    const ofA1 = apartX * (load<f64>(a, 24) - x) + apartY * (load<f64>(a, 32) - y) + apartZ * (load<f64>(a, 40) - z);
    const ofA2 = apartX * (load<f64>(a, 48) - x) + apartY * (load<f64>(a, 56) - y) + apartZ * (load<f64>(a, 64) - z);
    // Without branches: they would be hard to foresee.
    return (i32(leastSq > closeSq) & i32(top <= 0) & i32(top <= ofA1) & i32(top <= ofA2)) != 0;
  }

  /** Where an edge of `edges` passes through `face`: the point of each; they agree within rounding for grazing edges too. */
  static throughFace(edges: usize, face: usize, inside: i32): void {
    NearestTriangles.setFace(face);
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
      NearestTriangles.offer(inside, i, s, wb, wc, x, y, z);
    }
  }

  /** Six doubles: the weights of the corners of a and of b at the nearest points. */
  static writeWeights(out: usize): void {
    v128.store(out, f64x2.splat(0));
    v128.store(out, f64x2.splat(0), 16);
    v128.store(out, f64x2.splat(0), 32);
    if (lies == INSIDE_A) NearestTriangles.weighInside(out);
    else NearestTriangles.weighAlong(out, atA, w0);
    if (lies == INSIDE_B) NearestTriangles.weighInside(out + 24);
    else NearestTriangles.weighAlong(out + 24, atB, lies == ON_EDGES ? w1 : w0);
  }

  @inline static weighAlong(out: usize, corner: usize, s: f64): void {
    store<f64>(out + corner / 3, 1 - s);
    store<f64>(out + NearestTriangles.next(corner) / 3, s);
  }

  @inline static weighInside(out: usize): void {
    store<f64>(out, 1 - w1 - w2);
    store<f64>(out, w1, 8);
    store<f64>(out, w2, 16);
  }

  /** The points from their weights; returns their distance, so that their difference divided by it has unit length. */
  @inline static setPoints(a: usize, b: usize): f64 {
    ax = NearestTriangles.weigh(a, WEIGHTS);
    ay = NearestTriangles.weigh(a + 8, WEIGHTS);
    az = NearestTriangles.weigh(a + 16, WEIGHTS);
    bx = NearestTriangles.weigh(b, WEIGHTS + 24);
    by = NearestTriangles.weigh(b + 8, WEIGHTS + 24);
    bz = NearestTriangles.weigh(b + 16, WEIGHTS + 24);
    return sqrt(NearestTriangles.lengthSq(ax - bx, ay - by, az - bz));
  }

  @inline static weigh(x: usize, weights: usize): f64 {
    const x0 = load<f64>(x);
    return x0 + load<f64>(weights, 8) * (load<f64>(x, 24) - x0) + load<f64>(weights, 16) * (load<f64>(x, 48) - x0);
  }
}
