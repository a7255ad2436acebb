// One linear memory with its kernels, and an allocator of blocks in it. Blocks can be released; the
// gaps that they leave are used again, first fit.
import type { KernelBase, KernelModule } from '../wasm/kernel-module.ts';
import { MAX_PAGES } from '../wasm/threaded-binary.ts';
import { MemoryViews } from './memory-views.ts';

/** Bytes of a page, the unit in which WebAssembly memories grow. */
const PAGE_BYTES = 65536;
/** The most bytes that are reserved before they are needed. */
const MAX_EXPECTED_BYTES = 2 ** 28;
/** The bytes that 32-bit pointers can address. */
const MAX_BYTES = 2 ** 32;

/** A released block, or several adjacent ones. */
interface Gap {
  pointer: number;
  bytes: number;
}

/** A linear memory, the kernels that work in it, and an allocator of blocks. */
export class KernelMemory<K extends KernelBase> extends MemoryViews {
  /** The exports of the module of kernels. */
  readonly kernels: K;
  /** Whether several threads share the memory. */
  readonly isThreaded: boolean;
  /** Bytes of all blocks that have not been released. */
  usedBytes = 0;
  /** The end of all blocks: memory behind it is unused. */
  private end: number;
  /** Gaps by ascending pointer; adjacent gaps are joined. */
  private readonly gaps: Gap[] = [];

  /**
   * Reserves `expected` bytes from the start; they cost nothing until they are touched. Growing
   * later has a price: it detaches views, and once any view has been detached, V8 checks every
   * typed array of the page for it. Plain code over typed arrays, the page's own included, then
   * gets a sixth slower. `isThreaded`: several threads share the memory.
   */
  constructor(module: KernelModule<K>, expected = 0, isThreaded = false) {
    const initial = 1 + Math.floor(Math.min(expected, MAX_EXPECTED_BYTES) / PAGE_BYTES);
    super(new WebAssembly.Memory(isThreaded ? { initial, maximum: MAX_PAGES, shared: true } : { initial }));
    this.isThreaded = isThreaded;
    this.kernels = module.instantiate(this.memory, isThreaded);
    this.end = blockBytes(this.kernels.heapBase.value);
  }

  /** A block of zeros, aligned to 16 bytes: the first gap that is wide enough, or new memory. */
  allocate(bytes: number): number {
    const size = blockBytes(bytes);
    const i = this.gaps.findIndex((gap) => gap.bytes >= size);
    const pointer = i < 0 ? this.append(size) : this.takeFrom(i, size);
    this.usedBytes += size;
    return pointer;
  }

  /** A block for each of these numbers of bytes; if one does not fit, throws and keeps none. */
  allocateAll(sizes: readonly number[]): number[] {
    const pointers: number[] = [];
    try {
      for (const bytes of sizes) pointers.push(this.allocate(bytes));
      return pointers;
    } catch (error) {
      this.releaseAll(pointers, sizes);
      throw error;
    }
  }

  /** Takes back a block of this many bytes. */
  release(pointer: number, bytes: number): void {
    const size = blockBytes(bytes);
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

  /** Takes back blocks of these numbers of bytes. */
  releaseAll(pointers: readonly number[], sizes: readonly number[]): void {
    pointers.forEach((pointer, i) => {
      this.release(pointer, sizes[i]);
    });
  }

  /** Takes memory behind all blocks, which is still zero. */
  private append(size: number): number {
    const pointer = this.end;
    const missing = pointer + size - this.memory.buffer.byteLength;
    if (missing > 0) this.grow(missing);
    this.end = pointer + size;
    return pointer;
  }

  /** Takes memory from the start of a gap and zeroes it. */
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
   * Doubles the memory if the machine allows it, else adds what is missing. Doubling keeps views
   * from being detached often; pages that nobody touches cost nothing.
   */
  private grow(missing: number): void {
    const { memory } = this;
    const size = memory.buffer.byteLength;
    for (const bytes of [Math.max(missing, Math.min(size, MAX_BYTES - size)), missing])
      try {
        memory.grow(Math.ceil(bytes / PAGE_BYTES));
        if (this.isThreaded) this.forget();
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
}

/**
 * The size of a block: a multiple of 16 bytes, and never 0, so no two blocks have the same pointer.
 * Without bit operations, because sizes and pointers exceed 2^31.
 */
function blockBytes(bytes: number): number {
  return Math.max(16, Math.ceil(bytes / 16) * 16);
}

/** The index of the first gap behind a pointer, by bisection. */
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
