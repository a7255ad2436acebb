import { describe, expect, it } from 'vitest';
import { type Random, seededRandom } from '../../../src/core/math/random.ts';
import { readAlembic } from '../../../src/io.ts';
import { objectNamed, polygonsAt, positionsAt } from './alembic-samples.ts';
import {
  type AbcObject,
  ACYCLIC,
  archive,
  faceCounts,
  faceIndices,
  mesh,
  type Property,
  points,
  rootNodes,
  TYPE,
  text,
  transform,
  triangleAt,
} from './alembic-writer.ts';
import { block, doubles, floats, group, ogawaFile, uints } from './ogawa-writer.ts';

const TRIANGLE = [0, 0, 0, 1, 0, 0, 0, 1, 0];
const PER_SECOND = { cycle: 1, times: [0] };

describe('a mesh', () => {
  it('keeps its path, its points and its polygons, with corners reversed', () => {
    const quad = [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 9, 9, 9];
    const geometry = [points(quad), faceCounts([4, 3]), faceIndices([0, 1, 2, 3, 0, 3, 4])];
    const scene = readAlembic(archive([mesh('a', [], { children: [mesh('b', geometry)] })]));
    expect(scene.objects.map(({ name }) => name)).toEqual(['/a', '/a/b']);
    const b = objectNamed(scene, '/a/b');
    expect(polygonsAt(b, 0)).toEqual([
      [3, 2, 1, 0],
      [4, 3, 0],
    ]);
    expect(b.faces(0).vertexCount).toBe(5);
    expect(positionsAt(scene, 0, '/a/b')).toEqual(quad);
    expect(b.isShown(0)).toBe(true);
    expect([scene.metresPerUnit, scene.up, scene.notes, scene.times]).toEqual([null, null, [], [0]]);
  });

  it.each([
    ['half', TYPE.float16, Uint8Array.from(TRIANGLE.flatMap((x) => [0, x === 0 ? 0 : 0x3c]))],
    ['double', TYPE.float64, doubles(...TRIANGLE)],
  ])('may have points in %s precision', (_, type, bytes) => {
    const p: Property = { name: 'P', isArray: true, type, extent: 3, samples: [bytes] };
    expect(positionsAt(readAlembic(archive([mesh('a', [p])])), 0)).toEqual(TRIANGLE);
  });

  it.each([
    [1, 1],
    [2, 1],
    [3, 2],
    [4, 2],
    [5, 4],
    [6, 4],
    [7, 8],
    [8, 8],
  ])('may have faces as integers of type %i, %i bytes each', (type, bytes) => {
    const square = [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0];
    const list = (name: string, ...values: number[]): Property => ({
      ...{ name, isArray: true, type, samples: [uints(bytes, ...values)] },
    });
    const read = (...corners: number[]) =>
      readAlembic(
        archive([mesh('a', [points(square), list('.faceCounts', corners.length), list('.faceIndices', ...corners)])]),
      ).objects[0];
    expect(polygonsAt(read(0, 1, 2, 3), 0)).toEqual([[3, 2, 1, 0]]);
    expect(() => read(0, 1, 2, 4).faces(0)).toThrow('expected indices of 4 vertices, found 4');
    const largest = bytes === 8 ? 2 ** 63 : 2 ** (8 * bytes) - 1;
    expect(() => read(0, 1, 2, largest).faces(0)).toThrow('expected indices of 4 vertices, found');
  });

  it('reads every number in half precision', () => {
    const bits = [0x8000, 0x0001, 0x03ff, 0x7bff, 0xc000, 0x3555, 0x0400, 0x3c01, 0xfbff];
    const expected = [-0, 2 ** -24, 1023 * 2 ** -24, 65504, -2, 0.333251953125, 2 ** -14, 1 + 2 ** -10, -65504];
    const p: Property = { name: 'P', isArray: true, type: TYPE.float16, extent: 3, samples: [uints(2, ...bits)] };
    expect(positionsAt(readAlembic(archive([mesh('a', [p])])), 0)).toEqual(expected);
  });

  it('may have further properties and face sets below it', () => {
    const extras: Property[] = [
      { name: '.selfBnds', type: TYPE.float64, extent: 6, samples: [doubles(0, 0, 0, 1, 1, 0)] },
      { name: 'N', isArray: true, type: TYPE.float32, extent: 3, samples: [floats(0, 0, 1)], metadata: 'geoScope=fvr' },
      {
        name: 'uv',
        properties: [{ name: '.vals', isArray: true, type: TYPE.float32, extent: 2, samples: [floats(0, 0)] }],
      },
      { name: '.arbGeomParams', properties: [] },
      { name: '.velocities', isArray: true, type: TYPE.float32, extent: 3, samples: [] },
      { name: 'wide', type: TYPE.int32, samples: [uints(4, 7)], width: 4, metadata: 'm'.repeat(300) },
      { name: 'middle', type: TYPE.int32, samples: [uints(4, 7), uints(4, 8)], width: 2, sampling: 1 },
    ];
    const rest = {
      properties: [{ name: '.userProperties', properties: [text('note', 'by hand')] }],
      children: [{ name: 'set1', schema: 'AbcGeom_FaceSet_v1', properties: [{ name: '.faceset', properties: [] }] }],
    };
    const scene = readAlembic(archive([mesh('a', extras, rest)], [PER_SECOND]));
    expect(positionsAt(scene, 0)).toEqual(TRIANGLE);
    expect(scene.notes).toEqual([]);
  });

  it('moves between samples as its points do, and rests before and after', () => {
    const scene = readAlembic(archive([mesh('a', [points(...triangleAt(0, 10, 30))])], [{ cycle: 0.5, times: [1] }]));
    expect(scene.times).toEqual([1, 1.5, 2]);
    const xAt = (time: number): number => positionsAt(scene, time)[0];
    expect([0, 1, 1.125, 1.5, 1.75, 2, 9].map(xAt)).toEqual([0, 0, 2.5, 10, 20, 30, 30]);
  });

  it('rests between samples that share a block', () => {
    const scene = readAlembic(archive([mesh('a', [points(...triangleAt(0, 1, 0, 0, 3))])], [PER_SECOND]));
    expect([0.5, 1, 2.5, 3.5].map((time) => positionsAt(scene, time)[0])).toEqual([0.5, 1, 0, 1.5]);
  });

  it('keeps one object for the same polygons, wherever they are stored', () => {
    const geometry = [
      points(...triangleAt(0, 1, 2, 3)),
      faceIndices([0, 1, 2], [0, 2, 1], [0, 1, 2], [0, 1, 2]),
      {
        ...faceCounts([3], [3], [3], [3]),
        node: group(...[3, 3, 3, 3].flatMap((n) => [block(new Uint8Array(16), uints(4, n)), block()])),
        says: { first: 1, last: 3 },
      },
    ];
    const scene = readAlembic(archive([mesh('a', geometry)], [PER_SECOND]));
    const [a] = scene.objects;
    const [first, second, third, fourth] = scene.times.map((time) => a.faces(time));
    expect([second.corners, third.corners].map((corners) => [...corners])).toEqual([
      [1, 2, 0],
      [2, 1, 0],
    ]);
    expect([first === second, first === third, third === fourth]).toEqual([false, true, true]);
    // Points move only between samples that have the same polygons.
    expect([0.5, 1.5, 2.5].map((time) => positionsAt(scene, time)[0])).toEqual([0, 1, 2.5]);
  });

  it('shares faces with others that store them in the same blocks', () => {
    const faces = [faceCounts([3]), faceIndices([0, 1, 2])].map(({ samples = [], ...property }) => ({
      ...property,
      node: group(block(new Uint8Array(16), samples[0] ?? []), block()),
      says: { count: 1 },
    }));
    const large = points([...TRIANGLE, 9, 9, 9]);
    const scene = readAlembic(archive([mesh('a', faces), mesh('b', [...faces, large]), mesh('c', faces)]));
    const [a, b, c] = scene.objects.map((object) => object.faces(0));
    expect([a === c, a === b, a.corners === b.corners]).toEqual([true, false, true]);
    expect([a, b, c].map(({ vertexCount }) => vertexCount)).toEqual([3, 4, 3]);
  });

  it('with changing faces gives the same ones again after many others', () => {
    const orders = Array.from({ length: 1000 }, (_, i) => [i % 7, (i + 1) % 7, (i * i) % 7]);
    const geometry = [points(...orders.map((_, i) => Array(21).fill(i))), faceCounts([3]), faceIndices(...orders)];
    const scene = readAlembic(archive([mesh('a', geometry)], [PER_SECOND]));
    for (const time of [...scene.times, 0, 500, 999]) {
      expect(polygonsAt(scene.objects[0], time)).toEqual([orders[time].toReversed()]);
    }
  });

  it('may have no points at some samples', () => {
    const geometry = [points([], ...triangleAt(5), []), faceCounts([], [3], []), faceIndices([], [0, 1, 2], [])];
    const scene = readAlembic(archive([mesh('a', geometry)], [PER_SECOND]));
    expect(scene.times).toEqual([0, 1, 2]);
    expect([0, 1, 2].map((time) => scene.objects[0].faces(time).vertexCount)).toEqual([0, 3, 0]);
    expect([0, 0.5, 1.5].map((time) => positionsAt(scene, time).length)).toEqual([0, 0, 9]);
    expect(positionsAt(scene, 1.5)[0]).toBe(5);
  });

  it('leaves out faces of fewer than 3 corners and says so', () => {
    const geometry = [faceCounts([0, 1, 2, 3, 0]), faceIndices([0, 0, 1, 0, 1, 2])];
    const scene = readAlembic(archive([mesh('a', geometry)]));
    expect(polygonsAt(scene.objects[0], 0)).toEqual([[2, 1, 0]]);
    expect(scene.notes).toEqual(['Faces of fewer than 3 corners are left out, for they are no polygons.']);
  });

  it('asks for room for its points', () => {
    const [a] = readAlembic(archive([mesh('a')])).objects;
    expect(() => a.positions(0, new Float64Array(6))).toThrow(RangeError);
  });

  it('is found at the samples in the middle where only those are stored', () => {
    const scene = readAlembic(archive([mesh('a', [points(...triangleAt(1, 1, 2, 3, 3, 3))])], [PER_SECOND]));
    expect(scene.times).toEqual([0, 1, 2, 3, 4, 5]);
    expect(scene.times.map((time) => positionsAt(scene, time)[0])).toEqual([1, 1, 2, 3, 3, 3]);
  });
});

