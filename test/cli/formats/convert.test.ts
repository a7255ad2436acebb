// `graze convert`: round trips through every format, what is told, and what is refused.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { pointCacheFrom, readGltfScene, readMdd, readPc2, readPly } from '../../../src/io.ts';
import { cube, inTriangles, type Shape } from '../../check/scene/hand-made-scene.ts';
import { Folder, fault, graze } from '../command.ts';
import { framePaths, objObjects } from './obj-frames.ts';
import { usdaScene } from './usda-scene.ts';

const folder = new Folder();
const FRAMES = [0, 1, 2, 3];

/** Positions that single precision holds, and that do not lie on a straight path. */
const shaken = (i: number): Shape => {
  const { points, faces } = cube(Math.fround(0.1 + i * i * 0.3), Math.fround(-0.7 * i));
  return { points: points.map((point) => point.map(Math.fround)), faces };
};
const OBJECTS = {
  moving: FRAMES.map(shaken),
  still: FRAMES.map(() => cube(5)),
  blinking: [null, cube(9), null, cube(9.5)],
};
const scene = folder.put('scene.usda', usdaScene(OBJECTS));
const growing = folder.put(
  'growing.usda',
  usdaScene({ fluid: [cube(0), inTriangles(cube(0))], box: [cube(3), cube(3)] }),
);

function converted(...args: readonly string[]): string {
  const { status, stdout, stderr } = graze('convert', ...args);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return stdout;
}

/** All coordinates of a frame of the scene, hidden objects included. */
const allAt = (i: number): number[] =>
  [shaken(i), cube(5), i === 3 ? cube(9.5) : cube(9)].flatMap(({ points }) => points.flat());

describe('a folder of OBJ', () => {
  it('has the objects that each frame shows, with polygons', () => {
    const stdout = converted(scene, folder.at('obj'), '--format', 'obj');
    expect(stdout).toContain('Wrote 4 frames of 24 vertices');
    const paths = framePaths(folder.at('obj'));
    expect(paths.map((path) => path.slice(-8))).toEqual(['0000.obj', '0001.obj', '0002.obj', '0003.obj']);
    paths.forEach((path, i) => {
      const objects = objObjects(path);
      const shown = ['/moving', '/still', ...(i % 2 === 1 ? ['/blinking'] : [])];
      expect([...objects.keys()]).toEqual(shown);
      expect(objects.get('/moving')).toEqual({ positions: shaken(i).points.flat(), faces: cube(0).faces });
      expect(objects.get('/still')?.faces).toEqual(cube(0).faces);
    });
  });

  it('keeps every digit of double precision', () => {
    const points = [
      [0.1, 1 / 3, 1e-300],
      [123456789.12345679, 0.2, 0],
      [0, 5e-324, 1],
    ];
    const path = folder.put(
      'digits.usda',
      usdaScene({ a: [{ points, faces: [[0, 1, 2]] }] }).replace('point3f', 'point3d'),
    );
    converted(path, folder.at('digits'), '--format', 'obj');
    const { positions = [] } = objObjects(folder.at('digits/0000.obj')).get('/a') ?? {};
    expect(positions).toEqual(points.flat());
    const read = converted(folder.at('digits/0000.obj'), folder.at('again'), '--format', 'obj');
    expect(read).toContain('Wrote 1 frame of 3 vertices');
    expect(objObjects(folder.at('again/0000.obj')).get('/a')?.positions).toEqual(positions);
  });

  it('has other faces in every frame where the source has', () => {
    converted(growing, folder.at('growing'), '--format', 'obj');
    const [first, second] = framePaths(folder.at('growing')).map(
      (path) => objObjects(path).get('/fluid')?.faces.length,
    );
    expect([first, second]).toEqual([6, 12]);
  });

  it('has chosen frames, or more samples', () => {
    converted(scene, folder.at('some'), '--format', 'obj', '--frames', '1,3');
    expect(objObjects(folder.at('some/0001.obj')).get('/blinking')?.positions[0]).toBe(9.5);
    expect(readdirSync(folder.at('some'))).toHaveLength(2);
    converted(scene, folder.at('more'), '--format', 'obj', '--rate', '2');
    expect(readdirSync(folder.at('more'))).toHaveLength(7);
  });

  it('can be checked, and clashes as its source does', () => {
    const crossing = { a: FRAMES.map(() => cube(0)), b: FRAMES.map((i) => cube(2 - 0.5 * i, 0.2, 0.2)) };
    const source = folder.put('crossing.usda', usdaScene(crossing));
    converted(source, folder.at('crossing'), '--format', 'obj');
    const [one, other] = [folder.check(source), folder.check(folder.at('crossing/*.obj'))];
    expect(other.clashes).toEqual(one.clashes);
    expect(other.clashes).toHaveLength(1);
  });
});

