// Files of strangers: what they name is read only beside them, what they are called cannot control
// a terminal, and what is written goes where links lead, and never over an input.
import { spawnSync } from 'node:child_process';
import { existsSync, linkSync, lstatSync, mkdirSync, openSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Folder, fault, graze, PROGRAM } from './command.ts';

const folder = new Folder();
const square = 'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\nf 1 2 3\nf 2 4 3\n';
const [a, b] = ['a.obj', 'b.obj'].map((name) => folder.put(name, square));
const check = (...args: string[]) => graze('check', '--threads', '1', ...args);

describe.skipIf(process.platform === 'win32')('outputs', () => {
  it('through a symbolic link go to the file that it leads to', () => {
    folder.put('real.json', 'old');
    symlinkSync('real.json', folder.at('link.json'));
    symlinkSync('new.json', folder.at('dangling.json'));
    for (const [link, real] of [
      ['link.json', 'real.json'],
      ['dangling.json', 'new.json'],
    ]) {
      expect(check(a, b, '--json', folder.at(link)).status).toBe(0);
      expect(lstatSync(folder.at(link)).isSymbolicLink()).toBe(true);
      expect(lstatSync(folder.at(real)).isSymbolicLink()).toBe(false);
      expect(JSON.parse(folder.text(real))).toMatchObject({ version: 2 });
    }
    expect(readdirSync(folder.path).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  it('are no input by another name', () => {
    symlinkSync(b, folder.at('link.obj'));
    linkSync(b, folder.at('hard.obj'));
    symlinkSync(folder.path, folder.at('here'));
    for (const other of ['link.obj', 'hard.obj', 'here/b.obj'])
      expect(fault('check', a, b, '--json', folder.at(other))).toContain('the same file is also read');
    expect(fault('check', a, b, '--json', folder.at('c'), '--csv', folder.at('here/c'))).toContain(
      'written by another option',
    );
    expect(readFileSync(b, 'utf8')).toBe(square);
  });

  it('may be devices and pipes, which stay', () => {
    const before = lstatSync('/dev/stdout');
    expect(check(a, b, '--json', '/dev/null', '--csv', '/dev/null').status).toBe(0);
    expect(lstatSync('/dev/null').isCharacterDevice()).toBe(true);
    const piped = check(a, b, '--json', '/dev/stdout');
    expect(piped.stdout).toContain('"version": 2');
    expect(piped.stdout).toContain('Nothing clashes');
    const file = openSync(folder.at('printed'), 'w');
    spawnSync(process.execPath, [PROGRAM, 'check', a, b, '--json', '/dev/stdout'], {
      stdio: ['ignore', file, 'inherit'],
    });
    expect(folder.text('printed')).toBe(piped.stdout);
    expect(lstatSync('/dev/stdout').ino).toBe(before.ino);
    const pipe = folder.at('pipe');
    spawnSync('mkfifo', [pipe]);
    const script = `cat "$1" > "$2" & "$3" "$4" check "$5" "$6" --json "$1"; wait`;
    spawnSync('sh', ['-c', script, 'sh', pipe, folder.at('read'), process.execPath, PROGRAM, a, b]);
    expect(JSON.parse(folder.text('read'))).toMatchObject({ version: 2 });
    expect(lstatSync(pipe).isFIFO()).toBe(true);
  });
});

describe.skipIf(process.platform === 'win32')('what a glTF names', () => {
  const positions = Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0);
  const gltf = (uri: string): string =>
    JSON.stringify({
      asset: { version: '2.0' },
      buffers: [{ uri, byteLength: positions.byteLength }],
      bufferViews: [{ buffer: 0, byteLength: positions.byteLength }],
      accessors: [{ bufferView: 0, componentType: 5126, count: 3, type: 'VEC3' }],
      meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
      nodes: [{ mesh: 0 }],
      scenes: [{ nodes: [0] }],
      scene: 0,
    });
  mkdirSync(folder.at('shot/below'), { recursive: true });
  const bytes = new Uint8Array(positions.buffer);
  folder.put('secret.bin', bytes);
  folder.put('shot/below/near.bin', bytes);
  symlinkSync('../secret.bin', folder.at('shot/link.bin'));
  symlinkSync('/dev/zero', folder.at('shot/zero.bin'));
  spawnSync('mkfifo', [folder.at('shot/pipe.bin')]);
  const shot = (uri: string): string => folder.put('shot/scene.gltf', gltf(uri));

  it('is read in its folder and below', () => {
    expect(check(shot('below/near.bin')).status).toBe(0);
    expect(check(shot('below/../below/near.bin')).status).toBe(0);
  });

  it.each(['../secret.bin', '%2e%2e/secret.bin', 'below/../../secret.bin', 'link.bin', 'zero.bin'])(
    'is not read outside: %s',
    (uri) => {
      expect(fault('check', shot(uri))).toMatch(/which is outside of its folder; --allow-outside allows that\.$/);
    },
  );

  it('may be anywhere if that is allowed, but no device and no pipe', () => {
    expect(check(shot('../secret.bin'), '--allow-outside').status).toBe(0);
    expect(check(shot('link.bin'), '--allow-outside').status).toBe(0);
    expect(fault('check', shot('zero.bin'), '--allow-outside')).toMatch(/names zero\.bin, which is no regular file\.$/);
    expect(fault('check', shot('pipe.bin'))).toMatch(/names pipe\.bin, which is no regular file\.$/);
  });

  it('that has no end is refused as an input, too', () => {
    expect(fault('check', a, '/dev/zero')).toBe('/dev/zero: it is a device; name a file, or a pipe.');
  });
});

/** All that may control a terminal, but line feeds. */
const CONTROL = /(?!\n)[\p{Cc}\u202a-\u202e]/u;

describe('names', () => {
  const name = '\u001b]0;title\u0007\u009b2J\u202eevil';
  const boxes = (at: number): string =>
    [name, 'other']
      .map((part, k) => `o ${part}\n${square.replaceAll(/v (\S+) (\S+) 0/g, (_, x, y) => `v ${x} ${y} ${k * at}`)}`)
      .join('')
      .replace(/other\n((?:v.*\n){4})f 1 2 3\nf 2 4 3/, 'other\n$1f 5 6 7\nf 6 8 7');
  const files = [folder.put('n0.obj', boxes(1)), folder.put('n1.obj', boxes(-1))];

  it('never control a terminal', () => {
    const { stdout, status } = check(...files);
    expect(status).toBe(1);
    expect(stdout).toContain('\\x1b]0;title\\x07\\x9b2J\\u202eevil');
    expect(stdout).not.toMatch(CONTROL);
  });

  it('nor do they in JSON and in messages, which keep their meaning', () => {
    const { stdout } = check(...files, '--json', '-');
    expect(stdout).not.toMatch(CONTROL);
    expect(JSON.parse(stdout).parts[0].name).toBe(name);
    expect(fault('check', '\u001b[2Jmissing.obj', a)).toBe(
      '\\x1b[2Jmissing.obj: there is no such file; check its name and folder.',
    );
    expect(existsSync(a)).toBe(true);
  });
});
