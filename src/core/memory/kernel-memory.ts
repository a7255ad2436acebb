// One linear memory with its kernels, and blocks in it, which can be given back. Growing the memory detaches all views of it, so views
// are taken anew where they are used and never kept across an allocation.
import type { KernelBase, KernelModule, StructMemory } from '../wasm/kernel-module.ts';

const PAGE_BYTES = 65536;
/** The most that is reserved before it is needed. */
const MAX_EXPECTED_BYTES = 2 ** 28;
/** What 32-bit pointers reach. */
const MAX_BYTES = 2 ** 32;

/** A block that was given back. */
interface Gap {
  pointer: number;
  bytes: number;
}

/** A linear memory, the kernels that work in it, and an allocator of blocks. */
export class KernelMemory<K extends KernelBase> implements StructMemory {
  /** The memory itself, as the kernels import it. */
  readonly memory: WebAssembly.Memory;
  /** What the module of kernels exports. */
  readonly kernels: K;
  /** Bytes of all blocks that have not been given back. */
  usedBytes = 0;
  private end: number;
  /** By ascending pointer; neighbours are joined. */
  private readonly gaps: Gap[] = [];
  private allBytes = new Uint8Array(0);
  private allWords = new Uint32Array(0);
  private allInts = new Int32Array(0);
  private allDoubles = new Float64Array(0);
  private allFloats = new Float32Array(0);

  /**
   * `expected` bytes are reserved from the start, and take nothing until they are touched. Growing detaches views, and from the first
   * time on V8 checks every typed array of the page for being detached: plain code over them, the page's own too, is a sixth slower.
   */
  constructor(module: KernelModule<K>, expected = 0) {
    const initial = 1 + Math.floor(Math.min(expected, MAX_EXPECTED_BYTES) / PAGE_BYTES);
    this.memory = new WebAssembly.Memory({ initial });
    this.kernels = module.instantiate(this.memory);
    this.end = align(this.kernels.heapBase.value);
  }

  /** A block of zeros, aligned to 16 bytes: the first gap that is wide enough, or new memory. */
  allocate(bytes: number): number {
    const size = align(bytes);
    const i = this.gaps.findIndex((gap) => gap.bytes >= size);
    const pointer = i < 0 ? this.append(size) : this.takeFrom(i, size);
    this.usedBytes += size;
    return pointer;
  }

  /** Takes back a block of this many bytes. */
  release(pointer: number, bytes: number): void {
    const size = align(bytes);
    if (size === 0) return;
    this.usedBytes -= size;
    const { gaps } = this;
    const i = gapAfter(gaps, pointer);
    const left = gaps[i - 1];
    const right = gaps[i];
    const joinsLeft = left !== undefined && left.pointer + left.bytes === pointer;
    const joinsRight = right !== undefined && pointer + size === right.pointer;
    if (joinsLeft) {
      left.bytes += size + (joinsRight ? right.bytes : 0);
      if (joinsRight) gaps.splice(i, 1);
    } else if (joinsRight) {
      right.pointer = pointer;
      right.bytes += size;
    } else gaps.splice(i, 0, { pointer, bytes: size });
  }

  /** Memory behind all blocks: nobody has written to it. */
  private append(size: number): number {
    const pointer = this.end;
    const missing = pointer + size - this.memory.buffer.byteLength;
    if (missing > 0) this.grow(missing);
    this.end = pointer + size;
    return pointer;
  }

  private takeFrom(i: number, size: number): number {
    const gap = this.gaps[i];
    const { pointer } = gap;
    gap.pointer += size;
    gap.bytes -= size;
    if (gap.bytes === 0) this.gaps.splice(i, 1);
    this.bytes.fill(0, pointer, pointer + size);
    return pointer;
  }

  /**
   * To twice the size, if there is that much: growing detaches views, and engines count all of it as new. What is not touched takes no
   * memory.
   */
  private grow(missing: number): void {
    const { memory } = this;
    const size = memory.buffer.byteLength;
    for (const bytes of [Math.max(missing, Math.min(size, MAX_BYTES - size)), missing])
      try {
        memory.grow(Math.ceil(bytes / PAGE_BYTES));
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

  /** The whole memory in bytes; valid until it grows. A view that growing has detached has no length: that check is cheap. */
  get bytes(): Uint8Array {
    if (this.allBytes.length === 0) this.allBytes = new Uint8Array(this.memory.buffer);
    return this.allBytes;
  }

  /** The whole memory as i32; valid until it grows. */
  get ints(): Int32Array {
    if (this.allInts.length === 0) this.allInts = new Int32Array(this.memory.buffer);
    return this.allInts;
  }

  /** The whole memory as u32; valid until it grows. */
  get words(): Uint32Array {
    if (this.allWords.length === 0) this.allWords = new Uint32Array(this.memory.buffer);
    return this.allWords;
  }

  /** The whole memory as f64; valid until it grows. */
  get doubles(): Float64Array {
    if (this.allDoubles.length === 0) this.allDoubles = new Float64Array(this.memory.buffer);
    return this.allDoubles;
  }

  /** The whole memory as f32; valid until it grows. */
  get floats(): Float32Array {
    if (this.allFloats.length === 0) this.allFloats = new Float32Array(this.memory.buffer);
    return this.allFloats;
  }

  /** `length` bytes from `pointer` on; valid until the memory grows. */
  u8(pointer: number, length: number): Uint8Array {
    return new Uint8Array(this.memory.buffer, pointer, length);
  }

  /** `length` u32 from `pointer` on; valid until the memory grows. */
  u32(pointer: number, length: number): Uint32Array {
    return new Uint32Array(this.memory.buffer, pointer, length);
  }

  /** `length` i32 from `pointer` on; valid until the memory grows. */
  i32(pointer: number, length: number): Int32Array {
    return new Int32Array(this.memory.buffer, pointer, length);
  }

  /** `length` f32 from `pointer` on; valid until the memory grows. */
  f32(pointer: number, length: number): Float32Array {
    return new Float32Array(this.memory.buffer, pointer, length);
  }

  /** `length` f64 from `pointer` on; valid until the memory grows. */
  f64(pointer: number, length: number): Float64Array {
    return new Float64Array(this.memory.buffer, pointer, length);
  }
}

/** Not with bit operations: pointers go beyond 2^31. */
function align(pointer: number): number {
  return Math.ceil(pointer / 16) * 16;
}

/** The first gap behind a pointer, by bisection. */
function gapAfter(gaps: readonly Gap[], pointer: number): number {
  let low = 0;
  let high = gaps.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (gaps[middle].pointer < pointer) low = middle + 1;
    else high = middle;
  }
  return low;
}
