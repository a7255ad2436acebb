// Representative triangles: from pairs of faces to pairs of features by a fixed assignment. [R-Triangles §4, §5.1, algorithm 1]
// A face's identifier carries how many vertices (bits 28–29) and edges (bits 30–31) it represents; they come first in its lists, so
// nothing else has to be read to know whether two faces have anything to test.
import { Lane } from './lanes';
import { END, HIGH, HIGH_END, LARGEST, Slabs } from './slabs';

/** Written by `Represented.ofPairs`. */
export let vfEnd: usize = 0;
export let eeEnd: usize = 0;

/** f32 rounds by half a unit in the last place, or of the smallest number; these are whole ones. Beyond the largest it says nothing. */
const UNIT: f64 = 1.1920928955078125e-7;
const SMALLEST: f64 = 1.4012984643248171e-45;
/** More than the rounding of the five operations on each side of the segment test, as a share of its terms. */
const SLACK: f64 = 2.8421709430404007e-14;

export class Represented {
  @inline static vertexCount(identifier: u32): u32 {
    return (identifier >> 28) & 3;
  }

  @inline static edgeCount(identifier: u32): u32 {
    return identifier >> 30;
  }

  /** Keeps the pairs of faces that represent features which make up an elementary test, in place. */
  static compatible(pairs: usize, count: i32, identifiers: usize): i32 {
    let to = pairs;
    for (let from = pairs, end = pairs + ((<usize>count) << 3); from < end; from += 8) {
      const a = load<u32>(from);
      const b = load<u32>(from, 4);
      const p = load<u32>(identifiers + ((<usize>a) << 2));
      const q = load<u32>(identifiers + ((<usize>b) << 2));
      store<u32>(to, a);
      store<u32>(to, b, 4);
      const vertices = Represented.vertexCount(p) | Represented.vertexCount(q);
      const edges = Represented.edgeCount(p) != 0 && Represented.edgeCount(q) != 0;
      if (vertices || edges) to += 8;
    }
    return <i32>((to - pairs) >> 3);
  }

  /**
   * False if the line of axis j × k of the segment's direction separates it from the box: (x, h, d) are the offset of the middles,
   * the half-widths and half the segment, along j and along k. Safe: what rounding leaves in doubt meets. NaN meets.
   */
  @inline static crossMeets(xj: f64, hj: f64, dj: f64, xk: f64, hk: f64, dk: f64): bool {
    const distance = abs(dj * xk - dk * xj);
    const reach = hj * abs(dk) + hk * abs(dj);
    const slack = SLACK * (abs(dj * xk) + abs(dk * xj) + reach);
    return !(distance > reach + slack);
  }

  /** False if a swept vertex, a segment widened by `pad`, misses the box of a swept face. [§5.1, table 2] */
  static segmentMeets(point: usize, face: usize, pad: f64): bool {
    const low = f32x4.pmin(v128.load(face), v128.load(face, END));
    const high = f32x4.pmax(v128.load(face, HIGH), v128.load(face, HIGH_END));
    const largest = f32x4.pmax(f32x4.abs(low), f32x4.abs(high));
    if (i32x4.bitmask(f32x4.ge(largest, f32x4.splat(LARGEST))) & 7) return true;
    const half = f64x2.splat(0.5);
    const lowXy = f64x2.mul(half, f64x2.promote_low_f32x4(low));
    const highXy = f64x2.mul(half, f64x2.promote_low_f32x4(high));
    const lowZ = 0.5 * <f64>f32x4.extract_lane(low, 2);
    const highZ = 0.5 * <f64>f32x4.extract_lane(high, 2);
    const slackXy = f64x2.mul(f64x2.splat(UNIT), f64x2.promote_low_f32x4(largest));
    const reachXy = f64x2.add(f64x2.add(f64x2.sub(highXy, lowXy), slackXy), f64x2.splat(SMALLEST + pad));
    const middleXy = f64x2.add(lowXy, highXy);
    const hx = Lane.first(reachXy);
    const hy = Lane.second(reachXy);
    const hz = highZ - lowZ + UNIT * <f64>f32x4.extract_lane(largest, 2) + SMALLEST + pad;
    const x0 = 0.5 * load<f64>(point);
    const x1 = 0.5 * load<f64>(point, 8);
    const dx = x1 - x0;
    const ox = x0 + x1 - Lane.first(middleXy);
    if (abs(ox) > hx + abs(dx)) return false;
    const y0 = 0.5 * load<f64>(point, 16);
    const y1 = 0.5 * load<f64>(point, 24);
    const dy = y1 - y0;
    const oy = y0 + y1 - Lane.second(middleXy);
    if (abs(oy) > hy + abs(dy)) return false;
    const z0 = 0.5 * load<f64>(point, 32);
    const z1 = 0.5 * load<f64>(point, 40);
    const dz = z1 - z0;
    const oz = z0 + z1 - (lowZ + highZ);
    if (abs(oz) > hz + abs(dz)) return false;
    return (
      Represented.crossMeets(oy, hy, dy, oz, hz, dz) &&
      Represented.crossMeets(oz, hz, dz, ox, hx, dx) &&
      Represented.crossMeets(ox, hx, dx, oy, hy, dy)
    );
  }

