// Exact reference for the states of parts at one instant, by brute force over all pairs of faces.
// It shares nothing with the engine. For a few hundred faces, all of which have an area.
//
// Shared points are those that two faces have in common beyond their common mesh vertices and mesh
// edges. Parts cross if two of their faces do so properly, or if they share a point and a point of
// one surface is strictly inside the other part. For the latter it suffices to test one point of
// each face that shares none with the other part, and one of each cell of the others: without a
// proper pair, the other part meets the interior of a face only in edges that lie in its plane, in
// faces between such edges, and in single points.
import { type ExactPoint, exactPoints, normalOf, side } from './exact-points.ts';
import { cellPoints, type Segment } from './face-cells.ts';
import { type ExactFace, type FaceContact, faceContact } from './face-contact.ts';
import { componentsOf, isStrictlyInside, type PartComponents } from './part-inside.ts';

/** Vertices, faces, and the part of each face. */
export interface PartScene {
  readonly positions: ArrayLike<number>;
  readonly triangles: ArrayLike<number>;
  readonly partOfFace: ArrayLike<number>;
}

export type PartState = 'crossing' | 'inside' | 'duplicate' | 'touching' | 'apart';

/** The state of each pair of parts, `a b` with a ≤ b, in ascending order. */
export function partStates(scene: PartScene): Map<string, PartState> {
  const reference = new PartReference(scene);
  const states = new Map<string, PartState>();
  const count = Math.max(-1, ...Array.from(scene.partOfFace)) + 1;
  for (let a = 0; a < count; a++) for (let b = a; b < count; b++) states.set(`${a} ${b}`, reference.stateOf(a, b));
  return states;
}

/** Far points for rays: well outside the scene, in directions that no grid is aligned with. */
const FAR = [
  [3.37, 2.71, 5.13],
  [-2.93, 4.19, 3.61],
  [1.73, -5.51, 2.39],
  [-4.47, -3.19, -1.87],
  [0.61, 2.17, -6.23],
  [5.89, -1.43, 0.97],
  [-0.53, 6.67, -1.21],
  [2.21, -2.83, -3.79],
];

class PartReference {
  private readonly faces: readonly ExactFace[];
  private readonly boxes: readonly (readonly number[])[];
  private readonly parts: readonly (readonly number[])[];
  private readonly vertices: readonly ReadonlySet<number>[];
  private readonly components: readonly PartComponents[];
  private readonly far: readonly ExactPoint[];

  constructor({ positions, triangles, partOfFace }: PartScene) {
    const xs = Array.from(positions);
    const size = Math.max(1, ...xs.map(Math.abs));
    const points = exactPoints([...xs, ...FAR.flat().map((x) => x * size)]);
    this.far = points.slice(xs.length / 3);
    this.faces = Array.from({ length: triangles.length / 3 }, (_, f) => {
      const ids = [triangles[3 * f], triangles[3 * f + 1], triangles[3 * f + 2]];
      const corners = [points[ids[0]], points[ids[1]], points[ids[2]]] as const;
      if (normalOf(corners).every((x) => x === 0n)) throw new RangeError(`Face ${f} has no area.`);
      return { ids, corners };
    });
    this.boxes = this.faces.map(({ ids }) => boxOf(ids.map((v) => xs.slice(3 * v, 3 * v + 3))));
    const partCount = Math.max(-1, ...Array.from(partOfFace)) + 1;
    const parts: number[][] = Array.from({ length: partCount }, () => []);
    this.faces.forEach((_, f) => {
      parts[partOfFace[f]].push(f);
    });
    this.parts = parts;
    this.vertices = parts.map((part) => new Set(part.flatMap((f) => this.faces[f].ids)));
    this.components = parts.map((part) => componentsOf(part.map((f) => this.faces[f])));
  }

  stateOf(a: number, b: number): PartState {
    const met = this.contactsOf(a, b);
    if (met.some(({ contact }) => contact === 'proper')) return 'crossing';
    if (met.length === 0) return a !== b && (this.holds(a, b) || this.holds(b, a)) ? 'inside' : 'apart';
    if (a !== b) {
      const touching = new Set(met.flatMap(({ f, g }) => [f, g]));
      if (this.reachesInto(a, b, touching) || this.reachesInto(b, a, touching)) return 'crossing';
    }
    return this.areDuplicates(a, b, met) ? 'duplicate' : 'touching';
  }

