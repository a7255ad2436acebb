// Hostile files: each ends in a FileError at once, whatever it claims, repeats or nests.
import { describe, expect, it } from 'vitest';
import { FileError, readUsd } from '../../../src/io.ts';
import { array, type CrateData, inlined, pathList, raw, references, token, tokens } from './crate-data.ts';
import { ByteSink, compressed, compressedIntegers } from './crate-encoding.ts';
import { assemble, type CratePrimSpec, u64s, writeCrate } from './crate-writer.ts';
import { storedPackage, triangle } from './usd-samples.ts';
import { messageOf, positionsOf, readAll, sceneFrom, TRIANGLE } from './usd-scenes.ts';

/** What a file of less than 1 MB may cost. */
const MAX_BYTES = 64e6;

/** Reads a file, which must end in a FileError, and returns its message and the bytes that arrays took. */
function refusal(file: Uint8Array | string): string {
  const bytes = typeof file === 'string' ? new TextEncoder().encode(`#usda 1.0\n${file}`) : file;
  expect(bytes.length).toBeLessThan(1e6);
  const before = process.memoryUsage();
  const message = messageOf(() => readAll(readUsd(bytes)));
  const after = process.memoryUsage();
  expect(after.arrayBuffers + after.heapUsed - before.arrayBuffers - before.heapUsed).toBeLessThan(MAX_BYTES);
  return message;
}

describe('text', () => {
  it.each([
    ['prims in prims', 'def "a" {\n'.repeat(80_000), 'at most 256 prims in prims'],
    ['prims in prims that end', `${'def "a" {'.repeat(40_000)}${'}'.repeat(40_000)}`, 'at most 256 prims in prims'],
    ['variants in variants', `def "a" {${'variantSet "s" = { "v" {'.repeat(30_000)}`, 'at most 256 prims in prims'],
    ['brackets in brackets', `def "a" { int[] b = ${'['.repeat(500_000)}`, 'at most 256 brackets in brackets'],
    [
      'parentheses in parentheses',
      `def "a" { float3 b = ${'('.repeat(100_000)}${')'.repeat(100_000)} }`,
      'at most 256 brackets in brackets',
    ],
    [
      'dictionaries in dictionaries',
      `def "a" ( customData = ${'{ dictionary a = '.repeat(50_000)}`,
      'at most 256 brackets in brackets',
    ],
    ['brackets that do not match', 'def "a" { float3 b = (1, [2, 3) }', '"]"'],
    ['a string without end', 'def "a" { string b = "'.padEnd(500_000, 'x'), 'a string that ends'],
    ['a long string without end', 'def "a" { string b = """'.padEnd(500_000, '"x'), 'a string that ends'],
    ['a file name without end', 'def "a" { asset b = @'.padEnd(500_000, 'x'), 'a file name that ends with "@"'],
    ['a path without end', 'def "a" { rel b = <'.padEnd(500_000, 'x'), 'a path that ends with ">"'],
    ['a comment without end', 'def "a" { /*'.padEnd(500_000, '*'), 'a statement or "}"'],
    ['names without end', `def "${'x'.repeat(500_000)}" {}`, 'a name of 1 to 1024 letters'],
    ['statements in the air', 'int a = 3', '"def", "over" or "class"'],
    ['a time that is none', 'def "a" { int b.timeSamples = { nan: 3 } }', 'a finite time'],
  ])('%s', (_, body, message) => {
    expect(refusal(body)).toContain(`expected ${message}`);
  });

  it('many statements about one relationship, attribute or reference take linear time', () => {
    const many = (line: (i: number) => string): string => Array.from({ length: 20_000 }, (_, i) => line(i)).join('\n');
    const bodies = [
      many((i) => `prepend rel a = </x${i}>`),
      many((i) => `int a ( k${i} = 1 )`),
      many(() => 'int a.timeSamples = { 1: 2 }'),
      many((i) => `int a.timeSamples = { ${-i}: 2, ${i}: 3 }`),
    ];
    for (const body of bodies) expect(sceneFrom(`def "a" {${body}}`).objects).toEqual([]);
    expect(sceneFrom(`def "a" (${many((i) => `prepend inherits = </x${i}>`)}) {}`).objects).toEqual([]);
  });
});

