// Joins vertices that are exactly equal, for files that split them: glTF at UV and normal seams,
// STL at every corner. If such a seam stayed split, it would collide with itself everywhere. There
// is no tolerance: vertices that are merely near are not joined.

import { MeshError } from './mesh-error.ts';
import { NONE } from './topology.ts';
import { checkPositions, checkTriples, type Positions } from './tri-mesh.ts';

/** The result of `weld`: which vertices became one. */
export interface Weld {
  /** New id of each old vertex. New ids follow the order of first appearance. */
  readonly remap: Uint32Array;
  /** How many vertices remain. */
  readonly vertexCount: number;
  /** The first old vertex of each new one, from which positions and attributes can be copied. */
  readonly source: Uint32Array;
}

/**
 * Joins equal vertices. Two vertices are equal if all numbers of their position and of every
 * attribute are: −0 equals 0, and in an attribute NaN equals NaN. An attribute has the same count
 * of numbers for every vertex. Expected linear time.
 */
export function weld(positions: Positions, ...attributes: readonly ArrayLike<number>[]): Weld {
  const rows = packRows(positions, attributes);
  const vertexCount = positions.length / 3;
  const width = rows.length / vertexCount;
  const remap = new Uint32Array(vertexCount);
  const source = new Uint32Array(vertexCount);
  const table = new Uint32Array(tableSize(vertexCount)).fill(NONE);
  const mask = table.length - 1;
  let count = 0;
  for (let v = 0; v < vertexCount; v++) {
    let slot = hashRow(rows, v * width, width) & mask;
    // The loop ends, because at most half of the table is ever taken.
    while (table[slot] !== NONE && !rowsEqual(rows, source[table[slot]] * width, v * width, width)) {
      slot = (slot + 1) & mask;
    }
    if (table[slot] === NONE) {
      table[slot] = count;
      source[count++] = v;
    }
    remap[v] = table[slot];
  }
  return { remap, vertexCount: count, source: source.slice(0, count) };
}

/** All numbers of a vertex in one row, as the bits of doubles: equal numbers have equal bits. */
function packRows(positions: Positions, attributes: readonly ArrayLike<number>[]): Uint32Array {
  checkTriples(positions.length, 'Positions hold', 'numbers');
  const vertexCount = positions.length / 3;
  checkPositions(positions, vertexCount);
  attributes.forEach(({ length }, i) => {
    if (vertexCount === 0 ? length === 0 : length % vertexCount === 0) return;
    const message = `Attribute ${i} holds ${length} numbers, which is not a multiple of the ${vertexCount} vertices.`;
    throw new MeshError('wrong-attribute-length', i, message);
  });
  const columns = [positions, ...attributes];
  const rows = new Float64Array(columns.reduce((sum, column) => sum + column.length, 0));
  let offset = 0;
  for (const column of columns) {
    const count = column.length / vertexCount;
    packColumn(column, count, rows, offset, rows.length / vertexCount);
    offset += count;
  }
  return new Uint32Array(rows.buffer);
}

/** Writes `count` numbers per vertex into rows of `width` numbers, from `offset` on. */
function packColumn(column: ArrayLike<number>, count: number, rows: Float64Array, offset: number, width: number): void {
  for (let i = 0, row = offset; i < column.length; row += width) {
    // Adding 0 turns −0 into 0 and changes nothing else. A NaN may have any payload, so all become
    // the same NaN.
    for (let k = 0; k < count; k++, i++) rows[row + k] = Number.isNaN(column[i]) ? Number.NaN : column[i] + 0;
  }
}

/** A power of two, at least twice the count, so that probing stays short. */
function tableSize(count: number): number {
  let size = 2;
  while (size < 2 * count) size *= 2;
  return size;
}

/**
 * Hash of a row: multiply and shift per u32, as in MurmurHash, because coordinates on a grid differ
 * in few and high bits.
 */
function hashRow(rows: Uint32Array, at: number, width: number): number {
  let hash = 0;
  for (let i = at; i < at + width; i++) {
    hash = Math.imul(hash ^ rows[i], 0x85ebca6b);
    hash ^= hash >>> 15;
  }
  hash = Math.imul(hash, 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

function rowsEqual(rows: Uint32Array, a: number, b: number, width: number): boolean {
  for (let i = 0; i < width; i++) if (rows[a + i] !== rows[b + i]) return false;
  return true;
}
