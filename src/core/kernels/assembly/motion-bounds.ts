// Directed motion bounds [C²A §IV]: how far a volume (lemma 1) or a triangle (lemma 2) can go along a direction n fixed in the world. A point
// at r from the frame's origin moves along n by v·n + (ω × r)·n = v·n + r·(n × ω), and n × ω is square to ω, so that only the part of r across
// the axis counts, which turning does not change: its length is at most the reach. Hence the bound |ω × n| · reach, for any angle.
// Departs from the paper: v·n keeps its sign, and with two bodies it is the difference of both; the paper takes its magnitude.
import { ax, ay, az, bx, by, bz, turnsA, turnsB, vx, vy, vz } from './swept-frame';
import { speedMargin } from './swept-query';
import { AXIS0, AXIS1, HALF0, HALF1, KIND, QUERY, RADIUS, REACH } from './swept-volumes';

/** Makes up for the rounding of a reach, some twenty operations with positive sums. */
const UP: f64 = 1.000000000000007;
/** Takes the rounding of a step; that of its sum with a time is in the margin of gaps. */
const DOWN: f64 = 0.999999999999;

export class MotionBounds {
  @inline static squareAcross(x: f64, y: f64, z: f64, kx: f64, ky: f64, kz: f64): f64 {
    const px = ky * z - kz * y;
    const py = kz * x - kx * z;
    const pz = kx * y - ky * x;
    return px * px + py * py + pz * pz;
  }

  /** The corner of the generator whose offset from the centre has these weights. */
  @inline static corner(volume: usize, s: f64, t: f64, kx: f64, ky: f64, kz: f64): f64 {
    return MotionBounds.squareAcross(
      load<f64>(volume) + s * load<f64>(volume, AXIS0) + t * load<f64>(volume, AXIS1),
      load<f64>(volume, 8) + s * load<f64>(volume, AXIS0 + 8) + t * load<f64>(volume, AXIS1 + 8),
      load<f64>(volume, 16) + s * load<f64>(volume, AXIS0 + 16) + t * load<f64>(volume, AXIS1 + 16),
      kx,
      ky,
      kz,
    );
  }

  /** r + max |c⊥| over the corners of the generator; k is the unit axis in the body's frame. */
  static ofVolume(volume: usize, kx: f64, ky: f64, kz: f64): f64 {
    const h0 = load<f64>(volume, HALF0);
    const h1 = load<f64>(volume, HALF1);
    let most = MotionBounds.corner(volume, h0, h1, kx, ky, kz);
    if (load<i32>(volume, KIND) > 0) {
      const one = MotionBounds.corner(volume, -h0, h1, kx, ky, kz);
      if (one > most) most = one;
    }
    if (load<i32>(volume, KIND) > 1) {
      const two = MotionBounds.corner(volume, h0, -h1, kx, ky, kz);
      if (two > most) most = two;
      const three = MotionBounds.corner(volume, -h0, -h1, kx, ky, kz);
      if (three > most) most = three;
    }
    return (load<f64>(volume, RADIUS) + sqrt(most)) * UP;
  }

  /** The same, computed once a query. */
  @inline static remembered(volume: usize, query: i32, kx: f64, ky: f64, kz: f64): f64 {
    if (load<i32>(volume, QUERY) == query) return load<f64>(volume, REACH);
    const reach = MotionBounds.ofVolume(volume, kx, ky, kz);
    store<f64>(volume, reach, REACH);
    store<i32>(volume, query, QUERY);
    return reach;
  }

  /** max |c⊥| over three corners. */
  static ofTriangle(corners: usize, kx: f64, ky: f64, kz: f64): f64 {
    let most: f64 = 0;
    for (let i: usize = 0; i < 72; i += 24) {
      const x = load<f64>(corners + i);
      const y = load<f64>(corners + i, 8);
      const z = load<f64>(corners + i, 16);
      const square = MotionBounds.squareAcross(x, y, z, kx, ky, kz);
      if (square > most) most = square;
    }
    return sqrt(most) * UP;
  }

  /** How fast a gap along n, which points from a to b, can close at most; negative where it opens for certain. */
  @inline static closing(nx: f64, ny: f64, nz: f64, reachA: f64, reachB: f64): f64 {
    let speed = nx * vx + ny * vy + nz * vz;
    if (turnsA) speed += sqrt(MotionBounds.squareAcross(nx, ny, nz, ax, ay, az)) * reachA;
    if (turnsB) speed += sqrt(MotionBounds.squareAcross(nx, ny, nz, bx, by, bz)) * reachB;
    return speed;
  }
  /** For how long a gap surely stays open that closes at most so fast. */
  @inline static stepOver(distance: f64, closingSpeed: f64): f64 {
    const fastest = closingSpeed + speedMargin;
    return fastest > 0 ? (distance / fastest) * DOWN : Infinity;
  }
}
