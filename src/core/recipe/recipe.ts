// A paper as a value: which pairs of faces its tree yields and how they become pairs of features. Closed: stages of different papers
// do not mix (fixed owners with adjacent faces left out lose half of the contacts), so a new recipe is a file of its own and is
// tested whole against brute force.
import type { Tally } from '../contacts/contacts.ts';
import type { ChangedMesh } from '../mesh/change-mesh.ts';
import type { VertexMotion } from '../motion/vertex-motion.ts';
import type { PairBuffer } from '../pairs/pair-buffer.ts';
import type { QuietLabels } from '../tree/face-tree.ts';
import type { FaceGroups } from '../tree/object-trees.ts';

export interface Recipe {
  readonly name: string;
  /** What a collider keeps for it. */
  stages(motion: VertexMotion): Stages;
}

/** Pairs of features of one piece, in buffers with room for what a piece of face pairs can yield. */
export interface FeaturePairs {
  readonly vf: PairBuffer;
  readonly ee: PairBuffer;
}

export interface Stages {
  /** Whether the tree also hands out pairs of faces that share a vertex. */
  readonly adjacentFaces: boolean;
  /** Whether a pair of features may be emitted more than once: then the hits are made unique in the end. */
  readonly repeats: boolean;
  /** Whether it reads what marks say of the second face of a pair: core/bounds/kernels/planes.ts. */
  readonly readsMarks?: boolean;
  /** The faces have other places now. */
  reorder(): void;
  /** The mesh has changed and its faces have places. */
  change(changed: ChangedMesh): void;
  /** Labels for the step that the motion is set to, if it pays; faces of one label are not paired. */
  mark?(tree: NodeLabeller, tally: Tally): QuietLabels | null;
  /** The start of a step: drops or sorts pairs of faces, those that bounds separate among them or not. */
  thin?(pairs: PairBuffer): void;
  /** Feature pairs of `count` pairs of faces at `pairs`. */
  emit(pairs: number, count: number, to: FeaturePairs): void;
  /**
   * The same of some pairs of faces alone, with those that share a vertex, after which `emitRest` has nothing to add: features are
   * left out only for another pair of their faces. Missing where that cannot be had.
   */
  emitSome?(pairs: number, count: number, to: FeaturePairs): void;
  /** Feature pairs that no pair of faces yields, in pieces; false when there are no more. `labels`: those of this step, if any. */
  emitRest?(piece: number, labels: QuietLabels | null, to: FeaturePairs): boolean;
}

/** Carries labels of faces up the tree, and builds it for them if asked to. */
export interface NodeLabeller {
  label(faceLabels: number, isKnown?: boolean): number;
  /** Counts how often labels have been given, or have lost their nodes. */
  readonly labellings: number;
  readonly isGrouped: boolean;
  regroup(groups: FaceGroups): void;
}
