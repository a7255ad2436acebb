// Which objects may collide: by groups, without those that never move against each other, with or without themselves.
// An object is a connected component of the mesh, numbered as `topology.componentOf` does.
import { Block } from '../core/memory/block.ts';
import type { ChangedMesh } from '../core/mesh/change-mesh.ts';
import { NONE } from '../core/mesh/topology.ts';
import type { TriMesh } from '../core/mesh/tri-mesh.ts';
import type { VertexMotion } from '../core/motion/vertex-motion.ts';
import type { PairBuffer } from '../core/pairs/pair-buffer.ts';
import type { FeaturePairs, NodeLabeller } from '../core/recipe/recipe.ts';
import type { QuietLabels } from '../core/tree/face-tree.ts';
import { CollisionTable } from '../core/wasm/mesh.generated.ts';
import { checkGroups, checkTable } from './groups.ts';

export interface PermissionOptions {
  /** The group of each object, from 0 on; by default all are in group 0. */
  readonly groups?: ArrayLike<number>;
  /** Group × group, 1 where two groups may collide; symmetric; by default all may. */
  readonly mayCollide?: ArrayLike<number>;
  /** Objects that never move: pairs of them are left out, and each against itself. */
  readonly still?: ArrayLike<number>;
  /** False leaves out pairs within one object. Default true. */
  readonly selfCollision?: boolean;
}

/** Labels of the same kind as those of quiet patches, whose numbers they must not meet. */
const FIRST_LABEL = 0x80000000;
/** That of faces that a prefilter masks. */
const MASKED = 0xffffffff;

/**
 * Drops pairs of faces, and listed pairs of features, whose objects may not collide. Faces that never meet their like (obstacles, or all
 * of an object without self-collision) have a common label, by which the tree does not even look at pairs of them.
 */
export class PermittedPairs {
  private readonly motion: VertexMotion;
  private readonly permissions: Permissions | null;
  /** The class of each object. */
  private classOf: Uint32Array;
  /** The same for the kernel. */
  private readonly permitted: CollisionTable;
  private readonly objects: Block;
  private readonly classes: Block;
  private readonly table: Block;
  /** The label of each face in its place, 0 for none; empty where no face has one. */
  private labels: Uint32Array = new Uint32Array(0);
  private readonly labelBlock: Block;
  /** Which labels of the tree are those without quiet ones. */
  private labelling = 0;

  constructor(motion: VertexMotion, options: PermissionOptions) {
    const { memory, mesh } = motion;
    this.motion = motion;
    this.permissions = permissionsOf(mesh, options);
    this.classOf = this.permissions?.classOf ?? new Uint32Array(0);
    const permitted = new CollisionTable(memory, memory.allocate(CollisionTable.BYTES));
    const block = (column: 'objects' | 'classes' | 'table') =>
      new Block(memory, 0, (pointer) => {
        permitted[column] = pointer;
      });
    this.permitted = permitted;
    this.objects = block('objects');
    this.classes = block('classes');
    this.table = block('table');
    this.labelBlock = new Block(memory);
  }

  /** The faces have other places now. */
  reorder(): void {
    const { mesh, faceOf } = this.motion;
    if (!this.permissions) return;
    const objects = faceOf.map((f) => (f === NONE ? 0 : mesh.topology.componentOf[mesh.triangles[3 * f]]));
    this.objects.put(objects);
    this.classes.put(this.classOf);
    this.table.putBytes(this.permissions.table);
    const labels = objects.map((object) => this.labelOf(object));
    this.labels = labels.some((label) => label > 0) ? labels : new Uint32Array(0);
  }

  private labelOf(object: number): number {
    const { permissions, classOf } = this;
    if (!permissions || mayMeetItself(permissions, classOf[object])) return 0;
    const { classCount, table } = permissions;
    const isAlone = table[classOf[object] * (classCount + 1)] === 1;
    return FIRST_LABEL + (isAlone ? classCount + object : classOf[object]);
  }

