// Estimates the normal cone of each base patch in the step in which the building has come so far,
// and of unions of two patches. It only guides which patches are joined first. Nothing is proven
// here: src/papers/iccd/cones.ts proves in every step which patches are quiet.
import { MeshContext } from '../../../core/kernels/mesh-context';
import { Ids, PatchBuilder } from './patch-builder';

/** Bytes of a cone: axis and cosine of the half angle, 0 if there is no cone. */
const CONE_BYTES: usize = 32;
/**
 * Sine of the angle between two axes below which they count as equal; then the merged cone keeps
 * one of them.
 */
const SAME_AXIS_SINE: f64 = 1e-6;

export class RoughCones {
  /** The cone of a node. */
  @inline static of(builder: PatchBuilder, node: u32): usize {
    return builder.cones + <usize>node * CONE_BYTES;
  }

  /** Fits the cones of all base patches. Returns whether all are fitted. */
  static fit(context: MeshContext, builder: PatchBuilder): bool {
    let patch = builder.cursor;
    for (; patch < builder.patchCount && builder.budget > 0; patch++) {
      const first = Ids.get(builder.patchStarts, patch);
      const end = Ids.get(builder.patchStarts, patch + 1);
      RoughCones.fitOne(context.points, builder, RoughCones.of(builder, patch), first, end);
      builder.budget -= 2 * <i32>(end - first);
    }
    builder.cursor = patch;
    return patch == builder.patchCount;
  }

  /** The mean normal as axis, and the cosine to the normal that is farthest from it. */
  static fitOne(points: usize, builder: PatchBuilder, cone: usize, first: u32, end: u32): void {
    const normal = builder.candidates;
    for (let i = first; i < end; i++) {
      for (let at: usize = 0; at < 16; at += 8) {
        RoughCones.putNormal(points + at, builder, Ids.get(builder.grown, i), normal);
        for (let k: usize = 0; k < 24; k += 8) store<f64>(cone + k, load<f64>(cone + k) + load<f64>(normal + k));
      }
    }
    RoughCones.putUnit(cone, load<f64>(cone), load<f64>(cone, 8), load<f64>(cone, 16));
    let cosine: f64 = 1;
    for (let i = first; i < end; i++) {
      for (let at: usize = 0; at < 16; at += 8) {
        RoughCones.putNormal(points + at, builder, Ids.get(builder.grown, i), normal);
        const along = RoughCones.dot(cone, normal);
        // Also true for NaN, from a patch without an axis or a face without a normal: no cone.
        if (!(along > 0)) cosine = 0;
        else if (along < cosine) cosine = along;
      }
    }
    store<f64>(cone, cosine, 24);
  }

  /** Writes the unit normal of a face at one end of the step; NaN if the face has no area. */
  static putNormal(points: usize, builder: PatchBuilder, face: u32, to: usize): void {
    const corners = builder.triangles + <usize>face * 12;
    const a = points + <usize>load<u32>(corners) * 48;
    const b = points + <usize>load<u32>(corners, 4) * 48;
    const c = points + <usize>load<u32>(corners, 8) * 48;
    const ex = load<f64>(b) - load<f64>(a);
    const ey = load<f64>(b, 16) - load<f64>(a, 16);
    const ez = load<f64>(b, 32) - load<f64>(a, 32);
    const fx = load<f64>(c) - load<f64>(a);
    const fy = load<f64>(c, 16) - load<f64>(a, 16);
    const fz = load<f64>(c, 32) - load<f64>(a, 32);
    RoughCones.putUnit(to, ey * fz - ez * fy, ez * fx - ex * fz, ex * fy - ey * fx);
  }

  /** Writes (x, y, z) scaled to length 1. */
  @inline static putUnit(to: usize, x: f64, y: f64, z: f64): void {
    const length = Math.sqrt(x * x + y * y + z * z);
    store<f64>(to, x / length);
    store<f64>(to, y / length, 8);
    store<f64>(to, z / length, 16);
  }

  @inline static dot(a: usize, b: usize): f64 {
    return load<f64>(a) * load<f64>(b) + load<f64>(a, 8) * load<f64>(b, 8) + load<f64>(a, 16) * load<f64>(b, 16);
  }

  @inline static sineOf(cosine: f64): f64 {
    return Math.sqrt(Math.max(0, 1 - cosine * cosine));
  }

  /**
   * Writes the smallest cone that holds two cones, as Provot merges them: the wider one if it holds
   * the other, else the cone that touches both. Angles are handled by their cosines and sines.
   * `…Reach` is the angle from the axis of the wider cone to the far side of the narrower one,
   * `…All` the angle across both. Writes cosine 0, no cone, if the half angle would be 90° or more.
   */
  static merge(a: usize, b: usize, out: usize): void {
    const wide = load<f64>(a, 24) > load<f64>(b, 24) ? b : a;
    const narrow = wide == a ? b : a;
    const cosine = load<f64>(wide, 24);
    store<f64>(out, 0, 24);
    if (!(cosine > 0)) return;
    const sine = RoughCones.sineOf(cosine);
    const cosineNarrow = load<f64>(narrow, 24);
    const sineNarrow = RoughCones.sineOf(cosineNarrow);
    const cosineBetween = RoughCones.dot(a, b);
    const sineBetween = RoughCones.sineOf(cosineBetween);
    const cosineReach = cosineBetween * cosineNarrow - sineBetween * sineNarrow;
    const sineReach = sineBetween * cosineNarrow + cosineBetween * sineNarrow;
    const isWithin = sineReach >= 0 && cosineReach >= cosine;
    let toWide: f64 = 1;
    let toNarrow: f64 = 0;
    let cosineHalf = cosine;
    if (!isWithin) {
      const sineAll = sine * cosineReach + cosine * sineReach;
      // Half of the angle across both is a right angle or more.
      if (!(sineReach >= 0 && sineAll > 0)) return;
      cosineHalf = Math.sqrt(Math.max(0, 1 + cosine * cosineReach - sine * sineReach) / 2);
      const sineHalf = sineAll / (2 * cosineHalf);
      if (sineBetween > SAME_AXIS_SINE) {
        toNarrow = (sineHalf * cosine - cosineHalf * sine) / sineBetween;
        toWide = cosineHalf * cosine + sineHalf * sine - toNarrow * cosineBetween;
      }
    }
    for (let k: usize = 0; k < 24; k += 8) {
      store<f64>(out + k, toWide * load<f64>(wide + k) + toNarrow * load<f64>(narrow + k));
    }
    store<f64>(out, cosineHalf, 24);
  }
}
