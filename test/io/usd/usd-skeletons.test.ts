// Skeletons and blend shapes against points computed by hand.
import { describe, expect, it } from 'vitest';
import { messageOf, objectOf, positionsOf, readAll, sceneFrom } from './usd-scenes.ts';

const matrix = (x: number, y: number, z: number): string =>
  `( (1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (${x}, ${y}, ${z}, 1) )`;

interface Figure {
  readonly root?: string;
  readonly skeleton?: string;
  readonly animation?: string;
  readonly skin?: string;
}

/** A hip at the origin and a knee at y = 1, both bound and at rest there; the skin has a point at each and one above. */
function figure({ root = 'SkelRoot', skeleton = '', animation = '', skin = '' }: Figure): string {
  return `
  def ${root} "f" {
    rel skel:skeleton = </f/s>
    def Skeleton "s" {
      uniform token[] joints = ["hip", "hip/knee"]
      uniform matrix4d[] bindTransforms = [${matrix(0, 0, 0)}, ${matrix(0, 1, 0)}]
      uniform matrix4d[] restTransforms = [${matrix(0, 0, 0)}, ${matrix(0, 1, 0)}]
      rel skel:animationSource = <a>
      ${skeleton}
      def SkelAnimation "a" { ${animation} }
    }
    def Mesh "m" {
      point3f[] points = [(0, 0, 0), (0, 1, 0), (0, 2, 0)]
      int[] faceVertexCounts = [3]
      int[] faceVertexIndices = [0, 1, 2]
      uniform token subdivisionScheme = "none"
      ${skin}
    }
  }`;
}

const WEIGHTS = `
  int[] primvars:skel:jointIndices = [0, 1, 0, 1, 0, 1] ( elementSize = 2 )
  float[] primvars:skel:jointWeights = [1, 0, 0.5, 0.5, 0, 1] ( elementSize = 2 )`;

/** The knee turns by 90° about z between 0 and 2. */
const BEND = `
  uniform token[] joints = ["hip", "hip/knee"]
  float3[] translations = [(0, 0, 0), (0, 1, 0)]
  quatf[] rotations.timeSamples = { 0: [(1, 0, 0, 0), (1, 0, 0, 0)], 2: [(1, 0, 0, 0), (1, 0, 0, 1)] }
  half3[] scales = [(1, 1, 1), (1, 1, 1)]`;

const pointsAt = (body: string, time: number): number[] => {
  const scene = sceneFrom(body);
  return positionsOf(objectOf(scene, '/f/m'), time).map((x) => Math.round(x * 1e6) / 1e6 + 0);
};

