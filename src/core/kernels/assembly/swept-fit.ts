// Fits a swept sphere volume to triangles [C²A §III-B, after Larsen et al. 1999]: a point, line or rectangle in the frame of box-frame.ts, shrunk
// where a ball around it still reaches the corners, and of the three kinds the tightest, which is the one of least surface: as with boxes,
// the chance that something passing by meets a convex body goes with its surface, and flat volumes have some too.
import { BoxFit, SLABS } from './box-fit';
import { AXES, ORIGIN, TRIANGLE } from './box-frame';
import { AXIS0, AXIS1, HALF0, HALF1, KIND, RADIUS, SIZE } from './swept-volumes';

const PI: f64 = Math.PI;
/** 1 + 2⁻⁵⁰, for a root and a product. */
const UP: f64 = 1.0000000000000009;
/**
 * 2⁻⁴⁸, in units of the farthest corner from the origin: what a corner's distance to a generator can be short of by rounding. A coordinate
 * of the difference has four operations on numbers up to 4, so that the difference is off by less than 18 · 2⁻⁵³ · √3.
 */
const DISTANCE_ERROR: f64 = 3.552713678800501e-15;

/** Corners along the axes; which axis is the longest, the second, the shortest, as offsets; bounds and middles along these. */
let corners: usize = 0;
let end: usize = 0;
let long: usize = 0;
let wide: usize = 0;
let thin: usize = 0;
let mx: f64 = 0;
let my: f64 = 0;
let mz: f64 = 0;
/** The best generator so far: its middle, half lengths and surface. */
let kind: i32 = 0;
let cx: f64 = 0;
let cy: f64 = 0;
let cz: f64 = 0;
let half0: f64 = 0;
let half1: f64 = 0;
let surface: f64 = 0;

const LOW: usize = memory.data(24, 16);
const HIGH: usize = memory.data(24, 16);

export class SweptFit {
  /** The volume of `n` triangles, all but its link; `scratch` has room for their corners. Writes the triangles' bounds for the split. */
  static run(
    triangles: usize,
    order: usize,
    n: i32,
    scale: f64,
    extent: f64,
    scratch: usize,
    slabs: usize,
    volume: usize,
  ): void {
    corners = scratch;
    end = scratch + <usize>n * TRIANGLE;
    SweptFit.project(triangles, order, n, scale, slabs);
    SweptFit.sortAxes();
    const e0 = load<f64>(HIGH + long) - load<f64>(LOW + long);
    const e1 = load<f64>(HIGH + wide) - load<f64>(LOW + wide);
    SweptFit.fitRectangle();
    // A line's ball has at least half the second extent and reaches half the first; a point's has at least half the first.
    if (PI * e0 * e1 <= surface) SweptFit.fitLine();
    if (PI * e0 * e0 <= surface) SweptFit.fitPoint();
    SweptFit.write(scale, volume);
    SweptFit.enclose(triangles, order, n, extent, volume);
  }

  @inline static along(axis: usize, x: f64, y: f64, z: f64): f64 {
    return load<f64>(AXES + axis) * x + load<f64>(AXES + axis, 8) * y + load<f64>(AXES + axis, 16) * z;
  }

  static project(triangles: usize, order: usize, n: i32, scale: f64, slabs: usize): void {
    const ox = load<f64>(ORIGIN);
    const oy = load<f64>(ORIGIN, 8);
    const oz = load<f64>(ORIGIN, 16);
    let low01 = f64x2.splat(Infinity);
    let low2 = low01;
    let high01 = f64x2.neg(low01);
    let high2 = high01;
    let to = corners;
    for (let i = 0; i < n; i++, order += 4, slabs += SLABS) {
      const triangle = triangles + <usize>load<u32>(order) * TRIANGLE;
      let least01 = f64x2.splat(Infinity);
      let least2 = least01;
      let most01 = f64x2.neg(least01);
      let most2 = most01;
      for (let at = triangle; at < triangle + TRIANGLE; at += 24, to += 24) {
        const x = scale * load<f64>(at) - ox;
        const y = scale * load<f64>(at, 8) - oy;
        const z = scale * load<f64>(at, 16) - oz;
        store<f64>(to, SweptFit.along(0, x, y, z));
        store<f64>(to, SweptFit.along(24, x, y, z), 8);
        store<f64>(to, SweptFit.along(48, x, y, z), 16);
        const w01 = v128.load(to);
        const w2 = v128.load64_splat(to, 16);
        least01 = f64x2.pmin(least01, w01);
        most01 = f64x2.pmax(most01, w01);
        least2 = f64x2.pmin(least2, w2);
        most2 = f64x2.pmax(most2, w2);
      }
      v128.store(slabs, BoxFit.single(least01, least2));
      v128.store(slabs, BoxFit.single(most01, most2), 16);
      low01 = f64x2.pmin(low01, least01);
      high01 = f64x2.pmax(high01, most01);
      low2 = f64x2.pmin(low2, least2);
      high2 = f64x2.pmax(high2, most2);
    }
    v128.store(LOW, low01);
    store<f64>(LOW, f64x2.extract_lane(low2, 0), 16);
    v128.store(HIGH, high01);
    store<f64>(HIGH, f64x2.extract_lane(high2, 0), 16);
  }

