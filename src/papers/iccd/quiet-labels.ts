// Whether cones and contours are worth their cost in this step, and their labels in linear memory. [ICCD §IV, §VI-C]
// Behind bounds at both ends of the step they bring much where a mesh is smooth and little where it is crowded, so they are tried
// only if large patches are quiet: a probe tells, and one that fails is not repeated for a while.
import type { Tally } from '../../core/contacts/contacts.ts';
import { Block } from '../../core/memory/block.ts';
import type { ChangedMesh } from '../../core/mesh/change-mesh.ts';
import { NONE } from '../../core/mesh/topology.ts';
import type { VertexMotion } from '../../core/motion/vertex-motion.ts';
import type { NodeLabeller, Positions, QuietLabels } from '../../core/recipe/recipe.ts';
import { QuietPatches } from './quiet-patches.ts';

/** 'decide': only in steps where it pays. */
export type QuietMode = 'decide' | 'always' | 'never';

/** A patch must have this many faces for the probe to count it, and they must be this share of all faces. */
const LARGE = 512;
const ENOUGH = 0.5;

/** Steps without another probe after one that failed: twice as many each time, up to this. */
const LONGEST_REST = 32;

/** Below this share of faces in unbroken patches they are built anew. */
const WORN = 0.75;

export class QuietLabelStage {
  private readonly motion: VertexMotion;
  private readonly mode: QuietMode;
  private readonly block: Block;
  private patches: QuietPatches | null = null;
  private labels: Uint32Array = new Uint32Array(0);
  private steps = 0;
  private rest = 0;
  private nextRest = 1;

  constructor(motion: VertexMotion, mode: QuietMode) {
    this.motion = motion;
    this.mode = mode;
    this.block = new Block(motion.memory);
  }

  mark(x0: Positions, x1: Positions, tree: NodeLabeller, tally: Tally): QuietLabels | null {
    if (!this.pays(x0, x1)) return null;
    const { faceCount } = this.motion.mesh;
    if (this.labels.length !== faceCount) this.labels = new Uint32Array(faceCount);
    this.patches ??= new QuietPatches(this.motion.mesh);
    tally.quietFaces = this.patches.mark(x0, x1, this.labels);
    const faces = this.placeLabels();
    return { faces, nodes: tree.label(faces) };
  }

  change({ mesh, faceRemap }: ChangedMesh): void {
    if (this.patches && this.patches.change(mesh, faceRemap) < WORN) this.patches = null;
    this.nextRest = 1;
    this.rest = 0;
  }

  private pays(x0: Positions, x1: Positions): boolean {
    if (this.mode !== 'decide') return this.mode === 'always';
    // A collider that is used once does without the patches.
    if (this.steps++ === 0 || this.motion.mesh.faceCount < LARGE) return false;
    if (this.rest > 0) {
      this.rest--;
      return false;
    }
    this.patches ??= new QuietPatches(this.motion.mesh);
    if (this.patches.probe(x0, x1, LARGE) >= ENOUGH) {
      this.nextRest = 1;
      return true;
    }
    this.rest = this.nextRest;
    this.nextRest = Math.min(2 * this.nextRest, LONGEST_REST);
    return false;
  }

  /** Labels by place. */
  private placeLabels(): number {
    const { memory, faceOf, placeCount } = this.motion;
    const { labels } = this;
    const placed = memory.u32(this.block.reserve(4 * placeCount).pointer, placeCount);
    for (let i = 0; i < placeCount; i++) placed[i] = faceOf[i] === NONE ? 0 : labels[faceOf[i]];
    return this.block.pointer;
  }
}
