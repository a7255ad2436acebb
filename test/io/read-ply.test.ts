import { describe, expect, it } from 'vitest';
import { type MeshData, readPly } from '../../src/io.ts';
import { failure, sample, utf8 } from './samples.ts';

const XYZ = 'property float x\nproperty float y\nproperty float z\n';
const FACE = 'property list uchar int vertex_indices\n';

interface Parts {
  readonly encoding?: string;
  readonly elements?: string;
  readonly body?: string | readonly number[];
}

/** By default three vertices and one triangle in ascii. */
function ply({ encoding = 'ascii', elements, body = '0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n' }: Parts): Uint8Array {
  const declared = elements ?? `element vertex 3\n${XYZ}element face 1\n${FACE}`;
  const header = utf8(`ply\nformat ${encoding} 1.0\n${declared}end_header\n`);
  const content = typeof body === 'string' ? utf8(body) : Uint8Array.from(body);
  return Uint8Array.from([...header, ...content]);
}

const parts = (mesh: MeshData) => ({ positions: Array.from(mesh.positions), triangles: Array.from(mesh.triangles) });

const TRIANGLE = { positions: [0, 0, 0, 1, 0, 0, 0, 1, 0], triangles: [0, 1, 2] };

type Setter =
  | 'setInt8'
  | 'setUint8'
  | 'setInt16'
  | 'setUint16'
  | 'setInt32'
  | 'setUint32'
  | 'setFloat32'
  | 'setFloat64';
type Typed = readonly [names: readonly string[], size: number, set: Setter];

const TYPES: readonly Typed[] = [
  [['char', 'int8'], 1, 'setInt8'],
  [['uchar', 'uint8'], 1, 'setUint8'],
  [['short', 'int16'], 2, 'setInt16'],
  [['ushort', 'uint16'], 2, 'setUint16'],
  [['int', 'int32'], 4, 'setInt32'],
  [['uint', 'uint32'], 4, 'setUint32'],
  [['float', 'float32'], 4, 'setFloat32'],
  [['double', 'float64'], 8, 'setFloat64'],
];

/** The values, each in the type given. */
function encoded(values: readonly number[], [, size, set]: Typed, littleEndian: boolean): number[] {
  const view = new DataView(new ArrayBuffer(size * values.length));
  values.forEach((value, i) => {
    view[set](size * i, value, littleEndian);
  });
  return Array.from(new Uint8Array(view.buffer));
}

describe('readPly reads', () => {
  it('ascii with properties, lists and elements to skip', () => {
    const mesh = parts(readPly(sample('ply, ascii').bytes));
    expect(mesh.positions).toEqual([0, 0, 0, 1.5, 0, 0, 1.5, 1.5, 0, 0, 1.5, 0, 0.75, 0.75, -1.25]);
    expect(mesh.triangles).toEqual([3, 2, 1, 3, 1, 0, 0, 1, 4, 1, 2, 4, 2, 3, 4, 3, 0, 4]);
  });

  it.each(TYPES.flatMap((type) => type[0].map((name) => [name, type] as const)))(
    'coordinates, lengths and indices of type %s',
    (name, type) => {
      const elements = `element vertex 3\n${XYZ.replaceAll('float', name)}element face 1\nproperty list ${name} ${name} vertex_index\n`;
      for (const littleEndian of [true, false]) {
        const encoding = littleEndian ? 'binary_little_endian' : 'binary_big_endian';
        const body = encoded([...TRIANGLE.positions, 3, 0, 1, 2], type, littleEndian);
        expect(parts(readPly(ply({ encoding, elements, body })))).toEqual(TRIANGLE);
      }
      expect(parts(readPly(ply({ elements })))).toEqual(TRIANGLE);
    },
  );

  it('signed coordinates of small types', () => {
    const elements = `element vertex 1\n${XYZ.replaceAll('float', 'char')}`;
    const mesh = readPly(ply({ encoding: 'binary_big_endian', elements, body: [255, 128, 127] }));
    expect(Array.from(mesh.positions)).toEqual([-1, -128, 127]);
  });

  it('binary with properties, lists and elements to skip, faces first', () => {
    const elements = `element face 1\nproperty uchar flag\n${FACE}property list ushort uchar colours
element thing 2\nproperty list uchar short a\nproperty char b
element nothing 4000000000
element vertex 4\nproperty list uchar uchar n\nproperty uchar z\nproperty uchar y\nproperty uchar s\nproperty uchar x\n`;
    const face = [9, 4, 0, 0, 0, 3, 0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0, 0, 0, 2, 7, 7];
    const things = [1, 5, 5, 6, 0, 6];
    const vertices = [0, 1, 2, 3, 4, 2, 8, 8, 5, 6, 7, 8, 0, 9, 10, 11, 12, 0, 13, 14, 15, 16];
    const body = [...face, ...things, ...vertices];
    const mesh = parts(readPly(ply({ encoding: 'binary_big_endian', elements, body })));
    expect(mesh).toEqual({ positions: [4, 2, 1, 8, 6, 5, 12, 10, 9, 16, 14, 13], triangles: [3, 2, 1, 3, 1, 0] });
  });

  it('headers that end in CRLF or CR, even where the data start with a line feed', () => {
    const elements = `element vertex 1\n${XYZ.replaceAll('float', 'uchar')}`;
    for (const lineBreak of ['\n', '\r\n', '\r']) {
      const header = new TextDecoder().decode(ply({ encoding: 'binary_little_endian', elements, body: '' }));
      const bytes = [...utf8(header.replaceAll('\n', lineBreak)), 10, 13, 10];
      expect(Array.from(readPly(Uint8Array.from(bytes)).positions)).toEqual([10, 13, 10]);
      const text = new TextDecoder().decode(ply({})).replaceAll('\n', lineBreak);
      expect(parts(readPly(text))).toEqual(TRIANGLE);
    }
  });

  it('a file without faces as a mesh without triangles, and one without vertices as an empty mesh', () => {
    expect(readPly(ply({ elements: `element vertex 1\n${XYZ}`, body: '1 2 3' })).triangles).toHaveLength(0);
    expect(readPly(ply({ elements: `element vertex 0\n${XYZ}`, body: '' })).vertexCount).toBe(0);
  });
});

