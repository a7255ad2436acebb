// An animated glTF or GLB file as a sequence, sampled at its keyframes or at a fixed rate.
import { type GltfAnimation, readGltf } from '../io.ts';
import type { FileAccess } from './file-access.ts';
import { namedError } from './frame-files.ts';
import type { Sequence, SequenceRequest } from './sequence.ts';
import { UsageError } from './usage-error.ts';

/** The maximum number of steps that `--rate` may ask for; checking so many takes days. */
const MAX_STEPS = 10_000_000;

/** Opens one animation of the file. Throws `UsageError`. */
export async function openGltfSequence(
  { inputs: [path], rate, clip }: SequenceRequest,
  files: FileAccess,
): Promise<Sequence> {
  const bytes = files.read(path);
  const animation = await readGltf(bytes, { resources: (uri) => files.resource(path, uri) }).catch((error) => {
    throw namedError(path, error);
  });
  if (animation.clips.length === 0)
    throw new UsageError(`${path}: it has no animation, so nothing moves; export it with its animation.`);
  const chosen = clipNumber(path, animation, clip);
  const { name, times } = animation.clips[chosen];
  const samples = rate === undefined ? times : evenTimes(path, times[0], times[times.length - 1], rate);
  if (samples.length < 2)
    throw new UsageError(
      `${path}: animation "${name}" has one moment only; choose another with --clip or export it again.`,
    );
  const { mesh } = animation;
  const how = rate === undefined ? `its ${samples.length} keyframes` : `${samples.length} samples, ${rate} a second`;
  return {
    mesh,
    frameCount: samples.length,
    paths: `animation "${name}" at ${how}; between two of them every vertex moves in a straight line`,
    droppedFaces: animation.droppedFaces,
    notes: animation.ignored.map((what) => `Left out: ${what}.`),
    objectNames: objectNames(animation),
    nameOf: (frame) => `${path}@${Number(samples[frame].toFixed(6))}`,
    meshOf: () => mesh,
    read: async (frame, room) => {
      const out = room ?? new Float64Array(3 * mesh.vertexCount);
      animation.positions(chosen, samples[frame], out);
      return out;
    },
  };
}

function clipNumber(path: string, { clips }: GltfAnimation, clip: string | undefined): number {
  if (clip === undefined) return 0;
  const byName = clips.findIndex(({ name }) => name === clip);
  const number = byName >= 0 ? byName : Number(clip);
  if (Number.isInteger(number) && number >= 0 && number < clips.length) return number;
  const names = clips.map(({ name }, i) => `${i} "${name}"`).join(', ');
  throw new UsageError(`${path}: there is no animation ${clip}; it has ${names}.`);
}

/** Each connected component is named after the mesh that it belongs to. */
function objectNames({ mesh, names }: GltfAnimation): string[] {
  const { componentOf, componentCount } = mesh.topology;
  const found = new Array<string>(componentCount).fill('');
  for (const { name, vertices } of names)
    for (let v = vertices.first; v < vertices.end; v++)
      if (componentOf[v] < componentCount) found[componentOf[v]] = name;
  return found;
}

function evenTimes(path: string, first: number, last: number, rate: number): number[] {
  const steps = Math.max(1, Math.ceil((last - first) * rate - 1e-9));
  if (steps > MAX_STEPS)
    throw new UsageError(`${path}: --rate ${rate} asks for ${steps} steps; at most ${MAX_STEPS} are possible.`);
  return Array.from({ length: steps + 1 }, (_, i) => Math.min(last, first + i / rate));
}
