// Stores the witness of every primitive, the primitive that made it fail, for every pass of every
// view. While the witness is still rendered, the primitive fails again and need not be drawn
// (kernels/witnesses.ts). The answer is the same without witnesses; they make later rounds fast.
import { Block } from '../../core/memory/block.ts';
import type { KernelMemory } from '../../core/memory/kernel-memory.ts';
import { NONE } from '../../core/mesh/topology.ts';
import type { PassContext, VisibilityKernels } from '../../core/wasm/visibility.generated.ts';
import type { CullScene } from './visibility-device.ts';

/** The witnesses of one scene, in the memory of a device. */
export class Witnesses {
  private readonly memory: KernelMemory<VisibilityKernels>;
  private readonly context: PassContext;
  /** For every pass of every view the witness of every primitive, u32. */
  private readonly ids: Block;
  private readonly seen: Block;
  private readonly changed: Block;
  /**
   * Whether witnesses are kept. Layers hold groups, and a group identifies a primitive only in
   * scenes in which every primitive is a group.
   */
  private isUsed = false;
  /** Passes are numbered as they run; this is the number of the last one. */
  private now = 0;
  /** For every pass of every view, the number that it had when it ran last. */
  private since: Uint32Array = new Uint32Array(0);

  constructor(memory: KernelMemory<VisibilityKernels>, context: PassContext) {
    this.memory = memory;
    this.context = context;
    this.ids = new Block(memory);
    this.seen = new Block(memory);
    this.changed = new Block(memory);
  }

  /** Forgets everything, for a new scene. */
  prepare({ primitiveCount, groupOf, corners, views }: CullScene): void {
    const { context } = this;
    this.isUsed = groupOf === null;
    context.witness = 0;
    if (!this.isUsed) return;
    this.now = 0;
    this.since = new Uint32Array(2 * views.length);
    this.ids.put(new Uint32Array(this.since.length * primitiveCount).fill(NONE));
    if (corners === null) return;
    context.seen = this.seen.putBytes(new Uint8Array(primitiveCount)).pointer;
    context.changed = this.changed.put(new Uint32Array(vertexCountOf(corners))).pointer;
  }

  /**
   * Marks the primitives that are certain to fail in the pass that the context describes, and lets
   * the pass write new witnesses.
   */
  recall(pass: number): void {
    const { memory, context, since } = this;
    if (!this.isUsed) return;
    context.witness = this.ids.pointer + 4 * context.primitiveCount * pass;
    this.now++;
    if (context.corners !== 0) memory.kernels.noteChanges(context.address, this.now);
    memory.kernels.recallWitnesses(context.address, since[pass]);
    since[pass] = this.now;
  }
}

/** One more than the largest vertex id; every fourth u32 is no vertex. */
function vertexCountOf(corners: Uint32Array): number {
  let most = -1;
  for (let i = 0; i < corners.length; i++) if (i % 4 !== 3 && corners[i] > most) most = corners[i];
  return most + 1;
}
