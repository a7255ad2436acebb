// Colliders that share one linear memory: they do not disturb each other, whatever comes and goes.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { LinearMemory } from '../../../src/core/memory/linear-memory.ts';
import { MeshCollider } from '../../../src/index.ts';
import { contactsOf, crumpledSheet } from './crumpled-sheet.ts';

interface Inside {
  readonly search: { readonly memory: { readonly holding: { readonly space: { readonly usedBytes: number } } } };
}

const spaceOf = (collider: MeshCollider) => (collider as unknown as Inside).search.memory.holding.space;

describe('colliders of small meshes', () => {
  const sheets = [3, 4, 5, 6].map((seed) => crumpledSheet(10, seed));
  const alone = sheets.map((sheet) => contactsOf(new MeshCollider(sheet.mesh), sheet));

  it('find what each of them finds alone, in turns', () => {
    const colliders = sheets.map(({ mesh }) => new MeshCollider(mesh));
    expect(new Set(colliders.map(spaceOf)).size).toBe(1);
    for (let turn = 0; turn < 3; turn++)
      sheets.forEach((sheet, i) => {
        expect(contactsOf(colliders[i], sheet)).toEqual(alone[i]);
      });
    expect(alone.some(({ length }) => length > 0)).toBe(true);
  });

  it('find it while asynchronous calls of others are under way', async () => {
    const large = crumpledSheet(40, 7);
    const expected = contactsOf(new MeshCollider(large.mesh), large);
    const slow = new MeshCollider(large.mesh);
    const others = sheets.map(({ mesh }) => new MeshCollider(mesh));
    let isDone = false;
    const pending = slow.collideAsync(large.x0, large.x1).then((contacts) => {
      isDone = true;
      return Array.from({ length: contacts.count }, (_, i) => [contacts.kind[i], contacts.a[i], contacts.b[i]]);
    });
    while (!isDone) {
      sheets.forEach((sheet, i) => {
        expect(contactsOf(others[i], sheet)).toEqual(alone[i]);
      });
      await new Promise((resolve) => setTimeout(resolve));
    }
    expect(await pending).toEqual(expected.map((row) => row.slice(0, 3)));
  });

  it('give their memory back when they are disposed of, and take no call after that', () => {
    const first = new MeshCollider(sheets[0].mesh);
    const before = spaceOf(first).usedBytes;
    const colliders = sheets.map(({ mesh }) => new MeshCollider(mesh));
    for (const [i, collider] of colliders.entries()) contactsOf(collider, sheets[i]);
    expect(spaceOf(first).usedBytes).toBeGreaterThan(before);
    for (const collider of colliders) collider.dispose();
    expect(spaceOf(first).usedBytes).toBe(before);
    const [{ x0, x1 }] = sheets;
    expect(() => colliders[0].collide(x0, x1)).toThrow('disposed');
    expect(contactsOf(first, sheets[0])).toEqual(alone[0]);
    colliders[0][Symbol.dispose]();
  });

  it('give it back when they are collected, and only theirs', () => {
    const script = fileURLToPath(new URL('collected-colliders.ts', import.meta.url));
    const typescript = fileURLToPath(new URL('../../../scripts/typescript.mjs', import.meta.url));
    const run = spawnSync(process.execPath, ['--expose-gc', '--import', typescript, script], { encoding: 'utf8' });
    expect(run.stderr).toBe('');
    expect(JSON.parse(run.stdout)).toEqual({ isGivenBack: true, isUndisturbed: true });
  });
});

describe('a linear memory', () => {
  it('lends blocks of zeros for a while, and gives them out again', () => {
    const memory = new LinearMemory();
    const pointers = memory.borrow([100, 5, 64], (blocks) => {
      for (const block of blocks) memory.u8(block, 5).fill(7);
      return blocks;
    });
    expect(pointers.every((pointer) => pointer % 16 === 0)).toBe(true);
    const again = memory.allocate(100);
    expect(again).toBe(pointers[0]);
    expect(Array.from(memory.u8(again, 100))).toEqual(new Array(100).fill(0));
  });

  it('takes a lent block back when its user throws', () => {
    const memory = new LinearMemory();
    let lent = 0;
    const fail = () =>
      memory.borrow([64], ([block]) => {
        lent = block;
        throw new Error('no');
      });
    expect(fail).toThrow('no');
    expect(memory.allocate(64)).toBe(lent);
  });
});
