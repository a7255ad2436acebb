// Compiles one module of kernels to WebAssembly. Kernels are AssemblyScript, in the `kernels`
// folder of the idea they serve; a module is an entry file that exports what TypeScript calls. They
// are AssemblyScript because V8's scalar minimum and maximum are slow and its SIMD is not.
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root of the repository. */
export const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/**
 * The modules and their entry files: one for each entry point that needs kernels, and `triangles`,
 * which several share.
 */
export const KERNEL_MODULES = {
  mesh: 'src/engine/kernels/mesh.ts',
  cloth: 'src/engine/cloth/kernels/cloth.ts',
  rigid: 'src/engine/rigid/kernels/rigid.ts',
  triangles: 'src/core/elementary/kernels/triangles.ts',
  clash: 'src/engine/clash/kernels/clash.ts',
  c2a: 'src/papers/c2a/kernels/c2a.ts',
  visibility: 'src/papers/quick-cullide/kernels/visibility.ts',
};

/** The compiler of AssemblyScript. */
const asc = join(dirname(createRequire(import.meta.url).resolve('assemblyscript/package.json')), 'bin/asc.js');
/** Every instance gets a new memory, which is full of zeros. */
const memory = ['--importMemory', '--zeroFilledMemory'];
// Warning 235 says that classes which an entry file re-exports are not exported by the module. They
// need not be.
const flags = [
  '-O3',
  '--runtime',
  'stub',
  '--noAssert',
  '--enable',
  'simd',
  ...memory,
  '--use',
  'abort=',
  '--disableWarning',
  '235',
];

/**
 * The bytes of a module. `boundPercent` scales every rounding bound of the certified stages. The
 * product has 100; the mutation test compiles 0 and 1 and expects the corpus to fail.
 * @param {number} boundPercent @param {keyof typeof KERNEL_MODULES} name @returns {Uint8Array}
 */
export function compileKernels(boundPercent = 100, name = 'mesh') {
  return compileFile(join(root, KERNEL_MODULES[name]), boundPercent);
}

/**
 * The bytes of the module with this entry file.
 * @param {string} entry @param {number} boundPercent @returns {Uint8Array}
 */
export function compileFile(entry, boundPercent = 100) {
  const out = join(tmpdir(), `graze-kernels-${process.pid}-${boundPercent}.wasm`);
  const args = [asc, entry, ...flags, '--use', `BOUND_PERCENT=${boundPercent}`, '--outFile', out];
  const run = spawnSync(process.execPath, args, { encoding: 'utf8', cwd: root });
  if (run.status !== 0) throw new Error(`asc failed:\n${run.stderr}${run.stdout}`);
  try {
    return readFileSync(out);
  } finally {
    rmSync(out, { force: true });
  }
}
