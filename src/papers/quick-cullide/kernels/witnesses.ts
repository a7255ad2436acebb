// A witness is the primitive that made another one fail in a pass of a view. While the witness is
// still rendered, the same pass fails again, and the primitive need not be drawn. Nearer layers may
// have pushed the witness off the list of its pixel. They are at most as deep, so the primitive
// still fails, by one of them or because the list is full.
// A primitive that failed because its list was full of neighbours fails again as long as the bits
// of no neighbour change, because all of them are still rendered. docs/papers/quick-cullide.md has
// the argument.
// Safe direction: the answer is the same without witnesses; they only save time in later rounds.
import { PassContext } from './pass-context';

/** Values of a witness entry that are no primitive. */
export class Witness {
  /** There is no witness: the primitive did not fail, or it is not certain to fail again. */
  static readonly NONE: u32 = 0xffffffff;
  /** The primitive failed because all layers of a pixel were neighbours. */
  static readonly NEIGHBOURS: u32 = 0xfffffffe;

  /**
   * Whether no bits of faces at the three vertices of an item have changed since the pass number
   * `since`.
   */
  @inline static isUnchanged(corner: usize, changed: usize, since: u32): bool {
    const a = load<u32>(changed + ((<usize>load<u32>(corner)) << 2));
    const b = load<u32>(changed + ((<usize>load<u32>(corner, 4)) << 2));
    const c = load<u32>(changed + ((<usize>load<u32>(corner, 8)) << 2));
    return max(a, max(b, c)) <= since;
  }
}

/**
 * Stores the number of the coming pass at the vertices of all primitives whose bits have changed.
 */
export function noteChanges(context: PassContext, now: u32): void {
  const bits = context.bits;
  const seen = context.seen;
  const changed = context.changed;
  let corners = context.corners;
  for (let i: usize = 0, count = <usize>context.primitiveCount; i < count; i++, corners += 16) {
    if (load<u8>(bits + i) == load<u8>(seen + i)) continue;
    store<u8>(seen + i, load<u8>(bits + i));
    for (let corner: usize = 0; corner < 12; corner += 4)
      store<u32>(changed + ((<usize>load<u32>(corners + corner)) << 2), now);
  }
}

/**
 * Sets `fail` of the primitives that are certain to fail again. `since` is the number that this
 * pass had when it last ran.
 */
export function recallWitnesses(context: PassContext, since: u32): void {
  const bits = context.bits;
  const fail = context.fail;
  const witness = context.witness;
  const corners = context.corners;
  const changed = context.changed;
  const untestedBits = context.untestedBits;
  const unrenderedBits = context.unrenderedBits;
  for (let i: usize = 0, count = <usize>context.primitiveCount; i < count; i++) {
    const other = load<u32>(witness + (i << 2));
    if (other == Witness.NONE || (<u32>load<u8>(bits + i) & untestedBits) != 0) continue;
    const failsAgain =
      other == Witness.NEIGHBOURS
        ? Witness.isUnchanged(corners + (i << 4), changed, since)
        : (<u32>load<u8>(bits + other) & unrenderedBits) == 0;
    if (failsAgain) store<u8>(fail + i, 1);
  }
}
