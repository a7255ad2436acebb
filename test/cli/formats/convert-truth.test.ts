// Every file of the shared formats through `graze convert`: the frames that it writes against the
// truth of the scenes.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dataFolder } from '../../generate/data-folder.ts';
import { Folder, graze } from '../command.ts';
import { framePaths, type ObjFrameObject, objObjects } from './obj-frames.ts';

const formats = join(dataFolder, 'formats');
const MAX_ERROR = 1e-6;
const folder = new Folder();

interface TrueObject {
  readonly faces: readonly (readonly number[])[];
  readonly world: readonly (readonly number[])[];
  readonly visible?: readonly boolean[];
}
type TrueObjects = Readonly<Record<string, TrueObject>>;

const truthOf = (name: string) => JSON.parse(readFileSync(join(formats, name), 'utf8'));

/** The frames of a file as OBJ. */
function converted(file: string, ...options: readonly string[]): Map<string, ObjFrameObject>[] {
  const out = folder.at(`${file}.${options.length}.frames`);
  const { status, stderr } = graze('convert', join(formats, file), out, '--format', 'obj', ...options);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return framePaths(out).map(objObjects);
}

/** The object of the truth that a path names: `/root/inst_0/inst_0Shape` is inst_0. */
const trueName = (path: string): string => path.split('/').at(-2) ?? path;

function errorOf(positions: readonly number[], truth: readonly number[]): number {
  expect(positions.length).toBe(truth.length);
  return positions.reduce((most, x, i) => Math.max(most, Math.abs(x - truth[i])), 0);
}

function compare(frames: readonly Map<string, ObjFrameObject>[], truth: TrueObjects, nameOf = trueName): void {
  const [any] = Object.values(truth);
  expect(frames).toHaveLength(any.world.length);
  frames.forEach((objects, frame) => {
    const shown = Object.entries(truth).filter(([, { visible }]) => visible?.[frame] ?? true);
    expect([...objects.keys()].map(nameOf).sort()).toEqual(shown.map(([name]) => name).sort());
    for (const [path, { positions, faces }] of objects) {
      expect(errorOf(positions, truth[nameOf(path)].world[frame])).toBeLessThan(MAX_ERROR);
      expect(faces).toEqual(truth[nameOf(path)].faces);
    }
  });
}

/** The axes of glTF as those of the truth, which is Z up. */
const zUp = (x: readonly number[]): number[] =>
  Array.from({ length: x.length / 3 }, (_, v) => [x[3 * v], -x[3 * v + 2], x[3 * v + 1]]).flat();

function distance(p: readonly number[], at: number, q: readonly number[], other: number): number {
  return Math.hypot(p[at] - q[other], p[at + 1] - q[other + 1], p[at + 2] - q[other + 2]);
}

/** The largest distance of a point of one list to the other list. */
function farthest(p: readonly number[], q: readonly number[]): number {
  let most = 0;
  for (let i = 0; i < p.length; i += 3) {
    let least = Infinity;
    for (let k = 0; k < q.length; k += 3) least = Math.min(least, distance(p, i, q, k));
    most = Math.max(most, least);
  }
  return most;
}

/** Six times the volume inside faces that point outwards. */
function volume({ positions: x, faces }: ObjFrameObject): number {
  const at = (v: number) => x.slice(3 * v, 3 * v + 3);
  let sum = 0;
  for (const [first, ...rest] of faces)
    for (let i = 1; i < rest.length; i++) {
      const [a, b, c] = [at(first), at(rest[i - 1]), at(rest[i])];
      sum +=
        a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
    }
  return sum;
}

/** Objects with an inside, one of them mirrored: their faces point outwards. */
const SOLIDS = ['ngon_prism', 'appearing_box', 'inst_0', 'inst_3', 'mirrored'];

