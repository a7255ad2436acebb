// A capsule as a triangle mesh.

/** The size and resolution of a capsule along y, centred at the origin. */
export interface CapsuleSize {
  /** The radius. */
  readonly radius: number;
  /** The length of the straight part. */
  readonly length: number;
  /** How many faces around. */
  readonly around: number;
  /** How many rings from pole to pole. */
  readonly along: number;
}

/** Makes a closed capsule of 2 · around · along faces. */
export function capsule({ radius, length, around, along }: CapsuleSize): {
  positions: Float64Array;
  triangles: Uint32Array;
} {
  const positions: number[] = [0, length / 2 + radius, 0];
  const path = length + Math.PI * radius;
  for (let i = 1; i <= along; i++) {
    const s = (i / (along + 1)) * path;
    const quarter = (Math.PI / 2) * radius;
    const angle = s < quarter ? s / radius : s > quarter + length ? (s - length) / radius : Math.PI / 2;
    const y = s < quarter ? length / 2 : s > quarter + length ? -length / 2 : length / 2 - (s - quarter);
    for (let j = 0; j < around; j++) {
      const turn = (2 * Math.PI * j) / around;
      const r = radius * Math.sin(angle);
      positions.push(r * Math.cos(turn), y + radius * Math.cos(angle), r * Math.sin(turn));
    }
  }
  positions.push(0, -length / 2 - radius, 0);
  const last = positions.length / 3 - 1;
  const triangles: number[] = [];
  const at = (i: number, j: number): number => 1 + i * around + (j % around);
  for (let j = 0; j < around; j++) {
    triangles.push(0, at(0, j + 1), at(0, j), last, at(along - 1, j), at(along - 1, j + 1));
    for (let i = 0; i + 1 < along; i++)
      triangles.push(at(i, j), at(i, j + 1), at(i + 1, j), at(i + 1, j), at(i, j + 1), at(i + 1, j + 1));
  }
  return { positions: Float64Array.from(positions), triangles: Uint32Array.from(triangles) };
}
