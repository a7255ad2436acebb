// Oriented boxes of two bodies against each other, lane by lane: how far apart they are at a time, and for how long they surely stay
// apart. In floats for four pairs, and in doubles for two where floats cannot tell: one text for both precisions.
//
// Along a direction n fixed in the world, a point of a that moves as p' = v + ω × r has p''·n = (n × ω)·(ω × r) ≤ |n × ω||ω × r|, and
// |ω × r| never changes. So for a box with centre velocity u, half diagonal r and o = ω × (its centre), a gap g stays open for δ while
//   g + s·δ − K·δ²/2 > 0,   s = n·u − |n × ω|·r,   K = |n × ω|·(|o| + |ω|·r),
// the parts of both bodies added, that is for δ < 2g / (√(s² + 2Kg) − s). Any n is sound; the six face normals of the boxes are tried,
// and the direction between the centres for the spheres around the boxes, which turning does not move: there r drops out.
import {
  BEND,
  OA,
  OB,
  PER_RATE_A,
  PER_RATE_B,
  R,
  RATE_A,
  RATE_B,
  SCALE_A,
  SCALE_B,
  SLACK,
  SPEED_SLACK,
  SPIN,
  SWING,
  T,
  UNSTEADY,
  V,
  WA,
  WB,
} from './relative-pose';

/** Of the last boxes: the widest gap along a direction, less its rounding; and the time for which a gap is sure to last. */
export let gap: v128 = f64x2.splat(0);
export let lasts: v128 = f64x2.splat(0);

/** Three floats: a direction, not longer than 1, in which gaps at one pose are measured too. */
export const hint: usize = memory.data(16, 16);

let pose: usize = 0;
let slack: v128 = f64x2.splat(0);

/** Velocity of a's origin, and what rounding adds to speeds and to |n × ω|: the axes are orthonormal but for rounding. */
let vx: v128 = f64x2.splat(0);
let vy: v128 = f64x2.splat(0);
let vz: v128 = f64x2.splat(0);
let speedSlack: v128 = f64x2.splat(0);
let skewA: v128 = f64x2.splat(0);
let skewB: v128 = f64x2.splat(0);

/** Distance vector, relative velocity of the centres, half diagonals, |o| + |ω|r and the same by |ω| of the present boxes. */
let dx: v128 = f64x2.splat(0);
let dy: v128 = f64x2.splat(0);
let dz: v128 = f64x2.splat(0);
let ux: v128 = f64x2.splat(0);
let uy: v128 = f64x2.splat(0);
let uz: v128 = f64x2.splat(0);
let ra: v128 = f64x2.splat(0);
let rb: v128 = f64x2.splat(0);
let reachA: v128 = f64x2.splat(0);
let reachB: v128 = f64x2.splat(0);
let farA: v128 = f64x2.splat(0);
let farB: v128 = f64x2.splat(0);
/** Half diagonal of what turns with b. */
let spinB: v128 = f64x2.splat(0);

export class BoxGaps {
  @inline static one<X extends number>(i: i32): v128 {
    return v128.load_splat<X>(pose + <usize>i * sizeof<X>());
  }

  @inline static row(boxes: usize, i: i32): v128 {
    return v128.load(boxes + ((<usize>i) << 4));
  }

  @inline static dot<X extends number>(a: v128, b: v128, c: v128, x: v128, y: v128, z: v128): v128 {
    return v128.add<X>(v128.add<X>(v128.mul<X>(a, x), v128.mul<X>(b, y)), v128.mul<X>(c, z));
  }

  @inline static cross<X extends number>(a: v128, b: v128, x: v128, y: v128): v128 {
    return v128.sub<X>(v128.mul<X>(a, x), v128.mul<X>(b, y));
  }

  @inline static length<X extends number>(x: v128, y: v128, z: v128): v128 {
    return v128.sqrt<X>(BoxGaps.dot<X>(x, y, z, x, y, z));
  }

  /** Part of a vector at place w along three axes, squared: of an orthonormal frame two of the squares are |n × w|² of the third. */
  @inline static squared<X extends number>(w: i32, x: v128, y: v128, z: v128): v128 {
    const part = BoxGaps.dot<X>(x, y, z, BoxGaps.one<X>(w), BoxGaps.one<X>(w + 1), BoxGaps.one<X>(w + 2));
    return v128.mul<X>(part, part);
  }

  /** Room between √ and s that covers their rounding in either precision. */
  @inline static above<X extends number>(): v128 {
    return v128.splat<X>(sizeof<X>() == 4 ? <X>1.000002 : <X>1.00000000000001);
  }

