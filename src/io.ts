// Entry point `graze/io`: reads meshes, point caches and animations from files, and writes them.
export { readAlembic } from './io/alembic/read-alembic.ts';
export type { AnimatedScene, SceneFaces, SceneObject } from './io/animated-scene.ts';
export type { ByteSource } from './io/byte-source.ts';
export { FileError, type FileFormat, type FilePlace } from './io/file-error.ts';
export type {
  GltfAnimation,
  GltfClip,
  GltfConflict,
  GltfContent,
  GltfOptions,
  GltfPart,
  GltfPlaying,
  GltfPrimitive,
  GltfRange,
  GltfResources,
  GltfTogether,
} from './io/gltf/gltf-animation.ts';
export { readGltf } from './io/gltf/read-gltf.ts';
export { type GltfSceneOptions, readGltfScene } from './io/gltf/read-gltf-scene.ts';
export type { MeshData, MeshSource, TriangleNames } from './io/mesh-data.ts';
export type { PlyEncoding } from './io/ply-header.ts';
export type { PointCache, PointCacheSource, PointCacheWriter } from './io/point-cache.ts';
export { pointCacheFrom } from './io/point-cache-from.ts';
export { polygonTriangles } from './io/polygon-triangles.ts';
export { type MddOptions, mddWriter, readMdd, writeMdd } from './io/read-mdd.ts';
export { readMesh } from './io/read-mesh.ts';
export { readObj } from './io/read-obj.ts';
export { readOff } from './io/read-off.ts';
export { type Pc2Options, pc2Writer, readPc2, writePc2 } from './io/read-pc2.ts';
export { readPly } from './io/read-ply.ts';
export { readSequence } from './io/read-sequence.ts';
export { readStl } from './io/read-stl.ts';
export { readUsd } from './io/usd/read-usd.ts';
export type { WritableMesh, WritablePolygons } from './io/writable-mesh.ts';
export { type ObjObject, type ObjPart, writeObj, writeObjObjects } from './io/write-obj.ts';
export { type PlyOptions, writePly } from './io/write-ply.ts';
