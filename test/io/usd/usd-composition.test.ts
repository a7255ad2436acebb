// What prims are made of: references, inherits, variants, payloads, instances, and which opinion
// wins.
import { describe, expect, it } from 'vitest';
import { readUsd } from '../../../src/io.ts';
import { token } from './crate-data.ts';
import { writeCrate } from './crate-writer.ts';
import { storedPackage, triangle } from './usd-samples.ts';
import { messageOf, objectOf, positionsOf, sceneFrom, TRIANGLE } from './usd-scenes.ts';

const names = (body: string, head?: string): string[] => sceneFrom(body, head).objects.map(({ name }) => name);
const firstX = (body: string, name: string): number => positionsOf(objectOf(sceneFrom(body), name), 0)[0];

/** A mesh that stands at x. */
const meshAt = (x: number, specifier = 'def', name = 'm'): string =>
  `${specifier} Mesh "${name}" {${TRIANGLE} double3 xformOp:translate = (${x}, 0, 0)
    uniform token[] xformOpOrder = ["xformOp:translate"] }`;

describe('what is drawn', () => {
  it('classes, overs and inactive prims are not, nor what is below them', () => {
    expect(
      names(
        `class "a" { ${meshAt(0)} } over "b" { ${meshAt(0)} } def "c" (active = false) { ${meshAt(0)} } ${meshAt(0)}`,
      ),
    ).toEqual(['/m']);
  });

  it('an over of a class is still not defined; a def of it is', () => {
    expect(names(`class "k" { ${meshAt(0)} } over "a" (inherits = </k>) {} def "b" (inherits = </k>) {}`)).toEqual([
      '/b/m',
    ]);
  });

  it('meshes below materials, guides and proxies are left out; render is not', () => {
    const scene = sceneFrom(`
      def Material "a" { ${meshAt(0)} }
      def Xform "b" { uniform token purpose = "guide" ${meshAt(0)} }
      def Xform "c" { uniform token purpose = "proxy" def Xform "d" { uniform token purpose = "render" ${meshAt(0)} } }`);
    expect(scene.objects.map(({ name }) => name)).toEqual(['/c/d/m']);
    expect(scene.notes).toEqual(['Meshes for guides and proxies are left out: /b/m.']);
  });
});

describe('references', () => {
  it('bring in children, attributes and type; the prim itself is stronger', () => {
    const body = `class Mesh "k" {${TRIANGLE} double3 xformOp:translate = (1, 0, 0)
      uniform token[] xformOpOrder = ["xformOp:translate"] }
      def "a" (references = </k>) {}
      def "b" (prepend references = </k>) { double3 xformOp:translate = (2, 0, 0) }`;
    expect([firstX(body, '/a'), firstX(body, '/b')]).toEqual([1, 2]);
  });

  it('overrides below a prim count, unless it is an instance', () => {
    const body = (flag: boolean): string => `class "k" { ${meshAt(1)} }
      def "a" (references = </k> instanceable = ${flag}) { over "m" { double3 xformOp:translate = (2, 0, 0) } ${meshAt(3, 'def', 'own')} }`;
    expect([firstX(body(false), '/a/m'), firstX(body(true), '/a/m')]).toEqual([2, 1]);
    expect(names(body(true))).toEqual(['/a/m']);
    expect(names(body(false)).sort()).toEqual(['/a/m', '/a/own']);
  });

  it('the first of a list is the strongest', () => {
    const body = `class "j" { ${meshAt(1)} } class "k" { ${meshAt(2)} } def "a" (references = [</k>, </j>]) {}`;
    expect(firstX(body, '/a/m')).toBe(2);
  });

  it('without a path means the default prim', () => {
    expect(names('class "k" { def Mesh "m" {} } def "a" (references = <>) {}', 'defaultPrim = "k"')).toEqual([]);
    expect(names(`class "k" { ${meshAt(0)} } def "a" (references = <>) {}`, 'defaultPrim = "k"')).toEqual(['/a/m']);
  });

  it('reach prims that are themselves brought in', () => {
    expect(
      names(`class "j" { def "x" { ${meshAt(0)} } } class "k" (references = </j>) {} def "a" (references = </k/x>) {}`),
    ).toEqual(['/a/m']);
  });

  it('shift and scale time, one after the other', () => {
    const body = `class "k" { def Mesh "m" {${TRIANGLE} double3 xformOp:translate.timeSamples = { 1: (1, 0, 0), 2: (2, 0, 0) }
        uniform token[] xformOpOrder = ["xformOp:translate"] } }
      class "j" (references = [</k> (offset = 1)]) {}
      def "a" (references = </j> (offset = 10; scale = 2)) {}
      def "b" (references = </k> (scale = -1)) {}`;
    const scene = sceneFrom(body);
    // /j: 2 and 3; /a: 10 + 2 × these; /b: -1 and -2.
    expect(scene.times).toEqual([-2, -1, 14, 16]);
    const x = (name: string, time: number): number => positionsOf(objectOf(scene, name), time)[0];
    expect([x('/a/m', 14), x('/a/m', 15), x('/a/m', 16)]).toEqual([1, 1.5, 2]);
    expect([x('/b/m', -2), x('/b/m', -1)]).toEqual([2, 1]);
  });

  it('that lead nowhere are noted; a class that does not exist is not', () => {
    expect(sceneFrom(`def "a" (references = </k>) { ${meshAt(0)} }`).notes).toEqual([
      'References to prims that do not exist are left out: /a to /k.',
    ]);
    expect(sceneFrom(`def "a" (inherits = </k>) { ${meshAt(0)} }`).notes).toEqual([]);
  });

  it('paths of relationships lead into the prim that they are brought into', () => {
    const scene = sceneFrom(`class "k" {
        def PointInstancer "i" { int[] protoIndices = [0] point3f[] positions = [(1, 0, 0)] rel prototypes = </k/i/p>
          ${meshAt(2, 'def', 'p')} } }
      def "a" (references = </k>) {}
      def "b" (references = </k>) { over "i" { over "p" { double3 xformOp:translate = (7, 0, 0) } } }`);
    expect(scene.objects.map((one) => [one.name, positionsOf(one, 0)[0]])).toEqual([
      ['/a/i[0]/p', 3],
      ['/b/i[0]/p', 8],
    ]);
  });
});

