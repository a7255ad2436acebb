// Thrown where a frame parts vertices that were welded because they coincide in other frames: the
// check must start again without these welds.

/** Vertices that were welded do not coincide in some frame. */
export class WeldRefuted extends Error {
  /** Always `'WeldRefuted'`. */
  override readonly name: string = 'WeldRefuted';
}
