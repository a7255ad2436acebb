// The layout rule refuses long files, crowded folders and names that stand for two things.
import { expect, it } from 'vitest';
import { layoutViolations } from '../../scripts/layout-rule.mjs';

const files = (texts: Record<string, string>) => new Map(Object.entries(texts));
const many = (count: number) =>
  files(Object.fromEntries(Array.from({ length: count }, (_, i) => [`core/a/file-${i}.ts`, ''])));

it('allows a kernel and its caller of one name', () => {
  expect(
    layoutViolations(files({ 'core/a/tree.ts': 'class Tree {}', 'core/a/kernels/tree.ts': 'class Tree {}' })),
  ).toEqual([]);
  expect(layoutViolations(files({ 'core/a/long.ts': 'x\n'.repeat(400) }))).toEqual([]);
  expect(layoutViolations(many(30))).toEqual([]);
});

it.each([
  ['a file of more than 400 lines', files({ 'core/a/long.ts': 'x\n'.repeat(401) })],
  ['a folder of more than 30 files', many(31)],
  ['two files of one name', files({ 'core/a/tree.ts': '', 'core/b/tree.ts': '' })],
  ['two kernels of one name', files({ 'core/a/kernels/tree.ts': '', 'core/b/kernels/tree.ts': '' })],
  ['two classes of one name', files({ 'core/a/one.ts': 'export class Tree {}', 'core/b/two.ts': 'class Tree {}' })],
])('refuses %s', (_, given) => {
  expect(layoutViolations(given)).toHaveLength(1);
});
