// Opens one input of a sequence; the extensions of its files decide how.
import type { TriMesh } from '../index.ts';
import type { FileAccess } from './file-access.ts';
import type { InputSequence } from './input-sequence.ts';
import type { InputGroup, SequenceRequest } from './sequence.ts';
import { UsageError } from './usage-error.ts';

function extensionOf(file: string): string | undefined {
  return /\.[^./\\]*$/.exec(file)?.[0].toLowerCase();
}

/** Whether a file is glTF. */
export function isGltf(file: string): boolean {
  const extension = extensionOf(file);
  return extension === '.gltf' || extension === '.glb';
}

function isCache(file: string): boolean {
  const extension = extensionOf(file);
  return extension === '.pc2' || extension === '.mdd';
}

/** Whether a file is an input of its own: a scene, which may be sampled at any rate. */
export function isScene(file: string): boolean {
  return isGltf(file) || /\.(abc|usd|usda|usdc|usdz)$/i.test(file);
}

/** Returns the number of frames if these files are one frame each; null otherwise. */
export function frameFileCount({ files }: InputGroup): number | null {
  return files.some((file) => isScene(file) || isCache(file)) ? null : files.length;
}

/**
 * Opens an input. `counted` is called with the number of frames as soon as it is known, before the
 * code that reads them is loaded. `known` is its mesh if another thread has read it; a glTF file is
 * always read. Rejects with `UsageError`.
 */
export async function openInput(
  group: InputGroup,
  request: Pick<SequenceRequest, 'rate' | 'clip'>,
  access: FileAccess,
  counted: (frameCount: number) => void,
  known: TriMesh | null,
): Promise<InputSequence> {
  const { files } = group;
  const whole = files.find(isScene);
  if (whole !== undefined) {
    if (files.length > 1)
      throw new UsageError(
        `${whole}: a ${isGltf(whole) ? 'glTF' : 'scene'} file is an input of its own; give each input a name, such as body=body.glb dress=dress*.obj.`,
      );
    return openWhole(whole, request, access, counted, known);
  }
  const caches = files.filter(isCache);
  if (caches.length > 0) {
    const meshes = files.filter((file) => !isCache(file));
    if (caches.length !== 1 || meshes.length !== 1)
      throw new UsageError(`${caches[0]}: a point cache is checked with one base mesh: graze check MESH CACHE.`);
    const { openCacheSequence } = await import('./cache-sequence.ts');
    return openCacheSequence(meshes[0], caches[0], access, counted, known);
  }
  counted(files.length);
  const { openFrameFiles } = await import('./frame-files.ts');
  return openFrameFiles(files, access, known);
}

async function openWhole(
  path: string,
  request: Pick<SequenceRequest, 'rate' | 'clip'>,
  access: FileAccess,
  counted: (frameCount: number) => void,
  known: TriMesh | null,
): Promise<InputSequence> {
  if (isGltf(path)) {
    const { openGltfSequence } = await import('./gltf-sequence.ts');
    return openGltfSequence(path, request, access);
  }
  const { openScene } = await import('./scene/open-scene.ts');
  const { sceneSequence } = await import('./scene/scene-sequence.ts');
  return sceneSequence(path, await openScene(path, access), request, counted, known);
}