describe('notes', () => {
  it('name once per kind what is left out or approximate', () => {
    const child = (name: string, schema: string): AbcObject => ({ name, schema });
    const scene = readAlembic(
      archive([
        child('c', 'AbcGeom_Camera_v1'),
        child('d', 'AbcGeom_Camera_v1'),
        child('e', 'AbcGeom_Curve_v2'),
        child('f', 'AbcGeom_Points_v1'),
        child('g', 'AbcGeom_NuPatch_v2'),
        child('h', 'AbcGeom_Light_v1'),
        child('i', 'Studio\u001b[31m_Fur_v1'),
        child('j', 'AbcGeom_PolyMesh_v1'),
        mesh('k', [{ name: 'P', isArray: true, type: TYPE.float32, extent: 3, samples: [] }]),
        {
          ...mesh('l', [{ name: '.holes', isArray: true, type: TYPE.int32, samples: [uints(4, 0)] }]),
          schema: 'AbcGeom_SubD_v1',
        },
        { ...mesh('m', [], { visible: [0] }), schema: 'AbcGeom_SubD_v1' },
        child('n', 'AbcMaterial_Material_v1'),
        { name: 'o', source: '/nowhere' },
        { name: 'p', source: '' },
      ]),
    );
    expect(scene.objects.map(({ name }) => name)).toEqual(['/l']);
    expect(scene.notes).toEqual([
      '2 cameras are left out, for cameras have no faces.',
      '1 set of curves is left out, for curves have no faces.',
      '1 set of points is left out, for points have no faces.',
      '1 NURBS patch is left out, for only polygons are read: convert to them before the export.',
      '1 light is left out, for lights have no faces.',
      '1 object of the schema "Studio\\x1b[31m_Fur_v1" is left out, for only meshes are read.',
      '2 meshes are left out, for samples of points or faces are missing.',
      '1 subdivision surface is read as the control cage, from which the smooth surface differs.',
      '1 subdivision surface has holes, which are read as faces.',
      '1 mesh is never shown and therefore left out.',
      '2 instances are left out, for the file does not hold the source.',
    ]);
  });
});

