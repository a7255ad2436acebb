// `graze check` of scenes: one scene in all formats gives one result; objects that come, go and
// change their faces; threads.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { CheckJson, ClashJson } from '../../../src/check/check-result.ts';
import { cube, inTriangles, type Shape } from '../../check/scene/hand-made-scene.ts';
import { dataFolder } from '../../generate/data-folder.ts';
import { Folder, fault, graze } from '../command.ts';
import { usdaScene } from './usda-scene.ts';

const formats = join(dataFolder, 'formats');
const folder = new Folder();

interface Checked {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly json: CheckJson;
}

let count = 0;

function checked(path: string, ...options: readonly string[]): Checked {
  const file = folder.at(`${count++}.json`);
  const { status, stdout, stderr } = graze('check', path, '--json', file, ...options);
  return { status, stdout, stderr, json: JSON.parse(readFileSync(file, 'utf8')) };
}

function checkedScene(objects: Readonly<Record<string, readonly (Shape | null)[]>>, ...options: string[]): Checked {
  return checked(folder.put(`scene${count}.usda`, usdaScene(objects)), ...options);
}

/** A clash without what depends on the names in the file, the order of parts and the last digits. */
function essence({ a, b, kind, first, last, frames, atRest, firstTime, worst }: ClashJson) {
  const short = (name: string) =>
    name
      .split('/')
      .filter((part) => !/Shape$/.test(part))
      .at(-1);
  const digits = (value: number | null) => value && Number(value.toPrecision(4));
  return {
    parts: [short(a), short(b)].sort(),
    ...{ kind, first, last, frames, atRest, firstTime: digits(firstTime) },
    worst: { frame: worst.frame, method: worst.method, depth: digits(worst.depth) },
  };
}

describe.skipIf(!existsSync(formats))(`checks of ${formats}`, () => {
  const reference = existsSync(formats) ? checked(join(formats, 'scene.abc')) : null;
  const essenceOf = (clashes: readonly ClashJson[] = []) => clashes.map(essence);

  it.each([
    'scene_ops.abc',
    'scene_instances.abc',
    'scene.usda',
    'scene.usdc',
    'scene.usdz',
    'scene_trs.usdc',
    'scene_instances.usda',
    'scene_instances.usdc',
  ])('%s has the clashes of scene.abc', (file) => {
    const { status, json } = checked(join(formats, file));
    expect(status).toBe(1);
    expect(essenceOf(json.clashes)).toEqual(essenceOf(reference?.json.clashes));
    expect(json.clashes).toHaveLength(2);
    expect(json.unchecked).toEqual([
      { part: expect.stringContaining('appearing_box'), from: 4, to: 5, why: 'appears' },
    ]);
    expect(json.steps.map(({ contacts }) => contacts)).toEqual(reference?.json.steps.map(({ contacts }) => contacts));
  });

  // Blender writes no visibility into glTF: there the hidden box is one more part.
  it.each(['scene.glb', 'scene_merged.glb', 'scene_meshopt.glb', 'scene_draco.glb'])(
    '%s has them too, but for what Alembic hides',
    (file) => {
      const { json } = checked(join(formats, file));
      const shown = json.clashes.filter(({ a, b }) => a !== 'hidden_box' && b !== 'hidden_box');
      const rough = (clashes: readonly ClashJson[] = []) =>
        essenceOf(clashes).map(({ parts, kind, first, last, worst }) => [parts, kind, first, last, worst.frame]);
      expect(rough(shown)).toEqual(rough(reference?.json.clashes));
    },
  );

  it.each(['abc', 'usdc'])('scene_subframe.%s has its sub-frames', (extension) => {
    const { json } = checked(join(formats, `scene_subframe.${extension}`));
    expect(json.frames).toBe(23);
    expect(json.files[1]).toMatch(/@0\.0625$/);
    expect(essenceOf(json.clashes)).toEqual([
      expect.objectContaining({ parts: ['cloth', 'ngon_prism'], kind: 'crossing', first: 0, last: 3 }),
    ]);
  });

  it.each(['abc', 'usda', 'usdc'])('growing.%s cannot be checked between frames', (extension) => {
    const { status, stdout, stderr, json } = checked(join(formats, `growing.${extension}`));
    expect(status).toBe(2);
    expect(stdout).toContain('Between frames nothing could be checked');
    expect(stderr).toMatch(/^graze: .*growing.*: between frames nothing could be checked, .*\n$/);
    expect(json.steps).toEqual([]);
    expect(json.unchecked).toEqual([{ part: expect.stringContaining('growing'), from: 0, to: 7, why: 'other faces' }]);
  });

  it('visibility.gltf: the blinker is told twice', () => {
    const { json } = checked(join(formats, 'visibility.gltf'));
    expect(json.unchecked).toEqual([
      { part: 'blinker', from: 2, to: 3, why: 'appears' },
      { part: 'blinker', from: 6, to: 7, why: 'disappears' },
    ]);
  });

  it.each(['scene.abc', 'growing.abc', 'scene.usdc', 'visibility.gltf'])(
    '%s: two threads give the same bytes',
    (file) => {
      const outputs = ['1', '2'].map((threads) => {
        const names = ['json', 'csv', 'contacts', 'html'].map((name) => folder.at(`${file}.${threads}.${name}`));
        const [json, csv, contacts, report] = names;
        graze(
          'check',
          join(formats, file),
          '--threads',
          threads,
          '--json',
          json,
          '--csv',
          csv,
          '--contacts',
          contacts,
          '--report',
          report,
        );
        return names.slice(0, 3).map((name) => readFileSync(name, 'utf8'));
      });
      expect(outputs[0]).toEqual(outputs[1]);
    },
  );

  it('--rate samples between the frames, --frames takes some', () => {
    const path = join(formats, 'scene.abc');
    expect(checked(path, '--rate', '48').json.frames).toBe(23);
    expect(checked(path, '--frames', '5-9').json.clashes).toHaveLength(1);
  });

  it('is checked beside other inputs', () => {
    const { stderr } = graze('check', `a=${join(formats, 'scene.usdc')}`, `b=${join(formats, 'scene_subframe.usdc')}`);
    expect(stderr).toMatch(/a has 12 frames, b has 23 frames; .*--rate/);
    const { json } = checked(
      `a=${join(formats, 'scene.usdc')}`,
      `b=${join(formats, 'scene_subframe.usdc')}`,
      '--rate',
      '24',
    );
    // The same cloth twice, but for rounding: its transform is interpolated here.
    const pair = { a: 'a/root/cloth/clothShape', b: 'b/root/cloth/clothShape', first: 0, last: 11 };
    expect(json.clashes).toContainEqual(expect.objectContaining(pair));
  });
});

