// Bounds of faces and boxes of nodes, branch by branch: a branch and the faces below it are
// contiguous, so that its slabs are still in the cache when its boxes are computed from them.
import { BoundsPart, quantizeFaces } from '../../bounds/kernels/quantize';
import { boundFaces } from '../../bounds/kernels/slabs';
import { sweepFaces } from '../../bounds/kernels/swept-slabs';
import { MeshContext } from '../../kernels/mesh-context';
import { refitQuantized } from './quantized-node';
import { refit } from './refit';

/** Whole branches of the tree: ranges of nodes, and the places of all faces below them. */
@unmanaged
export class Branches {
  /** The first place. */
  firstPlace: i32;
  /** The place behind the last. */
  endPlace: i32;
  /** The first node. */
  firstNode: i32;
  /** The node behind the last. */
  endNode: i32;
}

/**
 * Computes slabs and boxes of the entries of `branches` from `first` up to, but not including,
 * `end`. With quantized bounds, adds up in the part what `judgeBounds` reads. At one instant, boxes
 * need no slabs.
 */
export function fitBranches(
  context: MeshContext,
  scratch: usize,
  branches: usize,
  first: i32,
  end: i32,
  part: BoundsPart,
): void {
  part.extent = 0;
  part.leaving = 0;
  for (let i = first; i < end; i++) {
    const entry = changetype<Branches>(branches + <usize>i * offsetof<Branches>());
    if (context.isQuantized) {
      quantizeFaces(context, entry.firstPlace, entry.endPlace, part);
      refitQuantized(context, entry.firstNode, entry.endNode);
    } else {
      if (!context.isStatic) boundFaces(context, entry.firstPlace, entry.endPlace);
      if (context.isSwept) sweepFaces(context, entry.firstPlace, entry.endPlace);
      refit(context, scratch, entry.firstNode, entry.endNode);
    }
  }
}
