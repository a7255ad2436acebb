// A check that needs more memory than there is ends with a sentence and status 2, on any thread.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { memoryFault } from '../../src/cli/thread/memory-fault.ts';
import { Folder, PROGRAM } from './command.ts';

/** Triangles far from one another, each an object: their names and lists fill the heap. */
const OBJECTS = Array.from({ length: 20_000 }, (_, i) => {
  const [x, y] = [2 * (i % 200), 2 * Math.floor(i / 200)];
  return `o p${i}\nv ${x} ${y} 0\nv ${x + 1} ${y} 0\nv ${x} ${y + 1} 1\nf -3 -2 -1\n`;
}).join('');
/** Enough to start, and to hold the file; the whole check takes more than 32. */
const HEAP_MB = 24;

describe('a check out of memory', () => {
  it.each(['1', '2'])('ends with a sentence, --threads %s', (threads) => {
    const folder = new Folder();
    const frames = [0, 1, 2, 3, 4].map((frame) => folder.put(`${frame}.obj`, OBJECTS));
    const outputs = ['--json', folder.at('out.json'), '--contacts', folder.at('out.jsonl')];
    const before = readdirSync(folder.path);
    const args = [PROGRAM, 'check', ...frames, '--threads', threads, ...outputs];
    const env = { ...process.env, NODE_OPTIONS: `--max-old-space-size=${HEAP_MB} --max-semi-space-size=1` };
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