describe('joints', () => {
  it('take their points along, by weight', () => {
    const body = figure({ animation: BEND, skin: WEIGHTS });
    expect(sceneFrom(body).times).toEqual([0, 2]);
    expect(pointsAt(body, 0)).toEqual([0, 0, 0, 0, 1, 0, 0, 2, 0]);
    expect(pointsAt(body, 2)).toEqual([0, 0, 0, 0, 1, 0, -1, 1, 0]);
    expect(pointsAt(body, 1)).toEqual([
      0,
      0,
      0,
      0,
      1,
      0,
      expect.closeTo(-Math.SQRT1_2, 6),
      expect.closeTo(1 + Math.SQRT1_2, 6),
      0,
    ]);
  });

  it('stay at rest without an animation, and those that it does not name', () => {
    expect(
      pointsAt(
        figure({
          skin: WEIGHTS,
          skeleton: `uniform matrix4d[] restTransforms = [${matrix(5, 0, 0)}, ${matrix(0, 1, 0)}]`,
        }),
        0,
      ),
    ).toEqual([5, 0, 0, 5, 1, 0, 5, 2, 0]);
    const hipOnly =
      'uniform token[] joints = ["hip"] float3[] translations = [(3, 0, 0)] quatf[] rotations = [(1, 0, 0, 0)] half3[] scales = [(1, 1, 1)]';
    expect(pointsAt(figure({ animation: hipOnly, skin: WEIGHTS }), 0)).toEqual([3, 0, 0, 3, 1, 0, 3, 2, 0]);
  });

  it('stay at rest where an animation lacks scales, which is noted', () => {
    const body = figure({ animation: BEND.replace(/half3.*/, ''), skin: WEIGHTS });
    expect(pointsAt(body, 2)).toEqual([0, 0, 0, 0, 1, 0, 0, 2, 0]);
    expect(sceneFrom(body).notes).toEqual([
      'Animations without translations, rotations or scales move no joint, as in OpenUSD: /f/s/a.',
    ]);
  });

  it('the order of an animation, and that of a mesh, may be another one', () => {
    const animation = BEND.replace('["hip", "hip/knee"]', '["hip/knee", "hip"]')
      .replace('[(0, 0, 0), (0, 1, 0)]', '[(0, 1, 0), (0, 0, 0)]')
      .replace('2: [(1, 0, 0, 0), (1, 0, 0, 1)]', '2: [(1, 0, 0, 1), (1, 0, 0, 0)]');
    expect(pointsAt(figure({ animation, skin: WEIGHTS }), 2)).toEqual([0, 0, 0, 0, 1, 0, -1, 1, 0]);
    const skin = `uniform token[] skel:joints = ["hip/knee", "hip"]${WEIGHTS.replace('[0, 1, 0, 1, 0, 1]', '[1, 0, 1, 0, 1, 0]')}`;
    expect(pointsAt(figure({ animation: BEND, skin }), 2)).toEqual([0, 0, 0, 0, 1, 0, -1, 1, 0]);
  });

  it('the skeleton carries the mesh: its place counts, that of the mesh does not', () => {
    const skeleton = 'double3 xformOp:translate = (0, 0, 7) uniform token[] xformOpOrder = ["xformOp:translate"]';
    const skin = `${WEIGHTS} double3 xformOp:translate = (9, 9, 9) uniform token[] xformOpOrder = ["xformOp:translate"]`;
    expect(pointsAt(figure({ animation: BEND, skeleton, skin }), 0)).toEqual([0, 0, 7, 0, 1, 7, 0, 2, 7]);
  });

  it('a mesh may have been bound elsewhere, and may have one joint for all points', () => {
    const skin = `matrix4d primvars:skel:geomBindTransform = ${matrix(0, 1, 0)}
      int[] primvars:skel:jointIndices = [1] ( elementSize = 1 interpolation = "constant" )
      float[] primvars:skel:jointWeights = [1] ( elementSize = 1 interpolation = "constant" )`;
    expect(pointsAt(figure({ animation: BEND, skin }), 2)).toEqual([0, 1, 0, -1, 1, 0, -2, 1, 0]);
  });

  it('may be named above the mesh, up to the SkelRoot', () => {
    const above = `int[] primvars:skel:jointIndices = [1] ( elementSize = 1 interpolation = "constant" )
      float[] primvars:skel:jointWeights = [1] ( elementSize = 1 interpolation = "constant" )`;
    const body = (skin = ''): string =>
      figure({ animation: BEND, skin }).replace('rel skel:skeleton', `${above} rel skel:skeleton`);
    expect(pointsAt(body(), 2)).toEqual([1, 1, 0, 0, 1, 0, -1, 1, 0]);
    expect(pointsAt(body(WEIGHTS), 2)).toEqual([0, 0, 0, 0, 1, 0, -1, 1, 0]);
    const bind = `matrix4d primvars:skel:geomBindTransform = ${matrix(0, 1, 0)}`;
    expect(pointsAt(body(bind), 2)).toEqual([0, 1, 0, -1, 1, 0, -2, 1, 0]);
    const outside = `def Xform "o" { ${above} ${figure({ animation: BEND }).replaceAll('</f', '</o/f')} }`;
    expect(positionsOf(objectOf(sceneFrom(outside), '/o/f/m'), 2)[0]).toBe(0);
  });

  it('move nothing outside of a SkelRoot, which is noted', () => {
    const body = figure({ root: 'Xform', animation: BEND, skin: WEIGHTS });
    expect(pointsAt(body, 2)).toEqual([0, 0, 0, 0, 1, 0, 0, 2, 0]);
    expect(sceneFrom(body).notes).toEqual(['Skinned meshes outside of a SkelRoot stay at rest, as in OpenUSD: /f/m.']);
  });

  it('move nothing without a skeleton, which is noted', () => {
    for (const target of ['</f/none>', '</f/m>']) {
      const body = figure({ animation: BEND, skin: WEIGHTS }).replace('</f/s>', target);
      expect(pointsAt(body, 2)).toEqual([0, 0, 0, 0, 1, 0, 0, 2, 0]);
      expect(sceneFrom(body).notes).toEqual(['Skinned meshes without a skeleton stay at rest, as in OpenUSD: /f/m.']);
    }
  });

  it('dual quaternions are noted', () => {
    const skin = `${WEIGHTS} uniform token primvars:skel:skinningMethod = "dualQuaternion"`;
    expect(sceneFrom(figure({ animation: BEND, skin })).notes).toEqual([
      'Dual-quaternion skinning is read as linear blend skinning: /f/m.',
    ]);
  });

  it('instances have skeletons of their own', () => {
    const body = `class "k" { ${figure({ animation: BEND, skin: WEIGHTS }).replaceAll('</f', '</k/f')} }
      def Xform "a" (references = </k>) {}
      def Xform "b" (references = </k>) { double3 xformOp:translate = (0, 0, 3) uniform token[] xformOpOrder = ["xformOp:translate"] }`;
    const scene = sceneFrom(body);
    const last = (name: string): number[] => positionsOf(objectOf(scene, name), 2).slice(6).map(Math.round);
    expect([last('/a/f/m'), last('/b/f/m')]).toEqual([
      [-1, 1, 0],
      [-1, 1, 3],
    ]);
  });

  it.each([
    [
      'an index',
      WEIGHTS.replace('[0, 1, 0, 1, 0, 1]', '[0, 1, 0, 1, 0, 2]'),
      'jointIndices[5]: expected the index of a joint of the skeleton, found 2',
    ],
    [
      'too few weights',
      WEIGHTS.replace('[1, 0, 0.5, 0.5, 0, 1]', '[1, 0, 0.5]'),
      'jointWeights: expected 6 weights, found 3',
    ],
    [
      'an element size',
      WEIGHTS.replaceAll('elementSize = 2', 'elementSize = 4'),
      'jointIndices: expected an elementSize up to 256 that divides 6, found 4',
    ],
    [
      'too few points',
      WEIGHTS.replaceAll('elementSize = 2', 'elementSize = 1'),
      'jointIndices: expected 3 indices for 3 points, found 6',
    ],
  ])('%s that does not fit', (_, skin, message) => {
    expect(messageOf(() => readAll(sceneFrom(figure({ animation: BEND, skin }))))).toContain(message);
  });
});

