// The point of the polygon nearest to the origin at one instant, as weights, and the direction that
// separates best there. Nothing here is certified: a poor direction proves less, it never proves
// anything false.
import { Lane } from '../../kernels/lanes';
import { PairScratch } from './pair-scratch';
import { Polygon } from './polygon';

/**
 * Squared sine of the angle between the sides below which a polygon is nearly flat, and its sides
 * are searched one by one.
 */
const NEARLY_FLAT_SINE_SQ: f64 = 1e-10;

/** Finds the nearest point of the polygon in the scratch. */
export class Closest {
  /** A weight moved into [0, 1]; NaN becomes 0. */
  @inline static clamp(x: f64): f64 {
    return x > 0 ? (x < 1 ? x : 1) : 0;
  }

  /** Keeps a point on a side with direction (x, y, z), or at a corner if that is zero. */
  @inline static setOnSide(scratch: PairScratch, a: f64, b: f64, x: f64, y: f64, z: f64): void {
    scratch.u = a;
    scratch.v = b;
    scratch.sx = x;
    scratch.sy = y;
    scratch.sz = z;
    scratch.isInner = false;
  }

  /** Keeps a point inside the polygon. */
  @inline static setInside(scratch: PairScratch, a: f64, b: f64): void {
    scratch.u = a;
    scratch.v = b;
    scratch.isInner = true;
  }

