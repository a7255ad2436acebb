// The point of the polygon nearest to the origin at one instant, as weights, and the direction that separates best there.
// Nothing here is certified: a poor direction proves less, it never proves anything false.
import { Lane } from './lanes';
import { corners, ex, ey, ez, gx, gy, gz, Polygon } from './polygon';

/** The nearest point is x0 + u·e + v·g. */
export let u: f64 = 0;
export let v: f64 = 0;
/** Its distance from the origin, and the direction there: unit, or zero where there is none. */
export let distance: f64 = 0;
export let dx: f64 = 0;
export let dy: f64 = 0;
export let dz: f64 = 0;
/** Corner x0 at the instant. */
export let x0: f64 = 0;
export let y0: f64 = 0;
export let z0: f64 = 0;
/** What the nearest point lies in: the inside, or a side with this direction (zero for a corner). */
let inner: bool = false;
let sx: f64 = 0;
let sy: f64 = 0;
let sz: f64 = 0;

/** A squared sine below this makes a polygon nearly flat. */
const FLAT: f64 = 1e-10;

export class Closest {
  @inline static clamp(x: f64): f64 {
    return x > 0 ? (x < 1 ? x : 1) : 0;
  }

  @inline static place(a: f64, b: f64, x: f64, y: f64, z: f64): void {
    u = a;
    v = b;
    sx = x;
    sy = y;
    sz = z;
    inner = false;
  }

  @inline static inside(a: f64, b: f64): void {
    u = a;
    v = b;
    inner = true;
  }

