// Splits the trees of the objects into whole branches of limited size, which can be fitted in any
// order, and the nodes above them. Both nodes and places of a branch are contiguous, because
// kernels/tree-build.ts numbers them depth first.
import { EMPTY } from './object-trees.ts';

/** Numbers per entry: the first place, the place behind the last, likewise nodes. */
export const BRANCH_NUMBERS = 4;

/** The trees that are split: their nodes come first to last, without gaps. */
export interface BuiltTrees {
  /** Child ids as in object-trees.ts. */
  readonly children: Int32Array;
  /** The root of each tree, ascending. */
  readonly roots: Uint32Array;
  /** Number of nodes. */
  readonly nodeCount: number;
  /** Number of places. */
  readonly placeCount: number;
}

/** Branches, and the nodes above them. */
export interface BranchSplit {
  /** `BRANCH_NUMBERS` per entry, as kernels/fit-branches.ts reads them. */
  readonly entries: Int32Array;
  /** The nodes above the branches, parents first. */
  readonly above: readonly number[];
}

/** Splits trees into entries of at most `maxFaces` faces, at least 4. */
export function splitBranches(trees: BuiltTrees, maxFaces: number): BranchSplit {
  const { children, roots, nodeCount, placeCount } = trees;
  const entries: number[] = [];
  const above: number[] = [];
  const firstPlaceOf = (root: number): number => {
    let node = root;
    while (children[4 * node] >= 0) node = children[4 * node];
    return ~children[4 * node];
  };
  const add = (firstPlace: number, endPlace: number, firstNode: number, endNode: number): void => {
    const last = entries.length - BRANCH_NUMBERS;
    // Small trees beside each other make one entry.
    if (last >= 0 && entries[last + 3] === firstNode && endPlace - entries[last] <= maxFaces) {
      entries[last + 1] = endPlace;
      entries[last + 3] = endNode;
    } else entries.push(firstPlace, endPlace, firstNode, endNode);
  };
  const visit = (siblings: readonly number[], endPlace: number, endNode: number): void => {
    siblings.forEach((node, i) => {
      const next = siblings[i + 1];
      const firstPlace = firstPlaceOf(node);
      const end = next === undefined ? endPlace : firstPlaceOf(next);
      if (end - firstPlace <= maxFaces) add(firstPlace, end, node, next ?? endNode);
      else {
        above.push(node);
        const below = children.subarray(4 * node, 4 * node + 4).filter((child) => child !== EMPTY);
        visit([...below], end, next ?? endNode);
      }
    });
  };
  visit([...roots], placeCount, nodeCount);
  return { entries: Int32Array.from(entries), above };
}
