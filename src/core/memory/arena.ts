// The linear memory of all rigid bodies. Any two of them may be tested against each other, and a
// kernel sees one memory alone, so all of them live in the same one. Blocks are allocated and
// released with the bodies.
import { type RigidKernels, rigidKernels } from '../wasm/rigid.generated.ts';
import { KernelMemory } from './kernel-memory.ts';

/** The linear memory of rigid bodies, with its kernels. */
export type RigidMemory = KernelMemory<RigidKernels>;

let arena: RigidMemory | undefined;

/** The memory of this thread's rigid bodies, made on first use. */
export function rigidArena(): RigidMemory {
  arena ??= new KernelMemory(rigidKernels);
  return arena;
}
