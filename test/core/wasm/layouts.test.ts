// The layouts that TypeScript has of the structs of kernels are those of the compiler.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { compileFile, KERNEL_MODULES, root } from '../../../scripts/compile-kernels.mjs';
import { sourcesOf, structsOf } from '../../../scripts/kernel-bindings.mjs';

// Within the project: asc resolves relative imports only.
const folder = mkdtempSync(join(root, '.layouts-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('every field stands where the compiler puts it', () => {
  const sources = new Map(Object.values(KERNEL_MODULES).flatMap((entry) => [...sourcesOf(join(root, entry))]));
  const lines: string[] = [];
  const expected: Record<string, number> = {};
  for (const [path, text] of sources)
    for (const { name, fields, bytes } of structsOf(new Map([[path, text]]))) {
      lines.push(`import { ${name} } from '${relative(folder, path).replaceAll('\\', '/').replace(/\.ts$/, '')}';`);
      lines.push(`export const ${name}_: usize = offsetof<${name}>();`);
      expected[`${name}_`] = bytes;
      for (const field of fields) {
        lines.push(`export const ${name}_${field.name}: usize = offsetof<${name}>('${field.name}');`);
        expected[`${name}_${field.name}`] = field.offset;
      }
    }
  const entry = join(folder, 'layouts.ts');
  writeFileSync(entry, lines.join('\n'));
  const module = new WebAssembly.Module(Uint8Array.from(compileFile(entry)));
  const memory = new WebAssembly.Memory({ initial: 1 });
  const { exports } = new WebAssembly.Instance(module, { env: { memory } });
  const found = Object.keys(expected).map((name) => [name, (exports[name] as WebAssembly.Global).value]);
  expect(Object.fromEntries(found)).toEqual(expected);
});
