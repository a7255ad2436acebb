// The counts that a stream of Draco declares. The decoder allocates by them, so they are read and
// bounded before it starts. Layout: the specification of the bitstream, version 2.2.
import { gltfError } from './gltf-json.ts';

/** The counts of a stream. */
export interface DracoCounts {
  /** The declared number of triangles. */
  readonly faceCount: number;
  /** The declared number of vertices before seams are split. */
  readonly vertexCount: number;
}

const MAGIC = [0x44, 0x52, 0x41, 0x43, 0x4f];
const TRIANGULAR_MESH = 1;
const EDGEBREAKER = 1;
const METADATA_FLAG = 0x8000;
/** Version 2.2; older streams store counts in another way. */
const VERSION = [2, 2];
/** The maximum number of entries and groups of metadata: they are for people. */
const MAX_METADATA = 10_000;

/** Reads the header of a stream. Throws `FileError`. */
export function dracoCounts(bytes: Uint8Array, element: string): DracoCounts {
  const reader = new HeaderReader(bytes, element);
  if (MAGIC.some((letter) => reader.byte() !== letter)) throw gltfError(element, 'a stream of Draco', 'others');
  const version = [reader.byte(), reader.byte()];
  if (version.join() !== VERSION.join()) throw gltfError(element, 'version 2.2 of Draco', version.join('.'));
  if (reader.byte() !== TRIANGULAR_MESH) throw gltfError(element, 'a mesh compressed by Draco', 'a point cloud');
  const method = reader.byte();
  const flags = reader.byte() | (reader.byte() << 8);
  if (flags & METADATA_FLAG) reader.skipMetadata();
  if (method !== EDGEBREAKER) {
    const faceCount = reader.varint();
    return { faceCount, vertexCount: reader.varint() };
  }
  // The kind of traversal.
  reader.byte();
  const vertexCount = reader.varint();
  return { vertexCount, faceCount: reader.varint() };
}

/** Reads numbers one after the other; the last byte may be followed by zeros only. */
class HeaderReader {
  private at = 0;
  private readonly bytes: Uint8Array;
  private readonly element: string;

  constructor(bytes: Uint8Array, element: string) {
    this.bytes = bytes;
    this.element = element;
  }

  byte(): number {
    if (this.at >= this.bytes.length) throw gltfError(this.element, 'a stream of Draco', 'its end');
    return this.bytes[this.at++];
  }

  /** Seven bits a byte, the lowest first. */
  varint(): number {
    let value = 0;
    for (let scale = 1; scale < 2 ** 35; scale *= 128) {
      const byte = this.byte();
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
    throw gltfError(this.element, 'a number of at most 5 bytes', 'a longer one');
  }

  skipMetadata(): void {
    let left = this.checkedCount(this.varint());
    for (; left > 0; left--) {
      // The attribute that it belongs to.
      this.varint();
      this.skipGroups();
    }
    this.skipGroups();
  }

  /** Groups may be nested: the groups of a group follow it. */
  private skipGroups(): void {
    let open = 1;
    for (let groups = 0; open > 0; open--, groups++) {
      this.checkedCount(groups);
      // A nested group has a name, the outermost one has none.
      if (groups > 0) this.skip(this.byte());
      for (let left = this.checkedCount(this.varint()); left > 0; left--) {
        this.skip(this.byte());
        this.skip(this.varint());
      }
      open += this.checkedCount(this.varint());
    }
  }

  private skip(count: number): void {
    this.at += count;
  }

  private checkedCount(count: number): number {
    if (count > MAX_METADATA) throw gltfError(this.element, `at most ${MAX_METADATA} entries of metadata`, count);
    return count;
  }
}
