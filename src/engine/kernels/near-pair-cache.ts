// Kernels of the near-pair cache: which pairs may touch in a step that starts where `proximities`
// has found all pairs within a distance. A pair that touches during the step starts at most as far
// apart as its features move against each other. So among the pairs that move less than the
// distance against each other, only those that were found can touch. A plane along the normal at
// the start separates most of these throughout the step. Safe direction: a pair is dropped only by
// one of these proofs.
import { Slabs } from '../../core/bounds/kernels/slabs';
import { PairRow } from '../../core/contacts/kernels/pair-row';
import { Pair } from '../../core/elementary/kernels/pair';
import { Lane } from '../../core/kernels/lanes';
import { MeshContext } from '../../core/kernels/mesh-context';
import { CHILDREN, EMPTY } from '../../core/tree/kernels/node';
import { DISPLACEMENTS } from '../../core/tree/kernels/traversal';

/** Bytes of the displacement of a vertex: x, y, z as f32, and an unused lane. */
const DISPLACEMENT: usize = 16;

class NearPairCache {
  /** The position of a corner along a direction, at both ends of the step. */
  @inline static along(p: usize, x: v128, y: v128, z: v128): v128 {
    return Lane.dot(v128.load(p), x, v128.load(p, 16), y, v128.load(p, 32), z);
  }

  /** `thinCached` for one kind of pair; `edges` is a constant where this is inlined. */
  @inline static thin(context: MeshContext, rows: usize, count: i32, doubt: f64, edges: bool, to: usize): i32 {
    const start = to;
    const points = context.points;
    const table = edges ? context.edges : context.faces;
    for (let i = 0; i < count; i++, rows += offsetof<PairRow>()) {
      const first = Pair.first(rows, table, edges);
      const second = Pair.second(rows, table, edges);
      const x = v128.load64_splat(rows, 16);
      const y = v128.load64_splat(rows, 24);
      const z = v128.load64_splat(rows, 32);
      const a = NearPairCache.along(Pair.p0(points, first), x, y, z);
      const b = NearPairCache.along(Pair.p1(points, first, second, edges), x, y, z);
      const c = NearPairCache.along(Pair.p2(points, second, edges), x, y, z);
      const d = NearPairCache.along(Pair.p3(points, second, edges), x, y, z);
      const low = edges ? f64x2.pmin(a, b) : a;
      const high = edges ? f64x2.pmax(c, d) : f64x2.pmax(f64x2.pmax(b, c), d);
      const apart = f64x2.gt(f64x2.sub(low, high), f64x2.splat(doubt));
      store<u64>(to, load<u64>(rows));
      to += i64x2.all_true(apart) ? 0 : 8;
    }
    return <i32>((to - start) >> 3);
  }
}

/**
 * Writes the displacements of all vertices, 16 bytes each, and the least and the greatest
 * displacement below each node, 32 bytes each.
 */
export function boundDisplacements(context: MeshContext, ofVertices: usize, ofNodes: usize): void {
  let points = context.points;
  for (let i = 0, to = ofVertices; i < context.vertexCount; i++, points += 48, to += DISPLACEMENT) {
    const x = v128.load(points);
    const y = v128.load(points, 16);
    const z = v128.load(points, 32);
    const xy = f64x2.sub(v128.shuffle<f64>(x, y, 1, 3), v128.shuffle<f64>(x, y, 0, 2));
    v128.store(to, Lane.narrowed(xy, f64x2.sub(Lane.swap(z), z)));
  }
  const children = context.children;
  const faces = context.faces;
  for (let i = context.nodeCount - 1; i >= 0; i--) {
    let low = f32x4.splat(Infinity);
    let high = f32x4.splat(-Infinity);
    for (let k: usize = 0; k < CHILDREN; k += 4) {
      const child = load<i32>(children + <usize>i * CHILDREN + k);
      if (child == EMPTY) break;
      if (child >= 0) {
        low = f32x4.pmin(low, v128.load(ofNodes + <usize>child * DISPLACEMENTS));
        high = f32x4.pmax(high, v128.load(ofNodes + <usize>child * DISPLACEMENTS, 16));
      } else {
        for (let j: usize = 0; j < 12; j += 4) {
          const own = v128.load(ofVertices + <usize>load<u32>(faces + <usize>~child * 12 + j) * DISPLACEMENT);
          low = f32x4.pmin(low, own);
          high = f32x4.pmax(high, own);
        }
      }
    }
    v128.store(ofNodes + <usize>i * DISPLACEMENTS, low);
    v128.store(ofNodes + <usize>i * DISPLACEMENTS, high, 16);
  }
}

/**
 * Computes bounds over the whole step for the faces of these pairs and their vertices alone, each
 * once. `marks`: one byte per vertex, then one per place, all zero before and after.
 */
export function boundPairs(context: MeshContext, pairs: usize, count: i32, marks: usize): void {
  const faces = context.faces;
  const projected = context.projected;
  const ofVertices = marks;
  const ofFaces = marks + <usize>context.vertexCount;
  for (let i = 0; i < 2 * count; i++) {
    const place = <usize>load<u32>(pairs + ((<usize>i) << 2));
    if (load<u8>(ofFaces + place)) continue;
    store<u8>(ofFaces + place, 1);
    const face = faces + place * 12;
    for (let k: usize = 0; k < 12; k += 4) {
      const v = <usize>load<u32>(face + k);
      if (load<u8>(ofVertices + v)) continue;
      store<u8>(ofVertices + v, 1);
      Slabs.project(context.points + v * 48, 1, 1, Slabs.point(projected, v, false));
    }
    Slabs.ofFaces(face, 1, projected, 0, Slabs.face(context.slabs, place));
  }
  for (let i = 0; i < 2 * count; i++) {
    const place = <usize>load<u32>(pairs + ((<usize>i) << 2));
    store<u8>(ofFaces + place, 0);
    for (let k: usize = 0; k < 12; k += 4) store<u8>(ofVertices + <usize>load<u32>(faces + place * 12 + k), 0);
  }
}

/**
 * Copies the pairs of `count` rows of near pairs; returns how many. Drops those that are apart
 * along their normal by more than `doubt`, in the same order, at both ends of the step: they are
 * apart throughout.
 */
export function thinCached(context: MeshContext, rows: usize, count: i32, doubt: f64, edges: bool, to: usize): i32 {
  return edges
    ? NearPairCache.thin(context, rows, count, doubt, true, to)
    : NearPairCache.thin(context, rows, count, doubt, false, to);
}
