// The exact sign of the 2D and 3D orientation determinants of points in one array; every discrete
// elementary test is built from these two. A floating-point filter that holds for all finite
// doubles decides nearly every call; then come the adaptive predicates of Shewchuk (npm
// `robust-predicates`), and BigInt where those could over- or underflow.
import { orient3d } from 'robust-predicates';
import { orient2dExact, orient3dExact } from './orientation-exact.ts';

// The adaptive predicates are exact as long as nothing over- or underflows. They are used if every
// nonzero |coordinate| lies in [SMALLEST_ADAPTIVE, LARGEST_ADAPTIVE]:
// - The lowest bit of a coordinate is then at least 2^-302, and so is that of differences and of
//   their tails. Products of up to three of them, the tails of those products and all partial sums
//   are multiples of 2^-906, far above the least double 2^-1074.
// - The error bounds are at least 2^-906 · 26 · 2^-106 > 2^-1022: normal, hence rounded relatively,
//   as the proof needs.
// - Differences are at most 2^301, the six products of three and their sums at most 2^906.
//   Splitting a factor multiplies it by 2^27 + 1. All of that is below 2^1023.
const SMALLEST_ADAPTIVE = 2 ** -250;
const LARGEST_ADAPTIVE = 2 ** 300;

/**
 * Relative error bound of the filter of orient2dSign: Shewchuk's (3 + 16u)u, u = 2^-53, rounded up.
 */
const FILTER_2D = 2 ** -51;
/** Relative error bound of the filter of orient3dSign: Shewchuk's (7 + 56u)u, rounded up. */
const FILTER_3D = 2 ** -50;
/**
 * Relative error bound of `planeSides`, whose comment counts the roundings: (8 + small)u, rounded
 * up.
 */
const FILTER_PLANE = 2 ** -49;
/**
 * Absolute error bound of the filters. A product that underflows errs by at most 2^-1075, times at
 * most one further factor; a dozen of these errors fit in.
 */
const DETERMINANT_UNDERFLOW = 2 ** -1020;

/** Sign of (a − c) × (b − c) in the axes u and v (0, 1, 2): 1 if a, b, c turn counter-clockwise. */
export function orient2dSign(q: Float64Array, a: number, b: number, c: number, u: number, v: number): number {
  const left = (q[a + u] - q[c + u]) * (q[b + v] - q[c + v]);
  const right = (q[a + v] - q[c + v]) * (q[b + u] - q[c + u]);
  const det = left - right;
  // If something overflows, the bound is infinite or NaN, and no comparison with it holds.
  const bound = FILTER_2D * (Math.abs(left) + Math.abs(right)) + DETERMINANT_UNDERFLOW;
  if (det > bound) return 1;
  if (-det > bound) return -1;
  return orient2dAdaptive(q, a, b, c, u, v);
}

/**
 * Sign of det(a − d, b − d, c − d): −1 if d lies above the plane of a, b, c, on the side from which
 * these appear counter-clockwise.
 */
export function orient3dSign(q: Float64Array, a: number, b: number, c: number, d: number): number {
  const dx = q[d];
  const dy = q[d + 1];
  const dz = q[d + 2];
  const adx = q[a] - dx;
  const bdx = q[b] - dx;
  const cdx = q[c] - dx;
  const ady = q[a + 1] - dy;
  const bdy = q[b + 1] - dy;
  const cdy = q[c + 1] - dy;
  const adz = q[a + 2] - dz;
  const bdz = q[b + 2] - dz;
  const cdz = q[c + 2] - dz;
  const bc = bdx * cdy;
  const cb = cdx * bdy;
  const ca = cdx * ady;
  const ac = adx * cdy;
  const ab = adx * bdy;
  const ba = bdx * ady;
  const det = adz * (bc - cb) + bdz * (ca - ac) + cdz * (ab - ba);
  const az = Math.abs(adz);
  const bz = Math.abs(bdz);
  const cz = Math.abs(cdz);
  const permanent =
    az * (Math.abs(bc) + Math.abs(cb)) + bz * (Math.abs(ca) + Math.abs(ac)) + cz * (Math.abs(ab) + Math.abs(ba));
  const bound = FILTER_3D * permanent + DETERMINANT_UNDERFLOW * (az + bz + cz + 1);
  if (det > bound) return 1;
  if (-det > bound) return -1;
  return orient3dAdaptive(q, a, b, c, d, permanent);
}