  @inline static isLonger(a: usize, b: usize): bool {
    return load<f64>(HIGH + a) - load<f64>(LOW + a) > load<f64>(HIGH + b) - load<f64>(LOW + b);
  }

  @inline static sortAxes(): void {
    long = SweptFit.isLonger(8, 0) ? 8 : 0;
    wide = 8 - long;
    thin = 16;
    if (SweptFit.isLonger(16, wide)) {
      thin = wide;
      wide = 16;
    }
    if (SweptFit.isLonger(wide, long)) {
      const shorter = long;
      long = wide;
      wide = shorter;
    }
    mx = 0.5 * (load<f64>(LOW + long) + load<f64>(HIGH + long));
    my = 0.5 * (load<f64>(LOW + wide) + load<f64>(HIGH + wide));
    mz = 0.5 * (load<f64>(LOW + thin) + load<f64>(HIGH + thin));
  }

  /** Keeps a generator if its volume has no more surface, 2·area + π·r·perimeter + 4π·r², than the best so far. */
  @inline static offer(axes: i32, x: f64, y: f64, h0: f64, h1: f64, radius: f64): void {
    const own = 8 * h0 * h1 + 4 * PI * radius * (h0 + h1 + radius);
    if (axes < 2 && own > surface) return;
    surface = own;
    kind = axes;
    cx = x;
    cy = y;
    cz = mz;
    half0 = h0;
    half1 = h1;
  }

  /** The root of what is positive, 0 of the rest. */
  @inline static root(x: f64): f64 {
    return x > 0 ? sqrt(x) : 0;
  }

  /** The ball has half the thickness. Corners are pushed out where a point lies beyond two sides. */
  static fitRectangle(): void {
    const radius = 0.5 * (load<f64>(HIGH + thin) - load<f64>(LOW + thin));
    const square = radius * radius;
    let x0 = mx;
    let x1 = mx;
    let y0 = my;
    let y1 = my;
    for (let at = corners; at < end; at += 24) {
      const x = load<f64>(at + long);
      const y = load<f64>(at + wide);
      const z = load<f64>(at + thin) - mz;
      const reach = SweptFit.root(square - z * z);
      if (x + reach < x0) x0 = x + reach;
      if (x - reach > x1) x1 = x - reach;
      if (y + reach < y0) y0 = y + reach;
      if (y - reach > y1) y1 = y - reach;
    }
    for (let at = corners; at < end; at += 24) {
      const x = load<f64>(at + long);
      const y = load<f64>(at + wide);
      const beyondX = x < x0 ? x0 - x : x - x1;
      const beyondY = y < y0 ? y0 - y : y - y1;
      if (!(beyondX > 0 && beyondY > 0)) continue;
      const z = load<f64>(at + thin) - mz;
      const push = SweptFit.push(beyondX, beyondY, square - z * z);
      if (x < x0) x0 -= push;
      else x1 += push;
      if (y < y0) y0 -= push;
      else y1 += push;
    }
    SweptFit.offer(2, 0.5 * (x0 + x1), 0.5 * (y0 + y1), 0.5 * (x1 - x0), 0.5 * (y1 - y0), radius);
  }

  /** How far a corner has to go along both sides to be within √square of a point: the smaller root of (x − p)² + (y − p)² = square. */
  @inline static push(x: f64, y: f64, square: f64): f64 {
    if (x * x + y * y <= square) return 0;
    const push = 0.5 * (x + y - SweptFit.root(2 * square - (x - y) * (x - y)));
    return push > 0 ? push : 0;
  }

