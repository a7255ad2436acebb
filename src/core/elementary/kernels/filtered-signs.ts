// Signs of orientation determinants that floating point proves; what it cannot prove is left to
// core/elementary/orientation.ts, where the same bounds are derived. Points are three doubles.

/** Percentage of all rounding bounds, as a factor: 1 but in mutation tests. */
const SCALE: f64 = <f64>BOUND_PERCENT / 100;
/** 2^-50, the relative bound of one orientation. */
const FILTER_3D: f64 = 8.881784197001252e-16 * SCALE;
/** 2^-49, the relative bound of the sides of a plane. */
const FILTER_PLANE: f64 = 1.7763568394002505e-15 * SCALE;
/** 2^-1020: more than underflow takes. */
const UNDERFLOW: f64 = 8.900295434028806e-308 * SCALE;

/** Bytes of a point. */
export const POINT_BYTES: usize = 24;
/** Bytes of a triangle. */
export const TRIANGLE_BYTES: usize = 72;

/** Signs 1 and −1; 0 where floating point does not know. */
export class FilteredSigns {
  /** The sign of det(a − d, b − d, c − d). */
  static orientation(a: usize, b: usize, c: usize, d: usize): i32 {
    const dx = load<f64>(d);
    const dy = load<f64>(d, 8);
    const dz = load<f64>(d, 16);
    const adx = load<f64>(a) - dx;
    const bdx = load<f64>(b) - dx;
    const cdx = load<f64>(c) - dx;
    const ady = load<f64>(a, 8) - dy;
    const bdy = load<f64>(b, 8) - dy;
    const cdy = load<f64>(c, 8) - dy;
    const adz = load<f64>(a, 16) - dz;
    const bdz = load<f64>(b, 16) - dz;
    const cdz = load<f64>(c, 16) - dz;
    const bc = bdx * cdy;
    const cb = cdx * bdy;
    const ca = cdx * ady;
    const ac = adx * cdy;
    const ab = adx * bdy;
    const ba = bdx * ady;
    const det = adz * (bc - cb) + bdz * (ca - ac) + cdz * (ab - ba);
    const az = abs(adz);
    const bz = abs(bdz);
    const cz = abs(cdz);
    const permanent = az * (abs(bc) + abs(cb)) + bz * (abs(ca) + abs(ac)) + cz * (abs(ab) + abs(ba));
    const bound = FILTER_3D * permanent + UNDERFLOW * (az + bz + cz + 1);
    // If something overflows, the bound is infinite or NaN, and no comparison with it holds.
    return det > bound ? 1 : -det > bound ? -1 : 0;
  }

  /**
   * The signs of the orientations of triangle b and each corner of triangle a, two bits each:
   * `FilteredSigns.at` reads them.
   */
  static planeSides(b: usize, a: usize): i32 {
    const bx = load<f64>(b);
    const by = load<f64>(b, 8);
    const bz = load<f64>(b, 16);
    const ex = load<f64>(b, 24) - bx;
    const ey = load<f64>(b, 32) - by;
    const ez = load<f64>(b, 40) - bz;
    const fx = load<f64>(b, 48) - bx;
    const fy = load<f64>(b, 56) - by;
    const fz = load<f64>(b, 64) - bz;
    const nx = ey * fz - ez * fy;
    const ny = ez * fx - ex * fz;
    const nz = ex * fy - ey * fx;
    const px = abs(ey * fz) + abs(ez * fy);
    const py = abs(ez * fx) + abs(ex * fz);
    const pz = abs(ex * fy) + abs(ey * fx);
    let sides = 0;
    for (let i = 0; i < 6; i += 2, a += POINT_BYTES) {
      const dx = load<f64>(a) - bx;
      const dy = load<f64>(a, 8) - by;
      const dz = load<f64>(a, 16) - bz;
      const det = nx * dx + ny * dy + nz * dz;
      const x = abs(dx);
      const y = abs(dy);
      const z = abs(dz);
      const bound = FILTER_PLANE * (px * x + py * y + pz * z) + UNDERFLOW * (x + y + z + 1);
      sides |= (det > bound ? 3 : -det > bound ? 1 : 0) << i;
    }
    return sides;
  }

  /** Sign i of three. */
  @inline static at(signs: i32, i: i32): i32 {
    return (signs << (30 - 2 * i)) >> 30;
  }

  /** Whether three signs are known and equal. */
  @inline static areEqual(signs: i32): bool {
    return signs == 0b010101 || signs == 0b111111;
  }

  /** Whether three signs are known: an odd number in two bits. */
  @inline static areKnown(signs: i32): bool {
    return (signs & 0b010101) == 0b010101;
  }
}
