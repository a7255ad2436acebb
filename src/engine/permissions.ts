// Which objects may collide: by groups, without those that never move against each other, with or without themselves.
// An object is a connected component of the mesh, numbered as `topology.componentOf` does.
import type { TriMesh } from '../core/mesh/tri-mesh.ts';

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

export interface Permissions {
  readonly selfCollision: boolean;
  /** Objects of one class have the same permissions. */
  readonly classOf: Uint32Array;
  readonly classCount: number;
  /** Class × class: 1 where they may collide. */
  readonly table: Uint8Array;
}

/** Null where everything may collide. */
export function permissionsOf(mesh: TriMesh, options: PermissionOptions): Permissions | null {
  const { groups, mayCollide, still, selfCollision = true } = options;
  if (!groups && !mayCollide && !still && selfCollision) return null;
  const objectCount = mesh.topology.componentCount;
  const groupOf = groups ? checkGroups(groups, objectCount) : new Uint32Array(objectCount);
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
  return { selfCollision, classOf, classCount, table };
}

export function mayMeetItself({ selfCollision, classOf, classCount, table }: Permissions, object: number): boolean {
  return selfCollision && table[classOf[object] * (classCount + 1)] === 1;
}

function checkGroups(groups: ArrayLike<number>, objectCount: number): Uint32Array {
  if (groups.length !== objectCount) {
    throw new RangeError(`groups holds ${groups.length} entries; the mesh has ${objectCount} objects.`);
  }
  const groupOf = Uint32Array.from(groups);
  for (let i = 0; i < objectCount; i++) {
    // One table entry for every pair of groups: numbers are expected to be small.
    if (groupOf[i] !== groups[i] || groups[i] > 4095)
      throw new RangeError(`Object ${i} has the group ${groups[i]}; groups are whole numbers from 0 to 4095.`);
  }
  return groupOf;
}

function checkTable(mayCollide: ArrayLike<number>, groupCount: number): Uint8Array {
  if (mayCollide.length !== groupCount * groupCount) {
    throw new RangeError(
      `mayCollide holds ${mayCollide.length} entries; ${groupCount} groups need ${groupCount * groupCount}.`,
    );
  }
  const may = Uint8Array.from(mayCollide, (x) => (x ? 1 : 0));
  for (let a = 0; a < groupCount; a++) {
    for (let b = 0; b < a; b++) {
      if (may[a * groupCount + b] !== may[b * groupCount + a]) {
        throw new RangeError(`mayCollide says different things of groups ${b} and ${a} than of ${a} and ${b}.`);
      }
    }
  }
  return may;
}
