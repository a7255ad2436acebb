// What a search has yet to look at: a binary heap, least key first, and a stack that goes before it. Four sibling boxes against one other
// share one entry of the heap, a family, which stands where its least member stands. All buffers grow between two steps.
import { ALL_OPEN, FINEST } from './box-stretches';

/**
 * A family: base of its keys, their unit, four keys in floats, the box that all have in common, their node, whose node it is, and the
 * stretches of time in which they are not proven to be apart.
 */
const FAMILY: usize = 48;
const BASE: usize = 0;
const UNIT: usize = 8;
const KEYS: usize = 16;
const OTHER: usize = 32;
const NODE: usize = 36;
const OF_A: usize = 40;
const OPEN: usize = 44;

/** Pairs that a sweep leaves to the queue at most. */
export const MOST_LEFT: i32 = 256;

let heap: usize = 0;
let heapCount: i32 = 0;
let families: usize = 0;
let familyCount: i32 = 0;
/** First of the families that are used up, linked by OTHER; −1 ends the chain. */
let spare: i32 = -1;
let stack: usize = 0;
let stackCount: i32 = 0;
/** Entries for which heap, families and stack have room, each. */
let capacity: i32 = 0;

let nextA: i32 = 0;
let nextB: i32 = 0;
let nextKey: f64 = 0;
let nextOpen: i32 = ALL_OPEN;
let nextLevel: i32 = 0;
let nextLasted: f32 = 0;

export class SearchQueue {
  /** Three buffers: (room + 1) × 16, room × 48 and room × 8 bytes. What is in them moves with them. */
  static setRoom(heapAt: usize, familiesAt: usize, stackAt: usize, room: i32): void {
    if (capacity > 0) {
      memory.copy(heapAt, heap, (<usize>heapCount) << 4);
      memory.copy(familiesAt, families, <usize>familyCount * FAMILY);
      memory.copy(stackAt, stack, (<usize>stackCount) << 3);
    }
    heap = heapAt;
    families = familiesAt;
    stack = stackAt;
    capacity = room;
  }

  static begin(): void {
    heapCount = 0;
    familyCount = 0;
    spare = -1;
    stackCount = 0;
  }

  /** A step adds four pairs at most, and one family, or what a sweep leaves. */
  @inline static isFull(): bool {
    return stackCount + 4 > capacity || heapCount + MOST_LEFT > capacity || familyCount + MOST_LEFT > capacity;
  }

  @inline static a(): i32 {
    return nextA;
  }
  @inline static b(): i32 {
    return nextB;
  }
  /** Of the pair taken: the stretches in which it is not proven to be apart, and the level at which to look at them. */
  @inline static open(): i32 {
    return nextOpen;
  }
  @inline static level(): i32 {
    return nextLevel;
  }
  /** For how long the pair taken was last known to be safe; Infinity for one from the stack. */
  @inline static lasted(): f32 {
    return nextLasted;
  }
  /** Of the pair taken, not before the last; one from the stack has the key of the last from the heap. */
  @inline static key(last: f64): f64 {
    return nextKey > last ? nextKey : last;
  }

  @inline static wait(a: i32, b: i32): void {
    const to = stack + ((<usize>stackCount) << 3);
    stackCount++;
    store<i32>(to, a);
    store<i32>(to, b, 4);
  }

  static waitFor(mask: i32, ofA: bool, other: i32, node: i32): void {
    for (let lane: i32 = 0; mask; lane++, mask >>= 1)
      if (mask & 1) {
        const slot = (node << 2) + lane;
        if (ofA) SearchQueue.wait(slot, other);
        else SearchQueue.wait(other, slot);
      }
  }

