// Meshes compressed by KHR_draco_mesh_compression. The decoder is a package of its own, loaded when
// a file needs it, with its WebAssembly: from the package in Node, in a page from the folder of the
// script.
import { dracoCounts } from './draco-header.ts';
import type { GltfBudget } from './gltf-budget.ts';
import { messageOf } from './gltf-file.ts';
import { gltfError } from './gltf-json.ts';

/** An attribute of a decoded mesh. */
export interface DracoAttribute {
  /** Numbers per vertex. */
  readonly width: number;
  /** The numbers of all vertices; integers as they are. */
  readonly numbers: Float64Array;
  /** The difference of neighbouring values; 0 if the values are not quantised. */
  readonly quantum: number;
}

/** A decoded mesh. */
export interface DracoMesh {
  /** The vertices of all triangles. */
  readonly corners: Uint32Array;
  /** The attributes by their numbers in the stream. */
  readonly attributes: ReadonlyMap<number, DracoAttribute>;
}

/** The decoder. */
export interface DracoModule {
  /** Decodes the attributes with these numbers. Throws `FileError`. */
  decode(bytes: Uint8Array, ids: readonly number[], element: string, budget: GltfBudget): DracoMesh;
}

/** The bytes that the decoder takes per face and per vertex, at most, beside the attributes. */
const FACE_BYTES = 48;
const VERTEX_BYTES = 32;
/** The bytes of an index and of a number of an attribute, and of their copies in the decoder. */
const NUMBER_BYTES = 8;
const COPY_BYTES = 8;

/** An object in the memory of the decoder. */
interface DracoObject {
  readonly ptr: number;
}

interface DracoStatus extends DracoObject {
  ok(): boolean;
  error_msg(): string;
}

interface RawMesh extends DracoObject {
  num_faces(): number;
  num_points(): number;
}

interface RawAttribute extends DracoObject {
  num_components(): number;
  data_type(): number;
}

interface RawDecoder extends DracoObject {
  SkipAttributeTransform(type: number): void;
  DecodeArrayToMesh(bytes: Int8Array, length: number, mesh: RawMesh): DracoStatus;
  GetTrianglesUInt32Array(mesh: RawMesh, byteLength: number, at: number): boolean;
  GetAttributeByUniqueId(mesh: RawMesh, id: number): RawAttribute;
  GetAttributeDataArrayForAllPoints(
    mesh: RawMesh,
    attribute: RawAttribute,
    type: number,
    byteLength: number,
    at: number,
  ): boolean;
}

interface RawTransform extends DracoObject {
  InitFromAttribute(attribute: RawAttribute): boolean;
  quantization_bits(): number;
  min_value(axis: number): number;
  range(): number;
}

/** What the package exports, as far as it is used here. */
interface RawModule {
  readonly Decoder: new () => RawDecoder;
  readonly Mesh: new () => RawMesh;
  readonly AttributeQuantizationTransform: new () => RawTransform;
  readonly POSITION: number;
  readonly DT_INT32: number;
  readonly DT_FLOAT32: number;
  readonly HEAPU8: Uint8Array<ArrayBuffer>;
  _malloc(bytes: number): number;
  _free(at: number): void;
  destroy(object: DracoObject): void;
}

/** Once per process: its memory serves one file after the other. Undefined after a fault in it. */
let loading: Promise<RawModule> | undefined;

/** Loads the decoder. Rejects with `FileError` if that fails. */
export async function loadDraco(): Promise<DracoModule> {
  loading ??= startDecoder();
  try {
    const raw = await loading;
    return { decode: (bytes, ids, element, budget) => decode(raw, bytes, ids, element, budget) };
  } catch (error) {
    loading = undefined;
    throw gltfError('KHR_draco_mesh_compression', 'the decoder, draco_decoder_gltf.wasm', messageOf(error));
  }
}

