// Damaged and hostile Alembic files: each ends in one line that says where and what.
import { describe, expect, it } from 'vitest';
import { readAlembic } from '../../../src/io.ts';
import { faultOf, readEverything } from './alembic-samples.ts';
import {
  type AbcObject,
  ACYCLIC,
  archive,
  childHeader,
  compoundNode,
  faceCounts,
  faceIndices,
  type Instance,
  mesh,
  objectNode,
  type Property,
  points,
  rootNodes,
  type Sampling,
  samplingsNode,
  TYPE,
  text,
  transform,
  triangleAt,
} from './alembic-writer.ts';
import {
  block,
  doubles,
  EMPTY_BLOCK,
  EMPTY_GROUP,
  floats,
  type GroupNode,
  group,
  type Node,
  ogawaFile,
  uints,
  utf8,
} from './ogawa-writer.ts';

const PER_SECOND: Sampling = { cycle: 1, times: [0] };
const faultIn = (children: AbcObject['children'], samplings = [PER_SECOND]): string =>
  faultOf(() => readEverything(archive(children, samplings)));
const faultOfMesh = (...geometry: Property[]): string => faultIn([mesh('a', geometry)]);

/** An archive with one child of the root group replaced. */
function faultOfRoot(index: number, node: Node): string {
  const nodes = rootNodes([mesh('a')]);
  nodes[index] = node;
  return faultOf(() => readEverything(ogawaFile(group(...nodes))));
}

describe('the header of the file', () => {
  const good = archive([mesh('a')]);
  const changed = (at: number, ...values: number[]): Uint8Array => {
    const bytes = good.slice();
    bytes.set(values, at);
    return bytes;
  };

  it.each([
    ['an empty file', new Uint8Array(), 'Alembic byte 0: expected "Ogawa", found an empty file'],
    ['another file', utf8('hello'), 'Alembic byte 0: expected "Ogawa", found "hello"'],
    ['no more than its name', utf8('Ogawa'), 'Alembic byte 5: expected 16 bytes of header, found the end of the file'],
    [
      'HDF5',
      Uint8Array.from([0x89, 0x48, 0x44, 0x46, 13, 10, 26, 10, 0, 0]),
      'Alembic byte 0: expected the Ogawa flavour, which "abcconvert -toOgawa in.abc out.abc" writes, found the old HDF5 flavour',
    ],
    [
      'a file whose writer died',
      changed(5, 0),
      'Alembic byte 5: expected 0xff, the mark of a finished file, found 0x00: the program that wrote the file ended early; export it again',
    ],
    ['another version', changed(6, 0, 2), 'Alembic byte 6: expected version 1 of Ogawa, found 2'],
    [
      'a root outside of the file',
      changed(8, 0xff, 0xff, 0xff),
      `Alembic byte 8: expected an address within the ${good.length} bytes of the file, found 16777215`,
    ],
    [
      'a root at a position beyond all numbers',
      changed(8, ...new Array(7).fill(0xff), 0x7f),
      `Alembic byte 8: expected an address within the ${good.length} bytes of the file, found 9223372036854776000`,
    ],
    ['no root', changed(8, 0, 0), 'Alembic byte 0: expected 6 children of the root group, found 0'],
    ['a block for a root', changed(15, 0x80), 'Alembic byte 16: expected a group, found a data block'],
  ])('%s', (_, bytes, message) => {
    expect(faultOf(() => readAlembic(bytes))).toBe(message);
  });

  it('every shorter file', () => {
    for (let length = 0; length < good.length; length++) {
      expect(faultOf(() => readEverything(good.subarray(0, length)))).toMatch(/^Alembic byte \d+: expected /);
    }
  });

  it('a file that becomes shorter while it is read', () => {
    let end = good.length;
    const source = { size: end, read: (at: number, length: number) => good.subarray(at, Math.min(at + length, end)) };
    const [object] = readAlembic(source).objects;
    end = 100;
    expect(faultOf(() => object.faces(0))).toMatch(/found the end of a file that became shorter$/);
  });
});

