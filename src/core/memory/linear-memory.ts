// The memory of one collider of deforming meshes, with its kernels. Small colliders share a linear
// memory, so that a page can have thousands of colliders: engines allow a page some hundred
// memories. A large mesh has a memory of its own, up to 4 GB, which grows alone.
//
// Buffers whose content does not outlive a call (pairs, records of the elementary tests) are shared
// by all colliders of a memory. No two of these run at the same time, and an asynchronous call
// needs none of that content after a pause.
import { type MeshKernels, meshKernels } from '../wasm/mesh.generated.ts';
import { KernelMemory } from './kernel-memory.ts';
import { MemoryViews } from './memory-views.ts';

/** Bytes that the memory of a large mesh reserves, in addition to those per face. */
const BASE_BYTES = 6e6;
/** Bytes that it reserves per face; enough for most meshes. */
const BYTES_PER_FACE = 800;

/** Meshes of more faces have a memory of their own. */
const MAX_SHARED_FACES = 4096;
/** Bytes that a shared memory reserves. */
const SHARED_BYTES = 2 ** 26;
/** Used bytes of a shared memory beyond which the next collider starts another one. */
const MAX_SHARED_BYTES = 2 ** 30;

/** A linear memory and the objects that its colliders share. */
class MeshSpace extends KernelMemory<MeshKernels> {
  /** The block that every kernel may use during a call: core/kernels/scratch.ts. */
  readonly scratch: number;
  /** Shared objects are allocated from here and live as long as the space. */
  readonly owner: LinearMemory;
  /** The shared objects, by the function that made them. */
  readonly common: Map<unknown, unknown> = new Map();

  constructor(expected: number) {
    super(meshKernels, expected);
    this.scratch = this.allocate(this.kernels.SCRATCH_BYTES.value);
    this.owner = new LinearMemory(undefined, this);
  }
}

/** The blocks of one collider, released when it is disposed of or garbage collected. */
interface Holding {
  readonly space: MeshSpace;
  /** Size in bytes of each block, by pointer. */
  readonly blocks: Map<number, number>;
}

/** Releases the blocks of colliders that were garbage collected without `dispose`. */
const abandoned = new FinalizationRegistry<Holding>(releaseAll);
/** The shared memory that new small colliders use. */
let shared: MeshSpace | undefined;

/** The allocator of one collider: its blocks in a linear memory, and views of that memory. */
export class LinearMemory extends MemoryViews {
  /** The kernels of this memory. */
  readonly kernels: MeshKernels;
  /** The block that every kernel may use during a call. */
  readonly scratch: number;
  private readonly holding: Holding;

  /**
   * For a mesh with this many faces; without a number, a memory of its own that starts small.
   * `space`: an existing memory to use instead.
   */
  constructor(faceCount?: number, space: MeshSpace = spaceFor(faceCount)) {
    super(space.memory);
    this.kernels = space.kernels;
    this.scratch = space.scratch;
    this.holding = { space, blocks: new Map() };
    if (space === shared) abandoned.register(this, this.holding, this);
  }

  /**
   * A block of zeros, aligned to 16 bytes. It stays until it is released or the memory is disposed
   * of.
   */
  allocate(bytes: number): number {
    const { space, blocks } = this.holding;
    const pointer = space.allocate(bytes);
    blocks.set(pointer, bytes);
    return pointer;
  }

  /** Takes back a block. */
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
    const pointers = space.allocateAll(sizes);
    try {
      return use(pointers);
    } finally {
      space.releaseAll(pointers, sizes);
    }
  }

  /**
   * The one object that `make` creates for all colliders of this memory. Its content must not
   * outlive a call.
   */
  shared<T>(make: (memory: LinearMemory) => T): T {
    const { common, owner } = this.holding.space;
    if (!common.has(make)) common.set(make, make(owner));
    return common.get(make) as T;
  }

  /** Releases all blocks. */
  dispose(): void {
    abandoned.unregister(this);
    releaseAll(this.holding);
  }
}

function releaseAll({ space, blocks }: Holding): void {
  for (const [pointer, bytes] of blocks) space.release(pointer, bytes);
  blocks.clear();
}

/** The memory for a mesh with this many faces: shared if there are few. */
function spaceFor(faceCount: number | undefined): MeshSpace {
  if (faceCount === undefined) return new MeshSpace(0);
  if (faceCount > MAX_SHARED_FACES) return new MeshSpace(BASE_BYTES + BYTES_PER_FACE * faceCount);
  if (!shared || shared.usedBytes > MAX_SHARED_BYTES) shared = new MeshSpace(SHARED_BYTES);
  return shared;
}
