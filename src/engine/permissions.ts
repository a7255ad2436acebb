// Decides which objects may collide: by groups, without pairs of objects that never move, with or
// without self-collision. An object is a connected component of the mesh, numbered as in
// `topology.componentOf`, or a part if the caller names parts.
//
// Parts may share vertices, so that a feature is of several parts. Pairs of faces are then still
// decided by their parts. A pair of features may collide if some pair of their faces may. Recipes
// test a pair of features for one pair of its faces only, so with such parts nothing is left out of
// the search, and results are filtered (joined-parts.ts).
import type { ChangedMesh } from '../core/mesh/change-mesh.ts';
import { NONE } from '../core/mesh/topology.ts';
import type { TriMesh } from '../core/mesh/tri-mesh.ts';
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

/** Which faces of a mesh may collide, as a search needs it. */
export interface FacePermissions {
  /** What the caller asked for; null if everything may collide. */
  readonly asked: ClassRules | null;
  /** What restricts the search; null if nothing does. */
  readonly rules: ClassRules | null;
  /** The class of each object. */
  readonly classOf: Uint32Array;
  /** The object of a face. */
  objectOf(face: number): number;
}

/** Which objects of a mesh may collide. */
export class Permissions implements FacePermissions {
  readonly asked: ClassRules | null;
  rules: ClassRules | null;
  classOf: Uint32Array;
  /** Filters results if parts share vertices; else null. */
  joined: JoinedParts | null;
  private mesh: TriMesh;
  /** The part of each face; null if objects are components. */
  private partOfFace: Uint32Array | null;

  /** Throws `RangeError` if the options do not fit the mesh. */
  constructor(mesh: TriMesh, options: PermissionOptions) {
    this.mesh = mesh;
    this.partOfFace = options.parts ? checkParts(options.parts, mesh.faceCount) : null;
    this.asked = rulesOf(options.parts?.names.length ?? mesh.topology.componentCount, options);
    this.joined = this.joinedParts();
    this.rules = this.joined ? null : this.asked;
    this.classOf = this.asked?.classOf ?? new Uint32Array(0);
  }

  objectOf(face: number): number {
    const { mesh, partOfFace } = this;
    return partOfFace?.[face] ?? mesh.topology.componentOf[mesh.triangles[3 * face]];
  }

  /** The permissions of some faces, which then are numbered in this order. */
  ofFaces(faces: Uint32Array): FacePermissions {
    const { asked, rules, classOf } = this;
    return { asked, rules, classOf, objectOf: (face) => this.objectOf(faces[face]) };
  }

  /**
   * Follows a change of the mesh. An object gets the class of an old vertex of it. An object of new
   * vertices alone gets the class of the face whose id one of its faces took. Any other object is in
   * group 0 and moves. A new face is of the part of an old face at its vertices, else of part 0.
   */
  change(changed: ChangedMesh): void {
    const before = this.mesh;
    const { mesh, addedFaces } = changed;
    this.mesh = mesh;
    if (this.partOfFace) {
      this.partOfFace = changedParts(this.partOfFace, before, changed);
      this.joined = this.joinedParts();
      this.rules = this.joined ? null : this.asked;
      return;
    }
    if (!this.rules) return;
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
  }

  /** The filter of results, if parts share vertices and some may not collide. */
  private joinedParts(): JoinedParts | null {
    const { mesh, partOfFace, asked } = this;
    if (!asked || !partOfFace || !areJoined(mesh, partOfFace)) return null;
    const { selfCollision, classOf, classCount, table } = asked;
    const mayCollide = (p: number, q: number): boolean =>
      (selfCollision || p !== q) && table[classOf[p] * classCount + classOf[q]] === 1;
    return new JoinedParts(partOfFace, mayCollide);
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
export interface ClassRules {
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
function rulesOf(objectCount: number, options: PermissionOptions): ClassRules | null {
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

/** Whether objects of a class may collide with themselves. */
export function mayMeetItself({ selfCollision, classCount, table }: ClassRules, ofClass: number): boolean {
  return selfCollision && table[ofClass * (classCount + 1)] === 1;
}
