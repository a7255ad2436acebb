// Whether cones and contours are worth their cost in this step, and their labels in linear memory. [ICCD §IV, §VI-C]
// Behind bounds at both ends of the step they bring much where a mesh is smooth and little where it is crowded. So they are tried
// where a probe finds large quiet patches, and kept while the traversal looks at so many fewer pairs of nodes than in the last
// steps without them that this pays; otherwise they rest for a while. Counts decide, no clock: the same steps, the same work.
import type { Tally } from '../../core/contacts/contacts.ts';
import { Block } from '../../core/memory/block.ts';
import type { ChangedMesh } from '../../core/mesh/change-mesh.ts';
import type { TriMesh } from '../../core/mesh/tri-mesh.ts';
import type { VertexMotion } from '../../core/motion/vertex-motion.ts';
import { BackOff } from '../../core/recipe/back-off.ts';
import type { NodeLabeller } from '../../core/recipe/recipe.ts';
import type { QuietLabels } from '../../core/tree/face-tree.ts';
import { LARGE, QuietPatches } from './quiet-patches.ts';

/** 'decide': only in steps where it pays. */
export type QuietMode = 'decide' | 'always' | 'never';

/** The share of the faces that must be in large quiet patches: with less the traversal has never been spared enough. */
const ENOUGH = 0.5;

/**
 * Pairs of nodes that must be spared for each face: looking at so many takes as long as cones, contours and labels. Measured, for the
 * tree as it is: a cloth that drapes a ball breaks even at 0.6, waving cloths spare 0.9 to 1.8, crumpled ones 0.1.
 */
const WORTH = 0.6;

/** Smaller patches are not tried unless all are: half of the contours are theirs, and without them the traversal looks at 1 % more pairs. */
const LEAST = 128;

/** Where more pairs of faces a face than this get through all bounds, the traversal is a small part of the work. */
const CROWDED = 2;

/**
 * Nodes with faces of several patches cannot be left out. When labels have been paying for so many steps and the traversal still looks
 * at this many pairs of nodes a face, the trees are built anew, one for each patch, if there are not too many.
 */
const SETTLED = 4;
const MIXED = 0.25;
const MOST_GROUPS = 256;

/** Steps without another attempt after one that failed: twice as many each time, up to this. */
const LONGEST_PAUSE = 32;

/** Below this share of faces in unbroken patches they are built anew. */
const WORN = 0.75;

export class QuietLabelStage {
  private readonly motion: VertexMotion;
  private readonly mode: QuietMode;
  private readonly block: Block;
  private patches: QuietPatches | null = null;
  private isWorn = false;
  /** What the last step did; read in the next one, when it is complete. */
  private last: Tally | null = null;
  private isPaying = false;
  /** Steps that labels have been paying for. */
  private paid = 0;
  private isMixed = false;
  /** The most pairs of nodes that a step looked at when the labels were last left out. */
  private pairsWithout = 0;
  private readonly backOff = new BackOff(LONGEST_PAUSE);

  constructor(motion: VertexMotion, mode: QuietMode) {
    this.motion = motion;
    this.mode = mode;
    this.block = new Block(motion.memory);
  }

  /** For the step that the motion is set to. */
  mark(tree: NodeLabeller, tally: Tally): QuietLabels | null {
    const isDue = this.mode === 'decide' ? this.isDue() : this.mode === 'always';
    this.last = tally;
    if (!isDue) return null;
    const patches = this.wholePatches();
    const { pointer } = this.block.reserve(4 * this.motion.placeCount);
    const { memory, placeCount, placeOf } = this.motion;
    const labels = memory.u32(pointer, placeCount);
    const quietFaces = patches.mark(labels, this.mode === 'decide' ? { least: LEAST, placeOf } : { placeOf });
    if (this.mode === 'decide' && !this.isEnough(patches.largeFaces)) {
      this.pause();
      return null;
    }
    this.isPaying = true;
    tally.quietFaces = quietFaces;
    if (this.mode === 'decide' && !tree.isGrouped && this.isMixed) this.regroup(tree, labels);
    return { faces: pointer, nodes: tree.label(pointer) };
  }

  change({ faceRemap }: ChangedMesh): void {
    if (this.patches && this.patches.change(faceRemap) < WORN) this.isWorn = true;
  }

  private wholePatches(): QuietPatches {
    if (this.isWorn) this.patches?.renew();
    this.isWorn = false;
    this.patches ??= new QuietPatches(this.motion);
    return this.patches;
  }

  private isDue(): boolean {
    const { last } = this;
    const { faceCount } = this.motion.mesh;
    // A collider that is used once does without the patches.
    if (last === null || faceCount < LARGE) return false;
    if (this.isPaying) {
      this.paid++;
      if (this.pairsWithout - last.nodePairs >= WORTH * faceCount) this.backOff.succeed();
      else this.pause();
      this.isMixed = this.paid >= SETTLED && last.nodePairs >= MIXED * faceCount;
    } else this.pairsWithout = Math.max(this.pairsWithout, last.nodePairs);
    if (this.isPaying) return true;
    if (!this.backOff.isDue()) return false;
    // In a crowd, or without large components, the patches are not even built.
    const pays =
      last.slabPairs <= CROWDED * faceCount &&
      this.isEnough(facesInLargeComponents(this.motion.mesh)) &&
      this.isEnough(this.wholePatches().probe());
    if (!pays) this.pause();
    return pays;
  }

  private isEnough(facesOfLarge: number): boolean {
    return facesOfLarge >= ENOUGH * this.motion.mesh.faceCount;
  }

  /** Trees for the quiet patches of this step, and for what is left of each object. */
  private regroup(tree: NodeLabeller, labels: Uint32Array): void {
    const { placeOf, mesh } = this.motion;
    const { componentOf } = mesh.topology;
    const numbers = new Map<number, number>();
    const groupOf = new Uint32Array(mesh.faceCount);
    for (let f = 0; f < groupOf.length; f++) {
      const label = labels[placeOf[f]];
      const key = label > 0 ? label : -1 - componentOf[mesh.triangles[3 * f]];
      const known = numbers.get(key) ?? numbers.size;
      numbers.set(key, known);
      groupOf[f] = known;
    }
    if (numbers.size <= MOST_GROUPS) tree.regroup({ groupOf, count: numbers.size });
    // Not again soon, whether it was too much or is about to happen.
    this.paid = -LONGEST_PAUSE;
  }

  private pause(): void {
    this.isPaying = false;
    this.paid = 0;
    this.pairsWithout = 0;
    this.backOff.fail();
  }
}

/** No patch is larger than its component. */
function facesInLargeComponents({ triangles, topology }: TriMesh): number {
  const { componentOf, componentCount } = topology;
  const sizes = new Uint32Array(componentCount);
  for (let i = 0; i < triangles.length; i += 3) sizes[componentOf[triangles[i]]]++;
  return sizes.reduce((sum, size) => (size >= LARGE ? sum + size : sum), 0);
}
