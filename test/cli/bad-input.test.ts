// Faulty files: status 2, one line that names the place and what to do, and no output.
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { writeMdd, writeObj, writePc2 } from '../../src/io.ts';
import { Builder } from '../io/gltf/gltf-samples.ts';
import { ballFrames, Folder, fault, graze, plyOf } from './command.ts';

const folder = new Folder();
const { mesh, frames } = ballFrames([0, 0.2]);
const [a, b] = frames.map((frame, i) => folder.put(`good${i}.ply`, plyOf(mesh, frame)));
const { triangles } = mesh;

/** Faults of a file: the line starts with its name. */
function faultOf(file: string, ...args: readonly string[]): string {
  const line = fault('check', ...args);
  expect(line.slice(0, file.length + 2)).toBe(`${file}: `);
  return line.slice(file.length + 2);
}

function fewer(count: number): Float64Array {
  return frames[0].slice(0, -3 * count);
}

describe('files', () => {
  const ply = plyOf(mesh, frames[1]);
  const nan = frames[1].slice();
  const text = writeObj({ positions: nan, triangles });

  it('that is missing', () => {
    const file = folder.at('missing.ply');
    for (const args of [[a, file], [file, a], [file]])
      expect(faultOf(file, ...args)).toBe('there is no such file; check its name and folder.');
    expect(fault('check', folder.at('missing*.ply'))).toBe(
      `${folder.at('missing*.ply')}: no file has such a name; check the pattern.`,
    );
    expect(fault('check', folder.at('none/*.ply'))).toBe(
      `${folder.at('none')}: there is no such file; check its name and folder.`,
    );
  });

  it('that is a directory', () => {
    const expected = 'it is a directory; name the files in it, such as DIR/*.ply.';
    expect(faultOf(folder.path, folder.path)).toBe(expected);
    expect(faultOf(folder.path, a, folder.path)).toBe(expected);
    for (const name of ['folder.pc2', 'folder.glb']) mkdirSync(folder.at(name));
    expect(faultOf(folder.at('folder.pc2'), a, folder.at('folder.pc2'))).toBe(expected);
    expect(faultOf(folder.at('folder.glb'), folder.at('folder.glb'))).toBe(expected);
  });

  it.each(['ply', 'obj', 'stl', 'off', 'pc2', 'mdd', 'glb', 'gltf', ''])('that is empty: .%s', (extension) => {
    const file = folder.put(extension ? `empty.${extension}` : 'empty', '');
    const line = extension === 'glb' || extension === 'gltf' ? faultOf(file, file) : faultOf(file, a, file);
    expect(line).toMatch(
      /(found (an empty file|nothing|the end of the file).*; export the file again\.|0 vertices.*; all frames must have the same vertices and triangles\.)$/,
    );
  });

  it('that is cut off', () => {
    const file = folder.put('cut.ply', ply.subarray(0, ply.length - 100));
    const expected = /^PLY byte \d+: expected .*, found .*; export the file again\.$/;
    expect(faultOf(file, a, file)).toMatch(expected);
    expect(faultOf(file, file, a)).toMatch(expected);
    const caches = { 'cut.pc2': writePc2(frames), 'cut.mdd': writeMdd(frames) };
    for (const [name, bytes] of Object.entries(caches)) {
      const cache = folder.put(name, bytes.subarray(0, bytes.length - 100));
      expect(faultOf(cache, a, cache)).toMatch(/ byte \d+: expected 2 frames of .*; export the file again\.$/);
    }
  });

  it('with another number of vertices', () => {
    const file = folder.put('more.ply', plyOf(mesh, Float64Array.of(...frames[1], 0, 0, 0)));
    expect(faultOf(file, a, b, file)).toBe(
      `it has ${mesh.vertexCount + 1} vertices, ${a} has ${mesh.vertexCount}; all frames must have the same vertices and triangles.`,
    );
  });

  it('with other triangles', () => {
    const turned = triangles.slice();
    [turned[30], turned[31]] = [turned[31], turned[30]];
    const all = 'all frames must have the same vertices and triangles.';
    const obj = (name: string, of: Uint32Array) => folder.put(name, writeObj({ positions: frames[1], triangles: of }));
    const file = obj('turned.obj', turned);
    expect(faultOf(file, a, file)).toBe(`triangle 10 differs from ${a}; ${all}`);
    const short = obj('short.obj', triangles.slice(3));
    expect(faultOf(short, a, short)).toBe(`triangle 0 differs from ${a}; ${all}`);
    const last = obj('last.obj', triangles.slice(0, -3));
    expect(faultOf(last, a, last)).toBe(`it has ${mesh.faceCount - 1} triangles, not those of ${a}; ${all}`);
  });

  it('with an extension that nobody knows', () => {
    const file = folder.put('scene.xyz', '0 0 0');
    expect(faultOf(file, a, file)).toBe(
      'unknown extension; OBJ, PLY, STL, OFF, glTF, GLB, Alembic (.abc), USD, PC2 and MDD can be read.',
    );
  });

  it('with a number that is none', () => {
    const place = ply.slice();
    new DataView(place.buffer).setFloat64(place.length - 13 * mesh.faceCount - 8, Number.NaN, true);
    const file = folder.put('nan.ply', place);
    expect(faultOf(file, a, file)).toMatch(
      /^PLY byte \d+: expected a finite number, found NaN; export the file again\.$/,
    );
    const obj = folder.put('nan.obj', text.replace(/^v \S+/, 'v nan'));
    expect(faultOf(obj, a, obj)).toMatch(/^OBJ line 1: expected .*; export the file again\.$/);
  });

  it('without faces', () => {
    const file = folder.put('points.obj', 'v 0 0 0\nv 1 0 0\nv 0 1 0\n');
    expect(faultOf(file, file, a)).toBe('there are no triangles in it; export it with its faces.');
    expect(fault('distance', a, file)).toBe(`${file}: there are no triangles in it; export it with its faces.`);
  });

  it('a cache of another mesh', () => {
    const cache = folder.put('other.pc2', writePc2([fewer(2), fewer(2)]));
    expect(faultOf(cache, a, cache)).toBe(
      `it moves ${mesh.vertexCount - 2} points, and ${a} has ${mesh.vertexCount} vertices; export both from the same mesh.`,
    );
    const alone = 'a point cache is checked with one base mesh: graze check MESH CACHE.';
    expect(faultOf(cache, cache)).toBe(alone);
    expect(faultOf(cache, a, b, cache)).toBe(alone);
  });

  it('a fault that a worker meets', () => {
    const cache = writePc2(Array.from({ length: 30 }, (_, i) => frames[i % 2]));
    new DataView(cache.buffer).setFloat32(cache.length - 4, Number.NaN, true);
    const file = folder.put('worker.pc2', cache);
    expect(faultOf(file, a, file, '--threads', '2')).toMatch(
      / expected a finite number, found NaN; export the file again\.$/,
    );
  });
});

