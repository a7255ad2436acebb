// Pairs of nodes from which threads start: the tree is opened level by level until there are enough
// of them. All pairs of faces lie below exactly one seed, or were found above all of them.
import type { Block } from '../../core/memory/block.ts';
import type { MeshContext } from '../../core/wasm/mesh.generated.ts';
import { FACE_PAIRS, type ThreadSlot } from './thread-slot.ts';

/** A pair of nodes that is opened gives at most this many. */
const MAX_CHILDREN = 16;

/** Seeds in linear memory. */
export interface Seeds {
  /** Pointer to pairs of nodes. */
  readonly pointer: number;
  /** Their number. */
  readonly count: number;
  /** How many pairs of nodes were opened above them. */
  readonly visited: number;
  /** How many pairs of faces above them had boxes that touch; null if the caller counts them. */
  readonly boxPairs: number | null;
}

/**
 * Finds about `wanted` seeds, or fewer if the tree has fewer. `testFaces` takes the pairs of faces
 * that are found above them, in the buffer of the slot.
 */
export function findSeeds(
  slot: ThreadSlot,
  context: MeshContext,
  block: Block,
  wanted: number,
  testFaces: (count: number) => void,
): Seeds {
  const { memory, traversal } = slot;
  const isQuantized = context.isQuantized && !traversal.startOnly;
  const { morePairs, moreQuantizedPairs } = memory.kernels;
  const more = isQuantized ? moreQuantizedPairs : morePairs;
  // A level is below `wanted` before it is opened; the next one lies behind it.
  const room = 8 * MAX_CHILDREN * (wanted + 1);
  const { pointer } = block.reserve(2 * room);
  const pairs = slot.at('pairs');
  let found = 0;
  let level = pointer;
  let count = 1;
  memory.words[level / 4] = 0;
  memory.words[level / 4 + 1] = 0;
  traversal.visited = 0;
  traversal.boxPairs = 0;
  while (count > 0 && count < wanted) {
    const next = level === pointer ? pointer + room : pointer;
    let end = next;
    for (let i = 0; i < count; i++) {
      memory.words[end / 4] = memory.words[level / 4 + 2 * i];
      memory.words[end / 4 + 1] = memory.words[level / 4 + 2 * i + 1];
      // The stack is where the next pairs belong: opening the pair replaces it by its children.
      traversal.stack = end;
      traversal.top = end + 8;
      found = more(context.address, traversal.address, pairs, found, FACE_PAIRS, 1);
      end = traversal.top;
      if (found <= FACE_PAIRS - 16) continue;
      testFaces(found);
      found = 0;
    }
    count = (end - next) / 8;
    level = next;
  }
  if (found > 0) testFaces(found);
  traversal.stack = slot.at('stack');
  const boxPairs = isQuantized ? traversal.boxPairs : null;
  return { pointer: level, count, visited: traversal.visited, boxPairs };
}
