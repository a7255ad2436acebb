// PointInstancers: which instances there are, what they show, and where they stand.
import { describe, expect, it } from 'vitest';
import { readUsd } from '../../../src/io.ts';
import { array } from './crate-data.ts';
import { writeCrate } from './crate-writer.ts';
import { triangle } from './usd-samples.ts';
import { messageOf, objectOf, positionsOf, readAll, sceneFrom, TRIANGLE } from './usd-scenes.ts';

const at = (x: number): string =>
  `double3 xformOp:translate = (${x}, 0, 0) uniform token[] xformOpOrder = ["xformOp:translate"]`;

const instancer = (
  statements: string,
  prototypes = `def Mesh "p" {${TRIANGLE}} def Xform "q" { ${at(100)} def Mesh "m" {${TRIANGLE} ${at(20)}} }`,
): string => `
  def PointInstancer "i" {
    ${at(1000)}
    rel prototypes = [</i/p>, </i/q>]
    ${statements}
    ${prototypes}
  }`;

const STILL = `
  int[] protoIndices = [0, 1, 0]
  point3f[] positions = [(1, 0, 0), (2, 0, 0), (3, 0, 0)]`;

const firstX = (body: string): (readonly [string, number])[] =>
  sceneFrom(body).objects.map((one) => [one.name, positionsOf(one, 0)[0]]);

