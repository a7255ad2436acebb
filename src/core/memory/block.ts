// A block of linear memory that grows with its mesh. It moves when it grows and the old place is lost, so it takes some room to
// spare; its pointer is read anew wherever it is used.
import type { KernelBase } from '../kernels/kernels.ts';
import type { KernelMemory } from './kernel-memory.ts';

export class Block {
  pointer = 0;
  private room = 0;
  private readonly memory: KernelMemory<KernelBase>;

  constructor(memory: KernelMemory<KernelBase>, bytes = 0) {
    this.memory = memory;
    if (bytes > 0) this.reserve(bytes);
  }

  /** Room for this many bytes, of which the first `kept` stay. The first time there is nothing to spare: most meshes never change. */
  reserve(bytes: number, kept = 0): this {
    if (bytes <= this.room) return this;
    const room = this.room === 0 ? bytes : Math.ceil(1.25 * bytes);
    const pointer = this.memory.allocate(room);
    if (kept > 0) this.memory.u8(pointer, kept).set(this.memory.u8(this.pointer, kept));
    this.pointer = pointer;
    this.room = room;
    return this;
  }

  /** Fills it with ids. */
  put(ids: Uint32Array | Int32Array): this {
    this.reserve(4 * ids.length);
    this.memory.u32(this.pointer, ids.length).set(ids);
    return this;
  }

  putBytes(bytes: Uint8Array): this {
    this.reserve(bytes.length);
    this.memory.u8(this.pointer, bytes.length).set(bytes);
    return this;
  }
}
