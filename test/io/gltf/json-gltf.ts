// glTF documents written as JSON, for what @gltf-transform/core does not write: instances,
// visibility, pointers, sparse accessors, faults.
import { utf8 } from '../samples.ts';

/** The arrays that an accessor can hold. */
export type ComponentArray = Int8Array | Uint8Array | Int16Array | Uint16Array | Uint32Array | Float32Array;

/** A value of a document, as a test writes it. */
export type Json = Record<string, unknown>;

const COMPONENT_TYPES: ReadonlyMap<unknown, number> = new Map<unknown, number>([
  [Int8Array, 5120],
  [Uint8Array, 5121],
  [Int16Array, 5122],
  [Uint16Array, 5123],
  [Uint32Array, 5125],
  [Float32Array, 5126],
]);
const WIDTHS = { SCALAR: 1, VEC3: 3, VEC4: 4, MAT4: 16 };

/** A document with one buffer. */
export class JsonGltf {
  readonly views: Json[] = [];
  readonly accessors: Json[] = [];
  private readonly chunks: Uint8Array[] = [];
  private size = 0;

  /** Adds bytes as a view and returns its index. */
  view(array: ComponentArray): number {
    const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength).slice();
    const padding = (4 - (this.size % 4)) % 4;
    this.chunks.push(new Uint8Array(padding), bytes);
    this.size += padding;
    this.views.push({ buffer: 0, byteOffset: this.size, byteLength: bytes.length });
    this.size += bytes.length;
    return this.views.length - 1;
  }

  /** Adds an accessor and returns its index. */
  accessor(type: keyof typeof WIDTHS, array: ComponentArray, fields: Json = {}): number {
    const componentType = COMPONENT_TYPES.get(array.constructor);
    const count = array.length / WIDTHS[type];
    this.accessors.push({ bufferView: this.view(array), componentType, count, type, ...fields });
    return this.accessors.length - 1;
  }

  floats(type: keyof typeof WIDTHS, numbers: readonly number[]): number {
    return this.accessor(type, new Float32Array(numbers));
  }

  /** The buffer. */
  get binary(): Uint8Array {
    const bytes = new Uint8Array(this.size);
    let at = 0;
    for (const chunk of this.chunks) {
      bytes.set(chunk, at);
      at += chunk.length;
    }
    return bytes;
  }

  /** The document with these members, in one file. */
  text(members: Json): Uint8Array {
    const { binary } = this;
    const uri = `data:application/octet-stream;base64,${Buffer.from(binary).toString('base64')}`;
    return utf8(JSON.stringify(this.document(members, { byteLength: binary.length, uri })));
  }

  /** The same as a GLB. */
  glb(members: Json): Uint8Array {
    const { binary } = this;
    return glbOf(this.document(members, { byteLength: binary.length }), binary);
  }

  private document(members: Json, buffer: Json): Json {
    const { views, accessors } = this;
    return { asset: { version: '2.0' }, buffers: [buffer], bufferViews: views, accessors, ...members };
  }
}

/** A GLB of a document and its buffer. */
export function glbOf(json: unknown, binary: Uint8Array): Uint8Array {
  const text = padded(utf8(JSON.stringify(json)), 0x20);
  const body = padded(binary, 0);
  const bytes = new Uint8Array(12 + 8 + text.length + 8 + body.length);
  const view = new DataView(bytes.buffer);
  const header = [0x46546c67, 2, bytes.length, text.length, 0x4e4f534a];
  header.forEach((value, i) => {
    view.setUint32(4 * i, value, true);
  });
  bytes.set(text, 20);
  view.setUint32(20 + text.length, body.length, true);
  view.setUint32(24 + text.length, 0x004e4942, true);
  bytes.set(body, 28 + text.length);
  return bytes;
}

/** Returns the document of a GLB and its buffer. */
export function glbParts(bytes: Uint8Array): { json: Json; binary: Uint8Array } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = 20 + view.getUint32(12, true);
  const json = JSON.parse(new TextDecoder().decode(bytes.subarray(20, end)));
  return { json, binary: bytes.subarray(end + 8) };
}

function padded(bytes: Uint8Array, filler: number): Uint8Array {
  const whole = new Uint8Array(4 * Math.ceil(bytes.length / 4)).fill(filler);
  whole.set(bytes);
  return whole;
}
