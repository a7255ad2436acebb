// The error that bad meshes and bad positions raise. Entry points check and throw it; all other
// code trusts its input.

/**
 * What is wrong, and what `MeshError.at` then counts:
 *
 * | fault | `at` |
 * |---|---|
 * | `bad-vertex-count` | −1: no element is at fault |
 * | `length-not-multiple-of-three` | the first index, or number of `positions`, that is left over |
 * | `bad-face-start` | the index in `faceStart`, or the first corner that is left over |
 * | `too-few-corners` | the face |
 * | `index-not-integer`, `index-out-of-range` | the index in `triangles`, or in the corners of polygons |
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

/** Thrown for a mesh, or positions, that are not valid. */
export class MeshError extends Error {
  /** 'MeshError'. */
  override readonly name: string = 'MeshError';
  /** What is wrong, for programs: the values are stable. */
  readonly fault: MeshFault;
  /** Where it is wrong: `MeshFault` says what this number counts. */
  readonly at: number;

  /** `message` is for people. */
  constructor(fault: MeshFault, at: number, message: string) {
    super(message);
    this.fault = fault;
    this.at = at;
  }
}
