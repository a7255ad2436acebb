// Sequences of several inputs: frames side by side, still inputs, units, and every refusal.
import { describe, expect, it } from 'vitest';
import { openSequence } from '../../src/check/sequence.ts';
import type { Step } from '../../src/check/step.ts';
import { withIdsOf } from '../../src/check/with-ids-of.ts';
import { writePc2, writePly } from '../../src/io.ts';
import { Builder } from '../io/gltf/gltf-samples.ts';
import { type Files, filesOf, open, refusal, tetrahedron } from './memory-files.ts';

/** Three frames of a dress, one and three of a body, two of a hat. */
const FRAMES: Files = {
  ...Object.fromEntries([0, 1, 2].map((i) => [`dress${i}.obj`, tetrahedron(i)])),
  ...Object.fromEntries([0, 1, 2].map((i) => [`body${i}.obj`, tetrahedron(10 + i)])),
  'hat.obj': tetrahedron(-7),
  'tiny.obj': tetrahedron(0, { size: 0.01 }),
};
const dress = ['dress0.obj', 'dress1.obj', 'dress2.obj'];
const body = ['body0.obj', 'body1.obj', 'body2.obj'];

async function glb(times: readonly number[] | null): Promise<Uint8Array> {
  const builder = new Builder();
  const node = builder.cube().setName('cube');
  const places = times?.map((time) => [0, 10 * time, 0]);
  if (times && places) builder.animate(node, 'translation', 'LINEAR', times, places);
  return builder.glb();
}

/** The x coordinates of the first vertex of each tetrahedron. */
const firstX = (x: Float64Array): number[] => Array.from({ length: x.length / 12 }, (_, i) => x[12 * i]);

