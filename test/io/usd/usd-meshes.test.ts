// Meshes: polygons that change and those that stay, orientation, visibility, units, and what is
// left out.
import { describe, expect, it } from 'vitest';
import { messageOf, objectOf, positionsOf, readAll, sceneFrom, TRIANGLE } from './usd-scenes.ts';

describe('polygons', () => {
  it('keep their order and first corners; left-handed ones are turned round', () => {
    const body = (orientation: string): string => `def Mesh "m" { uniform token orientation = "${orientation}"
      point3f[] points = [(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0)]
      int[] faceVertexCounts = [4, 3]
      int[] faceVertexIndices = [0, 1, 2, 3, 2, 1, 0] }`;
    const cornersOf = (orientation: string): number[] => [...sceneFrom(body(orientation)).objects[0].faces(0).corners];
    expect(cornersOf('rightHanded')).toEqual([0, 1, 2, 3, 2, 1, 0]);
    expect(cornersOf('leftHanded')).toEqual([0, 3, 2, 1, 2, 0, 1]);
  });

  it('with fewer than 3 corners are left out', () => {
    const [mesh] = sceneFrom(`def Mesh "m" { point3f[] points = [(0, 0, 0), (1, 0, 0), (1, 1, 0)]
      int[] faceVertexCounts = [2, 3, 0, 1] int[] faceVertexIndices = [0, 1, 2, 1, 0, 1] }`).objects;
    expect([[...mesh.faces(0).counts], [...mesh.faces(0).corners]]).toEqual([[3], [2, 1, 0]]);
  });

  const changing = sceneFrom(`def Mesh "m" {
    point3f[] points.timeSamples = { 0: [(0, 0, 0), (1, 0, 0), (0, 1, 0)], 1: [(0, 0, 2), (1, 0, 2), (0, 1, 2)], 2: [(0, 0, 0), (1, 0, 0), (0, 1, 0), (1, 1, 0)] }
    int[] faceVertexCounts.timeSamples = { 0: [3], 1: [3], 2: [3, 3] }
    int[] faceVertexIndices.timeSamples = { 0: [0, 1, 2], 1: [0, 1, 2], 2: [0, 1, 2, 1, 3, 2] }
  }`).objects[0];

  it('are one object as long as they are the same, even if they are written again', () => {
    expect(changing.faces(1)).toBe(changing.faces(0));
    expect(changing.faces(1.5)).toBe(changing.faces(1));
    const later = changing.faces(2);
    expect(later).not.toBe(changing.faces(1));
    expect([later.vertexCount, later.counts.length]).toEqual([4, 2]);
  });

  it('points move between samples with the same polygons, and wait where polygons change', () => {
    expect(positionsOf(changing, 0.25)[2]).toBe(0.5);
    expect(positionsOf(changing, 1.75)).toEqual(positionsOf(changing, 1));
    const [turned] = sceneFrom(`def Mesh "m" {${TRIANGLE}
      point3f[] points.timeSamples = { 0: [(0, 0, 0), (1, 0, 0), (0, 1, 0)], 2: [(1, 0, 0), (0, 0, 0), (0, 1, 4)] }
      int[] faceVertexIndices.timeSamples = { 0: [0, 1, 2], 1: [1, 0, 2] }
    }`).objects;
    for (const time of [0.5, 1.5]) expect(positionsOf(turned, time)).toEqual(positionsOf(turned, 0));
  });

  it('instances share their polygons', () => {
    const scene = sceneFrom(
      `class "k" { def Mesh "m" {${TRIANGLE}} } def "a" (references = </k>) {} def "b" (references = </k>) {}`,
    );
    expect(scene.objects[0].faces(0)).toBe(scene.objects[1].faces(0));
  });

  it('a mesh without values at a time has no points or no polygons there', () => {
    const mesh = (name: string): number[] => {
      const statements = TRIANGLE.replace(new RegExp(`${name} = (.*)`), `${name}.timeSamples = { 0: $1, 1: None }`);
      const { vertexCount, counts } = sceneFrom(`def Mesh "m" {${statements}}`).objects[0].faces(1);
      return [vertexCount, counts.length];
    };
    expect(mesh('points')).toEqual([0, 0]);
    expect(mesh('faceVertexCounts')).toEqual([3, 0]);
    expect(mesh('faceVertexIndices')).toEqual([3, 0]);
  });

  it.each([
    [
      'faceVertexIndices = [0, 1, 2]',
      'faceVertexIndices = [0, 1, 3]',
      'USD /m.faceVertexIndices[2]: expected a vertex index below 3, found 3',
    ],
    [
      'faceVertexIndices = [0, 1, 2]',
      'faceVertexIndices = [0, -1, 2]',
      'USD /m.faceVertexIndices[1]: expected a vertex index below 3, found -1',
    ],
    [
      'faceVertexIndices = [0, 1, 2]',
      'faceVertexIndices = [0, 1]',
      'USD /m.faceVertexIndices: expected 3 corners, the sum of faceVertexCounts, found 2',
    ],
    ['faceVertexCounts = [3]', 'faceVertexCounts = [-3]', 'USD /m.faceVertexCounts[0]: expected a count, found -3'],
    ['(1, 0, 0)', '(1, nan, 0)', 'USD /m.points[1]: expected a finite position, found 1, NaN, 0'],
    ['(1, 0, 0)', '(1, 0, -inf)', 'USD /m.points[1]: expected a finite position, found 1, 0, -Infinity'],
    ['(1, 0, 0)', '(1, 0)', 'USD line 6: expected vectors of 3 numbers, found ")"'],
    [
      'point3f[] points = [(0, 0, 0), (1, 0, 0), (0, 1, 0)]',
      'string[] points = ["a"]',
      'USD line 6: expected vectors of 3 numbers, found a string',
    ],
  ])('%s → %s', (from, to, message) => {
    const scene = sceneFrom(`def Mesh "m" {${TRIANGLE.replace(from, to)}}`);
    expect(messageOf(() => readAll(scene))).toBe(message);
  });
});

