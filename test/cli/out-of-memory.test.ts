// A check that needs more memory than there is ends with a sentence and status 2, on any thread.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { memoryFault } from '../../src/cli/thread/memory-fault.ts';
import { writePc2, writePly } from '../../src/io.ts';
import { Folder, PROGRAM } from './command.ts';

const COUNT = 100_000;
const positions = Float64Array.from({ length: 9 * COUNT }, (_, i) => Math.floor(i / 9) + ((i * 7) % 5) / 10);
const triangles = Uint32Array.from({ length: 3 * COUNT }, (_, i) => i);

describe('a check out of memory', () => {
  it.each(['1', '2'])('ends with a sentence, --threads %s', (threads) => {
    const folder = new Folder();
    const base = folder.put('base.ply', writePly({ positions, triangles }));
    const frames = folder.put('frames.pc2', writePc2([positions, positions, positions, positions, positions]));
    const outputs = ['--json', folder.at('out.json'), '--contacts', folder.at('out.jsonl')];
    const before = readdirSync(folder.path);
    const environment = { NODE_OPTIONS: '--max-old-space-size=12 --max-semi-space-size=1' };
    const args = [PROGRAM, 'check', base, frames, '--threads', threads, ...outputs];
    const env = { ...process.env, ...environment };
    const { status, stderr, stdout } = spawnSync(process.execPath, args, { encoding: 'utf8', env });
    expect(stderr).toMatch(/^graze: the memory for JavaScript is full: .*NODE_OPTIONS=--max-old-space-size=MB\.\n$/);
    expect(stdout).toBe('');
    expect(status).toBe(2);
    expect(readdirSync(folder.path)).toEqual(before);
  });
});

describe('memoryFault', () => {
  const failures: [string, () => unknown][] = [
    ['an array', () => new Float64Array(2 ** 52)],
    ['a buffer', () => new ArrayBuffer(2 ** 52)],
    ['a kernel memory', () => new WebAssembly.Memory({ initial: 2 ** 30 })],
    ['a text', () => 'x'.repeat(2 ** 30)],
    ['a list', () => new Array(2 ** 32)],
  ];

  it.each(failures)('knows that %s was too large', (_name, fail) => {
    let thrown: unknown;
    try {
      fail();
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(RangeError);
    expect(memoryFault(thrown)).toMatch(/^there is not enough memory \(.+\): take fewer frames .*\.$/);
  });

  it('takes no bug for it', () => {
    expect(memoryFault(new TypeError('allocation failed'))).toBeNull();
    expect(memoryFault(new RangeError('maxTests must be a whole number'))).toBeNull();
    expect(memoryFault(new RangeError('Maximum call stack size exceeded'))).toBeNull();
    expect(memoryFault('text')).toBeNull();
  });
});