const le = 'binary_little_endian';

it.each<[string, Parts, string]>([
  [
    'a truncated row',
    { body: '0 0 0\n1 0\n0 1 0\n3 0 1 2\n' },
    'line 11: expected a finite number, found the end of the line',
  ],
  [
    'a missing row',
    { body: '0 0 0\n1 0 0\n0 1 0000000\n\n' },
    'line 14: expected another row, found the end of the file',
  ],
  ['a row too long', { body: '0 0 0\n1 0 0 0\n0 1 0\n3 0 1 2\n' }, 'line 11: expected the end of the line, found "0"'],
  [
    'more rows',
    { body: '0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n3 0 1 2\n' },
    'line 14: expected the end of the file, found "3"',
  ],
  [
    'an index out of range',
    { body: '0 0 0\n1 0 0\n0 1 0\n3 0 1 3\n' },
    'line 13: expected a vertex index between 0 and 2, found "3"',
  ],
  [
    'a negative index',
    { body: '0 0 0\n1 0 0\n0 1 0\n3 0 1 -1\n' },
    'line 13: expected a vertex index between 0 and 2, found "-1"',
  ],
  [
    'a fractional index',
    { body: '0 0 0\n1 0 0\n0 1 0\n3 0 1 1.5\n' },
    'line 13: expected a vertex index between 0 and 2, found "1.5"',
  ],
  [
    'a face of two',
    { body: '0 0 0\n1 0 0\n0 1 0\n2 0 1\n' },
    'line 13: expected a face of at least 3 vertices, found "2"',
  ],
  [
    'a huge list',
    { body: '0 0 0\n1 0 0\n0 1 0\n4000000000 0 1 2\n' },
    'line 13: expected a vertex index between 0 and 2, found the end of the line',
  ],
  ['infinity', { body: '0 0 0\n1 inf 0\n0 1 0\n3 0 1 2\n' }, 'line 11: expected a finite number, found "inf"'],
  [
    'a huge vertex count',
    { elements: `element vertex 4000000000\n${XYZ}` },
    'line 3: expected at most 4 vertex rows in the bytes that follow, found 4000000000',
  ],
  [
    'a huge binary count',
    { encoding: le, elements: `element vertex 4000000000\n${XYZ}` },
    'line 3: expected at most 2 vertex rows in the bytes that follow, found 4000000000',
  ],
  [
    'a count beyond doubles',
    { elements: `element vertex ${'9'.repeat(400)}\n${XYZ}` },
    'line 3: expected at most 4 vertex rows in the bytes that follow, found Infinity',
  ],
  ['a negative count', { elements: `element vertex -1\n${XYZ}` }, 'line 3: expected an element count, found "-1"'],
  [
    'an unknown type',
    { elements: 'element vertex 1\nproperty half x\n' },
    'line 4: expected a scalar type such as float, int or uchar, found "half"',
  ],
  [
    'a property of nothing',
    { elements: 'property float x\n' },
    'line 3: expected an element before its properties, found "property"',
  ],
  [
    'a nameless property',
    { elements: 'element vertex 1\nproperty float\n' },
    'line 4: expected a property name, found the end of the line',
  ],
  [
    'a list of coordinates',
    { elements: 'element vertex 1\nproperty list uchar float x\n' },
    'line 4: expected a scalar property, found "x"',
  ],
  [
    'a scalar of indices',
    { elements: `element vertex 1\n${XYZ}element face 1\nproperty int vertex_index\n` },
    'line 8: expected a list property, found "vertex_index"',
  ],
  [
    'no z',
    { elements: 'element vertex 1\nproperty float x\nproperty float y\n' },
    'line 3: expected a vertex element with one property z, found none',
  ],
  [
    'two x',
    { elements: `element vertex 1\n${XYZ}property int x\n` },
    'line 3: expected a vertex element with one property x, found 2',
  ],
  [
    'no indices',
    { elements: `element vertex 1\n${XYZ}element face 1\nproperty int a\n` },
    'line 7: expected a face element with one list property vertex_indices, found none',
  ],
  [
    'no vertex',
    { elements: '' },
    'line 3: expected a vertex element before the end of the header, found the end of the line',
  ],
  [
    'two vertex elements',
    { elements: `element vertex 1\n${XYZ}element vertex 1\n${XYZ}` },
    'line 7: expected one vertex element, found a second one',
  ],
  [
    'strips',
    { elements: `element vertex 1\n${XYZ}element tristrips 1\nproperty list int int vertex_indices\n` },
    'line 7: expected triangles in a face element, found triangle strips, which are not supported',
  ],
  [
    'another encoding',
    { encoding: 'binary' },
    'line 2: expected ascii, binary_little_endian or binary_big_endian, found "binary"',
  ],
  ['another version', { encoding: 'ascii 2.0' }, 'line 2: expected version 1.0, found "2.0"'],
  [
    'a stray header line',
    { elements: 'elements vertex 1\n' },
    'line 3: expected format, element, property, comment, obj_info or end_header, found "elements"',
  ],
])('readPly refuses %s', (_, file, message) => {
  const error = failure(() => readPly(ply(file)));
  expect(error.message).toBe(`PLY ${message}`);
  expect(error.line).toBe(Number(/\d+/.exec(message)?.[0]));
});

