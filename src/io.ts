// graze/io: meshes from files and into them.
export { FileError, type FileFormat, type FilePlace } from './io/file-error.ts';
export type { MeshData, MeshSource } from './io/mesh-data.ts';
export type { PlyEncoding } from './io/ply-header.ts';
export { readMesh } from './io/read-mesh.ts';
export { readObj } from './io/read-obj.ts';
export { readOff } from './io/read-off.ts';
export { readPly } from './io/read-ply.ts';
export { readStl } from './io/read-stl.ts';
export type { WritableMesh } from './io/writable-mesh.ts';
export { writeObj } from './io/write-obj.ts';
export { type PlyOptions, writePly } from './io/write-ply.ts';
