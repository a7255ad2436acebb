// Representative triangles: from pairs of faces to pairs of features by a fixed assignment. [R-Triangles §4, §5.1, algorithm 1]
// A face's identifier carries how many vertices (bits 28–29) and edges (bits 30–31) it represents; they come first in its lists, so
// nothing else has to be read to know whether two faces have anything to test.
import { END, HIGH, POINT, SLABS, Slabs } from './slabs';

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

  /** Middle, in f64, of the interval that a face's slabs give for one axis over the whole step, and its half-width, widened. */
  @inline static middle(low: f64, high: f64): f64 {
    return 0.5 * low + 0.5 * high;
  }

  @inline static half(low: f64, high: f64): f64 {
    const largest = max(abs(low), abs(high));
    return largest >= f32.MAX_VALUE ? Infinity : 0.5 * high - 0.5 * low + UNIT * largest + SMALLEST;
  }

  @inline static low(face: usize, axis: usize): f64 {
    return <f64>min(load<f32>(face + 4 * axis), load<f32>(face + 4 * axis, END));
  }

  @inline static high(face: usize, axis: usize): f64 {
    return <f64>max(load<f32>(face + 4 * axis, HIGH), load<f32>(face + 4 * axis, HIGH + END));
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

  /** False if a swept vertex, a segment, misses the box of a swept face. [§5.1, table 2] */
  static segmentMeets(point: usize, face: usize): bool {
    const x = Represented.middle(Represented.low(face, 0), Represented.high(face, 0));
    const y = Represented.middle(Represented.low(face, 1), Represented.high(face, 1));
    const z = Represented.middle(Represented.low(face, 2), Represented.high(face, 2));
    const hx = Represented.half(Represented.low(face, 0), Represented.high(face, 0));
    const hy = Represented.half(Represented.low(face, 1), Represented.high(face, 1));
    const hz = Represented.half(Represented.low(face, 2), Represented.high(face, 2));
    const dx = 0.5 * load<f64>(point, 8) - 0.5 * load<f64>(point);
    const dy = 0.5 * load<f64>(point, 24) - 0.5 * load<f64>(point, 16);
    const dz = 0.5 * load<f64>(point, 40) - 0.5 * load<f64>(point, 32);
    const ox = Represented.middle(load<f64>(point), load<f64>(point, 8)) - x;
    const oy = Represented.middle(load<f64>(point, 16), load<f64>(point, 24)) - y;
    const oz = Represented.middle(load<f64>(point, 32), load<f64>(point, 40)) - z;
    return (
      !(abs(ox) > hx + abs(dx)) &&
      !(abs(oy) > hy + abs(dy)) &&
      !(abs(oz) > hz + abs(dz)) &&
      Represented.crossMeets(oy, hy, dy, oz, hz, dz) &&
      Represented.crossMeets(oz, hz, dz, ox, hx, dx) &&
      Represented.crossMeets(ox, hx, dx, oy, hy, dy)
    );
  }

  /** Keeps of a list the vertex–face pairs whose segment meets the box, in place. */
  static thinSegments(list: usize, count: i32, points: usize, slabs: usize): i32 {
    let to = list;
    for (let from = list, end = list + ((<usize>count) << 3); from < end; from += 8) {
      const v = load<u32>(from);
      const f = load<u32>(from, 4);
      store<u32>(to, v);
      store<u32>(to, f, 4);
      if (Represented.segmentMeets(points + <usize>v * 48, slabs + <usize>f * SLABS)) to += 8;
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
    volumes: bool,
  ): void {
    let to = vfEnd;
    for (let k: u32 = 0; k < count; k++) {
      const v = load<u32>(vertices + <usize>a * 12 + ((<usize>k) << 2));
      if (Represented.isCorner(v, faces + <usize>b * 12)) continue;
      store<u32>(to, v);
      store<u32>(to, b, 4);
      if (volumes) to += Slabs.vertexMeets(projected + <usize>v * POINT, slabs + <usize>b * SLABS) << 3;
      else to += 8;
    }
    vfEnd = to;
  }

  /**
   * Emits the feature pairs of `count` pairs of faces: at most 6 and 9 a pair. `volumes` keeps those whose bounds meet; the bounds of
   * edges are made on demand.
   */
  @inline static ofPairs(
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
    const wide = f32x4.splat(pad);
    vfEnd = vf;
    let to = ee;
    for (let i = 0; i < count; i++, pairs += 8) {
      const a = load<u32>(pairs);
      const b = load<u32>(pairs, 4);
      const idA = load<u32>(identifiers + ((<usize>a) << 2));
      const idB = load<u32>(identifiers + ((<usize>b) << 2));
      Represented.verticesOf(a, Represented.vertexCount(idA), b, vertices, faces, projected, slabs, volumes);
      Represented.verticesOf(b, Represented.vertexCount(idB), a, vertices, faces, projected, slabs, volumes);
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
          if (
            !volumes ||
            Slabs.edgesMeet(
              projected + <usize>p * POINT,
              projected + <usize>q * POINT,
              projected + <usize>r * POINT,
              projected + <usize>s * POINT,
              wide,
              true,
            )
          )
            to += 8;
        }
      }
    }
    eeEnd = to;
  }
}
