// Decides in each step whether cones and contours [ICCD §IV, §VI-C] are worth their cost, and keeps
// the labels of the quiet patches in linear memory. The first stage of the ICCD recipe. With bounds
// at both ends of the step, quiet patches save much on smooth meshes and little on crowded ones. So
// they are tried if a probe finds large quiet patches. They stay in use while the traversal visits
// sufficiently fewer pairs of nodes than in the last steps without labels. Otherwise they pause for
// some steps. The decision uses counts and no clock, so the same steps always do the same work.
import type { Tally } from '../../core/contacts/contacts.ts';
import { Block } from '../../core/memory/block.ts';
import type { ChangedMesh } from '../../core/mesh/change-mesh.ts';
import type { TriMesh } from '../../core/mesh/tri-mesh.ts';
import type { VertexMotion } from '../../core/motion/vertex-motion.ts';
import { BackOff } from '../../core/recipe/back-off.ts';
import type { NodeLabeller } from '../../core/recipe/recipe.ts';
import type { QuietLabels } from '../../core/tree/face-tree.ts';
import { LARGE_PATCH_FACES, QuietPatches } from './quiet-patches.ts';

/**
 * When quiet patches are searched for. `'decide'`: only in steps where counts suggest that they
 * pay.
 */
export type QuietMode = 'decide' | 'always' | 'never';

/**
 * Least share of the faces in large quiet patches. With a smaller share the traversal never saved
 * enough.
 */
const MIN_LARGE_SHARE = 0.5;

/**
 * Node pairs that labels must save, per face of the mesh: visiting them takes as long as cones,
 * contours and labels do. Measured with the present tree: a cloth that drapes a ball breaks even at
 * 0.6, waving cloths save 0.9 to 1.8, crumpled ones 0.1.
 */
const MIN_SAVED_PAIRS_PER_FACE = 0.6;

/**
 * Patches of fewer faces are not tried in the mode 'decide'. They have half of the contours, and
 * without them the traversal visits only 1 % more pairs.
 */
const MIN_LABELLED_FACES = 128;

/**
 * Most face pairs that may pass all slabs, per face. With more, the traversal is a small part of
 * the work and labels are not tried.
 */
const MAX_SLAB_PAIRS_PER_FACE = 2;

/**
 * A node with faces of several patches has no label and cannot be skipped. Once labels have been in
 * use for this many steps, trees may be rebuilt, one for each patch.
 */
const REGROUP_STEPS = 4;
/**
 * Trees are rebuilt for the patches only if the traversal still visits this many node pairs per
 * face.
 */
const REGROUP_PAIRS_PER_FACE = 0.25;
/** Trees are not rebuilt for more groups of faces than this. */
const MAX_TREES = 256;

/**
 * Most steps between a failed attempt and the next. The pause doubles with each failure, up to
 * this.
 */
const LONGEST_PAUSE = 32;

/**
 * Patches are rebuilt if, after changes of the mesh, a smaller share of the faces is in unbroken
 * base patches.
 */
const MIN_UNBROKEN_SHARE = 0.75;

/** Labels the faces of quiet patches in the steps where that pays. */
export class QuietLabelStage {
  private readonly motion: VertexMotion;
  private readonly mode: QuietMode;
  /** The labels, one u32 per place. */
  private readonly block: Block;
  /** Built at the first attempt. */
  private patches: QuietPatches | null = null;
  /** Whether too many patches were broken by changes of the mesh. */
  private mustRebuild = false;
  /** The tally of the last step. It is complete by the time the next step reads it. */
  private last: Tally | null = null;
  /** Whether the last step used labels. */
  private usedLabels = false;
  /** Consecutive steps with labels. Negative after `regroup`, to postpone the next regrouping. */
  private labelledSteps = 0;
  /** Whether one tree per patch would save many of the node pairs that are left. */
  private wantsRegrouping = false;
  /** Most node pairs of a step without labels since the last `pause`. */
  private nodePairsWithout = 0;
  private readonly backOff = new BackOff(LONGEST_PAUSE);

  constructor(motion: VertexMotion, mode: QuietMode) {
    this.motion = motion;
    this.mode = mode;
    this.block = new Block(motion.memory);
  }

