// Small valid files of every format, and what tests ask of a reader.
import {
  FileError,
  type MeshData,
  type MeshSource,
  readObj,
  readOff,
  readPly,
  readStl,
  writePly,
} from '../../src/io.ts';

export interface Sample {
  readonly name: string;
  readonly read: (source: MeshSource) => MeshData;
  readonly bytes: Uint8Array;
}

/** A unit cube with awkward coordinates: 8 vertices, 12 triangles. */
export const CUBE = {
  positions: Float64Array.from({ length: 24 }, (_, i) => ((Math.floor(i / 3) >> (i % 3)) & 1 ? 1 / 3 + i : -1e-7 * i)),
  triangles: Uint32Array.from([
    0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4, 2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5,
  ]),
};

export const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

const OBJ = `# a pyramid
mtllib pyramid.mtl
o pyramid
v 0 0 0
v 1.5 0 0 1.0
v 1.5 1.5 0 0.5 0.25 1
v 0 1.5e0 0
v .75 0.75 -1.25E+00
vt 0.5 0.5
vn 0 0 -1
g base
usemtl stone
s off
f 4/1/1 3/1/1 2/1/1 1/1/1
g sides
f 1//1 2//1 5//1
f -4/1 \\
  -3/1 -1/1
f 3 4 5
f 4 1 5
l 1 2
`;

const PLY = `ply
format ascii 1.0
comment a pyramid with things to skip
obj_info nothing
element vertex 5
property uchar red
property float x
property list uchar int neighbours
property double y
property float z
property float quality
element edge 1
property int vertex1
property int vertex2
element face 5
property uchar flag
property list uchar int vertex_indices
property list uchar float texcoord
end_header
255 0 2 1 4 0 0 nan
0 1.5 0 0 0 1
7 1.5 1 3 1.5 0 2
8 0 0 1.5 0 3
9 0.75 4 0 1 2 3 0.75 -1.25 4
0 1
1 4 3 2 1 0 0
0 3 0 1 4 2 0.5 0.5
0 3 1 2 4 0
0 3 2 3 4 0
0 3 3 0 4 0
`;

const OFF = `OFF # a pyramid
5 5 8
0 0 0

1.5 0 0
1.5 1.5 0
0 1.5 0
0.75 0.75 -1.25 # the tip
4 3 2 1 0 255 0 0
3 0 1 4
3 1 2 4
3 2 3 4 0.5 0.5 0.5
3 3 0 4
`;

const STL = `solid pyramid
facet normal 0 0 1
  outer loop
    vertex 0 0 0
    vertex 1.5 0 -0.0
    vertex 1.5 1.5 0
  endloop
endfacet
facet normal nan nan nan
  outer loop
    vertex 0 0 0
    vertex 1.5 1.5 0
    vertex 0 1.5e0 0
  endloop
endfacet
endsolid pyramid
`;

export function binaryStl(corners: readonly number[], header = 'solid, but binary'): Uint8Array {
  const facetCount = corners.length / 9;
  const bytes = new Uint8Array(84 + 50 * facetCount);
  const view = new DataView(bytes.buffer);
  bytes.set(utf8(header));
  view.setUint32(80, facetCount, true);
  corners.forEach((coordinate, i) => {
    view.setFloat32(84 + 50 * Math.floor(i / 9) + 12 + 4 * (i % 9), coordinate, true);
  });
  return bytes;
}

/** The cube's faces, corner by corner. */
export const CUBE_CORNERS: readonly number[] = Array.from(CUBE.triangles).flatMap((v) => [
  ...CUBE.positions.subarray(3 * v, 3 * v + 3),
]);

export const SAMPLES: readonly Sample[] = [
  { name: 'obj', read: readObj, bytes: utf8(OBJ) },
  { name: 'ply, ascii', read: readPly, bytes: utf8(PLY) },
  { name: 'ply, little-endian', read: readPly, bytes: writePly(CUBE) },
  {
    name: 'ply, big-endian',
    read: readPly,
    bytes: writePly(CUBE, { encoding: 'binary_big_endian', scalar: 'float' }),
  },
  { name: 'stl, ascii', read: readStl, bytes: utf8(STL) },
  { name: 'stl, binary', read: readStl, bytes: binaryStl(CUBE_CORNERS) },
  { name: 'off', read: readOff, bytes: utf8(OFF) },
];

export function sample(name: string): Sample {
  const found = SAMPLES.find((one) => one.name === name);
  if (!found) throw new Error(`no sample ${name}`);
  return found;
}

/** The FileError that reading must end in. */
export function failure(read: () => unknown): FileError {
  try {
    read();
  } catch (error) {
    if (error instanceof FileError) return error;
    throw error;
  }
  throw new Error('expected a FileError, found a mesh');
}

/** What is wrong with a mesh from this many bytes; '' if nothing. */
export function faultOf(mesh: MeshData, byteCount: number): string {
  const { positions, triangles, vertexCount } = mesh;
  if (positions.length !== 3 * vertexCount) return `${positions.length} coordinates for ${vertexCount} vertices`;
  if (triangles.length % 3 !== 0) return `${triangles.length} indices`;
  if (!positions.every(Number.isFinite)) return 'a coordinate that is not finite';
  if (!triangles.every((vertex) => vertex < vertexCount)) return 'an index out of range';
  if (vertexCount > byteCount || triangles.length > 3 * byteCount) return 'more than the file can hold';
  return '';
}
