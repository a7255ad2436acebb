// Archives laid out as Maya, Houdini and 3ds Max lay them out, against positions calculated by hand.
import { describe, expect, it } from 'vitest';
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
  TYPE,
  text,
  transform,
  triangleAt,
  visibility,
} from './alembic-writer.ts';
import { doubles, floats, uints } from './ogawa-writer.ts';

const rounded = (numbers: readonly number[]): number[] => numbers.map((x) => Math.round(x * 1e9) / 1e9 + 0);

describe('Maya', () => {
  const FRAMES = { cycle: 1 / 24, times: [1 / 24] };
  const SHUTTER = { cycle: 1 / 24, times: [1 / 24 - 0.01, 1 / 24 + 0.01] };
  // Operations with the hints that Maya gives them: translate, rotate pivot, rotations, back, scale.
  const OPS = [0x10, 0x11, 0x62, 0x51, 0x40, 0x11, 0x00];
  const channels = (degrees: number): number[] => [0, 0, 10, 1, 0, 0, degrees, 0, 0, -1, 0, 0, 2, 2, 2];
  const body = (sampling: number): Property[] => [
    { name: '.childBnds', type: TYPE.float64, extent: 6, samples: [doubles(0, 0, 0, 1, 1, 1)] },
    { name: '.inherits', type: TYPE.bool, samples: [Uint8Array.of(1)] },
    { name: '.ops', type: TYPE.uint8, extent: OPS.length, samples: [Uint8Array.from(OPS)] },
    {
      name: '.vals',
      ...{ type: TYPE.float64, extent: 15, sampling, samples: [0, 90, 180].map((one) => doubles(...channels(one))) },
    },
    { name: '.animChans', isArray: true, type: TYPE.uint32, samples: [uints(4, 6)] },
    { name: 'isNotConstantIdentity', type: TYPE.bool, samples: [Uint8Array.of(1)] },
    { name: '.userProperties', properties: [text('note', 'kept')] },
  ];
  const shape: AbcObject = mesh(
    'ns:bodyShape',
    [
      { name: 'N', isArray: true, type: TYPE.float32, extent: 3, samples: [floats(0, 0, 1)] },
      {
        name: 'uv',
        properties: [{ name: '.vals', isArray: true, type: TYPE.float32, extent: 2, samples: [floats(0, 0)] }],
      },
      { name: '.arbGeomParams', properties: [text('rman__torattr___customShadingGroup', 'a')] },
    ],
    {
      visible: [-1],
      children: [
        {
          name: 'initialShadingGroup',
          schema: 'AbcGeom_FaceSet_v1',
          properties: [{ name: '.faceset', properties: [] }],
        },
      ],
    },
  );
  const xform = (name: string, properties: readonly Property[], rest: Partial<AbcObject> = {}): AbcObject => ({
    name,
    schema: 'AbcGeom_Xform_v3',
    ...rest,
    properties: [{ name: '.xform', properties }, ...(rest.properties ?? [])],
  });
  const scene = readAlembic(
    archive(
      [
        xform('persp', [], { children: [{ name: 'perspShape', schema: 'AbcGeom_Camera_v1' }] }),
        xform('ns:group', [{ name: '.inherits', type: TYPE.bool, samples: [] }], {
          properties: visibility([-1]),
          children: [xform('ns:body', body(1), { children: [shape] })],
        }),
        xform('empty', [], {
          children: [
            mesh('emptyShape', [points([]), faceCounts([]), faceIndices([])]),
            { name: 'curveShape', schema: 'AbcGeom_Curve_v2' },
          ],
        }),
        xform('blurred', [], {
          children: [mesh('blurredShape', [{ ...points(...triangleAt(0, 1, 2, 3)), sampling: 2 }])],
        }),
      ],
      [FRAMES, SHUTTER],
    ),
  );

  it('pivots, pose by pose; the frame before the first has its time', () => {
    const name = '/ns:group/ns:body/ns:bodyShape';
    const at = (frame: number): number[] => rounded(positionsAt(scene, frame / 24, name));
    // Scaled by 2, turned about z around (1, 0, 0), moved by 10 along z.
    expect(at(1)).toEqual([0, 0, 10, 2, 0, 10, 0, 2, 10]);
    expect(at(2)).toEqual([1, -1, 10, 1, 1, 10, -1, -1, 10]);
    expect(at(3)).toEqual([2, 0, 10, 0, 0, 10, 2, -2, 10]);
    expect(at(0)).toEqual(at(1));
    expect(objectNamed(scene, name).isShown(0)).toBe(true);
  });

  it('times of frames and of the shutter, each once', () => {
    const expected = [0.99, 1, 1.01, 1.99, 2, 2.01, 3].map((x) => Math.round(x) / 24 + (x - Math.round(x)));
    expect(rounded(scene.times)).toEqual(rounded(expected));
    expect(positionsAt(scene, 2 / 24 - 0.01, '/blurred/blurredShape')[0]).toBeCloseTo(2, 9);
  });

  it('names what has no faces; an empty mesh is an object without any', () => {
    expect(scene.notes).toEqual([
      '1 camera is left out, for cameras have no faces.',
      '1 set of curves is left out, for curves have no faces.',
    ]);
    expect(objectNamed(scene, '/empty/emptyShape').faces(0)).toMatchObject({
      vertexCount: 0,
      counts: new Uint32Array(),
    });
  });
});