  /** Keeps of a list the vertex–face pairs whose segment meets the box, in place. */
  static thinSegments(list: usize, count: i32, points: usize, slabs: usize, pad: f32): i32 {
    let to = list;
    for (let from = list, end = list + ((<usize>count) << 3); from < end; from += 8) {
      const v = load<u32>(from);
      const f = load<u32>(from, 4);
      store<u32>(to, v);
      store<u32>(to, f, 4);
      if (Represented.segmentMeets(points + <usize>v * 48, Slabs.face(slabs, f), pad * 0.5)) to += 8;
    }
    return <i32>((to - list) >> 3);
  }

  @inline static isCorner(v: u32, face: usize): bool {
    return v == load<u32>(face) || v == load<u32>(face, 4) || v == load<u32>(face, 8);
  }

  /** The vertices that face a represents against face b. */
  @inline static verticesOf(
    a: u32,
    count: u32,
    b: u32,
    vertices: usize,
    faces: usize,
    projected: usize,
    slabs: usize,
    pad: f32,
    volumes: bool,
  ): void {
    let to = vfEnd;
    for (let k: u32 = 0; k < count; k++) {
      const v = load<u32>(vertices + <usize>a * 12 + ((<usize>k) << 2));
      if (Represented.isCorner(v, faces + <usize>b * 12)) continue;
      store<u32>(to, v);
      store<u32>(to, b, 4);
      if (volumes) to += Slabs.vertexMeetsAnyway(v, b, projected, slabs, pad) << 3;
      else to += 8;
    }
    vfEnd = to;
  }

  /**
   * Emits the feature pairs of `count` pairs of faces: at most 6 and 9 a pair. `volumes` keeps those whose bounds meet; the bounds of
   * edges are made on demand.
   */
  static ofPairs(
    pairs: usize,
    count: i32,
    identifiers: usize,
    vertices: usize,
    faceEdges: usize,
    faces: usize,
    edges: usize,
    projected: usize,
    slabs: usize,
    pad: f32,
    volumes: bool,
    vf: usize,
    ee: usize,
  ): void {
    vfEnd = vf;
    let to = ee;
    for (let i = 0; i < count; i++, pairs += 8) {
      const a = load<u32>(pairs);
      const b = load<u32>(pairs, 4);
      const idA = load<u32>(identifiers + ((<usize>a) << 2));
      const idB = load<u32>(identifiers + ((<usize>b) << 2));
      Represented.verticesOf(a, Represented.vertexCount(idA), b, vertices, faces, projected, slabs, pad, volumes);
      Represented.verticesOf(b, Represented.vertexCount(idB), a, vertices, faces, projected, slabs, pad, volumes);
      const countB = Represented.edgeCount(idB);
      for (let j: u32 = 0; j < Represented.edgeCount(idA); j++) {
        const e = load<u32>(faceEdges + <usize>a * 12 + ((<usize>j) << 2));
        const p = load<u32>(edges + ((<usize>e) << 3));
        const q = load<u32>(edges + ((<usize>e) << 3), 4);
        for (let k: u32 = 0; k < countB; k++) {
          const g = load<u32>(faceEdges + <usize>b * 12 + ((<usize>k) << 2));
          const r = load<u32>(edges + ((<usize>g) << 3));
          const s = load<u32>(edges + ((<usize>g) << 3), 4);
          if (p == r || p == s || q == r || q == s) continue;
          store<u32>(to, min(e, g));
          store<u32>(to, max(e, g), 4);
          if (!volumes || Slabs.edgesMeetAnyway(projected, p, q, r, s, pad)) to += 8;
        }
      }
    }
    eeEnd = to;
  }
}
