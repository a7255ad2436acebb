// Computes the boxes of the tree's nodes: at both ends of the step, as in slabs.ts, or at one
// instant if nothing moves. A node stores the boxes of its four children side by side, so that one
// SIMD comparison covers all four.
import { END, HIGH, HIGH_END, Slabs } from '../../bounds/kernels/slabs';
import { MeshContext } from '../../kernels/mesh-context';
import { BOXES, CHILDREN, EMPTY, NodeBoxes, STATIC_BOXES } from './node';

/** Byte offset in scratch of the slabs of an empty slot, which are apart from everything. */
const NO_FACE: usize = 0;
/** Byte offset in scratch of the boxes of an empty slot, which are apart from everything. */
const NO_NODE: usize = 160;

class Refit {
  /** Writes the slabs and boxes of empty slots: low is ∞, high is −∞. */
  static fillEmpty(none: usize): void {
    const low = f32x4.splat(Infinity);
    const high = f32x4.splat(-Infinity);
    v128.store(none + NO_FACE, low);
    v128.store(none + NO_FACE, high, HIGH);
    v128.store(none + NO_FACE, low, END);
    v128.store(none + NO_FACE, high, HIGH_END);
    for (let k: usize = NO_NODE; k < NO_NODE + 48; k += 16) {
      v128.store(none + k, low);
      v128.store(none + k, high, 48);
      v128.store(none + k, low, 96);
      v128.store(none + k, high, 144);
    }
  }

  /** The address of the slabs of a child that is a face, or of an empty slot. */
  @inline static slabsOf(child: i32, slabs: usize, none: usize): usize {
    return child == EMPTY ? none + NO_FACE : Slabs.face(slabs, ~child);
  }

  /** The address of the boxes of a child that is a node, or of an empty slot. */
  @inline static boxesOf(child: i32, boxes: usize, none: usize, isStatic: bool): usize {
    return child == EMPTY ? none + NO_NODE : NodeBoxes.at(boxes, child, isStatic);
  }

  /** Writes x, y and z of four vectors as three vectors. */
  @inline static transpose(a: v128, b: v128, c: v128, d: v128, to: usize): void {
    const ab = v128.shuffle<f32>(a, b, 0, 4, 1, 5);
    const cd = v128.shuffle<f32>(c, d, 0, 4, 1, 5);
    v128.store(to, v128.shuffle<f32>(ab, cd, 0, 1, 4, 5));
    v128.store(to, v128.shuffle<f32>(ab, cd, 2, 3, 6, 7), 16);
    const z = v128.shuffle<f32>(a, b, 2, 6, 2, 6);
    v128.store(to, v128.shuffle<f32>(z, v128.shuffle<f32>(c, d, 2, 6, 2, 6), 0, 1, 4, 5), 32);
  }

  /** The boxes of four faces over a step. */
  @inline static boxFaces(k0: i32, k1: i32, k2: i32, k3: i32, slabs: usize, none: usize, to: usize): void {
    const a = Refit.slabsOf(k0, slabs, none);
    const b = Refit.slabsOf(k1, slabs, none);
    const c = Refit.slabsOf(k2, slabs, none);
    const d = Refit.slabsOf(k3, slabs, none);
    Refit.transpose(v128.load(a), v128.load(b), v128.load(c), v128.load(d), to);
    Refit.transpose(v128.load(a, HIGH), v128.load(b, HIGH), v128.load(c, HIGH), v128.load(d, HIGH), to + 48);
    Refit.transpose(v128.load(a, END), v128.load(b, END), v128.load(c, END), v128.load(d, END), to + 96);
    const both: usize = HIGH_END;
    Refit.transpose(v128.load(a, both), v128.load(b, both), v128.load(c, both), v128.load(d, both), to + 144);
  }

  /** The least, or the greatest, lane of each of four vectors. */
  @inline static extremes(a: v128, b: v128, c: v128, d: v128, greatest: bool): v128 {
    const ab0 = v128.shuffle<f32>(a, b, 0, 4, 1, 5);
    const ab1 = v128.shuffle<f32>(a, b, 2, 6, 3, 7);
    const cd0 = v128.shuffle<f32>(c, d, 0, 4, 1, 5);
    const cd1 = v128.shuffle<f32>(c, d, 2, 6, 3, 7);
    const ab = greatest ? f32x4.pmax(ab0, ab1) : f32x4.pmin(ab0, ab1);
    const cd = greatest ? f32x4.pmax(cd0, cd1) : f32x4.pmin(cd0, cd1);
    const p = v128.shuffle<f32>(ab, cd, 0, 1, 4, 5);
    const q = v128.shuffle<f32>(ab, cd, 2, 3, 6, 7);
    return greatest ? f32x4.pmax(p, q) : f32x4.pmin(p, q);
  }

