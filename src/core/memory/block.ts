// A block of linear memory that grows with its mesh. Growing moves it, so its pointer is read
// wherever it is used, or kept up to date in a struct of the kernels.

import type { StructMemory } from '../wasm/kernel-module.ts';

/** The memory from which structs and blocks are allocated. */
export interface Allocator extends StructMemory {
  /** A block of zeros, aligned to 16 bytes. */
  allocate(bytes: number): number;
  /** Takes back a block of this many bytes. */
  release(pointer: number, bytes: number): void;
  /** `length` bytes from `pointer` on. */
  u8(pointer: number, length: number): Uint8Array;
  /** `length` u32 from `pointer` on. */
  u32(pointer: number, length: number): Uint32Array;
}

/** A growing block of bytes. */
export class Block {
  /** The address of the block; changes when it grows. */
  pointer = 0;
  private room = 0;
  private readonly memory: Allocator;
  private readonly moved: ((pointer: number) => void) | undefined;

  /** `moved` is called with the new pointer whenever that changes. */
  constructor(memory: Allocator, bytes = 0, moved?: (pointer: number) => void) {
    this.memory = memory;
    this.moved = moved;
    if (bytes > 0) this.reserve(bytes);
  }

  /** An empty block whose pointer is always in this field of the struct. */
  static forField<Field extends string>(memory: Allocator, struct: Record<Field, number>, field: Field): Block {
    return new Block(memory, 0, (pointer) => {
      struct[field] = pointer;
    });
  }

  /**
   * Makes room for this many bytes and keeps the first `kept`. The first allocation has exactly the
   * size asked for, because most meshes never change; later ones have a quarter more.
   */
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

  /** Becomes empty without releasing the block, and returns where that is. */
  leave(): number {
    this.room = 0;
    return this.pointer;
  }

  /** Releases the block; it is empty then. */
  dispose(): void {
    if (this.room > 0) this.memory.release(this.pointer, this.room);
    this.room = 0;
  }

  /** Fills the block with ids. */
  put(ids: Uint32Array | Int32Array): this {
    this.reserve(4 * ids.length);
    this.memory.u32(this.pointer, ids.length).set(ids);
    return this;
  }

  /** Fills the block with bytes. */
  putBytes(bytes: Uint8Array): this {
    this.reserve(bytes.length);
    this.memory.u8(this.pointer, bytes.length).set(bytes);
    return this;
  }
}

/** A block for each of these fields of a struct, which always has its pointer. */
export function structBlocks<Field extends string>(
  memory: Allocator,
  struct: Record<Field, number>,
  ...fields: readonly Field[]
): Record<Field, Block> {
  const blocks: Partial<Record<Field, Block>> = {};
  for (const field of fields) blocks[field] = Block.forField(memory, struct, field);
  return blocks as Record<Field, Block>;
}
