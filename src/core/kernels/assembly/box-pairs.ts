// Boxes of two trees by their slots, for the searches of pairs: slot 4n + k is lane k of node n (box-tree.ts).
import { FLOATS } from './relative-pose';

export const CHILD: usize = 240;
const EMPTY: i32 = 0x7fffffff;
/** Byte offset in a query of one box four times over. */
const SPREAD: usize = 1472;

export class BoxPairs {
  @inline static box(nodes: usize, slot: i32): usize {
    return nodes + ((<usize>(slot >> 2)) << 8) + ((<usize>(slot & 3)) << 2);
  }

  /** Squared half diagonal, in units of the floats. */
  @inline static size(query: usize, box: usize, scale: i32): f32 {
    const s = load<f32>(query + FLOATS + ((<usize>scale) << 2));
    const x = s * load<f32>(box, 48);
    const y = s * load<f32>(box, 64);
    const z = s * load<f32>(box, 80);
    return x * x + y * y + z * z;
  }

  /** One box in all lanes. */
  @inline static spread(query: usize, box: usize): usize {
    const to = query + SPREAD;
    for (let i: usize = 0; i < 240; i += 16) v128.store(to + i, v128.load32_splat(box + i));
    return to;
  }

  /** How many triangles a node has if all of its boxes are of one each: they are side by side. Else 0. */
  @inline static leaves(node: usize): i32 {
    const child = v128.load(node, CHILD);
    const isLeaf = i32x4.bitmask(child);
    const isThere = i32x4.bitmask(BoxPairs.there(node));
    return isLeaf == isThere ? popcnt(isThere) : 0;
  }

  /** Lanes of a node that have a box. */
  @inline static there(node: usize): v128 {
    return v128.not(i32x4.eq(v128.load(node, CHILD), i32x4.splat(EMPTY)));
  }
}
