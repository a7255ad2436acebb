// Fits a swept sphere volume to triangles [C²A §III-B, after Larsen et al. 1999]. Candidates are a
// point, a line and a rectangle in the frame of box-frame.ts, shrunk as far as the ball around them
// still reaches all corners. The candidate whose volume has the least surface wins: as with boxes,
// the chance that a passing body meets a convex one grows with its surface, and flat volumes have a
// surface too.
import { BoxFit } from '../../../core/boxes/kernels/box-fit';
import { TRIANGLE_BYTES } from '../../../core/boxes/kernels/box-frame';
import { RectanglePair } from './rectangle-pair';
import { SweptInput } from './swept-input';
import { SweptVolume } from './swept-volume';

/** π. */
const PI: f64 = Math.PI;
/** 1 + 2⁻⁵⁰: covers the rounding of a root and a product. */
const RADIUS_ROUND_UP: f64 = 1.0000000000000009;
/**
 * 2⁻⁴⁸, in units of the farthest corner's distance from the origin: by how much rounding can
 * shorten the distance of a corner to a generator. A coordinate of the difference takes four
 * operations on numbers up to 4, so the difference is off by less than 18 · 2⁻⁵³ · √3.
 */
const DISTANCE_ERROR: f64 = 3.552713678800501e-15;

/** Fits one volume at a time. */
export class SweptFit {
  /** Writes the volume of `n` triangles, all but its link, and the slabs of each for the split. */
  static run(input: SweptInput, order: usize, n: i32, slabs: usize, volume: SweptVolume): void {
    input.end = input.corners + <usize>n * TRIANGLE_BYTES;
    BoxFit.bound(input.boxes, order, n, slabs, input.corners);
    SweptFit.sortAxes(input);
    const e0 = SweptFit.length(input, input.long);
    const e1 = SweptFit.length(input, input.wide);
    SweptFit.fitRectangle(input);
    // Candidates that cannot win are skipped. The surface of a line's volume, 4π·r·(h0 + r), is at
    // least π·e0·e1: r is at least half the second extent, h0 + r half the first. That of a point's
    // ball is at least π·e0²: its radius is at least half the first extent.
    if (PI * e0 * e1 <= input.surface) SweptFit.fitLine(input);
    if (PI * e0 * e0 <= input.surface) SweptFit.fitPoint(input);
    SweptFit.write(input, volume);
    SweptFit.enclose(input, order, n, volume);
  }

  /** Length of the bounds along an axis. */
  @inline static length(input: SweptInput, axis: usize): f64 {
    return load<f64>(input.boxes.high + axis) - load<f64>(input.boxes.low + axis);
  }

  /** Middle of the bounds along an axis. */
  @inline static middle(input: SweptInput, axis: usize): f64 {
    return 0.5 * (load<f64>(input.boxes.low + axis) + load<f64>(input.boxes.high + axis));
  }

  /** Sorts the axes by length. */
  @inline static sortAxes(input: SweptInput): void {
    let long: usize = SweptFit.length(input, 8) > SweptFit.length(input, 0) ? 8 : 0;
    let wide: usize = 8 - long;
    let thin: usize = 16;
    if (SweptFit.length(input, 16) > SweptFit.length(input, wide)) {
      thin = wide;
      wide = 16;
    }
    if (SweptFit.length(input, wide) > SweptFit.length(input, long)) {
      const shorter = long;
      long = wide;
      wide = shorter;
    }
    input.long = long;
    input.wide = wide;
    input.thin = thin;
    input.middleLong = SweptFit.middle(input, long);
    input.middleWide = SweptFit.middle(input, wide);
    input.middleThin = SweptFit.middle(input, thin);
  }

  /**
   * Keeps a generator if the surface of its volume, 2·area + π·r·perimeter + 4π·r², is not larger
   * than that of the best so far. The rectangle comes first.
   */
  @inline static offer(input: SweptInput, kind: i32, x: f64, y: f64, h0: f64, h1: f64, radius: f64): void {
    const own = 8 * h0 * h1 + 4 * PI * radius * (h0 + h1 + radius);
    if (kind < 2 && own > input.surface) return;
    input.surface = own;
    input.kind = kind;
    input.centreLong = x;
    input.centreWide = y;
    input.half0 = h0;
    input.half1 = h1;
  }

  /** √x of a positive number, else 0. */
  @inline static root(x: f64): f64 {
    return x > 0 ? sqrt(x) : 0;
  }

  /**
   * Offers a rectangle; the radius of its ball is half the thickness. Its sides are pushed out
   * where a corner lies beyond two of them.
   */
  static fitRectangle(input: SweptInput): void {
    const corners = input.corners;
    const end = input.end;
    const long = input.long;
    const wide = input.wide;
    const thin = input.thin;
    const mx = input.middleLong;
    const my = input.middleWide;
    const mz = input.middleThin;
    const radius = 0.5 * SweptFit.length(input, thin);
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
    SweptFit.offer(input, 2, 0.5 * (x0 + x1), 0.5 * (y0 + y1), 0.5 * (x1 - x0), 0.5 * (y1 - y0), radius);
  }

