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
/** Extensions that leave every triangle where it is: by what follows the prefix of their author. */
const HARMLESS = new RegExp(
  `^VRM|^[A-Z]+_(?:${[
    'audio',
    'implicit_shapes',
    'interactivity',
    'lights',
    'materials',
    'mesh_features',
    'node_hoverability',
    'node_selectability',
    'packing',
    'physics',
    'primitive_outline',
    'single_root',
    'structural_metadata',
    'techniques',
    'texture',
    'xmp',
  ].join('|')})`,
);

/** How many unknown extensions an error names. */
const MAX_NAMED = 5;

/** Throws `FileError` if the document requires an extension that is not read. */
export function checkExtensions(json: GltfFields): void {
  const unknown = listOf(json, 'extensionsRequired').filter(
    (name) => typeof name !== 'string' || !(READ.includes(name) || HARMLESS.test(name)),
  );
  if (unknown.length === 0) return;
  const more = unknown.length > MAX_NAMED ? ` and ${unknown.length - MAX_NAMED} more` : '';
  const names = unknown.slice(0, MAX_NAMED).map(valueText).join(', ') + more;
  throw gltfError('extensionsRequired', 'only extensions that are read (export the file without others)', names);
}