/**
 * sides[i] = `orient3dSign` of triangle b (three corners from b on) and corner i of triangle a, for
 * i from `first` on. The normal is computed once: half the time of three calls. Bound: three
 * differences, two products and the subtraction between them, two sums: (8 + small)u of the
 * permanent, rounded up.
 */
export function planeSides(q: Float64Array, b: number, a: number, first: number, sides: Int8Array): void {
  const bx = q[b];
  const by = q[b + 1];
  const bz = q[b + 2];
  const ex = q[b + 3] - bx;
  const ey = q[b + 4] - by;
  const ez = q[b + 5] - bz;
  const fx = q[b + 6] - bx;
  const fy = q[b + 7] - by;
  const fz = q[b + 8] - bz;
  const nx = ey * fz - ez * fy;
  const ny = ez * fx - ex * fz;
  const nz = ex * fy - ey * fx;
  const px = Math.abs(ey * fz) + Math.abs(ez * fy);
  const py = Math.abs(ez * fx) + Math.abs(ex * fz);
  const pz = Math.abs(ex * fy) + Math.abs(ey * fx);
  for (let i = first; i < 3; i++) {
    const c = a + 3 * i;
    const dx = q[c] - bx;
    const dy = q[c + 1] - by;
    const dz = q[c + 2] - bz;
    const det = nx * dx + ny * dy + nz * dz;
    const x = Math.abs(dx);
    const y = Math.abs(dy);
    const z = Math.abs(dz);
    const bound = FILTER_PLANE * (px * x + py * y + pz * z) + DETERMINANT_UNDERFLOW * (x + y + z + 1);
    if (det > bound) sides[i] = -1;
    else if (-det > bound) sides[i] = 1;
    else sides[i] = orient3dSign(q, b, b + 3, b + 6, c);
  }
}

function orient2dAdaptive(q: Float64Array, a: number, b: number, c: number, u: number, v: number): number {
  if (!(inRange(q, a) && inRange(q, b) && inRange(q, c))) return orient2dExact(q, a, b, c, u, v);
  // As an `orient3d` whose fourth point is one above c. The library's `orient2d` would add half a
  // kilobyte for calls that hardly happen.
  const [cu, cv] = [q[c + u], q[c + v]];
  return -signOf(orient3d(q[a + u], q[a + v], 0, q[b + u], q[b + v], 0, cu, cv, 0, cu, cv, 1)) || 0;
}

function orient3dAdaptive(q: Float64Array, a: number, b: number, c: number, d: number, permanent: number): number {
  if (!(inRange(q, a) && inRange(q, b) && inRange(q, c) && inRange(q, d))) return orient3dExact(q, a, b, c, d);
  // In range, a product is 0 only if a factor is 0, so the determinant is 0, too. Points in an
  // axis-aligned plane end here, without an expansion.
  if (permanent === 0) return 0;
  // biome-ignore format: one point per line
  return signOf(orient3d(
    q[a], q[a + 1], q[a + 2],
    q[b], q[b + 1], q[b + 2],
    q[c], q[c + 1], q[c + 2],
    q[d], q[d + 1], q[d + 2],
  ));
}

/** The sign of x; unlike Math.sign never −0. */
function signOf(x: number): number {
  return x > 0 ? 1 : x < 0 ? -1 : 0;
}

/** Whether the adaptive predicates are exact for the coordinates of a point. */
function inRange(q: Float64Array, p: number): boolean {
  return coordinateInRange(q[p]) && coordinateInRange(q[p + 1]) && coordinateInRange(q[p + 2]);
}

function coordinateInRange(x: number): boolean {
  return x === 0 || (Math.abs(x) >= SMALLEST_ADAPTIVE && Math.abs(x) <= LARGEST_ADAPTIVE);
}
