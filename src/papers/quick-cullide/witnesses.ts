// What made a primitive fail, for every pass of every view: while it is still rendered, the primitive fails again and is not drawn to find
// out. The answer is the same; later rounds take little time. docs/papers/quick-cullide.md says why.
import type { VisibilityKernels } from '../../core/kernels/visibility-kernels.ts';
import { Block } from '../../core/memory/block.ts';
import type { KernelMemory } from '../../core/memory/kernel-memory.ts';
import { NONE } from '../../core/mesh/topology.ts';
import type { CullScene } from './device.ts';

export class Witnesses {
  private readonly memory: KernelMemory<VisibilityKernels>;
  /** Of every view, of both passes, of every primitive. */
  private readonly ids: Block;
  /** The bits of primitives as they were before the last pass, and for every vertex the last pass before which bits of its faces changed. */
  private readonly seen: Block;
  private readonly changed: Block;
  private primitiveCount = 0;
  /** Layers of a pixel hold primitives, unless there are other groups. */
  private isUsed = false;
  /** The number of the last pass, and for every pass of every view that of its last time. */
  private now = 0;
  private since: Uint32Array = new Uint32Array(0);

  constructor(memory: KernelMemory<VisibilityKernels>) {
    this.memory = memory;
    this.ids = new Block(memory);
    this.seen = new Block(memory);
    this.changed = new Block(memory);
  }

  /** Forgets everything. */
  prepare({ primitiveCount, groupOf, corners, views }: CullScene): void {
    this.isUsed = groupOf === null;
    if (!this.isUsed) return;
    this.primitiveCount = primitiveCount;
    this.now = 0;
    this.since = new Uint32Array(2 * views.length);
    this.ids.put(new Uint32Array(this.since.length * primitiveCount).fill(NONE));
    if (corners === null) return;
    this.seen.putBytes(new Uint8Array(primitiveCount));
    this.changed.put(new Uint32Array(vertexCountOf(corners)));
  }

  /** Fails what is sure to fail in this pass; where the pass is to write witnesses. */
  recall(pass: number, bits: number, fail: number, isDone: number, isHidden: number, corners: number): number {
    const { memory, primitiveCount, since } = this;
    if (!this.isUsed) return 0;
    const ids = this.ids.pointer + 4 * primitiveCount * pass;
    const changed = this.changed.pointer;
    this.now++;
    if (corners !== 0) memory.kernels.noteChanges(bits, this.seen.pointer, primitiveCount, corners, changed, this.now);
    memory.kernels.recallWitnesses(bits, fail, ids, primitiveCount, isDone, isHidden, corners, changed, since[pass]);
    since[pass] = this.now;
    return ids;
  }
}

/** Four words an item, the last one no vertex. */
function vertexCountOf(corners: Uint32Array): number {
  let most = -1;
  for (let i = 0; i < corners.length; i++) if (i % 4 !== 3 && corners[i] > most) most = corners[i];
  return most + 1;
}