describe('several inputs', () => {
  it('have frame i of every input as frame i', async () => {
    const sequence = await open({ dress, body }, FRAMES);
    expect(sequence).toMatchObject({ frameCount: 3, unit: 'm', up: 'y', droppedFaces: 0, notes: [] });
    expect([sequence.mesh.vertexCount, sequence.mesh.faceCount]).toEqual([8, 8]);
    expect(Math.min(...sequence.mesh.triangles.subarray(12))).toBe(4);
    for (const i of [2, 0, 1]) expect(firstX(await sequence.read(i))).toEqual([i, 10 + i]);
    expect([0, 1, 2].map(sequence.nameOf)).toEqual(dress);
    expect(sequence.paths).toBe('every vertex moves in a straight line from one frame to the next');
  });

  it('are read into the memory that is given', async () => {
    const sequence = await open({ dress, body }, FRAMES);
    const room = new Float64Array(24);
    expect(await sequence.read(1, room)).toBe(room);
    expect(firstX(room)).toEqual([1, 11]);
  });

  it('are read from PLY files, into the same memory again and again', async () => {
    const triangles = [0, 1, 2];
    const files = Object.fromEntries(
      ['a', 'b'].flatMap((name, k) =>
        [0, 1, 2].map((i) => [`${name}${i}.ply`, writePly({ positions: [k, i, 0, 1, i, 0, 0, 1, 0], triangles })]),
      ),
    );
    const sequence = await open({ a: ['a0.ply', 'a1.ply', 'a2.ply'], b: ['b0.ply', 'b1.ply', 'b2.ply'] }, files);
    const room = new Float64Array(18);
    for (const i of [0, 2, 1, 2]) {
      const x = await sequence.read(i, room);
      expect([x[0], x[1], x[9], x[10]]).toEqual([0, i, 1, i]);
    }
  });

  it('of one frame stay still while others move', async () => {
    const sequence = await open({ hat: ['hat.obj'], dress }, FRAMES);
    expect(sequence.frameCount).toBe(3);
    for (const i of [0, 1, 2]) expect(firstX(await sequence.read(i))).toEqual([-7, i]);
    expect(sequence.nameOf(1)).toBe('dress1.obj');
    expect(sequence.paths).toMatch(/; hat stays still$/);
  });

  it('of one frame do not depend on the memory that was given', async () => {
    const files = { ...FRAMES, 'a.pc2': writePc2([new Float64Array(12).fill(3)]) };
    const { read } = await open({ dress, hat: ['hat.obj', 'a.pc2'] }, files);
    const room = await read(0, new Float64Array(24));
    room.fill(9);
    expect(firstX(await read(1, room))).toEqual([1, 3]);
  });

  it('of one frame each are a still scene', async () => {
    const sequence = await open({ hat: ['hat.obj'], dress: ['dress0.obj'] }, FRAMES);
    expect(sequence).toMatchObject({ frameCount: 1, paths: 'one frame, in which nothing moves' });
    expect(firstX(await sequence.read(0))).toEqual([-7, 0]);
    expect(sequence.meshOf(0)).toBe(sequence.mesh);
  });

  it('may be a mesh with a cache and an animation', async () => {
    const cache = writePc2([0, 1, 2].map((i) => new Float64Array(12).fill(i)));
    const files = { ...FRAMES, 'a.pc2': cache, 'b.glb': await glb([0, 0.5, 1]) };
    const groups = { dress: ['dress0.obj', 'a.pc2'], body: ['b.glb'] };
    const sequence = await open(groups, files, { unit: 'm', up: 'y' });
    const x = await sequence.read(1);
    expect([x[0], x[13]]).toEqual([1, 4]);
    expect(sequence.paths).toMatch(/^dress: .* of the cache .*; body: animation "wave" at its 3 keyframes; /);
  });

  it('tell their notes by their names', async () => {
    const files = Object.fromEntries(['f1.obj', 'f10.obj', 'f2.obj'].map((name, i) => [name, tetrahedron(i)]));
    const { notes } = await open({ dress: ['f1.obj', 'f10.obj', 'f2.obj'], hat: ['hat.obj'] }, { ...files, ...FRAMES });
    expect(notes).toEqual([
      expect.stringMatching(/^dress: Frames are taken in the order given, f10\.obj before f2\.obj/),
    ]);
  });

  it('tear one by one, and faces keep their places', async () => {
    const files: Files = { ...FRAMES, 'body1.obj': tetrahedron(11).replace('f 1 2 4', 'f 1 2 2') };
    const { mesh, meshOf } = await open({ dress, body }, { ...files, 'body2.obj': files['body1.obj'] });
    expect(meshOf(0)).toBe(mesh);
    expect([meshOf(1).faceCount, ...meshOf(1).droppedFaces]).toEqual([7, 5]);
    expect(meshOf(2)).toBe(meshOf(2));
    expect(meshOf(0)).toBe(mesh);
    const columns = { kind: Uint8Array.of(0), a: Uint32Array.of(0), b: Uint32Array.of(5), time: Float64Array.of(0) };
    const step = { count: 1, ...columns } as unknown as Step;
    expect(withIdsOf(mesh, meshOf(1), step).b[0]).toBe(6);
  });

  it('can be opened again with the mesh of another thread', async () => {
    const { mesh } = await open({ dress, body }, FRAMES);
    const inputs = [
      { name: 'dress', files: dress },
      { name: 'body', files: body },
    ];
    const again = await openSequence({ inputs }, filesOf(FRAMES), () => {}, mesh);
    expect(again.mesh).toBe(mesh);
    expect(firstX(await again.read(2))).toEqual([2, 12]);
    expect(again.parts.names).toEqual(['dress', 'body']);
  });

  it('count their frames before they are read', async () => {
    const counts: number[] = [];
    const inputs = [
      { name: 'hat', files: ['missing.obj'] },
      { name: 'dress', files: dress },
    ];
    await openSequence({ inputs, frames: '0,2' }, filesOf(FRAMES), (n) => counts.push(n)).catch(() => {});
    await openSequence({ inputs }, filesOf(FRAMES), (n) => counts.push(n)).catch(() => {});
    expect(counts).toEqual([2, 3]);
  });

  it('with different numbers of frames are refused', async () => {
    expect(await refusal(open({ dress, body: body.slice(1) }, FRAMES))).toBe(
      'dress has 3 frames, body has 2 frames; give both the same frames, or choose frames that both have with --frames 0-1.',
    );
    const files = { ...FRAMES, 'b.glb': await glb([0, 1]) };
    const options = { unit: 'm', up: 'y' } as const;
    expect(await refusal(open({ '': dress, body: ['b.glb'] }, files, options))).toBe(
      'dress*.obj has 3 frames, body has 2 frames; sample body as often as the rest with --rate, or choose frames that both have with --frames 0-1.',
    );
    const sampled = await open({ '': dress, body: ['b.glb'] }, files, { ...options, rate: 2 });
    expect(sampled.frameCount).toBe(3);
  });
});

