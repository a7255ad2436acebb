// Decides which objects may collide: by groups, without pairs of objects that never move, with or
// without self-collision. An object is a connected component of the mesh, numbered as in
// `topology.componentOf`, or a part if the caller names parts.
//
// Parts may share vertices, so that a feature is of several parts. Pairs of faces are then still
// decided by their parts. A pair of features may collide if some pair of their faces may. Recipes
// test a pair of features for one pair of its faces only, so with such parts nothing is left out of
// the search, and results are filtered (joined-parts.ts).
import { Block } from '../core/memory/block.ts';
import type { ChangedMesh } from '../core/mesh/change-mesh.ts';
import { NONE } from '../core/mesh/topology.ts';
import type { TriMesh } from '../core/mesh/tri-mesh.ts';
import type { VertexMotion } from '../core/motion/vertex-motion.ts';
import type { PairBuffer } from '../core/pairs/pair-buffer.ts';
import type { FeaturePairs, NodeLabeller } from '../core/recipe/recipe.ts';
import type { QuietLabels } from '../core/tree/face-tree.ts';
import { CollisionTable } from '../core/wasm/mesh.generated.ts';
import { checkParts, type Parts } from './clash/parts.ts';
import { checkGroups, checkTable } from './groups.ts';
import { JoinedParts } from './joined-parts.ts';

/** Which objects may collide. An object is a connected component, or a part if there are parts. */
export interface PermissionOptions {
  /** Parts of faces, which may share vertices; by default objects are connected components. */
  readonly parts?: Parts;
  /** The group of each object, from 0 on; by default all are in group 0. */
  readonly groups?: ArrayLike<number>;
  /** Group × group, 1 if two groups may collide; symmetric. By default all may. */
  readonly mayCollide?: ArrayLike<number>;
  /** Objects that never move. Pairs of them are left out, and each of them against itself. */
  readonly still?: ArrayLike<number>;
  /** False leaves out pairs within one object. Default true. */
  readonly selfCollision?: boolean;
}

/**
 * The least label of faces that may not collide with each other. Labels of quiet patches are
 * smaller.
 */
const FIRST_LABEL = 0x80000000;
/** The label of faces that a prefilter masks. */
const MASKED_LABEL = 0xffffffff;

/**
 * Drops pairs of faces, and listed pairs of features, whose objects may not collide. Faces that
 * never collide with each other (those of obstacles, or of an object without self-collision) have a
 * common label, so that the tree skips pairs of them.
 */
export class PermittedPairs {
  private readonly motion: VertexMotion;
  /** The permissions that the caller asked for; null if everything may collide. */
  private readonly asked: Permissions | null;
  /** Those that restrict the search. */
  private permissions: Permissions | null;
  /** The part of each face; null if objects are components. */
  private partOfFace: Uint32Array | null;
  /** Filters results if parts share vertices; else null. */
  joined: JoinedParts | null;
  /** The class of each object. */
  private classOf: Uint32Array;
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

  constructor(motion: VertexMotion, options: PermissionOptions) {
    const { memory, mesh } = motion;
    this.motion = motion;
    this.partOfFace = options.parts ? checkParts(options.parts, mesh.faceCount) : null;
    const permissions = permissionsOf(options.parts?.names.length ?? mesh.topology.componentCount, options);
    this.asked = permissions;
    this.joined = this.joinedParts(mesh);
    this.permissions = this.joined ? null : permissions;
    this.classOf = permissions?.classOf ?? new Uint32Array(0);
    const permitted = new CollisionTable(memory, memory.allocate(CollisionTable.BYTES));
    this.permitted = permitted;
    this.objects = Block.forField(memory, permitted, 'objects');
    this.classes = Block.forField(memory, permitted, 'classes');
    this.labelBlock = new Block(memory);
    if (!permissions) return;
    permitted.table = new Block(memory).putBytes(permissions.table).pointer;
    permitted.classCount = permissions.classCount;
    permitted.selfCollision = permissions.selfCollision;
  }

  /** Updates the tables after the faces got other places. */
  reorder(): void {
    const { faceOf } = this.motion;
    if (!this.permissions) {
      this.labels = new Uint32Array(0);
      return;
    }
    const objects = faceOf.map((f) => (f === NONE ? 0 : this.objectOf(f)));
    this.objects.put(objects);
    this.classes.put(this.classOf);
    const labels = objects.map((object) => this.labelOf(object));
    this.labels = labels.some((label) => label > 0) ? labels : new Uint32Array(0);
  }

