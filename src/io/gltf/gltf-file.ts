// Splits a glTF file into its JSON and the bytes of its buffers, which come from a chunk of the
// GLB, from data URIs or from other files.
import { FileError, quoted } from '../file-error.ts';
import { viewOf } from '../mesh-data.ts';
import type { GltfResources } from './gltf-animation.ts';
import { fieldsOf, type GltfFields, gltfError, objectsOf, optionalText, valueText, wholeOf } from './gltf-json.ts';

/** A glTF file before decoding. */
export interface GltfFile {
  /** The parsed document; not validated yet. */
  readonly json: GltfFields;
  /**
   * The bytes of each buffer of the document; undefined for a buffer that the file does not hold,
   * such as one that only stands for what a compressed view decodes to.
   */
  readonly buffers: readonly (Uint8Array | undefined)[];
  /** The size of the file and of all buffers beside it. */
  readonly byteLength: number;
}

const GLB_MAGIC = 0x46546c67;
const JSON_CHUNK = 0x4e4f534a;
const BINARY_CHUNK = 0x004e4942;
// Byte offsets in a GLB.
const LENGTH_AT = 8;
const CHUNKS_AT = 12;
const CHUNK_HEADER_BYTES = 8;
/** The maximum depth of objects and arrays in the JSON. Parsers may be recursive. */
const MAX_NESTING = 512;

/** Reads a GLB or JSON file and all of its buffers. Rejects with `FileError`. */
export async function openGltf(bytes: Uint8Array, resources: GltfResources | undefined): Promise<GltfFile> {
  const { text, textAt, binary } = isGlb(bytes) ? glbChunks(bytes) : { text: bytes, textAt: 0, binary: undefined };
  const json = parsed(text, textAt);
  const buffers: (Uint8Array | undefined)[] = [];
  const byUri = new Map<string, Uint8Array>();
  let byteLength = bytes.length;
  for (const [i, buffer] of objectsOf(json, 'buffers').entries()) {
    const element = `buffers[${i}]`;
    const uri = optionalText(buffer, 'uri', element);
    let content = uri === undefined ? (i === 0 ? binary : undefined) : byUri.get(uri);
    if (uri !== undefined && content === undefined) {
      content = await contentOf(uri, element, resources);
      byUri.set(uri, content);
      byteLength += content.length;
    }
    const expected = wholeOf(buffer, 'byteLength', element, 0);
    if (content && content.length < expected) throw gltfError(element, `${expected} bytes`, content.length);
    buffers.push(content);
  }
  return { json, buffers, byteLength };
}

/** Returns the message of whatever was thrown, in one line. */
export function messageOf(error: unknown): string {
  return String(error instanceof Error ? error.message : error).split('\n')[0];
}

function isGlb(bytes: Uint8Array): boolean {
  return bytes.length >= 4 && viewOf(bytes).getUint32(0, true) === GLB_MAGIC;
}

function glbChunks(bytes: Uint8Array): { text: Uint8Array; textAt: number; binary: Uint8Array | undefined } {
  const view = viewOf(bytes);
  if (bytes.length < CHUNKS_AT + CHUNK_HEADER_BYTES) throw glbError(0, 'the headers of a GLB, 20 bytes', bytes.length);
  if (view.getUint32(4, true) !== 2) throw glbError(4, 'version 2', view.getUint32(4, true));
  const length = view.getUint32(LENGTH_AT, true);
  if (length > bytes.length) throw glbError(LENGTH_AT, `a length of at most ${bytes.length}, the file's size`, length);
  const text = chunk(view, CHUNKS_AT, length);
  if (text.type !== JSON_CHUNK) throw glbError(CHUNKS_AT + 4, 'a chunk of JSON', `type ${text.type}`);
  const next = text.end + CHUNK_HEADER_BYTES <= length ? chunk(view, text.end, length) : undefined;
  const binary = next?.type === BINARY_CHUNK ? bytes.subarray(next.start, next.end) : undefined;
  return { text: bytes.subarray(text.start, text.end), textAt: text.start, binary };
}

function chunk(view: DataView, at: number, fileEnd: number): { type: number; start: number; end: number } {
  if (at + CHUNK_HEADER_BYTES > fileEnd) throw glbError(LENGTH_AT, 'a length that holds a chunk', fileEnd);
  const length = view.getUint32(at, true);
  const start = at + CHUNK_HEADER_BYTES;
  const most = fileEnd - start;
  if (length > most) throw glbError(at, `a chunk of at most ${most} bytes, the rest of the file`, length);
  return { type: view.getUint32(at + 4, true), start, end: start + length };
}

function glbError(byte: number, expected: string, found: unknown): FileError {
  return new FileError('glTF', { byte }, expected, String(found));
}

function parsed(text: Uint8Array, textAt: number): GltfFields {
  checkNesting(text, textAt);
  let json: unknown;
  try {
    json = JSON.parse(new TextDecoder().decode(text));
  } catch {
    const found = text.length === 0 ? 'nothing' : quoted(text, 0, text.length);
    throw glbError(textAt, textAt === 0 ? 'a GLB or the JSON of a glTF file' : 'JSON', found);
  }
  const fields = fieldsOf(json, 'document');
  const { version } = fieldsOf(fields.asset, 'asset');
  if (version !== '2.0') throw gltfError('asset.version', '"2.0"', version);
  return fields;
}

const [QUOTE, BACKSLASH] = [0x22, 0x5c];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

function checkNesting(text: Uint8Array, textAt: number): void {
  let depth = 0;
  let isString = false;
  for (let at = 0; at < text.length; at++) {
    const byte = text[at];
    if (isString && byte === BACKSLASH) at++;
    else if (byte === QUOTE) isString = !isString;
    else if (isString) continue;
    else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) depth--;
    else if ((byte === OPEN_LIST || byte === OPEN_OBJECT) && ++depth > MAX_NESTING)
      throw glbError(textAt + at, `JSON of at most ${MAX_NESTING} levels`, 'one more');
  }
}

async function contentOf(uri: string, element: string, resources: GltfResources | undefined): Promise<Uint8Array> {
  if (uri.startsWith('data:')) return dataBytes(uri, element);
  try {
    if (resources === undefined) throw new Error('no way to read other files');
    return await resources(decodeURIComponent(uri));
  } catch (error) {
    throw gltfError(element, `the file "${valueText(uri)}"`, messageOf(error));
  }
}

function dataBytes(uri: string, element: string): Uint8Array {
  const comma = uri.indexOf(',');
  try {
    if (!uri.slice(0, comma).endsWith(';base64')) throw new Error('no base64');
    return Uint8Array.from(atob(uri.slice(comma + 1)), (letter) => letter.charCodeAt(0));
  } catch {
    throw gltfError(element, 'a data URI in base64', JSON.stringify(uri.slice(0, 32)));
  }
}
