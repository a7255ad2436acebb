// A paper as a value: which pairs of faces the tree yields for it, and how they become pairs of
// features. A recipe is closed: stages of different papers do not mix (R-Triangles' fixed ownership
// together with ICCD's dropping of adjacent faces loses half of the contacts). So a new recipe is a
// file of its own, tested as a whole against brute force.
import type { Tally } from '../contacts/contacts.ts';
import type { ChangedMesh } from '../mesh/change-mesh.ts';
import type { VertexMotion } from '../motion/vertex-motion.ts';
import type { PairBuffer } from '../pairs/pair-buffer.ts';
import type { FaceTree, QuietLabels } from '../tree/face-tree.ts';

/** A paper's way from pairs of faces to pairs of features. */
export interface Recipe {
  /** How tables and the command line call it. */
  readonly name: string;
  /** Its stages for one collider. */
  stages(motion: VertexMotion): Stages;
}

/** A recipe with parameters, such as those that its paper names. */
export interface ParametricRecipe<Parameters> extends Recipe {
  /** The parameters of this recipe. */
  readonly parameters: Readonly<Parameters>;
  /** Returns another recipe in which some parameters differ; this one stays as it is. */
  with(parameters: Partial<Parameters>): ParametricRecipe<Parameters>;
}

/**
 * Pairs of features, emitted from one piece of the face pairs; the buffers have room for all it can
 * yield.
 */
export interface FeaturePairs {
  /** Vertex and place of the face. */
  readonly vf: PairBuffer;
  /** Two edges, the smaller id first. */
  readonly ee: PairBuffer;
}

/** How threads turn pairs of faces into pairs of features: a kernel and its tables. */
export interface Emission {
  /** The kernel. It writes the numbers of pairs into its tables, so each thread has a copy. */
  readonly kernel: 'representativePairs' | 'representedPairs';
  /** Pointer to the tables. */
  readonly tables: number;
  /** Bytes of the struct of tables. */
  readonly bytes: number;
  /** Whether `thin` is the kernel `compatiblePairs`. */
  readonly thinsFaces: boolean;
  /** Whether the kernel `thinSegments` follows, if something moves. */
  readonly thinsSegments: boolean;
}

/** The stages of a recipe, with the tables they keep for one collider. */
export interface Stages {
  /** Whether the tree also hands out pairs of faces that share a vertex. */
  readonly adjacentFaces: boolean;
  /** Whether a pair of features may be emitted more than once: then the hits are made unique in the end. */
  readonly repeats: boolean;
  /**
   * Whether it reads the bits that mark parts of the second face of a pair:
   * core/bounds/kernels/planes.ts.
   */
  readonly readsMarks?: boolean;
  /** Whether it reads the bounds of faces over a step as f32, so that they are not quantized. */
  readonly readsFloatBounds?: boolean;
  /** Whether bounds are swept over the step, as f32, instead of at both of its ends. */
  readonly readsSweptBounds?: boolean;
  /** Says that a search begins: what the stages count by themselves goes into this tally. */
  begin?(tally: Tally): void;
  /** Updates the tables after the faces got other places. */
  reorder(): void;
  /** Updates the tables after the mesh changed and its faces got their places. */
  change(changed: ChangedMesh): void;
  /** Labels for the present step, if they pay; faces of one label are not paired. */
  mark?(tree: NodeLabeller, tally: Tally): QuietLabels | null;
  /** Called once per step, with the face pairs of the tree: drops or sorts them. */
  thin?(pairs: PairBuffer): void;
  /** Feature pairs of `count` pairs of faces at `pairs`. */
  emit(pairs: number, count: number, to: FeaturePairs): void;
  /**
   * The same for a list that has only some of the face pairs, with those that share a vertex. A pair of
   * features is left out only if another pair in the list has it, so `emitRest` has nothing to add.
   * Missing where a recipe cannot do that.
   */
  emitSome?(pairs: number, count: number, to: FeaturePairs): void;
  /**
   * For discrete detection: pairs of an edge and the place of a face at one instant, instead of pairs
   * of features. Called with pairs of faces that share no vertex, then with those that do and may
   * have more than that in common. Missing where faces are tested as wholes.
   */
  emitEdgeFaces?(pairs: number, count: number, to: PairBuffer): void;
  /** Called once per instant, before `emitEdgeFaces`. */
  startEdgeFaces?(): void;
  /** What `thin` and `emit` do, for threads; missing if they need to know all pairs of a step. */
  emission?(): Emission | null;
  /**
   * Feature pairs that no pair of faces yields, such as ICCD's orphans, piece by piece; false when
   * there are no more. `labels`: those of this step, if any.
   */
  emitRest?(piece: number, labels: QuietLabels | null, to: FeaturePairs): boolean;
}

/** What a recipe may ask of the tree: labels for its nodes, and trees over groups of faces. */
export type NodeLabeller = Pick<FaceTree, 'label' | 'labellings' | 'isGrouped' | 'regroup'>;
