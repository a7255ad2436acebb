// What one thread needs in one linear memory: copies of the structs that kernels write to, scratch,
// buffers of pairs, and two streams of results. The caller allocates it; a worker finds all parts
// from the address. The size does not depend on the mesh.
import type { MemoryViews } from '../../core/memory/memory-views.ts';
import {
  CubicRecord,
  Hit,
  type MeshKernels,
  NearScratch,
  PairScratch,
  RepresentativeTables,
  RepresentedTables,
  SieveLanes,
  Traversal,
} from '../../core/wasm/mesh.generated.ts';

/** Pairs of faces that a thread collects at a time. Each has at most 6 VF and 9 EE pairs. */
export const FACE_PAIRS = 2048;
/** Pairs of features that a thread tests at a time. */
export const TESTS = 4096;
/** Pairs of nodes on the stack of a traversal. */
export const STACK_PAIRS = 4096;
/** Pairs of faces behind the last that the traversal may write without counting them. */
const SPARE_PAIRS = 16;
const TABLE_BYTES = Math.max(RepresentativeTables.BYTES, RepresentedTables.BYTES);

/** A part of a slot. */
export type SlotPart =
  | 'streams'
  | 'traversal'
  | 'tables'
  | 'pairScratch'
  | 'nearScratch'
  | 'workspace'
  | 'sieve'
  | 'kept'
  | 'candidates'
  | 'widened'
  | 'scratch'
  | 'stack'
  | 'singles'
  | 'several'
  | 'open'
  | 'pairs'
  | 'vf'
  | 'ee';

/** Where the parts are in a slot. */
interface SlotLayout {
  readonly offsets: Readonly<Record<SlotPart, number>>;
  /** Bytes of a slot without its streams. */
  readonly bytes: number;
}

/** The parts in their order, with their sizes in bytes. */
const sizesOf = ({ WORKSPACE_BYTES, CANDIDATE_BYTES, SCRATCH_BYTES }: MeshKernels): Record<SlotPart, number> => ({
  streams: 16,
  traversal: Traversal.BYTES,
  tables: TABLE_BYTES,
  pairScratch: PairScratch.BYTES,
  nearScratch: NearScratch.BYTES,
  workspace: WORKSPACE_BYTES.value,
  sieve: SieveLanes.BYTES,
  kept: 8 * (TESTS + 1),
  candidates: CANDIDATE_BYTES.value,
  widened: 96,
  scratch: SCRATCH_BYTES.value,
  stack: 8 * STACK_PAIRS,
  singles: (TESTS + 1) * CubicRecord.BYTES,
  several: (TESTS + 1) * CubicRecord.BYTES,
  open: (TESTS + 1) * Hit.BYTES,
  pairs: 8 * (FACE_PAIRS + SPARE_PAIRS),
  vf: 8 * 6 * (FACE_PAIRS + SPARE_PAIRS),
  ee: 8 * 9 * (FACE_PAIRS + SPARE_PAIRS),
});

let layout: SlotLayout | undefined;

/** The layout of all slots; every instance of the kernels has the same sizes. */
function slotLayout(kernels: MeshKernels): SlotLayout {
  if (layout) return layout;
  const offsets = {} as Record<SlotPart, number>;
  let bytes = 0;
  for (const [part, size] of Object.entries(sizesOf(kernels)) as [SlotPart, number][]) {
    offsets[part] = bytes;
    bytes += 16 * Math.ceil(size / 16);
  }
  layout = { offsets, bytes };
  return layout;
}

/** Bytes of a slot without its streams. */
export function slotBytes(kernels: MeshKernels): number {
  return slotLayout(kernels).bytes;
}

/** A linear memory with the kernels of this thread. */
export interface ThreadMemory extends MemoryViews {
  /** The kernels, instantiated by this thread. */
  readonly kernels: MeshKernels;
}

/** A stream of results: records of one size, behind each other. */
export interface Stream {
  /** The address of the first record. */
  readonly pointer: number;
  /** Bytes that it has room for. */
  readonly bytes: number;
}

/** The slot of one thread. */
export class ThreadSlot {
  /** Where it is. */
  readonly address: number;
  /** The memory that has it. */
  readonly memory: ThreadMemory;
  /** A copy of the traversal of the job, with a stack of its own. */
  readonly traversal: Traversal;
  /** Scratch of the elementary tests. */
  readonly pairScratch: PairScratch;
  /** Scratch of the search for near features. */
  readonly nearScratch: NearScratch;
  private readonly offsets: Readonly<Record<SlotPart, number>>;

  constructor(memory: ThreadMemory, address: number) {
    this.memory = memory;
    this.address = address;
    this.offsets = slotLayout(memory.kernels).offsets;
    this.traversal = new Traversal(memory, this.at('traversal'));
    this.pairScratch = new PairScratch(memory, this.at('pairScratch'));
    this.nearScratch = new NearScratch(memory, this.at('nearScratch'));
  }

  /** The address of a part. */
  at(part: SlotPart): number {
    return this.address + this.offsets[part];
  }

  /** Fills in what does not change from job to job. */
  initialize(): void {
    const { pairScratch, nearScratch } = this;
    pairScratch.workspace = this.at('workspace');
    pairScratch.sieve = this.at('sieve');
    pairScratch.kept = this.at('kept');
    pairScratch.singles = this.at('singles');
    pairScratch.several = this.at('several');
    pairScratch.open = this.at('open');
    nearScratch.doubtful = this.at('singles');
    nearScratch.hits = this.at('open');
  }

  /** Where results go: of vertex–face and of edge–edge pairs, or of faces. */
  stream(i: 0 | 1): Stream {
    const { words } = this.memory;
    const at = this.at('streams') / 4 + 2 * i;
    return { pointer: words[at], bytes: words[at + 1] };
  }

  /** Sets where results go. */
  setStream(i: 0 | 1, { pointer, bytes }: Stream): void {
    const { words } = this.memory;
    const at = this.at('streams') / 4 + 2 * i;
    words[at] = pointer;
    words[at + 1] = bytes;
  }

  /** Copies a struct into this slot and returns the address of the copy. */
  copy(part: SlotPart, from: number, bytes: number): number {
    const to = this.at(part);
    this.memory.bytes.copyWithin(to, from, from + bytes);
    return to;
  }
}
