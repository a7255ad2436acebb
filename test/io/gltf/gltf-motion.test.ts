// How the nodes of a glTF file move, against closed forms.
import { describe, expect, it } from 'vitest';
import { type GltfAnimation, readGltf } from '../../../src/io.ts';
import { at, Builder, CUBE_POINTS, distinct, expectAt, pointsAt, rotated, turn, type Vector } from './gltf-samples.ts';

const CUBE = distinct(CUBE_POINTS);
const AXIS: Vector = [2 / 3, -1 / 3, 2 / 3];

async function cubeWith(change: (builder: Builder, cube: ReturnType<Builder['cube']>) => void): Promise<GltfAnimation> {
  const builder = new Builder();
  change(builder, builder.cube());
  return readGltf(await builder.glb());
}

describe('a node moves', () => {
  it('straight from key to key, and stands still outside', async () => {
    const read = await cubeWith((builder, cube) => {
      cube.setTranslation([7, 7, 7]);
      const values = [
        [0, 0, 0],
        [4, 0, 2],
        [4, 8, 2],
      ];
      builder.animate(cube, 'translation', 'LINEAR', [1, 2, 4], values);
    });
    expect(read.clips).toEqual([{ name: 'wave', duration: 4, times: [1, 2, 4] }]);
    expectAt(read, undefined, at(CUBE, [7, 7, 7]));
    for (const time of [-3, 0, 1]) expectAt(read, time, CUBE);
    expectAt(read, 1.25, at(CUBE, [1, 0, 0.5]));
    expectAt(read, 2, at(CUBE, [4, 0, 2]));
    expectAt(read, 3.5, at(CUBE, [4, 6, 2]));
    for (const time of [4, 9]) expectAt(read, time, at(CUBE, [4, 8, 2]));
  });

  it('in steps', async () => {
    const read = await cubeWith((builder, cube) => {
      builder.animate(
        cube,
        'translation',
        'STEP',
        [0, 1],
        [
          [0, 0, 0],
          [4, 0, 2],
        ],
      );
    });
    for (const time of [0, 0.999]) expectAt(read, time, CUBE);
    for (const time of [1, 2]) expectAt(read, time, at(CUBE, [4, 0, 2]));
  });

  it('along a spline: one with the tangents of t³ is t³', async () => {
    const read = await cubeWith((builder, cube) => {
      const keys = [0, 0.5, 2].flatMap((t) => [
        [3 * t * t, 0, -1],
        [t ** 3, 5, -t],
        [3 * t * t, 0, -1],
      ]);
      builder.animate(cube, 'translation', 'CUBICSPLINE', [0, 0.5, 2], keys);
    });
    for (const time of [0, 0.2, 0.5, 0.75, 1.3, 1.99, 2]) expectAt(read, time, at(CUBE, [time ** 3, 5, -time]));
    expectAt(read, -1, at(CUBE, [0, 5, 0]));
    expectAt(read, 3, at(CUBE, [8, 5, -2]));
  });

  it('round at an even pace, the shorter way, whatever the sign and length of the quaternions', async () => {
    const read = await cubeWith((builder, cube) => {
      const keys = [turn(AXIS, 0.3), turn(AXIS, 2.3).map((x) => -3 * x), turn(AXIS, 2.3), turn(AXIS, 2.3 + 1e-7)];
      builder.animate(cube, 'rotation', 'LINEAR', [0, 1, 2, 3], keys);
    });
    const turned = (angle: number): Vector[] => CUBE.map((point) => rotated(point, AXIS, angle));
    for (const time of [0, 0.1, 0.5, 0.9, 1]) expectAt(read, time, turned(0.3 + 2 * time));
    for (const time of [1.5, 2, 2.5, 3]) expectAt(read, time, turned(2.3));
  });

  it('round along a spline, the quaternion scaled to length 1', async () => {
    const read = await cubeWith((builder, cube) => {
      const still = [0, 0, 0, 0];
      builder.animate(
        cube,
        'rotation',
        'CUBICSPLINE',
        [0, 1],
        [still, turn(AXIS, 0), still, still, turn(AXIS, 2), still],
      );
    });
    // Without tangents the spline is halfway at the middle, and by symmetry so is the angle.
    expectAt(
      read,
      0.5,
      CUBE.map((point) => rotated(point, AXIS, 1)),
    );
  });

  it('with its parents: translation, rotation, scale and matrix', async () => {
    const read = await cubeWith((builder, cube) => {
      const [top, middle] = [builder.node(), builder.node()];
      top.addChild(middle.addChild(cube));
      builder.animate(top, 'rotation', 'LINEAR', [0, 2], [turn(AXIS, 0), turn(AXIS, 1)]);
      builder.animate(
        cube,
        'scale',
        'LINEAR',
        [0, 1],
        [
          [1, 1, 1],
          [3, 1, -1],
        ],
      );
      middle
        .setTranslation([0, 10, 0])
        .setRotation(turn([0, 0, 1], Math.PI / 2))
        .setScale([2, 1, 1]);
    });
    expect(read.clips[0].times).toEqual([0, 1, 2]);
    for (const time of [0, 0.5, 1]) {
      const expected = CUBE.map(([x, y, z]): Vector => {
        const scaled: Vector = [x * (1 + 2 * time), y, z * (1 - 2 * time)];
        return rotated([-scaled[1], 2 * scaled[0] + 10, scaled[2]], AXIS, time / 2);
      });
      expectAt(read, time, expected);
    }
  });

  it('by a matrix that shears or flattens as the file says', async () => {
    const builder = new Builder();
    builder.cube();
    const file = await builder.text(({ nodes = [] }) => {
      nodes[0].matrix = [1, 0, 0, 0, 0.5, 1, 0, 0, 0, 0, 0, 0, 4, 5, 6, 1];
    });
    const read = await readGltf(file);
    expect(pointsAt(read)).toEqual(CUBE.map(([x, y]) => [x + 0.5 * y + 4, y + 5, 6]));
  });
});

it('nothing is asked twice: a second call gives the same, and what makes no sense is refused', async () => {
  const read = await cubeWith((builder, cube) => {
    builder.animate(
      cube,
      'translation',
      'LINEAR',
      [0, 1],
      [
        [0, 0, 0],
        [1, 0, 0],
      ],
    );
  });
  const first = pointsAt(read, 0.25);
  pointsAt(read, 0.5);
  expect(pointsAt(read, 0.25)).toEqual(first);
  const room = new Float64Array(24);
  expect(() => read.positions(1, 0, room)).toThrow('expected a clip below 1, found 1');
  expect(() => read.positions(0, Number.NaN, room)).toThrow('expected a finite time, found NaN');
  expect(() => read.restPositions(new Float64Array(23))).toThrow('expected room for 24 numbers, found 23');
});
