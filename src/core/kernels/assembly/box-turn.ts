// Turns the frame in the making until the box along its axes has little volume. Principal axes mean nothing where triangles spread alike
// along two of them: the box of a square patch may lie across it, twice as large, and split it crosswise into parts that fit no better.
// About each axis in turn the best of eight angles is taken, in two rounds, then in steps half as wide. Any axes are sound. Where there are
// many triangles the corners of some of them decide.
import { AXES, BoxFrame, ORIGIN, TRIANGLE } from './box-frame';
import { Lane } from './lanes';

/** Triangles that are looked at, at most. */
const MOST: i32 = 256;
/** Bytes of the corners of these along one axis, in single precision; and a column for each axis. */
const COLUMN: usize = 3072;
const CORNERS: usize = memory.data(3 * 3072, 16);

/** Cosines, then sines, of one to four steps of π/16; the same of π/32. */
const WIDE: usize = memory.data<f64>([
  0.9807852804032304,
  0.9238795325112867,
  0.8314696123025452,
  Math.SQRT1_2,
  0.19509032201612825,
  0.3826834323650898,
  0.5555702330196022,
  Math.SQRT1_2,
]);
const NARROW: usize = memory.data<f64>([
  0.9951847266721969, 0.9807852804032304, 0.9569403357322088, 0.9238795325112867, 0.0980171403295606,
  0.19509032201612825, 0.29028467725446233, 0.3826834323650898,
]);
/** By angle: the area across the axis, four to the one side, then four to the other. */
const AREAS: usize = memory.data(32, 16);

/** Bytes of the corners that are looked at, in a column. */
let size: usize = 0;

export class BoxTurn {
  static run(triangles: usize, order: usize, n: i32, scale: f64): void {
    BoxTurn.gather(triangles, order, n, scale);
    BoxTurn.turnAll(WIDE);
    BoxTurn.turnAll(WIDE);
    BoxTurn.turnAll(NARROW);
  }

  /** Corners of evenly spread triangles, along the axes from the origin. */
  static gather(triangles: usize, order: usize, n: i32, scale: f64): void {
    const stride = (<usize>((n + MOST - 1) / MOST)) << 2;
    let to = CORNERS;
    for (const end = order + ((<usize>n) << 2); order < end; order += stride) {
      const a = triangles + <usize>load<u32>(order) * TRIANGLE;
      for (let at = a; at < a + TRIANGLE; at += 24, to += 4) {
        const x = scale * load<f64>(at) - load<f64>(ORIGIN);
        const y = scale * load<f64>(at, 8) - load<f64>(ORIGIN, 8);
        const z = scale * load<f64>(at, 16) - load<f64>(ORIGIN, 16);
        for (let k: usize = 0; k < 3; k++) {
          const axis = AXES + 24 * k;
          const along = load<f64>(axis) * x + load<f64>(axis, 8) * y + load<f64>(axis, 16) * z;
          store<f32>(to + COLUMN * k, <f32>along);
        }
      }
    }
    size = to - CORNERS;
  }

  @inline static turnAll(angles: usize): void {
    BoxTurn.turn(0, 1, angles);
    BoxTurn.turn(1, 2, angles);
    BoxTurn.turn(2, 0, angles);
  }

  /** Turns axes p and q, and the corners with them, by the angle that is best. */
  static turn(p: usize, q: usize, angles: usize): void {
    const u = CORNERS + p * COLUMN;
    const v = CORNERS + q * COLUMN;
    const best = BoxTurn.best(u, v, angles);
    if (best < 0) return;
    const angle = angles + ((<usize>best & 3) << 3);
    const c = load<f64>(angle);
    const s = best < 4 ? load<f64>(angle, 32) : -load<f64>(angle, 32);
    for (let k: usize = 0; k < 24; k += 8) BoxFrame.mix(AXES + 24 * p + k, AXES + 24 * q + k, c, -s);
    const cosine = f32x4.splat(<f32>c);
    const sine = f32x4.splat(<f32>s);
    // In fours: up to three behind the last are turned for nothing.
    for (let at: usize = 0; at < size; at += 16) {
      const x = v128.load(u + at);
      const y = v128.load(v + at);
      v128.store(u + at, f32x4.add(f32x4.mul(cosine, x), f32x4.mul(sine, y)));
      v128.store(v + at, f32x4.sub(f32x4.mul(cosine, y), f32x4.mul(sine, x)));
    }
  }

  /** The number of the angle with the least area across, −1 for none. */
  static best(u: usize, v: usize, angles: usize): i32 {
    const cosines = BoxTurn.four(angles);
    const sines = BoxTurn.four(angles + 32);
    const none = f32x4.splat(Infinity);
    let low = none;
    let lowP = none;
    let lowQ = none;
    let lowR = none;
    let lowS = none;
    const all = f32x4.splat(-Infinity);
    let high = all;
    let highP = all;
    let highQ = all;
    let highR = all;
    let highS = all;
    for (const end = u + size; u < end; u += 4, v += 4) {
      const x = v128.load32_splat(u);
      const y = v128.load32_splat(v);
      const cx = f32x4.mul(cosines, x);
      const sx = f32x4.mul(sines, x);
      const cy = f32x4.mul(cosines, y);
      const sy = f32x4.mul(sines, y);
      // To the one side p and q, to the other r and s.
      const p = f32x4.add(cx, sy);
      const q = f32x4.sub(cy, sx);
      const r = f32x4.sub(cx, sy);
      const s = f32x4.add(cy, sx);
      const xy = v128.shuffle<f32>(x, y, 0, 4, 0, 4);
      low = f32x4.pmin(low, xy);
      lowP = f32x4.pmin(lowP, p);
      lowQ = f32x4.pmin(lowQ, q);
      lowR = f32x4.pmin(lowR, r);
      lowS = f32x4.pmin(lowS, s);
      high = f32x4.pmax(high, xy);
      highP = f32x4.pmax(highP, p);
      highQ = f32x4.pmax(highQ, q);
      highR = f32x4.pmax(highR, r);
      highS = f32x4.pmax(highS, s);
    }
    v128.store(AREAS, f32x4.mul(f32x4.sub(highP, lowP), f32x4.sub(highQ, lowQ)));
    v128.store(AREAS, f32x4.mul(f32x4.sub(highR, lowR), f32x4.sub(highS, lowS)), 16);
    const sides = f32x4.sub(high, low);
    return BoxTurn.leastBelow(f32x4.extract_lane(sides, 0) * f32x4.extract_lane(sides, 1));
  }

  @inline static leastBelow(area: f32): i32 {
    let best = -1;
    for (let i = 0; i < 8; i++) {
      const other = load<f32>(AREAS + ((<usize>i) << 2));
      if (!(other < area)) continue;
      area = other;
      best = i;
    }
    return best;
  }

  @inline static four(at: usize): v128 {
    return Lane.narrowed(v128.load(at), v128.load(at, 16));
  }
}
