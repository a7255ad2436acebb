// The nearest points of an edge and the three edges of a triangle, two edges at a time in vectors
// of doubles: the inner loop of nearest-triangles.ts. Candidates are a corner of one triangle with
// an edge of the other, and the optimum of both edges, from modified Gram–Schmidt. Weights outside
// an edge are clamped to its ends, so every candidate is a point of either edge, and nothing
// branches.
import { Lane } from '../../kernels/lanes';
import { NearestScratch } from './nearest-scratch';

/** Bytes of one pair of edges in the scratch: its fields x01 … inverse01, or x20 … inverse20. */
const EDGE_BYTES: usize = 112;

/** The search over the edges of b in the scratch. */
export class NearestEdges {
  /** Sets the edges of b: those from its corners 0 and 1, then those from 2 and again 0. */
  static setTriangle(scratch: NearestScratch, b: usize): void {
    const edges = changetype<usize>(scratch);
    for (let k: usize = 0; k < 24; k += 8) {
      const x0 = load<f64>(b + k);
      const x1 = load<f64>(b + k, 24);
      const x2 = load<f64>(b + k, 48);
      const x01 = Lane.pair(x0, x1);
      const x20 = Lane.pair(x2, x0);
      const at = edges + 2 * k;
      v128.store(at, x01);
      v128.store(at, f64x2.sub(Lane.pair(x1, x2), x01), 48);
      v128.store(at, x20, EDGE_BYTES);
      v128.store(at, f64x2.sub(x01, x20), EDGE_BYTES + 48);
    }
    for (let edge = edges; edge < edges + 2 * EDGE_BYTES; edge += EDGE_BYTES) {
      const ff = NearestEdges.lengthsSq(v128.load(edge, 48), v128.load(edge, 64), v128.load(edge, 80));
      v128.store(edge, f64x2.div(f64x2.splat(1), ff), 96);
    }
  }

