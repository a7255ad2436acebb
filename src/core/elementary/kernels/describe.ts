// What a contact looks like at its time: the unit normal, from the second feature to the first, and
// the witness weights. For the caller's use only: nothing is decided here, and every case has an
// answer.
import { HIT } from '../../contacts/kernels/hit';
import { Lane } from '../../kernels/lanes';
import { Closest } from './closest';
import { PairScratch } from './pair-scratch';
import { Polygon } from './polygon';

/** A cross product shorter than this part of its factors is no normal. */
const FLAT_SINE: f64 = 1e-7;

/**
 * Writes normal and weights of each vertex–face hit to `scratch.details`, six doubles per hit.
 * `apart`: the features keep a distance at that time.
 */
export function describeVf(
  scratch: PairScratch,
  hits: usize,
  count: i32,
  faces: usize,
  points: usize,
  apart: bool,
): void {
  Describe.batch(scratch, hits, count, faces, points, apart, false);
}

/** The same for edge–edge hits. */
export function describeEe(
  scratch: PairScratch,
  hits: usize,
  count: i32,
  edges: usize,
  points: usize,
  apart: bool,
): void {
  Describe.batch(scratch, hits, count, edges, points, apart, true);
}

/** Describes the contact of the polygon in the scratch. */
export class Describe {
  /** All hits of one kind. */
  @inline static batch(
    scratch: PairScratch,
    hits: usize,
    count: i32,
    table: usize,
    points: usize,
    apart: bool,
    edges: bool,
  ): void {
    let details = scratch.details;
    for (let i = 0; i < count; i++, hits += HIT, details += 48) {
      Polygon.load(scratch, hits, table, points, edges);
      Polygon.normalize(scratch);
      Describe.run(scratch, load<f64>(hits, 8), apart, details);
    }
  }

  /** A coordinate of the velocity of the nearest point. */
  @inline static speed(scratch: PairScratch, offset: usize): f64 {
    const a = Polygon.corner(scratch, 0, offset);
    const b = Polygon.e(scratch, offset);
    const c = Polygon.g(scratch, offset);
    const w = Lane.pair(-1, 1);
    return Lane.at(a, w) + scratch.u * Lane.at(b, w) + scratch.v * Lane.at(c, w);
  }

  /**
   * The sign of C at the start: which side the features come from if they do not show it at the
   * time of contact.
   */
  static sideAtStart(scratch: PairScratch): f64 {
    Closest.findPlain(scratch, 0);
    const ex = scratch.ex;
    const ey = scratch.ey;
    const ez = scratch.ez;
    const gx = scratch.gx;
    const gy = scratch.gy;
    const gz = scratch.gz;
    return scratch.x0 * (ey * gz - ez * gy) + scratch.y0 * (ez * gx - ex * gz) + scratch.z0 * (ex * gy - ey * gx);
  }

  /**
   * Aims along (nx, ny, nz) against the relative velocity; where that is tangential, towards the
   * side of the start.
   */
  static aimAgainstMotion(scratch: PairScratch, nx: f64, ny: f64, nz: f64): void {
    const mx = scratch.velocityX;
    const my = scratch.velocityY;
    const mz = scratch.velocityZ;
    const approach = -(nx * mx + ny * my + nz * mz);
    const size = sqrt((nx * nx + ny * ny + nz * nz) * (mx * mx + my * my + mz * mz));
    const side = abs(approach) > 1e-9 * size ? approach : Describe.sideAtStart(scratch);
    const sign: f64 = side < 0 ? -1 : 1;
    Closest.aim(scratch, sign * nx, sign * ny, sign * nz);
  }

  /**
   * Flat features have no normal: aims across their longer side, towards where they were at the
   * start, or against their motion.
   */
  static aimFlat(scratch: PairScratch): void {
    const ex = scratch.ex;
    const ey = scratch.ey;
    const ez = scratch.ez;
    const gx = scratch.gx;
    const gy = scratch.gy;
    const gz = scratch.gz;
    const longE = ex * ex + ey * ey + ez * ez >= gx * gx + gy * gy + gz * gz;
    const ax = longE ? ex : gx;
    const ay = longE ? ey : gy;
    const az = longE ? ez : gz;
    Closest.findPlain(scratch, 0);
    const u = scratch.u;
    const v = scratch.v;
    const x = scratch.x0 + u * scratch.ex + v * scratch.gx;
    const y = scratch.y0 + u * scratch.ey + v * scratch.gy;
    const z = scratch.z0 + u * scratch.ez + v * scratch.gz;
    scratch.sx = ax;
    scratch.sy = ay;
    scratch.sz = az;
    if (Describe.isAimed(scratch, x, y, z)) return;
    if (Describe.isAimed(scratch, -scratch.velocityX, -scratch.velocityY, -scratch.velocityZ)) return;
    if (Describe.isAimed(scratch, 1, 0, 0)) return;
    Describe.isAimed(scratch, 0, 1, 0);
  }

  /** Aims across the side of the scratch; false if that leaves no direction. */
  static isAimed(scratch: PairScratch, x: f64, y: f64, z: f64): bool {
    Closest.aimAcross(scratch, x, y, z);
    return scratch.dx != 0 || scratch.dy != 0 || scratch.dz != 0;
  }

  /** Writes the normal, then the weights: barycentric, or (s, t, 0). */
  static run(scratch: PairScratch, t: f64, apart: bool, out: usize): void {
    if (apart) Closest.at(scratch, t);
    else Closest.find(scratch, t);
    const isFace = scratch.corners == 3;
    const u = scratch.u;
    const v = scratch.v;
    store<f64>(out, isFace ? max(1 - u - v, 0) : u, 24);
    store<f64>(out, isFace ? u : v, 32);
    store<f64>(out, isFace ? v : 0, 40);
    scratch.velocityX = Describe.speed(scratch, 0);
    scratch.velocityY = Describe.speed(scratch, 16);
    scratch.velocityZ = Describe.speed(scratch, 32);
    if (!apart) Describe.aimTouching(scratch);
    store<f64>(out, scratch.dx);
    store<f64>(out, scratch.dy, 8);
    store<f64>(out, scratch.dz, 16);
  }

  /** Aims along the normal of features that touch. */
  @inline static aimTouching(scratch: PairScratch): void {
    const ex = scratch.ex;
    const ey = scratch.ey;
    const ez = scratch.ez;
    const gx = scratch.gx;
    const gy = scratch.gy;
    const gz = scratch.gz;
    const nx = ey * gz - ez * gy;
    const ny = ez * gx - ex * gz;
    const nz = ex * gy - ey * gx;
    const squares = (ex * ex + ey * ey + ez * ez) * (gx * gx + gy * gy + gz * gz);
    if (nx * nx + ny * ny + nz * nz > FLAT_SINE * FLAT_SINE * squares) Describe.aimAgainstMotion(scratch, nx, ny, nz);
    else Describe.aimFlat(scratch);
  }
}
