// A mask of the faces that may collide, from a culling stage outside, such as visibility. It speaks of faces that share no vertex: a pair
// is dropped if they share none and one of them is masked. A contact of features lies in every pair of their faces, so wherever one of
// these pairs shares no vertex, all that share none are kept, whichever of them a recipe asks; where all share one, the mask is not asked.
import type { VertexMotion } from '../core/motion/vertex-motion.ts';
import type { PairBuffer } from '../core/pairs/pair-buffer.ts';

export interface PrefilterOptions {
  /**
   * Per face, 0 where it is known not to touch any face with which it shares no vertex, nor to come within `minSeparation` of one:
   * such pairs are not looked at. A wrong 0 loses contacts.
   */
  readonly prefilter?: Uint8Array;
}

export function prefilterOf({ prefilter }: PrefilterOptions, faceCount: number): Uint8Array | undefined {
  if (prefilter && prefilter.length !== faceCount)
    throw new RangeError(`prefilter holds ${prefilter.length} entries; the mesh has ${faceCount} faces.`);
  return prefilter;
}

export function dropMasked({ mesh, faceOf }: VertexMotion, pairs: PairBuffer, mask: Uint8Array): void {
  pairs.keep((i, j) => {
    const [f, g] = [faceOf[i], faceOf[j]];
    return (mask[f] > 0 && mask[g] > 0) || mesh.topology.sharesVertex(f, g);
  });
}
