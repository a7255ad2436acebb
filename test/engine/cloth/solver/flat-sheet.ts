// A flat rectangular sheet in the plane z = 0, for the tests and the bench of the cloth solver.
import type { ClothInput } from '../../../../src/engine/cloth/model/cloth-model.ts';

/** Width and height in metres. */
export interface SheetSize {
  readonly width: number;
  readonly height: number;
  /** Cells along x and along y. */
  readonly columns: number;
  readonly rows: number;
}

/** A cloth and the ids of its particles. */
export interface Sheet extends ClothInput {
  readonly positions: Float64Array;
  /** The particle at column i, row j. */
  at(i: number, j: number): number;
}

/** A sheet in triangles or quads. */
export function flatSheet({ width, height, columns, rows }: SheetSize, cornersPerFace: 3 | 4 = 3): Sheet {
  const at = (i: number, j: number) => (columns + 1) * j + i;
  const positions = new Float64Array(3 * (columns + 1) * (rows + 1));
  for (let j = 0; j <= rows; j++) {
    for (let i = 0; i <= columns; i++) positions.set([(width * i) / columns, (height * j) / rows], 3 * at(i, j));
  }
  const faces: number[] = [];
  for (let j = 0; j < rows; j++) {
    for (let i = 0; i < columns; i++) {
      const [a, b, c, d] = [at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)];
      faces.push(...(cornersPerFace === 4 ? [a, b, c, d] : [a, b, c, a, c, d]));
    }
  }
  return { positions, faces: Uint32Array.from(faces), cornersPerFace, at };
}
