// The part of a mesh that a page needs to draw it and to name its parts.

/** A mesh without positions. */
export interface ShownModel {
  /** Three vertices per face. */
  readonly triangles: Uint32Array;
  /** Two vertices per edge, numbered as in `Topology`. */
  readonly edges: Uint32Array;
  /** The object of each vertex. */
  readonly objectOf: Uint32Array;
  /** The names of the objects. */
  readonly objects: readonly string[];
  /** The names of the parts that clashes are about; none if there are no clashes to show. */
  readonly parts: readonly string[];
  /** The part of each face; empty without parts. */
  readonly partOfFace: Uint32Array;
}
