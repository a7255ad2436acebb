// A column of doubles in a linear memory: kernels get its pointer, TypeScript a view of it.
import type { KernelBase } from '../wasm/kernel-module.ts';
import type { KernelMemory } from './kernel-memory.ts';

/** A column of fixed length. */
export class DoubleColumn {
  /** The address of the column. */
  readonly pointer: number;
  private readonly length: number;
  private readonly memory: KernelMemory<KernelBase>;
  private view: Float64Array = new Float64Array(0);

  constructor(memory: KernelMemory<KernelBase>, length: number) {
    this.memory = memory;
    this.length = length;
    this.pointer = memory.allocate(8 * length);
  }

  /**
   * A view of the column. It is valid until the memory grows, which detaches it; the next call then
   * takes a new one.
   */
  get values(): Float64Array {
    if (this.view.length === 0) this.view = this.memory.f64(this.pointer, this.length);
    return this.view;
  }
}