describe('strength', () => {
  const layer = (...arcs: readonly string[]): string => `
    class "i" { ${meshAt(1)} } class "r" { ${meshAt(2)} } class "p" { ${meshAt(3)} } class "s" { ${meshAt(4)} }
    def "a" (${arcs.join(' ')}) { variantSet "v" = { "x" { ${meshAt(5)} } "y" {} } }`;
  const inherits = 'inherits = </i>';
  const variant = 'variants = { string v = "x" } prepend variantSets = "v"';
  const reference = 'references = </r>';
  const payload = 'payload = </p>';
  const specializes = 'specializes = </s>';

  it.each([
    [[specializes, payload, reference, variant, inherits], 1],
    [[specializes, payload, reference, variant], 5],
    [[specializes, payload, reference], 2],
    [[specializes, payload], 3],
    [[specializes], 4],
  ] as const)('inherits, variants, references, payloads, specializes: %#', (arcs, x) => {
    expect(firstX(layer(...arcs), '/a/m')).toBe(x);
  });

  it('an arc of a prim is stronger than the same arc of the prim above', () => {
    const body = `class "up" { over "m" { double3 xformOp:translate = (1, 0, 0) } } class "near" { ${meshAt(2)} }
      def "a" (references = </up>) { def "m" (references = </near/m>) {} }`;
    expect(firstX(body, '/a/m')).toBe(2);
  });
});

describe('variants', () => {
  const set = `variantSet "look" = { "round" { ${meshAt(1)} } "flat" { ${meshAt(2)} } }`;

  it('the selected one counts; without a selection there is none', () => {
    expect(firstX(`def "a" (variants = { string look = "flat" } variantSets = "look") { ${set} }`, '/a/m')).toBe(2);
    expect(names(`def "a" (variantSets = "look") { ${set} }`)).toEqual([]);
  });

  it('names may be quoted', () => {
    expect(
      firstX(
        `def "a" (variants = { string 'look' = 'flat', string other = "x" } variantSets = ['look']) { ${set} }`,
        '/a/m',
      ),
    ).toBe(2);
  });

  it('who refers to a prim may select another one', () => {
    const body = `class "k" (variants = { string look = "flat" } variantSets = "look") { ${set} }
      def "a" (references = </k>) {} def "b" (references = </k> variants = { string look = "round" }) {}`;
    expect([firstX(body, '/a/m'), firstX(body, '/b/m')]).toEqual([2, 1]);
  });

  it('a variant may hold references and select in another set', () => {
    const body = `class "k" { ${meshAt(3)} }
      def "a" (variants = { string look = "round" } variantSets = ["look", "size"]) {
        variantSet "look" = { "round" (variants = { string size = "big" }) {} }
        variantSet "size" = { "big" (references = </k>) {} }
      }`;
    expect(firstX(body, '/a/m')).toBe(3);
  });
});

