// Run with --expose-gc: colliders that nobody holds any more give their memory back, and those that
// are held answer as before.
import { isDeepStrictEqual } from 'node:util';
import { MeshCollider } from '../../../src/index.ts';
import { contactsOf, crumpledSheet } from './crumpled-sheet.ts';

interface Inside {
  readonly search: { readonly memory: { readonly holding: { readonly space: { readonly usedBytes: number } } } };
}

const sheet = crumpledSheet(10, 3);
const held = new MeshCollider(sheet.mesh);
const expected = contactsOf(held, sheet);
const { space } = (held as unknown as Inside).search.memory.holding;
const before = space.usedBytes;

function useAndDrop(): number {
  for (let i = 0; i < 50; i++) contactsOf(new MeshCollider(sheet.mesh), sheet);
  return space.usedBytes;
}

const most = useAndDrop();
for (let i = 0; i < 100 && space.usedBytes > before; i++) {
  globalThis.gc?.();
  await new Promise((resolve) => setTimeout(resolve, 10));
}
const isGivenBack = most > before && space.usedBytes === before;
useAndDrop();
const isUndisturbed = isDeepStrictEqual(contactsOf(held, sheet), expected);
console.log(JSON.stringify({ isGivenBack, isUndisturbed }));
