// Linear memory that is free for a while: whoever works in it leaves rubbish behind.
import type { LinearMemory } from './linear-memory.ts';

export interface IdleMemory {
  readonly memory: LinearMemory;
  /** Where so many bytes are free until the next call. */
  idle(bytes: number): number;
}

/** Blocks of these sizes one behind the other, aligned to 16 bytes. */
export function layOut(scratch: IdleMemory, sizes: readonly number[]): number[] {
  const rounded = sizes.map((size) => Math.ceil(size / 16) * 16);
  let at = scratch.idle(rounded.reduce((sum, size) => sum + size, 0));
  return rounded.map((size) => {
    at += size;
    return at - size;
  });
}
