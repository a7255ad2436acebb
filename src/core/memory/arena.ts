// A linear memory whose blocks can be given back: rigid bodies come and go, and any two of them may meet, so all live in one memory.
import { type RigidKernels, rigidKernels } from '../wasm/rigid.generated.ts';
import { KernelMemory } from './kernel-memory.ts';

export type RigidMemory = KernelMemory<RigidKernels>;

interface Gap {
  readonly pointer: number;
  readonly bytes: number;
}

export class Arena {
  readonly memory: RigidMemory = new KernelMemory(rigidKernels);
  /** Blocks that were given back, by pointer; neighbours are joined. */
  private gaps: Gap[] = [];

  /** The first gap that is wide enough, or new memory. Aligned to 16 bytes. */
  allocate(bytes: number): number {
    const size = rounded(bytes);
    const i = this.gaps.findIndex((gap) => gap.bytes >= size);
    if (i < 0) return this.memory.allocate(size);
    const { pointer, bytes: wide } = this.gaps[i];
    if (wide > size) this.gaps[i] = { pointer: pointer + size, bytes: wide - size };
    else this.gaps.splice(i, 1);
    return pointer;
  }

  /** A block for each of these numbers of bytes, or none at all where one does not fit. */
  allocateAll(sizes: readonly number[]): number[] {
    const taken: number[] = [];
    try {
      for (const bytes of sizes) taken.push(this.allocate(bytes));
      return taken;
    } catch (error) {
      taken.forEach((pointer, i) => {
        this.release(pointer, sizes[i]);
      });
      throw error;
    }
  }

  /** Takes back a block of this many bytes. */
  release(pointer: number, bytes: number): void {
    let gap: Gap = { pointer, bytes: rounded(bytes) };
    const before = this.gaps.filter((other) => other.pointer < pointer);
    const after = this.gaps.slice(before.length);
    const left = before.at(-1);
    if (left !== undefined && left.pointer + left.bytes === gap.pointer) {
      before.pop();
      gap = { pointer: left.pointer, bytes: left.bytes + gap.bytes };
    }
    if (after.length > 0 && gap.pointer + gap.bytes === after[0].pointer) {
      gap = { pointer: gap.pointer, bytes: gap.bytes + after[0].bytes };
      after.shift();
    }
    this.gaps = [...before, gap, ...after];
  }
}

function rounded(bytes: number): number {
  return Math.max(16, Math.ceil(bytes / 16) * 16);
}

let common: Arena | undefined;

/** The one in which rigid bodies meet, made on first use. */
export function rigidArena(): Arena {
  common ??= new Arena();
  return common;
}