describe('notes of unknown schemas', () => {
  it('name the first ones', () => {
    const children = Array.from({ length: 1000 }, (_, i): AbcObject => ({ name: `a${i}`, schema: `Studio_${i}` }));
    const { notes } = readAlembic(archive(children));
    expect(notes).toHaveLength(21);
    expect(notes.slice(18)).toEqual([
      '1 object of the schema "Studio_18" is left out, for only meshes are read.',
      '1 object of the schema "Studio_19" is left out, for only meshes are read.',
      '980 objects of other schemas are left out, for only meshes are read.',
    ]);
  });
});

describe('times', () => {
  const moving = (name: string, count: number, sampling: number): AbcObject =>
    mesh(name, [{ ...points(...triangleAt(...Array(count).keys())), sampling }]);

  it('are those of all samples of what changes, each instant once', () => {
    const frame = 1 / 24;
    const samplings = [
      { cycle: frame, times: [frame] },
      { cycle: frame, times: [0] },
      { cycle: ACYCLIC, times: [0, 0.1, 0.100000001, 7] },
      { cycle: frame, times: [0, 0.01] },
    ];
    const scene = readAlembic(archive([moving('a', 3, 1), moving('b', 4, 2)], samplings));
    expect(scene.times).toEqual([0, frame, 2 * frame, 3 * frame]);
    const acyclic = readAlembic(archive([moving('a', 4, 3)], samplings));
    expect(acyclic.times).toEqual([0, 0.1, 7]);
    expect(positionsAt(acyclic, 0.1)[0]).toBe(2);
    const cyclic = readAlembic(archive([moving('a', 5, 4)], samplings));
    expect(cyclic.times).toEqual([0, 0.01, frame, frame + 0.01, 2 * frame]);
    expect(positionsAt(cyclic, frame + 0.005)[0]).toBeCloseTo(2.5, 12);
  });

  it('ignore what does not change or is never shown, and the greatest count of a sampling', () => {
    const still = mesh('a', [{ ...points(...triangleAt(2)), says: { count: 200 } }]);
    const hidden = { ...moving('b', 3, 1), properties: [...(moving('b', 3, 1).properties ?? []), visibleProperty(0)] };
    const scene = readAlembic(archive([still, hidden], [{ cycle: 0.5, times: [3], greatest: 0xffffffff }]));
    expect(scene.times).toEqual([3]);
    expect(scene.objects.map(({ name }) => name)).toEqual(['/a']);
  });

  it('reach 91 minutes of repeated samples', () => {
    const property = {
      ...points(...triangleAt(0, 1)),
      says: { count: 131_072, first: 70_000, last: 70_000 },
      width: 4,
    };
    const scene = readAlembic(archive([mesh('a', [property])], [{ cycle: 1 / 24, times: [0] }]));
    expect(scene.times).toHaveLength(131_072);
    expect([69_999, 70_000].map((i) => positionsAt(scene, i / 24)[0])).toEqual([0, 1]);
  });

  it('are 0 where a still scene has a sampling without a valid time', () => {
    const scene = readAlembic(archive([mesh('a')], [{ cycle: NaN, times: [NaN] }]));
    expect(scene.times).toEqual([0]);
  });
});

