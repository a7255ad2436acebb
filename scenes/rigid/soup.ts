// Triangle soups and how they are composed. Parts have vertices of their own, may intersect and
// need not be closed: there is no topology to rely on.

/** Three coordinates. */
export type Point = readonly [number, number, number];

/** A set of triangles. */
export interface Soup {
  /** Three numbers per vertex. */
  readonly positions: Float64Array;
  /** Three vertex ids per triangle. */
  readonly triangles: Uint32Array;
}

/** A solid that can be built with more or fewer triangles. */
export interface Shape {
  /** Builds the shape with about the fraction `scale` of its triangles; outline and size stay. */
  build(scale?: number): Soup;
  /** Some points well inside the material, at any scale. */
  readonly inside: readonly Point[];
}

/** The directions in which a sheet is closed. */
export interface Closing {
  /** Whether the last column of cells ends at the first column of vertices. */
  readonly around?: boolean;
  /** Whether the last row of cells ends at the first row of vertices. */
  readonly along?: boolean;
}

/**
 * Returns a sheet of 2 · columns · rows triangles. `place` gets u and v in [0, 1]; in a closed
 * direction they never reach 1.
 */
export function patch(
  columns: number,
  rows: number,
  place: (u: number, v: number) => Point,
  { around = false, along = false }: Closing = {},
): Soup {
  const [wide, high] = [around ? columns : columns + 1, along ? rows : rows + 1];
  const positions = new Float64Array(3 * wide * high);
  for (let i = 0; i < wide * high; i++) {
    positions.set(place((i % wide) / columns, Math.floor(i / wide) / rows), 3 * i);
  }
  const triangles: number[] = [];
  for (let j = 0; j < rows; j++) {
    for (let i = 0; i < columns; i++) {
      const [right, up] = [(i + 1) % wide, (j + 1) % high];
      const [a, b, c, d] = [wide * j + i, wide * j + right, wide * up + i, wide * up + right];
      triangles.push(a, b, d, a, d, c);
    }
  }
  return { positions, triangles: Uint32Array.from(triangles) };
}

/** Merges several soups. */
export function join(parts: readonly Soup[]): Soup {
  const positions = new Float64Array(parts.reduce((sum, part) => sum + part.positions.length, 0));
  const triangles = new Uint32Array(parts.reduce((sum, part) => sum + part.triangles.length, 0));
  let [vertices, corners] = [0, 0];
  for (const part of parts) {
    positions.set(part.positions, 3 * vertices);
    for (let i = 0; i < part.triangles.length; i++) triangles[corners + i] = vertices + part.triangles[i];
    vertices += part.positions.length / 3;
    corners += part.triangles.length;
  }
  return { positions, triangles };
}

/** Returns the same triangles with every vertex moved by `place`. */
export function moved(soup: Soup, place: (x: number, y: number, z: number) => Point): Soup {
  const positions = new Float64Array(soup.positions.length);
  for (let i = 0; i < positions.length; i += 3) {
    positions.set(place(soup.positions[i], soup.positions[i + 1], soup.positions[i + 2]), i);
  }
  return { positions, triangles: soup.triangles };
}

/**
 * Divides a polyline into `cells` pieces and keeps its corners: more pieces where it is longer, at
 * least one per side.
 */
export function cut(corners: readonly (readonly number[])[], cells: number): number[][] {
  const sides = corners.slice(1).map((to, k) => ({ from: corners[k], to, cells: 1 }));
  const piece = ({ from, to, cells }: (typeof sides)[number]): number =>
    Math.hypot(...to.map((x, k) => x - from[k])) / cells;
  for (let k = sides.length; k < cells; k++) {
    sides.reduce((longest, side) => (piece(side) > piece(longest) ? side : longest)).cells++;
  }
  const points = sides.flatMap(({ from, to, cells }) =>
    Array.from({ length: cells }, (_, i) => from.map((x, k) => x + ((to[k] - x) * i) / cells)),
  );
  return [...points, [...corners[corners.length - 1]]];
}
