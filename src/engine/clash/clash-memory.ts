// The linear memory in which the detectors of this thread keep what their kernels read. All share
// one memory, because a browser refuses a page more than about a hundred of them.
import { KernelMemory } from '../../core/memory/kernel-memory.ts';
import { type ClashKernels, clashKernels } from '../../core/wasm/clash.generated.ts';

/** Bytes that are reserved from the start; they cost nothing until they are touched. */
const EXPECTED_BYTES = 2 ** 26;

let arena: KernelMemory<ClashKernels> | undefined;

/** Releases the blocks of detectors that were garbage collected without `dispose`. */
const abandoned = new FinalizationRegistry<Map<number, number>>(releaseAll);

/** The blocks of one detector in the memory of all. */
export class ClashMemory {
  /** The memory, with its kernels and views. */
  readonly space: KernelMemory<ClashKernels>;
  /** Size in bytes of each block, by pointer. */
  private readonly blocks = new Map<number, number>();

  constructor() {
    arena ??= new KernelMemory(clashKernels, EXPECTED_BYTES);
    this.space = arena;
    abandoned.register(this, this.blocks, this);
  }

  /** A block of zeros, aligned to 16 bytes. */
  allocate(bytes: number): number {
    const pointer = this.space.allocate(bytes);
    this.blocks.set(pointer, bytes);
    return pointer;
  }

  /** Takes back a block. */
  release(pointer: number): void {
    this.space.release(pointer, this.blocks.get(pointer) ?? 0);
    this.blocks.delete(pointer);
  }

  /** Releases all blocks. */
  dispose(): void {
    abandoned.unregister(this);
    releaseAll(this.blocks);
  }
}

function releaseAll(blocks: Map<number, number>): void {
  for (const [pointer, bytes] of blocks) arena?.release(pointer, bytes);
  blocks.clear();
}
