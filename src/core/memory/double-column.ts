// A column of doubles in a linear memory, for kernels by its pointer and for JavaScript as a view, taken anew when growing has detached it.
import type { KernelBase } from '../wasm/kernel-module.ts';
import type { KernelMemory } from './kernel-memory.ts';

export class DoubleColumn {
  readonly pointer: number;
  private readonly length: number;
  private readonly memory: KernelMemory<KernelBase>;
  private view: Float64Array = new Float64Array(0);

  constructor(memory: KernelMemory<KernelBase>, length: number) {
    this.memory = memory;
    this.length = length;
    this.pointer = memory.allocate(8 * length);
  }

  /** Valid until the memory grows. */
  get values(): Float64Array {
    if (this.view.length === 0) this.view = this.memory.f64(this.pointer, this.length);
    return this.view;
  }
}