describe('objects that come and go', () => {
  const ball = cube(0.25, 0.25, 0.25, 0.5);

  it('a part that appears inside another is a clash of that frame', () => {
    const { status, json, stdout } = checkedScene({
      box: [cube(0), cube(0), cube(0), cube(0)],
      ball: [null, null, ball, ball],
    });
    expect(status).toBe(1);
    expect(json.clashes).toHaveLength(1);
    expect(json.clashes[0]).toMatchObject({ a: '/box', b: '/ball', kind: 'inside', first: 2, last: 3, firstTime: 2 });
    expect(json.unchecked).toEqual([{ part: '/ball', from: 1, to: 2, why: 'appears' }]);
    expect(stdout).toContain('Not checked: /ball from frame 1 to 2, because it appears.');
  });

  it('a part that is hidden takes part in nothing', () => {
    const moved = [0, 1, 2].map((i) => cube(3 * i - 3, 0.25, 0.25, 0.5));
    const objects = { wall: [cube(0), cube(0), cube(0)], ball: moved };
    expect(checkedScene(objects).json.clashes).toHaveLength(1);
    const hidden = checkedScene({ ...objects, ball: [moved[0], null, moved[2]] });
    expect(hidden.status).toBe(0);
    expect(hidden.json.clashes).toEqual([]);
    expect(hidden.json.unchecked.map(({ from, why }) => [from, why])).toEqual([
      [0, 'disappears'],
      [1, 'appears'],
    ]);
  });

  it('parts that never are in two frames in turn leave nothing to check', () => {
    const { status, json } = checkedScene({ a: [cube(0), null, cube(0)], b: [null, cube(3), null] });
    expect([status, json.steps.length]).toEqual([2, 0]);
    expect(json.unchecked).toHaveLength(4);
  });

  it('what appears across another part in one frame crosses it there', () => {
    const { json } = checkedScene({ wall: [cube(0), cube(0), cube(0)], ball: [null, cube(0.5), null] });
    expect(json.clashes[0]).toMatchObject({ kind: 'crossing', first: 1, last: 1, frames: 1, firstTime: 1 });
    expect(json.clashes).toHaveLength(1);
  });
});