  /**
   * Labels for the traversal: those of quiet patches, if there are any, under those of faces that never meet their like, and over all
   * that of masked faces.
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
    if (mask) for (let i = 0; i < placeCount; i++) if (mask[faceOf[i]] === 0) own[i] = MASKED;
    const all = { faces: pointer, nodes: tree.label(pointer, isKnown) };
    this.labelling = isPlain ? tree.labellings : -1;
    return all;
  }

  /**
   * After a change of `before`: objects keep the class of a vertex that they had, pieces of new vertices only that of the face whose
   * id one of theirs took; what is new altogether is in group 0 and moves.
   */
  change(before: TriMesh, { mesh, addedFaces }: ChangedMesh): void {
    if (!this.permissions) return;
    const { componentOf, componentCount } = mesh.topology;
    const old = before.topology.componentOf;
    const classOf = new Uint32Array(componentCount).fill(NONE);
    for (let v = 0; v < Math.min(mesh.vertexCount, before.vertexCount); v++) {
      if (componentOf[v] !== NONE && old[v] !== NONE && classOf[componentOf[v]] === NONE)
        classOf[componentOf[v]] = this.classOf[old[v]];
    }
    for (const f of addedFaces) {
      const object = componentOf[mesh.triangles[3 * f]];
      if (classOf[object] === NONE && f < before.faceCount)
        classOf[object] = this.classOf[old[before.triangles[3 * f]]];
    }
    this.classOf = classOf.map((id) => (id === NONE ? 0 : id));
    this.reorder();
  }

  thin(pairs: PairBuffer): void {
    if (!this.permissions || this.permissions.byLabels) return;
    const { permitted } = this;
    permitted.classCount = this.permissions.classCount;
    permitted.selfCollision = this.permissions.selfCollision;
    const { kernels } = this.motion.memory;
    pairs.count = kernels.permitPairs(permitted.address, pairs.pointer, pairs.count);
  }

  /** Of features that are listed because their faces share vertices, so that both are of one object. */
  thinFeatures({ vf, ee }: FeaturePairs): void {
    const { permissions } = this;
    if (!permissions) return;
    const { componentOf, edges } = this.motion.mesh.topology;
    const may = (v: number) => mayMeetItself(permissions, this.classOf[componentOf[v]]);
    vf.keep(may);
    ee.keep((e) => may(edges[2 * e]));
  }
}

interface Permissions {
  readonly selfCollision: boolean;
  /** Objects of one class have the same permissions. */
  readonly classOf: Uint32Array;
  readonly classCount: number;
  /** Class × class: 1 where they may collide. */
  readonly table: Uint8Array;
  /** Whether only objects of one class may not collide: then labels leave out all pairs that may not. */
  readonly byLabels: boolean;
}

/** Null where everything may collide. */
function permissionsOf(mesh: TriMesh, options: PermissionOptions): Permissions | null {
  const { groups, mayCollide, still, selfCollision = true } = options;
  if (!groups && !mayCollide && !still && selfCollision) return null;
  const objectCount = mesh.topology.componentCount;
  const groupOf = groups
    ? checkGroups(groups, objectCount, `the mesh has ${objectCount} objects`, 'Object')
    : new Uint32Array(objectCount);
  const groupCount = groupOf.reduce((most, group) => Math.max(most, group + 1), 1);
  const may = mayCollide ? checkTable(mayCollide, groupCount) : new Uint8Array(groupCount * groupCount).fill(1);
  const classOf = groupOf.map((group) => 2 * group);
  for (let i = 0; i < (still?.length ?? 0); i++) {
    const object = still?.[i] ?? -1;
    if (!(Number.isInteger(object) && object >= 0 && object < objectCount)) {
      throw new RangeError(`still names object ${object}; the mesh has ${objectCount} objects, counted from 0.`);
    }
    classOf[object] |= 1;
  }
  const classCount = 2 * groupCount;
  const table = new Uint8Array(classCount * classCount);
  for (let a = 0; a < classCount; a++) {
    for (let b = 0; b < classCount; b++)
      table[a * classCount + b] = a & b & 1 ? 0 : may[(a >> 1) * groupCount + (b >> 1)];
  }
  const used = new Set(classOf);
  const byLabels = [...used].every((a) => [...used].every((b) => a === b || table[a * classCount + b] === 1));
  return { selfCollision, classOf, classCount, table, byLabels };
}

function mayMeetItself({ selfCollision, classCount, table }: Permissions, ofClass: number): boolean {
  return selfCollision && table[ofClass * (classCount + 1)] === 1;
}
