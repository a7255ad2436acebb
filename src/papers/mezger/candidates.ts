// Turns pairs of leaves into the pairs of faces whose distance is computed [Mezger §6.2]. Pairs
// that share a vertex are left out, with `excludeRing` also pairs that have a common neighbour. The
// pairs are sorted, so that the answer does not depend on the hierarchy and consecutive pairs are
// close in memory.
import type { PairList } from '../../core/pairs/pair-list.ts';
import type { LossyFilter } from './lossy-filter.ts';
import type { PolygonMesh } from './polygon-mesh.ts';

/** The candidate pairs of one query, in columns that are reused. */
export class Candidates {
  /** Two faces per pair, the smaller first, in ascending order. */
  ids: Uint32Array = new Uint32Array(0);
  /** Number of pairs. */
  count = 0;
  /** Number of pairs that the lossy mode dropped. */
  dropped = 0;
  /** Scratch for sorting, as long as `ids`. */
  private sorted: Uint32Array = new Uint32Array(0);
  /** Per face: the end of its pairs, while they are sorted. */
  private readonly ends: Uint32Array;
  private readonly mesh: PolygonMesh;
  private readonly excludesRing: boolean;

  constructor(mesh: PolygonMesh, excludesRing: boolean) {
    this.mesh = mesh;
    this.excludesRing = excludesRing;
    this.ends = new Uint32Array(mesh.faceCount);
  }

  /** Sets the candidates from the pairs of faces whose leaves overlap. */
  take(leaves: PairList, lossy: LossyFilter | null): void {
    if (this.ids.length < 2 * leaves.count) {
      this.ids = new Uint32Array(4 * leaves.count);
      this.sorted = new Uint32Array(4 * leaves.count);
    }
    this.filter(leaves.ids(), lossy);
    this.distribute(this.ids, this.sorted, 1);
    this.distribute(this.sorted, this.ids, 0);
  }

  /** Writes the pairs that are left, the smaller face first. */
  private filter(pairs: Uint32Array, lossy: LossyFilter | null): void {
    const { mesh, ids, excludesRing } = this;
    let to = 0;
    this.dropped = 0;
    for (let i = 0; i < pairs.length; i += 2) {
      const f = pairs[i] < pairs[i + 1] ? pairs[i] : pairs[i + 1];
      const g = pairs[i] + pairs[i + 1] - f;
      if (mesh.sharesVertex(f, g) || (excludesRing && mesh.sharesNeighbour(f, g))) continue;
      if (lossy?.drops(f, g)) {
        this.dropped++;
        continue;
      }
      ids[to++] = f;
      ids[to++] = g;
    }
    this.count = to / 2;
  }

  /** A stable counting sort by the first or the second id of each pair. */
  private distribute(from: Uint32Array, to: Uint32Array, side: number): void {
    const { ends } = this;
    const length = 2 * this.count;
    ends.fill(0);
    for (let i = side; i < length; i += 2) ends[from[i]] += 2;
    for (let f = 1; f < ends.length; f++) ends[f] += ends[f - 1];
    for (let i = length - 2; i >= 0; i -= 2) {
      ends[from[i + side]] -= 2;
      const at = ends[from[i + side]];
      to[at] = from[i];
      to[at + 1] = from[i + 1];
    }
  }
}