describe('a folder of PLY', () => {
  it('has the shown objects side by side', () => {
    const stdout = converted(scene, folder.at('ply'), '--format', 'ply');
    expect(stdout).toContain('PLY holds no names');
    const { positions, vertexCount, triangles } = readPly(readFileSync(folder.at('ply/0001.ply')));
    expect([vertexCount, triangles.length]).toEqual([24, 108]);
    expect([...positions]).toEqual(allAt(1));
    expect(readPly(readFileSync(folder.at('ply/0002.ply'))).vertexCount).toBe(16);
  });
});

describe('point caches', () => {
  it.each(['pc2', 'mdd'])('%s: hold all vertices, bit for bit', (format) => {
    const path = folder.at(`scene.${format}`);
    const stdout = converted(scene, path);
    expect(stdout).toContain(`Wrote ${path}: 4 frames of 24 vertices.`);
    expect(stdout).toContain('vertices 8 to 15: /still');
    expect(stdout).toContain('A point cache hides nothing: /blinking');
    expect(stdout).not.toContain('rounded');
    const cache = pointCacheFrom(readFileSync(path), path);
    const out = new Float64Array(72);
    for (const i of FRAMES) {
      cache.positions(i, out);
      expect([...out]).toEqual(allAt(i === 2 ? 2 : i));
    }
  });

  it('have the times of the source, where the format holds times', () => {
    converted(scene, folder.at('times.mdd'), '--frames', '1,3');
    const mdd = readMdd(readFileSync(folder.at('times.mdd')));
    expect([mdd.time(0), mdd.time(1)]).toEqual([1, 3]);
    expect(converted(scene, folder.at('times.pc2'))).toContain('PC2 holds no times');
    expect(readPc2(readFileSync(folder.at('times.pc2'))).time(2)).toBe(2);
  });

  it('come back as frames of the base mesh', () => {
    const base = folder.put('base.usda', usdaScene({ a: FRAMES.map(shaken) }));
    converted(base, folder.at('a.pc2'));
    converted(base, folder.at('base'), '--format', 'obj', '--frames', '0');
    converted(folder.at('base/0000.obj'), folder.at('a.pc2'), folder.at('back'), '--format', 'obj');
    framePaths(folder.at('back')).forEach((path, i) => {
      expect(objObjects(path).get('/a')?.positions).toEqual(shaken(i).points.flat());
    });
    converted(folder.at('base/0000.obj'), folder.at('a.pc2'), folder.at('b.mdd'));
    converted(folder.at('base/0000.obj'), folder.at('b.mdd'), folder.at('c.pc2'));
    expect(readFileSync(folder.at('c.pc2')).equals(readFileSync(folder.at('a.pc2')))).toBe(true);
  });

  it('say how much was rounded', () => {
    const tenths = {
      points: [
        [0.1, 0, 0],
        [1, 0, 0],
        [0, 1, 0],
      ],
      faces: [[0, 1, 2]],
    };
    const path = folder.put(
      'tenths.obj',
      tenths.points
        .map((point) => `v ${point.join(' ')}\n`)
        .join('')
        .concat('f 1 2 3\n'),
    );
    expect(converted(path, folder.at('tenths.pc2'))).toContain(
      'Positions are rounded to single precision, by at most 1.5e-9.',
    );
  });
});