  /**
   * Two faces of open components with the same corners; or every face of a component has a twin.
   */
  private areDuplicates(a: number, b: number, met: readonly { readonly f: number; readonly g: number }[]): boolean {
    const twins = met.filter(({ f, g }) => cornersOf(this.faces[f]) === cornersOf(this.faces[g]));
    const isOpen = (part: number, face: ExactFace): boolean => !this.components[part].closed.includes(face);
    if (twins.some(({ f, g }) => isOpen(a, this.faces[f]) && isOpen(b, this.faces[g]))) return true;
    const twinned = new Set(twins.flatMap(({ f, g }) => [this.faces[f], this.faces[g]]));
    return [a, b].some((part) => this.components[part].all.some((faces) => faces.every((face) => twinned.has(face))));
  }

  /** Pairs of faces of two parts that share points. */
  private contactsOf(a: number, b: number): { f: number; g: number; contact: FaceContact }[] {
    const met: { f: number; g: number; contact: FaceContact }[] = [];
    for (const f of this.parts[a])
      for (const g of this.parts[b]) {
        if ((a === b && f >= g) || !overlap(this.boxes[f], this.boxes[g])) continue;
        const contact = faceContact(this.faces[f], this.faces[g]);
        if (contact !== 'none') met.push({ f, g, contact });
      }
    return met;
  }

  /** Whether some component of part b is inside part a, if the two share no point. */
  private holds(a: number, b: number): boolean {
    return this.components[b].all.some(([face]) => this.isInside(this.pointOff(face, a), a));
  }

  /**
   * Whether a point of the surface of part a is strictly inside part b, if there is no proper pair.
   */
  private reachesInto(a: number, b: number, touching: ReadonlySet<number>): boolean {
    if (this.components[b].closed.length === 0) return false;
    return this.parts[a].some((f) => {
      if (!touching.has(f)) return this.isInside(this.pointOff(this.faces[f], b), b);
      for (const p of cellPoints(this.faces[f].corners, this.edgesInPlane(f, b))) if (this.isInside(p, b)) return true;
      return false;
    });
  }

  /** A point of a face that is not on part b, if the two share no point. */
  private pointOff({ ids, corners }: ExactFace, b: number): ExactPoint {
    const i = ids.findIndex((v) => !this.vertices[b].has(v));
    return i >= 0 ? corners[i] : [...cellPoints(corners, [])][0];
  }

  private isInside(point: ExactPoint, part: number): boolean {
    return isStrictlyInside(point, this.components[part].closed, this.far);
  }

  /** The edges of part b in the plane of face f. */
  private edgesInPlane(f: number, b: number): Segment[] {
    const { corners } = this.faces[f];
    return this.parts[b].flatMap((g) => {
      if (!overlap(this.boxes[f], this.boxes[g])) return [];
      const inPlane = this.faces[g].corners.map((p) => side(...corners, p) === 0);
      return [0, 1, 2].flatMap((i): Segment[] => {
        const j = (i + 1) % 3;
        return inPlane[i] && inPlane[j] ? [[this.faces[g].corners[i], this.faces[g].corners[j]]] : [];
      });
    });
  }
}

/** The least and the greatest coordinate along each axis. */
export const boxOf = (points: readonly (readonly number[])[]): number[] =>
  [0, 1, 2].flatMap((k) => {
    const along = points.map((point) => point[k]);
    return [Math.min(...along), Math.max(...along)];
  });

/** Whether two boxes share a point. */
export function overlap(a: readonly number[], b: readonly number[]): boolean {
  return [0, 2, 4].every((k) => a[k] <= b[k + 1] && b[k] <= a[k + 1]);
}

/** The positions of the corners in one order, so that equal texts mean equal triangles. */
const cornersOf = ({ corners }: ExactFace): string => corners.map(keyOf).sort().join();

const keyOf = ({ x, y, z }: ExactPoint): string => `${x} ${y} ${z}`;
