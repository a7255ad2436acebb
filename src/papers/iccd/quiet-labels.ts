// Decides in each step whether cones and contours [ICCD §IV, §VI-C] are worth their cost, and keeps
// the labels of the quiet patches in linear memory. The first stage of the ICCD recipe. With bounds
// at both ends of the step, quiet patches save much on smooth meshes and little on crowded ones. So
// patches are built only if cones hold in a sample of neighbouring faces, over several steps with a
// budget each, and tried if a probe finds large quiet patches. They stay in use while the traversal
// visits sufficiently fewer pairs of nodes than in the last steps without labels. Otherwise they
// pause for some steps. The decision uses counts and no clock, so the same steps always do the same
// work. All of this is optional: if there is no memory for it, it is given up for good.
import type { Tally } from '../../core/contacts/contacts.ts';
import { Block } from '../../core/memory/block.ts';
import type { ChangedMesh } from '../../core/mesh/change-mesh.ts';
import type { TriMesh } from '../../core/mesh/tri-mesh.ts';
import type { VertexMotion } from '../../core/motion/vertex-motion.ts';
import { BackOff } from '../../core/recipe/back-off.ts';
import type { NodeLabeller } from '../../core/recipe/recipe.ts';
import type { QuietLabels } from '../../core/tree/face-tree.ts';
import type { QuietMode } from './iccd-parameters.ts';
import { NO_LIMIT, PatchBuilding } from './patch-building.ts';
import { quietGroupShare } from './quiet-groups.ts';
import { LARGE_PATCH_FACES, QuietPatches } from './quiet-patches.ts';

/**
 * Least share of the faces in large quiet patches. With a smaller share the traversal never saved
 * enough.
 */
const MIN_LARGE_SHARE = 0.5;

/**
 * First steps in which nothing is probed or built. A collider that is used only once would not
 * profit, and in the second step of a process the engine still compiles code: the probe on top made
 * it 3.7 times as long as the steps after it.
 */
const STEPS_BEFORE_PROBE = 2;

/**
 * Least share of quiet groups in the sample for patches to be built. Where large patches turned out
 * to hold half of the faces it was 0.97 or more; on crowded or rough meshes it was 0.7 or less.
 */
const MIN_GROUP_SHARE = 0.75;

/**
 * Work on patches per step and face of the mesh, counted in faces. All of it takes about 20 per
 * face on a smooth mesh and 30 on a crumpled one, 25 ns each: this budget is a quarter of a step.
 */
const BUDGET_PER_FACE = 3;
/** Least budget of a step. */
const MIN_BUDGET = 1 << 16;
/** Patches of at most this many faces are built in one step: the least budget is enough for most. */
const MAX_FACES_AT_ONCE = MIN_BUDGET / 20;

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
 * face. Limbs visit 1.4 and 0.6 after that, which saves a fifth of each step. Cloths visit 0.6 to
 * 0.9 and 0.1 fewer after that: a rebuild, as costly as two steps, would pay after thirty.
 */