  /**
   * Compares the edge between two corners of a with the corners and edges of b. True if a candidate
   * is nearer than `limitSq`; the scratch then holds the nearest candidate.
   */
  static search(scratch: NearestScratch, p: usize, end: usize, limitSq: f64): bool {
    const edges = changetype<usize>(scratch);
    const px = v128.load64_splat(p);
    const py = v128.load64_splat(p, 8);
    const pz = v128.load64_splat(p, 16);
    const ex = f64x2.sub(v128.load64_splat(end), px);
    const ey = f64x2.sub(v128.load64_splat(end, 8), py);
    const ez = f64x2.sub(v128.load64_splat(end, 16), pz);
    const inverse = f64x2.div(f64x2.splat(1), NearestEdges.lengthsSq(ex, ey, ez));
    const zero = f64x2.splat(0);
    let least = f64x2.splat(limitSq);
    let s = zero;
    let t = zero;
    let at = i64x2(0, 24);
    let from = at;
    for (let edge = edges; edge < edges + 2 * EDGE_BYTES; edge += EDGE_BYTES) {
      const rx = f64x2.sub(px, v128.load(edge));
      const ry = f64x2.sub(py, v128.load(edge, 16));
      const rz = f64x2.sub(pz, v128.load(edge, 32));
      const fx = v128.load(edge, 48);
      const fy = v128.load(edge, 64);
      const fz = v128.load(edge, 80);
      // The corner of a and the edge of b.
      const onF = NearestEdges.inside(f64x2.mul(Lane.dot(rx, fx, ry, fy, rz, fz), v128.load(edge, 96)));
      const cornerA = NearestEdges.lengthsSq(
        NearestEdges.less(rx, onF, fx),
        NearestEdges.less(ry, onF, fy),
        NearestEdges.less(rz, onF, fz),
      );
      const nearA = f64x2.lt(cornerA, least);
      least = f64x2.pmin(least, cornerA);
      s = v128.bitselect(zero, s, nearA);
      t = v128.bitselect(onF, t, nearA);
      // The corner of b and the edge of a.
      const along = f64x2.mul(Lane.dot(rx, ex, ry, ey, rz, ez), inverse);
      const onE = NearestEdges.inside(f64x2.neg(along));
      const cornerB = NearestEdges.lengthsSq(
        f64x2.add(rx, f64x2.mul(onE, ex)),
        f64x2.add(ry, f64x2.mul(onE, ey)),
        f64x2.add(rz, f64x2.mul(onE, ez)),
      );
      const nearB = f64x2.lt(cornerB, least);
      least = f64x2.pmin(least, cornerB);
      s = v128.bitselect(onE, s, nearB);
      t = v128.bitselect(zero, t, nearB);
      // The two edges.
      const m = f64x2.mul(Lane.dot(ex, fx, ey, fy, ez, fz), inverse);
      const hx = NearestEdges.less(fx, m, ex);
      const hy = NearestEdges.less(fy, m, ey);
      const hz = NearestEdges.less(fz, m, ez);
      const uh = Lane.dot(
        NearestEdges.less(rx, along, ex),
        hx,
        NearestEdges.less(ry, along, ey),
        hy,
        NearestEdges.less(rz, along, ez),
        hz,
      );
      const alongF = NearestEdges.inside(f64x2.div(uh, NearestEdges.lengthsSq(hx, hy, hz)));
      const alongE = NearestEdges.inside(f64x2.sub(f64x2.mul(m, alongF), along));
      const both = NearestEdges.lengthsSq(
        NearestEdges.less(f64x2.add(rx, f64x2.mul(alongE, ex)), alongF, fx),
        NearestEdges.less(f64x2.add(ry, f64x2.mul(alongE, ey)), alongF, fy),
        NearestEdges.less(f64x2.add(rz, f64x2.mul(alongE, ez)), alongF, fz),
      );
      const nearest = f64x2.lt(both, least);
      least = f64x2.pmin(least, both);
      s = v128.bitselect(alongE, s, nearest);
      t = v128.bitselect(alongF, t, nearest);
      at = v128.bitselect(from, at, v128.or(v128.or(nearA, nearB), nearest));
      from = i64x2(48, 0);
    }
    scratch.laneSq = least;
    scratch.laneA = s;
    scratch.laneB = t;
    scratch.laneEdge = at;
    const lanes = changetype<usize>(scratch) + offsetof<NearestScratch>('laneSq');
    const lane = load<f64>(lanes, 8) < load<f64>(lanes) ? lanes + 8 : lanes;
    const distanceSq = load<f64>(lane);
    scratch.edgeSq = distanceSq;
    scratch.edgeWeightA = load<f64>(lane, 16);
    scratch.edgeWeightB = load<f64>(lane, 32);
    scratch.edgeOfB = load<u32>(lane, 48);
    return distanceSq < limitSq;
  }

  /** The largest height of a corner of b above the point (x, y, z), along a direction. */
  @inline static reach(scratch: NearestScratch, x: f64, y: f64, z: f64, alongX: f64, alongY: f64, alongZ: f64): f64 {
    const edges = changetype<usize>(scratch);
    const first = NearestEdges.levels(edges, x, y, z, alongX, alongY, alongZ);
    const levels = f64x2.pmax(first, NearestEdges.levels(edges + EDGE_BYTES, x, y, z, alongX, alongY, alongZ));
    const level0 = Lane.first(levels);
    const level1 = Lane.second(levels);
    return level0 > level1 ? level0 : level1;
  }

  /** Heights above the point of the corners where two edges begin. */
  @inline static levels(edge: usize, x: f64, y: f64, z: f64, alongX: f64, alongY: f64, alongZ: f64): v128 {
    return Lane.dot(
      f64x2.sub(v128.load(edge), f64x2.splat(x)),
      f64x2.splat(alongX),
      f64x2.sub(v128.load(edge, 16), f64x2.splat(y)),
      f64x2.splat(alongY),
      f64x2.sub(v128.load(edge, 32), f64x2.splat(z)),
      f64x2.splat(alongZ),
    );
  }

  /** Squared lengths of two vectors. */
  @inline static lengthsSq(x: v128, y: v128, z: v128): v128 {
    return Lane.dot(x, x, y, y, z, z);
  }

  /** x − w·y. */
  @inline static less(x: v128, w: v128, y: v128): v128 {
    return f64x2.sub(x, f64x2.mul(w, y));
  }

  /** Clamps a weight to [0, 1]. The weight on an edge of no length is NaN and becomes 0. */
  @inline static inside(w: v128): v128 {
    return f64x2.pmin(f64x2.splat(1), f64x2.pmax(f64x2.splat(0), w));
  }
}
