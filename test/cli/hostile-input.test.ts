// Input that was made to break a check: names, numbers, patterns and links end in an answer, or in one
// clear line.
import { spawn } from 'node:child_process';
import { readFileSync, symlinkSync, truncateSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { diskFiles } from '../../src/cli/disk-files.ts';
import { expandPatterns, parseInputs } from '../../src/cli/frame-patterns.ts';
import { shortName } from '../../src/cli/text/short-name.ts';
import { fitsPattern } from '../../src/cli/text/wildcard.ts';
import { seededRandom } from '../../src/core/math/random.ts';
import { FileError, readPc2, writePc2, writePly } from '../../src/io.ts';
import { Folder, fault, graze, PROGRAM } from './command.ts';

/** Tetrahedra that go through one another, one per name, as OBJ. */
function tetrahedra(names: readonly string[], lift = 0, scale = 1): string {
  const corners = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0.2, 0.2, 1];
  const faces = [1, 3, 2, 1, 2, 4, 2, 3, 4, 3, 1, 4];
  const lines = names.flatMap((name, i) => [
    `o ${name}`,
    ...[0, 3, 6, 9].map((k) => {
      const [x, y, z] = [corners[k] + i / 8, corners[k + 1], corners[k + 2] + lift];
      return `v ${x * scale} ${y * scale} ${z * scale}`;
    }),
    ...[0, 3, 6, 9].map((k) => `f ${[0, 1, 2].map((j) => faces[k + j] + 4 * i).join(' ')}`),
  ]);
  return `${lines.join('\n')}\n`;
}

const folder = new Folder();