  /** The next pair; false if there is none with a key below the limit. */
  static take(limit: f64): bool {
    if (stackCount > 0) {
      stackCount--;
      const from = stack + ((<usize>stackCount) << 3);
      nextA = load<i32>(from);
      nextB = load<i32>(from, 4);
      nextKey = -1;
      nextOpen = ALL_OPEN;
      nextLevel = FINEST + 1;
      nextLasted = Infinity;
      return true;
    }
    if (heapCount == 0) return false;
    const key = load<f64>(heap);
    if (key >= limit) return false;
    const id = load<i32>(heap, 8);
    const lane = load<i32>(heap, 12);
    const family = families + <usize>id * FAMILY;
    const slot = (load<i32>(family, NODE) << 2) + lane;
    const other = load<i32>(family, OTHER);
    const ofA = load<i32>(family, OF_A);
    nextA = ofA ? slot : other;
    nextB = ofA ? other : slot;
    nextKey = key;
    nextOpen = load<i32>(family, OPEN);
    nextLasted = load<f32>(family + ((<usize>lane) << 2), KEYS);
    nextLevel = SearchQueue.levelOf(nextLasted);
    store<f32>(family + ((<usize>lane) << 2), Infinity, KEYS);
    SearchQueue.settle(id, family, limit);
    return true;
  }

  /** After its least member is taken, a family goes where the next stands, or is spare. */
  @inline static settle(id: i32, family: usize, limit: f64): void {
    const lane = SearchQueue.leastLane(family);
    const key = SearchQueue.keyOf(family, lane);
    if (key < limit) {
      SearchQueue.sink(key, id, lane, heapCount);
      return;
    }
    store<i32>(family, spare, OTHER);
    spare = id;
    heapCount--;
    if (heapCount == 0) return;
    const last = heap + ((<usize>heapCount) << 4);
    SearchQueue.sink(load<f64>(last), load<i32>(last, 8), load<i32>(last, 12), heapCount);
  }

  /**
   * Stretches about as long as the time for which the pair was last known to be safe: nine in ten looks at such close one, of looks at
   * stretches twice as long half do. Beyond the finest, and for pairs that have been looked at, none.
   */
  @inline static levelOf(lasted: f32): i32 {
    const level = 125 - <i32>(reinterpret<u32>(lasted) >> 23);
    return level > 0 ? level : 0;
  }

  @inline static keyOf(family: usize, lane: i32): f64 {
    return load<f64>(family, BASE) + <f64>load<f32>(family + ((<usize>lane) << 2), KEYS) * load<f64>(family, UNIT);
  }

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

  /** Keys are base + unit × these, infinite in lanes that are not there. */
  static pushFamily(base: f64, unit: f64, keys: v128, ofA: bool, other: i32, node: i32, open: i32, limit: f64): void {
    const id = spare >= 0 ? spare : familyCount;
    const family = families + <usize>id * FAMILY;
    store<f64>(family, base, BASE);
    store<f64>(family, unit, UNIT);
    v128.store(family, keys, KEYS);
    const lane = SearchQueue.leastLane(family);
    const key = SearchQueue.keyOf(family, lane);
    if (!(key < limit)) return;
    if (spare >= 0) spare = load<i32>(family, OTHER);
    else familyCount++;
    store<i32>(family, other, OTHER);
    store<i32>(family, node, NODE);
    store<i32>(family, ofA ? 1 : 0, OF_A);
    store<i32>(family, open, OPEN);
    SearchQueue.rise(key, id, lane);
  }

  /** A pair by itself, to be split when its time comes. */
  static pushOne(key: f64, a: i32, b: i32, open: i32, limit: f64): void {
    const isLane = i32x4.eq(i32x4.splat(a & 3), i32x4(0, 1, 2, 3));
    const keys = v128.andnot(f32x4.splat(Infinity), isLane);
    SearchQueue.pushFamily(key, 1, keys, true, b, a >> 2, open, limit);
  }

  @inline static put(i: i32, key: f64, id: i32, lane: i32): void {
    const to = heap + ((<usize>i) << 4);
    store<f64>(to, key);
    store<i32>(to, id, 8);
    store<i32>(to, lane, 12);
  }

  static rise(key: f64, id: i32, lane: i32): void {
    let i = heapCount++;
    while (i > 0) {
      const parent = (i - 1) >> 1;
      const from = heap + ((<usize>parent) << 4);
      if (load<f64>(from) <= key) break;
      v128.store(heap + ((<usize>i) << 4), v128.load(from));
      i = parent;
    }
    SearchQueue.put(i, key, id, lane);
  }

  /** Puts an entry in the place of the top of `count`. Behind the last there is room for a sentinel. */
  static sink(key: f64, id: i32, lane: i32, count: i32): void {
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
    SearchQueue.put(i, key, id, lane);
  }
}
