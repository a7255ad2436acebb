// Solids of revolution: a profile rotated around the z axis, closed by a pole at each end. Four
// segments make it square.

/** A solid of revolution. */
export interface Turned {
  readonly positions: Float64Array;
  readonly triangles: Uint32Array;
}

/**
 * Radius and height, from the upper pole to the lower one; both poles have radius 0, and no other
 * point has.
 */
export type Profile = readonly (readonly [radius: number, height: number])[];

/**
 * Returns a solid of 2 · segments · (profile.length − 2) triangles, counter-clockwise seen from
 * outside.
 */
export function lathe(profile: Profile, segments: number, centre: readonly [number, number] = [0, 0]): Turned {
  const rings = profile.slice(1, -1);
  const positions = [...centre, profile[0][1]];
  for (const [radius, height] of rings)
    for (let i = 0; i < segments; i++) {
      const angle = (2 * Math.PI * (i + 0.5)) / segments;
      positions.push(centre[0] + radius * Math.cos(angle), centre[1] + radius * Math.sin(angle), height);
    }
  positions.push(...centre, profile[profile.length - 1][1]);
  return { positions: Float64Array.from(positions), triangles: Uint32Array.from(faces(segments, rings.length)) };
}

function faces(segments: number, rings: number): number[] {
  const bottom = 1 + segments * rings;
  const at = (ring: number, i: number): number => 1 + segments * ring + (i % segments);
  const triangles: number[] = [];
  for (let i = 0; i < segments; i++) {
    triangles.push(0, at(0, i), at(0, i + 1));
    for (let ring = 0; ring < rings - 1; ring++) {
      const [a, b, c, d] = [at(ring, i), at(ring, i + 1), at(ring + 1, i), at(ring + 1, i + 1)];
      triangles.push(a, c, d, a, d, b);
    }
    triangles.push(bottom, at(rings - 1, i + 1), at(rings - 1, i));
  }
  return triangles;
}

/**
 * Points of a circle in the plane of the profile, from angle `from` to `to`, both included (0
 * points outwards, π/2 up).
 */
export function arc(
  [radius, height]: readonly [number, number],
  size: number,
  from: number,
  to: number,
  count: number,
): Profile {
  return Array.from({ length: count }, (_, i) => {
    const angle = from + ((to - from) * i) / (count - 1);
    return [radius + size * Math.cos(angle), height + size * Math.sin(angle)] as const;
  });
}
