// Describes a contact at its time: the unit normal, from the second feature to the first, and the
// weights of the contact point. These are for the caller's use only: nothing is decided here, and
// every case has an answer.
import { HIT } from '../../contacts/kernels/hit';
import { PairRow } from '../../contacts/kernels/pair-row';
import { Lane } from '../../kernels/lanes';
import { MeshContext } from '../../kernels/mesh-context';
import { Closest } from './closest';
import { PairScratch } from './pair-scratch';
import { Polygon } from './polygon';

/** Sine of the angle between the sides up to which their cross product is not used as a normal. */
const MIN_NORMAL_SINE: f64 = 1e-7;

/**
 * Writes time, normal and weights of each hit to `scratch.rows`. `apart`: the features keep a
 * distance at that time. `edges`: all hits are of edge–edge pairs; else all are of vertex–face
 * pairs.
 */
export function describeHits(
  context: MeshContext,
  scratch: PairScratch,
  hits: usize,
  count: i32,
  apart: bool,
  edges: bool,
): void {
  let row = scratch.rows;
  for (let i = 0; i < count; i++, hits += HIT, row += offsetof<PairRow>()) {
    Polygon.load(context, scratch, hits, edges);
    Polygon.normalize(scratch);
    Describe.run(scratch, load<f64>(hits, 8), apart, changetype<PairRow>(row));
  }
}

/** Describes the contact of the polygon in the scratch. */
export class Describe {
  /** A coordinate of the velocity of the nearest point. */
  @inline static speed(scratch: PairScratch, offset: usize): f64 {
    const a = Polygon.corner(scratch, 0, offset);
    const b = Polygon.e(scratch, offset);
    const c = Polygon.g(scratch, offset);
    const w = Lane.pair(-1, 1);
    return Lane.at(a, w) + scratch.u * Lane.at(b, w) + scratch.v * Lane.at(c, w);
  }

  /**
   * A number with the sign of C at the start. It tells from which side the features come if their
   * motion at the time of contact does not.
   */
  static sideAtStart(scratch: PairScratch): f64 {
    Closest.findPlain(scratch, 0);
    return scratch.x0 * scratch.nx + scratch.y0 * scratch.ny + scratch.z0 * scratch.nz;
  }

  /**
   * Sets the direction along the normal, against the relative velocity; if that is tangential,
   * towards the side of the start.
   */
  static setDirectionAgainstMotion(scratch: PairScratch): void {
    const nx = scratch.nx;
    const ny = scratch.ny;
    const nz = scratch.nz;
    const mx = scratch.velocityX;
    const my = scratch.velocityY;
    const mz = scratch.velocityZ;
    const approach = -(nx * mx + ny * my + nz * mz);
    const size = sqrt((nx * nx + ny * ny + nz * nz) * (mx * mx + my * my + mz * mz));
    const side = abs(approach) > 1e-9 * size ? approach : Describe.sideAtStart(scratch);
    const sign: f64 = side < 0 ? -1 : 1;
    Closest.setDirection(scratch, sign * nx, sign * ny, sign * nz);
  }

  /**
   * Flat features have no normal. Sets a direction across their longer side: towards where they
   * were at the start, else against their motion, else along an axis.
   */
  static setFlatDirection(scratch: PairScratch): void {
    const longE = scratch.ee >= scratch.gg;
    const ax = longE ? scratch.ex : scratch.gx;
    const ay = longE ? scratch.ey : scratch.gy;
    const az = longE ? scratch.ez : scratch.gz;
    Closest.findPlain(scratch, 0);
    const u = scratch.u;
    const v = scratch.v;
    const x = scratch.x0 + u * scratch.ex + v * scratch.gx;
    const y = scratch.y0 + u * scratch.ey + v * scratch.gy;
    const z = scratch.z0 + u * scratch.ez + v * scratch.gz;
    scratch.sx = ax;
    scratch.sy = ay;
    scratch.sz = az;
    if (Describe.trySetDirection(scratch, x, y, z)) return;
    if (Describe.trySetDirection(scratch, -scratch.velocityX, -scratch.velocityY, -scratch.velocityZ)) return;
    if (Describe.trySetDirection(scratch, 1, 0, 0)) return;
    Describe.trySetDirection(scratch, 0, 1, 0);
  }

  /** Sets the direction across the side of the scratch; false if no direction is left. */
  static trySetDirection(scratch: PairScratch, x: f64, y: f64, z: f64): bool {
    Closest.setDirectionAcross(scratch, x, y, z);
    return scratch.dx != 0 || scratch.dy != 0 || scratch.dz != 0;
  }

  /** Fills in all of the row but its ids. */
  static run(scratch: PairScratch, t: f64, apart: bool, row: PairRow): void {
    if (apart) Closest.at(scratch, t);
    else Closest.find(scratch, t);
    const isFace = scratch.corners == 3;
    const u = scratch.u;
    const v = scratch.v;
    row.value = t;
    row.weight0 = isFace ? max(1 - u - v, 0) : u;
    row.weight1 = isFace ? u : v;
    row.weight2 = isFace ? v : 0;
    scratch.velocityX = Describe.speed(scratch, 0);
    scratch.velocityY = Describe.speed(scratch, 16);
    scratch.velocityZ = Describe.speed(scratch, 32);
    if (!apart) {
      if (Polygon.isWide(scratch, MIN_NORMAL_SINE * MIN_NORMAL_SINE)) Describe.setDirectionAgainstMotion(scratch);
      else Describe.setFlatDirection(scratch);
    }
    row.normalX = scratch.dx;
    row.normalY = scratch.dy;
    row.normalZ = scratch.dz;
  }
}
