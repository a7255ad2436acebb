// The input of the writers, and its validation: what is written can be read again.

/** A mesh to be written. */
export interface WritableMesh {
  /** 3 finite coordinates per vertex. */
  readonly positions: Readonly<ArrayLike<number>>;
  /** 3 vertex indices per triangle. */
  readonly triangles: Readonly<ArrayLike<number>>;
}

/** A mesh of polygons to be written. */
export interface WritablePolygons {
  /** 3 finite coordinates per vertex. */
  readonly positions: Readonly<ArrayLike<number>>;
  /** The number of corners of each polygon, at least 3. */
  readonly counts: Readonly<ArrayLike<number>>;
  /** The vertices of all corners, one polygon after the other. */
  readonly corners: Readonly<ArrayLike<number>>;
}

/** Throws a RangeError that names the polygon. */
export function checkPolygons({ positions, counts, corners }: WritablePolygons): void {
  checkPositions(positions);
  let end = 0;
  for (let i = 0; i < counts.length; i++) {
    if (!(Number.isInteger(counts[i]) && counts[i] >= 3))
      throw new RangeError(`polygon ${i}: expected 3 corners or more, found ${counts[i]}`);
    end += counts[i];
  }
  if (end !== corners.length) throw new RangeError(`expected ${end} corners in all, found ${corners.length}`);
  const vertexCount = positions.length / 3;
  for (let i = 0; i < corners.length; i++) {
    if (Number.isInteger(corners[i]) && corners[i] >= 0 && corners[i] < vertexCount) continue;
    throw new RangeError(`corner ${i}: expected an index below ${vertexCount}, found ${corners[i]}`);
  }
}

function checkPositions(positions: Readonly<ArrayLike<number>>): void {
  if (positions.length % 3 !== 0)
    throw new RangeError(`expected 3 coordinates a vertex, found ${positions.length} in all`);
  for (let i = 0; i < positions.length; i++) {
    if (Number.isFinite(positions[i])) continue;
    throw new RangeError(`vertex ${Math.floor(i / 3)}: expected finite coordinates, found ${positions[i]}`);
  }
}

/** Throws a RangeError that names the vertex or triangle. */
export function checkWritable({ positions, triangles }: WritableMesh): void {
  checkPositions(positions);
  if (triangles.length % 3 !== 0)
    throw new RangeError(`expected 3 indices a triangle, found ${triangles.length} in all`);
  const vertexCount = positions.length / 3;
  for (let i = 0; i < triangles.length; i++) {
    const index = triangles[i];
    if (Number.isInteger(index) && index >= 0 && index < vertexCount) continue;
    throw new RangeError(`triangle ${Math.floor(i / 3)}: expected indices below ${vertexCount}, found ${index}`);
  }
}

/** Returns the shortest text that reads back as the same double, including the sign of −0. */
export function numberText(value: number): string {
  return Object.is(value, -0) ? '-0' : String(value);
}