describe('groups and blocks', () => {
  it.each([
    ['more children than fit', { children: [], count: 2 ** 40 }, /expected at most \d+ children/],
    ['a block where a group is due', block([1]), /expected a group, found a data block/],
  ])('of an object: %s', (_, node, message) => {
    expect(faultIn([{ ...mesh('a'), node }])).toMatch(message);
  });

  it.each([
    [
      'longer than the file',
      { bytes: new Uint8Array(8), length: 1e6 },
      /expected at most \d+ bytes, which the file still has, found 1000000/,
    ],
    ['longer than any number', { bytes: new Uint8Array(8), length: 2 ** 62 }, /expected at most \d+ bytes/],
    ['outside of the file', { address: (1n << 63n) | 0xfffffn }, /expected an address within/],
    ['a group', group(EMPTY_BLOCK), /expected a data block, found a group/],
    ['of other parts than points', block(new Uint8Array(17)), /16 bytes of hash and items of 12 bytes, found 17 bytes/],
    ['shorter than its hash', block([1, 2]), /16 bytes of hash and items of 12 bytes, found 2 bytes/],
  ])('of points: %s', (_, node, message) => {
    expect(faultOfMesh({ ...points([0]), node: group(node, EMPTY_BLOCK) })).toMatch(message);
  });

  it('dimensions are not needed, whatever they say', () => {
    const values = block(new Uint8Array(16), floats(...triangleAt(0)[0]));
    for (const dimensions of [block(uints(4, 9, 9)), block(new Uint8Array(3)), group(EMPTY_BLOCK), { address: 7n }]) {
      expect(faultOfMesh({ ...points([0]), node: group(values, dimensions) })).toMatch(
        /^(no error|.*address within.*)$/,
      );
    }
  });

  it.each([
    [0, EMPTY_BLOCK, /expected a version of 4 bytes, found 0/],
    [0, block(uints(4, 1)), /expected version 0 of Alembic in Ogawa, found 1/],
    [2, EMPTY_BLOCK, /expected a group, found a data block/],
    [4, EMPTY_BLOCK, /expected one of 0 time samplings, found number 1/],
    [4, block(uints(4, 1)), /expected the time per cycle of 8 bytes, found the end of the block 0 bytes on/],
    [4, block(uints(4, 1), doubles(1), uints(4, 0)), /expected between 1 and 0 times, found 0/],
    [
      4,
      block(uints(4, 1), doubles(1), uints(4, 0xffffffff), doubles(0, 1)),
      /expected between 1 and 2 times, found 4294967295/,
    ],
    [4, EMPTY_GROUP, /expected a data block, found a group/],
    [5, block([200], [1]), /expected metadata of 200 bytes, found the end of the block 1 bytes on/],
  ])('of the archive, child %i', (index, node, message) => {
    expect(faultOfRoot(index, node)).toMatch(message);
  });
});

describe('headers of objects', () => {
  const object = (headers: Node, ...children: Node[]): string =>
    faultOfRoot(2, group(EMPTY_GROUP, ...children, headers));
  const hashes = new Uint8Array(32);

  it.each([
    ['fewer than objects', object(block(hashes), EMPTY_GROUP), /expected the 0 objects that have a header, found 1/],
    ['more than objects', object(block(childHeader('a', ''), hashes)), /expected headers of 0 objects, found more/],
    [
      'cut off',
      object(block([9, 0, 0], hashes), EMPTY_GROUP),
      /expected the length of a name of 4 bytes, found the end of the block 3/,
    ],
    [
      'with a name that is too long',
      object(block(uints(4, 0xffffffff), hashes), EMPTY_GROUP),
      /expected the name of an object of 4294967295 bytes, found the end/,
    ],
    [
      'without metadata',
      object(block(uints(4, 0), [3], hashes), EMPTY_GROUP),
      /expected one of 1 entries of metadata, found number 3/,
    ],
    ['that are a group', object(EMPTY_GROUP, EMPTY_GROUP), /expected a data block, found a group/],
    [
      'without their hashes',
      object(block([1, 2, 3]), EMPTY_GROUP),
      /expected the 0 objects that have a header, found 1/,
    ],
  ])('%s', (_, found, message) => {
    expect(found).toMatch(message);
  });
});