describe('Houdini', () => {
  const square = [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0];
  const fluid = mesh(
    'fluid',
    [
      { ...points(square, [...square, 5, 0, 0], square), sampling: 1 },
      faceCounts([4], [4, 3], [4]),
      faceIndices([0, 1, 2, 3], [0, 1, 2, 3, 1, 4, 2], [0, 1, 2, 3]),
      { name: '.velocities', isArray: true, type: TYPE.float32, extent: 3, sampling: 1, samples: [floats(9, 9, 9)] },
    ],
    { visible: [1, 1, 0] },
  );
  const rock = mesh('rock', [points(square), faceCounts([4]), faceIndices([0, 1, 2, 3])]);
  const scene = readAlembic(
    archive(
      [
        transform('packed', [3], [[2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 2, 0, 7, 0, 0, 1]], { children: [rock] }),
        transform('copy', [1], [[0, 5, 0]], { children: [{ name: 'rock', source: '/packed/rock' }] }),
        fluid,
      ],
      [{ cycle: ACYCLIC, times: [0, 0.1, 0.35] }],
    ),
  );

  it('acyclic times, and faces that change with them', () => {
    expect(scene.times).toEqual([0, 0.1, 0.35]);
    const object = objectNamed(scene, '/fluid');
    expect(scene.times.map((time) => polygonsAt(object, time))).toEqual([
      [[3, 2, 1, 0]],
      [
        [3, 2, 1, 0],
        [2, 4, 1],
      ],
      [[3, 2, 1, 0]],
    ]);
    // Between other faces nothing moves, whatever the velocities say.
    expect(positionsAt(scene, 0.05, '/fluid')).toEqual(square);
    expect([0, 0.2, 0.35, 1].map((time) => object.isShown(time))).toEqual([true, true, false, false]);
  });

  it('packed geometry and copies of it', () => {
    expect(positionsAt(scene, 0, '/packed/rock').slice(0, 6)).toEqual([7, 0, 0, 9, 0, 0]);
    expect(positionsAt(scene, 0, '/copy/rock').slice(0, 6)).toEqual([0, 5, 0, 1, 5, 0]);
  });
});

describe('3ds Max', () => {
  const matrix = (x: number): number[] => [0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, x, 0, 0, 1];
  const triangle: Property[] = [
    { name: 'P', isArray: true, type: TYPE.float64, extent: 3, samples: [doubles(0.1, 0, 0, 1.1, 0, 0, 0.1, 1, 0)] },
    { name: '.faceCounts', isArray: true, type: 4, samples: [uints(2, 3)] },
    { name: '.faceIndices', isArray: true, type: 4, samples: [uints(2, 0, 2, 1)] },
  ];
  const identity = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
  const scene = readAlembic(
    archive(
      [
        { name: 'materials', children: [{ name: 'Default', schema: 'AbcMaterial_Material_v1' }] },
        transform('Box001', [3], [identity, identity], {
          children: [
            transform('Turn', [3], [matrix(0), matrix(3)], {
              inherits: [1, 1],
              children: [mesh('Box001Shape', triangle, { visible: [1, 1] })],
            }),
            transform('World', [3], [matrix(50)], { inherits: [0], children: [mesh('Free', triangle)] }),
          ],
        }),
      ],
      [{ cycle: 1 / 30, times: [0] }],
    ),
  );

  it('matrices, doubles and short integers', () => {
    expect(scene.notes).toEqual([]);
    expect(rounded(scene.times)).toEqual([0, rounded([1 / 30])[0]]);
    expect(polygonsAt(scene.objects[0], 0)).toEqual([[1, 2, 0]]);
    // A quarter turn about z: x becomes y, and y becomes −x.
    expect(positionsAt(scene, 0, '/Box001/Turn/Box001Shape')).toEqual([0, 0.1, 0, 0, 1.1, 0, -1, 0.1, 0]);
    expect(positionsAt(scene, 1, '/Box001/Turn/Box001Shape').slice(0, 3)).toEqual([3, 0.1, 0]);
    expect(positionsAt(scene, 0, '/Box001/World/Free').slice(0, 3)).toEqual([50, 0.1, 0]);
  });
});
