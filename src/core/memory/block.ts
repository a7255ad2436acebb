// A block of linear memory that grows with its mesh. It moves when it grows, so it takes some room to spare, and its pointer is read
// anew wherever it is used.

import type { StructMemory } from '../wasm/kernel-module.ts';

/** What structs and blocks of a fixed size are allocated from. */
export interface Allocator extends StructMemory {
  /** A block of zeros, aligned to 16 bytes. */
  allocate(bytes: number): number;
}

/** What growing blocks are allocated from. */
export interface BlockMemory {
  allocate(bytes: number): number;
  release(pointer: number, bytes: number): void;
  u8(pointer: number, length: number): Uint8Array;
  u32(pointer: number, length: number): Uint32Array;
}

/** A growing block of bytes. */
export class Block {
  /** Where it is; changes when it grows. */
  pointer = 0;
  private room = 0;
  private readonly memory: BlockMemory;
  private readonly moved: ((pointer: number) => void) | undefined;

  /** `moved` is told the pointer whenever it changes: contexts of kernels keep it. */
  constructor(memory: BlockMemory, bytes = 0, moved?: (pointer: number) => void) {
    this.memory = memory;
    this.moved = moved;
    if (bytes > 0) this.reserve(bytes);
  }

  /** Room for this many bytes, of which the first `kept` stay. The first time there is nothing to spare: most meshes never change. */
  reserve(bytes: number, kept = 0): this {
    if (bytes <= this.room) return this;
    const room = this.room === 0 ? bytes : Math.ceil(1.25 * bytes);
    const pointer = this.memory.allocate(room);
    if (kept > 0) this.memory.u8(pointer, kept).set(this.memory.u8(this.pointer, kept));
    if (this.room > 0) this.memory.release(this.pointer, this.room);
    this.pointer = pointer;
    this.room = room;
    this.moved?.(pointer);
    return this;
  }

  /** Fills it with ids. */
  put(ids: Uint32Array | Int32Array): this {
    this.reserve(4 * ids.length);
    this.memory.u32(this.pointer, ids.length).set(ids);
    return this;
  }

  /** Fills it with bytes. */
  putBytes(bytes: Uint8Array): this {
    this.reserve(bytes.length);
    this.memory.u8(this.pointer, bytes.length).set(bytes);
    return this;
  }
}
