// Whether the bounds of two features meet, whichever bounds the present step has: at one instant,
// quantized over a step, as f32 over a step, or swept over it. For short lists, and for steps without a loop of
// their own. Safe direction: 0 only if one direction separates them throughout.
import { MeshContext } from '../../kernels/mesh-context';
import { QuantizedSlabs } from './quantized-slabs';
import { Slabs } from './slabs';
import { SweptSlabs } from './swept-slabs';

/** Bounds of features of any kind. */
export class FeatureBounds {
  /** 1 if a vertex and a face, by place, may touch. */
  static vertexMeets(context: MeshContext, v: u32, f: usize): usize {
    if (context.isStatic)
      return Slabs.vertexMeetsCoarsely(Slabs.coarsePoints(context), v, context.slabs, f, Slabs.coarsePad(context));
    if (context.isQuantized) return QuantizedSlabs.vertexMeets(context, v, f, true);
    const point = Slabs.point(context.projected, v, false);
    return Slabs.vertexMeets(point, Slabs.face(context.slabs, f), context.halfPad);
  }

  /** 1 if the edges ab and cd may touch. */
  static edgesMeet(context: MeshContext, a: u32, b: u32, c: u32, d: u32): usize {
    if (context.isStatic) {
      const points = Slabs.coarsePoints(context);
      return v128.any_true(Slabs.edgesApartCoarsely(points, a, b, c, d, Slabs.coarsePad(context))) ? 0 : 1;
    }
    if (context.isQuantized) return QuantizedSlabs.edgesMeet(context, a, b, c, d, true, true);
    if (context.isSwept) return SweptSlabs.edgesMeet(context.projected, a, b, c, d, context.pad);
    return Slabs.edgesMeet(context.projected, a, b, c, d, context.pad) ? 1 : 0;
  }
}