const visibleProperty = (...samples: number[]): Property => ({
  name: 'visible',
  type: TYPE.int8,
  sampling: 1,
  samples: samples.map((value) => Uint8Array.of(value & 255)),
});

describe('visibility', () => {
  const shownAt = (objects: readonly AbcObject[], name: string): string => {
    const scene = readAlembic(archive(objects, [PER_SECOND]));
    return scene.times.map((time) => (objectNamed(scene, name).isShown(time) ? '1' : '0')).join('');
  };
  const root = (visible: number[], child: AbcObject): AbcObject =>
    transform('r', [], [[]], { visible, children: [child] });

  it('holds from its sample on', () => {
    expect(shownAt([mesh('a', [], { visible: [0, 1, 1, 0] })], '/a')).toBe('0110');
    const scene = readAlembic(archive([mesh('a', [], { visible: [0, 1] })], [PER_SECOND]));
    expect([0.9, 1.1].map((time) => scene.objects[0].isShown(time))).toEqual([false, true]);
  });

  it('is that of the parent where an object leaves it to the parent or says nothing', () => {
    expect(shownAt([root([0, 1, 0], mesh('a'))], '/r/a')).toBe('010');
    expect(shownAt([root([0, 1, 0], mesh('a', [], { visible: [-1] }))], '/r/a')).toBe('010');
    expect(shownAt([root([0, 1, 0, 1], mesh('a', [], { visible: [-1, -1, 1, 0] }))], '/r/a')).toBe('0110');
    expect(shownAt([root([-1, 0], mesh('a'))], '/r/a')).toBe('10');
  });

  it('of an object goes before that of its parent', () => {
    expect(shownAt([root([0, 1, 0], mesh('a', [], { visible: [1] }))], '/r/a')).toBe('1');
  });

  it('leaves out what is never shown', () => {
    const never = mesh('a', [], { visible: [0, -1, 0, 0] });
    const scene = readAlembic(archive([root([1, 0, 0, 1], never), mesh('b')], [PER_SECOND]));
    expect(scene.objects.map(({ name }) => name)).toEqual(['/b']);
    expect(scene.times).toEqual([0]);
  });

  it('may be an integer of another size', () => {
    const wide: Property = { name: 'visible', type: TYPE.int32, sampling: 1, samples: [uints(4, 0), uints(4, 1)] };
    expect(shownAt([mesh('a', [], { properties: [wide] })], '/a')).toBe('01');
  });
});