describe('glTF', () => {
  it('without an animation, or with one moment, is a still scene', async () => {
    const builder = new Builder();
    const node = builder.cube();
    const still = folder.put('still.glb', await builder.glb());
    expect(graze('check', still)).toMatchObject({ status: 0, stderr: '' });
    expect(faultOf(still, still, '--clip', 'run')).toBe('there is no animation run; it has none.');
    builder.animate(node, 'translation', 'LINEAR', [0], [[0, 0, 1]]);
    const moment = folder.put('moment.glb', await builder.glb());
    expect(graze('check', moment)).toMatchObject({ status: 0, stderr: '' });
  });

  it('with something to choose', async () => {
    const builder = new Builder();
    builder.animate(
      builder.cube(),
      'translation',
      'LINEAR',
      [0, 1],
      [
        [0, 0, 0],
        [0, 0, 1],
      ],
    );
    const file = folder.put('moving.glb', await builder.glb());
    for (const clip of ['wave', '0']) expect(graze('check', file, '--clip', clip).status).toBe(0);
    expect(faultOf(file, file, '--clip', 'run')).toBe('there is no animation run; it has 0 "wave".');
    expect(faultOf(file, file, '--clip', '1')).toBe('there is no animation 1; it has 0 "wave".');
    expect(faultOf(file, file, '--rate', '1e9')).toBe(
      '--rate 1000000000 asks for 1000000000 steps; at most 10000000 are possible.',
    );
    expect(faultOf(file, file, a)).toBe(
      'a glTF file is an input of its own; give each input a name, such as body=body.glb dress=dress*.obj.',
    );
    expect(fault('distance', a, file)).toMatch(/it is an animation; here a mesh is needed, as OBJ, PLY, STL or OFF\.$/);
    expect(faultOf(a, a, b, '--rate', '24')).toBe('--rate is for glTF, Alembic and USD; leave it out.');
    expect(faultOf(a, a, b, '--clip', '0')).toBe('--clip is for glTF animations; leave it out.');
  });

  it('whose buffer is missing', async () => {
    const { json } = await builderWithMotion().parts();
    const file = folder.put('apart.gltf', JSON.stringify(json));
    expect(faultOf(file, file)).toMatch(/^it names .*: there is no such file; check its name and folder\.$/);
  });
});

