// The boundary of every patch as closed loops of sides, each in the direction of its own face, so that the outer loop of a
// patch that faces upward runs counter-clockwise seen from above and loops around holes run clockwise. A patch passes each
// vertex at most once: around a vertex of its boundary its faces are one fan, which one side leaves and one enters.
import type { Seams } from './patch-seams.ts';
import { nextSide } from './patch-seams.ts';

/** Lists of lists: loops of a node are numbered from `loopStart[node]`, node by node in the order of their making. */
export class Loops {
  sides: Uint32Array;
  /** First side of each loop, and the end of the last. */
  start: Uint32Array;
  /** First loop of each node, and the end of the last. */
  readonly loopStart: Uint32Array;
  private loopCount = 0;

  constructor(nodeCapacity: number, sideCapacity: number) {
    this.sides = new Uint32Array(sideCapacity);
    this.start = new Uint32Array(nodeCapacity + 1);
    this.loopStart = new Uint32Array(nodeCapacity + 1);
  }

  firstSide(node: number): number {
    return this.start[this.loopStart[node]];
  }

  endSide(node: number): number {
    return this.start[this.loopStart[node + 1]];
  }

  sideCount(node: number): number {
    return this.endSide(node) - this.firstSide(node);
  }

  /** Room for that many more sides. */
  reserve(count: number): void {
    const needed = this.start[this.loopCount] + count;
    if (needed > this.sides.length) this.sides = grown(this.sides, needed);
  }

  closeLoop(end: number): void {
    if (this.loopCount + 2 > this.start.length) this.start = grown(this.start, this.loopCount + 2);
    this.start[++this.loopCount] = end;
  }

  closeNode(node: number): void {
    this.loopStart[node + 1] = this.loopCount;
  }
}

function grown(array: Uint32Array, least: number): Uint32Array {
  const larger = new Uint32Array(Math.max(least, 2 * array.length));
  larger.set(array);
  return larger;
}

export class BoundaryTracer {
  readonly loops: Loops;
  private readonly seams: Seams;
  private readonly patchOf: Uint32Array;
  /** The boundary side that leaves a vertex; valid during one trace. */
  private readonly leaving: Uint32Array;
  /** Sides of the boundary in hand; those traced are 0 in `isOpen`. */
  private pending: Uint32Array = new Uint32Array(64);
  private pendingCount = 0;
  private readonly isOpen: Uint8Array;

  constructor(seams: Seams, patchOf: Uint32Array, patchCount: number, nodeCapacity: number) {
    const { triangles, starStart } = seams.topology;
    this.seams = seams;
    this.patchOf = patchOf;
    this.leaving = new Uint32Array(starStart.length - 1);
    this.isOpen = new Uint8Array(triangles.length);
    this.loops = new Loops(nodeCapacity, 3 * triangles.length);
    this.traceBase(patchCount);
  }

  private traceBase(patchCount: number): void {
    const { patchOf, seams } = this;
    const { start, faces } = facesByPatch(patchOf, patchCount);
    for (let patch = 0; patch < patchCount; patch++) {
      for (let i = start[patch]; i < start[patch + 1]; i++) {
        for (let side = 3 * faces[i]; side < 3 * faces[i] + 3; side++) {
          const beyond = seams.across[side];
          // `NONE` and `CROWDED` lie beyond the end of `patchOf`, which answers undefined.
          if (beyond >= patchOf.length || patchOf[beyond] !== patch) this.add(side);
        }
      }
      this.trace(patch);
    }
  }

  /** Joined from two neighbours: their sides but for those between them. */
  traceUnion(node: number, a: number, b: number, rootOf: Uint32Array): void {
    this.addOutward(a, b, rootOf);
    this.addOutward(b, a, rootOf);
    this.trace(node);
  }

  private addOutward(patch: number, other: number, rootOf: Uint32Array): void {
    const { loops, seams, patchOf } = this;
    for (let i = loops.firstSide(patch), end = loops.endSide(patch); i < end; i++) {
      const side = loops.sides[i];
      const beyond = seams.across[side];
      if (beyond >= patchOf.length || rootOf[patchOf[beyond]] !== other) this.add(side);
    }
  }

  private add(side: number): void {
    if (this.pendingCount === this.pending.length) this.pending = grown(this.pending, this.pendingCount + 1);
    this.pending[this.pendingCount++] = side;
    this.leaving[this.seams.topology.triangles[side]] = side;
    this.isOpen[side] = 1;
  }

  private trace(node: number): void {
    const { loops, pending, leaving, isOpen } = this;
    const { triangles } = this.seams.topology;
    loops.reserve(this.pendingCount);
    let at = loops.firstSide(node);
    for (let i = 0; i < this.pendingCount; i++) {
      if (isOpen[pending[i]] === 0) continue;
      for (let side = pending[i]; isOpen[side] === 1; side = leaving[triangles[nextSide(side)]]) {
        isOpen[side] = 0;
        loops.sides[at++] = side;
      }
      loops.closeLoop(at);
    }
    loops.closeNode(node);
    this.pendingCount = 0;
  }
}

/** Faces of each patch, ascending. */
export function facesByPatch(patchOf: Uint32Array, count: number): { start: Uint32Array; faces: Uint32Array } {
  const start = new Uint32Array(count + 1);
  for (let f = 0; f < patchOf.length; f++) start[patchOf[f]]++;
  let sum = 0;
  for (let i = 0; i <= count; i++) {
    sum += start[i];
    start[i] = sum;
  }
  const faces = new Uint32Array(patchOf.length);
  for (let f = patchOf.length - 1; f >= 0; f--) faces[--start[patchOf[f]]] = f;
  return { start, faces };
}
