// The pairs that a search has yet to test: a binary heap with the least key first, and a stack,
// which is emptied before the heap. Four sibling boxes against one other box share one entry of the
// heap, a family. The key of a family is the least key of its members. All buffers grow between two
// steps of the search (rigid-search.ts).
import { RigidContext } from './rigid-context';
import { ALL_OPEN, FINEST } from './time-slots';

/** Bytes of a family. */
const FAMILY_BYTES: usize = 48;
/** Offset in a family: f64 base of the keys. A key is base + unit × one of four floats. */
const BASE: usize = 0;
/** Offset in a family: f64 unit of the keys. */
const UNIT: usize = 8;
/** Offset in a family: four f32, one per member; infinite for a member that is gone. */
const KEYS: usize = 16;
/**
 * Offset in a family: i32 id of the box that all four pairs share; in a free family the next free
 * one.
 */
const OTHER: usize = 32;
/** Offset in a family: i32 number of the node of the four boxes. */
const NODE: usize = 36;
/** Offset in a family: i32, 1 if the node belongs to a. */
const IS_OF_A: usize = 40;
/** Offset in a family: i32 mask of the open time slots. */
const OPEN: usize = 44;

/** Pairs that one cull leaves to the queue, at most. */
export const MAX_LEFT: i32 = 256;

/** Heap and stack of the pairs yet to be tested. */
export class SearchQueue {
  /**
   * Moves the queue to larger buffers of (capacity + 1) × 16, capacity × 48 and capacity × 8 bytes.
   */
  static moveTo(context: RigidContext, heap: usize, families: usize, stack: usize, capacity: i32): void {
    if (context.capacity > 0) {
      memory.copy(heap, context.heap, (<usize>context.heapCount) << 4);
      memory.copy(families, context.families, <usize>context.familyCount * FAMILY_BYTES);
      memory.copy(stack, context.stack, (<usize>context.stackCount) << 3);
    }
    context.heap = heap;
    context.families = families;
    context.stack = stack;
    context.capacity = capacity;
  }

  /** Empties the queue. */
  static begin(context: RigidContext): void {
    context.heapCount = 0;
    context.familyCount = 0;
    context.freeFamily = -1;
    context.stackCount = 0;
  }

  /**
   * Whether the next step might not fit: a step adds at most four pairs to the stack, and to the
   * heap one family or the pairs that a cull leaves.
   */
  @inline static isFull(context: RigidContext): bool {
    const capacity = context.capacity;
    return (
      context.stackCount + 4 > capacity ||
      context.heapCount + MAX_LEFT > capacity ||
      context.familyCount + MAX_LEFT > capacity
    );
  }

  /**
   * Key of the pair that was taken, but at least `last`, the key before. A pair from the stack has
   * the key `last`.
   */
  @inline static key(context: RigidContext, last: f64): f64 {
    const key = context.nextKey;
    return key > last ? key : last;
  }

  /** Pushes a pair on the stack. */
  @inline static pushOnStack(context: RigidContext, a: i32, b: i32): void {
    const count = context.stackCount;
    const to = context.stack + ((<usize>count) << 3);
    context.stackCount = count + 1;
    store<i32>(to, a);
    store<i32>(to, b, 4);
  }

  /** Pushes the pairs of some lanes of a node with one other box on the stack. */
  static pushLanes(context: RigidContext, mask: i32, isOfA: bool, other: i32, node: i32): void {
    for (let lane: i32 = 0; mask; lane++, mask >>= 1)
      if (mask & 1) {
        const id = (node << 2) + lane;
        if (isOfA) SearchQueue.pushOnStack(context, id, other);
        else SearchQueue.pushOnStack(context, other, id);
      }
  }

  /** Takes the next pair; false if there is none with a key below the limit. */
  static take(context: RigidContext): bool {
    const stackCount = context.stackCount;
    if (stackCount > 0) {
      context.stackCount = stackCount - 1;
      const from = context.stack + ((<usize>(stackCount - 1)) << 3);
      context.nextA = load<i32>(from);
      context.nextB = load<i32>(from, 4);
      context.nextKey = -1;
      context.nextOpen = ALL_OPEN;
      context.nextLevel = FINEST + 1;
      context.nextSafe = Infinity;
      return true;
    }
    if (context.heapCount == 0) return false;
    const heap = context.heap;
    const key = load<f64>(heap);
    if (key >= context.limit) return false;
    const id = load<i32>(heap, 8);
    const lane = load<i32>(heap, 12);
    const family = context.families + <usize>id * FAMILY_BYTES;
    const box = (load<i32>(family, NODE) << 2) + lane;
    const other = load<i32>(family, OTHER);
    const isOfA = load<i32>(family, IS_OF_A);
    const safe = load<f32>(family + ((<usize>lane) << 2), KEYS);
    context.nextA = isOfA ? box : other;
    context.nextB = isOfA ? other : box;
    context.nextKey = key;
    context.nextOpen = load<i32>(family, OPEN);
    context.nextSafe = safe;
    context.nextLevel = SearchQueue.levelOf(safe);
    store<f32>(family + ((<usize>lane) << 2), Infinity, KEYS);
    SearchQueue.requeue(context, id, family);
    return true;
  }