  /** Sine of the angle by which the axes of a box may miss being square to each other: they are stored in floats, and turned in X. */
  @inline static skew<X extends number>(): v128 {
    return v128.splat<X>(sizeof<X>() == 4 ? <X>3.814697265625e-6 : <X>4.76837158203125e-7);
  }

  @inline static tiny<X extends number>(): v128 {
    return v128.splat<X>(sizeof<X>() == 4 ? <X>1e-30 : <X>1e-200);
  }

  /**
   * A gap `wide` along a direction that closes with speed −s at first and twice the acceleration K, and with at most `steady` at any time:
   * is it the widest, does it last longest?
   */
  @inline static take<X extends number>(wide: v128, s: v128, twiceK: v128, steady: v128): void {
    gap = v128.pmax<X>(gap, wide);
    const g = v128.pmax<X>(v128.splat<X>(<X>0), wide);
    const root = v128.sqrt<X>(v128.add<X>(v128.mul<X>(s, s), v128.mul<X>(twiceK, g)));
    // Both rates have room for their rounding.
    const rate = v128.mul<X>(v128.sub<X>(v128.mul<X>(root, BoxGaps.above<X>()), s), v128.splat<X>(<X>0.5));
    const least = v128.pmax<X>(v128.pmin<X>(rate, v128.mul<X>(steady, BoxGaps.above<X>())), BoxGaps.tiny<X>());
    lasts = v128.pmax<X>(lasts, v128.div<X>(g, least));
  }

  /** Along the face normal n, with half widths h of both boxes together and the squares of |n × ω| of both bodies. */
  @inline static along<X extends number>(
    nx: v128,
    ny: v128,
    nz: v128,
    h: v128,
    squareA: v128,
    squareB: v128,
    timed: bool,
    turning: bool,
  ): void {
    const q = BoxGaps.dot<X>(nx, ny, nz, dx, dy, dz);
    const wide = v128.sub<X>(v128.sub<X>(v128.abs<X>(q), h), slack);
    if (!timed) {
      gap = v128.pmax<X>(gap, wide);
      return;
    }
    const towards = v128.and(q, v128.splat<X>(<X>-0.0));
    const nu = v128.xor(BoxGaps.dot<X>(nx, ny, nz, ux, uy, uz), towards);
    const nv = v128.xor(BoxGaps.dot<X>(nx, ny, nz, vx, vy, vz), towards);
    const crossA = v128.add<X>(v128.sqrt<X>(squareA), skewA);
    let lost = v128.add<X>(v128.mul<X>(crossA, ra), speedSlack);
    let bend = v128.add<X>(v128.mul<X>(crossA, reachA), BoxGaps.one<X>(BEND));
    let most = v128.add<X>(v128.mul<X>(crossA, farA), BoxGaps.one<X>(UNSTEADY));
    if (turning) {
      const crossB = v128.add<X>(v128.sqrt<X>(squareB), skewB);
      lost = v128.add<X>(lost, v128.mul<X>(crossB, spinB));
      bend = v128.add<X>(bend, v128.mul<X>(crossB, reachB));
      most = v128.add<X>(most, v128.mul<X>(crossB, farB));
    }
    const twiceK = v128.mul<X>(v128.add<X>(bend, bend), BoxGaps.above<X>());
    BoxGaps.take<X>(wide, v128.sub<X>(nu, lost), twiceK, v128.add<X>(v128.sub<X>(most, nv), speedSlack));
  }

