// The inside of a part, exactly: parity with respect to those of its components in which every edge
// has an even number of faces. Components are faces that shared vertices connect within the part.
import { type ExactPoint, isOnTriangle, side, type Triangle } from './exact-points.ts';
import type { ExactFace } from './face-contact.ts';

/** The faces of a part, by component. */
export interface PartComponents {
  readonly all: readonly (readonly ExactFace[])[];
  /** The faces of all components that have an inside. */
  readonly closed: readonly ExactFace[];
}

export function componentsOf(faces: readonly ExactFace[]): PartComponents {
  const component = new Map<number, ExactFace[]>();
  for (const face of faces) {
    const met = new Set(face.ids.map((v) => component.get(v)).filter((c) => c !== undefined));
    const joined = [...met].flat();
    joined.push(face);
    for (const { ids } of joined) for (const v of ids) component.set(v, joined);
  }
  const all = [...new Set(component.values())];
  return { all, closed: all.filter(isClosed).flat() };
}

function isClosed(faces: readonly ExactFace[]): boolean {
  const count = new Map<string, number>();
  for (const { ids } of faces)
    for (let i = 0; i < 3; i++) {
      const [v, w] = [ids[i], ids[(i + 1) % 3]];
      const edge = v < w ? `${v} ${w}` : `${w} ${v}`;
      count.set(edge, (count.get(edge) ?? 0) + 1);
    }
  return [...count.values()].every((n) => n % 2 === 0);
}

/** Whether the point is strictly inside closed surfaces: on none of them, and parity is odd. */
export function isStrictlyInside(
  point: ExactPoint,
  surfaces: readonly ExactFace[],
  far: readonly ExactPoint[],
): boolean {
  const sides = surfaces.map(({ corners }) => side(...corners, point));
  if (surfaces.some(({ corners }, i) => sides[i] === 0 && isOnTriangle(corners, point))) return false;
  for (const end of far) {
    const hits = countHits(point, end, surfaces, sides);
    if (hits !== undefined) return hits % 2 === 1;
  }
  throw new Error('Every ray to a far point meets an edge; add far points.');
}

/**
 * How many faces the segment from a point to a far one goes through; undefined if it meets an edge.
 */
function countHits(
  point: ExactPoint,
  end: ExactPoint,
  surfaces: readonly ExactFace[],
  sides: readonly number[],
): number | undefined {
  let hits = 0;
  for (const [i, { corners }] of surfaces.entries()) {
    const other = side(...corners, end);
    if (other === 0) return undefined;
    // A point in the plane of a face, but not on the face, is the segment's only one in this plane.
    if (sides[i] * other >= 0) continue;
    const around = sidesAround(point, end, corners);
    if (around.includes(1) && around.includes(-1)) continue;
    if (around.includes(0)) return undefined;
    hits++;
  }
  return hits;
}

const sidesAround = (p: ExactPoint, q: ExactPoint, [a, b, c]: Triangle): number[] => [
  side(p, q, a, b),
  side(p, q, b, c),
  side(p, q, c, a),
];