  /**
   * After its least member is taken, a family moves to where its next one belongs, or becomes free.
   */
  @inline static requeue(context: RigidContext, id: i32, family: usize): void {
    const lane = SearchQueue.leastLane(family);
    const key = SearchQueue.keyOf(family, lane);
    if (key < context.limit) {
      SearchQueue.sink(context.heap, key, id, lane, context.heapCount);
      return;
    }
    store<i32>(family, context.freeFamily, OTHER);
    context.freeFamily = id;
    const count = context.heapCount - 1;
    context.heapCount = count;
    if (count == 0) return;
    const heap = context.heap;
    const last = heap + ((<usize>count) << 4);
    SearchQueue.sink(heap, load<f64>(last), load<i32>(last, 8), load<i32>(last, 12), count);
  }

  /**
   * The level whose slots are about as long as the time for which the pair was last known to be
   * safe. Nine in ten tests of such slots close one; of slots twice as long, half do. Above FINEST
   * no slot is tested.
   */
  @inline static levelOf(safe: f32): i32 {
    const level = 125 - <i32>(reinterpret<u32>(safe) >> 23);
    return level > 0 ? level : 0;
  }

  /** Key of one member of a family. */
  @inline static keyOf(family: usize, lane: i32): f64 {
    return load<f64>(family, BASE) + <f64>load<f32>(family + ((<usize>lane) << 2), KEYS) * load<f64>(family, UNIT);
  }

  /** The member of a family with the least key. */
  @inline static leastLane(family: usize): i32 {
    let lane: i32 = 0;
    let least = load<f32>(family, KEYS);
    for (let i: i32 = 1; i < 4; i++) {
      const key = load<f32>(family + ((<usize>i) << 2), KEYS);
      if (key < least) {
        least = key;
        lane = i;
      }
    }
    return lane;
  }

  /**
   * Address of the next family. Its keys are written first, so that `pushFamily` can still drop it.
   */
  @inline static nextFamily(context: RigidContext): usize {
    const free = context.freeFamily;
    return context.families + <usize>(free >= 0 ? free : context.familyCount) * FAMILY_BYTES;
  }

  /** Writes the keys of the next family: base + unit × `keys`, infinite in unused lanes. */
  @inline static setKeys(context: RigidContext, base: f64, unit: f64, keys: v128): void {
    const family = SearchQueue.nextFamily(context);
    store<f64>(family, base, BASE);
    store<f64>(family, unit, UNIT);
    v128.store(family, keys, KEYS);
  }

  /** Pushes the family whose keys are set, unless all are beyond the limit. */
  static pushFamily(context: RigidContext, isOfA: bool, other: i32, node: i32, open: i32): void {
    const free = context.freeFamily;
    const id = free >= 0 ? free : context.familyCount;
    const family = context.families + <usize>id * FAMILY_BYTES;
    const lane = SearchQueue.leastLane(family);
    const key = SearchQueue.keyOf(family, lane);
    if (!(key < context.limit)) return;
    if (free >= 0) context.freeFamily = load<i32>(family, OTHER);
    else context.familyCount = id + 1;
    store<i32>(family, other, OTHER);
    store<i32>(family, node, NODE);
    store<i32>(family, isOfA ? 1 : 0, IS_OF_A);
    store<i32>(family, open, OPEN);
    SearchQueue.rise(context, key, id, lane);
  }

  /** Pushes a single pair, as a family with one member. */
  static pushPair(context: RigidContext, key: f64, a: i32, b: i32, open: i32): void {
    const isLane = i32x4.eq(i32x4.splat(a & 3), i32x4(0, 1, 2, 3));
    SearchQueue.setKeys(context, key, 1, v128.andnot(f32x4.splat(Infinity), isLane));
    SearchQueue.pushFamily(context, true, b, a >> 2, open);
  }

  /** Writes entry i of the heap. */
  @inline static put(heap: usize, i: i32, key: f64, id: i32, lane: i32): void {
    const to = heap + ((<usize>i) << 4);
    store<f64>(to, key);
    store<i32>(to, id, 8);
    store<i32>(to, lane, 12);
  }

  /** Adds an entry to the heap, from the bottom up. */
  static rise(context: RigidContext, key: f64, id: i32, lane: i32): void {
    const heap = context.heap;
    let i = context.heapCount;
    context.heapCount = i + 1;
    while (i > 0) {
      const parent = (i - 1) >> 1;
      const from = heap + ((<usize>parent) << 4);
      if (load<f64>(from) <= key) break;
      v128.store(heap + ((<usize>i) << 4), v128.load(from));
      i = parent;
    }
    SearchQueue.put(heap, i, key, id, lane);
  }

  /**
   * Replaces the top of a heap of `count` entries by this one, from the top down. Behind the last
   * entry there is room for a sentinel.
   */
  static sink(heap: usize, key: f64, id: i32, lane: i32, count: i32): void {
    store<f64>(heap + ((<usize>count) << 4), Infinity);
    let i: i32 = 0;
    while (true) {
      let child = 2 * i + 1;
      if (child >= count) break;
      const at = heap + ((<usize>child) << 4);
      const first = load<f64>(at);
      const second = load<f64>(at, 16);
      const right = second < first;
      if (right) child++;
      if ((right ? second : first) >= key) break;
      v128.store(heap + ((<usize>i) << 4), v128.load(heap + ((<usize>child) << 4)));
      i = child;
    }
    SearchQueue.put(heap, i, key, id, lane);
  }
}