  /** The nearest point of a triangle, by regions. */
  static onTriangle(scratch: PairScratch): void {
    const ex = scratch.ex;
    const ey = scratch.ey;
    const ez = scratch.ez;
    const gx = scratch.gx;
    const gy = scratch.gy;
    const gz = scratch.gz;
    const x0 = scratch.x0;
    const y0 = scratch.y0;
    const z0 = scratch.z0;
    const ee = scratch.ee;
    const gg = scratch.gg;
    const eg = ex * gx + ey * gy + ez * gz;
    const d1 = -(ex * x0 + ey * y0 + ez * z0);
    const d2 = -(gx * x0 + gy * y0 + gz * z0);
    if (d1 <= 0 && d2 <= 0) return Closest.setOnSide(scratch, 0, 0, 0, 0, 0);
    const d3 = d1 - ee;
    const d4 = d2 - eg;
    if (d3 >= 0 && d4 <= d3) return Closest.setOnSide(scratch, 1, 0, 0, 0, 0);
    const d5 = d1 - eg;
    const d6 = d2 - gg;
    if (d6 >= 0 && d5 <= d6) return Closest.setOnSide(scratch, 0, 1, 0, 0, 0);
    const vc = d1 * d4 - d3 * d2;
    if (vc <= 0 && d1 >= 0 && d3 <= 0) return Closest.setOnSide(scratch, Closest.clamp(d1 / ee), 0, ex, ey, ez);
    const vb = d5 * d2 - d1 * d6;
    if (vb <= 0 && d2 >= 0 && d6 <= 0) return Closest.setOnSide(scratch, 0, Closest.clamp(d2 / gg), gx, gy, gz);
    const va = d3 * d6 - d5 * d4;
    if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0) {
      const w = Closest.clamp((d4 - d3) / (d4 - d3 + (d5 - d6)));
      return Closest.setOnSide(scratch, 1 - w, w, gx - ex, gy - ey, gz - ez);
    }
    const sum = va + vb + vc;
    Closest.setInside(scratch, vb / sum, vc / sum);
  }

  /** The nearest point of a parallelogram. */
  static onParallelogram(scratch: PairScratch): void {
    const ex = scratch.ex;
    const ey = scratch.ey;
    const ez = scratch.ez;
    const gx = scratch.gx;
    const gy = scratch.gy;
    const gz = scratch.gz;
    const x0 = scratch.x0;
    const y0 = scratch.y0;
    const z0 = scratch.z0;
    const ee = scratch.ee;
    const gg = scratch.gg;
    const eg = ex * gx + ey * gy + ez * gz;
    const ew = ex * x0 + ey * y0 + ez * z0;
    const gw = gx * x0 + gy * y0 + gz * z0;
    const determinant = ee * gg - eg * eg;
    const free = determinant > 0 ? (eg * gw - gg * ew) / determinant : 0;
    const a = Closest.clamp(free);
    const b = gg > 0 ? -(eg * a + gw) / gg : 0;
    if (b < 0 || b > 1 || !(gg > 0)) {
      const side: f64 = b > 1 ? 1 : 0;
      const t = ee > 0 ? -(ew + side * eg) / ee : 0;
      if (t > 0 && t < 1) Closest.setOnSide(scratch, t, side, ex, ey, ez);
      else Closest.setOnSide(scratch, Closest.clamp(t), side, 0, 0, 0);
    } else if (free > 0 && free < 1 && determinant > 0) Closest.setInside(scratch, a, b);
    else Closest.setOnSide(scratch, a, b, gx, gy, gz);
  }

  /** Sets the direction, scaled to unit length; zero stays zero. */
  @inline static setDirection(scratch: PairScratch, x: f64, y: f64, z: f64): void {
    const largest = max(max(abs(x), abs(y)), abs(z));
    const scale: f64 = largest > 0 ? 1 / largest : 0;
    x *= scale;
    y *= scale;
    z *= scale;
    const length = sqrt(x * x + y * y + z * z);
    const unit: f64 = length > 0 ? 1 / length : 0;
    scratch.dx = x * unit;
    scratch.dy = y * unit;
    scratch.dz = z * unit;
  }

  /**
   * Sets the direction to (x, y, z) less its part along the side (sx, sy, sz). The part is taken
   * off twice, because the first time leaves the rounding of a long vector.
   */
  static setDirectionAcross(scratch: PairScratch, x: f64, y: f64, z: f64): void {
    const ax = scratch.sx;
    const ay = scratch.sy;
    const az = scratch.sz;
    const aa = ax * ax + ay * ay + az * az;
    for (let i = 0; i < 2 && aa > 0; i++) {
      const part = (x * ax + y * ay + z * az) / aa;
      x -= part * ax;
      y -= part * ay;
      z -= part * az;
    }
    Closest.setDirection(scratch, x, y, z);
  }

  /**
   * Sets the direction along the normal, to the side on which the polygon is. The cross product of
   * nearly parallel sides is tilted by the rounding of their lengths. Taking off its parts along e,
   * and along the part of g orthogonal to e, makes it orthogonal to both.
   */
  static setDirectionAlongNormal(scratch: PairScratch): void {
    const ex = scratch.ex;
    const ey = scratch.ey;
    const ez = scratch.ez;
    const gx = scratch.gx;
    const gy = scratch.gy;
    const gz = scratch.gz;
    let nx = scratch.nx;
    let ny = scratch.ny;
    let nz = scratch.nz;
    const ee = scratch.ee;
    const along = ee > 0 ? (ex * gx + ey * gy + ez * gz) / ee : 0;
    const hx = gx - along * ex;
    const hy = gy - along * ey;
    const hz = gz - along * ez;
    const hh = hx * hx + hy * hy + hz * hz;
    for (let i = 0; i < 2 && ee > 0 && hh > 0; i++) {
      const e = (nx * ex + ny * ey + nz * ez) / ee;
      const h = (nx * hx + ny * hy + nz * hz) / hh;
      nx -= e * ex + h * hx;
      ny -= e * ey + h * hy;
      nz -= e * ez + h * hz;
    }
    const side: f64 = nx * scratch.x0 + ny * scratch.y0 + nz * scratch.z0 < 0 ? -1 : 1;
    Closest.setDirection(scratch, side * nx, side * ny, side * nz);
  }

  /** The nearest point at time t of a polygon that is not nearly flat. */
  @inline static findPlain(scratch: PairScratch, t: f64): void {
    const weights = Lane.pair(1 - t, t);
    Polygon.sidesAt(scratch, weights);
    scratch.x0 = Polygon.cornerAt(scratch, 0, 0, weights);
    scratch.y0 = Polygon.cornerAt(scratch, 0, 16, weights);
    scratch.z0 = Polygon.cornerAt(scratch, 0, 32, weights);
    if (scratch.corners == 3) Closest.onTriangle(scratch);
    else Closest.onParallelogram(scratch);
  }

  /**
   * For nearly flat polygons. The products that tell the regions apart are mostly rounding there.
   * But a flat polygon is little more than its sides, so the nearest point of all sides replaces a
   * farther one.
   */
  static trySides(scratch: PairScratch): void {
    const ex = scratch.ex;
    const ey = scratch.ey;
    const ez = scratch.ez;
    const gx = scratch.gx;
    const gy = scratch.gy;
    const gz = scratch.gz;
    const x0 = scratch.x0;
    const y0 = scratch.y0;
    const z0 = scratch.z0;
    const corners = scratch.corners;
    let least = Closest.squareAt(scratch, scratch.u, scratch.v);
    if (!(least >= 0)) least = Infinity;
    for (let j = 0; j < corners; j++) {
      const k = j + 1 == corners ? 0 : j + 1;
      const au = Closest.cornerU(corners, j);
      const av = Closest.cornerV(j);
      const du = Closest.cornerU(corners, k) - au;
      const dv = Closest.cornerV(k) - av;
      const tx = du * ex + dv * gx;
      const ty = du * ey + dv * gy;
      const tz = du * ez + dv * gz;
      const length = tx * tx + ty * ty + tz * tz;
      const ax = x0 + au * ex + av * gx;
      const ay = y0 + au * ey + av * gy;
      const az = z0 + au * ez + av * gz;
      const part = length > 0 ? Closest.clamp(-(ax * tx + ay * ty + az * tz) / length) : 0;
      const square = Closest.squareAt(scratch, au + part * du, av + part * dv);
      if (square < least) {
        least = square;
        const within = part > 0 && part < 1;
        Closest.setOnSide(scratch, au + part * du, av + part * dv, within ? tx : 0, within ? ty : 0, within ? tz : 0);
      }
    }
  }

  /** The weight u of corner j. */
  @inline static cornerU(corners: i32, j: i32): f64 {
    return j == 1 || (j == 2 && corners == 4) ? 1 : 0;
  }

  /** The weight v of corner j. */
  @inline static cornerV(j: i32): f64 {
    return j == 3 || j == 2 ? 1 : 0;
  }

  /** The squared distance of the point with weights a and b from the origin. */
  @inline static squareAt(scratch: PairScratch, a: f64, b: f64): f64 {
    const x = scratch.x0 + a * scratch.ex + b * scratch.gx;
    const y = scratch.y0 + a * scratch.ey + b * scratch.gy;
    const z = scratch.z0 + a * scratch.ez + b * scratch.gz;
    return x * x + y * y + z * z;
  }

  /** The nearest point at time t; of a nearly flat polygon by its sides. */
  static find(scratch: PairScratch, t: f64): void {
    Closest.findPlain(scratch, t);
    if (!Polygon.isWide(scratch, NEARLY_FLAT_SINE_SQ)) Closest.trySides(scratch);
  }

  /** Finds the nearest point at time t, its distance and the direction. */
  static at(scratch: PairScratch, t: f64): void {
    Closest.find(scratch, t);
    const u = scratch.u;
    const v = scratch.v;
    const x = scratch.x0 + u * scratch.ex + v * scratch.gx;
    const y = scratch.y0 + u * scratch.ey + v * scratch.gy;
    const z = scratch.z0 + u * scratch.ez + v * scratch.gz;
    scratch.distance = sqrt(x * x + y * y + z * z);
    if (scratch.isInner) Closest.setDirectionAlongNormal(scratch);
    else Closest.setDirectionAcross(scratch, x, y, z);
  }
}
