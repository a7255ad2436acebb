// Where steps come from: a demonstration scene or files, read frame by frame, or a simulation.
import { clothScenes } from '../../scenes/cloth/index.ts';
import { type Scene, scenes } from '../../scenes/index.ts';
import { meshAt } from '../../scenes/scene.ts';
import { openSequence, type Sequence } from '../check/sequence.ts';
import { UsageError } from '../check/usage-error.ts';
import type { UpAxis } from '../display/camera.ts';
import type { TriMesh } from '../index.ts';
import type { Bend } from './check-segments.ts';
import { droppedFiles } from './dropped-files.ts';
import type { SimulatedStep, Source } from './protocol.ts';
import { SimulatedSource } from './simulated-source.ts';

/** A sequence that the viewer can show. */
export interface StepSource extends Sequence {
  /** The name of the scene or file. */
  readonly title: string;
  /** The axis that usually points up. */
  readonly up: UpAxis;
  /** Returns the names of the components of a mesh that has changed; `objectNames` by default. */
  objectNamesOf?(mesh: TriMesh): readonly string[];
  /** Returns approximate positions in a frame that is not known yet; `read` by default. */
  roughly?(frame: number): Promise<Float64Array>;
  /** Returns where vertices change direction within a step; nowhere by default. */
  bends?(step: number): readonly Bend[];
  /** Computes the next frame, for sources whose frames do not exist at the start. */
  simulate?(): SimulatedStep;
}

/** Opens a scene, a simulation or files. Rejects with `UsageError`. */
export async function openSource(source: Source): Promise<StepSource> {
  if ('files' in source) return openFiles(source.files);
  return 'seed' in source ? openSimulation(source.scene, source.seed) : openScene(source.scene, source.detail);
}

async function openFiles(files: readonly File[]): Promise<StepSource> {
  const { inputs, access } = droppedFiles(files);
  const sequence = await openSequence({ inputs }, access);
  const title = inputs.length === 1 ? inputs[0] : `${inputs[0]} and ${inputs.length - 1} more`;
  return { ...sequence, title, up: 'y' };
}

function openSimulation(name: string, seed: number): StepSource {
  refuseUnknown(name, clothScenes);
  return new SimulatedSource(clothScenes[name](seed), seed);
}

function refuseUnknown(name: string, known: Readonly<Record<string, unknown>>): void {
  if (!Object.hasOwn(known, name))
    throw new UsageError(`${name}: there is no such scene; there are ${Object.keys(known).join(', ')}.`);
}

function openScene(name: string, detail: number): StepSource {
  refuseUnknown(name, scenes);
  const scene = scenes[name]({ scale: detail });
  return {
    title: name,
    up: 'z',
    mesh: scene.mesh,
    frameCount: scene.frameCount,
    paths: 'a demonstration; every vertex moves in a straight line from one frame to the next',
    droppedFaces: 0,
    objectNames: [],
    notes: [],
    nameOf: (frame) => `frame ${frame + 1}`,
    meshOf: brokenMeshes(scene),
    read: async (frame) => {
      const out = new Float64Array(3 * scene.mesh.vertexCount);
      scene.positions(frame, out);
      return out;
    },
  };
}

/** Returns the mesh of each step; the same one as long as nothing breaks. */
function brokenMeshes(scene: Scene): (step: number) => TriMesh {
  const { breaks } = scene;
  if (breaks === undefined) return () => scene.mesh;
  const known = new Map<number, TriMesh>([[0, scene.mesh]]);
  return (step) => {
    let last = step;
    while (last > 0 && breaks(last) === null) last--;
    const mesh = known.get(last) ?? meshAt(scene, last);
    known.set(last, mesh);
    return mesh;
  };
}