describe('GLB', () => {
  it('holds every frame bit for bit, and hides what is hidden', async () => {
    converted(scene, folder.at('scene.glb'));
    const read = await readGltfScene(readFileSync(folder.at('scene.glb')));
    expect(read.times).toEqual(FRAMES);
    expect(read.objects.map(({ name }) => name)).toEqual(['/moving', '/still', '/blinking']);
    const [moving, , blinking] = read.objects;
    const out = new Float64Array(24);
    for (const i of FRAMES) {
      moving.positions(i, out);
      expect([...out]).toEqual(shaken(i).points.flat());
      expect(blinking.isShown(i)).toBe(i % 2 === 1);
    }
    // Between two frames vertices go straight.
    moving.positions(0.5, out);
    expect(out[0]).toBeCloseTo((shaken(0).points[0][0] + shaken(1).points[0][0]) / 2, 7);
  });

  it('clashes as its source does', () => {
    const crossing = {
      a: FRAMES.map(() => cube(0)),
      b: FRAMES.map((i) => (i === 1 ? null : cube(2 - 0.5 * i, 0.25, 0.25))),
    };
    const source = folder.put('crossing2.usda', usdaScene(crossing));
    converted(source, folder.at('crossing2.glb'));
    const [one, other] = [folder.check(source), folder.check(folder.at('crossing2.glb'))];
    expect(other.clashes).toEqual(one.clashes);
    expect(other.unchecked).toEqual(one.unchecked);
    expect(other.clashes).toHaveLength(1);
  });

  it('is in metres with y up, by a node above all others', async () => {
    const text = usdaScene({ a: FRAMES.map(shaken) })
      .replace('metersPerUnit = 1', 'metersPerUnit = 0.5')
      .replace('"Y"', '"Z"');
    converted(folder.put('halves.usda', text), folder.at('halves.glb'));
    const { objects } = await readGltfScene(readFileSync(folder.at('halves.glb')));
    const out = new Float64Array(24);
    objects[0].positions(1, out);
    const [x, y, z] = shaken(1).points[7];
    expect([...out.subarray(21)]).toEqual([x / 2, z / 2, -y / 2]);
  });

  it('of one frame is still', async () => {
    converted(scene, folder.at('still.glb'), '--frames', '0');
    const { times, objects } = await readGltfScene(readFileSync(folder.at('still.glb')));
    expect(times).toEqual([0]);
    expect(objects.map(({ name }) => name)).toEqual(['/moving', '/still']);
  });

  it('of a sequence of meshes has 24 frames a second', async () => {
    const names = FRAMES.map((i) => folder.put(`mesh${i}.obj`, `v ${i} 0 0\nv 0 1 0\nv 0 0 1\nf 1 2 3\n`));
    converted(...names, folder.at('mesh.glb'));
    const { times } = await readGltfScene(readFileSync(folder.at('mesh.glb')));
    expect(times.map((time) => Math.round(time * 24))).toEqual(FRAMES);
  });
});

describe('--json', () => {
  it('has times, objects and what people read', () => {
    const stdout = converted(scene, folder.at('json'), '--format', 'obj', '--frames', '0-2', '--json', '-');
    expect(JSON.parse(stdout)).toEqual({
      ...{ version: 1, input: scene, output: folder.at('json'), frames: 3, times: [0, 1, 2] },
      objects: [
        { name: '/moving', firstVertex: 0, vertices: 8, hidden: [] },
        { name: '/still', firstVertex: 8, vertices: 8, hidden: [] },
        { name: '/blinking', firstVertex: 16, vertices: 8, hidden: [0, 2] },
      ],
      notes: [`Wrote 3 frames of 24 vertices: ${folder.at('json/0000.obj')} to 0002.obj.`],
    });
    const text = converted(scene, folder.at('json.mdd'), '--json', folder.at('convert.json'));
    expect(text).toContain(JSON.parse(folder.text('convert.json')).notes[0]);
    expect(fault('convert', scene, folder.at('json.mdd'), '--json', scene)).toMatch(/the same file is also read/);
  });
});

