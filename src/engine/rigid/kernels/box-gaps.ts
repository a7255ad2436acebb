// Measures the gaps of oriented boxes of two bodies at one time, a pair per lane, and for how long
// they provably stay open (gap-times.ts). One source serves four pairs in floats, and two in
// doubles where floats cannot decide (pair-gaps.ts). Gaps are measured along the six face normals
// of the boxes, and between the spheres around the boxes. A gap is a lower bound of the distance of
// the triangles in the boxes, its rounding error subtracted.
import { ROW } from './box-nodes';
import { GapTimes } from './gap-times';
import { LaneMath } from './lane-math';
import { GAP_ERROR, OFFSET, OMEGA_A, OMEGA_B, ROTATION, SCALE_A, SCALE_B } from './relative-pose';
import { FLOATS, GAPS, RigidContext } from './rigid-context';

/**
 * Result, as an offset in the context: the widest gap over all directions, less its rounding error.
 */
export const GAP: usize = GAPS;
/** Result: the time for which the pair provably stays apart, the longest over all directions. */
export const SAFE_DURATION: usize = GAPS + 16;

/** Gaps between boxes, and for how long each stays open. */
export class BoxGaps {
  /**
   * The gap along a direction: the centres are q apart along it, and h is the sum of the half
   * widths.
   */
  @inline static gapOf<X extends number>(q: v128, h: v128, error: v128): v128 {
    return v128.sub<X>(v128.sub<X>(v128.abs<X>(q), h), error);
  }

  /**
   * Raises GAP and, if `timed`, SAFE_DURATION to the values along a face normal n where these are
   * larger. `q`: signed distance of the centres along n; `h`: sum of the half widths of both boxes
   * along n; `squareA`, `squareB`: |n × ω|² of both bodies.
   */
  @inline static tryNormal<X extends number>(
    context: RigidContext,
    nx: v128,
    ny: v128,
    nz: v128,
    q: v128,
    h: v128,
    error: v128,
    squareA: v128,
    squareB: v128,
    timed: bool,
    turning: bool,
  ): void {
    const at = changetype<usize>(context);
    const gap = BoxGaps.gapOf<X>(q, h, error);
    v128.store(at, v128.pmax<X>(v128.load(at, GAP), gap), GAP);
    if (!timed) return;
    const time = GapTimes.safeDuration<X>(context, nx, ny, nz, q, gap, squareA, squareB, turning);
    v128.store(at, v128.pmax<X>(v128.load(at, SAFE_DURATION), time), SAFE_DURATION);
  }

