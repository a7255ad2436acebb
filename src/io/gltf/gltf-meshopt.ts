// Views compressed by EXT_meshopt_compression or KHR_meshopt_compression. The decoder is a package
// of its own, loaded when a file needs it. It trusts its arguments, so they are checked here.
import { messageOf } from './gltf-file.ts';
import { type GltfFields, gltfError, wholeOf } from './gltf-json.ts';

/** The streams of the format, by what they hold. */
type MeshoptMode = 'ATTRIBUTES' | 'TRIANGLES' | 'INDICES';

/** A compressed view, validated. */
export interface CompressedView {
  /** The place of the extension in the document. */
  readonly element: string;
  /** The compressed bytes. */
  readonly source: Uint8Array;
  /** The number of elements. */
  readonly count: number;
  /** The bytes of an element. */
  readonly byteStride: number;
  /** What the elements are. */
  readonly mode: MeshoptMode;
  /** How decoded elements are transformed. */
  readonly filter: string;
}

/** The decoder. */
export interface MeshoptModule {
  /** Returns the elements of a view, one after the other. Throws `FileError`. */
  decode(view: CompressedView): Uint8Array;
}

/** The element sizes in bytes of each mode. */
const STRIDES: Readonly<Record<MeshoptMode, (stride: number) => boolean>> = {
  ATTRIBUTES: (stride) => stride > 0 && stride <= 256 && stride % 4 === 0,
  TRIANGLES: (stride) => stride === 2 || stride === 4,
  INDICES: (stride) => stride === 2 || stride === 4,
};
const FILTERS: Readonly<Record<string, (stride: number) => boolean>> = {
  NONE: () => true,
  OCTAHEDRAL: (stride) => stride === 4 || stride === 8,
  QUATERNION: (stride) => stride === 8,
  EXPONENTIAL: () => true,
  COLOR: (stride) => stride === 4 || stride === 8,
};
/**
 * The maximum number of decoded bytes per compressed byte: a stream of attributes spends at least
 * two bits on 256 equal bytes; the others at least a byte on three indices.
 */
const MAX_RATIO = 1024;

/** Validates the extension of a view. Throws `FileError`. */
export function compressedView(extension: GltfFields, source: Uint8Array, element: string): CompressedView {
  const { mode, filter = 'NONE' } = extension;
  if (mode !== 'ATTRIBUTES' && mode !== 'TRIANGLES' && mode !== 'INDICES') {
    throw gltfError(`${element}.mode`, 'ATTRIBUTES, TRIANGLES or INDICES', mode);
  }
  const byteStride = wholeOf(extension, 'byteStride', element);
  if (!STRIDES[mode](byteStride)) throw gltfError(`${element}.byteStride`, `a stride of mode ${mode}`, byteStride);
  const fits = typeof filter === 'string' && Object.hasOwn(FILTERS, filter) && FILTERS[filter](byteStride);
  if (!fits || (filter !== 'NONE' && mode !== 'ATTRIBUTES')) {
    throw gltfError(`${element}.filter`, `a filter for mode ${mode} with stride ${byteStride}`, filter);
  }
  const count = wholeOf(extension, 'count', element);
  if (mode === 'TRIANGLES' && count % 3 !== 0) throw gltfError(`${element}.count`, 'a multiple of 3', count);
  const most = MAX_RATIO * source.length;
  if (count * byteStride > most) throw gltfError(element, `at most ${most} bytes in so little`, count * byteStride);
  return { element, source, count, byteStride, mode, filter };
}

/** Loads the decoder. */
export async function loadMeshopt(): Promise<MeshoptModule> {
  const { MeshoptDecoder } = await import('meshoptimizer/decoder');
  await MeshoptDecoder.ready;
  return {
    decode({ element, source, count, byteStride, mode, filter }) {
      const target = new Uint8Array(count * byteStride);
      if (count === 0) return target;
      try {
        MeshoptDecoder.decodeGltfBuffer(target, count, byteStride, source, mode, filter);
      } catch (error) {
        throw gltfError(element, 'a stream of meshopt', messageOf(error));
      }
      return target;
    },
  };
}