const REGROUP_PAIRS_PER_FACE = 1;
/** Trees are not rebuilt for more groups of faces than this. */
const MAX_TREES = 256;
/** Bytes per face that must be free for rebuilding trees: more than nodes, boxes and scratch take. */
const TREE_BYTES_PER_FACE = 400;

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
  /** Null until they are built. */
  private patches: QuietPatches | null = null;
  /** Patches that are being built; null if none are. */
  private building: PatchBuilding | null = null;
  /** Whether too many patches were broken by changes of the mesh. */
  private mustRebuild = false;
  /** Whether there was no memory: labels are given up. */
  private isRefused = false;
  /** Pauses building while changes of the mesh keep interrupting it. */
  private readonly interruptions = new BackOff(LONGEST_PAUSE);
  /** The tally of the last step. It is complete by the time the next step reads it. */
  private last: Tally | null = null;
  /** Steps so far. */
  private stepCount = 0;
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
    if (this.mode === 'never' || this.isRefused) return null;
    this.stepCount++;
    try {
      const isTried = this.mode === 'always' ? this.buildAtOnce() : this.shouldTry();
      this.last = tally;
      return isTried && this.patches ? this.label(this.patches, tree, tally) : null;
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      this.giveUp();
      return null;
    }
  }

  /** Follows a change of the mesh. */
  change({ faceRemap }: ChangedMesh): void {
    if (this.patches && this.patches.change(faceRemap) < MIN_UNBROKEN_SHARE) this.mustRebuild = true;
    if (!this.building) return;
    this.building.dispose();
    this.building = null;
    this.interruptions.fail();
  }

  /** Labels the faces and the nodes of the tree; null if too few faces are in large patches. */
  private label(patches: QuietPatches, tree: NodeLabeller, tally: Tally): QuietLabels | null {
    const { pointer } = this.block.reserve(4 * this.motion.placeCount);
    const { memory, placeCount, placeOf } = this.motion;
    const labels = memory.u32(pointer, placeCount);
    const quietFaces = patches.mark(
      labels,
      this.mode === 'decide' ? { minFaces: MIN_LABELLED_FACES, placeOf } : { placeOf },
    );
    Object.assign(tally, patches.counts);
    if (this.mode === 'decide' && !this.isEnough(patches.largeFaces)) {
      this.pause();
      return null;
    }
    const nodes = tree.label(pointer);
    this.usedLabels = true;
    tally.quietFaces = quietFaces;
    if (this.mode === 'decide' && !tree.isGrouped && this.wantsRegrouping) this.regroup(tree, labels);
    return { faces: pointer, nodes };
  }

  /** Builds missing or broken patches in this step. */
  private buildAtOnce(): boolean {
    while (!this.patches || this.mustRebuild) this.build(NO_LIMIT);
    return true;
  }

  /**
   * Builds missing or broken patches, with the budget of a step. Returns whether that is done; it
   * goes on in the next step otherwise.
   */
  private build(budget: number): boolean {
    this.building ??= new PatchBuilding(this.motion);
    const patches = this.building.advance(budget);
    if (patches === null) return false;
    this.building.dispose();
    this.building = null;
    this.mustRebuild = false;
    this.interruptions.succeed();
    if (this.patches) this.patches.renew(patches);
    else this.patches = new QuietPatches(this.motion, patches);
    return true;
  }

  /**
   * Goes on building patches, or starts if a sample of faces says that cones will hold. Returns
   * whether there are patches to be used in this step.
   */
  private buildSome(): boolean {
    const { faceCount } = this.motion.mesh;
    if (!this.building) {
      if (!this.interruptions.isDue()) return false;
      if (quietGroupShare(this.motion) < MIN_GROUP_SHARE) {
        this.pause();
        return false;
      }
      this.building = new PatchBuilding(this.motion);
      // For a large mesh, the sample and the tables are work enough for one step.
      if (faceCount > MAX_FACES_AT_ONCE) return false;
    }
    // So is the last part of the building.
    return this.build(Math.max(MIN_BUDGET, BUDGET_PER_FACE * faceCount)) && faceCount <= MAX_FACES_AT_ONCE;
  }

  /** There is no memory: releases what there is, and never tries again. */
  private giveUp(): void {
    this.isRefused = true;
    this.building?.dispose();
    this.building = null;
    this.patches?.dispose();
    this.patches = null;
    this.block.dispose();
  }

  /**
   * Whether labels are tried in this step, judged by the tally of the last one. Called once per
   * step.
   */
  private shouldTry(): boolean {
    const { last } = this;
    const { faceCount } = this.motion.mesh;
    if (last === null || this.stepCount <= STEPS_BEFORE_PROBE || faceCount < LARGE_PATCH_FACES) return false;
    if (this.usedLabels) {
      this.labelledSteps++;
      if (this.nodePairsWithout - last.nodePairs >= MIN_SAVED_PAIRS_PER_FACE * faceCount) this.backOff.succeed();
      else this.pause();
      this.wantsRegrouping =
        this.labelledSteps >= REGROUP_STEPS && last.nodePairs >= REGROUP_PAIRS_PER_FACE * faceCount;
    } else this.nodePairsWithout = Math.max(this.nodePairsWithout, last.nodePairs);
    if (this.usedLabels) {
      // Patches that are left are valid meanwhile.
      if (this.mustRebuild) this.buildSome();
      return this.usedLabels;
    }
    if (this.building) {
      this.buildSome();
      return false;
    }
    if (!this.backOff.isDue()) return false;
    // The cheap conditions come first: on crowded meshes, or without large components, patches are
    // not even built.
    if (
      last.slabPairs > MAX_SLAB_PAIRS_PER_FACE * faceCount ||
      !this.isEnough(facesInLargeComponents(this.motion.mesh))
    ) {
      this.pause();
      return false;
    }
    if ((!this.patches || this.mustRebuild) && !this.buildSome()) return false;
    const pays = this.patches !== null && this.isEnough(this.patches.probe());
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
    const nodeCount = this.patches?.patches.nodeCount ?? 0;
    // Numbers of the groups, from 1 on: by label, then by object for faces without a label.
    const numberOf = new Uint32Array(nodeCount + 1 + mesh.topology.componentCount);
    const groupOf = new Uint32Array(mesh.faceCount);
    let count = 0;
    for (let f = 0; f < groupOf.length; f++) {
      const label = labels[placeOf[f]];
      const key = label > 0 ? label : nodeCount + 1 + componentOf[mesh.triangles[3 * f]];
      if (numberOf[key] === 0) numberOf[key] = ++count;
      groupOf[f] = numberOf[key] - 1;
    }
    if (count <= MAX_TREES && this.hasRoomForTrees()) tree.regroup({ groupOf, count });
    // Postpones the next call, whether there were too many groups or the trees are about to be
    // rebuilt.
    this.labelledSteps = -LONGEST_PAUSE;
  }

  /** Whether the trees can be rebuilt in the next step: that must not fail for want of memory. */
  private hasRoomForTrees(): boolean {
    const { memory, mesh } = this.motion;
    try {
      return memory.borrow([TREE_BYTES_PER_FACE * mesh.faceCount], () => true);
    } catch {
      return false;
    }
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