describe('headers of properties', () => {
  const geometry = (...nodes: Node[]): string =>
    faultIn([{ ...mesh('a'), properties: [{ name: '.geom', properties: [], node: group(...nodes) }] }]);

  it.each([
    ['fewer than properties', geometry(EMPTY_GROUP, block()), /expected the 0 properties that have a header, found 1/],
    ['more than properties', geometry(block(uints(4, 0), [1], [80])), /expected headers of 0 properties, found more/],
    ['cut off', geometry(EMPTY_GROUP, block([1])), /expected the header of a property of 4 bytes, found the end/],
    ['of no width', geometry(EMPTY_GROUP, block(uints(4, 12))), /expected counts of 1, 2 or 4 bytes, found neither/],
    ['a group', geometry(EMPTY_GROUP), /expected a data block, found a group/],
  ])('%s', (_, found, message) => {
    expect(found).toMatch(message);
  });

  it.each([
    [{ first: 3, last: 1 }, /expected changes between samples 0 and 2, found 3 to 1/],
    [{ first: 1, last: 3 }, /expected changes between samples 0 and 2, found 1 to 3/],
    [{ first: 0, last: 2 }, /expected 8 blocks of samples, found 6/],
    [{ count: 200, first: 1, last: 100 }, /expected 202 blocks of samples, found 6/],
  ])('that say %o', (says, message) => {
    expect(faultOfMesh({ ...points(...triangleAt(0, 1, 2)), says })).toMatch(message);
  });

  it('that say more samples than any honest file has', () => {
    const property = { ...points(...triangleAt(0, 1)), width: 4, says: { count: 0xffffffff, first: 1, last: 1 } };
    expect(faultOfMesh(property)).toMatch(/expected at most 131\d+ samples in a file of this size, found 4294967295/);
    const constant = { ...points(...triangleAt(0)), width: 4, says: { count: 0xffffffff } };
    expect(faultOfMesh(constant)).toBe('no error');
  });

  it('that are many times the same sample', () => {
    const samplings = Array.from({ length: 200 }, (_, i) => ({ cycle: 1 / 24, times: [i / 4801] }));
    const moving = samplings.map((_, i) => {
      const property = { ...points(...triangleAt(0, 1)), width: 4, sampling: i + 1 };
      return mesh(`a${i}`, [{ ...property, says: { count: 131_072, first: 1, last: 1 } }]);
    });
    expect(faultIn(moving, samplings)).toMatch(/expected at most \d+ times in a file of this size, found 26214400/);
    expect(
      faultIn(
        moving.slice(0, 100).map((one) => ({ ...one, properties: moving[0].properties ?? [] })),
        samplings,
      ),
    ).toMatch(/expected at most \d+ times of all objects in a file of this size, found 100 objects at 131072 times/);
  });

  it('that name no time sampling', () => {
    expect(faultOfMesh({ ...points(...triangleAt(0)), sampling: 2 })).toMatch(
      /one of 2 time samplings, found number 2/,
    );
  });
});

