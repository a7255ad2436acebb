// Applies a mask of the faces that may collide, from a culling stage outside, such as visibility.
// The mask concerns faces that share no vertex: such a pair is dropped if one of its faces is
// masked. Safe for every recipe: a contact of two features lies in every pair of their faces. A
// correct mask therefore keeps all of these pairs that share no vertex, whichever of them the
// recipe uses; and pairs that share a vertex are not masked at all.
import type { VertexMotion } from '../core/motion/vertex-motion.ts';
import type { PairBuffer } from '../core/pairs/pair-buffer.ts';

/** A mask of faces for one call. */
export interface PrefilterOptions {
  /**
   * Per face, 0 if it is known not to touch any face with which it shares no vertex, nor to come
   * within `minSeparation` of one: such pairs are not tested. A wrong 0 loses contacts.
   */
  readonly prefilter?: Uint8Array;
}

/** The mask, if there is one. Throws unless it has an entry per face. */
export function prefilterOf({ prefilter }: PrefilterOptions, faceCount: number): Uint8Array | undefined {
  if (prefilter && prefilter.length !== faceCount)
    throw new RangeError(`prefilter holds ${prefilter.length} entries; the mesh has ${faceCount} faces.`);
  return prefilter;
}

/** Drops the pairs of places that the mask excludes. */
export function dropMasked({ mesh, faceOf }: VertexMotion, pairs: PairBuffer, mask: Uint8Array): void {
  pairs.keep((i, j) => {
    const [f, g] = [faceOf[i], faceOf[j]];
    return (mask[f] > 0 && mask[g] > 0) || mesh.topology.sharesVertex(f, g);
  });
}
