// Makes compiled kernels callable. A module is compiled once, synchronously, on first use: it is small enough for a browser's main thread.
// Each instance works in a memory of its own.

export interface KernelBase {
  readonly heapBase: { readonly value: number };
}

/** A module of kernels with what it exports; pointers are byte offsets into the memory. */
export class KernelModule<K extends KernelBase> {
  private readonly bytes: string;
  private compiled: WebAssembly.Module | undefined;

  /** `bytes` in base 64. */
  constructor(bytes: string) {
    this.bytes = bytes;
  }

  instantiate(memory: WebAssembly.Memory, module: WebAssembly.Module = this.compile()): K {
    return new WebAssembly.Instance(module, { env: { memory } }).exports as unknown as K;
  }

  private compile(): WebAssembly.Module {
    this.compiled ??= new WebAssembly.Module(Uint8Array.from(atob(this.bytes), (c) => c.charCodeAt(0)));
    return this.compiled;
  }
}