  /**
   * Writes GAP and, if `timed`, SAFE_DURATION of boxes of a against boxes of b, lane by lane. Rows
   * are those of box-tree.ts. `turning`: whether b turns.
   */
  @inline static between<X extends number>(
    context: RigidContext,
    a: usize,
    b: usize,
    timed: bool,
    turning: bool,
  ): void {
    const at = changetype<usize>(context);
    const pose = sizeof<X>() == 8 ? at : at + FLOATS;
    let error = v128.load_splat<X>(pose, GAP_ERROR * sizeof<X>());
    const sa = v128.load_splat<X>(pose, SCALE_A * sizeof<X>());
    const sb = v128.load_splat<X>(pose, SCALE_B * sizeof<X>());
    const r0 = v128.load_splat<X>(pose, ROTATION * sizeof<X>());
    const r1 = v128.load_splat<X>(pose, (ROTATION + 1) * sizeof<X>());
    const r2 = v128.load_splat<X>(pose, (ROTATION + 2) * sizeof<X>());
    const r3 = v128.load_splat<X>(pose, (ROTATION + 3) * sizeof<X>());
    const r4 = v128.load_splat<X>(pose, (ROTATION + 4) * sizeof<X>());
    const r5 = v128.load_splat<X>(pose, (ROTATION + 5) * sizeof<X>());
    const r6 = v128.load_splat<X>(pose, (ROTATION + 6) * sizeof<X>());
    const r7 = v128.load_splat<X>(pose, (ROTATION + 7) * sizeof<X>());
    const r8 = v128.load_splat<X>(pose, (ROTATION + 8) * sizeof<X>());

    const ax = v128.mul<X>(v128.load(a), sa);
    const ay = v128.mul<X>(v128.load(a, ROW), sa);
    const az = v128.mul<X>(v128.load(a, 2 * ROW), sa);
    const bx = v128.mul<X>(v128.load(b), sb);
    const by = v128.mul<X>(v128.load(b, ROW), sb);
    const bz = v128.mul<X>(v128.load(b, 2 * ROW), sb);
    const x = LaneMath.dot<X>(r0, r1, r2, ax, ay, az);
    const y = LaneMath.dot<X>(r3, r4, r5, ax, ay, az);
    const z = LaneMath.dot<X>(r6, r7, r8, ax, ay, az);
    const dx = v128.sub<X>(v128.add<X>(x, v128.load_splat<X>(pose, OFFSET * sizeof<X>())), bx);
    const dy = v128.sub<X>(v128.add<X>(y, v128.load_splat<X>(pose, (OFFSET + 1) * sizeof<X>())), by);
    const dz = v128.sub<X>(v128.add<X>(z, v128.load_splat<X>(pose, (OFFSET + 2) * sizeof<X>())), bz);

    const ea0 = v128.mul<X>(v128.load(a, 3 * ROW), sa);
    const ea1 = v128.mul<X>(v128.load(a, 4 * ROW), sa);
    const ea2 = v128.mul<X>(v128.load(a, 5 * ROW), sa);
    const eb0 = v128.mul<X>(v128.load(b, 3 * ROW), sb);
    const eb1 = v128.mul<X>(v128.load(b, 4 * ROW), sb);
    const eb2 = v128.mul<X>(v128.load(b, 5 * ROW), sb);
    const ra = LaneMath.length<X>(ea0, ea1, ea2);
    const rb = LaneMath.length<X>(eb0, eb1, eb2);
    // In floats the error covers the skew of the axes too; in doubles the skew is the larger part.
    if (sizeof<X>() == 8) error = v128.add<X>(error, v128.mul<X>(v128.add<X>(ra, rb), GapTimes.skew<X>()));
    const centres = LaneMath.length<X>(dx, dy, dz);
    const spheres = v128.sub<X>(v128.sub<X>(centres, v128.add<X>(ra, rb)), error);
    let gap = spheres;
    let duration = v128.splat<X>(<X>0);
    if (timed) {
      GapTimes.setMotion<X>(context, ra, rb, x, y, z, bx, by, bz, turning);
      duration = GapTimes.safeDurationOfSpheres<X>(context, dx, dy, dz, centres, spheres);
    }

    const b00 = v128.load(b, 6 * ROW);
    const b01 = v128.load(b, 7 * ROW);
    const b02 = v128.load(b, 8 * ROW);
    const b10 = v128.load(b, 9 * ROW);
    const b11 = v128.load(b, 10 * ROW);
    const b12 = v128.load(b, 11 * ROW);
    const b20 = v128.load(b, 12 * ROW);
    const b21 = v128.load(b, 13 * ROW);
    const b22 = v128.load(b, 14 * ROW);
    let k0 = v128.load(a, 6 * ROW);
    let k1 = v128.load(a, 7 * ROW);
    let k2 = v128.load(a, 8 * ROW);
    const a00 = LaneMath.dot<X>(r0, r1, r2, k0, k1, k2);
    const a01 = LaneMath.dot<X>(r3, r4, r5, k0, k1, k2);
    const a02 = LaneMath.dot<X>(r6, r7, r8, k0, k1, k2);
    k0 = v128.load(a, 9 * ROW);
    k1 = v128.load(a, 10 * ROW);
    k2 = v128.load(a, 11 * ROW);
    const a10 = LaneMath.dot<X>(r0, r1, r2, k0, k1, k2);
    const a11 = LaneMath.dot<X>(r3, r4, r5, k0, k1, k2);
    const a12 = LaneMath.dot<X>(r6, r7, r8, k0, k1, k2);
    k0 = v128.load(a, 12 * ROW);
    k1 = v128.load(a, 13 * ROW);
    k2 = v128.load(a, 14 * ROW);
    const a20 = LaneMath.dot<X>(r0, r1, r2, k0, k1, k2);
    const a21 = LaneMath.dot<X>(r3, r4, r5, k0, k1, k2);
    const a22 = LaneMath.dot<X>(r6, r7, r8, k0, k1, k2);

    const c00 = v128.abs<X>(LaneMath.dot<X>(a00, a01, a02, b00, b01, b02));
    const c01 = v128.abs<X>(LaneMath.dot<X>(a00, a01, a02, b10, b11, b12));
    const c02 = v128.abs<X>(LaneMath.dot<X>(a00, a01, a02, b20, b21, b22));
    const c10 = v128.abs<X>(LaneMath.dot<X>(a10, a11, a12, b00, b01, b02));
    const c11 = v128.abs<X>(LaneMath.dot<X>(a10, a11, a12, b10, b11, b12));
    const c12 = v128.abs<X>(LaneMath.dot<X>(a10, a11, a12, b20, b21, b22));
    const c20 = v128.abs<X>(LaneMath.dot<X>(a20, a21, a22, b00, b01, b02));
    const c21 = v128.abs<X>(LaneMath.dot<X>(a20, a21, a22, b10, b11, b12));
    const c22 = v128.abs<X>(LaneMath.dot<X>(a20, a21, a22, b20, b21, b22));
    if (!timed) {
      // At one pose any direction is sound. Two more are tried: the one between the centres, and
      // the one between the nearest points so far.
      for (let i = 0; i < 2; i++) {
        const nx = i ? v128.splat<X>(<X>context.hintX) : v128.div<X>(dx, centres);
        const ny = i ? v128.splat<X>(<X>context.hintY) : v128.div<X>(dy, centres);
        const nz = i ? v128.splat<X>(<X>context.hintZ) : v128.div<X>(dz, centres);
        const p0 = v128.abs<X>(LaneMath.dot<X>(nx, ny, nz, a00, a01, a02));
        const p1 = v128.abs<X>(LaneMath.dot<X>(nx, ny, nz, a10, a11, a12));
        const p2 = v128.abs<X>(LaneMath.dot<X>(nx, ny, nz, a20, a21, a22));
        const q0 = v128.abs<X>(LaneMath.dot<X>(nx, ny, nz, b00, b01, b02));
        const q1 = v128.abs<X>(LaneMath.dot<X>(nx, ny, nz, b10, b11, b12));
        const q2 = v128.abs<X>(LaneMath.dot<X>(nx, ny, nz, b20, b21, b22));
        const ofA = LaneMath.dot<X>(ea0, ea1, ea2, p0, p1, p2);
        const ofB = LaneMath.dot<X>(eb0, eb1, eb2, q0, q1, q2);
        const q = LaneMath.dot<X>(nx, ny, nz, dx, dy, dz);
        gap = v128.pmax<X>(gap, BoxGaps.gapOf<X>(q, v128.add<X>(ofA, ofB), error));
      }
    }
    const none = v128.splat<X>(<X>0);
    let w0 = timed ? GapTimes.squared<X>(pose, OMEGA_A, b00, b01, b02) : none;
    let w1 = timed ? GapTimes.squared<X>(pose, OMEGA_A, b10, b11, b12) : none;
    let w2 = timed ? GapTimes.squared<X>(pose, OMEGA_A, b20, b21, b22) : none;
    let z0 = turning ? GapTimes.squared<X>(pose, OMEGA_B, b00, b01, b02) : none;
    let z1 = turning ? GapTimes.squared<X>(pose, OMEGA_B, b10, b11, b12) : none;
    let z2 = turning ? GapTimes.squared<X>(pose, OMEGA_B, b20, b21, b22) : none;
    v128.store(at, gap, GAP);
    v128.store(at, duration, SAFE_DURATION);
    let q = LaneMath.dot<X>(b00, b01, b02, dx, dy, dz);
    let h = v128.add<X>(eb0, LaneMath.dot<X>(ea0, ea1, ea2, c00, c10, c20));
    let inA = v128.add<X>(w1, w2);
    let inB = v128.add<X>(z1, z2);
    BoxGaps.tryNormal<X>(context, b00, b01, b02, q, h, error, inA, inB, timed, turning);
    q = LaneMath.dot<X>(b10, b11, b12, dx, dy, dz);
    h = v128.add<X>(eb1, LaneMath.dot<X>(ea0, ea1, ea2, c01, c11, c21));
    inA = v128.add<X>(w2, w0);
    inB = v128.add<X>(z2, z0);
    BoxGaps.tryNormal<X>(context, b10, b11, b12, q, h, error, inA, inB, timed, turning);
    q = LaneMath.dot<X>(b20, b21, b22, dx, dy, dz);
    h = v128.add<X>(eb2, LaneMath.dot<X>(ea0, ea1, ea2, c02, c12, c22));
    inA = v128.add<X>(w0, w1);
    inB = v128.add<X>(z0, z1);
    BoxGaps.tryNormal<X>(context, b20, b21, b22, q, h, error, inA, inB, timed, turning);
    w0 = timed ? GapTimes.squared<X>(pose, OMEGA_A, a00, a01, a02) : none;
    w1 = timed ? GapTimes.squared<X>(pose, OMEGA_A, a10, a11, a12) : none;
    w2 = timed ? GapTimes.squared<X>(pose, OMEGA_A, a20, a21, a22) : none;
    z0 = turning ? GapTimes.squared<X>(pose, OMEGA_B, a00, a01, a02) : none;
    z1 = turning ? GapTimes.squared<X>(pose, OMEGA_B, a10, a11, a12) : none;
    z2 = turning ? GapTimes.squared<X>(pose, OMEGA_B, a20, a21, a22) : none;
    q = LaneMath.dot<X>(a00, a01, a02, dx, dy, dz);
    h = v128.add<X>(ea0, LaneMath.dot<X>(eb0, eb1, eb2, c00, c01, c02));
    inA = v128.add<X>(w1, w2);
    inB = v128.add<X>(z1, z2);
    BoxGaps.tryNormal<X>(context, a00, a01, a02, q, h, error, inA, inB, timed, turning);
    q = LaneMath.dot<X>(a10, a11, a12, dx, dy, dz);
    h = v128.add<X>(ea1, LaneMath.dot<X>(eb0, eb1, eb2, c10, c11, c12));
    inA = v128.add<X>(w2, w0);
    inB = v128.add<X>(z2, z0);
    BoxGaps.tryNormal<X>(context, a10, a11, a12, q, h, error, inA, inB, timed, turning);
    q = LaneMath.dot<X>(a20, a21, a22, dx, dy, dz);
    h = v128.add<X>(ea2, LaneMath.dot<X>(eb0, eb1, eb2, c20, c21, c22));
    inA = v128.add<X>(w0, w1);
    inB = v128.add<X>(z0, z1);
    BoxGaps.tryNormal<X>(context, a20, a21, a22, q, h, error, inA, inB, timed, turning);
  }
}