describe('time samplings', () => {
  const sampled = (sampling: Sampling): string => faultIn([mesh('a', [points(...triangleAt(0, 1, 2))])], [sampling]);

  it.each([
    [{ cycle: 0, times: [0] }, /a cycle of more than 0 and at least 0 seconds, found 0/],
    [{ cycle: -1, times: [0] }, /a cycle of more than 0/],
    [{ cycle: NaN, times: [0] }, /finite times, found NaN/],
    [{ cycle: 2e306, times: [0] }, /no error/],
    [{ cycle: 2.7e306, times: [NaN] }, /finite times, found NaN/],
    [{ cycle: 1, times: [0, 2] }, /a cycle of more than 0 and at least 2 seconds, found 1/],
    [{ cycle: 3, times: [2, 1] }, /finite times that ascend, found 1/],
    [{ cycle: ACYCLIC, times: [0, 1] }, /3 times, one for each sample, found 2/],
    [{ cycle: ACYCLIC, times: [0, Infinity, 1] }, /finite times that ascend, found Infinity/],
    [{ cycle: Infinity, times: [0, 1, -1] }, /finite times that ascend, found -1/],
  ])('%o', (sampling, message) => {
    expect(sampled(sampling)).toMatch(message);
  });

  it('that nothing needs may hold anything', () => {
    expect(faultIn([mesh('a')], [PER_SECOND, { cycle: NaN, times: [NaN, 1, -1] }])).toBe('no error');
  });
});