  /** The filter of results, if parts share vertices and some may not collide. */
  private joinedParts(mesh: TriMesh): JoinedParts | null {
    const { partOfFace, asked } = this;
    if (!asked || !partOfFace || !areJoined(mesh, partOfFace)) return null;
    const { selfCollision, classOf, classCount, table } = asked;
    const mayCollide = (p: number, q: number): boolean =>
      (selfCollision || p !== q) && table[classOf[p] * classCount + classOf[q]] === 1;
    return new JoinedParts(partOfFace, mayCollide);
  }

  private objectOf(face: number): number {
    const { mesh } = this.motion;
    return this.partOfFace?.[face] ?? mesh.topology.componentOf[mesh.triangles[3 * face]];
  }

  /**
   * The label of an object's faces: 0 if it may collide with itself. Else the label of its class if
   * objects of that class may not collide with each other, or a label of its own if they may.
   */
  private labelOf(object: number): number {
    const { permissions, classOf } = this;
    if (!permissions || mayMeetItself(permissions, classOf[object])) return 0;
    const { classCount, table } = permissions;
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

  /**
   * Follows a change of the mesh `before`. An object gets the class of an old vertex of it. An
   * object of new vertices alone gets the class of the face whose id one of its faces took. Any
   * other object is in group 0 and moves. A new face is of the part of an old face at its vertices,
   * else of part 0.
   */
  change(before: TriMesh, changed: ChangedMesh): void {
    const { mesh, addedFaces } = changed;
    if (this.partOfFace) {
      this.partOfFace = changedParts(this.partOfFace, before, changed);
      this.joined = this.joinedParts(mesh);
      this.permissions = this.joined ? null : this.asked;
      this.reorder();
      return;
    }
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

  /** Pointer to the table by which pairs of faces are thinned; 0 if labels are enough. */
  get table(): number {
    return this.permissions && !this.permissions.byLabels ? this.permitted.address : 0;
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
    if (!this.permissions) return;
    const { edges } = this.motion.mesh.topology;
    vf.keep((v) => this.mayMeetItself(v));
    ee.keep((e) => this.mayMeetItself(edges[2 * e]));
  }

  /** Whether the object of a vertex may collide with itself. */
  mayMeetItself(vertex: number): boolean {
    const { permissions, classOf, motion } = this;
    if (!permissions) return true;
    const { starStart, starFaces } = motion.mesh.topology;
    return mayMeetItself(permissions, classOf[this.objectOf(starFaces[starStart[vertex]])]);
  }
}

/** Whether some vertex is of two parts. */
function areJoined({ triangles, vertexCount }: TriMesh, partOfFace: Uint32Array): boolean {
  const partOf = new Uint32Array(vertexCount).fill(NONE);
  return triangles.some((v, i) => {
    const part = partOfFace[Math.floor(i / 3)];
    const isOther = partOf[v] !== NONE && partOf[v] !== part;
    partOf[v] = part;
    return isOther;
  });
}

/** The parts of the faces of a changed mesh. */
function changedParts(old: Uint32Array, before: TriMesh, { mesh, faceRemap, addedFaces }: ChangedMesh): Uint32Array {
  const parts = new Uint32Array(mesh.faceCount);
  faceRemap.forEach((now, f) => {
    if (now !== NONE) parts[now] = old[f];
  });
  const { starStart, starFaces } = before.topology;
  for (const f of addedFaces) {
    const v = mesh.triangles
      .subarray(3 * f, 3 * f + 3)
      .find((w) => w < before.vertexCount && starStart[w] < starStart[w + 1]);
    parts[f] = v === undefined ? 0 : old[starFaces[starStart[v]]];
  }
  return parts;
}

/** The permissions of all objects, by class: the group, and whether the object is still. */
interface Permissions {
  readonly selfCollision: boolean;
  /** Objects of one class have the same permissions. */
  readonly classOf: Uint32Array;
  readonly classCount: number;
  /** Class × class: 1 where they may collide. */
  readonly table: Uint8Array;
  /**
   * Whether all pairs of objects that may not collide are of one class. Labels then leave out all
   * these pairs, and no other test is needed.
   */
  readonly byLabels: boolean;
}

/** The permissions that the options describe; null if everything may collide. */
function permissionsOf(objectCount: number, options: PermissionOptions): Permissions | null {
  const { groups, mayCollide, still, selfCollision = true } = options;
  if (!groups && !mayCollide && !still && selfCollision) return null;
  const groupOf = groups
    ? checkGroups(groups, objectCount, `the mesh has ${objectCount} objects`, 'Object')
    : new Uint32Array(objectCount);
  const groupCount = groupOf.reduce((most, group) => Math.max(most, group + 1), 1);
  const may = mayCollide ? checkTable(mayCollide, groupCount) : new Uint8Array(groupCount * groupCount).fill(1);
  const classOf = groupOf.map((group) => 2 * group);
  for (const object of Array.from(still ?? [])) {
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
