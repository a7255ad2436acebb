// Bounds of all edges, stored once per step instead of computed for every pair of edges that asks
// for them [R-Triangles §5.1, memory requirements]. They are the bounds of faces (p, q, q), where p
// and q are the ends of an edge: the same slabs, with the same safe direction.
import { Slabs } from '../../../core/bounds/kernels/slabs';
import { MeshContext } from '../../../core/kernels/mesh-context';

/** The stored bounds of all edges, and the corners they are computed from. */
@unmanaged
export class StoredEdges {
  /** Per edge its ends, the second one twice: 12 bytes. */
  corners: usize;
  /** Bounds per edge: 160 bytes, or 32 at one instant. */
  volumes: usize;
  /** Number of edges. */
  count: i32;
}

/** Comparisons of stored bounds. */
export class EdgeVolumes {
  /** 1 if no direction separates two edges. */
  @inline static meet(context: MeshContext, stored: StoredEdges, e: u32, g: u32): usize {
    const volumes = stored.volumes;
    if (context.isStatic) return Slabs.meetCoarsely(volumes, e, g, Slabs.coarsePad(context));
    return Slabs.meet(Slabs.face(volumes, e), Slabs.face(volumes, g));
  }
}

/** Computes the bounds of all edges over the present step. */
export function storeEdges(context: MeshContext, stored: StoredEdges): void {
  if (context.isStatic) Slabs.coarsenFaces(stored.corners, stored.count, Slabs.coarsePoints(context), stored.volumes);
  else Slabs.ofFaces(stored.corners, stored.count, context.projected, context.halfPad, stored.volumes);
}
