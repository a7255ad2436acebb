// One linear memory with its kernels, and blocks in it. A collider owns one: growing it detaches only its own views, so
// views are taken anew where they are used and never kept across an allocation.
import type { KernelBase, KernelModule } from '../kernels/kernels.ts';

const PAGE = 65536;
/** More is not asked for before it is needed. */
const MOST_EXPECTED = 2 ** 28;
/** What 32-bit pointers reach. */
const LARGEST = 2 ** 32;

export class KernelMemory<K extends KernelBase> {
  readonly memory: WebAssembly.Memory;
  readonly kernels: K;
  private end: number;
  private allWords = new Uint32Array(0);
  private allDoubles = new Float64Array(0);
  private allFloats = new Float32Array(0);

  /**
   * `expected` bytes are there from the start, and take nothing until they are touched. Growing detaches views, and from the first time on V8 looks
   * after every typed array of the page whether it is detached: plain code over them, the page's own too, is a sixth slower then.
   */
  constructor(module: KernelModule<K>, expected = 0) {
    this.memory = new WebAssembly.Memory({ initial: 1 + Math.floor(Math.min(expected, MOST_EXPECTED) / PAGE) });
    this.kernels = module.instantiate(this.memory);
    this.end = align(this.kernels.heapBase.value);
  }

  /** A block aligned to 16 bytes; it stays for the life of the memory. */
  allocate(bytes: number): number {
    const pointer = this.end;
    const end = align(pointer + bytes);
    const missing = end - this.memory.buffer.byteLength;
    if (missing > 0) this.grow(missing);
    this.end = end;
    return pointer;
  }

  /** To twice the size, if there is that much: growing detaches views, and engines count all of it as new. What is not touched takes no memory. */
  private grow(missing: number): void {
    const { memory } = this;
    const size = memory.buffer.byteLength;
    for (const bytes of [Math.max(missing, Math.min(size, LARGEST - size)), missing])
      try {
        memory.grow(Math.ceil(bytes / PAGE));
        return;
      } catch (cause) {
        if (bytes > missing) continue;
        const needed = ((size + missing) / 2 ** 30).toFixed(1);
        throw new RangeError(
          `This takes ${needed} GB of memory in one piece; a collider has 4 GB at most, or what the machine gives.`,
          { cause },
        );
      }
  }

  /** The whole memory in words; valid until it grows. A view that growing has detached has no length: asking that is cheap. */
  get words(): Uint32Array {
    if (this.allWords.length === 0) this.allWords = new Uint32Array(this.memory.buffer);
    return this.allWords;
  }

  /** The whole memory in doubles; valid until it grows. */
  get doubles(): Float64Array {
    if (this.allDoubles.length === 0) this.allDoubles = new Float64Array(this.memory.buffer);
    return this.allDoubles;
  }

  /** The whole memory in floats; valid until it grows. */
  get floats(): Float32Array {
    if (this.allFloats.length === 0) this.allFloats = new Float32Array(this.memory.buffer);
    return this.allFloats;
  }

  u8(pointer: number, length: number): Uint8Array {
    return new Uint8Array(this.memory.buffer, pointer, length);
  }

  u32(pointer: number, length: number): Uint32Array {
    return new Uint32Array(this.memory.buffer, pointer, length);
  }

  i32(pointer: number, length: number): Int32Array {
    return new Int32Array(this.memory.buffer, pointer, length);
  }

  f32(pointer: number, length: number): Float32Array {
    return new Float32Array(this.memory.buffer, pointer, length);
  }

  f64(pointer: number, length: number): Float64Array {
    return new Float64Array(this.memory.buffer, pointer, length);
  }
}

/** Not with bit operations: pointers go beyond 2^31. */
function align(pointer: number): number {
  return Math.ceil(pointer / 16) * 16;
}