describe('instances', () => {
  it('stand at their positions, with the place of the prototype and of the instancer', () => {
    expect(firstX(instancer(STILL))).toEqual([
      ['/i[0]/p', 1001],
      ['/i[1]/q/m', 1122],
      ['/i[2]/p', 1003],
    ]);
  });

  it('are turned and scaled before they are moved', () => {
    const statements = `int[] protoIndices = [0] point3f[] positions = [(1, 2, 3)]
      quath[] orientations = [(1, 0, 0, 1)] float3[] scales = [(2, 3, 1)]`;
    const [mesh] = sceneFrom(instancer(statements)).objects;
    expect(positionsOf(mesh, 0)).toEqual([1001, 2, 3, 1001, 4, 3, 998, 2, 3].map((x) => expect.closeTo(x, 9)));
  });

  it('have ids; invisible and inactive ones are left out', () => {
    const body = instancer(`${STILL} int64[] ids = [5, 6, 7] int64[] invisibleIds = [6]`).replace(
      '"i" {',
      '"i" ( inactiveIds = [7] ) {',
    );
    expect(firstX(body)).toEqual([['/i[5]/p', 1001]]);
  });

  it('come, go and change what they show', () => {
    const scene = sceneFrom(
      instancer(`
        int[] protoIndices.timeSamples = { 0: [0, 0], 1: [0, 1], 2: [1] }
        int64[] ids.timeSamples = { 0: [1, 2], 1: [1, 2], 2: [2] }
        point3f[] positions.timeSamples = { 0: [(0, 0, 0), (5, 0, 0)], 1: [(2, 0, 0), (6, 0, 0)], 2: [(8, 0, 0)] }
        int64[] invisibleIds.timeSamples = { 0: [], 0.5: [1], 1: [] }`),
    );
    expect(scene.times).toEqual([0, 0.5, 1, 2]);
    const shown = (name: string): boolean[] => [0, 0.5, 1, 1.5, 2].map((time) => objectOf(scene, name).isShown(time));
    expect(shown('/i[1]/p')).toEqual([true, false, true, true, false]);
    expect(shown('/i[2]/p')).toEqual([true, true, false, false, false]);
    expect(shown('/i[2]/q/m')).toEqual([false, false, true, true, true]);
    const x = (name: string, time: number): number => positionsOf(objectOf(scene, name), time)[0];
    expect([x('/i[1]/p', 0), x('/i[1]/p', 0.5), x('/i[2]/q/m', 1), x('/i[2]/q/m', 2)]).toEqual([
      1000, 1001, 1126, 1128,
    ]);
    // Between samples with other ids an index is not one instance.
    expect(x('/i[1]/p', 1.5)).toBe(1002);
    readAll(scene);
  });

  it('that are hidden by turns come and go as often', () => {
    const scene = sceneFrom(
      instancer(`${STILL}
        int64[] invisibleIds.timeSamples = { 0: [0], 1: [], 2: [0, 1], 3: [0], 4: [] }`),
    );
    const shown = (name: string): string =>
      [-1, 0, 0.5, 1, 2, 3, 3.5, 4, 9].map((time) => (objectOf(scene, name).isShown(time) ? '+' : '-')).join('');
    expect(shown('/i[0]/p')).toBe('---+---++');
    expect(shown('/i[1]/q/m')).toBe('++++-++++');
    expect(shown('/i[2]/p')).toBe('+++++++++');
    // An id that is never there is no object.
    expect(scene.objects).toHaveLength(3);
  });

  it('and meshes tell whether they are there, and their polygons, without reading the file again', () => {
    const count = 50;
    const frames = Array.from({ length: 20 }, (_, i) => i);
    const row = (f: number): number[] => Array.from({ length: count }, (_, i) => [i, f, 0]).flat();
    const bytes = writeCrate({
      prims: [
        {
          name: 'i',
          type: 'PointInstancer',
          relationships: { prototypes: ['/i/m'] },
          attributes: {
            protoIndices: array('int', new Array(count).fill(0)),
            positions: { samples: frames.map((f) => [f, array('float3', row(f))] as const) },
            invisibleIds: { samples: frames.map((f) => [f, array('int64', [f, f + 1])] as const) },
          },
          children: [{ name: 'm', type: 'Mesh', attributes: triangle }],
        },
      ],
    });
    let reads = 0;
    const { objects, times } = readUsd({
      size: bytes.length,
      read: (at, length) => {
        reads++;
        return bytes.slice(at, at + length);
      },
    });
    expect([objects.length, times.length]).toEqual([count, frames.length]);
    for (const object of objects) object.faces(0);
    reads = 0;
    const shown = objects.map((object) => times.filter((time) => object.isShown(time) && object.faces(time)).length);
    expect(shown.slice(0, 3)).toEqual([19, 18, 18]);
    expect(reads).toBe(0);
  });

  it('of an over or a class are drawn, though those are not drawn themselves', () => {
    const prototypes = `over "all" { def Mesh "p" {${TRIANGLE}} } class Mesh "q" {${TRIANGLE}}`;
    const body = instancer(
      'int[] protoIndices = [0, 1] point3f[] positions = [(1, 0, 0), (2, 0, 0)]',
      prototypes,
    ).replace('</i/p>', '</i/all/p>');
    expect(firstX(body)).toEqual([
      ['/i[0]/p', 1001],
      ['/i[1]/q', 1002],
    ]);
  });

  it('may hold instancers', () => {
    const inner = `def PointInstancer "q" { rel prototypes = </i/q/r> int[] protoIndices = [0, 0]
      point3f[] positions = [(10, 0, 0), (20, 0, 0)] def Mesh "r" {${TRIANGLE}} }`;
    const body = instancer('int[] protoIndices = [1, 1] point3f[] positions = [(1, 0, 0), (2, 0, 0)]', inner);
    expect(firstX(body)).toEqual([
      ['/i[0]/q[0]/r', 1011],
      ['/i[0]/q[1]/r', 1021],
      ['/i[1]/q[0]/r', 1012],
      ['/i[1]/q[1]/r', 1022],
    ]);
  });

  it('are hidden with their instancer', () => {
    expect(sceneFrom(instancer(`${STILL} token visibility = "invisible"`)).objects).toEqual([]);
  });
});

describe('what does not fit', () => {
  it.each([
    [
      'int[] protoIndices = [0, 2] point3f[] positions = [(0, 0, 0), (0, 0, 0)]',
      'USD /i.protoIndices: expected the number of one of 2 prototypes, found 2',
    ],
    [
      'int[] protoIndices = [0, 1] point3f[] positions = [(0, 0, 0)]',
      'USD /i.positions: expected 2 values, one per instance, found 1',
    ],
    ['int[] protoIndices = [0, 1]', 'USD /i.positions: expected 2 positions, found none'],
    [`${STILL} float3[] scales = [(1, 1, 1)]`, 'USD /i.scales: expected 3 values, one per instance, found 1'],
  ])('%s', (statements, message) => {
    expect(messageOf(() => readAll(sceneFrom(instancer(statements))))).toBe(message);
  });
});
