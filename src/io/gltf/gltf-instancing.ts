// EXT_mesh_gpu_instancing: a node shows its mesh many times, each moved by a translation, rotation
// and scale of its own.
import { AFFINE, composeTrs, ROTATION_AT, SCALE_AT } from './gltf-affine.ts';
import { extensionOf, fieldsOf, type GltfFields, gltfError, optionalIndex } from './gltf-json.ts';
import type { GltfData } from './gltf-primitive.ts';

const PROPERTIES = [
  { name: 'TRANSLATION', at: 0, width: 3 },
  { name: 'ROTATION', at: ROTATION_AT, width: 4 },
  { name: 'SCALE', at: SCALE_AT, width: 3 },
];
const AT_REST = [0, 0, 0, 0, 0, 0, 1, 1, 1, 1];
/** The bytes that an instance takes without its geometry. */
const INSTANCE_BYTES = 512;

/**
 * Returns the transform of each instance of a node, from the space of its mesh to its own;
 * undefined if the node has no instances. Throws `FileError`.
 */
export function offsetsOf(node: GltfFields, element: string, data: GltfData): Float64Array[] | undefined {
  const name = 'EXT_mesh_gpu_instancing';
  const extension = extensionOf(node, name, element);
  if (extension === undefined) return undefined;
  const place = `${element}.extensions.${name}.attributes`;
  const attributes = fieldsOf(extension.attributes, place);
  const columns = PROPERTIES.flatMap(({ name: property, at, width }) => {
    const accessor = optionalIndex(attributes, property, data.accessors.count, place);
    if (accessor === undefined) return [];
    return { at, width, numbers: data.accessors.numbers(accessor, width, `${place}.${property}`) };
  });
  const counts = columns.map(({ numbers, width }) => numbers.length / width);
  if (counts.some((count) => count !== counts[0])) {
    throw gltfError(place, 'as many elements in each attribute', counts.join(' and '));
  }
  const count = counts[0] ?? 0;
  data.budget.charge(INSTANCE_BYTES * count, place);
  return Array.from({ length: count }, (_, i) => {
    const trs = Float64Array.from(AT_REST);
    for (const { at, width, numbers } of columns) trs.set(numbers.subarray(width * i, width * (i + 1)), at);
    const offset = new Float64Array(AFFINE);
    composeTrs(trs, 0, offset, 0);
    return offset;
  });
}