describe('names', () => {
  const names = [
    '=HYPERLINK("http://x")',
    '</script><script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '__proto__',
  ];
  const [a, b] = [0, 0.1].map((lift, i) => folder.put(`n${i}.obj`, tetrahedra([...names, 'constructor'], lift)));

  it('are no formula in CSV, and no markup in a report', () => {
    const [csv, report] = [folder.at('n.csv'), folder.at('n.html')];
    expect(graze('check', a, b, '--csv', csv, '--report', report).status).toBe(1);
    const cells = folder.text('n.csv');
    expect(cells).toContain(`"'=HYPERLINK(""http://x"")"`);
    expect(cells).not.toMatch(/(^|,)"?[=+\-@]\D/m);
    const page = folder.text('n.html');
    expect(page).not.toContain('<script>alert');
    expect(page).not.toContain('<img src=x');
    expect(page).toContain('\\u003c/script>\\u003cscript>alert(1)\\u003c/script>');
  });

  it('of the language are names like others', () => {
    expect(graze('check', a, b, '--pairs', '__proto__:constructor').stdout).toMatch(
      /__proto__ goes through constructor/,
    );
    const base = folder.at('base.json');
    expect(graze('check', a, b, '--baseline', base, '--update-baseline').status).toBe(0);
    expect(graze('check', a, b, '--baseline', base).status).toBe(0);
  });

  it('of any length leave the rest of a line to be read', () => {
    const long = Array.from({ length: 12 }, (_, i) => `${'x'.repeat(100_000)}${i}`);
    const inputs = [0, 0.1].map((lift, i) => folder.put(`l${i}.obj`, tetrahedra(long, lift)));
    const { status, stdout } = graze('check', ...inputs);
    expect(status).toBe(1);
    expect(stdout).toMatch(/^x+…x+\d+ – x+…x+\d+ +crossing /m);
    expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThan(600);
  });

  it('are shortened by characters, and stay themselves if they are short', () => {
    expect(shortName('/cloth/clothShape')).toBe('/cloth/clothShape');
    expect(shortName('é'.repeat(96))).toBe('é'.repeat(96));
    const short = shortName(`begin${'🙂'.repeat(200)}end`);
    expect(short).toMatch(/^begin(🙂)+…(🙂)+end$/u);
    expect(Array.from(short).length).toBe(95);
  });
});

describe('numbers', () => {
  it.each([1e155, 1e300, 1e-310])('of a file may be as far out as %d', (scale) => {
    const inputs = [0, 0.1].map((lift, i) => folder.put(`s${i}.obj`, tetrahedra(['a', 'b'], lift, scale)));
    const { status, stdout } = graze('check', ...inputs, '--report', folder.at('s.html'));
    expect(stdout).toMatch(/^1 clash.*: a goes through b /);
    expect(status).toBe(1);
  });

  it('beyond that are refused with the vertex', () => {
    const inputs = [0, 0.1].map((lift, i) => folder.put(`t${i}.obj`, tetrahedra(['a', 'b'], lift, 1.5e308)));
    expect(fault('check', ...inputs)).toBe(
      'frame 0: Vertex 1 has a coordinate of 1.5e+308; clashes are found up to 2^1000.',
    );
  });

  it.each(['1e308', '1e16', '0', '-1', '9007199254740992', '1e400'])('of an option are checked: %s', (number) => {
    for (const option of ['--max-contacts', '--threads'])
      expect(fault('check', 'a.ply', option, number)).toContain('from 1 to 9007199254740991');
  });

  it.skipIf(process.platform !== 'linux')('of threads that nobody has start no more than are of use', async () => {
    const positions = Float64Array.from([0, 0, 0, 1, 0, 0, 0, 1, 0]);
    const base = folder.put('one.ply', writePly({ positions, triangles: [0, 1, 2] }));
    const cache = folder.put('one.pc2', writePc2(Array.from({ length: 400 }, () => positions)));
    const child = spawn(process.execPath, [PROGRAM, 'check', base, cache, '--threads', '1000000']);
    let most = 0;
    const watch = setInterval(() => {
      try {
        const [, threads] = /Threads:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8')) ?? [];
        most = Math.max(most, Number(threads));
      } catch {
        // It has ended.
      }
    }, 5);
    expect(await new Promise((resolve) => child.on('exit', resolve))).toBe(0);
    clearInterval(watch);
    // 16 threads of the check, the main thread, and those of Node.
    expect(most).toBeGreaterThan(10);
    expect(most).toBeLessThan(60);
  });
});

describe('faces in one place', () => {
  const count = 200;
  const at = (lift: number) =>
    Float64Array.from({ length: 9 * count }, (_, i) => [0, 0, 0, 1, 0, 0, 0, 1, lift][i % 9]);
  const triangles = Uint32Array.from({ length: 3 * count }, (_, i) => i);
  const [a, b] = [0, 1].map((lift) => folder.put(`p${lift}.ply`, writePly({ positions: at(lift), triangles })));

  it('end a check by --max-tests, with the place', () => {
    const told = (place: string, most: string) =>
      `${place}: there are more than ${most} pairs to test; see whether many faces are in one place, or raise --max-tests.`;
    // 19,900 pairs of faces touch in each frame; the step tests 15 pairs of features of each.
    for (const threads of ['1', '2']) {
      expect(fault('check', a, b, '--threads', threads, '--max-tests', '10000')).toBe(told('frame 0', '10,000'));
      expect(fault('check', a, b, '--threads', threads, '--max-tests', '100000')).toBe(told('step 0 to 1', '100,000'));
    }
    expect(graze('check', a, b, '--max-tests', '1000000').status).toBe(1);
  });
});

describe('patterns', () => {
  it('mean what a regular expression would, which names cannot make slow', () => {
    const random = seededRandom(1);
    const text = (letters: string): string =>
      Array.from({ length: random.below(7) }, () => letters[random.below(letters.length)]).join('');
    let fitting = 0;
    for (let i = 0; i < 20_000; i++) {
      const [name, pattern] = [text('ab'), text('ab*?')];
      const whole = new RegExp(`^${pattern.replaceAll('*', '.*').replaceAll('?', '.')}$`, 's');
      expect(fitsPattern(name, pattern, '?'), `${name} ${pattern}`).toBe(whole.test(name));
      if (fitsPattern(name, pattern, '?')) fitting++;
    }
    expect(fitting).toBeGreaterThan(1000);
    expect(fitsPattern('a'.repeat(250), `${'*a'.repeat(40)}*b`)).toBe(false);
    expect(fitsPattern('a?c', 'a?c')).toBe(true);
    expect(fitsPattern('abc', 'a?c')).toBe(false);
  });

  it('find names with line breaks', () => {
    const inside = new Folder();
    const odd = inside.put('a\nb.ply', '');
    expect(expandPatterns([inside.at('*.ply')])).toEqual([odd]);
    expect(expandPatterns([inside.at('a?b.ply')])).toEqual([odd]);
  });

  it('may stand for many files', () => {
    const many = Array.from({ length: 300_000 }, (_, i) => `${i}.ply`);
    expect(parseInputs(many)).toEqual([{ name: undefined, files: many }]);
  });
});

describe('files', () => {
  it.skipIf(process.platform === 'win32')('that are links to one another end in a line', () => {
    const inside = new Folder();
    symlinkSync('b.ply', inside.at('a.ply'));
    symlinkSync('a.ply', inside.at('b.ply'));
    const good = [0, 0.1].map((lift, i) => inside.put(`${i}.obj`, tetrahedra(['a'], lift)));
    expect(fault('check', inside.at('a.ply'), good[0])).toMatch(/a\.ply: .*too many symbolic links/);
    for (const option of ['--json', '--report', '--csv', '--contacts', '--overlay'])
      expect(fault('check', ...good, option, inside.at('a.ply'))).toMatch(/a\.ply: .*too many symbolic links/);
  });

  it('that shrink while they are read end in a FileError', () => {
    const frames = [0, 1].map((x) => new Float64Array(300).fill(x));
    const path = folder.put('shrinking.pc2', writePc2(frames));
    const cache = readPc2(diskFiles.open(path));
    const positions = new Float64Array(300);
    cache.positions(1, positions);
    truncateSync(path, 1500);
    expect(() => cache.positions(1, positions)).toThrow(FileError);
    cache.positions(0, positions);
    truncateSync(path, 0);
    expect(() => cache.positions(0, positions)).toThrow(FileError);
  });
});
