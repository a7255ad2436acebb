// Rotates the frame of a box until the box along its axes has little volume; box-tree.ts calls it
// after the principal axes are found. Principal axes are arbitrary where triangles spread alike
// along two of them: the box of a square patch may lie diagonally across it, twice as large, and
// splits along its axes give parts that fit no better. About each axis in turn the best of eight
// angles is taken: two rounds in steps of π/16, then one in steps of π/32. Any axes are sound. If
// there are many triangles, the corners of a sample of them decide.
import { BoxFrame, TRIANGLE_BYTES } from '../../../core/boxes/kernels/box-frame';
import { BoxScratch } from '../../../core/boxes/kernels/box-scratch';

/** Triangles whose corners decide, at most. Of more triangles an evenly spread sample is taken. */
const MAX_SAMPLED_TRIANGLES: i32 = 256;
/** Bytes of the coordinates of their corners along one axis, in floats. */
const COLUMN_BYTES: usize = 3072;
/**
 * Offset of eight areas, behind the columns of the three axes: the area of the box across the axis
 * of rotation, for four angles to one side, then for four to the other.
 */
const AREAS: usize = 3 * COLUMN_BYTES;
/** Bytes of the corners and the areas. */
export const BOX_TURN_BYTES: usize = AREAS + 32;

/** Rotates frames to shrink their boxes. */
export class BoxTurn {
  /** Rotates the frame in `scratch` for `n` triangles; `corners` has room for BOX_TURN_BYTES. */
  static run(scratch: BoxScratch, corners: usize, order: usize, n: i32): void {
    const bytes = BoxTurn.gather(scratch, corners, order, n);
    BoxTurn.turnAll(scratch.axes, corners, bytes, false);
    BoxTurn.turnAll(scratch.axes, corners, bytes, false);
    BoxTurn.turnAll(scratch.axes, corners, bytes, true);
  }

  /**
   * Writes the corners of evenly spread triangles along the axes, relative to the origin; returns
   * the bytes of a column.
   */
  static gather(scratch: BoxScratch, corners: usize, order: usize, n: i32): usize {
    const triangles = scratch.triangles;
    const scale = scratch.scale;
    const origin = scratch.origin;
    const stride = (<usize>((n + MAX_SAMPLED_TRIANGLES - 1) / MAX_SAMPLED_TRIANGLES)) << 2;
    let to = corners;
    for (const end = order + ((<usize>n) << 2); order < end; order += stride) {
      const a = triangles + <usize>load<u32>(order) * TRIANGLE_BYTES;
      for (let at = a; at < a + TRIANGLE_BYTES; at += 24, to += 4) {
        const x = scale * load<f64>(at) - load<f64>(origin);
        const y = scale * load<f64>(at, 8) - load<f64>(origin, 8);
        const z = scale * load<f64>(at, 16) - load<f64>(origin, 16);
        for (let k: usize = 0; k < 3; k++) {
          const axis = scratch.axes + 24 * k;
          const along = load<f64>(axis) * x + load<f64>(axis, 8) * y + load<f64>(axis, 16) * z;
          store<f32>(to + COLUMN_BYTES * k, <f32>along);
        }
      }
    }
    return to - corners;
  }

  /**
   * Rotates about each of the three axes by the best angle; with `isFine` in steps half as wide.
   */
  @inline static turnAll(axes: usize, corners: usize, bytes: usize, isFine: bool): void {
    BoxTurn.turn(axes, corners, bytes, 0, 1, isFine);
    BoxTurn.turn(axes, corners, bytes, 1, 2, isFine);
    BoxTurn.turn(axes, corners, bytes, 2, 0, isFine);
  }