  /**
   * Boxes of a against boxes of b, lanes side by side, rows as box-tree.ts lays them out. `timed`: `lasts` too; `turning`: b turns.
   */
  @inline static between<X extends number>(a: usize, b: usize, block: usize, timed: bool, turning: bool): void {
    pose = block;
    slack = BoxGaps.one<X>(SLACK);
    const sa = BoxGaps.one<X>(SCALE_A);
    const sb = BoxGaps.one<X>(SCALE_B);
    const r0 = BoxGaps.one<X>(R);
    const r1 = BoxGaps.one<X>(R + 1);
    const r2 = BoxGaps.one<X>(R + 2);
    const r3 = BoxGaps.one<X>(R + 3);
    const r4 = BoxGaps.one<X>(R + 4);
    const r5 = BoxGaps.one<X>(R + 5);
    const r6 = BoxGaps.one<X>(R + 6);
    const r7 = BoxGaps.one<X>(R + 7);
    const r8 = BoxGaps.one<X>(R + 8);

    const ax = v128.mul<X>(BoxGaps.row(a, 0), sa);
    const ay = v128.mul<X>(BoxGaps.row(a, 1), sa);
    const az = v128.mul<X>(BoxGaps.row(a, 2), sa);
    const bx = v128.mul<X>(BoxGaps.row(b, 0), sb);
    const by = v128.mul<X>(BoxGaps.row(b, 1), sb);
    const bz = v128.mul<X>(BoxGaps.row(b, 2), sb);
    const x = BoxGaps.dot<X>(r0, r1, r2, ax, ay, az);
    const y = BoxGaps.dot<X>(r3, r4, r5, ax, ay, az);
    const z = BoxGaps.dot<X>(r6, r7, r8, ax, ay, az);
    dx = v128.sub<X>(v128.add<X>(x, BoxGaps.one<X>(T)), bx);
    dy = v128.sub<X>(v128.add<X>(y, BoxGaps.one<X>(T + 1)), by);
    dz = v128.sub<X>(v128.add<X>(z, BoxGaps.one<X>(T + 2)), bz);

    const ea0 = v128.mul<X>(BoxGaps.row(a, 3), sa);
    const ea1 = v128.mul<X>(BoxGaps.row(a, 4), sa);
    const ea2 = v128.mul<X>(BoxGaps.row(a, 5), sa);
    const eb0 = v128.mul<X>(BoxGaps.row(b, 3), sb);
    const eb1 = v128.mul<X>(BoxGaps.row(b, 4), sb);
    const eb2 = v128.mul<X>(BoxGaps.row(b, 5), sb);
    ra = BoxGaps.length<X>(ea0, ea1, ea2);
    rb = BoxGaps.length<X>(eb0, eb1, eb2);
    // In floats the slack covers the skew of the axes too; in doubles it is the larger part.
    if (sizeof<X>() == 8) slack = v128.add<X>(slack, v128.mul<X>(v128.add<X>(ra, rb), BoxGaps.skew<X>()));
    const centres = BoxGaps.length<X>(dx, dy, dz);
    const spheres = v128.sub<X>(v128.sub<X>(centres, v128.add<X>(ra, rb)), slack);
    gap = spheres;
    if (timed) BoxGaps.setMotion<X>(x, y, z, bx, by, bz, centres, spheres, turning);

    const b00 = BoxGaps.row(b, 6);
    const b01 = BoxGaps.row(b, 7);
    const b02 = BoxGaps.row(b, 8);
    const b10 = BoxGaps.row(b, 9);
    const b11 = BoxGaps.row(b, 10);
    const b12 = BoxGaps.row(b, 11);
    const b20 = BoxGaps.row(b, 12);
    const b21 = BoxGaps.row(b, 13);
    const b22 = BoxGaps.row(b, 14);
    let k0 = BoxGaps.row(a, 6);
    let k1 = BoxGaps.row(a, 7);
    let k2 = BoxGaps.row(a, 8);
    const a00 = BoxGaps.dot<X>(r0, r1, r2, k0, k1, k2);
    const a01 = BoxGaps.dot<X>(r3, r4, r5, k0, k1, k2);
    const a02 = BoxGaps.dot<X>(r6, r7, r8, k0, k1, k2);
    k0 = BoxGaps.row(a, 9);
    k1 = BoxGaps.row(a, 10);
    k2 = BoxGaps.row(a, 11);
    const a10 = BoxGaps.dot<X>(r0, r1, r2, k0, k1, k2);
    const a11 = BoxGaps.dot<X>(r3, r4, r5, k0, k1, k2);
    const a12 = BoxGaps.dot<X>(r6, r7, r8, k0, k1, k2);
    k0 = BoxGaps.row(a, 12);
    k1 = BoxGaps.row(a, 13);
    k2 = BoxGaps.row(a, 14);
    const a20 = BoxGaps.dot<X>(r0, r1, r2, k0, k1, k2);
    const a21 = BoxGaps.dot<X>(r3, r4, r5, k0, k1, k2);
    const a22 = BoxGaps.dot<X>(r6, r7, r8, k0, k1, k2);

    const c00 = v128.abs<X>(BoxGaps.dot<X>(a00, a01, a02, b00, b01, b02));
    const c01 = v128.abs<X>(BoxGaps.dot<X>(a00, a01, a02, b10, b11, b12));
    const c02 = v128.abs<X>(BoxGaps.dot<X>(a00, a01, a02, b20, b21, b22));
    const c10 = v128.abs<X>(BoxGaps.dot<X>(a10, a11, a12, b00, b01, b02));
    const c11 = v128.abs<X>(BoxGaps.dot<X>(a10, a11, a12, b10, b11, b12));
    const c12 = v128.abs<X>(BoxGaps.dot<X>(a10, a11, a12, b20, b21, b22));
    const c20 = v128.abs<X>(BoxGaps.dot<X>(a20, a21, a22, b00, b01, b02));
    const c21 = v128.abs<X>(BoxGaps.dot<X>(a20, a21, a22, b10, b11, b12));
    const c22 = v128.abs<X>(BoxGaps.dot<X>(a20, a21, a22, b20, b21, b22));
    if (!timed) {
      // At one pose no direction costs speed: between the centres, and where the nearest so far are apart.
      for (let i = 0; i < 2; i++) {
        const nx = i ? v128.load_splat<X>(hint) : v128.div<X>(dx, centres);
        const ny = i ? v128.load_splat<X>(hint, sizeof<X>()) : v128.div<X>(dy, centres);
        const nz = i ? v128.load_splat<X>(hint, 2 * sizeof<X>()) : v128.div<X>(dz, centres);
        const p0 = v128.abs<X>(BoxGaps.dot<X>(nx, ny, nz, a00, a01, a02));
        const p1 = v128.abs<X>(BoxGaps.dot<X>(nx, ny, nz, a10, a11, a12));
        const p2 = v128.abs<X>(BoxGaps.dot<X>(nx, ny, nz, a20, a21, a22));
        const q0 = v128.abs<X>(BoxGaps.dot<X>(nx, ny, nz, b00, b01, b02));
        const q1 = v128.abs<X>(BoxGaps.dot<X>(nx, ny, nz, b10, b11, b12));
        const q2 = v128.abs<X>(BoxGaps.dot<X>(nx, ny, nz, b20, b21, b22));
        const ofA = BoxGaps.dot<X>(ea0, ea1, ea2, p0, p1, p2);
        const ofB = BoxGaps.dot<X>(eb0, eb1, eb2, q0, q1, q2);
        BoxGaps.along<X>(nx, ny, nz, v128.add<X>(ofA, ofB), slack, slack, false, false);
      }
    }
    const none = v128.splat<X>(<X>0);
    let w0 = timed ? BoxGaps.squared<X>(WA, b00, b01, b02) : none;
    let w1 = timed ? BoxGaps.squared<X>(WA, b10, b11, b12) : none;
    let w2 = timed ? BoxGaps.squared<X>(WA, b20, b21, b22) : none;
    let z0 = turning ? BoxGaps.squared<X>(WB, b00, b01, b02) : none;
    let z1 = turning ? BoxGaps.squared<X>(WB, b10, b11, b12) : none;
    let z2 = turning ? BoxGaps.squared<X>(WB, b20, b21, b22) : none;
    let h = v128.add<X>(eb0, BoxGaps.dot<X>(ea0, ea1, ea2, c00, c10, c20));
    BoxGaps.along<X>(b00, b01, b02, h, v128.add<X>(w1, w2), v128.add<X>(z1, z2), timed, turning);
    h = v128.add<X>(eb1, BoxGaps.dot<X>(ea0, ea1, ea2, c01, c11, c21));
    BoxGaps.along<X>(b10, b11, b12, h, v128.add<X>(w2, w0), v128.add<X>(z2, z0), timed, turning);
    h = v128.add<X>(eb2, BoxGaps.dot<X>(ea0, ea1, ea2, c02, c12, c22));
    BoxGaps.along<X>(b20, b21, b22, h, v128.add<X>(w0, w1), v128.add<X>(z0, z1), timed, turning);
    w0 = timed ? BoxGaps.squared<X>(WA, a00, a01, a02) : none;
    w1 = timed ? BoxGaps.squared<X>(WA, a10, a11, a12) : none;
    w2 = timed ? BoxGaps.squared<X>(WA, a20, a21, a22) : none;
    z0 = turning ? BoxGaps.squared<X>(WB, a00, a01, a02) : none;
    z1 = turning ? BoxGaps.squared<X>(WB, a10, a11, a12) : none;
    z2 = turning ? BoxGaps.squared<X>(WB, a20, a21, a22) : none;
    h = v128.add<X>(ea0, BoxGaps.dot<X>(eb0, eb1, eb2, c00, c01, c02));
    BoxGaps.along<X>(a00, a01, a02, h, v128.add<X>(w1, w2), v128.add<X>(z1, z2), timed, turning);
    h = v128.add<X>(ea1, BoxGaps.dot<X>(eb0, eb1, eb2, c10, c11, c12));
    BoxGaps.along<X>(a10, a11, a12, h, v128.add<X>(w2, w0), v128.add<X>(z2, z0), timed, turning);
    h = v128.add<X>(ea2, BoxGaps.dot<X>(eb0, eb1, eb2, c20, c21, c22));
    BoxGaps.along<X>(a20, a21, a22, h, v128.add<X>(w0, w1), v128.add<X>(z0, z1), timed, turning);
  }

