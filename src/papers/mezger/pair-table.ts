// A hash table from pairs of faces to rows of numbers, kept over many steps for the cache of
// closest points: open addressing, rows without gaps. When the table is full, it drops pairs that
// neither this step nor the last one asked for. If that frees too little, it grows.
import { resized } from '../../core/contacts/contacts.ts';

/** Marks a slot without a row. */
const EMPTY_SLOT = 0xffffffff;
/** Rows at the start. */
const FIRST_CAPACITY = 256;

/** Rows by pair of faces. */
export class PairTable {
  /** `stride` numbers per pair; valid until the next `insert`. */
  rows: Float64Array;
  /** Number of pairs. */
  count = 0;
  private readonly stride: number;
  private step = 0;
  private capacity = FIRST_CAPACITY;
  /** The pair of each row, two faces. */
  private keys = new Uint32Array(2 * FIRST_CAPACITY);
  /** The last step that asked for each row. */
  private stamps = new Uint32Array(FIRST_CAPACITY);
  /** Rows by hash; two slots per row, so that a search always ends at an empty one. */
  private slots = new Uint32Array(2 * FIRST_CAPACITY).fill(EMPTY_SLOT);

  constructor(stride: number) {
    this.stride = stride;
    this.rows = new Float64Array(stride * FIRST_CAPACITY);
  }

  /** Starts a new step. */
  age(): void {
    this.step++;
  }

  /** Removes all pairs. */
  clear(): void {
    this.count = 0;
    this.slots.fill(EMPTY_SLOT);
  }

  /** Index in `rows` of the first number of a pair, or −1 if the pair is not in the table. */
  find(f: number, g: number): number {
    const row = this.slots[this.slotOf(f, g)];
    if (row === EMPTY_SLOT) return -1;
    this.stamps[row] = this.step;
    return row * this.stride;
  }

  /**
   * Index in `rows` of the first number of a pair, which is added if it is missing. The caller
   * writes the numbers of a new row.
   */
  insert(f: number, g: number): number {
    const found = this.find(f, g);
    if (found >= 0) return found;
    if (this.count === this.capacity) this.makeRoom();
    const row = this.count++;
    this.keys[2 * row] = f;
    this.keys[2 * row + 1] = g;
    this.stamps[row] = this.step;
    this.slots[this.slotOf(f, g)] = row;
    return row * this.stride;
  }

  /** The slot of a pair, or the empty slot that it would get. */
  private slotOf(f: number, g: number): number {
    const { slots, keys } = this;
    const mask = slots.length - 1;
    let slot = (Math.imul(f, 0x9e3779b1) ^ Math.imul(g, 0x85ebca77)) >>> 0;
    slot = (slot ^ (slot >>> 15)) & mask;
    for (; ; slot = (slot + 1) & mask) {
      const row = slots[slot];
      if (row === EMPTY_SLOT || (keys[2 * row] === f && keys[2 * row + 1] === g)) return slot;
    }
  }

  /** Drops old pairs, grows if that frees too little, and fills the slots anew. */
  private makeRoom(): void {
    this.dropOld();
    if (2 * this.count > this.capacity) this.grow();
    this.slots.fill(EMPTY_SLOT);
    for (let row = 0; row < this.count; row++) {
      this.slots[this.slotOf(this.keys[2 * row], this.keys[2 * row + 1])] = row;
    }
  }

  /** Drops the pairs that neither this step nor the last one asked for. */
  private dropOld(): void {
    const { keys, stamps, rows, stride, step } = this;
    let kept = 0;
    for (let row = 0; row < this.count; row++) {
      if (stamps[row] + 1 < step) continue;
      keys[2 * kept] = keys[2 * row];
      keys[2 * kept + 1] = keys[2 * row + 1];
      stamps[kept] = stamps[row];
      rows.copyWithin(stride * kept, stride * row, stride * (row + 1));
      kept++;
    }
    this.count = kept;
  }

  private grow(): void {
    this.capacity *= 2;
    this.keys = resized(this.keys, 2 * this.capacity);
    this.stamps = resized(this.stamps, this.capacity);
    this.rows = resized(this.rows, this.stride * this.capacity);
    this.slots = new Uint32Array(2 * this.capacity);
  }
}