describe('blend shapes', () => {
  const animation = (weights: string): string =>
    `uniform token[] blendShapes = ["other", "smile"] float[] blendShapeWeights${weights}`;
  const skin = (inbetween = '', indices = ''): string => `
    uniform token[] skel:blendShapes = ["smile"]
    rel skel:blendShapeTargets = <smile>
    def BlendShape "smile" { uniform vector3f[] offsets = ${indices ? '[(8, 0, 0)]' : '[(8, 0, 0), (0, 0, 0), (0, 0, 0)]'} ${indices} ${inbetween} }`;
  const xAt = (weight: number, one: string): number =>
    pointsAt(figure({ animation: animation(` = [5, ${weight}]`), skin: one }), 0)[0];

  it('add their offsets by weight, beyond 1 and below 0 too', () => {
    expect([-1, 0, 0.5, 1, 2].map((weight) => xAt(weight, skin()))).toEqual([-8, 0, 4, 8, 16]);
  });

  it('move over time, also without joints', () => {
    const scene = sceneFrom(figure({ animation: animation('.timeSamples = { 0: [0, 0], 4: [0, 1] }'), skin: skin() }));
    expect(scene.times).toEqual([0, 4]);
    expect(positionsOf(scene.objects[0], 1)[0]).toBe(2);
  });

  it('come before the joints', () => {
    const body = figure({
      animation: `${BEND} ${animation(' = [0, 1]')}`,
      skin: `${WEIGHTS}${skin('', 'int[] pointIndices = [2]')}`,
    });
    expect(pointsAt(body, 2).slice(6)).toEqual([-1, 9, 0]);
  });

  it('may name the points that they move', () => {
    expect(
      pointsAt(figure({ animation: animation(' = [0, 1]'), skin: skin('', 'int[] pointIndices = [1]') }), 0),
    ).toEqual([0, 0, 0, 8, 1, 0, 0, 2, 0]);
  });

  // The figures of OpenUSD for shapes of this kind: the shapes at the two nearest weights are mixed,
  // and beyond the outermost weight the mix goes on.
  it('may have shapes in between', () => {
    const half = 'uniform vector3f[] inbetweens:half = [(2, 0, 0), (0, 0, 0), (0, 0, 0)] ( weight = 0.5 )';
    expect([-0.5, 0, 0.25, 0.5, 0.75, 1, 1.5].map((weight) => xAt(weight, skin(half)))).toEqual([
      -2, 0, 1, 2, 5, 8, 14,
    ]);
    const late = 'uniform vector3f[] inbetweens:late = [(2, 0, 0), (0, 0, 0), (0, 0, 0)] ( weight = 1.5 )';
    expect([1, 1.25, 1.5, 2].map((weight) => xAt(weight, skin(late)))).toEqual([8, 5, 2, -4]);
    const early = 'uniform vector3f[] inbetweens:early = [(2, 0, 0), (0, 0, 0), (0, 0, 0)] ( weight = -0.5 )';
    expect([-1, -0.5, -0.25, 0, 0.5].map((weight) => xAt(weight, skin(early)))).toEqual([4, 2, 1, 0, 4]);
  });

  it.each([
    [
      'indices',
      skin('', 'int[] pointIndices = [3]'),
      'USD /f/m/smile.pointIndices[0]: expected the index of a point, found 3',
    ],
    ['offsets', skin().replace('(8, 0, 0), ', ''), 'USD /f/m/smile: expected 3 offsets, found 2'],
    [
      'weights',
      skin('float3[] inbetweens:one = [(0, 0, 0)] ( weight = 1 )'),
      'expected a weight of its own, neither 0 nor 1, found 1',
    ],
  ])('%s that do not fit', (_, one, message) => {
    expect(messageOf(() => readAll(sceneFrom(figure({ animation: animation(' = [0, 1]'), skin: one }))))).toContain(
      message,
    );
  });
});