describe('composition', () => {
  const mesh = `def Mesh "m" {${TRIANGLE}}`;

  it.each([
    ['to itself', 'def "a" (references = </a>) {}'],
    ['to a prim above', `def "a" { def "b" (references = </a>) {} ${mesh} }`],
    [
      'to a prim below',
      `def "a" { def "b" (references = </c>) {} } def "c" { def "d" (references = </a>) {} ${mesh} }`,
    ],
    ['in a circle', 'def "a" (references = </b>) {} def "b" (inherits = </c>) {} def "c" (specializes = </a>) {}'],
    ['in a circle of payloads', 'def "a" (payload = </b>) {} def "b" (payload = </a>) {}'],
  ])('a reference %s', (_, body) => {
    expect(refusal(body)).toMatch(/references that do not lead in a circle|references in a row/);
  });

  it('references that double at every level', () => {
    const levels = Array.from(
      { length: 40 },
      (_, i) => `class "c${i}" { def "x" (references = </c${i + 1}>) {} def "y" (references = </c${i + 1}>) {} }`,
    );
    expect(refusal(`${levels.join('\n')} class "c40" { ${mesh} } def "a" (references = </c0>) {}`)).toContain(
      'at most 65536 prims and references',
    );
    const twice = Array.from({ length: 40 }, (_, i) => `class "c${i}" (references = [</c${i + 1}>, </c${i + 1}>]) {}`);
    expect(refusal(`${twice.join('\n')} class "c40" { ${mesh} } def "a" (references = </c0>) {}`)).toContain(
      'at most 65536 prims and references',
    );
  });

  it('a chain of references', () => {
    const chain = Array.from({ length: 5000 }, (_, i) => `class "c${i}" (references = </c${i + 1}>) {}`);
    expect(refusal(`${chain.join('\n')} def "a" (references = </c0>) {}`)).toContain('at most 64 references in a row');
  });

  it('instancers in instancers', () => {
    const levels = Array.from(
      { length: 6 },
      (_, i) => `class PointInstancer "c${i}" { rel prototypes = </c${i + 1}>
      int[] protoIndices = [${new Array(100).fill(0).join(', ')}] point3f[] positions = [${new Array(100).fill('(0, 0, 0)').join(', ')}] }`,
    );
    expect(refusal(`${levels.join('\n')} class "c6" { ${mesh} } def "a" (references = </c0>) {}`)).toContain(
      'at most 65536',
    );
    expect(
      refusal(
        'def PointInstancer "a" { rel prototypes = </a> int[] protoIndices = [0] point3f[] positions = [(0, 0, 0)] }',
      ),
    ).toContain('at most 8 PointInstancers in PointInstancers');
  });

  it('operations without end, and time offsets that are none', () => {
    const order = new Array(1000).fill('"xformOp:translate"').join(', ');
    expect(refusal(`def Mesh "m" {${TRIANGLE} uniform token[] xformOpOrder = [${order}] }`)).toContain(
      'at most 256 operations',
    );
    expect(refusal('def "a" (references = [</b> (scale = 0)]) {} def "b" {}')).toContain(
      'a finite time offset and scale',
    );
    expect(refusal(`(timeCodesPerSecond = 0)\n${mesh}`)).toContain('a positive rate');
  });

  /** Reads a scene of less than 1 MB that is allowed, and checks what it keeps. */
  const objectsOf = (body: string): number => {
    const bytes = new TextEncoder().encode(`#usda 1.0\n${body}`);
    expect(bytes.length).toBeLessThan(1e6);
    const before = process.memoryUsage();
    const scene = readUsd(bytes);
    for (const object of scene.objects) positionsOf(object, scene.times[0]);
    const after = process.memoryUsage();
    expect(after.arrayBuffers - before.arrayBuffers).toBeLessThan(MAX_BYTES);
    return scene.objects.length;
  };
  const heirs = (count: number, path = '/k'): string =>
    Array.from({ length: count }, (_, i) => `def "a${i}" (references = <${path}>) {}`).join('\n');
  const many = (count: number, item: (i: number) => string): string =>
    Array.from({ length: count }, (_, i) => item(i)).join(', ');

  it('a blend shape that is listed again and again', () => {
    const shapes = 5000;
    const body = `def SkelRoot "r" { rel skel:skeleton = </r/s>
      def Skeleton "s" { rel skel:animationSource = </r/s/a> def SkelAnimation "a" {
        uniform token[] blendShapes = ["b"] float[] blendShapeWeights = [1] } }
      def Mesh "m" { ${TRIANGLE}
        uniform token[] skel:blendShapes = [${many(shapes, () => '"b"')}]
        rel skel:blendShapeTargets = [${many(shapes, () => '</r/m/b>')}]
        def BlendShape "b" { uniform vector3f[] offsets = [(1, 0, 0), (0, 0, 0), (0, 0, 0)] } } }`;
    expect(positionsOf(sceneFrom(body).objects[0], 0)[0]).toBe(shapes);
    expect(objectsOf(body)).toBe(1);
  });

  it('samples of visibility and offsets of blend shapes that many instances share are looked at once', () => {
    const samples = many(30_000, (i) => `${i}: "${i % 2 ? 'inherited' : 'invisible'}"`);
    expect(
      objectsOf(
        `class Xform "k" { def Xform "x" { token visibility.timeSamples = { ${samples} } ${mesh} } } ${heirs(3000)}`,
      ),
    ).toBe(3000);
    const points = many(3000, (i) => `(${i}, 0, 0)`);
    const figure = `class SkelRoot "k" { rel skel:skeleton = </k/s>
      def Skeleton "s" { rel skel:animationSource = </k/s/a> uniform token[] joints = [${many(20, (i) => `"j${i}"`)}]
        def SkelAnimation "a" { uniform token[] blendShapes = ["b"] float[] blendShapeWeights = [1] } }
      def Mesh "m" { point3f[] points = [${points}] int[] faceVertexCounts = [] int[] faceVertexIndices = []
        int[] primvars:skel:jointIndices = [${many(3000, () => '0')}] float[] primvars:skel:jointWeights = [${many(3000, () => '1')}]
        uniform token[] skel:blendShapes = ["b"] rel skel:blendShapeTargets = </k/m/b>
        def BlendShape "b" { uniform vector3f[] offsets = [${points}] } } }`;
    expect(objectsOf(`${figure} ${heirs(2000)}`)).toBe(2000);
  });

  it('instances that are never shown, hidden by what they do not share', () => {
    const samples = (odd: number): string =>
      many(20_000, (i) => `${i}: "${i % 2 === odd ? 'inherited' : 'invisible'}"`);
    const body = `class Xform "k" { token visibility.timeSamples = { ${samples(0)} }
      def Xform "x" { token visibility.timeSamples = { ${samples(1)} } ${mesh} } } ${heirs(5000)}`;
    expect(refusal(body)).toContain('samples of visibility and instances');
  });

  it('skeletons of many joints for many instances', () => {
    const body = `class SkelRoot "k" { rel skel:skeleton = </k/s> def Skeleton "s" { uniform token[] joints = [${many(30_000, (i) => `"j${i}"`)}] }
      def Mesh "m" {${TRIANGLE} int[] primvars:skel:jointIndices = [0, 0, 0] float[] primvars:skel:jointWeights = [1, 1, 1] } } ${heirs(2000)}`;
    expect(refusal(body)).toContain('numbers of joints, weights and blend shapes');
  });

  it('long names in long names', () => {
    const depth = 200;
    const body = `class Mesh "k" {${TRIANGLE}} ${`def "${'x'.repeat(1000)}" {`.repeat(depth)} ${heirs(5000)} ${'}'.repeat(depth)}`;
    expect(refusal(body)).toContain('letters in all paths');
  });
});

describe('crates', () => {
  const mesh = (attributes: Readonly<Record<string, CrateData>>): CratePrimSpec => ({
    name: 'm',
    type: 'Mesh',
    attributes: { ...triangle, ...attributes },
  });
  const one = (attributes: Readonly<Record<string, CrateData>>): Uint8Array<ArrayBuffer> =>
    writeCrate({ prims: [mesh(attributes)] });
  const ARRAY_OF_POINTS = 0x8018_0000;

  /** A crate of these tables only. */
  const tables = (changed: Readonly<Record<string, readonly Uint8Array[]>>): Uint8Array => {
    const values = new ByteSink();
    values.append(new Uint8Array(88));
    const names = compressed(new TextEncoder().encode(';-)\0a\0'));
    const standard: readonly (readonly [string, ...Uint8Array[]])[] = [
      ['TOKENS', u64s(2, 6, names.length), names],
      ['STRINGS', u64s(0)],
      ['FIELDS', u64s(0), compressedIntegers([]), u64s(2), compressed(new Uint8Array())],
      ['FIELDSETS', u64s(1), compressedIntegers([-1])],
      ['PATHS', u64s(2, 2), compressedIntegers([0, 1]), compressedIntegers([0, 1]), compressedIntegers([-1, -2])],
      ['SPECS', u64s(1), compressedIntegers([0]), compressedIntegers([0]), compressedIntegers([7])],
    ];
    return assemble(
      values,
      9,
      standard.map(([name, ...parts]) => [name, ...(changed[name] ?? parts)]),
    );
  };

  it('are read without the change', () => {
    expect(readUsd(tables({})).objects).toEqual([]);
  });

  const paths = (indices: readonly number[], jumps: readonly number[]): Uint8Array[] => [
    u64s(indices.length, indices.length),
    compressedIntegers(indices),
    compressedIntegers(indices.map((_, i) => Math.min(i, 1))),
    compressedIntegers(jumps),
  ];
  const deep = Array.from({ length: 2000 }, (_, i) => i);

  it.each([
    ['names without end', { TOKENS: [u64s(2, 2 ** 40, 2 ** 20)] }, 'at most'],
    ['more names than bytes', { TOKENS: [u64s(1000, 6, 8), compressed(new Uint8Array(6))] }, 'at most 6 names'],
    [
      'names that inflate without end',
      { TOKENS: [u64s(2, 60_000, 7), Uint8Array.of(0, 0x1f, 0, 1, 0, 255, 255)] },
      'damaged block',
    ],
    ['fields without end', { FIELDS: [u64s(2 ** 50)] }, 'at most 4096 fields'],
    ['strings without end', { STRINGS: [u64s(2 ** 50)] }, 'strings'],
    ['sets without end', { FIELDSETS: [u64s(2 ** 62)] }, 'sets of fields'],
    ['specs without end', { SPECS: [u64s(2 ** 33)] }, 'specs'],
    ['paths without end', { PATHS: [u64s(2 ** 40, 2)] }, 'paths'],
    ['no path', { PATHS: [u64s(0, 0)] }, 'at least one path'],
    ['a path twice', { PATHS: paths([0, 0], [-1, -2]) }, 'every path once, found 0'],
    ['a jump to itself', { PATHS: paths([0, 1, 2], [-1, 2, -2]) }, 'a jump within 3 entries'],
    ['a jump that leads to an entry twice', { PATHS: paths([0, 1, 2, 3], [-1, 1, 0, -2]) }, 'every path once'],
    ['a tree without end', { PATHS: paths([0, 1], [-1, -1]) }, 'the end of the tree'],
    [
      'a deep tree',
      {
        PATHS: paths(
          deep,
          deep.map(() => -1),
        ),
      },
      'at most 512 levels of paths',
    ],
    [
      'an index of a path',
      { SPECS: [u64s(1), compressedIntegers([9]), compressedIntegers([0]), compressedIntegers([7])] },
      'a path below 2',
    ],
  ] as const)('%s', (_, changed, message) => {
    expect(refusal(tables(changed))).toContain(message);
  });

  it('sections outside of the file, too many, or none', () => {
    const bytes = writeCrate({ prims: [] });
    for (const [at, value] of [
      [16, 2 ** 40],
      [16, 0],
      [16, bytes.length - 4],
    ] as const) {
      const damaged = bytes.slice();
      new DataView(damaged.buffer).setBigUint64(at, BigInt(value), true);
      expect(refusal(damaged)).toMatch(/^USD byte \d+: expected/);
    }
    const empty = new ByteSink();
    empty.append(new Uint8Array(88));
    expect(refusal(assemble(empty, 9, []))).toContain('a section TOKENS, found none');
  });

  it('arrays longer than the file', () => {
    let at = 0;
    const points: CrateData = (writer) => {
      at = writer.values.size;
      return array('float3', [0, 0, 0, 1, 0, 0, 0, 1, 0])(writer);
    };
    const bytes = one({ points });
    new DataView(bytes.buffer).setBigUint64(at, 2n ** 40n, true);
    expect(refusal(bytes)).toMatch(/^USD byte \d+: expected at most \d+ elements of an array, found 1099511627776$/);
    expect(refusal(one({ points: raw(0xffff_ffff, ARRAY_OF_POINTS | 0xffff) }))).toMatch(/the length of an array/);
  });

  it('compressed arrays that claim more than their block holds', () => {
    const claims: CrateData = (writer) => {
      const at = writer.values.size;
      writer.putCount(200_000);
      writer.values.append(compressedIntegers([3]));
      return [at, 0xa003_0000];
    };
    expect(refusal(one({ faceVertexCounts: claims }))).toContain(
      '200000 compressed integers (an array), found a damaged block',
    );
  });

  it('samples without end, out of order, or on top of each other', () => {
    const samples =
      (count: number, times: readonly number[], jump = 8): CrateData =>
      (writer) => {
        const { values } = writer;
        const timesAt = values.size;
        values.u64(times.length);
        for (const time of times) values.f64(time);
        const at = values.size;
        values.u64(jump);
        values.u32(timesAt);
        values.u32(48 << 16);
        values.u64(8);
        values.u64(count);
        for (let i = 0; i < times.length; i++) values.u64(0);
        return [at, 46 << 16];
      };
    const moving = (data: CrateData): Uint8Array =>
      writeCrate({
        prims: [{ name: 'm', type: 'Mesh', attributes: { ...triangle, points: { metadata: { timeSamples: data } } } }],
      });
    expect(refusal(moving(samples(2 ** 40, [1, 2])))).toContain('values of samples');
    expect(refusal(moving(samples(1, [1, 2])))).toContain('2 samples, one for each time, found 1');
    expect(refusal(moving(samples(2, [2, 1])))).toContain('finite times that ascend, found time 1: 1');
    expect(refusal(moving(samples(2, [1, Number.NaN])))).toContain('finite times that ascend');
    expect(refusal(moving(samples(2, [1, 2], -64)))).toContain('expected the times of samples');
  });

  it('references to paths that are none, and lists without end', () => {
    const endless: CrateData = (writer) => {
      const at = writer.values.size;
      writer.values.u8(2);
      writer.values.u64(2 ** 40);
      return [at, 35 << 16];
    };
    expect(refusal(writeCrate({ prims: [{ name: 'a', fields: { references: endless } }] }))).toContain(
      'items of a list',
    );
    expect(
      readUsd(
        writeCrate({
          prims: [
            { name: 'a', fields: { references: references([{ path: '/nothing' }]), inheritPaths: pathList(['/no']) } },
          ],
        }),
      ).objects,
    ).toEqual([]);
    expect(refusal(writeCrate({ prims: [{ name: 'a', fields: { references: inlined('int', 4) } }] }))).toContain(
      'a list of references',
    );
  });

  it('a reference to a default prim that is not there', () => {
    const bytes = writeCrate({
      fields: { defaultPrim: token('x') },
      prims: [{ name: 'a', fields: { references: references([{ path: '' }]) } }],
    });
    expect(readUsd(bytes).notes).toEqual(['References to prims that do not exist are left out: /a to /x.']);
  });

  it('cut anywhere', () => {
    const bytes = one({ xformOpOrder: tokens([]) });
    for (let length = 0; length < bytes.length; length++) {
      expect(() => readAll(readUsd(bytes.subarray(0, length)))).toThrow(FileError);
    }
  });
});

describe('packages', () => {
  const layer = new TextEncoder().encode('#usda 1.0\n');
  const changed = (at: number, value: number): Uint8Array => {
    const bytes = storedPackage([['a.usda', layer]]);
    new DataView(bytes.buffer).setUint16(at, value, true);
    return bytes;
  };

  it.each([
    ['deflated', changed(8, 8), 'a stored entry, as packages have (usdzip makes one), found compression 8'],
    ['encrypted', changed(6, 1), 'an entry that is not encrypted'],
    ['with sizes behind the entry', changed(6, 8), 'the size of the entry in its header'],
    ['longer than the file', changed(20, 0xfff), 'an entry of at most'],
    ['a name longer than the file', changed(26, 0xffff), 'an entry of at most'],
    [
      'a picture first',
      storedPackage([
        ['a.png', layer],
        ['a.usda', layer],
      ]),
      'a layer (.usd, .usda, .usdc) as the first entry, found "a.png"',
    ],
    [
      'another file with the name of a layer',
      storedPackage([['a.usdc', layer.subarray(3)]]),
      'a crate ("PXR-USDC") or a text layer ("#usda 1.0")',
    ],
    ['cut', storedPackage([['a.usda', layer]]).subarray(0, 20), 'the header of a zip entry'],
  ])('%s', (_, bytes, message) => {
    expect(refusal(bytes)).toContain(message);
  });

  it('neither a package nor a layer', () => {
    expect(refusal(new Uint8Array())).toBe(
      'USD byte 0: expected a crate ("PXR-USDC") or a text layer ("#usda 1.0"), found an empty file',
    );
    expect(refusal(new TextEncoder().encode('Ogawa'))).toContain('found "Ogawa"');
  });
});
