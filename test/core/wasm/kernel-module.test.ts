// What a user is told where the kernels cannot be compiled.
import { afterEach, expect, test, vi } from 'vitest';
import { type KernelBase, KernelModule } from '../../../src/core/wasm/kernel-module.ts';

afterEach(() => vi.unstubAllGlobals());

/** An engine that compiles no module of more bytes. */
function refuseBeyond(bytes: number, reason: string): void {
  class Module {
    constructor(source: Uint8Array) {
      if (source.byteLength > bytes) throw new WebAssembly.CompileError(reason);
    }
  }
  const { Memory, CompileError } = WebAssembly;
  vi.stubGlobal('WebAssembly', { Memory, CompileError, Module });
}

const instantiate = (): KernelBase =>
  new KernelModule(btoa('\0asm\x01\0\0\0 and more')).instantiate(new WebAssembly.Memory({ initial: 1 }));

test('a policy that forbids every module is named, with what to add to it', () => {
  refuseBeyond(0, 'blocked by CSP');
  expect(instantiate).toThrow(
    "The page's Content-Security-Policy forbids WebAssembly: add 'wasm-unsafe-eval' to its script-src.",
  );
});

test('an engine that fails at this module says why', () => {
  refuseBeyond(8, 'invalid opcode 0xfd');
  expect(instantiate).toThrow(/^This browser or engine cannot compile .* SIMD: invalid opcode 0xfd$/);
});
