// Where vertices and faces are over a step: slabs along nine directions (18-DOPs) at both of its ends. Two volumes that are apart in
// one direction, in the same order, at both ends are apart throughout. At one instant they are coarser. assembly/slabs.ts says why a comparison is a proof.
import { Block } from '../memory/block.ts';
import type { IdleMemory } from '../memory/idle-memory.ts';
import type { LinearMemory } from '../memory/linear-memory.ts';
import type { VertexMotion } from '../motion/vertex-motion.ts';
import type { PairBuffer } from '../pairs/pair-buffer.ts';

/** Of the largest coordinate: more than corners of two faces come nearer when they are rounded to f32. */
const ROUNDED = 2 ** -20;

/** More than what f32 round off where they are tiny. */
const LEAST = 2 ** -140;

/** No two bounds are farther apart: assembly/slabs.ts. */
const WIDEST = 2 ** 127;

export class SweptBounds implements IdleMemory {
  /** How far apart along the axes bounds may be that are kept, as f32. Faces are widened by half of it, vertices and edges when they are compared. */
  pad = 0;
  private readonly motion: VertexMotion;
  private readonly ofVertices: Block;
  private readonly ofFaces: Block;
  /** A byte a vertex and a face: new memory is zero, and what marks it clears it. */
  private readonly marks: Block;

  constructor(motion: VertexMotion) {
    this.motion = motion;
    this.ofVertices = new Block(motion.memory);
    this.ofFaces = new Block(motion.memory);
    this.marks = new Block(motion.memory);
  }

  get memory(): LinearMemory {
    return this.motion.memory;
  }

  /** Projected vertices, 80 bytes each, or 32 where nothing moves. */
  get projected(): number {
    return this.ofVertices.pointer;
  }

  /** Slabs of faces in their places, 160 bytes each, or 32. */
  get slabs(): number {
    return this.ofFaces.pointer;
  }

  /** Memory for what is done before the next sweep: the slabs of the last are not needed any more. */
  idle(bytes: number): number {
    return this.ofFaces.reserve(Math.max(bytes, 160 * this.motion.placeCount)).pointer;
  }

  /** Bounds over [0, until] that are never apart for features that come within the separation in that time. */
  sweep(until: number, minSeparation: number): void {
    const { motion } = this;
    const { vertexCount } = motion.mesh;
    const { kernels } = motion.memory;
    this.ofVertices.reserve(80 * vertexCount);
    this.ofFaces.reserve(160 * motion.placeCount);
    this.pad = padOf(minSeparation, motion.largest, until);
    kernels.projectPoints(motion.points, vertexCount, until, this.projected, motion.isStill);
    if (!motion.isStill)
      kernels.slabsOfFaces(motion.faces, motion.placeCount, this.projected, this.pad / 2, this.slabs);
  }

  /** At one instant: bounds of faces, given boxes around everything. */
  coarsen(boxes: number): void {
    const { memory, mesh, faces, placeCount } = this.motion;
    memory.kernels.coarsen(this.projected, mesh.vertexCount, faces, placeCount, boxes, this.reach, this.slabs);
  }

  /**
   * How far apart features may be, at one instant, that are kept, where bounds are calculated with and not only compared: corners come nearer when they are rounded to
   * f32, and what is beyond its range keeps its order, not its place.
   */
  get reach(): number {
    const { largest, inRange } = this.motion;
    return inRange ? Math.max(this.pad, ROUNDED * largest) : Infinity;
  }

  /** Bounds over the whole step of the faces of these pairs, after a sweep of another motion; those of others are of no use then. */
  sweepPairs(pairs: PairBuffer): void {
    const { motion } = this;
    this.pad = 0;
    const { kernels } = motion.memory;
    const { vertexCount } = motion.mesh;
    const marks = this.marks.reserve(vertexCount + motion.placeCount).pointer;
    kernels.boundPairs(
      pairs.pointer,
      pairs.count,
      motion.faces,
      motion.points,
      this.projected,
      this.slabs,
      marks,
      marks + vertexCount,
    );
  }
}

/**
 * Up to 1.001 times the separation may be reported; bounds are rounded to f32, and so is the widening itself: a few units in the last
 * place of the largest. At the ends of the step bounds are exact, and without a separation
 * nothing is needed.
 */
function padOf(minSeparation: number, largest: number, until: number): number {
  if (minSeparation === 0 && until === 1) return 0;
  return Math.min(Math.fround(1.0012 * minSeparation + ROUNDED * largest + LEAST) * (1 + 2 ** -22), WIDEST);
}
