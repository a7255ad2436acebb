// The memory of one collider of deforming meshes, with its kernels. Small colliders share a linear memory, so that a page can have
// thousands: engines allow a page some hundred memories. A large mesh has a memory of its own, up to 4 GB, and grows alone.
// What a call leaves behind (buffers of pairs, records of the elementary tests) is shared by all colliders of one memory: no two of them
// run at the same time, and nothing of it is needed after an asynchronous call has paused.
import type { StructMemory } from '../wasm/kernel-module.ts';
import { type MeshKernels, meshKernels } from '../wasm/mesh.generated.ts';
import { KernelMemory } from './kernel-memory.ts';

/** Bytes that a collider of a large mesh takes in any case, and per face: enough for most. */
const BASE_BYTES = 6e6;
const BYTES_PER_FACE = 800;

/** Meshes of more faces have a memory of their own. */
const MAX_SHARED_FACES = 4096;
/** Bytes that a shared memory reserves, and beyond which the next collider starts another one. */
const SHARED_BYTES = 2 ** 26;
const MAX_SHARED_BYTES = 2 ** 30;

/** A linear memory and what its colliders have in common. */
class MeshSpace extends KernelMemory<MeshKernels> {
  /** The block that every kernel may use during a call: core/kernels/scratch.ts. */
  readonly scratch: number;
  /** What is shared is allocated from here, and lives as long as the space. */
  private readonly owner: LinearMemory;
  private readonly common = new Map<unknown, unknown>();

  constructor(expected: number) {
    super(meshKernels, expected);
    this.scratch = this.allocate(this.kernels.SCRATCH_BYTES.value);
    this.owner = new LinearMemory(undefined, this);
  }

  share<T>(make: (memory: LinearMemory) => T): T {
    if (!this.common.has(make)) this.common.set(make, make(this.owner));
    return this.common.get(make) as T;
  }
}

/** The blocks of one collider: what is given back when it is disposed of or collected. */
interface Holding {
  readonly space: MeshSpace;
  /** Bytes by pointer. */
  readonly blocks: Map<number, number>;
}

const abandoned = new FinalizationRegistry<Holding>(releaseAll);
let shared: MeshSpace | undefined;

/** What a collider allocates from: its blocks in a linear memory, and views of that memory. */
export class LinearMemory implements StructMemory {
  /** The kernels of this memory. */
  readonly kernels: MeshKernels;
  private readonly holding: Holding;

  /** For a mesh with so many faces; without it a memory of its own that starts small. `space`: one that exists already. */
  constructor(faceCount?: number, space: MeshSpace = spaceFor(faceCount)) {
    this.kernels = space.kernels;
    this.holding = { space, blocks: new Map() };
    if (space === shared) abandoned.register(this, this.holding, this);
  }

  /** A block of zeros, aligned to 16 bytes; it stays until it is released or the memory disposed of. */
  allocate(bytes: number): number {
    const { space, blocks } = this.holding;
    const pointer = space.allocate(bytes);
    blocks.set(pointer, bytes);
    return pointer;
  }

  /** Takes a block back. */
  release(pointer: number): void {
    const { space, blocks } = this.holding;
    const bytes = blocks.get(pointer);
    if (bytes === undefined) return;
    blocks.delete(pointer);
    space.release(pointer, bytes);
  }

  /** Lends blocks of these sizes, aligned to 16 bytes, until `use` returns. */
  borrow<T>(sizes: readonly number[], use: (pointers: readonly number[]) => T): T {
    const { space } = this.holding;
    const rounded = sizes.map((size) => Math.ceil(size / 16) * 16);
    const bytes = rounded.reduce((sum, size) => sum + size, 0);
    const pointer = space.allocate(bytes);
    let end = pointer;
    const pointers = rounded.map((size) => {
      end += size;
      return end - size;
    });
    try {
      return use(pointers);
    } finally {
      space.release(pointer, bytes);
    }
  }

  /** The one object that `make` makes for all colliders of this memory: for what does not outlive a call. */
  shared<T>(make: (memory: LinearMemory) => T): T {
    return this.holding.space.share(make);
  }

  /** Gives all blocks back. */
  dispose(): void {
    abandoned.unregister(this);
    releaseAll(this.holding);
  }

  /** The block that every kernel may use during a call. */
  get scratch(): number {
    return this.holding.space.scratch;
  }

  /** The whole memory in bytes; valid until it grows, as all views are. */
  get bytes(): Uint8Array {
    return this.holding.space.bytes;
  }

  /** The whole memory as i32. */
  get ints(): Int32Array {
    return this.holding.space.ints;
  }

  /** The whole memory as u32. */
  get words(): Uint32Array {
    return this.holding.space.words;
  }

  /** The whole memory as f32. */
  get floats(): Float32Array {
    return this.holding.space.floats;
  }

  /** The whole memory as f64. */
  get doubles(): Float64Array {
    return this.holding.space.doubles;
  }

  /** `length` bytes from `pointer` on. */
  u8(pointer: number, length: number): Uint8Array {
    return this.holding.space.u8(pointer, length);
  }

  /** `length` u32 from `pointer` on. */
  u32(pointer: number, length: number): Uint32Array {
    return this.holding.space.u32(pointer, length);
  }

  /** `length` i32 from `pointer` on. */
  i32(pointer: number, length: number): Int32Array {
    return this.holding.space.i32(pointer, length);
  }

  /** `length` f32 from `pointer` on. */
  f32(pointer: number, length: number): Float32Array {
    return this.holding.space.f32(pointer, length);
  }

  /** `length` f64 from `pointer` on. */
  f64(pointer: number, length: number): Float64Array {
    return this.holding.space.f64(pointer, length);
  }
}

function releaseAll({ space, blocks }: Holding): void {
  for (const [pointer, bytes] of blocks) space.release(pointer, bytes);
  blocks.clear();
}

function spaceFor(faceCount: number | undefined): MeshSpace {
  if (faceCount === undefined) return new MeshSpace(0);
  if (faceCount > MAX_SHARED_FACES) return new MeshSpace(BASE_BYTES + BYTES_PER_FACE * faceCount);
  if (!shared || shared.usedBytes > MAX_SHARED_BYTES) shared = new MeshSpace(SHARED_BYTES);
  return shared;
}