/** A row vector times a matrix of 16 numbers, row by row. */
const rowTimes = (row: readonly number[], matrix: readonly number[]): number[] =>
  [0, 1, 2, 3].map((column) => row.reduce((sum, x, i) => sum + x * matrix[4 * i + column], 0));

/** Up to 4 operations, with their numbers and their matrices for row vectors. */
function randomOperations(random: Random): { operations: number[]; values: number[]; matrices: number[][] } {
  const operations = Array.from({ length: random.below(5) }, () => random.below(7));
  const matrices: number[][] = [];
  const values = operations.flatMap((operation) => {
    const [x, y, z] = [random.between(-3, 3), random.between(-3, 3), random.between(-3, 3)];
    const [c, s] = [Math.cos((x * Math.PI) / 180), Math.sin((x * Math.PI) / 180)];
    const free = Array.from({ length: 16 }, (_, i) => (i % 4 === 3 ? Number(i === 15) : random.between(-2, 2)));
    const quarterTurn = [0, 1, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0, 1];
    matrices.push(
      [
        [x, 0, 0, 0, 0, y, 0, 0, 0, 0, z, 0, 0, 0, 0, 1],
        [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, z, 1],
        quarterTurn,
        free,
        [1, 0, 0, 0, 0, c, s, 0, 0, -s, c, 0, 0, 0, 0, 1],
        [c, 0, -s, 0, 0, 1, 0, 0, s, 0, c, 0, 0, 0, 0, 1],
        [c, s, 0, 0, -s, c, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1],
      ][operation],
    );
    return [[x, y, z], [x, y, z], [2, 2, 2, 120], free, [x], [x], [x]][operation];
  });
  return { operations, values, matrices };
}

