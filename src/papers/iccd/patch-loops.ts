// Traces the boundary of every patch as closed loops of sides [ICCD §IV-C, §VI-A], for the contour
// test. Each side runs in the direction of its own face. Seen from the front of the faces, the
// outer loop is counter-clockwise and loops around holes are clockwise. A loop passes each vertex
// at most once: around a boundary vertex the faces of a patch form one fan, so one boundary side
// enters the vertex and one leaves it.
import { groupByKey } from '../../core/mesh/group-by-key.ts';
import { nextSide, type Seams } from './patch-seams.ts';

/** The loops of all nodes, by ascending node: nodes are traced in that order. */
export class PatchLoops {
  /** Sides of all loops, one loop after the other. */
  readonly sides: number[] = [];
  /** Index in `sides` of the first side of each loop, then the end of the last loop. */
  readonly start: number[] = [0];
  /** First loop of each node, then the end of the last node's. */
  readonly loopStart: number[] = [0];
  private readonly seams: Seams;
  private readonly patchOf: Uint32Array;
  /** Per vertex: the boundary side that starts there. Valid during one trace. */
  private readonly leaving: Uint32Array;
  /** Sides of the boundary that is being traced, in any order. */
  private readonly pending: number[] = [];
  /** Per side: 1 until it has been traced. */
  private readonly isOpen: Uint8Array;

  /** Traces the base patches. */
  constructor(seams: Seams, patchOf: Uint32Array, patchCount: number) {
    const { triangles, starStart } = seams.topology;
    this.seams = seams;
    this.patchOf = patchOf;
    this.leaving = new Uint32Array(starStart.length - 1);
    this.isOpen = new Uint8Array(triangles.length);
    const { start, items: faces } = groupByKey(patchOf, patchCount);
    for (let patch = 0; patch < patchCount; patch++) {
      for (let i = start[patch]; i < start[patch + 1]; i++) {
        for (let side = 3 * faces[i]; side < 3 * faces[i] + 3; side++) {
          const beyond = seams.across[side];
          // `NONE` and `BAD_EDGE` are larger than any face id.
          if (beyond >= patchOf.length || patchOf[beyond] !== patch) this.add(side);
        }
      }
      this.trace();
    }
  }

  /** Index in `sides` of the first side of a node. */
  firstSide(node: number): number {
    return this.start[this.loopStart[node]];
  }

  /** Number of boundary sides of a node. */
  sideCount(node: number): number {
    return this.firstSide(node + 1) - this.firstSide(node);
  }

  /**
   * Traces the next node, the union of two neighbours: all their boundary sides except those
   * between them.
   */
  traceUnion(a: number, b: number, rootOf: Uint32Array): void {
    this.addOutward(a, b, rootOf);
    this.addOutward(b, a, rootOf);
    this.trace();
  }

  /** Adds the boundary sides of a patch that do not border on the other patch. */
  private addOutward(patch: number, other: number, rootOf: Uint32Array): void {
    const { sides, seams, patchOf } = this;
    for (let i = this.firstSide(patch), end = this.firstSide(patch + 1); i < end; i++) {
      const beyond = seams.across[sides[i]];
      if (beyond >= patchOf.length || rootOf[patchOf[beyond]] !== other) this.add(sides[i]);
    }
  }

  private add(side: number): void {
    this.pending.push(side);
    this.leaving[this.seams.topology.triangles[side]] = side;
    this.isOpen[side] = 1;
  }

  /** Links the pending sides to loops, which become those of the next node. */
  private trace(): void {
    const { sides, start, pending, leaving, isOpen } = this;
    const { triangles } = this.seams.topology;
    for (const first of pending) {
      if (isOpen[first] === 0) continue;
      for (let side = first; isOpen[side] === 1; side = leaving[triangles[nextSide(side)]]) {
        isOpen[side] = 0;
        sides.push(side);
      }
      start.push(sides.length);
    }
    this.loopStart.push(start.length - 1);
    pending.length = 0;
  }
}