describe('points', () => {
  it.each([
    ['NaN', NaN],
    ['Infinity', Infinity],
    ['-Infinity', -Infinity],
  ])('that are %s', (name, value) => {
    const message = new RegExp(`expected finite coordinates of /a at 0 s, found ${name}$`);
    expect(faultOfMesh(points([0, 0, 0, 1, 0, 0, 0, value, 0]))).toMatch(message);
    const wide = doubles(0, 0, 0, 1, 0, 0, 0, 1, value);
    expect(faultOfMesh({ ...points([0]), type: TYPE.float64, samples: [wide] })).toMatch(message);
  });

  it('at a later sample, below a name that could direct a terminal', () => {
    const name = `${'long'.repeat(30)}\u001b[2Jé`;
    const message = faultIn([mesh(name, [points(...triangleAt(0, 1), [0, 0, 0, 1, 0, 0, 0, NaN, 0])])]);
    expect(message).toMatch(/expected finite coordinates of …[long]+\?\[2Jé at 2 s, found NaN$/);
  });

  it('in half precision that are not finite', () => {
    const half = uints(2, 0, 0, 0, 0, 0, 0, 0, 0x7c00, 0);
    expect(faultOfMesh({ ...points([0]), type: TYPE.float16, samples: [half] })).toMatch(/found Infinity$/);
  });

  it('that overflow in the world', () => {
    const child = mesh('a', [
      { ...points([0]), type: TYPE.float64, samples: [doubles(1e300, 0, 0, 1, 0, 0, 0, 1, 0)] },
    ]);
    expect(faultIn([transform('t', [0], [[1e300, 1, 1]], { children: [child] })])).toMatch(
      /positions that stay finite in the world/,
    );
  });

  it.each([
    [{ type: TYPE.int32 }, 'element type 6 times 3'],
    [{ type: 15 }, 'element type 15 times 3'],
    [{ extent: 2 }, 'element type 10 times 2'],
    [{ extent: 0 }, 'element type 10 times 0'],
  ])('of another type: %o', (change, found) => {
    expect(faultOfMesh({ ...points(...triangleAt(0)), ...change })).toMatch(
      `points of 3 numbers with a fraction, found ${found}`,
    );
  });
});

describe('faces', () => {
  it.each([
    ['an index that is too high', [faceIndices([0, 1, 3])], /expected indices of 3 vertices, found 3$/],
    ['a negative index', [faceIndices([0, -1, 2])], /expected indices of 3 vertices, found -1$/],
    ['counts that sum up to less', [faceCounts([2])], /expected faces of 3 corners in all, found 2/],
    ['counts that sum up to more', [faceCounts([3, 1])], /expected faces of 3 corners in all, found 4/],
    ['negative counts', [faceCounts([-1, 4])], /expected faces of 3 corners in all, found 4294967299/],
    ['indices without vertices', [points([])], /expected indices of 0 vertices, found 0$/],
  ])('%s', (_, geometry, message) => {
    expect(faultOfMesh(...geometry)).toMatch(message);
  });

  it('of another type', () => {
    const wide = { ...faceCounts([3]), type: TYPE.float32 };
    expect(faultOfMesh(wide)).toMatch(/faces as integers, found element type 10 times 1/);
    expect(faultOfMesh({ ...faceIndices([0, 1, 2, 0]), extent: 2 })).toMatch(/element type 6 times 2/);
  });

  it('in blocks that meshes of many sizes share take the memory of one', () => {
    const corners = Array(60_000).fill(0);
    const faces = [faceCounts(Array(20_000).fill(3)), faceIndices(corners)].map(({ samples = [], ...property }) => ({
      ...property,
      node: group(block(new Uint8Array(16), samples[0]), EMPTY_BLOCK),
      says: { count: 1 },
    }));
    const meshes = Array.from({ length: 200 }, (_, i) => mesh(`a${i}`, [...faces, points(Array(3 * i + 3).fill(0))]));
    const scene = readAlembic(archive(meshes));
    const all = scene.objects.map((object) => object.faces(0));
    expect(all.map(({ vertexCount }) => vertexCount)).toEqual(meshes.map((_, i) => i + 1));
    expect(new Set(all.map((one) => one.corners.buffer)).size).toBe(1);
    expect(new Set(all.map((one) => one.counts.buffer)).size).toBe(1);
  });

  it('in blocks that overlap', () => {
    // The content of each block is the length and the content of the next one.
    const depth = 200;
    const room = 24 * depth;
    const bytes = new Uint8Array(room + 16);
    const view = new DataView(bytes.buffer);
    for (let i = 0; i < depth; i++) view.setBigUint64(24 * i, BigInt(room - 24 * i - 8), true);
    const meshes = (start: number): AbcObject[] =>
      Array.from({ length: depth }, (_, i) => {
        const at: Node = { address: (1n << 63n) | BigInt(start + 24 * i) };
        return mesh(`a${i}`, [{ ...faceCounts([3]), node: group(at, EMPTY_BLOCK) }]);
      });
    const holder: AbcObject = {
      name: 'h',
      properties: [{ name: 'x', type: TYPE.uint8, samples: [], node: group(block(bytes)) }],
    };
    const probe = archive([holder, ...meshes(0)]);
    const start = Buffer.from(probe).indexOf(Buffer.from(bytes.subarray(0, 8)));
    expect(faultIn([holder, ...meshes(start)])).toMatch(
      /expected blocks of faces that do not overlap, found more bytes than the file/,
    );
  });
});

describe('transforms and visibility', () => {
  const placed = (...xform: Property[]): string =>
    faultIn([
      { ...transform('t', [], [[]], { children: [mesh('a')] }), properties: [{ name: '.xform', properties: xform }] },
    ]);
  const ops = (...codes: number[]): Property => ({
    name: '.ops',
    type: TYPE.uint8,
    extent: codes.length,
    samples: [Uint8Array.from(codes)],
  });
  const vals = (...values: number[]): Property => ({
    name: '.vals',
    type: TYPE.float64,
    extent: values.length,
    samples: [doubles(...values)],
  });

  it.each([
    ['an unknown operation', [ops(0x70), vals(1)], /an operation of a transform, 0 to 6, found 7/],
    ['too few numbers', [ops(0x30), vals(1, 2, 3)], /expected 16 finite numbers of a transform, found 24 bytes/],
    [
      'a number that is not finite',
      [ops(0x10), vals(1, NaN, 3)],
      /expected 3 finite numbers of a transform, found others/,
    ],
    [
      'numbers of another type',
      [ops(0x10), { ...vals(1, 2, 3), type: TYPE.float32 }],
      /\.vals in double precision, found element type 10/,
    ],
    [
      'more operations than a byte counts',
      [{ ...ops(0x10), isArray: true, samples: [new Uint8Array(256)] }, vals(1)],
      /expected at most 255 operations of one byte each, found 256 bytes of element type 1/,
    ],
    [
      'operations of another type',
      [{ ...ops(0x10), type: TYPE.int32, samples: [uints(4, 0)] }, vals(1)],
      /of element type 6/,
    ],
  ])('%s', (_, xform, message) => {
    expect(placed(...xform)).toMatch(message);
  });

  it('samples where properties are due', () => {
    const wrong = (name: string): Property => ({ name, type: TYPE.int8, samples: [new Uint8Array(1)] });
    expect(faultIn([{ ...mesh('a'), properties: [wrong('.geom')] }])).toMatch(
      /expected \.geom with properties in it, found samples/,
    );
    expect(placed()).toBe('no error');
    expect(faultIn([{ ...transform('t', [], [[]]), properties: [wrong('.xform')] }])).toMatch(
      /expected \.xform with properties/,
    );
  });

  it('a visibility that is no integer, or nothing', () => {
    const visible = (change: Partial<Property>): string =>
      faultIn([
        mesh('a', [], { properties: [{ name: 'visible', type: TYPE.int8, samples: [new Uint8Array()], ...change }] }),
      ]);
    expect(visible({})).toMatch(/expected a visibility, found nothing/);
    expect(visible({ type: TYPE.float32, samples: [floats(1)] })).toMatch(
      /a visibility, which is an integer, found element type 10/,
    );
  });
});

describe('bombs', () => {
  const chain = (depth: number): AbcObject => {
    let object = mesh('a');
    for (let i = 0; i < depth; i++) object = transform('t', [1], [[1, 0, 0]], { children: [object] });
    return object;
  };

  it('objects that hold themselves', () => {
    const top: GroupNode = group(EMPTY_GROUP);
    top.children.push(top, block(childHeader('a', ''), new Uint8Array(32)));
    expect(faultOfRoot(2, top)).toMatch(/expected objects nested at most 512 deep, found more, or a cycle/);
  });

  it('objects that hold themselves twice', () => {
    const top: GroupNode = group(EMPTY_GROUP);
    top.children.push(top, top, block(childHeader('a', ''), childHeader('b', ''), new Uint8Array(32)));
    expect(faultOfRoot(2, top)).toMatch(/expected objects nested at most 512 deep/);
  });

  it('properties that hold themselves', () => {
    const compound = compoundNode([{ name: '.geom', properties: [] }]) as GroupNode;
    compound.children[0] = compound;
    expect(faultIn([{ ...mesh('a'), node: group(compound, EMPTY_BLOCK) }])).toBe('no error');
  });

  it('objects nested as deep as in no honest file', () => {
    expect(faultIn([chain(500)])).toBe('no error');
    expect(faultIn([chain(512)])).toMatch(/nested at most 512 deep/);
  });

  it.each([2, 3, 30])('objects that are doubled again and again, %i at once', (width) => {
    let node = objectNode({ children: [mesh('a', [points(...triangleAt(0, 1, 2))])] });
    const names = Array.from({ length: width }, (_, i) => childHeader(`child${i}`, ''));
    for (let i = 0; i < 30; i++) {
      node = group(EMPTY_GROUP, ...new Array<Node>(width).fill(node), block(...names, new Uint8Array(32)));
    }
    expect(faultOfRoot(2, node)).toMatch(/expected at most \d+ objects in a file of this size, found more/);
  });

  it('instances that are doubled again and again', () => {
    const children: (AbcObject | Instance)[] = [mesh('m0', [points(...triangleAt(0, 1, 2))])];
    for (let i = 1; i < 30; i++) {
      const source = `/m${i - 1}`;
      children.push({
        name: `m${i}`,
        children: [
          { name: 'a', source },
          { name: 'b', source },
        ],
      });
    }
    expect(faultIn(children)).toMatch(/expected at most \d+ objects in a file of this size, found more/);
  });

  it('one group of many samples in many places', () => {
    const moving = objectNode(mesh('a', [points(...triangleAt(...Array(250).keys()))]));
    const names = Array.from({ length: 20_000 }, (_, i) => childHeader(`a${i}`, 'schema=AbcGeom_PolyMesh_v1'));
    const node = group(EMPTY_GROUP, ...names.map(() => moving), block(...names, new Uint8Array(32)));
    expect(faultOfRoot(2, node)).toMatch(
      /expected at most \d+ samples that objects share in a file of this size, found more/,
    );
  });

  it('large meshes in many places at many times', () => {
    const large = mesh('a', [points(Array(3 * 3000).fill(1))]);
    const children = Array.from({ length: 100 }, (_, i): Instance => ({ name: `b${i}`, source: '/a' }));
    const places = Array.from({ length: 1000 }, (_, i) => [i, 0, 0]);
    expect(faultIn([large, transform('t', [1], places, { children })])).toMatch(/found 101 objects at 1000 times/);
  });

  it.each([
    ['themselves', [{ name: 'a', source: '/a' }]],
    [
      'one another',
      [
        { name: 'a', source: '/b' },
        { name: 'b', source: '/a' },
      ],
    ],
    ['what is below themselves', [{ name: 'a', source: '/a/b' }]],
  ])('instances of %s', (_, children) => {
    expect(faultIn(children)).toMatch(/instances that lead to their source over at most 64 others, found more/);
  });

  it('an instance of what holds it', () => {
    expect(faultIn([{ name: 'a', children: [{ name: 'b', source: '/a' }] }])).toMatch(/nested at most 512 deep/);
  });

  it('long names, repeated at every level', () => {
    const header = block(childHeader('n'.repeat(50_000), ''), new Uint8Array(32));
    let node: Node = EMPTY_GROUP;
    for (let i = 0; i < 500; i++) node = group(EMPTY_GROUP, node, header);
    expect(faultOfRoot(2, node)).toMatch(/expected at most \d+ (bytes of headers|objects) in a file of this size/);
  });

  it('a text that many instances share', () => {
    const source = text('.instanceSource', `/${'x'.repeat(200_000)}`);
    const shared = compoundNode([source]);
    const names = Array.from({ length: 3000 }, (_, i) => childHeader(`a${i}`, 'isInstance=1'));
    const children = names.map(() => group(shared, EMPTY_BLOCK));
    expect(faultOfRoot(2, group(EMPTY_GROUP, ...children, block(...names, new Uint8Array(32))))).toMatch(
      /bytes of headers in a file of this size/,
    );
  });

  it('visibilities of many samples at every level', () => {
    const visible = Array.from({ length: 3000 }, (_, i) => -(i % 2));
    const node = objectNode({
      ...mesh('a', [], { visible }),
      children: [{ name: 'a', schema: 'AbcGeom_PolyMesh_v1' }],
    });
    if ('children' in node) node.children[1] = node;
    expect(faultIn([{ ...mesh('a'), node }])).toMatch(
      /expected at most \d+ samples that objects share in a file of this size/,
    );
  });

  it('visibilities that are left to the parent over and over', () => {
    const visible = Array.from({ length: 200 }, (_, i) => -(i % 2));
    let object = mesh('a', [], { visible });
    for (let i = 0; i < 480; i++) object = mesh('a', [], { visible: visible.map((x) => -1 - x), children: [object] });
    const hidden = transform('t', [], [[]], { visible: [0], children: [object] });
    expect(faultIn([hidden])).toMatch(
      /expected at most \d+ samples that objects share in a file of this size, found more/,
    );
  });

  it('the greatest count of a sampling is not believed', () => {
    expect(faultOfRoot(4, samplingsNode([{ ...PER_SECOND, greatest: 0xffffffff }]))).toBe('no error');
  });
});
