// Grows the base patches, the leaves of the patch hierarchy: compact groups of up to
// `MAX_BASE_FACES` faces, face by face [ICCD §VI-A]. A face may join only if each vertex that it
// shares with the patch lies on a good edge that they share. So the faces around a vertex stay one
// fan or one ring within the patch.
import { NONE } from '../../core/mesh/topology.ts';
import { BAD_EDGE, previousSide, type Seams } from './patch-seams.ts';

/**
 * Most faces of a base patch. With fewer, cones and contours cost more; with more, the smallest
 * quiet patches are coarser.
 */
const MAX_BASE_FACES = 10;

/** The base patches of a mesh. */
export interface BasePatches {
  /** Number of base patches. */
  readonly count: number;
  /** Base patch of each face. */
  readonly patchOf: Uint32Array;
}

/** Divides all faces into base patches. */
export function growBasePatches(seams: Seams): BasePatches {
  const growth = new Growth(seams);
  for (let seed = growth.nextSeed(); seed !== NONE; seed = growth.nextSeed()) growth.grow(seed);
  return growth;
}

class Growth implements BasePatches {
  count = 0;
  readonly patchOf: Uint32Array;
  private readonly seams: Seams;
  /**
   * Per vertex: how many faces of the current patch use it. Valid only if `usedBy` has the current
   * patch.
   */
  private readonly uses: Uint8Array;
  /** Per vertex: the last patch that took a face with it. */
  private readonly usedBy: Uint32Array;
  /** Per edge that is not good: the last patch that took one of its faces. */
  private readonly badEdgeTakenBy: Uint32Array;
  /**
   * Queue of faces next to finished patches. The next patches start there, which leaves few islands
   * between patches.
   */
  private readonly rim: Uint32Array;
  private rimStart = 0;
  private rimEnd = 0;
  private readonly isOnRim: Uint8Array;
  /** Every face below this id has a patch. */
  private nextUnassigned = 0;
  /** Faces next to the current patch; `candidateCount` of them are valid. */
  private readonly candidates = new Uint32Array(3 * MAX_BASE_FACES);
  private candidateCount = 0;

  constructor(seams: Seams) {
    const { triangles, starStart } = seams.topology;
    const faceCount = triangles.length / 3;
    this.seams = seams;
    this.patchOf = new Uint32Array(faceCount).fill(NONE);
    this.uses = new Uint8Array(starStart.length - 1);
    this.usedBy = new Uint32Array(starStart.length - 1).fill(NONE);
    this.badEdgeTakenBy = new Uint32Array(seams.topology.edgeCount).fill(NONE);
    this.rim = new Uint32Array(faceCount);
    this.isOnRim = new Uint8Array(faceCount);
  }

  /** The face from which the next patch grows, or `NONE` if every face has a patch. */
  nextSeed(): number {
    const { patchOf, rim } = this;
    while (this.rimStart < this.rimEnd) {
      const face = rim[this.rimStart++];
      if (patchOf[face] === NONE) return face;
    }
    while (this.nextUnassigned < patchOf.length && patchOf[this.nextUnassigned] !== NONE) this.nextUnassigned++;
    return this.nextUnassigned < patchOf.length ? this.nextUnassigned : NONE;
  }

  /** Grows the next patch from a face. */
  grow(seed: number): void {
    this.candidateCount = 0;
    this.take(seed);
    for (let size = 1; size < MAX_BASE_FACES; size++) {
      const face = this.takeBest();
      if (face === NONE) break;
      this.take(face);
    }
    for (const face of this.candidates.subarray(0, this.candidateCount)) {
      if (this.isOnRim[face] === 0) this.rim[this.rimEnd++] = face;
      this.isOnRim[face] = 1;
    }
    this.count++;
  }

  /** Adds a face to the current patch and lists its free neighbours as candidates. */
  private take(face: number): void {
    const { seams, patchOf, usedBy, uses, badEdgeTakenBy, count, candidates } = this;
    const { triangles, faceEdges } = seams.topology;
    patchOf[face] = count;
    for (let s = 3 * face; s < 3 * face + 3; s++) {
      const v = triangles[s];
      uses[v] = usedBy[v] === count ? uses[v] + 1 : 1;
      usedBy[v] = count;
      const beyond = seams.across[s];
      if (beyond === BAD_EDGE) badEdgeTakenBy[faceEdges[s]] = count;
      // There is room: each of the MAX_BASE_FACES faces adds at most three. A face may be listed
      // twice.
      if (beyond < BAD_EDGE && patchOf[beyond] === NONE) candidates[this.candidateCount++] = beyond;
    }
  }

  /**
   * The candidate with the best fit, or `NONE`. Also removes candidates that have a patch already.
   */
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

  /**
   * How well a face fits the current patch; 0 if it may not join. The fit grows with the number of
   * shared sides, with the number of faces of the patch around the corners, and with the number of
   * sides without a free neighbour, since such a face would be left behind as an island.
   */
  private fit(face: number): number {
    const { seams, patchOf, usedBy, uses, badEdgeTakenBy, count } = this;
    const { topology, across, isSingular } = seams;
    const { triangles } = topology;
    let fit = 0;
    for (let s = 3 * face; s < 3 * face + 3; s++) {
      const v = triangles[s];
      const after = this.isShared(s);
      const before = this.isShared(previousSide(s));
      if (after) fit += 3;
      else if (across[s] >= BAD_EDGE || patchOf[across[s]] !== NONE) fit += 1;
      if (usedBy[v] === count) {
        if (!after && !before) return 0;
        fit += uses[v];
      }
      // A ring around a singular vertex is never closed. So the vertex lies on the boundary of all
      // its patches, where the rules of joining check it.
      if (after && before && isSingular[v] === 1) return 0;
      if (across[s] === BAD_EDGE && badEdgeTakenBy[topology.faceEdges[s]] === count) return 0;
    }
    return fit;
  }

  /** Whether the face beyond a side is in the current patch. */
  private isShared(side: number): boolean {
    const beyond = this.seams.across[side];
    return beyond < BAD_EDGE && this.patchOf[beyond] === this.count;
  }
}