function builderWithMotion(): Builder {
  const builder = new Builder();
  builder.animate(
    builder.cube(),
    'translation',
    'LINEAR',
    [0, 1],
    [
      [0, 0, 0],
      [0, 0, 1],
    ],
  );
  return builder;
}

describe('outputs', () => {
  it.each([
    ...['--json', '--csv', '--report', '--contacts'].map((option) => [option, []] as const),
    ['--baseline', ['--update-baseline']] as const,
  ])('%s that cannot be written', (option, more) => {
    const before = readdirSync(folder.path);
    const inNone = folder.at('none/out');
    expect(faultOf(inNone, a, b, option, inNone, ...more)).toBe(
      `there is no folder ${folder.at('none')}; name another file to write.`,
    );
    expect(faultOf(folder.path, a, b, option, folder.path, ...more)).toBe(
      'it is a directory; name another file to write.',
    );
    expect(faultOf(b, a, b, option, b, ...more)).toBe(
      'the same file is also read, or written by another option; name another file to write.',
    );
    const inFile = join(b, 'out');
    expect(faultOf(inFile, a, b, option, inFile, ...more)).toBe(`there is no folder ${b}; name another file to write.`);
    const tooLong = folder.at('x'.repeat(300));
    expect(faultOf(tooLong, a, b, option, tooLong, ...more)).toBe('its name is too long; choose a shorter one.');
    expect(readdirSync(folder.path)).toEqual(before);
  });

  it('--overlay that cannot be written, before the frames are read', () => {
    const before = readdirSync(folder.path);
    const missing = folder.at('missing.ply');
    const overlay = (path: string): string => faultOf(path, missing, missing, '--overlay', path);
    const otherFolder = 'is a file; name another folder to write, or a file that ends in .glb.';
    expect(overlay(b)).toBe(`${b} ${otherFolder}`);
    expect(overlay(join(b, 'deep', 'er'))).toBe(`${b} ${otherFolder}`);
    expect(overlay(folder.at('none/out.glb'))).toBe(
      `there is no folder ${folder.at('none')}; name another file to write.`,
    );
    expect(readdirSync(folder.path)).toEqual(before);
  });

  it.skipIf(process.getuid?.() === 0)('in a folder without permission', () => {
    const locked = folder.at('locked');
    mkdirSync(locked, { mode: 0o500 });
    for (const [option, path] of [
      ['--json', join(locked, 'out.json')],
      ['--overlay', join(locked, 'out.glb')],
      ['--overlay', locked],
      ['--overlay', join(locked, 'frames')],
    ])
      expect(faultOf(path, a, b, option, path)).toBe('no permission; choose another place or change its rights.');
  });

  it('the baseline that is read is not written', () => {
    const known = folder.put('known.json', '{}');
    expect(faultOf(known, a, b, '--baseline', known, '--json', known)).toMatch(/^the same file is also read/);
    expect(folder.text('known.json')).toBe('{}');
  });

  it('two in one file', () => {
    const out = folder.at('both');
    expect(faultOf(out, a, b, '--json', out, '--csv', out)).toMatch(/^the same file/);
    expect(existsSync(out)).toBe(false);
  });

  it('keep what was there where the frames are bad', () => {
    const out = folder.put('kept.json', 'kept');
    const file = folder.put('empty2.ply', '');
    faultOf(file, a, b, file, '--json', out, '--csv', folder.at('kept.csv'), '--report', folder.at('kept.html'));
    expect(folder.text('kept.json')).toBe('kept');
    expect(readdirSync(folder.path).filter((name) => /^kept\.(?!json$)|\.part/.test(name))).toEqual([]);
  });
});
