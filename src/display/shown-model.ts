// What a page needs of a mesh to draw it and to name its parts.

export interface ShownModel {
  readonly triangles: Uint32Array;
  /** Two vertices an edge, numbered as in `Topology`. */
  readonly edges: Uint32Array;
  /** The object of each vertex. */
  readonly objectOf: Uint32Array;
  /** Names of the objects. */
  readonly objects: readonly string[];
}
