// What a contact looks like at its time: the unit normal, from the second feature to the first, and the witness weights.
// For the caller's use only; nothing is decided here, and every case has an answer.
import { Closest, dx, dy, dz, u, v, x0, y0, z0 } from './closest';
import { Lane } from './lanes';
import { corners, ex, ey, ez, gx, gy, gz, Polygon } from './polygon';

/** A cross product shorter than this part of its factors is no normal. */
const FLAT: f64 = 1e-7;

/** The nearest point of the polygon at the time, by its velocity. */
let mx: f64 = 0;
let my: f64 = 0;
let mz: f64 = 0;

export class Describe {
  @inline static speed(offset: usize): f64 {
    const a = Polygon.corner(0, offset);
    const b = Polygon.e(offset);
    const c = Polygon.g(offset);
    const w = Lane.pair(-1, 1);
    return Lane.at(a, w) + u * Lane.at(b, w) + v * Lane.at(c, w);
  }

  /** The sign of C at the start: which side the features come from if they do not show it at the time of contact. */
  static sideAtStart(): f64 {
    Closest.take(0);
    return x0 * (ey * gz - ez * gy) + y0 * (ez * gx - ex * gz) + z0 * (ex * gy - ey * gx);
  }

  /** Along (nx, ny, nz) against the relative velocity; where that is tangential, towards the side of the start. */
  static aimAgainstMotion(nx: f64, ny: f64, nz: f64): void {
    const approach = -(nx * mx + ny * my + nz * mz);
    const size = sqrt((nx * nx + ny * ny + nz * nz) * (mx * mx + my * my + mz * mz));
    const side = abs(approach) > 1e-9 * size ? approach : Describe.sideAtStart();
    const sign: f64 = side < 0 ? -1 : 1;
    Closest.aim(sign * nx, sign * ny, sign * nz);
  }

  /** Flat features have no normal: across their longer side, towards where they were at the start, or against their motion. */
  static aimFlat(): void {
    const longE = ex * ex + ey * ey + ez * ez >= gx * gx + gy * gy + gz * gz;
    const ax = longE ? ex : gx;
    const ay = longE ? ey : gy;
    const az = longE ? ez : gz;
    Closest.take(0);
    Closest.aimAcross(x0 + u * ex + v * gx, y0 + u * ey + v * gy, z0 + u * ez + v * gz, ax, ay, az);
    if (dx == 0 && dy == 0 && dz == 0) Closest.aimAcross(-mx, -my, -mz, ax, ay, az);
    if (dx == 0 && dy == 0 && dz == 0) Closest.aimAcross(1, 0, 0, ax, ay, az);
    if (dx == 0 && dy == 0 && dz == 0) Closest.aimAcross(0, 1, 0, ax, ay, az);
  }

  /** For the loaded polygon. Writes the normal, then the weights: barycentric, or (s, t, 0). */
  static run(t: f64, apart: bool, out: usize): void {
    if (apart) Closest.at(t);
    else Closest.find(t);
    store<f64>(out, corners == 3 ? max(1 - u - v, 0) : u, 24);
    store<f64>(out, corners == 3 ? u : v, 32);
    store<f64>(out, corners == 3 ? v : 0, 40);
    mx = Describe.speed(0);
    my = Describe.speed(16);
    mz = Describe.speed(32);
    if (!apart) {
      const nx = ey * gz - ez * gy;
      const ny = ez * gx - ex * gz;
      const nz = ex * gy - ey * gx;
      const squares = (ex * ex + ey * ey + ez * ez) * (gx * gx + gy * gy + gz * gz);
      if (nx * nx + ny * ny + nz * nz > FLAT * FLAT * squares) Describe.aimAgainstMotion(nx, ny, nz);
      else Describe.aimFlat();
    }
    store<f64>(out, dx);
    store<f64>(out, dy, 8);
    store<f64>(out, dz, 16);
  }
}
