// Typed-array views of one linear memory. Growing the memory detaches every view of it, so nobody
// keeps a view across an allocation: the getters here replace a detached view by a new one.
import type { StructMemory } from '../wasm/kernel-module.ts';

/** A linear memory as typed arrays. A detached view has length 0, which is cheap to check. */
export class MemoryViews implements StructMemory {
  /** The memory itself, as the kernels import it. */
  readonly memory: WebAssembly.Memory;
  private allBytes = new Uint8Array(0);
  private allWords = new Uint32Array(0);
  private allInts = new Int32Array(0);
  private allFloats = new Float32Array(0);
  private allDoubles = new Float64Array(0);

  constructor(memory: WebAssembly.Memory) {
    this.memory = memory;
  }

  /** The whole memory in bytes. Like all views, it is valid until the memory grows. */
  get bytes(): Uint8Array {
    if (this.allBytes.length === 0) this.allBytes = new Uint8Array(this.memory.buffer);
    return this.allBytes;
  }

  /** The whole memory as u32. */
  get words(): Uint32Array {
    if (this.allWords.length === 0) this.allWords = new Uint32Array(this.memory.buffer);
    return this.allWords;
  }

  /** The whole memory as i32. */
  get ints(): Int32Array {
    if (this.allInts.length === 0) this.allInts = new Int32Array(this.memory.buffer);
    return this.allInts;
  }

  /** The whole memory as f32. */
  get floats(): Float32Array {
    if (this.allFloats.length === 0) this.allFloats = new Float32Array(this.memory.buffer);
    return this.allFloats;
  }

  /** The whole memory as f64. */
  get doubles(): Float64Array {
    if (this.allDoubles.length === 0) this.allDoubles = new Float64Array(this.memory.buffer);
    return this.allDoubles;
  }

  /** `length` bytes from `pointer` on. */
  u8(pointer: number, length: number): Uint8Array {
    return new Uint8Array(this.memory.buffer, pointer, length);
  }

  /** `length` i16 from `pointer` on. */
  i16(pointer: number, length: number): Int16Array {
    return new Int16Array(this.memory.buffer, pointer, length);
  }

  /** `length` u32 from `pointer` on. */
  u32(pointer: number, length: number): Uint32Array {
    return new Uint32Array(this.memory.buffer, pointer, length);
  }

  /** `length` i32 from `pointer` on. */
  i32(pointer: number, length: number): Int32Array {
    return new Int32Array(this.memory.buffer, pointer, length);
  }

  /** `length` f32 from `pointer` on. */
  f32(pointer: number, length: number): Float32Array {
    return new Float32Array(this.memory.buffer, pointer, length);
  }

  /** `length` f64 from `pointer` on. */
  f64(pointer: number, length: number): Float64Array {
    return new Float64Array(this.memory.buffer, pointer, length);
  }
}
