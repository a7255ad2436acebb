// From pairs of leaves to the pairs of faces whose distance matters [Mezger §6.2]: those that share a vertex are left out by index, at
// will also those a ring apart. In ascending order, so that answers do not depend on the hierarchy and neighbours in memory follow
// each other.
import type { PairList } from '../../core/pairs/pair-list.ts';
import type { Lossy } from './lossy.ts';
import type { PolygonMesh } from './polygon-mesh.ts';

export class Candidates {
  /** Two faces a pair, the smaller first. */
  ids: Uint32Array = new Uint32Array(0);
  count = 0;
  /** What a lossy mode left out. */
  dropped = 0;
  private sorted: Uint32Array = new Uint32Array(0);
  private readonly ends: Uint32Array;
  private readonly mesh: PolygonMesh;
  private readonly excludesRing: boolean;

  constructor(mesh: PolygonMesh, excludesRing: boolean) {
    this.mesh = mesh;
    this.excludesRing = excludesRing;
    this.ends = new Uint32Array(mesh.faceCount);
  }

  take(leaves: PairList, lossy: Lossy | null): void {
    if (this.ids.length < 2 * leaves.count) {
      this.ids = new Uint32Array(4 * leaves.count);
      this.sorted = new Uint32Array(4 * leaves.count);
    }
    this.thin(leaves.ids(), lossy);
    this.distribute(this.ids, this.sorted, 1);
    this.distribute(this.sorted, this.ids, 0);
  }

  private thin(pairs: Uint32Array, lossy: Lossy | null): void {
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

  /** A stable sort by one of both ids. */
  private distribute(from: Uint32Array, to: Uint32Array, word: number): void {
    const { ends } = this;
    const length = 2 * this.count;
    ends.fill(0);
    for (let i = word; i < length; i += 2) ends[from[i]] += 2;
    for (let f = 1; f < ends.length; f++) ends[f] += ends[f - 1];
    for (let i = length - 2; i >= 0; i -= 2) {
      ends[from[i + word]] -= 2;
      const at = ends[from[i + word]];
      to[at] = from[i];
      to[at + 1] = from[i + 1];
    }
  }
}
