// Compiles an entry of src/core/kernels/assembly to WebAssembly and returns the bytes. The bulk kernels are AssemblyScript because V8's
// scalar minimum and maximum are slow and its SIMD is not. `boundPercent` scales every rounding bound of the certified
// stages: 100 is the product; the mutation test compiles 0 and 1 to see the corpus fail.
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const assembly = join(root, 'src/core/kernels/assembly');
const asc = join(dirname(createRequire(import.meta.url).resolve('assemblyscript/package.json')), 'bin/asc.js');
/** Every instance has a new memory, which is full of zeros. */
const memory = ['--importMemory', '--zeroFilledMemory'];
const flags = ['-O3', '--runtime', 'stub', '--noAssert', '--enable', 'simd', ...memory, '--use', 'abort='];
/** Compiled for size, too: 0.3 KB less in every bundle that has it, and no slower. docs/decisions/0009-bundle-size.md */
const SMALLER = ['mesh'];

/** @param {number} boundPercent @param {string} name of the entry @returns {Uint8Array} */
export function compileKernels(boundPercent = 100, name = 'mesh') {
  const out = join(tmpdir(), `graze-${name}-${process.pid}-${boundPercent}.wasm`);
  const args = [
    asc,
    join(assembly, `${name}.ts`),
    ...flags,
    ...(SMALLER.includes(name) ? ['--shrinkLevel', '1'] : []),
    '--use',
    `BOUND_PERCENT=${boundPercent}`,
    '--outFile',
    out,
  ];
  const run = spawnSync(process.execPath, args, { encoding: 'utf8', cwd: root });
  if (run.status !== 0) throw new Error(`asc failed:\n${run.stderr}${run.stdout}`);
  try {
    return readFileSync(out);
  } finally {
    rmSync(out, { force: true });
  }
}