describe('packages', () => {
  const utf8 = (text: string): Uint8Array => new TextEncoder().encode(`#usda 1.0\n${text}`);
  const packed = (first: string, ...others: readonly (readonly [string, Uint8Array])[]): Uint8Array =>
    storedPackage([['scene/model.usda', utf8(first)], ...others]);

  it('may hold the layers that the first one refers to', () => {
    const bytes = packed(
      `(timeCodesPerSecond = 24)
      def "a" (prepend references = @./parts/leg.usda@</leg>) {} def "b" (payload = @../foot.usdc@) {}`,
      ['scene/picture.png', new Uint8Array(100)],
      [
        'scene/parts/leg.usda',
        utf8(`(timeCodesPerSecond = 12)
        def "leg" { def Mesh "m" {${TRIANGLE.replace(/points = (.*)/, 'points.timeSamples = { 12: $1, 24: [(0, 0, 1), (1, 0, 1), (0, 1, 1)] }')}}
          def "n" (references = @../../foot.usdc@) {} }`),
      ],
      [
        'foot.usdc',
        writeCrate({
          fields: { defaultPrim: token('foot') },
          prims: [{ name: 'foot', children: [{ name: 'm', type: 'Mesh', attributes: triangle }] }],
        }),
      ],
    );
    const scene = readUsd(bytes);
    expect(scene.objects.map(({ name }) => name)).toEqual(['/a/m', '/a/n/m', '/b/m']);
    // 12 and 24 at 12 per second are 1 and 2 seconds.
    expect(scene.times).toEqual([1, 2]);
    expect(positionsOf(objectOf(scene, '/a/m'), 2)[2]).toBe(1);
  });

  it('tell polygons of different layers apart', () => {
    const part = (corners: string): Uint8Array => utf8(`def Mesh "m" {${TRIANGLE.replace('0, 1, 2]', `${corners}]`)}}`);
    const bytes = packed(
      'def "a" (references = @a.usda@</m>) {} def "b" (references = @b.usda@</m>) {}',
      ['scene/a.usda', part('0, 1, 2')],
      ['scene/b.usda', part('0, 2, 1')],
    );
    expect(readUsd(bytes).objects.map((one) => [...one.faces(0).corners])).toEqual([
      [0, 1, 2],
      [0, 2, 1],
    ]);
  });

  it('that lack a layer, or hold a sublayer or a circle, are refused', () => {
    const message = (first: string, ...others: readonly (readonly [string, Uint8Array])[]): string =>
      messageOf(() => readUsd(packed(first, ...others)));
    const leg = ['scene/leg.usda', utf8('def "x" (references = @model.usda@</a>) {}')] as const;
    expect(message('def "a" (references = @legs.usda@) {}', leg)).toContain('found the reference @legs.usda@');
    expect(message('def "a" (references = @leg.png@) {}', ['scene/leg.png', new Uint8Array(9)])).toContain(
      'found the reference @leg.png@',
    );
    expect(message('(subLayers = [@leg.usda@])', leg)).toContain('found the sublayer @leg.usda@');
    expect(message('def "a" (references = @leg.usda@</x>) {}', leg)).toContain(
      'references that do not lead in a circle',
    );
    expect(
      message('def "a" (references = @leg.usda@) {}', ['scene/leg.usda', utf8('(subLayers = [@deep.usda@])')]),
    ).toContain('found the sublayer @deep.usda@');
  });
});

describe('layers that need other files are refused by name, with the way out', () => {
  it.each([
    ['a sublayer', `${meshAt(0)}`, 'subLayers = [@other.usda@]', '@other.usda@'],
    ['a reference', 'def "a" (references = @other.usda@</x>) {}', '', '@other.usda@'],
    ['a payload', 'def "a" { def "b" (payload = @@@other@2.usdc@@@) {} }', '', '@other@2.usdc@'],
    ['clips', 'def "a" (clips = { dictionary default = { asset[] assetPaths = [@a.usd@] } }) {}', '', 'clips'],
    ['relocates', `${meshAt(0)}`, 'relocates = { </a>: </b> }', 'relocates'],
  ])('%s', (_, body, head, found) => {
    const message = messageOf(() => sceneFrom(body, head));
    expect(message).toContain(found);
    expect(message).toContain('usdcat --flatten in.usd -o flat.usdc');
  });

  it('one that nothing draws is not in the way', () => {
    expect(names(`def Material "a" { def Shader "b" (references = @paint.usda@) {} } ${meshAt(0)}`)).toEqual(['/m']);
    expect(names(`def "a" (active = false references = @paint.usda@) {} ${meshAt(0)}`)).toEqual(['/m']);
  });
});
