// Writes the container of Alembic for tests: groups and data blocks, shared wherever a test names
// one node twice, in a cycle even, and with any field falsified.

/** A group; its children may be added after it was named elsewhere. */
export interface GroupNode {
  readonly children: Node[];
  /** What the file says instead of the number of children. */
  readonly count?: number;
}

/** A data block. */
export interface BlockNode {
  readonly bytes: Uint8Array;
  /** What the file says instead of the number of bytes. */
  readonly length?: number;
}

/** An address that stands in the file as it is. */
export interface AddressNode {
  readonly address: bigint;
}

export type Node = GroupNode | BlockNode | AddressNode;

export const EMPTY_GROUP: AddressNode = { address: 0n };
export const EMPTY_BLOCK: AddressNode = { address: 1n << 63n };

const HEADER_BYTES = 16;

export const group = (...children: Node[]): GroupNode => ({ children });
export const block = (...parts: readonly ArrayLike<number>[]): BlockNode => ({ bytes: joined(parts) });

export function joined(parts: readonly ArrayLike<number>[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/** Unsigned integers of a width in bytes. */
export function uints(width: number, ...values: readonly number[]): Uint8Array {
  const view = new DataView(new ArrayBuffer(width * values.length));
  values.forEach((value, i) => {
    for (let k = 0; k < width; k++) view.setUint8(width * i + k, Math.floor(value / 256 ** k) % 256);
  });
  return new Uint8Array(view.buffer);
}

export const floats = (...values: readonly number[]): Uint8Array => new Uint8Array(Float32Array.from(values).buffer);
export const doubles = (...values: readonly number[]): Uint8Array => new Uint8Array(Float64Array.from(values).buffer);
export const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

export interface FileFields {
  /** The byte that says whether the file was finished. */
  readonly finished?: number;
  readonly version?: number;
}

/** Returns a file whose root is this group. */
export function ogawaFile(root: Node, { finished = 0xff, version = 1 }: FileFields = {}): Uint8Array {
  const positions = new Map<Node, number>();
  let size = HEADER_BYTES;
  const pending = [root];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if ('address' in node || positions.has(node)) continue;
    positions.set(node, size);
    size += 8 + ('bytes' in node ? node.bytes.length : 8 * node.children.length);
    if ('children' in node) pending.push(...node.children.toReversed());
  }
  const bytes = new Uint8Array(size);
  const view = new DataView(bytes.buffer);
  const addressOf = (node: Node): bigint => {
    if ('address' in node) return node.address;
    return BigInt(positions.get(node) as number) | ('bytes' in node ? 1n << 63n : 0n);
  };
  bytes.set([...utf8('Ogawa'), finished, version >> 8, version & 255]);
  view.setBigUint64(8, addressOf(root), true);
  for (const [node, at] of positions) {
    if ('bytes' in node) {
      view.setBigUint64(at, BigInt(node.length ?? node.bytes.length), true);
      bytes.set(node.bytes, at + 8);
    } else if ('children' in node) {
      view.setBigUint64(at, BigInt(node.count ?? node.children.length), true);
      node.children.forEach((child, i) => {
        view.setBigUint64(at + 8 + 8 * i, addressOf(child), true);
      });
    }
  }
  return bytes;
}
