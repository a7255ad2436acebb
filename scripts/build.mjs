// Builds dist/: compiles kernels to WebAssembly and generates TypeScript around them, runs tsc,
// then bundles benches, command line and library.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildBench } from './build-bench.mjs';
import { buildReport } from './build-report.mjs';
import { buildViewer } from './build-viewer.mjs';
import { bundleCommandLine } from './bundle-cli.mjs';
import { bundleLibrary } from './bundle-library.mjs';
import { compileKernels, KERNEL_MODULES, root } from './compile-kernels.mjs';
import { kernelBindings, sourcesOf } from './kernel-bindings.mjs';

const TOOLS = ['compile-kernels', 'kernel-bindings'].map((name) => join(root, `scripts/${name}.mjs`));

for (const [name, entry] of Object.entries(KERNEL_MODULES)) {
  const generated = join(root, `src/core/wasm/${name}.generated.ts`);
  const path = join(root, entry);
  const inputs = [...sourcesOf(path).keys(), ...TOOLS];
  const newest = Math.max(...inputs.map((input) => statSync(input).mtimeMs));
  if (existsSync(generated) && statSync(generated).mtimeMs > newest) continue;
  const bytes = compileKernels(100, /** @type {keyof typeof KERNEL_MODULES} */ (name));
  writeFileSync(generated, kernelBindings(name, path, bytes));
  console.log(`${name} kernels: ${bytes.length} bytes of WebAssembly`);
}

await buildReport();

// The viewer is kept unless one of its sources has changed.
const dist = join(root, 'dist');
for (const name of existsSync(dist) ? readdirSync(dist) : [])
  if (name !== 'viewer') rmSync(join(dist, name), { recursive: true, force: true });
await buildViewer();
for (const project of ['tsconfig.json', 'tsconfig.cli.json']) {
  const tsc = spawnSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', join(root, project)], {
    stdio: 'inherit',
  });
  if (tsc.status !== 0) process.exit(tsc.status ?? 1);
}
await buildBench();
await bundleCommandLine(dist);
await bundleLibrary(dist);
