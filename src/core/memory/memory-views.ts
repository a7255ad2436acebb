// Typed-array views of one linear memory. Growing the memory detaches every view of it, so nobody
// keeps a view across an allocation: the getters here replace a detached view by a new one. Growing
// a memory that several threads share detaches nothing, but old views of the whole are too short:
// who grows it calls `forget`.
import type { StructMemory } from '../wasm/kernel-module.ts';

/** Views of a whole linear memory, of which all allocators of that memory use the same. */
export class WholeViews {
  /** In bytes. */
  bytes: Uint8Array = new Uint8Array(0);
  /** As u32. */
  words: Uint32Array = new Uint32Array(0);
  /** As i32. */
  ints: Int32Array = new Int32Array(0);
  /** As f32. */
  floats: Float32Array = new Float32Array(0);
  /** As f64. */
  doubles: Float64Array = new Float64Array(0);
}

/** A linear memory as typed arrays. A detached view has length 0, which is cheap to check. */
export class MemoryViews implements StructMemory {
  /** The memory itself, as the kernels import it. */
  readonly memory: WebAssembly.Memory;
  /** The views of the whole memory that were last used. */
  protected readonly whole: WholeViews;

  constructor(memory: WebAssembly.Memory, whole: WholeViews = new WholeViews()) {
    this.memory = memory;
    this.whole = whole;
  }

  /** Makes the next access to the whole memory take a new view. */
  forget(): void {
    Object.assign(this.whole, new WholeViews());
  }

  /** The whole memory in bytes. Like all views, it is valid until the memory grows. */
  get bytes(): Uint8Array {
    const { whole } = this;
    if (whole.bytes.length === 0) whole.bytes = new Uint8Array(this.memory.buffer);
    return whole.bytes;
  }

  /** The whole memory as u32. */
  get words(): Uint32Array {
    const { whole } = this;
    if (whole.words.length === 0) whole.words = new Uint32Array(this.memory.buffer);
    return whole.words;
  }

  /** The whole memory as i32. */
  get ints(): Int32Array {
    const { whole } = this;
    if (whole.ints.length === 0) whole.ints = new Int32Array(this.memory.buffer);
    return whole.ints;
  }

  /** The whole memory as f32. */
  get floats(): Float32Array {
    const { whole } = this;
    if (whole.floats.length === 0) whole.floats = new Float32Array(this.memory.buffer);
    return whole.floats;
  }

  /** The whole memory as f64. */
  get doubles(): Float64Array {
    const { whole } = this;
    if (whole.doubles.length === 0) whole.doubles = new Float64Array(this.memory.buffer);
    return whole.doubles;
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
