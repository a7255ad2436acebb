// Where steps come from: a demonstration scene or files, read frame by frame, or a simulation.
import { clothScenes } from '../../scenes/cloth/index.ts';
import { type Scene, scenes } from '../../scenes/index.ts';
import { meshAt } from '../../scenes/scene.ts';
import { findWelds, weldedMeshes } from '../check/find-welds.ts';
import { ALWAYS_THERE } from '../check/input-sequence.ts';
import { meshObjects } from '../check/mesh-objects.ts';
import { partsOfTorn } from '../check/name-parts.ts';
import { openSequence, refuseStill, type Sequence } from '../check/sequence.ts';
import type { Unit, UpAxis } from '../check/space.ts';
import { UsageError } from '../check/usage-error.ts';
import { apply } from '../check/weld-frames.ts';
import type { Parts } from '../clash.ts';
import type { TriMesh } from '../index.ts';
import type { Bend } from './check-segments.ts';
import { droppedFiles } from './dropped-files.ts';
import { partsByVertices } from './parts-by-vertices.ts';
import type { SimulatedStep, Source } from './protocol.ts';
import { SimulatedSource } from './simulated-source.ts';

/**
 * The maximum number of vertices, over all frames, of a sequence whose seams are welded: reading so
 * many takes some seconds.
 */
const MAX_WELDED = 50_000_000;

/** A sequence that the viewer can show. */
export interface StepSource extends Omit<Sequence, 'parts' | 'partsOf' | 'unit' | 'isCut'> {
  /** The name of the scene or file. */
  readonly title: string;
  /** The axis that usually points up. */
  readonly up: UpAxis;
  /** The unit of all lengths; null if there is none. */
  readonly unit: Unit | null;
  /** Returns the parts of the mesh of a step; their names do not change with the mesh. */
  partsOf(mesh: TriMesh): Parts;
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
  const sequence = await openSequence({ inputs: [{ files: inputs }] }, access);
  refuseStill(sequence);
  const title = inputs.length === 1 ? inputs[0] : `${inputs[0]} and ${inputs.length - 1} more`;
  const welds = await findWelds(sequence, isShort(sequence) ? 'all' : 'none');
  const { mesh, weldedVertices } = apply(sequence.mesh, welds);
  const parts = weldedVertices === 0 ? sequence.parts : sequence.partsOf(mesh);
  return {
    ...sequence,
    ...weldedMeshes(sequence, welds, mesh),
    mesh,
    notes: [...sequence.notes, ...weldNotes(sequence, weldedVertices)],
    title,
    partsOf: (torn) => partsOfTorn(mesh, parts, torn),
  };
}

/** Welding may have to read all frames first. */
function isShort({ frameCount, mesh }: Sequence): boolean {
  return frameCount * mesh.vertexCount <= MAX_WELDED;
}

function weldNotes(sequence: Sequence, count: number): string[] {
  if (!isShort(sequence)) return ['The sequence is long: seams are not welded here, but graze check welds them.'];
  return count === 0 ? [] : [`Seams are welded: ${count} vertices coincide with others in every frame.`];
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
  const meshes = brokenMeshes(scene);
  return {
    title: name,
    up: 'z',
    unit: null,
    mesh: scene.mesh,
    frameCount: scene.frameCount,
    paths: 'a demonstration; every vertex moves in a straight line from one frame to the next',
    droppedFaces: 0,
    partsOf: (mesh) => (scene.parts ? partsByVertices(mesh, scene.parts) : componentParts(mesh)),
    notes: [],
    nameOf: (frame) => `frame ${frame + 1}`,
    meshOf: meshes,
    meshBetween: meshes,
    ...ALWAYS_THERE,
    read: async (frame) => {
      const out = new Float64Array(3 * scene.mesh.vertexCount);
      scene.positions(frame, out);
      return out;
    },
  };
}

/** The connected components as parts. */
function componentParts(mesh: TriMesh): Parts {
  const { names, objectOf } = meshObjects(mesh, []);
  const { triangles, faceCount } = mesh;
  return { names, partOfFace: Uint32Array.from({ length: faceCount }, (_, f) => objectOf[triangles[3 * f]]) };
}

/**
 * Returns the mesh of each step; the same one as long as nothing breaks. The last frame has that of
 * the step before.
 */
function brokenMeshes(scene: Scene): (step: number) => TriMesh {
  const { breaks, frameCount } = scene;
  if (breaks === undefined) return () => scene.mesh;
  const known = new Map<number, TriMesh>([[0, scene.mesh]]);
  return (step) => {
    let last = Math.min(step, frameCount - 2);
    while (last > 0 && breaks(last) === null) last--;
    const mesh = known.get(last) ?? meshAt(scene, last);
    known.set(last, mesh);
    return mesh;
  };
}