it('animations whose keyframes lie at different times are refused, and sampled', async () => {
  const files = { 'a.glb': await glb([0, 0.25, 1]), 'b.glb': await glb([0, 0.5, 1]), 'c.glb': await glb([1, 1.5, 2]) };
  const groups = { a: ['a.glb'], b: ['b.glb'] };
  expect(await refusal(open(groups, files))).toBe(
    'a and b have their keyframes at different times; sample both with --rate, such as --rate 24.',
  );
  expect((await open(groups, files, { rate: 4 })).frameCount).toBe(5);
  expect((await open(groups, files, { frames: '0,2' })).frameCount).toBe(2);
  expect((await open({ b: ['b.glb'], c: ['c.glb'] }, files)).frameCount).toBe(3);
});

describe('units and up axes', () => {
  it('are those of a file that states them, whatever the options say', async () => {
    const files = { 'b.glb': await glb([0, 1]) };
    expect(await open({ '': ['b.glb'] }, files, { unit: 'cm', up: 'z' })).toMatchObject({ unit: 'm', up: 'y' });
    expect(await open({ '': dress }, FRAMES, { unit: 'cm', up: 'z' })).toMatchObject({ unit: 'cm', up: 'z' });
    expect(await open({ '': dress }, FRAMES)).toMatchObject({ unit: 'm', up: 'y' });
  });

  it('are converted to those of the first input', async () => {
    const files = { 'a.obj': 'v 100 200 300\nv 101 200 300\nv 100 201 300\nf 1 2 3\n', 'b.glb': await glb(null) };
    const options = { unit: 'cm', up: 'z' } as const;
    const metres = await open({ body: ['b.glb'], dress: ['a.obj'] }, files, options);
    expect(metres).toMatchObject({ unit: 'm', up: 'y' });
    const x = await metres.read(0);
    expect(Array.from(x.subarray(24, 27))).toEqual([1, 3, -2]);
    const centimetres = await open({ dress: ['a.obj'], body: ['b.glb'] }, files, options);
    expect(centimetres).toMatchObject({ unit: 'cm', up: 'z' });
    const own = await (await open({ body: ['b.glb'] }, files)).read(0);
    const turned = await centimetres.read(0);
    for (let v = 0; v < 8; v++)
      expect(Array.from(turned.subarray(9 + 3 * v, 12 + 3 * v))).toEqual([
        100 * own[3 * v],
        -100 * own[3 * v + 2],
        100 * own[3 * v + 1],
      ]);
    expect(Array.from(turned.subarray(0, 3))).toEqual([100, 200, 300]);
  });

  it('are converted once, however often a frame is read', async () => {
    const ply = [0, 1].map((i) => writePly({ positions: [100, i, 0, 101, i, 0, 100, 1, 0], triangles: [0, 1, 2] }));
    const files = { '0.ply': ply[0], '1.ply': ply[1], 'b.glb': await glb(null) };
    const { read, mesh } = await open({ body: ['b.glb'], dress: ['0.ply', '1.ply'] }, files, { unit: 'cm', up: 'y' });
    const room = new Float64Array(3 * mesh.vertexCount);
    for (let i = 0; i < 2; i++) expect((await read(1, room))[24]).toBe(1);
  });

  it('that only one of two inputs states are asked for', async () => {
    const files = { ...FRAMES, 'b.glb': await glb(null) };
    const groups = { '': dress, body: ['b.glb'] };
    const start = 'body is in metres, Y up; dress*.obj states neither: add';
    expect(await refusal(open(groups, files))).toBe(`${start} --unit and --up.`);
    expect(await refusal(open(groups, files, { unit: 'm' }))).toBe(`${start} --up.`);
    expect(await refusal(open(groups, files, { up: 'z' }))).toBe(`${start} --unit.`);
  });

  it('that nobody states are doubted where sizes differ much', async () => {
    const groups = { dress: ['dress0.obj'], ring: ['tiny.obj'] };
    expect(await refusal(open(groups, FRAMES))).toBe(
      'dress is 1 long and ring 0.01: do they have the same unit? If so, add it, such as --unit m; if not, export both in one unit.',
    );
    expect((await open(groups, FRAMES, { unit: 'cm' })).unit).toBe('cm');
    const near = { ...FRAMES, 'tiny.obj': tetrahedron(0, { size: 0.02 }) };
    expect((await open(groups, near)).frameCount).toBe(1);
  });
});

describe('still scenes', () => {
  it('are one file, a cache of one frame, a glTF without animation or with one moment', async () => {
    const cache = writePc2([new Float64Array(12).fill(3)]);
    const files = { ...FRAMES, 'a.pc2': cache, 'still.glb': await glb(null), 'moment.glb': await glb([1]) };
    const read = async (...names: string[]) => {
      const { frameCount, read, paths } = await open({ '': names }, files);
      expect(paths).toMatch(/one frame, in which nothing moves$/);
      return [frameCount, ...(await read(0)).subarray(0, 2)];
    };
    expect(await read('hat.obj')).toEqual([1, -7, 0]);
    expect(await read('hat.obj', 'a.pc2')).toEqual([1, 3, 3]);
    const [, x, y] = await read('still.glb');
    expect(await read('moment.glb')).toEqual([1, x, y + 10]);
  });
});

