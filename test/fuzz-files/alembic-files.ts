// Whole small Alembic files that together have every structure the reader knows.
import {
  type AbcObject,
  ACYCLIC,
  archive,
  faceCounts,
  faceIndices,
  type Instance,
  mesh,
  type Property,
  points,
  rootNodes,
  TYPE,
  transform,
  triangleAt,
} from '../io/alembic/alembic-writer.ts';
import { block, doubles, floats, group, ogawaFile, uints } from '../io/alembic/ogawa-writer.ts';

const CUBE = Array.from({ length: 24 }, (_, i) => ((Math.floor(i / 3) >> (i % 3)) & 1 ? 1 : -1));
const QUADS = [0, 2, 3, 1, 4, 5, 7, 6, 0, 1, 5, 4, 2, 6, 7, 3, 0, 4, 6, 2, 1, 3, 7, 5];
const FRAME = 1 / 24;

const moved = (by: number): number[] => CUBE.map((x) => x + by);
const cube = (name: string, geometry: readonly Property[] = [], rest: Parameters<typeof mesh>[2] = {}): AbcObject =>
  mesh(name, [points(CUBE), faceCounts(Array(6).fill(4)), faceIndices(QUADS), ...geometry].filter(isLastOfName), rest);

function isLastOfName({ name }: Property, index: number, all: readonly Property[]): boolean {
  return all.findLastIndex((one) => one.name === name) === index;
}

/** All operations of transforms, moving. */
const OPERATIONS = [1, 2, 0, 3, 4, 5, 6];
const channels = (t: number): number[] => [
  ...[t, 2, 3],
  ...[0, t, 1, 30 * t],
  ...[1, 2, 1 + t],
  ...[1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, t, 0, 0, 1],
  ...[10 * t, 20, 30],
];

const EXTRAS: readonly Property[] = [
  { name: '.selfBnds', type: TYPE.float64, extent: 6, samples: [doubles(0, 0, 0, 1, 1, 1)] },
  { name: 'N', isArray: true, type: TYPE.float32, extent: 3, samples: [floats(0, 0, 1)], metadata: 'geoScope=fvr' },
  { name: '.arbGeomParams', properties: [{ name: 'Cd', isArray: true, type: TYPE.float32, extent: 3, samples: [] }] },
];

function moving(): Uint8Array {
  const arm = transform('arm', OPERATIONS, [0, 1, 2, 3].map(channels), {
    inherits: [1, 1, 0, 1],
    visible: [1, -1, 0, 1],
    children: [
      cube('shape', [points(CUBE, moved(1), moved(2), moved(2)), ...EXTRAS], { visible: [-1, 1, 1, -1] }),
      { name: 'camera', schema: 'AbcGeom_Camera_v1' },
    ],
  });
  const children = [
    transform('root', [1], [[1, 2, 3]], { children: [arm] }),
    { ...cube('cage'), schema: 'AbcGeom_SubD_v1' },
  ];
  return archive(children, [{ cycle: FRAME, times: [FRAME] }]);
}

function changing(): Uint8Array {
  const geometry = [
    points(...triangleAt(0), [], CUBE, CUBE),
    faceCounts([3], [], Array(6).fill(4), [2, 1, 3, 0]),
    faceIndices([0, 1, 2], [], QUADS, [0, 1, 2, 3, 4, 5]),
  ];
  const half = { name: 'P', isArray: true, type: TYPE.float16, extent: 3, samples: [new Uint8Array(18)] };
  const wide = { name: 'P', isArray: true, type: TYPE.float64, extent: 3, samples: [doubles(...triangleAt(1)[0])] };
  const children = [mesh('a', geometry), mesh('b', [half]), mesh('c', [wide])];
  return archive(children, [{ cycle: ACYCLIC, times: [0, 0.1, 0.5, 2] }]);
}

function instanced(): Uint8Array {
  const children: (AbcObject | Instance)[] = [
    transform('crate', [6], [[0], [90]], { children: [cube('shape', [points(CUBE, moved(1), moved(3))])] }),
    { name: 'copy', source: '/crate' },
    transform('far', [1], [[5, 0, 0]], { children: [{ name: 'copy', source: '/copy' }] }),
    { name: 'lid', source: '/far/copy/shape' },
  ];
  return archive(children, [{ cycle: FRAME, times: [0, FRAME / 4] }]);
}

/** Metadata in the table, counts of several widths, numbers of a transform as an array. */
function compact(): Uint8Array {
  const xform: Property[] = [
    { name: '.ops', type: TYPE.uint8, extent: 1, samples: [Uint8Array.of(0x10)], width: 2 },
    {
      name: '.vals',
      isArray: true,
      type: TYPE.float64,
      samples: [doubles(1, 2, 3), doubles(2, 3, 4)],
      width: 4,
      sampling: 1,
    },
  ];
  const child = { ...cube('shape'), metadata: 'x' };
  const top = {
    name: 't',
    schema: 'AbcGeom_Xform_v3',
    properties: [{ name: '.xform', properties: xform }],
    children: [child],
  };
  const nodes = rootNodes([top], [{ cycle: FRAME, times: [0] }]);
  const schemas = ['schema=AbcGeom_Xform_v3', 'schema=AbcGeom_PolyMesh_v1'];
  nodes[5] = block(...schemas.flatMap((entry) => [[entry.length], [...Buffer.from(entry)]]));
  const holder = nodes[2];
  if (!('children' in holder) || !('children' in holder.children[1])) throw new Error('groups were expected');
  const name = (letters: string, metadata: number): Uint8Array[] => [
    uints(4, letters.length),
    Uint8Array.from(Buffer.from(letters)),
    Uint8Array.of(metadata),
  ];
  holder.children[2] = block(...name('t', 1), new Uint8Array(32));
  holder.children[1].children[2] = block(...name('shape', 2), new Uint8Array(32));
  return ogawaFile(group(...nodes));
}

/** The files, made once. */
export const ALEMBIC_FILES: readonly Uint8Array[] = [moving(), changing(), instanced(), compact()];
