// The kinds of swept sphere volumes [C²A §III-B], and access to the rows of a hierarchy. Their
// layout is that of the struct SweptVolume of the kernels.
import { SweptVolume } from '../../core/wasm/c2a.generated.ts';

/** Point swept sphere: a ball. The number of a kind is that of the axes of its generator. */
export const PSS = 0;
/** Line swept sphere: a capsule. */
export const LSS = 1;
/** Rectangle swept sphere. */
export const RSS = 2;
/** A kind of volume. */
export type Kind = typeof PSS | typeof LSS | typeof RSS;

/** Doubles in the row of a volume. */
export const VOLUME_DOUBLES: number = SweptVolume.BYTES / 8;

/** Reads and writes the volume of a node in rows that start at the first byte of their buffer. */
export function volumeAt({ buffer }: Float64Array, node: number): SweptVolume {
  const memory = {
    bytes: new Uint8Array(buffer),
    words: new Uint32Array(buffer),
    ints: new Int32Array(buffer),
    floats: new Float32Array(buffer),
    doubles: new Float64Array(buffer),
  };
  return new SweptVolume(memory, SweptVolume.BYTES * node);
}