  /** The boxes of four nodes, each around that node's own four boxes. */
  @inline static boxNodes(
    k0: i32,
    k1: i32,
    k2: i32,
    k3: i32,
    boxes: usize,
    none: usize,
    isStatic: bool,
    to: usize,
  ): void {
    const a = Refit.boxesOf(k0, boxes, none, isStatic);
    const b = Refit.boxesOf(k1, boxes, none, isStatic);
    const c = Refit.boxesOf(k2, boxes, none, isStatic);
    const d = Refit.boxesOf(k3, boxes, none, isStatic);
    const parts = isStatic ? STATIC_BOXES : BOXES;
    for (let part: usize = 0; part < parts; part += 96) {
      for (let k: usize = part; k < part + 48; k += 16) {
        const p = v128.load(a + k);
        const q = v128.load(b + k);
        const r = v128.load(c + k);
        const s = v128.load(d + k);
        v128.store(to + k, Refit.extremes(p, q, r, s, false));
        const u = v128.load(a + k, 48);
        const v = v128.load(b + k, 48);
        const w = v128.load(c + k, 48);
        const x = v128.load(d + k, 48);
        v128.store(to + k, Refit.extremes(u, v, w, x, true), 48);
      }
    }
  }

  /**
   * The address of the face in a slot of a leaf; that of the first slot's face if the slot is
   * empty.
   */
  @inline static faceAt(ids: usize, k: usize, faces: usize): usize {
    const child = load<i32>(ids + k);
    return faces + <usize>~(child == EMPTY ? load<i32>(ids) : child) * 12;
  }

  /** The corner of a face whose id is at byte offset k, projected. */
  @inline static corner(face: usize, k: usize, projected: usize): v128 {
    return v128.load(Slabs.point(projected, load<u32>(face + k), true));
  }

  /** The boxes of the faces of a leaf at one instant, from their corners. */
  @inline static boxCorners(ids: usize, faces: usize, projected: usize, wide: v128, to: usize): void {
    let face = Refit.faceAt(ids, 0, faces);
    let p = Refit.corner(face, 0, projected);
    let q = Refit.corner(face, 4, projected);
    let r = Refit.corner(face, 8, projected);
    const a0 = f32x4.pmin(f32x4.pmin(p, q), r);
    const a1 = f32x4.pmax(f32x4.pmax(p, q), r);
    face = Refit.faceAt(ids, 4, faces);
    p = Refit.corner(face, 0, projected);
    q = Refit.corner(face, 4, projected);
    r = Refit.corner(face, 8, projected);
    const b0 = f32x4.pmin(f32x4.pmin(p, q), r);
    const b1 = f32x4.pmax(f32x4.pmax(p, q), r);
    face = Refit.faceAt(ids, 8, faces);
    p = Refit.corner(face, 0, projected);
    q = Refit.corner(face, 4, projected);
    r = Refit.corner(face, 8, projected);
    const c0 = f32x4.pmin(f32x4.pmin(p, q), r);
    const c1 = f32x4.pmax(f32x4.pmax(p, q), r);
    face = Refit.faceAt(ids, 12, faces);
    p = Refit.corner(face, 0, projected);
    q = Refit.corner(face, 4, projected);
    r = Refit.corner(face, 8, projected);
    Refit.transpose(a0, b0, c0, f32x4.pmin(f32x4.pmin(p, q), r), to);
    Refit.transpose(a1, b1, c1, f32x4.pmax(f32x4.pmax(p, q), r), to + 48);
    // The box of an empty slot is apart from everything.
    const none = i32x4.eq(v128.load(ids), i32x4.splat(EMPTY));
    const more = v128.bitselect(f32x4.splat(-Infinity), wide, none);
    for (let k: usize = 0; k < 48; k += 16) {
      v128.store(to + k, f32x4.sub(v128.load(to + k), more));
      v128.store(to + k, f32x4.add(v128.load(to + k, 48), more), 48);
    }
  }

  /** Computes the boxes of a range of nodes. `isStatic` is a constant where this is inlined. */
  @inline static nodes(context: MeshContext, none: usize, first: i32, end: i32, isStatic: bool): void {
    const children = context.children;
    const slabs = context.slabs;
    const faces = context.faces;
    const projected = context.projected;
    const boxes = context.boxes;
    const wide = f32x4.splat(context.halfPad);
    for (let i = end - 1; i >= first; i--) {
      const ids = children + <usize>i * CHILDREN;
      const k0 = load<i32>(ids);
      const k1 = load<i32>(ids, 4);
      const k2 = load<i32>(ids, 8);
      const k3 = load<i32>(ids, 12);
      const to = NodeBoxes.at(boxes, i, isStatic);
      if (k0 >= 0) Refit.boxNodes(k0, k1, k2, k3, boxes, none, isStatic, to);
      else if (isStatic) Refit.boxCorners(ids, faces, projected, wide, to);
      else Refit.boxFaces(k0, k1, k2, k3, slabs, none, to);
    }
  }
}

/**
 * Computes the boxes of the nodes from `first` up to, but not including, `end`, the last one first,
 * because children follow their parents. Over a step the boxes come from the slabs of faces; at one
 * instant from corners, widened by half the pad.
 */
export function refit(context: MeshContext, scratch: usize, first: i32, end: i32): void {
  Refit.fillEmpty(scratch);
  if (context.isStatic) Refit.nodes(context, scratch, first, end, true);
  else Refit.nodes(context, scratch, first, end, false);
}