describe('transforms', () => {
  const POINT = [1, 2, 3, 0, 0, 0, 0, 0, 0];
  const place = (object: AbcObject, time = 0, name = '/t/m'): number[] =>
    positionsAt(readAlembic(archive([object], [PER_SECOND])), time, name)
      .slice(0, 3)
      .map((x) => Math.round(x * 1e9) / 1e9);
  const child = mesh('m', [points(POINT)]);
  const one = (operations: number[], ...samples: number[][]): AbcObject =>
    transform('t', operations, samples, { children: [child] });

  it.each([
    ['scale', [0], [2, 3, -1], [2, 6, -3]],
    ['translate', [1], [10, 20, 30], [11, 22, 33]],
    ['rotate about an axis of any length', [2], [0, 0, 5, 90], [-2, 1, 3]],
    ['rotate about the diagonal', [2], [1, 1, 1, 120], [3, 1, 2]],
    ['matrix', [3], [0, 1, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 10, 20, 30, 1], [13, 21, 32]],
    ['rotate about x', [4], [90], [1, -3, 2]],
    ['rotate about y', [5], [90], [3, 2, -1]],
    ['rotate about z', [6], [90], [-2, 1, 3]],
    ['translate after rotate after scale', [1, 6, 0], [100, 0, 0, 90, 2, 3, 4], [94, 2, 12]],
    ['nothing', [], [], [1, 2, 3]],
  ])('%s', (_, operations, values, expected) => {
    expect(place(one(operations, values))).toEqual(expected);
  });

  it('in any order and nesting are the products of their matrices', () => {
    for (let seed = 0; seed < 200; seed++) {
      const random = seededRandom(seed);
      const levels = Array.from({ length: 1 + random.below(4) }, () => randomOperations(random));
      const nest = ([level, ...inner]: typeof levels): AbcObject =>
        transform('t', level.operations, [level.values], { children: inner.length > 0 ? [nest(inner)] : [child] });
      const found = positionsAt(readAlembic(archive([nest(levels)])), 0).slice(0, 3);
      // Row vectors, as Alembic writes them: the last operation of the innermost transform acts first.
      const matrices = levels.flatMap(({ matrices }) => matrices).reverse();
      const expected = matrices.reduce(rowTimes, [...POINT.slice(0, 3), 1]);
      found.forEach((x, i) => {
        expect(Math.abs(x - expected[i]), `seed ${seed}`).toBeLessThan(1e-9 * Math.max(...expected.map(Math.abs)));
      });
    }
  });

  it('stand below one another', () => {
    const object = transform('a', [6], [[90]], { children: [one([1], [5, 0, 0])] });
    expect(place(object, 0, '/a/t/m')).toEqual([-2, 6, 3]);
  });

  it('move between samples, each number by itself', () => {
    const object = one([6, 1], [0, 0, 0, 0], [180, 4, 0, 0]);
    expect([0, 0.5, 1, 2].map((time) => place(object, time))).toEqual([
      [1, 2, 3],
      [-2, 3, 3],
      [-5, -2, 3],
      [-5, -2, 3],
    ]);
  });

  it('ignore the parents where they do not inherit', () => {
    const inner = transform('t', [1], [[5, 0, 0]], { inherits: [1, 0, 1], children: [child] });
    const object = transform('a', [1], [[100, 0, 0]], { children: [inner] });
    expect([0, 1, 2].map((time) => place(object, time, '/a/t/m')[0])).toEqual([106, 6, 106]);
    expect(readAlembic(archive([object], [PER_SECOND])).times).toEqual([0, 1, 2]);
  });

  it('that never inherit do not move with their parents', () => {
    const inner = transform('t', [1], [[5, 0, 0]], { inherits: [0], children: [child] });
    const object = transform(
      'a',
      [1],
      [
        [1, 0, 0],
        [2, 0, 0],
      ],
      { children: [inner] },
    );
    expect(place(object, 1, '/a/t/m')).toEqual([6, 2, 3]);
    expect(readAlembic(archive([object], [PER_SECOND])).times).toEqual([0]);
  });

  it('may store their numbers as an array, and other things beside them', () => {
    const values = Array.from({ length: 20 }, () => [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 1, 2, 3, 1]).flat();
    const xform: Property[] = [
      { name: '.ops', type: TYPE.uint8, extent: 20, samples: [new Uint8Array(20).fill(0x31)] },
      { name: '.vals', isArray: true, type: TYPE.float64, samples: [doubles(...values)] },
      { name: '.childBnds', type: TYPE.float64, extent: 6, samples: [doubles(0, 0, 0, 1, 1, 1)] },
      { name: 'isNotConstantIdentity', type: TYPE.bool, samples: [Uint8Array.of(1)] },
      { name: '.animChans', isArray: true, type: TYPE.uint32, samples: [uints(4, 0, 1)] },
    ];
    const object = { ...one([]), properties: [{ name: '.xform', properties: xform }] };
    expect(place(object)).toEqual([21, 42, 63]);
  });

  it.each([
    ['.ops', [{ name: '.vals', type: TYPE.float64, extent: 3, samples: [doubles(1, 2, 3)] }]],
    ['.vals', [{ name: '.ops', type: TYPE.uint8, samples: [Uint8Array.of(0x10)] }]],
    ['samples', [{ name: '.vals', type: TYPE.float64, extent: 3, samples: [] }]],
  ])('move nothing without %s', (_, xform) => {
    expect(place({ ...one([]), properties: [{ name: '.xform', properties: xform }] })).toEqual([1, 2, 3]);
  });

  it('are inherited through objects without a transform', () => {
    const object = transform('a', [1], [[5, 0, 0]], { children: [{ name: 'g', children: [child] }] });
    expect(place(object, 0, '/a/g/m')).toEqual([6, 2, 3]);
  });

  it('may have names that are repeated', () => {
    const object = transform('m', [1], [[5, 0, 0]], {
      children: [transform('m', [1], [[5, 0, 0]], { children: [child] })],
    });
    expect(place(object, 0, '/m/m/m')).toEqual([11, 2, 3]);
  });
});

