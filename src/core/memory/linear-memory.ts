// The memory of one collider of deforming meshes, with its kernels. Small colliders share a linear
// memory, so that a page can have thousands of colliders: engines allow a page some hundred
// memories. A large mesh has a memory of its own, up to 4 GB, which grows alone.
//
// Buffers whose content does not outlive a call (pairs, records of the elementary tests) are shared
// by all colliders of a memory. No two of these run at the same time, and an asynchronous call
// needs none of that content after a pause.
import { type MeshKernels, meshKernels } from '../wasm/mesh.generated.ts';
import { KernelMemory } from './kernel-memory.ts';
import { MemoryViews, type WholeViews } from './memory-views.ts';

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
export class MeshSpace extends KernelMemory<MeshKernels> {
  /** The block that every kernel may use during a call: core/kernels/scratch.ts. */
  readonly scratch: number;
  /** Shared objects are allocated from here and live as long as the space. */
  readonly owner: LinearMemory;
  /** The shared objects, by the function that made them. */
  readonly common: Map<unknown, unknown> = new Map();

  constructor(expected: number, isThreaded: boolean) {
    super(meshKernels, expected, isThreaded);
    this.scratch = this.allocate(this.kernels.SCRATCH_BYTES.value);
    this.owner = new LinearMemory(undefined, { space: this });
  }

  /** The views of the whole memory, which all colliders of it use. */
  get views(): WholeViews {
    return this.whole;
  }
}

/** Where the blocks of a collider are. */
export interface LinearMemoryOptions {
  /** Whether several threads work in the memory, if the system allows it; false by default. */
  readonly isThreaded?: boolean;
  /** An existing memory to use. */
  readonly space?: MeshSpace;
}

/** The blocks of one collider, released when it is disposed of or garbage collected. */
interface Holding {
  readonly space: MeshSpace;
  /** Size in bytes of each block, by pointer. */
  readonly blocks: Map<number, number>;
}

/** Releases the blocks of colliders that were garbage collected without `dispose`. */
const abandoned = new FinalizationRegistry<Holding>(releaseAll);
/** The shared memories that new small colliders use: of one thread, and of several. */
const arenas: { plain?: MeshSpace; threaded?: MeshSpace } = {};

/** The allocator of one collider: its blocks in a linear memory, and views of that memory. */
export class LinearMemory extends MemoryViews {
  /** The kernels of this memory. */
  readonly kernels: MeshKernels;
  /** The block that every kernel may use during a call. */
  readonly scratch: number;
  /** Whether other colliders share the memory. */
  readonly isArena: boolean;
  private readonly holding: Holding;

  /**
   * For a mesh with this many faces; without a number, a memory of its own that starts small.
   */
  constructor(faceCount?: number, options: LinearMemoryOptions = {}) {
    const space = options.space ?? spaceFor(faceCount, options.isThreaded ?? false);
    super(space.memory, space.views);
    this.kernels = space.kernels;
    this.scratch = space.scratch;
    this.holding = { space, blocks: new Map() };
    this.isArena = space === arenas.plain || space === arenas.threaded;
    if (this.isArena) abandoned.register(this, this.holding, this);
  }

  /** Whether several threads work in the memory. */
  get isThreaded(): boolean {
    return this.holding.space.isThreaded;
  }

  /** Bytes of all blocks that have not been released. */
  get heldBytes(): number {
    let sum = 0;
    for (const bytes of this.holding.blocks.values()) sum += bytes;
    return sum;
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

  /** Keeps a block for ever: something beyond our control may still write to it. */
  abandon(pointer: number): void {
    this.holding.blocks.delete(pointer);
  }

  /** Another allocator of blocks in the same memory, which has its own `dispose`. */
  sibling(): LinearMemory {
    return new LinearMemory(undefined, { space: this.holding.space });
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

/**
 * A memory that several threads can share. Such a memory reserves addresses for all it may become;
 * where a system refuses that, an ordinary one, with which one thread works.
 */
function threadedSpaceFor(faceCount: number | undefined): MeshSpace {
  try {
    return makeSpace(faceCount, true);
  } catch (error) {
    if (error instanceof RangeError) return makeSpace(faceCount, false);
    throw error;
  }
}

/** Whether a mesh with this many faces has a memory of its own. */
export function hasOwnSpace(faceCount: number): boolean {
  return faceCount > MAX_SHARED_FACES;
}

/** The memory for a mesh with this many faces: shared with other colliders if there are few. */
export function spaceFor(faceCount: number | undefined, isThreaded: boolean): MeshSpace {
  return isThreaded ? threadedSpaceFor(faceCount) : makeSpace(faceCount, false);
}

function makeSpace(faceCount: number | undefined, isThreaded: boolean): MeshSpace {
  if (faceCount === undefined) return new MeshSpace(0, isThreaded);
  if (hasOwnSpace(faceCount)) return new MeshSpace(BASE_BYTES + BYTES_PER_FACE * faceCount, isThreaded);
  const name = isThreaded ? 'threaded' : 'plain';
  const arena = arenas[name];
  if (arena && arena.usedBytes <= MAX_SHARED_BYTES) return arena;
  const next = new MeshSpace(SHARED_BYTES, isThreaded);
  arenas[name] = next;
  return next;
}
