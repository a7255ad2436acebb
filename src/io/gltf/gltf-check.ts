// Validates a glTF document before the decoding library sees it: that library silently reads past
// the end of a buffer view, and follows whatever the nodes say.
import type { GLTF } from '@gltf-transform/core';
import { type GltfFile, gltfError } from './gltf-file.ts';

const COMPONENT_BYTES: Readonly<Record<number, number>> = { 5120: 1, 5121: 1, 5122: 2, 5123: 2, 5125: 4, 5126: 4 };
const COMPONENT_COUNTS: Readonly<Record<string, number>> = {
  SCALAR: 1,
  VEC2: 2,
  VEC3: 3,
  VEC4: 4,
  MAT2: 4,
  MAT3: 9,
  MAT4: 16,
};

/** Extensions that do not change where a vertex is, or only in ways that this reader supports. */
const HARMLESS = /^(KHR_mesh_quantization$|KHR_(materials|texture|lights|xmp)_|(EXT|MSFT)_(texture|lights|materials)_)/;

/**
 * Throws `FileError` unless buffer views, accessors and nodes are consistent and no required
 * extension changes geometry.
 */
export function checkGltf({ json, buffers }: GltfFile): void {
  for (const name of listOf(json, 'extensionsRequired')) {
    if (!HARMLESS.test(String(name))) throw gltfError('extensionsRequired', 'none that changes geometry', name);
  }
  const views: readonly GLTF.IBufferView[] = listOf(json, 'bufferViews');
  views.forEach((view, i) => {
    checkView(view, `bufferViews[${i}]`, buffers);
  });
  // A declared count must not allocate more elements than the file has bytes.
  const maxElements = buffers.reduce((sum, { length }) => sum + length, JSON.stringify(json).length);
  const accessors: readonly GLTF.IAccessor[] = listOf(json, 'accessors');
  accessors.forEach((accessor, i) => {
    checkAccessor(accessor, `accessors[${i}]`, views, maxElements);
  });
  checkTree(listOf(json, 'nodes'));
}

/** Returns a list of the document; an empty one if it is missing. */
function listOf<K extends 'extensionsRequired' | 'bufferViews' | 'accessors' | 'nodes'>(
  json: GLTF.IGLTF,
  key: K,
): NonNullable<GLTF.IGLTF[K]> {
  const list = json[key] ?? [];
  if (!Array.isArray(list)) throw gltfError(key, 'an array', typeof list);
  const hole = list.findIndex((one) => one === null || one === undefined);
  if (hole >= 0) throw gltfError(`${key}[${hole}]`, 'a value', 'null');
  return list as NonNullable<GLTF.IGLTF[K]>;
}

function checkView(view: GLTF.IBufferView, element: string, buffers: readonly Uint8Array[]): void {
  const { buffer, byteOffset = 0, byteLength, byteStride = 4 } = view;
  checkIndex(buffer, buffers.length, `${element}.buffer`);
  checkWhole(byteOffset, `${element}.byteOffset`);
  checkWhole(byteLength, `${element}.byteLength`);
  if (!(Number.isInteger(byteStride) && byteStride > 0)) {
    throw gltfError(`${element}.byteStride`, 'a whole number above 0', byteStride);
  }
  const { length } = buffers[buffer];
  if (byteOffset + byteLength > length) {
    throw gltfError(element, `an end within the ${length} bytes of its buffer`, byteOffset + byteLength);
  }
}

function checkAccessor(
  accessor: GLTF.IAccessor,
  element: string,
  views: readonly GLTF.IBufferView[],
  maxElements: number,
): void {
  const { count, bufferView, sparse, type } = accessor;
  checkWhole(count, `${element}.count`);
  if (COMPONENT_COUNTS[type] === undefined) throw gltfError(`${element}.type`, 'a type of glTF 2.0', type);
  if (bufferView !== undefined) checkRange(accessor, element, views);
  else if (count > maxElements) throw gltfError(`${element}.count`, 'a count that fits the file', count);
  if (sparse === undefined) return;
  if (!(sparse.count <= count)) throw gltfError(`${element}.sparse.count`, `at most ${count}`, sparse.count);
  checkWhole(sparse.count, `${element}.sparse.count`);
  const { indices, values } = sparse;
  checkRange({ ...indices, count: sparse.count, type: 'SCALAR' }, `${element}.sparse.indices`, views);
  const { componentType } = accessor;
  checkRange({ ...values, componentType, count: sparse.count, type }, `${element}.sparse.values`, views);
}

/** Throws unless all elements lie within their buffer view. */
function checkRange(accessor: GLTF.IAccessor, element: string, views: readonly GLTF.IBufferView[]): void {
  const { bufferView, byteOffset = 0, componentType, count, type } = accessor;
  const componentBytes = COMPONENT_BYTES[componentType];
  if (componentBytes === undefined) {
    throw gltfError(`${element}.componentType`, 'a component type of glTF 2.0', componentType);
  }
  checkIndex(bufferView, views.length, `${element}.bufferView`);
  checkWhole(byteOffset, `${element}.byteOffset`);
  const { byteLength, byteStride } = views[bufferView as number];
  const elementBytes = componentBytes * COMPONENT_COUNTS[type];
  const end = count === 0 ? 0 : byteOffset + (count - 1) * (byteStride ?? elementBytes) + elementBytes;
  if (end > byteLength) throw gltfError(element, `an end within the ${byteLength} bytes of its buffer view`, end);
}

/** Throws unless the nodes form trees. */
function checkTree(nodes: readonly GLTF.INode[]): void {
  const parents = new Int32Array(nodes.length).fill(-1);
  nodes.forEach(({ children = [] }, parent) => {
    for (const child of children) {
      checkIndex(child, nodes.length, `nodes[${parent}].children`);
      if (parents[child] !== -1) {
        throw gltfError(`nodes[${child}]`, 'one parent', `two, nodes[${parents[child]}] and nodes[${parent}]`);
      }
      parents[child] = parent;
    }
  });
  // Every node has at most one parent, so a node that no root reaches is on a cycle.
  const reached = new Uint8Array(nodes.length);
  const open = nodes.flatMap((_, node) => (parents[node] === -1 ? [node] : []));
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    reached[node] = 1;
    for (const child of nodes[node].children ?? []) open.push(child);
  }
  const circular = reached.indexOf(0);
  if (circular >= 0) throw gltfError(`nodes[${circular}]`, 'no node that is its own ancestor', 'one');
}

function checkIndex(index: unknown, count: number, element: string): void {
  if (Number.isInteger(index) && (index as number) >= 0 && (index as number) < count) return;
  throw gltfError(element, `an index below ${count}`, index);
}

function checkWhole(value: unknown, element: string): void {
  if (Number.isSafeInteger(value) && (value as number) >= 0) return;
  throw gltfError(element, 'a whole number', value);
}