  static onTriangle(): void {
    const ee = ex * ex + ey * ey + ez * ez;
    const gg = gx * gx + gy * gy + gz * gz;
    const eg = ex * gx + ey * gy + ez * gz;
    const d1 = -(ex * x0 + ey * y0 + ez * z0);
    const d2 = -(gx * x0 + gy * y0 + gz * z0);
    if (d1 <= 0 && d2 <= 0) return Closest.place(0, 0, 0, 0, 0);
    const d3 = d1 - ee;
    const d4 = d2 - eg;
    if (d3 >= 0 && d4 <= d3) return Closest.place(1, 0, 0, 0, 0);
    const d5 = d1 - eg;
    const d6 = d2 - gg;
    if (d6 >= 0 && d5 <= d6) return Closest.place(0, 1, 0, 0, 0);
    const vc = d1 * d4 - d3 * d2;
    if (vc <= 0 && d1 >= 0 && d3 <= 0) return Closest.place(Closest.clamp(d1 / ee), 0, ex, ey, ez);
    const vb = d5 * d2 - d1 * d6;
    if (vb <= 0 && d2 >= 0 && d6 <= 0) return Closest.place(0, Closest.clamp(d2 / gg), gx, gy, gz);
    const va = d3 * d6 - d5 * d4;
    if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0) {
      const w = Closest.clamp((d4 - d3) / (d4 - d3 + (d5 - d6)));
      return Closest.place(1 - w, w, gx - ex, gy - ey, gz - ez);
    }
    const sum = va + vb + vc;
    Closest.inside(vb / sum, vc / sum);
  }

  static onParallelogram(): void {
    const ee = ex * ex + ey * ey + ez * ez;
    const gg = gx * gx + gy * gy + gz * gz;
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
      if (t > 0 && t < 1) Closest.place(t, side, ex, ey, ez);
      else Closest.place(Closest.clamp(t), side, 0, 0, 0);
    } else if (free > 0 && free < 1 && determinant > 0) Closest.inside(a, b);
    else Closest.place(a, b, gx, gy, gz);
  }

  /** Scales a direction to unit length; zero stays zero. */
  @inline static aim(x: f64, y: f64, z: f64): void {
    const largest = max(max(abs(x), abs(y)), abs(z));
    const scale: f64 = largest > 0 ? 1 / largest : 0;
    x *= scale;
    y *= scale;
    z *= scale;
    const length = sqrt(x * x + y * y + z * z);
    const unit: f64 = length > 0 ? 1 / length : 0;
    dx = x * unit;
    dy = y * unit;
    dz = z * unit;
  }

  /** (x, y, z) less its part along (ax, ay, az). Twice, because the first time leaves the rounding of a long vector. */
  static aimAcross(x: f64, y: f64, z: f64, ax: f64, ay: f64, az: f64): void {
    const aa = ax * ax + ay * ay + az * az;
    for (let i = 0; i < 2 && aa > 0; i++) {
      const part = (x * ax + y * ay + z * az) / aa;
      x -= part * ax;
      y -= part * ay;
      z -= part * az;
    }
    Closest.aim(x, y, z);
  }

  /**
   * Along the normal, to the side on which the polygon is. The cross product of nearly parallel sides leans by the rounding
   * of their lengths; taking its parts along e and along g across e away again makes it square to both.
   */
  static aimAlongNormal(): void {
    let nx = ey * gz - ez * gy;
    let ny = ez * gx - ex * gz;
    let nz = ex * gy - ey * gx;
    const ee = ex * ex + ey * ey + ez * ez;
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
    const side: f64 = nx * x0 + ny * y0 + nz * z0 < 0 ? -1 : 1;
    Closest.aim(side * nx, side * ny, side * nz);
  }

  @inline static take(t: f64): void {
    const weights = Lane.pair(1 - t, t);
    Polygon.sidesAt(weights);
    x0 = Polygon.cornerAt(0, 0, weights);
    y0 = Polygon.cornerAt(0, 16, weights);
    z0 = Polygon.cornerAt(0, 32, weights);
    if (corners == 3) Closest.onTriangle();
    else Closest.onParallelogram();
  }

  /**
   * Nearly flat polygons: the products that tell the regions apart are rounding there, but a flat polygon is little more than
   * its sides, so the nearest point of all sides replaces a point that is farther.
   */
  static trySides(): void {
    let least = Closest.squareAt(u, v);
    if (!(least >= 0)) least = Infinity;
    for (let j = 0; j < corners; j++) {
      const k = j + 1 == corners ? 0 : j + 1;
      const au = Closest.cornerU(j);
      const av = Closest.cornerV(j);
      const du = Closest.cornerU(k) - au;
      const dv = Closest.cornerV(k) - av;
      const tx = du * ex + dv * gx;
      const ty = du * ey + dv * gy;
      const tz = du * ez + dv * gz;
      const length = tx * tx + ty * ty + tz * tz;
      const ax = x0 + au * ex + av * gx;
      const ay = y0 + au * ey + av * gy;
      const az = z0 + au * ez + av * gz;
      const part = length > 0 ? Closest.clamp(-(ax * tx + ay * ty + az * tz) / length) : 0;
      const square = Closest.squareAt(au + part * du, av + part * dv);
      if (square < least) {
        least = square;
        const within = part > 0 && part < 1;
        Closest.place(au + part * du, av + part * dv, within ? tx : 0, within ? ty : 0, within ? tz : 0);
      }
    }
  }

  @inline static cornerU(j: i32): f64 {
    return j == 1 || (j == 2 && corners == 4) ? 1 : 0;
  }

  @inline static cornerV(j: i32): f64 {
    return j == 3 || j == 2 ? 1 : 0;
  }

  @inline static squareAt(a: f64, b: f64): f64 {
    const x = x0 + a * ex + b * gx;
    const y = y0 + a * ey + b * gy;
    const z = z0 + a * ez + b * gz;
    return x * x + y * y + z * z;
  }

  /** The nearest point at time t; of a nearly flat polygon by its sides. */
  static find(t: f64): void {
    Closest.take(t);
    const nx = ey * gz - ez * gy;
    const ny = ez * gx - ex * gz;
    const nz = ex * gy - ey * gx;
    const squares = (ex * ex + ey * ey + ez * ez) * (gx * gx + gy * gy + gz * gz);
    if (!(nx * nx + ny * ny + nz * nz > FLAT * squares)) Closest.trySides();
  }

  /** The nearest point at time t, its distance and direction. */
  static at(t: f64): void {
    Closest.find(t);
    const x = x0 + u * ex + v * gx;
    const y = y0 + u * ey + v * gy;
    const z = z0 + u * ez + v * gz;
    distance = sqrt(x * x + y * y + z * z);
    if (inner) Closest.aimAlongNormal();
    else Closest.aimAcross(x, y, z, sx, sy, sz);
  }
}