describe('readPly names the byte', () => {
  const uchars = {
    encoding: le,
    elements: `element vertex 3\n${XYZ.replaceAll('float', 'uchar')}element face 1\n${FACE.replace('int', 'char')}`,
  };
  const start = ply({ ...uchars, body: '' }).length;
  const vertices = [0, 0, 0, 1, 0, 0, 0, 1, 0];
  it.each<[string, readonly number[], number, string]>([
    ['of an index', [...vertices, 3, 0, 1, 3], 12, 'a vertex index between 0 and 2, found 3'],
    ['of a negative index', [...vertices, 3, 0, 255, 2], 11, 'a vertex index between 0 and 2, found -1'],
    ['of a length beyond the file', [...vertices, 4, 0, 1, 2], 9, 'a list length between 0 and 3, found 4'],
    ['of a face of two', [...vertices, 2, 0, 1], 9, 'a face of at least 3 vertices, found 2'],
    ['where more bytes follow', [...vertices, 3, 0, 1, 2, 0, 0], 13, 'the end of the file, found 2 more bytes'],
  ])('%s', (_, body, offset, message) => {
    const error = failure(() => readPly(ply({ ...uchars, body })));
    expect(error).toMatchObject({ line: undefined, byte: start + offset });
    expect(error.message).toBe(`PLY byte ${start + offset}: expected ${message}`);
  });

  it('of a coordinate that is not finite', () => {
    const elements = `element vertex 1\n${XYZ}`;
    const body = [0, 0, 0, 0, 0x7f, 0x80, 0, 0, 0, 0, 0, 0];
    const file = ply({ encoding: 'binary_big_endian', elements, body });
    const error = failure(() => readPly(file));
    expect(error.message).toBe(`PLY byte ${file.length - 8}: expected a finite number, found Infinity`);
  });
});

it('wants the bytes of a binary file', () => {
  const text = new TextDecoder().decode(ply({ encoding: le }));
  expect(failure(() => readPly(text)).message).toBe('PLY line 9: expected the bytes of a binary file, found a string');
});
