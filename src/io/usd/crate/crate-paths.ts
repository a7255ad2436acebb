// The tree of paths of a crate. The table lists it in depth-first order, and jumps tell where the
// next sibling is.
import { MAX_PRIM_DEPTH } from '../usd-limits.ts';
import type { CrateBytes } from './crate-bytes.ts';
import { readIntegers } from './crate-compression.ts';
import { type CrateSection, tableRows } from './crate-sections.ts';

/** The tree of paths; all arrays go by the index of the path, and -1 stands for none. */
export interface CratePaths {
  /** The path of the layer itself. */
  readonly root: number;
  /** The path above. */
  readonly parentOf: Int32Array;
  /** The index of the name of the last element. */
  readonly nameOf: Int32Array;
  /** 1 for properties. */
  readonly isProperty: Uint8Array;
  /** The first path below. */
  readonly firstChild: Int32Array;
  /** The next path with the same parent. */
  readonly nextSibling: Int32Array;
}

/** A property below a prim below MAX_PRIM_DEPTH others; targets and variants are elements too. */
const MAX_PATH_DEPTH = 2 * MAX_PRIM_DEPTH;

/** Reads the table of paths. Each entry is visited once, so jumps cannot lead in circles. */
export function readCratePaths(file: CrateBytes, section: CrateSection, tokenCount: number): CratePaths {
  const at = section.start;
  const pathCount = tableRows(file, section, 'paths');
  const count = tableRows(file, { start: at + 8, size: 8 }, 'encoded paths');
  if (count === 0) file.fail(at, 'at least one path', 'none');
  const indices = readIntegers(file, at + 16, count, 32, 'indices of paths');
  const names = readIntegers(file, indices.end, count, 32, 'names of paths');
  const jumps = readIntegers(file, names.end, count, 32, 'jumps between paths').values;
  const paths: CratePaths = {
    root: indices.values[0],
    parentOf: new Int32Array(pathCount).fill(-1),
    nameOf: new Int32Array(pathCount).fill(-1),
    isProperty: new Uint8Array(pathCount),
    firstChild: new Int32Array(pathCount).fill(-1),
    nextSibling: new Int32Array(pathCount).fill(-1),
  };
  const lastChild = new Int32Array(pathCount).fill(-1);
  const isKnown = new Uint8Array(pathCount);
  const damaged = (expected: string, found: number): never => file.fail(at, expected, String(found));
  // Entries whose siblings come later, with the parent of those siblings and their depth.
  const pending: number[] = [];
  let [entry, parent, depth] = [0, -1, 0];
  for (;;) {
    const path = indices.values[entry];
    if (!(path >= 0 && path < pathCount) || isKnown[path]) damaged('every path once', path);
    if (depth > MAX_PATH_DEPTH) damaged(`at most ${MAX_PATH_DEPTH} levels of paths`, depth);
    isKnown[path] = 1;
    const name = names.values[entry];
    if (Math.abs(name) >= tokenCount && parent >= 0) damaged(`a name below ${tokenCount}`, name);
    paths.nameOf[path] = Math.abs(name);
    paths.isProperty[path] = name < 0 ? 1 : 0;
    if (parent >= 0) {
      paths.parentOf[path] = parent;
      if (lastChild[parent] < 0) paths.firstChild[parent] = path;
      else paths.nextSibling[lastChild[parent]] = path;
      lastChild[parent] = path;
    }
    const jump = jumps[entry];
    if (jump > 0 && entry + jump >= count) damaged(`a jump within ${count} entries`, jump);
    if (jump > 0) pending.push(entry + jump, parent, depth);
    if (jump > 0 || jump === -1) {
      [entry, parent, depth] = [entry + 1, path, depth + 1];
    } else if (jump === 0) {
      entry++;
    } else {
      if (pending.length === 0) return paths;
      depth = pending.pop() as number;
      parent = pending.pop() as number;
      entry = pending.pop() as number;
    }
    if (entry >= count) damaged(`the end of the tree within ${count} entries`, entry);
  }
}
