// Which extensions a file may require. Those that change only colours, lights and the like are as
// good as read; any other that the reader does not know may move, multiply or hide triangles.
import { type GltfFields, gltfError, listOf, valueText } from './gltf-json.ts';

const READ = [
  'EXT_mesh_gpu_instancing',
  'EXT_meshopt_compression',
  'KHR_animation_pointer',
  'KHR_draco_mesh_compression',
  'KHR_mesh_quantization',
  'KHR_meshopt_compression',
  'KHR_node_visibility',
];
/** Extensions that leave every triangle where it is. */
const HARMLESS =
  /^[A-Z]+_(materials|texture|lights|xmp|audio|interactivity|node_selectability|node_hoverability|mesh_features|structural_metadata)/;

/** Throws `FileError` if the document requires an extension that is not read. */
export function checkExtensions(json: GltfFields): void {
  const unknown = listOf(json, 'extensionsRequired').filter(
    (name) => typeof name !== 'string' || !(READ.includes(name) || HARMLESS.test(name)),
  );
  if (unknown.length === 0) return;
  const names = unknown.map(valueText).join(', ');
  throw gltfError('extensionsRequired', 'only extensions that are read', `${names}; export the file without`);
}