describe('instances', () => {
  const crate = transform('crate', [1], [[5, 0, 0]], { children: [mesh('shape'), mesh('lid')] });

  it('put a whole object with all below it elsewhere', () => {
    const far = transform('far', [1], [[0, 100, 0]], { children: [{ name: 'copy', source: '/crate' }] });
    const scene = readAlembic(archive([far, crate]));
    const names = ['/far/copy/shape', '/far/copy/lid', '/crate/shape', '/crate/lid'];
    expect(scene.objects.map(({ name }) => name)).toEqual(names);
    expect(names.map((name) => positionsAt(scene, 0, name).slice(0, 2))).toEqual([
      [5, 100],
      [5, 100],
      [5, 0],
      [5, 0],
    ]);
    const [copy, , original] = scene.objects;
    expect(copy.faces(0)).toBe(original.faces(0));
  });

  it('of instances, and of what is below an instance, are found', () => {
    const scene = readAlembic(
      archive([crate, { name: 'a', source: '/crate' }, { name: 'b', source: '/a' }, { name: 'c', source: 'b/lid' }]),
    );
    const names = ['/crate/shape', '/crate/lid', '/a/shape', '/a/lid', '/b/shape', '/b/lid', '/c'];
    expect(scene.objects.map(({ name }) => name)).toEqual(names);
    expect(positionsAt(scene, 0, '/c')[0]).toBe(0);
  });

  it('are shown as their own parents say', () => {
    const group1: AbcObject = {
      name: 'g',
      properties: [visibleProperty(0, 1)],
      children: [{ name: 'a', source: '/crate' }],
    };
    const scene = readAlembic(archive([crate, group1], [PER_SECOND]));
    expect([0, 1].map((time) => objectNamed(scene, '/g/a/lid').isShown(time))).toEqual([false, true]);
    expect([0, 1].map((time) => objectNamed(scene, '/crate/lid').isShown(time))).toEqual([true, true]);
  });

  it('that move apart see the same points move', () => {
    const source = mesh('s', [points(...triangleAt(0, 2))]);
    const far = transform(
      'far',
      [1],
      [
        [10, 0, 0],
        [30, 0, 0],
      ],
      { children: [{ name: 'copy', source: '/s' }] },
    );
    const scene = readAlembic(archive([source, far], [PER_SECOND]));
    expect([0, 0.5, 1].map((time) => positionsAt(scene, time, '/far/copy')[0])).toEqual([10, 21, 32]);
    expect([0, 0.5, 1].map((time) => positionsAt(scene, time, '/s')[0])).toEqual([0, 1, 2]);
  });
});

describe('an archive', () => {
  it('may be read from an ArrayBuffer and from bytes at any offset', () => {
    const bytes = archive([mesh('a')]);
    const shifted = new Uint8Array(bytes.length + 5).subarray(5);
    shifted.set(bytes);
    for (const source of [shifted, bytes.buffer.slice(0) as ArrayBuffer]) {
      expect(positionsAt(readAlembic(source), 0)).toEqual(TRIANGLE);
    }
  });

  it('may take metadata of objects and properties from its table', () => {
    const nodes = rootNodes([{ ...mesh('a'), metadata: 'schema=AbcGeom_PolyMesh_v1' }]);
    const table = block(
      ...['x=1', 'schema=AbcGeom_PolyMesh_v1'].flatMap((entry) => [[entry.length], [...Buffer.from(entry)]]),
    );
    const [, , top] = nodes;
    if (!('children' in top)) throw new Error('the top is a group');
    const header = block(uints(4, 1), [97], [2], new Uint8Array(32));
    top.children[top.children.length - 1] = header;
    nodes[5] = table;
    expect(readAlembic(ogawaFile(group(...nodes))).objects.map(({ name }) => name)).toEqual(['/a']);
  });

  it('may be empty', () => {
    const scene = readAlembic(archive([]));
    expect([scene.objects, scene.times, scene.notes]).toEqual([[], [0], []]);
  });
});
