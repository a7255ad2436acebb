// What a search for near pairs says about a step that starts where it looked. A pair that it did not find is farther apart than its
// distance, and a pair that touches during the step was at most as far apart as its features move against each other. So of all pairs
// that do not move that far against each other, those that were found are enough, and of these only those that no plane separates.
import { Lane } from './lanes';
import { ROW } from './near';
import { Pair, p0, p1, p2, p3 } from './pair';
import { Slabs } from './slabs';
import { CHILDREN, EMPTY } from './tree';

/** Bytes of how a vertex moves, as x, y, z; and of the least and the most that the vertices below a node move. */
const SHIFT: usize = 16;
const SHIFTS: usize = 32;

/** Written by `Known.place`: the largest magnitude of a coordinate, NaN where one is not finite; whether starts differ from before. */
export let largest: f64 = 0;
export let isElsewhere: bool = false;

export class Known {
  /** Puts `count` coordinates, an even number, from the start and the end of a step side by side. `isFirst`: of all coordinates. */
  static place(from0: usize, from1: usize, count: i32, points: usize, isFirst: bool): void {
    let most = f64x2.splat(isFirst ? 0 : largest);
    let check = f64x2.splat(0);
    let other = i64x2.splat(!isFirst && isElsewhere ? 1 : 0);
    for (let i = 0; i < count; i += 2, from0 += 16, from1 += 16, points += 32) {
      const a = v128.load(from0);
      const b = v128.load(from1);
      const old = v128.shuffle<f64>(v128.load(points), v128.load(points, 16), 0, 2);
      other = v128.or(other, v128.xor(a, old));
      v128.store(points, v128.shuffle<f64>(a, b, 0, 2));
      v128.store(points, v128.shuffle<f64>(a, b, 1, 3), 16);
      most = f64x2.pmax(f64x2.pmax(most, f64x2.abs(a)), f64x2.abs(b));
      // 0·x is 0 for finite x and NaN for the rest.
      check = f64x2.add(check, f64x2.mul(f64x2.splat(0), a));
      check = f64x2.add(check, f64x2.mul(f64x2.splat(0), b));
    }
    largest = Lane.first(Lane.reach(most)) + Lane.first(check) + Lane.second(check);
    isElsewhere = v128.any_true(other);
  }

  /** How vertices move. */
  static shifts(points: usize, count: i32, to: usize): void {
    for (let i = 0; i < count; i++, points += 48, to += SHIFT) {
      const x = v128.load(points);
      const y = v128.load(points, 16);
      const z = v128.load(points, 32);
      const xy = f64x2.sub(v128.shuffle<f64>(x, y, 1, 3), v128.shuffle<f64>(x, y, 0, 2));
      v128.store(to, Lane.narrowed(xy, f64x2.sub(Lane.swap(z), z)));
    }
  }

  /** The least and the most that the vertices below each node move. */
  static bound(children: usize, count: i32, faces: usize, shifts: usize, bounds: usize): void {
    for (let i = count - 1; i >= 0; i--) {
      let low = f32x4.splat(Infinity);
      let high = f32x4.splat(-Infinity);
      for (let k: usize = 0; k < CHILDREN; k += 4) {
        const child = load<i32>(children + <usize>i * CHILDREN + k);
        if (child == EMPTY) break;
        if (child >= 0) {
          low = f32x4.pmin(low, v128.load(bounds + <usize>child * SHIFTS));
          high = f32x4.pmax(high, v128.load(bounds + <usize>child * SHIFTS, 16));
        } else {
          for (let j: usize = 0; j < 12; j += 4) {
            const shift = v128.load(shifts + <usize>load<u32>(faces + <usize>~child * 12 + j) * SHIFT);
            low = f32x4.pmin(low, shift);
            high = f32x4.pmax(high, shift);
          }
        }
      }
      v128.store(bounds + <usize>i * SHIFTS, low);
      v128.store(bounds + <usize>i * SHIFTS, high, 16);
    }
  }

  /** Bounds of the faces of these pairs alone, and of their vertices, each once: a byte of `ofVertices` or `ofFaces`, zero before and after, marks it. */
  static boundPairs(
    pairs: usize,
    count: i32,
    faces: usize,
    points: usize,
    projected: usize,
    slabs: usize,
    ofVertices: usize,
    ofFaces: usize,
  ): void {
    for (let i = 0; i < 2 * count; i++) {
      const place = <usize>load<u32>(pairs + ((<usize>i) << 2));
      if (load<u8>(ofFaces + place)) continue;
      store<u8>(ofFaces + place, 1);
      const face = faces + place * 12;
      for (let k: usize = 0; k < 12; k += 4) {
        const v = <usize>load<u32>(face + k);
        if (load<u8>(ofVertices + v)) continue;
        store<u8>(ofVertices + v, 1);
        Slabs.project(points + v * 48, 1, 1, Slabs.point(projected, v, false), false);
      }
      Slabs.ofFaces(face, 1, projected, 0, Slabs.face(slabs, place));
    }
    for (let i = 0; i < 2 * count; i++) {
      const place = <usize>load<u32>(pairs + ((<usize>i) << 2));
      store<u8>(ofFaces + place, 0);
      for (let k: usize = 0; k < 12; k += 4) store<u8>(ofVertices + <usize>load<u32>(faces + place * 12 + k), 0);
    }
  }

  /** Where a corner is along a direction, at both ends of the step. */
  @inline static along(p: usize, x: v128, y: v128, z: v128): v128 {
    return Lane.dot(v128.load(p), x, v128.load(p, 16), y, v128.load(p, 32), z);
  }

  /**
   * Writes the pairs of rows but for those that are apart along their normal, by more than `doubt`, in the same order at both ends of
   * the step and so throughout.
   */
  @inline static thin(rows: usize, count: i32, table: usize, points: usize, doubt: f64, edges: bool, to: usize): i32 {
    const start = to;
    for (let i = 0; i < count; i++, rows += ROW) {
      Pair.locate(rows, table, points, edges);
      const x = v128.load64_splat(rows, 16);
      const y = v128.load64_splat(rows, 24);
      const z = v128.load64_splat(rows, 32);
      const a = Known.along(p0, x, y, z);
      const b = Known.along(p1, x, y, z);
      const c = Known.along(p2, x, y, z);
      const d = Known.along(p3, x, y, z);
      const low = edges ? f64x2.pmin(a, b) : a;
      const high = edges ? f64x2.pmax(c, d) : f64x2.pmax(f64x2.pmax(b, c), d);
      const apart = f64x2.gt(f64x2.sub(low, high), f64x2.splat(doubt));
      store<u64>(to, load<u64>(rows));
      to += i64x2.all_true(apart) ? 0 : 8;
    }
    return <i32>((to - start) >> 3);
  }
}