describe.skipIf(!existsSync(formats))(`conversions of ${formats}`, () => {
  const scene: TrueObjects = existsSync(formats) ? truthOf('scene.truth.json').objects : {};

  it.each([
    'scene.abc',
    'scene_ops.abc',
    'scene_instances.abc',
    'scene.usda',
    'scene.usdc',
    'scene.usdz',
    'scene_trs.usdc',
  ])('%s', (file) => compare(converted(file), scene));

  it.each(['scene_instances.usda', 'scene_instances.usdc'])('%s', (file) => compare(converted(file), scene));

  it.each(['scene_subframe.abc', 'scene_subframe_acyclic.abc', 'scene_subframe_cyclic.abc', 'scene_subframe.usdc'])(
    '%s',
    (file) => compare(converted(file), truthOf('scene_subframe.truth.json').objects),
  );

  it('scene_subframe.abc --frames 0-22:2 has every other frame', () => {
    const { objects } = truthOf('scene_subframe.truth.json');
    const half = (one: TrueObject): TrueObject => ({ ...one, world: one.world.filter((_, i) => i % 2 === 0) });
    compare(converted('scene_subframe.abc', '--frames', '0-22:2'), {
      cloth: half(objects.cloth),
      ngon_prism: half(objects.ngon_prism),
    });
  });

  it.each(['growing.abc', 'growing.usda', 'growing.usdc'])('%s: each frame has its own faces', (file) => {
    const { perFrame } = truthOf('growing.truth.json').objects.growing;
    const frames = converted(file);
    expect(frames).toHaveLength(perFrame.length);
    frames.forEach((objects, i) => {
      const [growing] = objects.values();
      expect(growing.faces).toEqual(perFrame[i].faces);
      expect(errorOf(growing.positions, perFrame[i].world)).toBeLessThan(MAX_ERROR);
    });
  });

  it.each([
    ['scene.glb', MAX_ERROR],
    ['scene_merged.glb', MAX_ERROR],
    ['scene_meshopt.glb', MAX_ERROR],
    ['scene_draco.glb', 4e-5],
  ])('%s: the same surface, though vertices are split', (file, most) => {
    const frames = converted(file);
    expect(frames).toHaveLength(12);
    frames.forEach((objects, frame) => {
      expect(objects.size).toBe(Object.keys(scene).length);
      for (const [name, object] of objects) {
        const truth = scene[name].world[frame];
        const points = zUp(object.positions);
        expect(farthest(points, truth)).toBeLessThan(most);
        expect(farthest(truth, points)).toBeLessThan(most);
        if (!SOLIDS.includes(name)) continue;
        const trueVolume = volume({ positions: [...truth], faces: scene[name].faces.map((face) => [...face]) });
        expect(volume({ ...object, positions: points }) / trueVolume).toBeCloseTo(1, 2);
      }
    });
  });

  it.each(['kick.abc', 'kick.usdc'])('%s: single precision comes out digit for digit', (file) => {
    const frames = converted(file, '--frames', '0');
    const bytes = readFileSync(join(formats, 'kick.frame0.f32'));
    const truth = new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
    const [kick] = frames[0].values();
    expect(kick.positions.every((x, i) => x === truth[i])).toBe(true);
    expect(kick.positions).toHaveLength(truth.length);
  });

  it('instancing.gltf: every instance is an object', () => {
    const truth = truthOf('instancing.truth.json');
    const frames = converted('instancing.gltf');
    expect(frames).toHaveLength(truth.frames);
    const paths = framePaths(folder.at('instancing.gltf.0.frames'));
    paths.forEach((path, frame) => {
      const text = readFileSync(path, 'utf8');
      const points = [...text.matchAll(/^v (\S+) (\S+) (\S+)$/gm)].map(([, ...x]) => x.map(Number));
      expect(text.match(/^o /gm)).toHaveLength(truth.instances);
      expect(farthest(points.flat(), truth.world[frame].flat())).toBeLessThan(MAX_ERROR);
      expect(farthest(truth.world[frame].flat(), points.flat())).toBeLessThan(MAX_ERROR);
    });
  });

  it('visibility.gltf: what is hidden is in no file', () => {
    const truth = truthOf('visibility.truth.json');
    const frames = converted('visibility.gltf');
    expect(frames.map((objects) => objects.has('blinker'))).toEqual(truth.blinkerVisible);
    frames.forEach((objects, frame) => {
      expect(errorOf(objects.get('mover')?.positions ?? [], truth.mover[frame])).toBeLessThan(MAX_ERROR);
      expect(objects.size).toBe(truth.blinkerVisible[frame] ? 2 : 1);
    });
  });

  it('pointer.gltf', () => {
    const truth = truthOf('pointer.truth.json');
    const frames = converted('pointer.gltf');
    frames.forEach((objects, frame) => {
      for (const name of ['mover', 'by_pointer'])
        expect(errorOf(objects.get(name)?.positions ?? [], truth[name][frame])).toBeLessThan(MAX_ERROR);
    });
  });
});
