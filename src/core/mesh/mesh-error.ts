// The one error that bad meshes and bad positions raise. Doors check and throw it; code behind the doors trusts its input.

/**
 * What is wrong, and what `MeshError.at` then counts:
 *
 * | fault | `at` |
 * |---|---|
 * | `bad-vertex-count` | −1: no element is at fault |
 * | `length-not-multiple-of-three` | the first index, or number of `positions`, that is left over |
 * | `bad-face-start` | the place in `faceStart`; of a number of corners a face, the first index that is left over |
 * | `too-few-corners` | the face |
 * | `index-not-integer`, `index-out-of-range` | the place in `triangles`, or in the corners of polygons |
 * | `repeated-vertex` | the face |
 * | `wrong-position-count` | the first vertex that is missing or too many |
 * | `position-not-finite`, `position-too-large` | the vertex |
 * | `wrong-attribute-length` | the attribute, counted from 0 |
 * | `zero-area-face` | the face of a cloth |
 * | `vertex-without-face` | the vertex of a cloth |
 */
export type MeshFault =
  | 'bad-vertex-count'
  | 'length-not-multiple-of-three'
  | 'bad-face-start'
  | 'too-few-corners'
  | 'index-not-integer'
  | 'index-out-of-range'
  | 'repeated-vertex'
  | 'wrong-position-count'
  | 'position-not-finite'
  | 'position-too-large'
  | 'wrong-attribute-length'
  | 'zero-area-face'
  | 'vertex-without-face';

export class MeshError extends Error {
  override readonly name: string = 'MeshError';
  readonly fault: MeshFault;
  readonly at: number;

  constructor(fault: MeshFault, at: number, message: string) {
    super(message);
    this.fault = fault;
    this.at = at;
  }
}
