// Joins vertices that are exactly equal, for files that split them: glTF at UV and normal seams, STL at every corner.
// Left split, such a seam would collide with itself everywhere. No tolerance: near is not equal.

import { MeshError } from './mesh-error.ts';
import { NONE } from './topology.ts';
import { checkPositions } from './tri-mesh.ts';

export interface Weld {
  /** New id of each old vertex. New ids follow the order of first appearance. */
  readonly remap: Uint32Array;
  /** How many vertices remain. */
  readonly vertexCount: number;
  /** The first old vertex of each new one: what to copy positions and attributes from. */
  readonly source: Uint32Array;
}

/**
 * Two vertices are equal if all numbers of their position and of every attribute are: −0 equals 0, and in an attribute NaN
 * equals NaN. An attribute has the same count of numbers for every vertex. Expected linear time.
 */
export function weld(positions: Float64Array | Float32Array, ...attributes: readonly ArrayLike<number>[]): Weld {
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
    // Ends: at most half of the table is ever taken.
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

/** All numbers of a vertex in one row, as the bits of doubles of which equal ones have equal bits. */
function packRows(positions: Float64Array | Float32Array, attributes: readonly ArrayLike<number>[]): Uint32Array {
  if (positions.length % 3 !== 0) {
    const message = `Positions hold ${positions.length} numbers, which is not a multiple of three.`;
    throw new MeshError('length-not-multiple-of-three', positions.length - (positions.length % 3), message);
  }
  const vertexCount = positions.length / 3;
  checkPositions(positions, vertexCount);
  attributes.forEach((attribute, i) => {
    checkAttribute(attribute, i, vertexCount);
  });
  const columns = [positions, ...attributes];
  const width = columns.reduce((sum, column) => sum + widthOf(column, vertexCount), 0);
  const rows = new Float64Array(vertexCount * width);
  let offset = 0;
  for (const column of columns) {
    packColumn(column, widthOf(column, vertexCount), rows, offset, width);
    offset += widthOf(column, vertexCount);
  }
  return new Uint32Array(rows.buffer);
}

function widthOf(column: ArrayLike<number>, vertexCount: number): number {
  return vertexCount === 0 ? 0 : column.length / vertexCount;
}

function checkAttribute(attribute: ArrayLike<number>, i: number, vertexCount: number): void {
  const { length } = attribute;
  if (vertexCount === 0 ? length === 0 : length % vertexCount === 0) return;
  const message = `Attribute ${i} holds ${length} numbers, which is not a multiple of the ${vertexCount} vertices.`;
  throw new MeshError('wrong-attribute-length', i, message);
}

function packColumn(column: ArrayLike<number>, count: number, rows: Float64Array, offset: number, width: number): void {
  for (let i = 0, row = offset; i < column.length; row += width) {
    // Adding 0 turns −0 into 0 and changes nothing else; a NaN may carry any payload, so all become the same one.
    for (let k = 0; k < count; k++, i++) rows[row + k] = Number.isNaN(column[i]) ? Number.NaN : column[i] + 0;
  }
}

/** A power of two, at least twice the count, so that probing stays short. */
function tableSize(count: number): number {
  let size = 2;
  while (size < 2 * count) size *= 2;
  return size;
}

/** Multiply and shift per word, as in MurmurHash: coordinates on a grid differ in few and high bits. */
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
