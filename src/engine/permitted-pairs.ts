// Applies permissions (permissions.ts) to the pairs of one search: tables in linear memory, by which
// kernels thin pairs of faces, and labels for the traversal. Faces that never collide with each other
// (those of obstacles, or of an object without self-collision) have a common label, so that the tree
// skips pairs of them.
import { Block } from '../core/memory/block.ts';
import { NONE } from '../core/mesh/topology.ts';
import type { VertexMotion } from '../core/motion/vertex-motion.ts';
import type { PairBuffer } from '../core/pairs/pair-buffer.ts';
import type { FeaturePairs, NodeLabeller } from '../core/recipe/recipe.ts';
import type { QuietLabels } from '../core/tree/face-tree.ts';
import { CollisionTable } from '../core/wasm/mesh.generated.ts';
import { type FacePermissions, mayMeetItself } from './permissions.ts';

/**
 * The least label of faces that may not collide with each other. Labels of quiet patches are
 * smaller.
 */
const FIRST_LABEL = 0x80000000;
/** The label of faces that a prefilter masks. */
const MASKED_LABEL = 0xffffffff;

/** Drops pairs of faces, and listed pairs of features, whose objects may not collide. */
export class PermittedPairs {
  private readonly motion: VertexMotion;
  private readonly permissions: FacePermissions;
  /** The permissions in the form that the kernel reads. */
  private readonly permitted: CollisionTable;
  private readonly objects: Block;
  private readonly classes: Block;
  /** The label of each face by place, 0 for none; empty if no face has one. */
  private labels: Uint32Array = new Uint32Array(0);
  private readonly labelBlock: Block;
  /**
   * The tree's `labellings` when its nodes last had these labels alone, without those of quiet
   * patches and masks.
   */
  private labelling = 0;

  constructor(motion: VertexMotion, permissions: FacePermissions) {
    const { memory } = motion;
    const { asked } = permissions;
    this.motion = motion;
    this.permissions = permissions;
    const permitted = new CollisionTable(memory, memory.allocate(CollisionTable.BYTES));
    this.permitted = permitted;
    this.objects = Block.forField(memory, permitted, 'objects');
    this.classes = Block.forField(memory, permitted, 'classes');
    this.labelBlock = new Block(memory);
    if (!asked) return;
    permitted.table = new Block(memory).putBytes(asked.table).pointer;
    permitted.classCount = asked.classCount;
    permitted.selfCollision = asked.selfCollision;
  }

  /** Updates the tables after the faces got other places, or the permissions changed. */
  reorder(): void {
    const { faceOf } = this.motion;
    const { rules, classOf } = this.permissions;
    if (!rules) {
      this.labels = new Uint32Array(0);
      return;
    }
    const objects = faceOf.map((f) => (f === NONE ? 0 : this.permissions.objectOf(f)));
    this.objects.put(objects);
    this.classes.put(classOf);
    const labels = objects.map((object) => this.labelOf(object));
    this.labels = labels.some((label) => label > 0) ? labels : new Uint32Array(0);
  }

  /**
   * The label of an object's faces: 0 if it may collide with itself. Else the label of its class if
   * objects of that class may not collide with each other, or a label of its own if they may.
   */
  private labelOf(object: number): number {
    const { rules, classOf } = this.permissions;
    if (!rules || mayMeetItself(rules, classOf[object])) return 0;
    const { classCount, table } = rules;
    const isAlone = table[classOf[object] * (classCount + 1)] === 1;
    return FIRST_LABEL + (isAlone ? classCount + object : classOf[object]);
  }

  /**
   * Labels for the traversal. A masked face has the label of masked faces. Any other has the label
   * of faces that never collide with each other, if it has one; else that of its quiet patch, if
   * there are any.
   */
  label(tree: NodeLabeller, quiet: QuietLabels | null, mask?: Uint8Array): QuietLabels | null {
    const { labels } = this;
    if (labels.length === 0 && !mask) return quiet;
    const isPlain = !quiet && !mask;
    const isKnown = isPlain && this.labelling === tree.labellings;
    const { memory, placeCount, faceOf } = this.motion;
    const { pointer } = isKnown
      ? this.labelBlock
      : this.labelBlock.put(labels.length > 0 ? labels : new Uint32Array(placeCount));
    const own = memory.u32(pointer, placeCount);
    if (quiet) {
      const under = memory.u32(quiet.faces, placeCount);
      for (let i = 0; i < placeCount; i++) if (own[i] === 0) own[i] = under[i];
    }
    if (mask) for (let i = 0; i < placeCount; i++) if (mask[faceOf[i]] === 0) own[i] = MASKED_LABEL;
    const all = { faces: pointer, nodes: tree.label(pointer, isKnown) };
    this.labelling = isPlain ? tree.labellings : -1;
    return all;
  }

  /** Pointer to the table by which pairs of faces are thinned; 0 if labels are enough. */
  get table(): number {
    const { rules } = this.permissions;
    return rules && !rules.byLabels ? this.permitted.address : 0;
  }

  /** Keeps the pairs of faces whose objects may collide. */
  thin(pairs: PairBuffer): void {
    const { table } = this;
    if (table === 0) return;
    pairs.count = this.motion.memory.kernels.permitPairs(table, pairs.pointer, pairs.count);
  }

  /**
   * Keeps the listed pairs of features whose object may collide with itself; both features of such
   * a pair are of one object.
   */
  thinFeatures({ vf, ee }: FeaturePairs): void {
    if (!this.permissions.rules) return;
    const { edges } = this.motion.mesh.topology;
    vf.keep((v) => this.mayMeetItself(v));
    ee.keep((e) => this.mayMeetItself(edges[2 * e]));
  }

  /** Whether the object of a vertex may collide with itself. */
  mayMeetItself(vertex: number): boolean {
    const { permissions, motion } = this;
    const { rules, classOf } = permissions;
    if (!rules) return true;
    const { starStart, starFaces } = motion.mesh.topology;
    return mayMeetItself(rules, classOf[permissions.objectOf(starFaces[starStart[vertex]])]);
  }
}
