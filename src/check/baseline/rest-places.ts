// Where the clashes of a baseline are in the first frame: what they are told by if a part was
// remeshed.
import type { Clash } from '../../clash.ts';
import { closestPoints, triangleDistance } from '../../index.ts';
import { type Baseline, type BaselineClash, type RestFace, restFaces, type Scene } from './baseline.ts';

/**
 * Faces closer than this share of the scene's size are at the same place: 3 cm on a figure. A new
 * mesh of the same shape keeps within it, and the places of most clashes are farther apart.
 */
const MAX_SHARE_OF_SIZE = 0.02;

/** The faces of one side of a clash in the first frame, and the box around each. */
class RestSide {
  private readonly faces: readonly RestFace[];
  private readonly boxes: readonly Box[];
  private readonly whole: Box;

  constructor(faces: readonly RestFace[]) {
    this.faces = faces;
    this.boxes = faces.map(boxOf);
    this.whole = boxOf(faces.flat());
  }

  get isEmpty(): boolean {
    return this.faces.length === 0;
  }

  /** Whether a face of this side is within a distance of a face of the other. */
  isNear(other: RestSide, distance: number): boolean {
    if (gap(this.whole, other.whole) > distance) return false;
    return this.faces.some((face, i) => {
      if (gap(this.boxes[i], other.whole) > distance) return false;
      return other.faces.some((its, j) => {
        if (gap(this.boxes[i], other.boxes[j]) > distance) return false;
        return triangleDistance(Float64Array.from([...face, ...its]), 0, closest) <= distance;
      });
    });
  }
}

const closest = closestPoints();

/** The known clashes, by their places. */
export class RestPlaces {
  private readonly scene: Scene;
  private readonly remeshed: ReadonlySet<string>;
  private readonly maxDistance: number;
  private readonly known: readonly (BaselineClash & { readonly sides: ReadonlyMap<string, RestSide> })[];

  /** `remeshed` are the names of parts that were remeshed. */
  constructor({ clashes, size }: Baseline, scene: Scene, remeshed: ReadonlySet<string>) {
    this.scene = scene;
    this.remeshed = remeshed;
    this.maxDistance = MAX_SHARE_OF_SIZE * size;
    this.known = clashes.map((clash) => ({ ...clash, sides: sidesOf(clash.a, clash.b, clash.rest.a, clash.rest.b) }));
  }

  /**
   * Returns the known clashes that are at the place of this one, on the sides of remeshed parts.
   */
  meeting({ a, b, facesA, facesB }: Clash): number[] {
    const { scene, known } = this;
    const [nameA, nameB] = [a, b].map((part) => scene.parts.names[part]);
    const now = sidesOf(nameA, nameB, restFaces(scene, facesA), restFaces(scene, facesB));
    return known.flatMap(({ sides }, clash) => (this.isSamePlace(now, sides) ? [clash] : []));
  }

  private isSamePlace(now: ReadonlyMap<string, RestSide>, before: ReadonlyMap<string, RestSide>): boolean {
    if (now.size !== before.size || [...now.keys()].some((name) => !before.has(name))) return false;
    const compared = [...now].filter(([name, side]) => {
      // If one part is inside the other, a clash has no faces of the outer one.
      return this.remeshed.has(name) && !side.isEmpty && !before.get(name)?.isEmpty;
    });
    return (
      compared.length > 0 &&
      compared.every(([name, side]) => side.isNear(before.get(name) as RestSide, this.maxDistance))
    );
  }
}

/** The sides of a clash by the names of their parts; a part with itself has one side. */
function sidesOf(
  a: string,
  b: string,
  facesA: readonly RestFace[],
  facesB: readonly RestFace[],
): Map<string, RestSide> {
  if (a === b) return new Map([[a, new RestSide([...facesA, ...facesB])]]);
  return new Map([
    [a, new RestSide(facesA)],
    [b, new RestSide(facesB)],
  ]);
}

/** The least and the greatest coordinates: x, y and z of both. */
type Box = readonly number[];

/** The box around points, three coordinates each. */
function boxOf(points: readonly number[]): Box {
  const box = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
  points.forEach((value, i) => {
    box[i % 3] = Math.min(box[i % 3], value);
    box[3 + (i % 3)] = Math.max(box[3 + (i % 3)], value);
  });
  return box;
}

/** How far two boxes are apart along the axis where they are farthest; below 0 if along none. */
function gap(p: Box, q: Box): number {
  return Math.max(...[0, 1, 2].map((axis) => Math.max(p[axis] - q[3 + axis], q[axis] - p[3 + axis])));
}