describe('--frames', () => {
  const many: Files = Object.fromEntries(Array.from({ length: 21 }, (_, i) => [`f${i}.obj`, tetrahedron(i)]));
  const names = Object.keys(many);
  const chosen = async (frames: string): Promise<string[]> => {
    const { frameCount, nameOf, read } = await open({ '': names }, many, { frames });
    const found = Array.from({ length: frameCount }, (_, i) => nameOf(i));
    for (const [i, name] of found.entries()) expect(`f${firstX(await read(i))[0]}.obj`).toBe(name);
    return found.map((name) => name.replace(/\D/g, ''));
  };

  it('selects frames and ranges', async () => {
    expect(await chosen('1-3,5,7-20:2')).toEqual('1 2 3 5 7 9 11 13 15 17 19'.split(' '));
    expect(await chosen(' 0 , 18-21:2 ')).toEqual(['0', '18', '20']);
    expect(await chosen('20')).toEqual(['20']);
  });

  it('selects among the frames of every input that moves', async () => {
    const groups = { dress, hat: ['hat.obj'], body: body.slice(1) };
    const sequence = await open(groups, FRAMES, { frames: '1' });
    expect(sequence.frameCount).toBe(1);
    expect(firstX(await sequence.read(0))).toEqual([1, -7, 12]);
    expect(await refusal(open(groups, FRAMES, { frames: '0-2' }))).toBe(
      '--frames 0-2: there is no frame 2; body has 2 frames, 0 to 1.',
    );
  });

  it('has the mesh of the frame it selects', async () => {
    const torn = { ...FRAMES, 'dress2.obj': tetrahedron(2).replace('f 1 2 4', 'f 1 2 2') };
    const { meshOf } = await open({ '': dress }, torn, { frames: '0,2' });
    expect([meshOf(0).faceCount, meshOf(1).faceCount]).toEqual([4, 3]);
  });

  it('refuses frames that are not there', async () => {
    expect(await refusal(open({ '': dress }, FRAMES, { frames: '1-3' }))).toBe(
      '--frames 1-3: there is no frame 3; dress*.obj has 3 frames, 0 to 2.',
    );
    expect(await refusal(open({ '': ['hat.obj'] }, FRAMES, { frames: '5-9999999999999' }))).toBe(
      '--frames 5-9999999999999: there is no frame 9999999999999; hat.obj has one frame, number 0.',
    );
  });

  it.each([
    ['', '"" is neither a frame nor a range'],
    ['1,', '"" is neither a frame nor a range'],
    ['a', '"a" is neither a frame nor a range'],
    ['-1', '"-1" is neither a frame nor a range'],
    ['1-', '"1-" is neither a frame nor a range'],
    ['3-1', '"3-1" is neither a frame nor a range'],
    ['1-3:0', '"1-3:0" is neither a frame nor a range'],
    ['1:2', '"1:2" is neither a frame nor a range'],
    ['1.5', '"1.5" is neither a frame nor a range'],
    ['5,1-3', '1-3 does not ascend'],
    ['1-3,3', '3 does not ascend'],
  ])('refuses %j', async (frames, fault) => {
    expect(await refusal(open({ '': dress }, FRAMES, { frames }))).toBe(
      `--frames ${frames}: ${fault}; list frames from 0 on in ascending order, such as 1-3,5,7-20:2.`,
    );
  });
});

describe('options for animations', () => {
  it('are refused where there is none', async () => {
    expect(await refusal(open({ dress, body }, FRAMES, { rate: 24 }))).toBe(
      'dress0.obj: --rate is for glTF, Alembic and USD; leave it out.',
    );
    expect(await refusal(open({ dress, body }, FRAMES, { clip: 'run' }))).toBe(
      'dress0.obj: --clip is for glTF animations; leave it out.',
    );
  });

  it('refuse a glTF among the frames of an input', async () => {
    expect(await refusal(open({ '': ['dress0.obj', 'b.glb'] }, FRAMES))).toBe(
      'b.glb: a glTF file is an input of its own; give each input a name, such as body=body.glb dress=dress*.obj.',
    );
  });
});
