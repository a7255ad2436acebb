// The faces of a clash, which grows by those of others. Most clashes of single frames are absorbed
// by a larger one at once: they never need more than the list they come with.

/** Faces, each once. */
export class FaceSet {
  private readonly list: Uint32Array;
  /** All faces, once others have been absorbed. */
  private all: Set<number> | null = null;

  /** Each face of the list is there once. */
  constructor(list: Uint32Array) {
    this.list = list;
  }

  /** The number of faces. */
  get size(): number {
    return this.all?.size ?? this.list.length;
  }

  /** Takes over all faces of another set. */
  absorb(other: FaceSet): void {
    this.all ??= new Set(this.list);
    if (other.all) for (const face of other.all) this.all.add(face);
    else for (let i = 0; i < other.list.length; i++) this.all.add(other.list[i]);
  }

  /** Returns the faces in ascending order. */
  ascending(): Uint32Array {
    return Uint32Array.from(this.all ?? this.list).sort();
  }
}
