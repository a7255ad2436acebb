// Bounds what a file makes the reader allocate. A few bytes of JSON can name the same vertices a
// thousand times, or promise more than the file holds, so everything that is decoded is charged
// before it is allocated.
import { gltfError } from './gltf-json.ts';

/** Every file may use this much, in bytes: large scenes of instances are small files. */
const BASE_BYTES = 48 * 2 ** 20;
/** Files up to this size get no more than the base, so that small hostile ones do little harm. */
const SMALL_FILE = 2 ** 20;
/** The further bytes of decoded data per byte of a larger file; dense meshes in Draco need 200. */
const BYTES_PER_BYTE = 256;

/** The memory that decoding one file may still use. */
export class GltfBudget {
  private readonly limit: number;
  private used = 0;

  /** `fileBytes` counts the buffers, too. */
  constructor(fileBytes: number) {
    this.limit = BASE_BYTES + BYTES_PER_BYTE * Math.max(0, fileBytes - SMALL_FILE);
  }

  /** Call it before allocating `bytes` for an element. Throws `FileError` if they are too many. */
  charge(bytes: number, element: string): void {
    this.used += bytes;
    if (this.used <= this.limit) return;
    const most = `at most ${Math.round(this.limit / 2 ** 20)} MB of decoded data for a file of this size`;
    throw gltfError(element, most, 'more');
  }

  /** Gives back what was charged for memory that is free again. */
  release(bytes: number): void {
    this.used -= bytes;
  }
}