  /** The velocities of the boxes, and how long the spheres around them stay apart. (x, y, z): a's centre from the body's centre. */
  @inline static setMotion<X extends number>(
    x: v128,
    y: v128,
    z: v128,
    bx: v128,
    by: v128,
    bz: v128,
    centres: v128,
    spheres: v128,
    turning: bool,
  ): void {
    let wx = BoxGaps.one<X>(WA);
    let wy = BoxGaps.one<X>(WA + 1);
    let wz = BoxGaps.one<X>(WA + 2);
    let ox = v128.add<X>(BoxGaps.one<X>(OA), BoxGaps.cross<X>(wy, wz, z, y));
    let oy = v128.add<X>(BoxGaps.one<X>(OA + 1), BoxGaps.cross<X>(wz, wx, x, z));
    let oz = v128.add<X>(BoxGaps.one<X>(OA + 2), BoxGaps.cross<X>(wx, wy, y, x));
    vx = BoxGaps.one<X>(V);
    vy = BoxGaps.one<X>(V + 1);
    vz = BoxGaps.one<X>(V + 2);
    speedSlack = BoxGaps.one<X>(SPEED_SLACK);
    ux = v128.add<X>(vx, ox);
    uy = v128.add<X>(vy, oy);
    uz = v128.add<X>(vz, oz);
    const rateA = BoxGaps.one<X>(RATE_A);
    const oa = BoxGaps.length<X>(ox, oy, oz);
    reachA = v128.add<X>(oa, v128.mul<X>(rateA, ra));
    farA = v128.mul<X>(reachA, BoxGaps.one<X>(PER_RATE_A));
    skewA = v128.mul<X>(rateA, BoxGaps.skew<X>());
    let bend = v128.add<X>(v128.mul<X>(rateA, oa), BoxGaps.one<X>(BEND));
    if (turning) {
      // Seen from b itself it does not turn, and only its swing remains.
      const spin = BoxGaps.one<X>(SPIN);
      wx = v128.mul<X>(BoxGaps.one<X>(WB), spin);
      wy = v128.mul<X>(BoxGaps.one<X>(WB + 1), spin);
      wz = v128.mul<X>(BoxGaps.one<X>(WB + 2), spin);
      ox = v128.add<X>(BoxGaps.one<X>(OB), BoxGaps.cross<X>(wy, wz, bz, by));
      oy = v128.add<X>(BoxGaps.one<X>(OB + 1), BoxGaps.cross<X>(wz, wx, bx, bz));
      oz = v128.add<X>(BoxGaps.one<X>(OB + 2), BoxGaps.cross<X>(wx, wy, by, bx));
      ux = v128.sub<X>(ux, ox);
      uy = v128.sub<X>(uy, oy);
      uz = v128.sub<X>(uz, oz);
      const rateB = BoxGaps.one<X>(RATE_B);
      const ob = v128.add<X>(BoxGaps.length<X>(ox, oy, oz), BoxGaps.one<X>(SWING));
      spinB = v128.mul<X>(spin, rb);
      reachB = v128.add<X>(ob, v128.mul<X>(rateB, spinB));
      farB = v128.mul<X>(reachB, BoxGaps.one<X>(PER_RATE_B));
      skewB = v128.mul<X>(rateB, BoxGaps.skew<X>());
      bend = v128.add<X>(bend, v128.mul<X>(rateB, ob));
    }
    const inverse = v128.div<X>(v128.splat<X>(<X>1), v128.pmax<X>(centres, BoxGaps.tiny<X>()));
    const nu = v128.mul<X>(BoxGaps.dot<X>(ux, uy, uz, dx, dy, dz), inverse);
    lasts = v128.splat<X>(<X>0);
    const twiceK = v128.mul<X>(v128.add<X>(bend, bend), BoxGaps.above<X>());
    BoxGaps.take<X>(spheres, v128.sub<X>(nu, speedSlack), twiceK, v128.splat<X>(<X>Infinity));
  }
}
