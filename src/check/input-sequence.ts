// One input of a sequence: the frames of one mesh, from a list of files, from a mesh and its point
// cache, or from a glTF file. A sequence has one input, or several side by side.
import type { TriangleNames } from '../io.ts';
import type { Sequence } from './sequence.ts';
import type { Space } from './space.ts';

/** The members of an input in which nothing is hidden, and no face replaced by another one. */
export const ALWAYS_THERE: Pick<InputSequence, 'remeshed' | 'hiddenIn'> = { remeshed: [], hiddenIn: () => [] };

/** The sentence about the paths of an input with one frame. */
export const STILL = 'one frame, in which nothing moves';

/** The names that a file gives to its triangles. */
export interface InputNames {
  /**
   * The objects, by place in the list of triangles. Equal names are different objects. Undefined if
   * the file names none.
   */
  readonly objects: TriangleNames | undefined;
  /** The materials, likewise; equal names are one material. */
  readonly materials: TriangleNames | undefined;
}

/** An input that is open. */
export interface InputSequence
  extends Pick<
    Sequence,
    | 'mesh'
    | 'frameCount'
    | 'paths'
    | 'droppedFaces'
    | 'notes'
    | 'nameOf'
    | 'isCut'
    | 'meshOf'
    | 'meshBetween'
    | 'remeshed'
    | 'hiddenIn'
    | 'read'
  > {
  /** The unit and the up axis that the format states; null if it states none. */
  readonly space: Space | null;
  /** The times of its frames in seconds; null if the format states none. */
  readonly times: readonly number[] | null;
  /** Returns the names in the file; reads it if another thread has read the mesh. */
  triangleNames(): InputNames;
}
