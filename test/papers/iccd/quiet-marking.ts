// A motion for the tests of quiet patches, and marking in one step.
import { LinearMemory } from '../../../src/core/memory/linear-memory.ts';
import type { TriMesh } from '../../../src/core/mesh/tri-mesh.ts';
import { VertexMotion } from '../../../src/core/motion/vertex-motion.ts';
import { type MarkOptions, QuietPatches } from '../../../src/papers/iccd/quiet-patches.ts';

type Positions = Float64Array | Float32Array;

export const motionOf = (mesh: TriMesh): VertexMotion => new VertexMotion(new LinearMemory(), mesh);

/** As `motion.set`, but it takes what is not finite too. */
export function setUnchecked(motion: VertexMotion, x0: Positions, x1: Positions): void {
  const points = motion.memory.f64(motion.points, 2 * x0.length);
  for (let i = 0; i < x0.length; i++) {
    points[2 * i] = x0[i];
    points[2 * i + 1] = x1[i];
  }
  motion.context.largest = points.reduce((largest, x) => (Math.abs(x) > largest ? Math.abs(x) : largest), 0);
}

/** Quiet patches with the motion that they read. */
export class Marking {
  readonly quiet: QuietPatches;
  readonly motion: VertexMotion;

  constructor(mesh: TriMesh) {
    this.motion = motionOf(mesh);
    this.quiet = new QuietPatches(this.motion);
  }

  mark(x0: Positions, x1: Positions, labels: Uint32Array, options?: MarkOptions): number {
    setUnchecked(this.motion, x0, x1);
    return this.quiet.mark(labels, options);
  }

  probe(x0: Positions, x1: Positions, minFaces?: number): number {
    setUnchecked(this.motion, x0, x1);
    return this.quiet.probe(minFaces);
  }
}
