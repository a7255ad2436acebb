// Makes compiled kernels callable. A module is compiled once, synchronously, on first use: it is small enough for a browser's main thread.
// Each instance works in a memory of its own.
import { decodeBytes } from './decode-bytes.ts';

export interface KernelBase {
  readonly heapBase: { readonly value: number };
}

/** What every engine with WebAssembly can compile, unless it may not. */
const EMPTY_MODULE = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0);
const FORBIDDEN = "The page's Content-Security-Policy forbids WebAssembly: add 'wasm-unsafe-eval' to its script-src.";
const UNABLE = 'This browser or engine cannot compile the WebAssembly of graze, which uses SIMD';

/** A module of kernels with what it exports; pointers are byte offsets into the memory. */
export class KernelModule<K extends KernelBase> {
  private readonly bytes: string;
  private compiled: WebAssembly.Module | undefined;

  /** `bytes` as text. */
  constructor(bytes: string) {
    this.bytes = bytes;
  }

  instantiate(memory: WebAssembly.Memory, module: WebAssembly.Module = this.compile()): K {
    return new WebAssembly.Instance(module, { env: { memory } }).exports as unknown as K;
  }

  private compile(): WebAssembly.Module {
    this.compiled ??= compiled(decodeBytes(this.bytes));
    return this.compiled;
  }
}

function compiled(bytes: ArrayBuffer): WebAssembly.Module {
  try {
    return new WebAssembly.Module(bytes);
  } catch (cause) {
    throw new Error(canCompile(EMPTY_MODULE) ? `${UNABLE}: ${(cause as Error).message}` : FORBIDDEN, { cause });
  }
}

function canCompile(bytes: Uint8Array<ArrayBuffer>): boolean {
  try {
    new WebAssembly.Module(bytes);
    return true;
  } catch {
    return false;
  }
}
