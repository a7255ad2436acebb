// Makes the compiled kernels callable. The module is compiled once, synchronously, on first use: it is small enough for a
// browser's main thread. Each instance works in a memory of its own.
import { kernelBytes } from './kernel-bytes.generated.ts';

/** What assembly/index.ts exports; pointers are byte offsets into the memory. */
export interface Kernels {
  readonly heapBase: { readonly value: number };
  timeVf: TimePairs;
  timeEe: TimePairs;
  withinVf: WithinPairs;
  withinEe: WithinPairs;
  describeVf: DescribeHits;
  describeEe: DescribeHits;
  prepareSingle(block: number): void;
  singleVf(block: number): number;
  singleEe(block: number): number;
  singleWithinVf(block: number, clearance: number): number;
  singleWithinEe(block: number, clearance: number): number;
  describeSingleVf(block: number, time: number, apart: boolean): void;
  describeSingleEe(block: number, time: number, apart: boolean): void;
}

export type TimePairs = (
  pairs: number,
  count: number,
  table: number,
  points: number,
  singles: number,
  several: number,
  hits: number,
  open: number,
  counts: number,
) => void;

export type WithinPairs = (
  pairs: number,
  count: number,
  table: number,
  points: number,
  clearance: number,
  hits: number,
  counts: number,
) => void;

export type DescribeHits = (
  hits: number,
  count: number,
  table: number,
  points: number,
  apart: boolean,
  details: number,
) => void;

let compiled: WebAssembly.Module | undefined;

function compile(): WebAssembly.Module {
  compiled ??= new WebAssembly.Module(Uint8Array.from(atob(kernelBytes), (c) => c.charCodeAt(0)));
  return compiled;
}

export function instantiateKernels(memory: WebAssembly.Memory, module: WebAssembly.Module = compile()): Kernels {
  const instance = new WebAssembly.Instance(module, { env: { memory } });
  return instance.exports as unknown as Kernels;
}