describe('objects whose faces change', () => {
  const fluid = (x: number, i: number): Shape => (i % 2 === 0 ? cube(x) : inTriangles(cube(x)));
  const frames = [0, 1, 2, 3];

  it('are checked at every frame, and the others in every step', () => {
    const { status, json } = checkedScene({
      fluid: frames.map((i) => fluid(0, i)),
      ball: frames.map((i) => cube(2.5 - 0.6 * i, 0.1, 0.1)),
      passing: frames.map((i) => cube(5, 4 * i - 5, 0, 0.5)),
      wall: frames.map(() => cube(4.5, -1.2, -1, 1.5)),
    });
    expect(status).toBe(1);
    expect(json.clashes.map(({ a, b, kind, first, last, frames: all }) => [a, b, kind, first, last, all])).toEqual([
      ['/passing', '/wall', 'crossing', 1, 1, 1],
      ['/fluid', '/ball', 'crossing', 3, 3, 1],
    ]);
    expect(json.unchecked).toEqual([{ part: '/fluid', from: 0, to: 3, why: 'other faces' }]);
    expect(json.steps).toHaveLength(3);
  });

  it('have one clash with another part over all frames, whatever their numbers are', () => {
    const grown = (i: number): Shape => {
      const { points, faces } = cube(0);
      // One more corner at the front moves the numbers of all others.
      const front = Array.from({ length: i }, () => [9, 9, 9]);
      return { points: [...front, ...points], faces: faces.map((face) => face.map((v) => v + i)) };
    };
    const { json } = checkedScene({ fluid: frames.map(grown), ball: frames.map(() => cube(0.5)) });
    expect(json.clashes).toHaveLength(1);
    expect(json.clashes[0]).toMatchObject({ kind: 'crossing', first: 0, last: 3, frames: 4 });
    expect(json.steps).toHaveLength(3);
  });

  it('are written into report and overlay', () => {
    const objects = { fluid: frames.map((i) => fluid(0, i)), ball: frames.map((i) => cube(2.5 - 0.6 * i, 0.1, 0.1)) };
    const report = folder.at('fluid.html');
    const { status } = checkedScene(objects, '--report', report, '--overlay', folder.at('overlay'));
    expect(status).toBe(1);
    expect(readFileSync(report, 'utf8')).toContain('could not be checked in every step');
    expect(readFileSync(folder.at('overlay/0003.ply'), 'latin1')).toMatch(/element face 24\n/);
  });
});

describe('a glTF file whose positions overflow in a later frame', () => {
  const numbers = new Float32Array([
    0, 0, 0, 1, 0, 0, 0, 1, 0, /* times */ 0, 1, /* scales */ 1, 1, 1, 3e38, 3e38, 3e38,
  ]);
  const view = (byteOffset: number, byteLength: number) => ({ buffer: 0, byteOffset, byteLength });
  const accessor = (bufferView: number, count: number, type: string) => ({
    ...{ bufferView, count, type, componentType: 5126 },
    ...(type === 'VEC3' ? { min: [0, 0, 0], max: [3e38, 3e38, 3e38] } : { min: [0], max: [1] }),
  });
  const path = folder.put(
    'overflow.gltf',
    JSON.stringify({
      asset: { version: '2.0' },
      buffers: [{ byteLength: 68, uri: `data:;base64,${Buffer.from(numbers.buffer).toString('base64')}` }],
      bufferViews: [view(0, 36), view(36, 8), view(44, 24)],
      accessors: [accessor(0, 3, 'VEC3'), accessor(1, 2, 'SCALAR'), accessor(2, 2, 'VEC3')],
      meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
      nodes: [{ children: [1] }, { mesh: 0, scale: [1e300, 1e300, 1e300] }],
      scenes: [{ nodes: [0] }],
      animations: [
        { samplers: [{ input: 1, output: 2 }], channels: [{ sampler: 0, target: { node: 0, path: 'scale' } }] },
      ],
    }),
  );

  it('is told in one line', () => {
    expect(fault('check', path)).toMatch(/overflow\.gltf: glTF nodes\[1\]: expected finite positions, found/);
    expect(fault('convert', path, folder.at('overflow'), '--format', 'obj')).toMatch(
      /expected finite positions, found/,
    );
  });
});

describe('contacts of steps in which not all faces are', () => {
  it('name vertices and faces of the whole scene', () => {
    const falling = [0, 1].map((i) => cube(0, 1.5 - i));
    const path = folder.put(
      'falling.usda',
      usdaScene({ box: [cube(0), cube(0)], other: [cube(5), null], ball: falling }),
    );
    const contacts = folder.at('contacts.jsonl');
    graze('check', path, '--contacts', contacts);
    const [step] = readFileSync(contacts, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(step.vf.length + step.ee.length).toBeGreaterThan(0);
    // The vertices 8 to 15 and the faces 12 to 23 are those of the hidden object.
    for (const [v, f] of step.vf) {
      expect(v < 8 || v >= 16).toBe(true);
      expect(f < 12 || f >= 24).toBe(true);
    }
    expect(step.vf.some(([, f]: number[]) => f >= 24)).toBe(true);
  });
});
