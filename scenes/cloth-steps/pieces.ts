// The surfaces of the cloth scenes: grids of quads or triangles over a parameter square, open or
// closed to a tube.
import { ball } from '../shapes.ts';

/** A surface without positions. */
export interface Piece {
  readonly vertexCount: number;
  readonly faces: readonly (readonly number[])[];
}

/** A surface over the parameter square. */
export interface Grid extends Piece {
  /** The parameters u and v of each vertex, in [0, 1]. */
  readonly u: Float64Array;
  readonly v: Float64Array;
}

/** An open sheet of columns · rows cells. */
export function sheet(columns: number, rows: number, corners: 3 | 4): Grid {
  return grid(columns, rows, columns + 1, corners);
}

/** A tube; u runs around it. */
export function tube(columns: number, rows: number, corners: 3 | 4): Grid {
  return grid(columns, rows, columns, corners);
}

function grid(columns: number, rows: number, stride: number, corners: 3 | 4): Grid {
  const faces: number[][] = [];
  for (let j = 0; j < rows; j++) {
    for (let i = 0; i < columns; i++) {
      const right = (i + 1) % stride;
      const [a, b, c, d] = [stride * j + i, stride * j + right, stride * (j + 1) + right, stride * (j + 1) + i];
      if (corners === 4) faces.push([a, b, c, d]);
      else faces.push([a, b, c], [a, c, d]);
    }
  }
  const vertexCount = stride * (rows + 1);
  const u = Float64Array.from({ length: vertexCount }, (_, i) => (i % stride) / columns);
  const v = Float64Array.from({ length: vertexCount }, (_, i) => Math.floor(i / stride) / rows);
  return { vertexCount, faces, u, v };
}

/** A ball of triangles and the unit vectors to its vertices. */
export function ballPiece(parts: number): Piece & { readonly points: Float64Array } {
  const { mesh, points } = ball(parts);
  const faces = Array.from({ length: mesh.faceCount }, (_, f) => [...mesh.triangles.subarray(3 * f, 3 * f + 3)]);
  return { vertexCount: mesh.vertexCount, faces, points };
}
