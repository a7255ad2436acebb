// Splits polygons into triangles that do not fold over each other, by the shape that the polygons
// have at one moment: a fan around the first corner where that folds nothing, as for every convex
// polygon, and ear clipping otherwise. The readers of scenes keep polygons; a check needs triangles.
import type { SceneFaces } from './animated-scene.ts';

/**
 * The maximum number of corners of a polygon that is clipped, which takes quadratic time; larger
 * polygons become fans.
 */
const MAX_CLIPPED = 1000;

/** Returns the number of triangles that the polygons are split into, whatever their shape. */
export function triangleCountOf({ counts, corners }: SceneFaces): number {
  return corners.length - 2 * counts.length;
}

/** Whether every face is a triangle already, so that positions do not matter. */
export function areTriangles({ counts }: SceneFaces): boolean {
  return counts.every((count) => count === 3);
}

/**
 * Returns three vertices per triangle, polygon by polygon, wound as the polygons are. `positions`
 * are those of all vertices; they are not read if all faces are triangles.
 */
export function polygonTriangles(faces: SceneFaces, positions: Float64Array): Uint32Array {
  const { counts, corners } = faces;
  if (areTriangles(faces)) return corners;
  const out = new Uint32Array(3 * triangleCountOf(faces));
  const polygon = new FlatPolygon(positions);
  let at = 0;
  let end = 0;
  for (const count of counts) {
    const own = corners.subarray(end, end + count);
    end += count;
    if (count > 3) polygon.set(own);
    if (count === 3 || count > MAX_CLIPPED || polygon.isFan()) {
      for (let i = 2; i < count; i++) {
        out[at++] = own[0];
        out[at++] = own[i - 1];
        out[at++] = own[i];
      }
    } else for (const corner of polygon.ears()) out[at++] = own[corner];
  }
  return out;
}

/** A polygon, projected along the axis nearest to its normal. */
class FlatPolygon {
  private readonly positions: Float64Array;
  private count = 0;
  /** The coordinates of the corners in the plane; counter-clockwise on the whole. */
  private u = new Float64Array(8);
  private v = new Float64Array(8);

  constructor(positions: Float64Array) {
    this.positions = positions;
  }

  /** Takes the corners of a polygon. */
  set(corners: Uint32Array): void {
    const { positions: x } = this;
    this.count = corners.length;
    if (this.u.length < corners.length) {
      this.u = new Float64Array(2 * corners.length);
      this.v = new Float64Array(2 * corners.length);
    }
    const normal = newellNormal(corners, x);
    const size = normal.map(Math.abs);
    const axis = size.indexOf(Math.max(...size));
    const [first, second] = normal[axis] < 0 ? [(axis + 2) % 3, (axis + 1) % 3] : [(axis + 1) % 3, (axis + 2) % 3];
    for (let i = 0; i < corners.length; i++) {
      this.u[i] = x[3 * corners[i] + first];
      this.v[i] = x[3 * corners[i] + second];
    }
  }

  /** Whether the fan around the first corner does not fold. */
  isFan(): boolean {
    for (let i = 2; i < this.count; i++) if (!(this.area(0, i - 1, i) > 0)) return false;
    return true;
  }

  /** The corners of the triangles, by clipping one ear after the other. */
  ears(): number[] {
    const left = Array.from({ length: this.count }, (_, i) => i);
    const out: number[] = [];
    while (left.length > 3) {
      const at = this.nextEar(left);
      out.push(left[(at + left.length - 1) % left.length], left[at], left[(at + 1) % left.length]);
      left.splice(at, 1);
    }
    return [...out, ...left];
  }

  /**
   * The place of the first ear. A polygon that crosses itself, or is a line, may have none: then
   * the corner with the largest triangle is cut off.
   */
  private nextEar(left: readonly number[]): number {
    const { length } = left;
    let largest = 0;
    let largestArea = -Infinity;
    for (let at = 0; at < length; at++) {
      const [a, b, c] = [left[(at + length - 1) % length], left[at], left[(at + 1) % length]];
      const area = this.area(a, b, c);
      if (area > 0 && this.isEmpty(a, b, c, left)) return at;
      if (area > largestArea) [largest, largestArea] = [at, area];
    }
    return largest;
  }

  /** Whether no other corner lies in a triangle or on its border. */
  private isEmpty(a: number, b: number, c: number, left: readonly number[]): boolean {
    for (const p of left) {
      if (this.isAt(p, a) || this.isAt(p, b) || this.isAt(p, c)) continue;
      if (this.area(a, b, p) >= 0 && this.area(b, c, p) >= 0 && this.area(c, a, p) >= 0) return false;
    }
    return true;
  }

  private isAt(p: number, q: number): boolean {
    return this.u[p] === this.u[q] && this.v[p] === this.v[q];
  }

  /** Twice the area of a triangle; positive if it is counter-clockwise. */
  private area(a: number, b: number, c: number): number {
    const { u, v } = this;
    return (u[b] - u[a]) * (v[c] - v[a]) - (v[b] - v[a]) * (u[c] - u[a]);
  }
}

/** The normal of a polygon that need not be flat: the sum over its edges of their cross products. */
function newellNormal(corners: Uint32Array, x: Float64Array): number[] {
  const origin = 3 * corners[0];
  const normal = [0, 0, 0];
  for (let i = 0; i < corners.length; i++) {
    const p = 3 * corners[i];
    const q = 3 * corners[(i + 1) % corners.length];
    for (let k = 0; k < 3; k++) {
      const [m, n] = [(k + 1) % 3, (k + 2) % 3];
      normal[k] += (x[p + m] - x[origin + m]) * (x[q + n] - x[origin + n]);
      normal[k] -= (x[p + n] - x[origin + n]) * (x[q + m] - x[origin + m]);
    }
  }
  return normal;
}
