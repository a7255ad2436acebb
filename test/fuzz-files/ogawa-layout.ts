// Finds the structure of an Ogawa file, for damage that knows where addresses, counts, lengths and
// headers are. It is lenient: what does not lie within the file is passed over.

/** Where the parts of a file begin. */
export interface OgawaLayout {
  /** The addresses in groups, and that of the root. */
  readonly addresses: readonly number[];
  /** The groups, each of which begins with the number of its children. */
  readonly groups: readonly number[];
  /** The data blocks, each of which begins with the number of its bytes. */
  readonly blocks: readonly BlockPlace[];
}

/** A data block. */
export interface BlockPlace {
  readonly at: number;
  readonly length: number;
  /** Whether it is the last child of a group of more than one, as headers are. */
  readonly isLast: boolean;
}

const ROOT_AT = 8;
const IS_BLOCK = 1n << 63n;

/** Walks through a file from its root. */
export function layoutOf(file: Uint8Array): OgawaLayout {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const addresses: number[] = [];
  const groups: number[] = [];
  const blocks: BlockPlace[] = [];
  const seen = new Set<number>();
  const pending: [slot: number, isLast: boolean][] = [[ROOT_AT, false]];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const [slot, isLast] = next;
    if (slot + 8 > file.length) continue;
    addresses.push(slot);
    const address = view.getBigUint64(slot, true);
    const at = Number(address & (IS_BLOCK - 1n));
    if (at === 0 || at + 8 > file.length || seen.has(at)) continue;
    seen.add(at);
    const size = Number(view.getBigUint64(at, true));
    const isBlock = address >= IS_BLOCK;
    if (size * (isBlock ? 1 : 8) > file.length - at - 8) continue;
    if (isBlock) blocks.push({ at, length: size, isLast });
    else groups.push(at);
    for (let i = 0; i < size && !isBlock; i++) pending.push([at + 8 + 8 * i, size > 1 && i === size - 1]);
  }
  return { addresses, groups, blocks };
}