describe('what is refused', () => {
  it('faces that change, where the format cannot hold them', () => {
    for (const [name, what] of [
      ['x.pc2', 'a point cache'],
      ['x.mdd', 'a point cache'],
      ['x.glb', 'GLB'],
    ]) {
      const line = fault('convert', growing, folder.at(name));
      expect(line).toBe(
        `${growing}: the faces of /fluid change, which ${what} cannot hold; write a folder of frames with --format obj.`,
      );
      expect(existsSync(folder.at(name))).toBe(false);
    }
  });

  it('an output that says no format', () => {
    expect(fault('convert', scene, folder.at('frames'))).toMatch(
      /: what is to be written\? Name a file that ends in \.pc2/,
    );
    expect(fault('convert', scene)).toMatch(/: name the input, then the output/);
  });

  it('outputs over inputs', () => {
    const cache = folder.at('over.pc2');
    converted(scene, cache);
    const mesh = folder.put('over.obj', 'v 0 0 0\n');
    expect(fault('convert', mesh, cache, cache)).toMatch(/the same file is also read/);
    converted(scene, folder.at('over'), '--format', 'obj');
    expect(fault('convert', folder.at('over/*.obj'), folder.at('over'), '--format', 'obj')).toMatch(
      /the same file is also read/,
    );
  });

  it('a folder with frames of something longer', () => {
    converted(scene, folder.at('long'), '--format', 'obj');
    const line = fault('convert', scene, folder.at('long'), '--format', 'obj', '--frames', '0-1');
    expect(line).toMatch(/0002\.obj: it is there already, and there is no such frame now/);
  });

  it('options that say nothing', () => {
    const mesh = folder.put('one.obj', 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n');
    expect(fault('convert', mesh, folder.at('o.pc2'), '--rate', '24')).toMatch(/--rate is for glTF, Alembic and USD/);
    expect(fault('convert', scene, folder.at('o.pc2'), '--clip', 'a')).toMatch(/--clip is for glTF animations/);
    expect(fault('convert', scene, folder.at('o.pc2'), '--frames', '9')).toMatch(/there is no frame 9/);
    expect(fault('convert', `a=${mesh}`, `b=${mesh}`, folder.at('o.pc2'))).toMatch(/convert one by one/);
  });

  it('formats that are not read, with the way out', () => {
    const fbx = folder.put('in.fbx', 'Kaydara');
    expect(fault('check', fbx)).toMatch(/FBX is not read; Blender converts it: blender -b --factory-startup .*in\.glb/);
    expect(fault('convert', fbx, folder.at('o.glb'))).toMatch(/FBX is not read/);
    for (const [extension, program] of [
      ['blend', 'Blender'],
      ['ma', 'Maya'],
      ['mb', 'Maya'],
      ['max', '3ds Max'],
      ['c4d', 'Cinema 4D'],
      ['hip', 'Houdini'],
    ]) {
      const path = folder.put(`project.${extension}`, 'x');
      expect(fault('check', path)).toBe(
        `${path}: a project of ${program} is not read; export it from there as Alembic (.abc) or glTF.`,
      );
    }
    const hdf5 = folder.put('old.abc', Buffer.from('\x89HDF\r\n\x1a\n0000000000', 'latin1'));
    expect(fault('check', hdf5)).toMatch(/old HDF5 flavour/);
    expect(fault('check', hdf5)).toMatch(/abcconvert -toOgawa in\.abc out\.abc/);
    expect(fault('check', folder.put('in.xyz', 'x'))).toMatch(/unknown extension; OBJ, PLY, .* Alembic \(\.abc\), USD/);
  });
});
