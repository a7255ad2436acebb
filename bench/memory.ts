// The memory that a collider keeps for a mesh, in bytes: blocks of linear memory and typed arrays
// on the JavaScript heap, by the path to them. It excludes what grows with the answer (pair
// buffers, hit buffers and the columns of the contacts) and scratch memory of a fixed size.
import { HitBuffer } from '../src/core/elementary/hit-buffer.ts';
import { Block } from '../src/core/memory/block.ts';
import { LinearMemory } from '../src/core/memory/linear-memory.ts';
import { PairBuffer } from '../src/core/pairs/pair-buffer.ts';
import { Contacts, type MeshCollider, TriMesh } from '../src/index.ts';

/** Bytes of all blocks and typed arrays that a collider keeps, by the path to them. */
export function bytesOfStructures(collider: MeshCollider): Map<string, number> {
  const bytes = new Map<string, number>();
  // Views of linear memory have no memory of their own.
  const seen = new Set<unknown>([memoryOf(collider).bytes.buffer]);
  const visit = (value: unknown, path: string): void => {
    if (typeof value !== 'object' || value === null || seen.has(value)) return;
    seen.add(value);
    if (value instanceof LinearMemory || value instanceof PairBuffer) return;
    if (value instanceof HitBuffer || value instanceof Contacts) return;
    if (value instanceof Block) bytes.set(path, (value as unknown as { room: number }).room);
    else if (ArrayBuffer.isView(value)) {
      if (!seen.has(value.buffer)) bytes.set(path, value.buffer.byteLength);
      seen.add(value.buffer);
    } else {
      for (const [key, part] of Object.entries(value)) visit(part, `${path}.${key}`);
      // The topology is behind a private field.
      if (value instanceof TriMesh) visit(value.topology, `${path}.topology`);
    }
  };
  for (const [key, part] of Object.entries(collider)) visit(part, key);
  return bytes;
}

/** All linear memory of the collider, whatever its use. */
export function linearBytes(collider: MeshCollider): number {
  return (memoryOf(collider) as unknown as { end: number }).end;
}

function memoryOf(collider: MeshCollider): LinearMemory {
  return (collider as unknown as { search: { memory: LinearMemory } }).search.memory;
}
