// What a pool keeps for one linear memory: its number, the slots of the threads in it, and blocks
// for seeds and chunks. Allocated from the part of the memory that all its colliders share.
import { Block } from '../../core/memory/block.ts';
import type { LinearMemory } from '../../core/memory/linear-memory.ts';
import { MeshContext } from '../../core/wasm/mesh.generated.ts';
import { slotBytes, ThreadSlot } from './thread-slot.ts';

/** Bytes of a stream of results at first: 65,536 contacts. */
const STREAM_BYTES = 2 ** 20;
/** Bytes of the streams of the calling thread, which empties them after every chunk. */
const OWN_STREAM_BYTES = 2 ** 19;
/** The most bytes of a stream: beyond, the caller runs more chunks. */
const MAX_STREAM_BYTES = 2 ** 28;

/** The blocks of a pool in one memory. */
export class PooledMemory {
  /** The number of the memory in jobs. */
  readonly id: number;
  /** The pairs of nodes from which threads start. */
  readonly seeds: Block;
  /** The table of chunks. */
  readonly table: Block;
  /** Copy of the context of the collider whose bounds workers compute. */
  private readonly context: Block;
  /** The slot of the calling thread. */
  readonly own: ThreadSlot;
  private readonly memory: LinearMemory;
  private readonly slots = new Map<number, ThreadSlot>();
  /** Bytes of each stream of a worker. */
  streamBytes: number = STREAM_BYTES;

  constructor(id: number, of: LinearMemory) {
    this.id = id;
    this.memory = of.sibling();
    this.seeds = new Block(this.memory);
    this.table = new Block(this.memory);
    this.context = new Block(this.memory);
    this.own = this.makeSlot(OWN_STREAM_BYTES);
  }

  /** The slot of a worker, made on first use. */
  slotOf(worker: number): ThreadSlot {
    const known = this.slots.get(worker);
    if (known && known.stream(0).bytes >= this.streamBytes) return known;
    if (known) this.setStreams(known, this.streamBytes);
    const slot = known ?? this.makeSlot(this.streamBytes);
    this.slots.set(worker, slot);
    return slot;
  }

  /** Makes room, from the next job on, for this many bytes of results in every stream. */
  expect(bytes: number): void {
    this.streamBytes = Math.min(MAX_STREAM_BYTES, Math.max(this.streamBytes, bytes));
  }

  /** Copies the context of a collider and returns where the copy is. */
  copyContext(from: number): number {
    const { pointer } = this.context.reserve(MeshContext.BYTES);
    this.memory.bytes.copyWithin(pointer, from, from + MeshContext.BYTES);
    return pointer;
  }

  /**
   * Gives up the slot of a worker that may still use it, and all else that the worker knows of a
   * job: it is never released, so that nobody else gets its memory.
   */
  quarantine(worker: number): void {
    const slot = this.slots.get(worker);
    if (!slot) return;
    const pointers = [slot.address, slot.stream(0).pointer, slot.stream(1).pointer];
    for (const pointer of [...pointers, this.table.leave(), this.context.leave()]) this.memory.abandon(pointer);
    this.slots.delete(worker);
  }

  /** Releases everything but slots in quarantine. */
  dispose(): void {
    this.memory.dispose();
  }

  private makeSlot(streamBytes: number): ThreadSlot {
    const slot = new ThreadSlot(this.memory, this.memory.allocate(slotBytes(this.memory.kernels)));
    slot.initialize();
    this.setStreams(slot, streamBytes);
    return slot;
  }

  private setStreams(slot: ThreadSlot, bytes: number): void {
    for (const i of [0, 1] as const) {
      const { pointer } = slot.stream(i);
      if (pointer > 0) this.memory.release(pointer);
      slot.setStream(i, { pointer: this.memory.allocate(bytes), bytes });
    }
  }
}

/** The result, or null if the linear memory has no room for what threads need. */
export function unlessFull<T>(make: () => T): T | null {
  try {
    return make();
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
