// A scene of an Alembic or USD file as an input: sampled at the times that the file has, or at a
// fixed rate. Its objects are the parts, named by their full path. They may be hidden in some
// frames, or change their faces.
import type { TriMesh } from '../../index.ts';
import type { AnimatedScene } from '../../io.ts';
import { withFileName } from '../frame-files.ts';
import { type InputSequence, STILL } from '../input-sequence.ts';
import type { SequenceRequest } from '../sequence.ts';
import { placeCount } from '../triangle-places.ts';
import { sampleName, sampleTimes } from './sample-times.ts';
import { SceneMeshes } from './scene-meshes.ts';
import { sceneSpace } from './scene-space.ts';

/**
 * Opens a scene; `counted` is called before its meshes are built. `known` is the mesh if another
 * thread has built it. Throws `UsageError`.
 */
export function sceneSequence(
  path: string,
  scene: AnimatedScene,
  { rate }: Pick<SequenceRequest, 'rate'>,
  counted: (frameCount: number) => void,
  known: TriMesh | null,
): InputSequence {
  const times = sampleTimes(path, scene.times, rate);
  counted(times.length);
  const meshes = withFileName(path, () => new SceneMeshes(path, scene, times, known));
  const { mesh } = meshes;
  const { space, scale, notes } = sceneSpace(scene);
  const isStill = times.length === 1;
  const how = rate === undefined ? `its ${times.length} samples` : `${times.length} samples, ${rate} a second`;
  return {
    mesh,
    frameCount: times.length,
    paths: isStill ? STILL : `at ${how}; between two of them every vertex moves in a straight line`,
    droppedFaces: meshes.droppedFaces,
    notes: [...scene.notes, ...notes],
    space,
    times: isStill ? null : times,
    triangleNames: () => ({ objects: objectNames(meshes), materials: undefined }),
    nameOf: (frame) => (isStill ? path : sampleName(path, times[frame])),
    isCut: () => false,
    meshOf: (frame) => withFileName(path, () => meshes.meshOf(frame)),
    meshBetween: (from, to) => withFileName(path, () => meshes.meshBetween(from, to)),
    remeshed: meshes.places.filter(({ frames }) => frames.isRemeshed),
    hiddenIn: (frame) => meshes.hiddenIn(frame),
    read: async (frame, room) => {
      const out = room ?? new Float64Array(3 * meshes.vertexCount);
      withFileName(path, () => meshes.read(frame, out));
      if (scale !== 1) for (let i = 0; i < out.length; i++) out[i] *= scale;
      return out;
    },
  };
}

/** Every object is one, whatever its name. */
function objectNames({ places, mesh }: SceneMeshes): { names: string[]; partOfTriangle: Uint32Array } {
  const partOfTriangle = new Uint32Array(placeCount(mesh));
  places.forEach(({ firstPlace, frames }, i) => {
    partOfTriangle.fill(i, firstPlace, firstPlace + frames.triangleCount);
  });
  return { names: places.map(({ frames }) => frames.object.name), partOfTriangle };
}
