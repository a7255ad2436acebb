// Formats that are not read, and what to do with a file of each: one line for people.

/** Projects of programs, which only these programs read. */
const PROJECTS: Readonly<Record<string, string>> = {
  blend: 'Blender',
  ma: 'Maya',
  mb: 'Maya',
  max: '3ds Max',
  c4d: 'Cinema 4D',
  hip: 'Houdini',
};

/** What is read, for messages. */
const READABLE = 'OBJ, PLY, STL, OFF, glTF, GLB, Alembic (.abc), USD, PC2 and MDD can be read';

/** Whether a name stands on a command line as it is, between the quotes of the command below. */
const PLAIN = /^[\w./:-]+$/;

/** Says why a file with an extension that is not read is refused; `path` is its whole name. */
export function refusedFormat(path: string): string {
  const extension = /\.([^./\\]+)$/.exec(path)?.[1].toLowerCase() ?? '';
  if (extension === 'fbx') return `FBX is not read; Blender converts it: ${blenderCommand(path)}`;
  const program = PROJECTS[extension];
  if (program !== undefined)
    return `a project of ${program} is not read; export it from there as Alembic (.abc) or glTF.`;
  return `unknown extension; ${READABLE}.`;
}

/** The command that converts FBX to GLB; tried with Blender 3.4. */
function blenderCommand(path: string): string {
  const [from, to] = PLAIN.test(path) ? [path, path.replace(/\.[^.]*$/, '.glb')] : ['in.fbx', 'out.glb'];
  const script = [
    'import bpy',
    'bpy.ops.wm.read_factory_settings(use_empty=True)',
    `bpy.ops.import_scene.fbx(filepath='${from}')`,
    `bpy.ops.export_scene.gltf(filepath='${to}')`,
  ].join('; ');
  return `blender -b --factory-startup --python-expr "${script}"`;
}
