// Turns a checked file into a document of @gltf-transform/core, which is loaded only when a glTF
// file is read. Materials and images are removed first, so that no texture has to be found.
import type { Accessor, Document, GLTF } from '@gltf-transform/core';
import { type GltfFile, gltfError, messageOf } from './gltf-file.ts';

/** Decodes geometry, skins and animations of a checked file. */
export async function documentOf({ json, buffers }: GltfFile): Promise<Document> {
  const { Logger, WebIO } = await import('@gltf-transform/core');
  const resources = Object.fromEntries(buffers.map((bytes, i) => [`buffer ${i}`, plain(bytes)]));
  const io = new WebIO().setLogger(new Logger(Logger.Verbosity.SILENT));
  try {
    return await io.readJSON({ json: shapesAndMotion(json), resources });
  } catch (error) {
    throw gltfError('document', 'what glTF 2.0 allows', messageOf(error));
  }
}

/**
 * The library requires bytes that are not shared, and compares classes: it does not accept a Buffer
 * of Node as a Uint8Array.
 */
function plain(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer, byteOffset, byteLength } = bytes;
  return buffer instanceof ArrayBuffer ? new Uint8Array(buffer, byteOffset, byteLength) : new Uint8Array(bytes);
}

function shapesAndMotion(json: GLTF.IGLTF): GLTF.IGLTF {
  const { asset, bufferViews = [], skins = [], animations = [], scenes = [], scene } = json;
  const buffers = (json.buffers ?? []).map(({ byteLength }, i) => ({ byteLength, uri: `buffer ${i}` }));
  const meshes = (json.meshes ?? []).map((mesh) => ({
    ...mesh,
    primitives: (mesh.primitives ?? []).map(({ material: _, ...primitive }) => primitive),
  }));
  const nodes = (json.nodes ?? []).map(({ camera: _, ...node }) => node);
  const accessors = (json.accessors ?? []).map(withOwnOffsets);
  const shapes = { asset, buffers, bufferViews, accessors, meshes, nodes, skins, animations, scenes };
  return scene === undefined ? shapes : { ...shapes, scene };
}

/**
 * A sparse part without an offset starts at 0; the library would start it where the accessor does.
 */
function withOwnOffsets(accessor: GLTF.IAccessor): GLTF.IAccessor {
  if (accessor.sparse === undefined) return accessor;
  const { count, indices, values } = accessor.sparse;
  const sparse = { count, indices: { byteOffset: 0, ...indices }, values: { byteOffset: 0, ...values } };
  return { ...accessor, sparse };
}

/**
 * Returns the numbers of an accessor as doubles, `width` per element, all finite; normalised
 * integers as the fractions they stand for.
 */
export function numbersOf(accessor: Accessor, width: number, element: string): Float64Array {
  const array = accessor.getArray();
  if (array === null || accessor.getElementSize() !== width) {
    throw gltfError(element, `elements of ${width} numbers`, accessor.getElementSize());
  }
  const numbers = Float64Array.from(array);
  const bad = numbers.findIndex((value) => !Number.isFinite(value));
  if (bad >= 0) throw gltfError(element, 'finite numbers', `${numbers[bad]} in element ${Math.floor(bad / width)}`);
  if (!accessor.getNormalized() || array instanceof Float32Array) return numbers;
  const isSigned = array instanceof Int8Array || array instanceof Int16Array;
  const most = 2 ** (8 * array.BYTES_PER_ELEMENT - (isSigned ? 1 : 0)) - 1;
  return numbers.map((value) => Math.max(value / most, -1));
}