  /** Rotates axes p and q, and the corners with them, by the best angle. */
  static turn(axes: usize, corners: usize, bytes: usize, p: usize, q: usize, isFine: bool): void {
    const u = corners + p * COLUMN_BYTES;
    const v = corners + q * COLUMN_BYTES;
    const best = BoxTurn.best(corners + AREAS, u, v, bytes, isFine);
    if (best < 0) return;
    const steps = ((best & 3) + 1) << (isFine ? 0 : 1);
    const c = BoxTurn.cosine(steps);
    const s = best < 4 ? BoxTurn.sine(steps) : -BoxTurn.sine(steps);
    for (let k: usize = 0; k < 24; k += 8) BoxFrame.mix(axes + 24 * p + k, axes + 24 * q + k, c, -s);
    const cosine = f32x4.splat(<f32>c);
    const sine = f32x4.splat(<f32>s);
    // Four at a time: up to three numbers behind the last are rotated too, and nobody reads them.
    for (let at: usize = 0; at < bytes; at += 16) {
      const x = v128.load(u + at);
      const y = v128.load(v + at);
      v128.store(u + at, f32x4.add(f32x4.mul(cosine, x), f32x4.mul(sine, y)));
      v128.store(v + at, f32x4.sub(f32x4.mul(cosine, y), f32x4.mul(sine, x)));
    }
  }

  /** Cosine of 1, 2, 3, 4, 6 or 8 steps of π/32. */
  static cosine(steps: i32): f64 {
    if (steps == 1) return 0.9951847266721969;
    if (steps == 2) return 0.9807852804032304;
    if (steps == 3) return 0.9569403357322088;
    if (steps == 4) return 0.9238795325112867;
    return steps == 6 ? 0.8314696123025452 : Math.SQRT1_2;
  }

  /** Sine of the same angles. */
  static sine(steps: i32): f64 {
    if (steps == 1) return 0.0980171403295606;
    if (steps == 2) return 0.19509032201612825;
    if (steps == 3) return 0.29028467725446233;
    if (steps == 4) return 0.3826834323650898;
    return steps == 6 ? 0.5555702330196022 : Math.SQRT1_2;
  }

  /**
   * The index of the angle with the least area across the axis; −1 if the present axes have the
   * least.
   */
  static best(areas: usize, u: usize, v: usize, bytes: usize, isFine: bool): i32 {
    const cosines = isFine
      ? f32x4(0.9951847266721969, 0.9807852804032304, 0.9569403357322088, 0.9238795325112867)
      : f32x4(0.9807852804032304, 0.9238795325112867, 0.8314696123025452, <f32>Math.SQRT1_2);
    const sines = isFine
      ? f32x4(0.0980171403295606, 0.19509032201612825, 0.29028467725446233, 0.3826834323650898)
      : f32x4(0.19509032201612825, 0.3826834323650898, 0.5555702330196022, <f32>Math.SQRT1_2);
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
    for (const end = u + bytes; u < end; u += 4, v += 4) {
      const x = v128.load32_splat(u);
      const y = v128.load32_splat(v);
      const cx = f32x4.mul(cosines, x);
      const sx = f32x4.mul(sines, x);
      const cy = f32x4.mul(cosines, y);
      const sy = f32x4.mul(sines, y);
      // p and q are the corners rotated to one side, r and s to the other.
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
    v128.store(areas, f32x4.mul(f32x4.sub(highP, lowP), f32x4.sub(highQ, lowQ)));
    v128.store(areas, f32x4.mul(f32x4.sub(highR, lowR), f32x4.sub(highS, lowS)), 16);
    const sides = f32x4.sub(high, low);
    return BoxTurn.leastBelow(areas, f32x4.extract_lane(sides, 0) * f32x4.extract_lane(sides, 1));
  }

  /** The index of the least of eight areas; −1 if none is below `area`. */
  @inline static leastBelow(areas: usize, area: f32): i32 {
    let best = -1;
    for (let i = 0; i < 8; i++) {
      const other = load<f32>(areas + ((<usize>i) << 2));
      if (!(other < area)) continue;
      area = other;
      best = i;
    }
    return best;
  }
}
