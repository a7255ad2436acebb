// Decides which pairs of features are near at one instant, on one thread: a kernel in bulk, exact
// predicates where it is in doubt. As core/elementary/near-features.ts, but results are rows alone.
import { closestPoints } from '../../core/elementary/closest-points.ts';
import { gatherPair } from '../../core/elementary/gather-pair.ts';
import { LARGEST_DISTANCE } from '../../core/elementary/near-features.ts';
import { eeWithin, vfWithin } from '../../core/elementary/within.ts';
import { type MeshContext, PairRow } from '../../core/wasm/mesh.generated.ts';
import type { ThreadSlot } from './thread-slot.ts';

/** How a batch of tests went. */
export interface NearBatch {
  /** Rows written. */
  readonly rows: number;
  /** Pairs that the kernel left in doubt. */
  readonly exact: number;
}

/** The tests of one thread. */
export class NearTests {
  private readonly slot: ThreadSlot;
  private readonly context: MeshContext;
  private readonly query = new Float64Array(24);
  private readonly points = closestPoints();

  constructor(slot: ThreadSlot, context: MeshContext) {
    this.slot = slot;
    this.context = context;
  }

  /** Tests pairs and writes a row for each that is at most `distance` apart. */
  run(pairs: number, count: number, distance: number, edges: boolean, to: number): NearBatch {
    const { slot, context, query, points: found } = this;
    const { memory, nearScratch } = slot;
    nearScratch.rows = to;
    nearScratch.firstRow = 0;
    const limit = Math.min(distance, LARGEST_DISTANCE);
    memory.kernels.nearPairs(context.address, nearScratch.address, pairs, count, limit, edges);
    let rows = nearScratch.nearCount;
    const { doubtful, doubtfulCount } = nearScratch;
    const { points, faces, edges: edgeTable } = context;
    for (let i = 0; i < doubtfulCount; i++) {
      const [a, b] = memory.u32(doubtful + 8 * i, 2);
      gatherPair({ memory, points, faces, edges: edgeTable }, a, b, edges, query);
      if (!(edges ? eeWithin : vfWithin)(query, 0, distance, found)) continue;
      const row = new PairRow(memory, to + PairRow.BYTES * rows++);
      row.a = a;
      row.b = b;
      row.value = found.distance;
      [row.normalX, row.normalY, row.normalZ] = found.normal;
      [row.weight0, row.weight1, row.weight2] = found.weights;
    }
    return { rows, exact: doubtfulCount };
  }
}
