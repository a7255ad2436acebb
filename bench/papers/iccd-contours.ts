// How often contours fail, and the most that their reuse could save [ICCD §IV-C, "fewer projections"
// and "fewer intersections"]. After a contour has failed, the paper keeps its projected edges for
// the patches below, and does not test patches below that still have two edges known to intersect.
// Both bounds are generous: every vertex that such a patch shares with the failed contour counts as
// reused, and every further failure as known before.
import { LinearMemory } from '../../src/core/memory/linear-memory.ts';
import { VertexMotion } from '../../src/core/motion/vertex-motion.ts';
import { iccdWithCones, MeshCollider } from '../../src/index.ts';
import { ContourTest } from '../../src/papers/iccd/contour.ts';
import type { Patches } from '../../src/papers/iccd/patches.ts';
import { QuietPatches } from '../../src/papers/iccd/quiet-patches.ts';
import type { Frame } from '../frame-queries.ts';
import { cpuMs, median } from '../measure.ts';

/** The contours of one scene, summed over its steps; times are means per step. */
export interface ContourRow {
  readonly name: string;
  /** Patches of fewer faces are not tested: 4 in every step, 128 where the collider decides. */
  readonly minFaces: number;
  readonly tried: number;
  readonly failed: number;
  /** Vertices that were projected. */
  readonly projected: number;
  /** Of these, vertices that a failed contour above had projected. */
  readonly reusable: number;
  /** Failed contours below a failed contour. */
  readonly known: number;
  /**
   * CPU milliseconds of contours, of all marking, and of a whole step with cones. Those of contours
   * are what marking costs more than with their answers known before.
   */
  readonly contourMs: number;
  readonly markMs: number;
  readonly stepMs: number;
}

/** The patches that each mode tests: the least number of faces. */
export const MODES = { always: 4, decide: 128 } as const;

const ROUNDS = 5;

/** One contour test. */
interface Tried {
  readonly node: number;
  readonly holds: boolean;
}

/** Runs a task in which `test` replaces the contour test. */
function replacing(test: ContourTest['holds'], run: () => void): void {
  const { holds } = ContourTest.prototype;
  ContourTest.prototype.holds = test;
  try {
    run();
  } finally {
    ContourTest.prototype.holds = holds;
  }
}

/** Returns all contour tests of a task. */
function recorded(run: () => void): Tried[] {
  const { holds } = ContourTest.prototype;
  const tests: Tried[] = [];
  replacing(function (this: ContourTest, node, unit, frame) {
    const result = holds.call(this, node, unit, frame);
    tests.push({ node, holds: result });
    return result;
  }, run);
  return tests;
}

/** The vertices of a contour. */
function verticesOf({ loopStart, loopVertexStart, loopVertices }: Patches, node: number): Uint32Array {
  return loopVertices.subarray(loopVertexStart[loopStart[node]], loopVertexStart[loopStart[node + 1]]);
}

/** Measures the contours of some steps of one mesh. */
export function measureContours(name: string, steps: readonly Frame[], minFaces: number): ContourRow {
  const sum = { tried: 0, failed: 0, projected: 0, reusable: 0, known: 0, contourMs: 0, markMs: 0, stepMs: 0 };
  for (const { mesh, x0, x1 } of steps) {
    const motion = new VertexMotion(new LinearMemory(mesh.faceCount), mesh);
    motion.set(x0, x1);
    const quiet = new QuietPatches(motion);
    const { patches } = quiet;
    const labels = new Uint32Array(mesh.faceCount);
    const mark = () => quiet.mark(labels, { minFaces });
    const tests = recorded(mark);
    const answers = new Map(tests.map(({ node, holds }) => [node, holds]));
    const replay = () => replacing((node) => answers.get(node) === true, mark);
    const failed = tests.filter(({ holds }) => !holds).map(({ node }) => node);
    for (const { node, holds } of tests) {
      const own = verticesOf(patches, node);
      // Patches are in preorder: the last failed one that ends behind this is the nearest above.
      const above = failed.filter((other) => other < node && node < patches.end[other]).at(-1);
      sum.projected += own.length;
      if (above === undefined) continue;
      const projected = new Set(verticesOf(patches, above));
      sum.reusable += own.filter((v) => projected.has(v)).length;
      if (!holds) sum.known++;
    }
    sum.tried += tests.length;
    sum.failed += failed.length;
    const collider = new MeshCollider(mesh, { recipe: iccdWithCones });
    for (let k = 0; k < 2; k++) collider.collide(x0, x1);
    const rounds = Array.from({ length: ROUNDS }, () => {
      const markMs = cpuMs(mark);
      return { markMs, contourMs: markMs - cpuMs(replay), stepMs: cpuMs(() => collider.collide(x0, x1)) };
    });
    for (const part of ['contourMs', 'markMs', 'stepMs'] as const)
      sum[part] += median(rounds.map((round) => round[part])) / steps.length;
    collider.dispose();
    motion.memory.dispose();
  }
  return { name, minFaces, ...sum };
}