async function startDecoder(): Promise<RawModule> {
  // @ts-expect-error: the package has no types
  const { default: create } = await import('draco3dgltf/draco_decoder_gltf_nodejs.js');
  return create();
}

function decode(
  raw: RawModule,
  bytes: Uint8Array,
  ids: readonly number[],
  element: string,
  budget: GltfBudget,
): DracoMesh {
  const { faceCount, vertexCount } = dracoCounts(bytes, element);
  const within = faceCount * FACE_BYTES + vertexCount * VERTEX_BYTES;
  budget.charge(within, element);
  const decoder = new raw.Decoder();
  const mesh = new raw.Mesh();
  try {
    // Positions stay integers, so that their quantum is known.
    decoder.SkipAttributeTransform(raw.POSITION);
    const status = decoder.DecodeArrayToMesh(signed(bytes), bytes.length, mesh);
    if (!status.ok() || mesh.ptr === 0) throw new Error(status.error_msg());
    const numberCount = 3 * mesh.num_faces() + 4 * ids.length * mesh.num_points();
    budget.charge((NUMBER_BYTES + COPY_BYTES) * numberCount, element);
    budget.release(within + COPY_BYTES * numberCount);
    const corners = new Uint32Array(
      copied(raw, 12 * mesh.num_faces(), (size, at) => decoder.GetTrianglesUInt32Array(mesh, size, at)),
    );
    return { corners, attributes: new Map(ids.map((id) => [id, attributeOf(raw, decoder, mesh, id)])) };
  } catch (error) {
    // After a trap the memory of the decoder is in any state.
    if (error instanceof WebAssembly.RuntimeError) loading = undefined;
    throw gltfError(element, 'a mesh compressed by Draco', messageOf(error));
  } finally {
    raw.destroy(mesh);
    raw.destroy(decoder);
  }
}

function attributeOf(raw: RawModule, decoder: RawDecoder, mesh: RawMesh, id: number): DracoAttribute {
  const attribute = decoder.GetAttributeByUniqueId(mesh, id);
  if (attribute.ptr === 0) throw new Error(`no attribute ${id}`);
  const width = attribute.num_components();
  const isFloat = attribute.data_type() === raw.DT_FLOAT32;
  const buffer = copied(raw, 4 * width * mesh.num_points(), (size, at) =>
    decoder.GetAttributeDataArrayForAllPoints(mesh, attribute, isFloat ? raw.DT_FLOAT32 : raw.DT_INT32, size, at),
  );
  const numbers = Float64Array.from(isFloat ? new Float32Array(buffer) : new Int32Array(buffer));
  const transform = new raw.AttributeQuantizationTransform();
  try {
    const quantum = transform.InitFromAttribute(attribute) ? restore(numbers, width, transform) : 0;
    return { width, numbers, quantum };
  } finally {
    raw.destroy(transform);
  }
}

/** Turns quantised integers into the numbers they stand for, and returns the quantum. */
function restore(numbers: Float64Array, width: number, transform: RawTransform): number {
  // In single precision, as other decoders do it.
  const quantum = Math.fround(transform.range() / (2 ** transform.quantization_bits() - 1));
  const least = Array.from({ length: width }, (_, axis) => transform.min_value(axis));
  for (let i = 0; i < numbers.length; i++)
    numbers[i] = Math.fround(Math.fround(numbers[i] * quantum) + least[i % width]);
  return quantum;
}

/** Returns what `fill` writes into the memory of the decoder. */
function copied(raw: RawModule, size: number, fill: (size: number, at: number) => boolean): ArrayBuffer {
  const at = raw._malloc(size);
  try {
    if (!fill(size, at)) throw new Error('numbers that it cannot read');
    // The memory may have moved.
    return raw.HEAPU8.slice(at, at + size).buffer;
  } finally {
    raw._free(at);
  }
}

function signed({ buffer, byteOffset, byteLength }: Uint8Array): Int8Array {
  return new Int8Array(buffer, byteOffset, byteLength);
}
