// One linear memory with its kernels, and blocks in it. A collider owns one: growing it detaches only its own views, so
// views are taken anew where they are used and never kept across an allocation.
import { instantiateKernels, type Kernels } from '../kernels/kernels.ts';

const PAGE = 65536;

export class LinearMemory {
  readonly memory: WebAssembly.Memory;
  readonly kernels: Kernels;
  private end: number;

  constructor() {
    this.memory = new WebAssembly.Memory({ initial: 1 });
    this.kernels = instantiateKernels(this.memory);
    this.end = align(this.kernels.heapBase.value);
  }

  /** A block aligned to 16 bytes; it stays for the life of the memory. */
  allocate(bytes: number): number {
    const pointer = this.end;
    this.end = align(pointer + bytes);
    const missing = this.end - this.memory.buffer.byteLength;
    // Growing by an eighth at least keeps the number of times, and so of detached views, logarithmic.
    if (missing > 0) this.memory.grow(Math.ceil(Math.max(missing, this.memory.buffer.byteLength / 8) / PAGE));
    return pointer;
  }

  u8(pointer: number, length: number): Uint8Array {
    return new Uint8Array(this.memory.buffer, pointer, length);
  }

  u32(pointer: number, length: number): Uint32Array {
    return new Uint32Array(this.memory.buffer, pointer, length);
  }

  f64(pointer: number, length: number): Float64Array {
    return new Float64Array(this.memory.buffer, pointer, length);
  }
}

function align(pointer: number): number {
  return (pointer + 15) & ~15;
}
