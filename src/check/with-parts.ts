// Adds the parts to the frames of a sequence. They are found when they are first asked for.
import type { TriMesh } from '../index.ts';
import type { InputSequence } from './input-sequence.ts';
import { type NamedInput, nameParts, type PartsBy, type SequenceParts } from './name-parts.ts';
import type { InputGroup, Sequence } from './sequence.ts';
import { placeCount } from './triangle-places.ts';

/** An open input, and the files that it came from. */
export interface OpenGroup {
  /** The files. */
  readonly group: InputGroup;
  /** The input. */
  readonly input: InputSequence;
}

/** Returns a sequence of these frames with the parts of its inputs, which lie side by side. */
export function withParts(
  frames: Omit<Sequence, 'parts' | 'partsOf'>,
  groups: readonly OpenGroup[],
  by: PartsBy,
): Sequence {
  const { mesh, frameCount, paths, droppedFaces, notes, unit, up } = frames;
  let inputs: readonly NamedInput[] | undefined;
  let parts: SequenceParts | undefined;
  const partsOf = (welded: TriMesh): SequenceParts => {
    inputs ??= groups.map(namedInput);
    return nameParts(welded, inputs, by, frames.remeshed);
  };
  return {
    mesh,
    frameCount,
    paths,
    droppedFaces,
    notes,
    unit,
    up,
    get parts() {
      parts ??= partsOf(mesh);
      return parts;
    },
    partsOf,
    nameOf: frames.nameOf,
    isCut: frames.isCut,
    meshOf: frames.meshOf,
    meshBetween: frames.meshBetween,
    remeshed: frames.remeshed,
    hiddenIn: frames.hiddenIn,
    read: frames.read,
  };
}

function namedInput({ group: { name, files }, input }: OpenGroup): NamedInput {
  const base = files[0].replace(/^.*[\\/]/, '').replace(/(?<=.)\.[^.]*$/, '');
  return { name, base, placeCount: placeCount(input.mesh), names: input.triangleNames() };
}
