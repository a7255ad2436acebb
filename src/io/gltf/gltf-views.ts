// The buffer views of a document: validated when the file is opened, decompressed when they are
// used. A view that EXT_meshopt_compression or KHR_meshopt_compression describes has its bytes
// elsewhere; the view itself names only a buffer for readers without the extension.

import { type CompressedView, compressedView, type MeshoptModule } from './compression/gltf-meshopt.ts';
import type { GltfBudget } from './gltf-budget.ts';
import type { GltfFile } from './gltf-file.ts';
import { checkedIndex, extensionOf, type GltfFields, gltfError, objectsOf, wholeOf } from './gltf-json.ts';

const MESHOPT_EXTENSIONS = ['EXT_meshopt_compression', 'KHR_meshopt_compression'];

/** A validated buffer view. */
interface View {
  readonly byteLength: number;
  /** The bytes from one element to the next; undefined if they follow each other. */
  readonly byteStride: number | undefined;
  /** The bytes; undefined for a compressed view that has not been used yet. */
  bytes: Uint8Array | undefined;
  /** The bytes without the filter; undefined if they have not been used. */
  unfiltered: Uint8Array | undefined;
  readonly compressed: CompressedView | undefined;
}

/** The buffer views of a document. */
export class GltfViews {
  private readonly views: readonly View[];
  private readonly budget: GltfBudget;
  private meshopt: MeshoptModule | undefined;

  /** Throws `FileError` unless every view lies within its buffer. */
  constructor({ json, buffers }: GltfFile, budget: GltfBudget) {
    this.budget = budget;
    this.views = objectsOf(json, 'bufferViews').map((view, i) => viewOf(view, `bufferViews[${i}]`, buffers));
  }

  /** The number of views. */
  get count(): number {
    return this.views.length;
  }

  /** Whether a view needs the decoder of meshopt. */
  get isCompressed(): boolean {
    return this.views.some(({ compressed }) => compressed !== undefined);
  }

  /** Sets the decoder; required before `bytes` if `isCompressed`. */
  decodeWith(meshopt: MeshoptModule): void {
    this.meshopt = meshopt;
  }

  /** Returns the length of a view in bytes, decompressed. */
  byteLength(view: number): number {
    return this.views[view].byteLength;
  }

  /** Returns the bytes from one element to the next; undefined if elements follow each other. */
  byteStride(view: number): number | undefined {
    return this.views[view].byteStride;
  }

  /**
   * Returns the bytes of a view before a filter was applied; undefined if it has not this filter.
   * Throws `FileError` if they cannot be decompressed.
   */
  unfiltered(view: number, filter: 'EXPONENTIAL' | 'QUATERNION'): Uint8Array | undefined {
    const one = this.views[view];
    if (one.compressed?.filter !== filter) return undefined;
    one.unfiltered ??= this.decoded({ ...one.compressed, filter: 'NONE' }, view);
    return one.unfiltered;
  }

  /** Returns the bytes of a view. Throws `FileError` if they cannot be decompressed. */
  bytes(view: number): Uint8Array {
    const one = this.views[view];
    if (one.compressed !== undefined) one.bytes ??= this.decoded(one.compressed, view);
    return one.bytes as Uint8Array;
  }

  private decoded(compressed: CompressedView, view: number): Uint8Array {
    if (this.meshopt === undefined) throw new Error('A compressed view was used before its decoder was loaded.');
    const { byteLength } = this.views[view];
    // Twice: the decoder works on a copy.
    this.budget.charge(2 * byteLength, `bufferViews[${view}]`);
    const bytes = this.meshopt.decode(compressed);
    this.budget.release(byteLength);
    return bytes;
  }
}

function viewOf(view: GltfFields, element: string, buffers: readonly (Uint8Array | undefined)[]): View {
  const byteStride = view.byteStride === undefined ? undefined : wholeOf(view, 'byteStride', element);
  if (byteStride === 0) throw gltfError(`${element}.byteStride`, 'a whole number above 0', byteStride);
  for (const name of MESHOPT_EXTENSIONS) {
    const extension = extensionOf(view, name, element);
    if (extension === undefined) continue;
    const place = `${element}.extensions.${name}`;
    const compressed = compressedView(extension, bytesIn(extension, place, buffers), place);
    const byteLength = compressed.count * compressed.byteStride;
    const isPacked = compressed.mode !== 'ATTRIBUTES';
    const stride = isPacked ? undefined : compressed.byteStride;
    return { byteLength, byteStride: stride, bytes: undefined, unfiltered: undefined, compressed };
  }
  const bytes = bytesIn(view, element, buffers);
  return { byteLength: bytes.length, byteStride, bytes, unfiltered: undefined, compressed: undefined };
}

/** Returns the part of a buffer that a view or its extension names. */
function bytesIn(view: GltfFields, element: string, buffers: readonly (Uint8Array | undefined)[]): Uint8Array {
  const buffer = checkedIndex(view.buffer, buffers.length, `${element}.buffer`);
  const byteOffset = wholeOf(view, 'byteOffset', element, 0);
  const end = byteOffset + wholeOf(view, 'byteLength', element);
  const bytes = buffers[buffer];
  if (bytes === undefined) throw gltfError(`buffers[${buffer}]`, 'a URI or the binary chunk of a GLB', 'neither');
  if (end > bytes.length) throw gltfError(element, `an end within the ${bytes.length} bytes of its buffer`, end);
  return bytes.subarray(byteOffset, end);
}