  /**
   * How far both sides have to move for a point beyond them to be within √square of their corner:
   * the smaller root of (x − p)² + (y − p)² = square.
   */
  @inline static push(x: f64, y: f64, square: f64): f64 {
    if (x * x + y * y <= square) return 0;
    const push = 0.5 * (x + y - SweptFit.root(2 * square - (x - y) * (x - y)));
    return push > 0 ? push : 0;
  }

  /**
   * Offers a line along the longest axis through the middle of the others, as short as its ball
   * allows.
   */
  static fitLine(input: SweptInput): void {
    const corners = input.corners;
    const end = input.end;
    const long = input.long;
    const wide = input.wide;
    const thin = input.thin;
    const my = input.middleWide;
    const mz = input.middleThin;
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
    if (x1 > x0) SweptFit.offer(input, 1, 0.5 * (x0 + x1), my, 0.5 * (x1 - x0), 0, sqrt(most));
  }

  /** Offers the point in the middle of the bounds. */
  static fitPoint(input: SweptInput): void {
    const corners = input.corners;
    const end = input.end;
    const long = input.long;
    const wide = input.wide;
    const thin = input.thin;
    const mx = input.middleLong;
    const my = input.middleWide;
    const mz = input.middleThin;
    let most: f64 = 0;
    for (let at = corners; at < end; at += 24) {
      const x = load<f64>(at + long) - mx;
      const y = load<f64>(at + wide) - my;
      const z = load<f64>(at + thin) - mz;
      const square = x * x + y * y + z * z;
      if (square > most) most = square;
    }
    SweptFit.offer(input, 0, mx, my, 0, 0, sqrt(most));
  }

  /** Writes the best generator in the units of the body. */
  @inline static write(input: SweptInput, volume: SweptVolume): void {
    const scale = input.scale;
    // An axis whose coordinates are 8 bytes apart has its vectors 24 bytes apart.
    const u0 = input.boxes.axes + 3 * input.long;
    const u1 = input.boxes.axes + 3 * input.wide;
    volume.centreX = SweptFit.centre(input, 0) / scale;
    volume.centreY = SweptFit.centre(input, 8) / scale;
    volume.centreZ = SweptFit.centre(input, 16) / scale;
    volume.axis0X = load<f64>(u0);
    volume.axis0Y = load<f64>(u0, 8);
    volume.axis0Z = load<f64>(u0, 16);
    volume.axis1X = load<f64>(u1);
    volume.axis1Y = load<f64>(u1, 8);
    volume.axis1Z = load<f64>(u1, 16);
    volume.half0 = input.half0 / scale;
    volume.half1 = input.half1 / scale;
    volume.kind = input.kind;
  }

  /** Coordinate k of the centre, k in bytes. */
  @inline static centre(input: SweptInput, k: usize): f64 {
    const axes = input.boxes.axes + k;
    return (
      load<f64>(input.boxes.origin + k) +
      input.centreLong * load<f64>(axes + 3 * input.long) +
      input.centreWide * load<f64>(axes + 3 * input.wide) +
      input.middleThin * load<f64>(axes + 3 * input.thin)
    );
  }

  /**
   * Sets the radius so that the volume holds every corner, measured from the generator as it is
   * stored.
   */
  static enclose(input: SweptInput, order: usize, n: i32, volume: SweptVolume): void {
    const triangles = input.triangles;
    const vx = volume.centreX;
    const vy = volume.centreY;
    const vz = volume.centreZ;
    const ux = volume.axis0X;
    const uy = volume.axis0Y;
    const uz = volume.axis0Z;
    const wx = volume.axis1X;
    const wy = volume.axis1Y;
    const wz = volume.axis1Z;
    const h0 = volume.half0;
    const h1 = volume.half1;
    let most: f64 = 0;
    for (let i = 0; i < n; i++, order += 4) {
      const triangle = triangles + <usize>load<u32>(order) * TRIANGLE_BYTES;
      for (let at = triangle; at < triangle + TRIANGLE_BYTES; at += 24) {
        const x = load<f64>(at) - vx;
        const y = load<f64>(at, 8) - vy;
        const z = load<f64>(at, 16) - vz;
        const s = RectanglePair.clamp(x * ux + y * uy + z * uz, h0);
        const t = RectanglePair.clamp(x * wx + y * wy + z * wz, h1);
        const dx = x - s * ux - t * wx;
        const dy = y - s * uy - t * wy;
        const dz = z - s * uz - t * wz;
        const square = dx * dx + dy * dy + dz * dz;
        if (square > most) most = square;
      }
    }
    const radius = sqrt(most) * RADIUS_ROUND_UP + DISTANCE_ERROR * input.extent;
    volume.radius = radius;
    volume.size = sqrt(h0 * h0 + h1 * h1) + radius;
  }
}
