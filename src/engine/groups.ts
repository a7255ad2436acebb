// Checks groups of members that may collide, and the table of which groups may collide with each
// other.

/**
 * Checks that there is one group for each of `count` members. `all` and `member` name them in
 * messages, as 'the mesh has 3 objects' and 'Object'.
 */
export function checkGroups(groups: ArrayLike<number>, count: number, all: string, member: string): Uint32Array {
  if (groups.length !== count) throw new RangeError(`groups holds ${groups.length} entries; ${all}.`);
  const groupOf = Uint32Array.from(groups);
  for (let i = 0; i < count; i++) {
    // The table has an entry for every pair of groups, so group numbers have to be small.
    if (groupOf[i] !== groups[i] || groups[i] > 4095)
      throw new RangeError(`${member} ${i} has the group ${groups[i]}; groups are whole numbers from 0 to 4095.`);
  }
  return groupOf;
}

/** Checks the table, group × group, which must be symmetric. */
export function checkTable(mayCollide: ArrayLike<number>, groupCount: number): Uint8Array {
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
