// The lowest patches of the hierarchy: compact groups of about a dozen faces, grown face by face [ICCD §VI-A]. A face joins
// only where every vertex it has in common with the patch lies on a good edge they share, so that the faces around a vertex
// stay one fan or ring within the patch.
import { NONE } from '../../core/mesh/topology.ts';
import { CROWDED, previousSide, type Seams } from './patch-seams.ts';

/** Faces of a full base patch. Fewer make cones and contours cost more, more make the last quiet patches coarser. */
const FULL = 10;

export interface BasePatches {
  readonly count: number;
  /** Base patch of each face. */
  readonly patchOf: Uint32Array;
}

export function growBasePatches(seams: Seams): BasePatches {
  const growth = new Growth(seams);
  for (let seed = growth.nextSeed(); seed !== NONE; seed = growth.nextSeed()) growth.grow(seed);
  return { count: growth.count, patchOf: growth.patchOf };
}

class Growth {
  count = 0;
  readonly patchOf: Uint32Array;
  private readonly seams: Seams;
  /** How many faces of the patch in growth use a vertex; valid where `usedBy` names this patch. */
  private readonly uses: Uint8Array;
  private readonly usedBy: Uint32Array;
  /** The patch that last took a face of an edge that is not good. */
  private readonly crowdedBy: Uint32Array;
  /** Faces beside finished patches, where the next ones begin: patches then leave few islands between them. */
  private readonly rim: Uint32Array;
  private rimStart = 0;
  private rimEnd = 0;
  private readonly isOnRim: Uint8Array;
  private unseen = 0;
  private readonly candidates = new Uint32Array(3 * FULL);
  private candidateCount = 0;

  constructor(seams: Seams) {
    const { triangles, starStart } = seams.topology;
    const faceCount = triangles.length / 3;
    this.seams = seams;
    this.patchOf = new Uint32Array(faceCount).fill(NONE);
    this.uses = new Uint8Array(starStart.length - 1);
    this.usedBy = new Uint32Array(starStart.length - 1).fill(NONE);
    this.crowdedBy = new Uint32Array(seams.topology.edgeCount).fill(NONE);
    this.rim = new Uint32Array(faceCount);
    this.isOnRim = new Uint8Array(faceCount);
  }

  nextSeed(): number {
    const { patchOf, rim } = this;
    while (this.rimStart < this.rimEnd) {
      const face = rim[this.rimStart++];
      if (patchOf[face] === NONE) return face;
    }
    while (this.unseen < patchOf.length && patchOf[this.unseen] !== NONE) this.unseen++;
    return this.unseen < patchOf.length ? this.unseen : NONE;
  }

  grow(seed: number): void {
    this.candidateCount = 0;
    this.take(seed);
    for (let size = 1; size < FULL; size++) {
      const face = this.takeBest();
      if (face === NONE) break;
      this.take(face);
    }
    for (let i = 0; i < this.candidateCount; i++) this.queue(this.candidates[i]);
    this.count++;
  }

  private queue(face: number): void {
    if (this.isOnRim[face] === 1) return;
    this.isOnRim[face] = 1;
    this.rim[this.rimEnd++] = face;
  }

  private take(face: number): void {
    const { seams, patchOf, usedBy, uses, crowdedBy, count, candidates } = this;
    const { triangles, faceEdges } = seams.topology;
    patchOf[face] = count;
    for (let s = 3 * face; s < 3 * face + 3; s++) {
      const v = triangles[s];
      uses[v] = usedBy[v] === count ? uses[v] + 1 : 1;
      usedBy[v] = count;
      const beyond = seams.across[s];
      if (beyond === CROWDED) crowdedBy[faceEdges[s]] = count;
      // Each of the FULL faces adds at most three, so there is room; a face may be listed twice.
      if (beyond < CROWDED && patchOf[beyond] === NONE) candidates[this.candidateCount++] = beyond;
    }
  }

  /** Removes and returns the candidate that fits closest, or `NONE`. */
  private takeBest(): number {
    const { candidates, patchOf } = this;
    let best = NONE;
    let bestFit = 0;
    let kept = 0;
    for (let i = 0; i < this.candidateCount; i++) {
      const face = candidates[i];
      if (patchOf[face] !== NONE) continue;
      candidates[kept++] = face;
      const fit = this.fit(face);
      if (fit > bestFit) {
        bestFit = fit;
        best = face;
      }
    }
    this.candidateCount = kept;
    return best;
  }

  /** 0 if the face may not join; else more the more sides it shares, the more of the patch lies around its corners, and the
   * fewer free neighbours it would leave behind as an island. */
  private fit(face: number): number {
    const { seams, patchOf, usedBy, uses, crowdedBy, count } = this;
    const { topology, across, isSingular } = seams;
    const { triangles } = topology;
    let fit = 0;
    for (let s = 3 * face; s < 3 * face + 3; s++) {
      const v = triangles[s];
      const after = this.isShared(s);
      const before = this.isShared(previousSide(s));
      if (after) fit += 3;
      else if (across[s] >= CROWDED || patchOf[across[s]] !== NONE) fit += 1;
      if (usedBy[v] === count) {
        if (!after && !before) return 0;
        fit += uses[v];
      }
      // A ring around a singular vertex is never closed: it then lies on the boundary of all its patches, where they see it.
      if (after && before && isSingular[v] === 1) return 0;
      if (across[s] === CROWDED && crowdedBy[topology.faceEdges[s]] === count) return 0;
    }
    return fit;
  }

  private isShared(side: number): boolean {
    const beyond = this.seams.across[side];
    return beyond < CROWDED && this.patchOf[beyond] === this.count;
  }
}