  /** Along the longest axis through the middle of the others, no longer than the balls at its ends need. */
  static fitLine(): void {
    let most: f64 = 0;
    for (let at = corners; at < end; at += 24) {
      const y = load<f64>(at + wide) - my;
      const z = load<f64>(at + thin) - mz;
      const square = y * y + z * z;
      if (square > most) most = square;
    }
    let x0: f64 = Infinity;
    let x1: f64 = -Infinity;
    for (let at = corners; at < end; at += 24) {
      const y = load<f64>(at + wide) - my;
      const z = load<f64>(at + thin) - mz;
      const reach = SweptFit.root(most - y * y - z * z);
      const x = load<f64>(at + long);
      if (x + reach < x0) x0 = x + reach;
      if (x - reach > x1) x1 = x - reach;
    }
    if (x1 > x0) SweptFit.offer(1, 0.5 * (x0 + x1), my, 0.5 * (x1 - x0), 0, sqrt(most));
  }

  /** Around the middle of the bounds. */
  static fitPoint(): void {
    let most: f64 = 0;
    for (let at = corners; at < end; at += 24) {
      const x = load<f64>(at + long) - mx;
      const y = load<f64>(at + wide) - my;
      const z = load<f64>(at + thin) - mz;
      const square = x * x + y * y + z * z;
      if (square > most) most = square;
    }
    SweptFit.offer(0, mx, my, 0, 0, sqrt(most));
  }

  /** In the units of the body. An axis of numbers 8 bytes apart has its vector 24 bytes apart. */
  @inline static write(scale: f64, volume: usize): void {
    for (let k: usize = 0; k < 24; k += 8) {
      const a0 = load<f64>(AXES + 3 * long + k);
      const a1 = load<f64>(AXES + 3 * wide + k);
      const a2 = load<f64>(AXES + 3 * thin + k);
      store<f64>(volume + k, (load<f64>(ORIGIN + k) + cx * a0 + cy * a1 + cz * a2) / scale);
      store<f64>(volume + k, a0, AXIS0);
      store<f64>(volume + k, a1, AXIS1);
    }
    store<f64>(volume, half0 / scale, HALF0);
    store<f64>(volume, half1 / scale, HALF1);
    store<i32>(volume, kind, KIND);
  }

  @inline static clamp(x: f64, most: f64): f64 {
    return x > most ? most : x < -most ? -most : x;
  }

  /** The radius that holds every corner, measured from the generator as it is stored. */
  static enclose(triangles: usize, order: usize, n: i32, extent: f64, volume: usize): void {
    const vx = load<f64>(volume);
    const vy = load<f64>(volume, 8);
    const vz = load<f64>(volume, 16);
    const ux = load<f64>(volume, AXIS0);
    const uy = load<f64>(volume, AXIS0 + 8);
    const uz = load<f64>(volume, AXIS0 + 16);
    const wx = load<f64>(volume, AXIS1);
    const wy = load<f64>(volume, AXIS1 + 8);
    const wz = load<f64>(volume, AXIS1 + 16);
    const h0 = load<f64>(volume, HALF0);
    const h1 = load<f64>(volume, HALF1);
    let most: f64 = 0;
    for (let i = 0; i < n; i++, order += 4) {
      const triangle = triangles + <usize>load<u32>(order) * TRIANGLE;
      for (let at = triangle; at < triangle + TRIANGLE; at += 24) {
        const x = load<f64>(at) - vx;
        const y = load<f64>(at, 8) - vy;
        const z = load<f64>(at, 16) - vz;
        const s = SweptFit.clamp(x * ux + y * uy + z * uz, h0);
        const t = SweptFit.clamp(x * wx + y * wy + z * wz, h1);
        const dx = x - s * ux - t * wx;
        const dy = y - s * uy - t * wy;
        const dz = z - s * uz - t * wz;
        const square = dx * dx + dy * dy + dz * dz;
        if (square > most) most = square;
      }
    }
    const radius = sqrt(most) * UP + DISTANCE_ERROR * extent;
    store<f64>(volume, radius, RADIUS);
    store<f64>(volume, sqrt(h0 * h0 + h1 * h1) + radius, SIZE);
  }
}
