// The container of a binary glTF file: a header, the JSON, and the buffer.

const MAGIC = 0x46546c67;
const VERSION = 2;
const JSON_CHUNK = 0x4e4f534a;
const BINARY_CHUNK = 0x004e4942;

/** Returns the bytes of a GLB file. */
export function glbBytes(json: object, buffer: Uint8Array): Uint8Array {
  const chunks = [
    chunk(JSON_CHUNK, Buffer.from(JSON.stringify(json)), 0x20),
    ...(buffer.length > 0 ? [chunk(BINARY_CHUNK, buffer, 0)] : []),
  ];
  const header = Buffer.alloc(12);
  header.writeUInt32LE(MAGIC, 0);
  header.writeUInt32LE(VERSION, 4);
  header.writeUInt32LE(12 + chunks.reduce((sum, { length }) => sum + length, 0), 8);
  return Buffer.concat([header, ...chunks]);
}

/** A chunk with its length and type, padded to a multiple of four bytes. */
function chunk(type: number, content: Uint8Array, padding: number): Uint8Array {
  const length = 4 * Math.ceil(content.length / 4);
  const bytes = Buffer.alloc(8 + length, padding);
  bytes.writeUInt32LE(length, 0);
  bytes.writeUInt32LE(type, 4);
  bytes.set(content, 8);
  return bytes;
}