describe('visibility', () => {
  it('hides all below; what is never shown is no object, and its times do not count', () => {
    const scene = sceneFrom(`
      def Xform "a" { token visibility.timeSamples = { 1: "invisible", 3: "inherited" }
        def Mesh "m" {${TRIANGLE} token visibility.timeSamples = { 0: "inherited", 4: "invisible" } } }
      def Xform "b" { token visibility = "invisible" def Mesh "m" {${TRIANGLE} double3 xformOp:translate.timeSamples = { 7: (0, 0, 0), 8: (1, 0, 0) }
        uniform token[] xformOpOrder = ["xformOp:translate"] } }
      def Xform "c" { token visibility.timeSamples = { 1: "invisible", 3: "inherited" }
        def Mesh "m" {${TRIANGLE} token visibility.timeSamples = { 0: "inherited", 2: "invisible" } } }`);
    expect(scene.objects.map(({ name }) => name)).toEqual(['/a/m']);
    expect(scene.times).toEqual([0, 1, 3, 4]);
    expect([0, 1, 2.9, 3, 3.9, 4, 9].map((time) => scene.objects[0].isShown(time))).toEqual([
      false,
      false,
      false,
      true,
      true,
      false,
      false,
    ]);
  });
});

describe('the scene', () => {
  it('has the unit, the up axis and the start of the layer, if it states them', () => {
    const { metresPerUnit, up, times } = sceneFrom(
      `def Mesh "m" {${TRIANGLE}}`,
      'metersPerUnit = 0.01\nupAxis = "Z"\nframesPerSecond = 48\nstartTimeCode = 96',
    );
    expect([metresPerUnit, up, times]).toEqual([0.01, 'z', [2]]);
  });

  it('leaves them open if the layer does not', () => {
    const { metresPerUnit, up, times, notes } = sceneFrom(`def Mesh "m" {${TRIANGLE}}`, '');
    expect([metresPerUnit, up, times, notes]).toEqual([null, null, [0], []]);
  });

  it('has 24 time codes per second if the layer states no rate', () => {
    const moving = TRIANGLE.replace(
      /points = (.*)/,
      'points.timeSamples = { 12: $1, 24: [(0, 0, 1), (1, 0, 1), (0, 1, 1)] }',
    );
    expect(sceneFrom(`def Mesh "m" {${moving}}`, '').times).toEqual([0.5, 1]);
  });

  it('names what it leaves out or only approximates, once for each kind', () => {
    const { notes, objects } = sceneFrom(`
      def BasisCurves "hair" {} def Sphere "ball" {} def Sphere "other" {} def Camera "eye" {}
      def Mesh "empty" { point3f[] points = [] }
      def Mesh "cage" {${TRIANGLE.replace('none', 'catmullClark')}}
      def Mesh "turned" { double xformOp:rotateX = 3 double xformOp:rotateX.spline = { bezier, 1: 5; post held, 2: 6 }
        uniform token[] xformOpOrder = ["xformOp:rotateX"] int[] holeIndices = [0]${TRIANGLE} }
      def Mesh "alsoCage" {${TRIANGLE.replace(/uniform.*/, '')}}`);
    expect(objects.map(({ name }) => name)).toEqual(['/cage', '/turned', '/alsoCage']);
    expect(notes).toEqual([
      'BasisCurves prims are left out, only meshes are read: /hair.',
      'Sphere prims are left out, only meshes are read: /ball and 1 more.',
      'Camera prims are left out, only meshes are read: /eye.',
      'Meshes without points or faces are left out: /empty.',
      'Of subdivision surfaces the cage is read, not the smooth surface: /cage and 1 more.',
      'Splines are not read, what they move stands still: /turned.xformOp:rotateX.',
      'Holes of subdivision surfaces are read as faces: /turned.',
    ]);
  });

  it('has the objects in the order of the file', () => {
    const scene = sceneFrom(`def "z" { def Mesh "m" {${TRIANGLE}} } def Mesh "a" {${TRIANGLE}}`);
    expect(scene.objects.map(({ name }) => name)).toEqual(['/z/m', '/a']);
    expect(positionsOf(objectOf(scene, '/a'), 0)).toEqual([0, 0, 0, 1, 0, 0, 0, 1, 0]);
  });
});