  /** Labels for the current step of the motion, or null if labels are not used. */
  mark(tree: NodeLabeller, tally: Tally): QuietLabels | null {
    const isTried = this.mode === 'decide' ? this.shouldTry() : this.mode === 'always';
    this.last = tally;
    if (!isTried) return null;
    const patches = this.currentPatches();
    const { pointer } = this.block.reserve(4 * this.motion.placeCount);
    const { memory, placeCount, placeOf } = this.motion;
    const labels = memory.u32(pointer, placeCount);
    const quietFaces = patches.mark(
      labels,
      this.mode === 'decide' ? { minFaces: MIN_LABELLED_FACES, placeOf } : { placeOf },
    );
    if (this.mode === 'decide' && !this.isEnough(patches.largeFaces)) {
      this.pause();
      return null;
    }
    this.usedLabels = true;
    tally.quietFaces = quietFaces;
    if (this.mode === 'decide' && !tree.isGrouped && this.wantsRegrouping) this.regroup(tree, labels);
    return { faces: pointer, nodes: tree.label(pointer) };
  }

  /** Follows a change of the mesh. */
  change({ faceRemap }: ChangedMesh): void {
    if (this.patches && this.patches.change(faceRemap) < MIN_UNBROKEN_SHARE) this.mustRebuild = true;
  }

  /** The patches. Builds them at the first call, and rebuilds them if too many are broken. */
  private currentPatches(): QuietPatches {
    if (this.mustRebuild) this.patches?.renew();
    this.mustRebuild = false;
    this.patches ??= new QuietPatches(this.motion);
    return this.patches;
  }

  /**
   * Whether labels are tried in this step, judged by the tally of the last one. Called once per
   * step.
   */
  private shouldTry(): boolean {
    const { last } = this;
    const { faceCount } = this.motion.mesh;
    // The first step never builds patches: a collider that is used only once would not profit.
    if (last === null || faceCount < LARGE_PATCH_FACES) return false;
    if (this.usedLabels) {
      this.labelledSteps++;
      if (this.nodePairsWithout - last.nodePairs >= MIN_SAVED_PAIRS_PER_FACE * faceCount) this.backOff.succeed();
      else this.pause();
      this.wantsRegrouping =
        this.labelledSteps >= REGROUP_STEPS && last.nodePairs >= REGROUP_PAIRS_PER_FACE * faceCount;
    } else this.nodePairsWithout = Math.max(this.nodePairsWithout, last.nodePairs);
    if (this.usedLabels) return true;
    if (!this.backOff.isDue()) return false;
    // The cheap conditions come first: on crowded meshes, or without large components, patches are
    // not even built.
    const pays =
      last.slabPairs <= MAX_SLAB_PAIRS_PER_FACE * faceCount &&
      this.isEnough(facesInLargeComponents(this.motion.mesh)) &&
      this.isEnough(this.currentPatches().probe());
    if (!pays) this.pause();
    return pays;
  }

  /**
   * Whether this number of faces in large patches, or in large components, is enough to try labels.
   */
  private isEnough(facesOfLarge: number): boolean {
    return facesOfLarge >= MIN_LARGE_SHARE * this.motion.mesh.faceCount;
  }

  /** Asks for one tree per quiet patch of this step, and one per object for its remaining faces. */
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
    if (numbers.size <= MAX_TREES) tree.regroup({ groupOf, count: numbers.size });
    // Postpones the next call, whether there were too many groups or the trees are about to be
    // rebuilt.
    this.labelledSteps = -LONGEST_PAUSE;
  }

  /** Stops using labels for some steps. */
  private pause(): void {
    this.usedLabels = false;
    this.labelledSteps = 0;
    this.nodePairsWithout = 0;
    this.backOff.fail();
  }
}

/**
 * Number of faces in components large enough to hold a large patch: an upper bound, since a patch
 * lies within one component.
 */
function facesInLargeComponents({ triangles, topology }: TriMesh): number {
  const { componentOf, componentCount } = topology;
  const sizes = new Uint32Array(componentCount);
  for (let i = 0; i < triangles.length; i += 3) sizes[componentOf[triangles[i]]]++;
  return sizes.reduce((sum, size) => (size >= LARGE_PATCH_FACES ? sum + size : sum), 0);
}
