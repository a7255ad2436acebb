// Makes compiled kernels callable. A module is compiled once, synchronously, on first use: it is small
// enough for a browser's main thread. scripts/build.mjs generates the modules beside this file
// (`*.generated.ts`) from the AssemblyScript in the `kernels` folders.
import { threadedBinary } from './threaded-binary.ts';

/** What every module of kernels exports. */
export interface KernelBase {
  /** First byte of the memory that no kernel uses: callers allocate from here. */
  readonly heapBase: { readonly value: number };
}

/**
 * Address of a struct in linear memory. The compiler accepts a plain number as well, but not the
 * address of another struct.
 */
export type Address<Name extends string> = number & { readonly struct?: Name };

/** The views of a linear memory through which structs are read and written. */
export interface StructMemory {
  /** For booleans. */
  readonly bytes: Uint8Array;
  /** For pointers and u32. */
  readonly words: Uint32Array;
  /** For i32. */
  readonly ints: Int32Array;
  /** For f32. */
  readonly floats: Float32Array;
  /** For f64. */
  readonly doubles: Float64Array;
}

/**
 * A struct that kernels share with TypeScript: the generated subclasses have its fields as
 * properties.
 */
export abstract class Struct<Name extends string> {
  /** The memory that has it. */
  readonly memory: StructMemory;
  /** Where it is, in bytes. */
  readonly address: Address<Name>;

  constructor(memory: StructMemory, address: number) {
    this.memory = memory;
    this.address = address;
  }
}

/** Every engine with WebAssembly compiles this, unless the page forbids it. */
const EMPTY_MODULE = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0);
const FORBIDDEN = "The page's Content-Security-Policy forbids WebAssembly: add 'wasm-unsafe-eval' to its script-src.";
const UNABLE = 'This browser or engine cannot compile the WebAssembly of graze, which uses SIMD';

/** A module of kernels with what it exports; pointers are byte offsets into the memory. */
export class KernelModule<K extends KernelBase> {
  private readonly base64: string;
  private module: WebAssembly.Module | undefined;
  private threadedModule: WebAssembly.Module | undefined;

  constructor(base64: string) {
    this.base64 = base64;
  }

  /** The compiled module for memories that several threads share; threads can send it on. */
  get threaded(): WebAssembly.Module {
    this.threadedModule ??= compile(threadedBinary(decodeBase64(this.base64)));
    return this.threadedModule;
  }

  /** An instance that works in this memory. `isThreaded`: several threads share the memory. */
  instantiate(memory: WebAssembly.Memory, isThreaded = false): K {
    if (isThreaded) return instantiateKernels(this.threaded, memory);
    this.module ??= compile(decodeBase64(this.base64));
    return instantiateKernels(this.module, memory);
  }
}

/** The exports of a compiled module that works in this memory. */
export function instantiateKernels<K extends KernelBase>(module: WebAssembly.Module, memory: WebAssembly.Memory): K {
  return new WebAssembly.Instance(module, { env: { memory } }).exports as unknown as K;
}

function decodeBase64(text: string): Uint8Array<ArrayBuffer> {
  const characters = atob(text);
  const bytes = new Uint8Array(characters.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = characters.charCodeAt(i);
  return bytes;
}

function compile(bytes: Uint8Array<ArrayBuffer>): WebAssembly.Module {
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
