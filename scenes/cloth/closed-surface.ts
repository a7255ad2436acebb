// The zero set of a field as triangles (naive surface nets): a vertex in each cell of a grid that
// the surface passes, at the mean of its crossings with the cell's edges, and a quad across each
// edge that it crosses.

/** A closed triangle mesh. */
export interface ClosedSurface {
  readonly positions: Float64Array;
  readonly triangles: Uint32Array;
}

/** A function of space that is negative inside. */
export type Field = (x: number, y: number, z: number) => number;

/** An upper bound of the gradient of all fields. */
const MAX_GRADIENT = 1.25;

/** The points of a grid: `low` + i · cell. The surface must not reach its border. */
export interface Grid {
  readonly low: readonly [number, number, number];
  readonly cell: number;
  readonly counts: readonly [number, number, number];
}

/** Returns the zero set of a field. */
export function closedSurface(field: Field, grid: Grid): ClosedSurface {
  const values = sample(field, grid);
  const [nx, ny, nz] = grid.counts;
  const strides = [1, nx, nx * ny] as const;
  const vertexOf = new Int32Array(values.length).fill(-1);
  const positions: number[] = [];
  for (let k = 0; k < nz - 1; k++)
    for (let j = 0; j < ny - 1; j++)
      for (let i = 0; i < nx - 1; i++) {
        const at = i + nx * j + nx * ny * k;
        if (!addVertex(values, at, strides, [i, j, k], grid, positions)) continue;
        vertexOf[at] = positions.length / 3 - 1;
      }
  const triangles = quadsAcross(values, vertexOf, strides, grid.counts);
  return { positions: Float64Array.from(positions), triangles: Uint32Array.from(triangles) };
}

/**
 * Samples the field on the grid. Far from the surface, one value stands for the following ones,
 * which provably have the same sign.
 */
function sample(field: Field, { low, cell, counts: [nx, ny, nz] }: Grid): Float64Array {
  const values = new Float64Array(nx * ny * nz);
  for (let k = 0; k < nz; k++)
    for (let j = 0; j < ny; j++)
      for (let i = 0, row = nx * (j + ny * k); i < nx; ) {
        const value = field(low[0] + cell * i, low[1] + cell * j, low[2] + cell * k);
        const end = Math.min(nx, i + Math.max(1, Math.floor(Math.abs(value) / (MAX_GRADIENT * cell))));
        values.fill(value, row + i, row + end);
        i = end;
      }
  return values;
}

/** Adds the vertex of a cell; returns false if the surface does not pass the cell. */
function addVertex(
  values: Float64Array,
  at: number,
  strides: readonly [number, number, number],
  corner: readonly [number, number, number],
  { low, cell }: Grid,
  positions: number[],
): boolean {
  const sum = [0, 0, 0];
  let crossed = 0;
  for (let from = 0; from < 8; from++)
    for (let axis = 0; axis < 3; axis++) {
      if ((from >> axis) & 1) continue;
      const bits = [from & 1, (from >> 1) & 1, from >> 2];
      const a = at + bits[0] * strides[0] + bits[1] * strides[1] + bits[2] * strides[2];
      const [p, q] = [values[a], values[a + strides[axis]]];
      if (p < 0 === q < 0) continue;
      crossed++;
      for (let m = 0; m < 3; m++) sum[m] += bits[m] + (m === axis ? p / (p - q) : 0);
    }
  if (crossed === 0) return false;
  for (let m = 0; m < 3; m++) positions.push(low[m] + cell * (corner[m] + sum[m] / crossed));
  return true;
}

function quadsAcross(
  values: Float64Array,
  vertexOf: Int32Array,
  strides: readonly [number, number, number],
  [nx, ny, nz]: readonly [number, number, number],
): number[] {
  const triangles: number[] = [];
  for (let k = 1; k < nz - 1; k++)
    for (let j = 1; j < ny - 1; j++)
      for (let i = 1; i < nx - 1; i++) {
        const at = i + nx * j + nx * ny * k;
        for (let axis = 0; axis < 3; axis++) {
          const [p, q] = [values[at], values[at + strides[axis]]];
          if (p < 0 === q < 0) continue;
          const [u, v] = [strides[(axis + 1) % 3], strides[(axis + 2) % 3]];
          const [a, b, c, d] = [at - u - v, at - v, at, at - u].map((id) => vertexOf[id]);
          if (p < 0) triangles.push(a, b, c, a, c, d);
          else triangles.push(a, c, b, a, d, c);
        }
      }
  return triangles;
}
