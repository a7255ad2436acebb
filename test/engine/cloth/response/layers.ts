// Triangles one above the other, and rows between their vertices and the faces below.
import { ContactRows, type PairColumns } from '../../../../src/engine/cloth/response/contact-rows.ts';
import { TriMesh } from '../../../../src/index.ts';

export interface Layers {
  readonly rows: ContactRows;
  /** Three vertices per layer. */
  readonly velocities: Float64Array;
  readonly inverseMass: Float64Array;
  readonly x: Float64Array;
  /** All rows by number. */
  readonly all: Uint32Array;
}

/**
 * Layer i at height `spacing` · i. Each vertex stands on a corner of the face below, and may not
 * approach it.
 */
export function layers(
  count: number,
  spacing: number,
  velocity: (layer: number) => readonly number[],
  mass: (layer: number) => number,
): Layers {
  const triangles = Array.from({ length: 3 * count }, (_, i) => i);
  const mesh = TriMesh.from(triangles, 3 * count);
  const corner = [
    [0, 0],
    [1, 0],
    [0, 1],
  ];
  const x = Float64Array.from(triangles.flatMap((v) => [...corner[v % 3], spacing * Math.floor(v / 3)]));
  const velocities = Float64Array.from(triangles.flatMap((v) => [...velocity(Math.floor(v / 3))]));
  const inverseMass = Float64Array.from(triangles, (v) => 1 / mass(Math.floor(v / 3)));
  const rows = new ContactRows(mesh);
  for (let v = 3; v < 3 * count; v++) {
    const weights = [0, 0, 0];
    weights[v % 3] = 1;
    rows.add(pair(v, Math.floor(v / 3) - 1, [0, 0, 1], weights), 0, x);
  }
  return {
    rows,
    velocities,
    inverseMass,
    x,
    all: Uint32Array.from({ length: rows.count }, (_, i) => i),
  };
}

/** A vertex and a face, alone in their columns. */
export function pair(vertex: number, face: number, normal: readonly number[], weights: readonly number[]): PairColumns {
  return {
    kind: Uint8Array.of(0),
    a: Uint32Array.of(vertex),
    b: Uint32Array.of(face),
    normal: Float64Array.from(normal),
    weights: Float64Array.from(weights),
  };
}
