// The depth between vertices: crossed bars are inside each other, but no vertex of them is. A face
// is split while a point of it may be deeper than the deepest so far. The signed distance from a
// surface changes no faster than the point moves, so the depth at the middle of a triangle and its
// radius bound the depth of all its points. For the same reason, a point that is nearer to another
// than that is to the surface is on the same side of it, and need not be located.
import type { Solid } from './solid.ts';

/** A refined depth is within this share of the greatest depth. */
const TOLERANCE = 0.02;

/** The deepest point of some triangles inside a solid. */
export interface DeepestPoint {
  /** How deep; at least what was known before. */
  readonly depth: number;
  /** Where; null if no point is deeper than what was known before. */
  readonly point: readonly [number, number, number] | null;
}

/**
 * Searches triangles, nine coordinates each, for a point deeper inside a solid than `known`. At
 * most `budget` points are sampled, the most promising first.
 */
export function deepestPoint(triangles: Float64Array, solid: Solid, known: number, budget: number): DeepestPoint {
  return new DepthSearch(triangles, solid, known).run(budget);
}

/** How often the steps of a climb are halved. */
const MAX_HALVINGS = 20;

/** The directions of a climb, in steps along two edges: u and v of each. */
const DIRECTIONS = Int8Array.of(1, 0, -1, 0, 0, 1, 0, -1, 1, -1, -1, 1);

/** The number of coordinates of a triangle. */
const SIZE = 9;

/** One search. */
class DepthSearch {
  private readonly solid: Solid;
  /** All triangles so far; those that were given come first. */
  private triangles: Float64Array;
  private count: number;
  private depth: number;
  /** The deepest point, if it is deeper than what was known, and its triangle; else −1. */
  private readonly point = new Float64Array(3);
  private around = -1;
  private readonly middle = new Float64Array(3);
  /**
   * Balls around the middle of the triangle that was split last, around the last point that was
   * located, and around a point inside; no surface is in them.
   */
  private readonly outerBall = new Ball();
  private isOuterInside = false;
  private readonly lastBall = new Ball();
  private isLastInside = false;
  private readonly innerBall = new Ball();
  /** Triangles by the greatest depth that they may hold, in a binary heap. */
  private readonly heap: number[] = [];
  private readonly bounds: number[] = [];

  constructor(triangles: Float64Array, solid: Solid, known: number) {
    this.triangles = triangles;
    this.count = triangles.length / SIZE;
    this.solid = solid;
    this.depth = known;
  }

  run(budget: number): DeepestPoint {
    const given = this.count;
    for (let i = 0; i < given; i++) this.sample(i);
    for (let samples = 0; this.heap.length > 0 && samples < budget; samples += 4) {
      if (this.bounds[0] <= this.depth * (1 + TOLERANCE)) break;
      const bound = this.bounds[0];
      this.split(this.take(), bound);
      for (let i = this.count - 4; i < this.count; i++) this.sample(i);
    }
    if (this.around < 0) return { depth: this.depth, point: null };
    this.climb();
    return { depth: this.depth, point: [this.point[0], this.point[1], this.point[2]] };
  }

  /** Samples the middle of a triangle; queues it if a deeper point may be in it. */
  private sample(triangle: number): void {
    const radius = this.setMiddle(triangle);
    const x = this.middle[0];
    const y = this.middle[1];
    const z = this.middle[2];
    const least = this.depth * (1 + TOLERANCE);
    const distance = this.solid.distance(x, y, z, least - radius);
    if (radius <= 0 || distance + radius <= least) return;
    const isInside = this.isInside(x, y, z, distance);
    if (isInside && distance > this.depth) this.setDeepest(distance, x, y, z, triangle);
    const bound = (isInside ? distance : -distance) + radius;
    if (bound > this.depth * (1 + TOLERANCE)) this.add(bound, triangle);
  }

  /** Finds the middle of a triangle; returns the radius of the triangle around it. */
  private setMiddle(triangle: number): number {
    const { triangles: t, middle } = this;
    const at = SIZE * triangle;
    for (let k = 0; k < 3; k++) middle[k] = (t[at + k] + t[at + 3 + k] + t[at + 6 + k]) / 3;
    return Math.sqrt(Math.max(squaredTo(t, at, middle), squaredTo(t, at + 3, middle), squaredTo(t, at + 6, middle)));
  }

  /** Whether a point is inside; `distance` is how far it is from the surface. */
  private isInside(x: number, y: number, z: number, distance: number): boolean {
    if (this.outerBall.has(x, y, z)) return this.isOuterInside;
    if (this.lastBall.has(x, y, z)) return this.isLastInside;
    if (this.innerBall.has(x, y, z)) return true;
    const isInside = this.solid.locate(x, y, z) === 'inside';
    // A cap bounds the inside as faces do, but distances are not taken from it.
    if (this.solid.hasCaps) return isInside;
    this.lastBall.set(x, y, z, distance);
    this.isLastInside = isInside;
    if (isInside && distance > this.innerBall.radius) this.innerBall.set(x, y, z, distance);
    return isInside;
  }

  private setDeepest(depth: number, x: number, y: number, z: number, triangle: number): void {
    this.depth = depth;
    this.around = triangle;
    this.point[0] = x;
    this.point[1] = y;
    this.point[2] = z;
  }

  /**
   * Adds the four triangles between the corners of a triangle and the middles of its edges. The
   * bound of a triangle is the depth of its middle plus its radius.
   */
  private split(triangle: number, bound: number): void {
    const depth = bound - this.setMiddle(triangle);
    const isSure = !this.solid.hasCaps && Math.abs(depth) > MIN_DEPTH_SHARE * bound;
    this.isOuterInside = depth > 0;
    this.outerBall.set(this.middle[0], this.middle[1], this.middle[2], isSure ? Math.abs(depth) : 0);
    if (SIZE * (this.count + 4) > this.triangles.length) {
      const room = new Float64Array(2 * this.triangles.length + 64 * SIZE);
      room.set(this.triangles);
      this.triangles = room;
    }
    const t = this.triangles;
    const from = SIZE * triangle;
    const to = SIZE * this.count;
    this.count += 4;
    for (let k = 0; k < 3; k++) {
      const a = t[from + k];
      const b = t[from + 3 + k];
      const c = t[from + 6 + k];
      const ab = (a + b) / 2;
      const bc = (b + c) / 2;
      const ca = (c + a) / 2;
      t[to + k] = a;
      t[to + 3 + k] = ab;
      t[to + 6 + k] = ca;
      t[to + 9 + k] = ab;
      t[to + 12 + k] = b;
      t[to + 15 + k] = bc;
      t[to + 18 + k] = ca;
      t[to + 21 + k] = bc;
      t[to + 24 + k] = c;
      t[to + 27 + k] = ab;
      t[to + 30 + k] = bc;
      t[to + 33 + k] = ca;
    }
  }

  /**
   * Goes on from the deepest point within the plane of its triangle, by steps that make it deeper;
   * steps are halved where none does.
   */
  private climb(): void {
    const t = this.triangles;
    const { solid, around } = this;
    const a = SIZE * around;
    let u = 1 / 3;
    let v = 1 / 3;
    let step = 1 / 3;
    for (let halvings = 0; halvings < MAX_HALVINGS; ) {
      let isBetter = false;
      for (let i = 0; i < DIRECTIONS.length; i += 2) {
        const nextU = u + step * DIRECTIONS[i];
        const nextV = v + step * DIRECTIONS[i + 1];
        if (nextU < 0 || nextV < 0 || nextU + nextV > 1) continue;
        const x = t[a] + nextU * (t[a + 3] - t[a]) + nextV * (t[a + 6] - t[a]);
        const y = t[a + 1] + nextU * (t[a + 4] - t[a + 1]) + nextV * (t[a + 7] - t[a + 1]);
        const z = t[a + 2] + nextU * (t[a + 5] - t[a + 2]) + nextV * (t[a + 8] - t[a + 2]);
        const distance = solid.distance(x, y, z, this.depth);
        if (distance <= this.depth || !this.isInside(x, y, z, distance)) continue;
        this.setDeepest(distance, x, y, z, around);
        u = nextU;
        v = nextV;
        isBetter = true;
      }
      if (isBetter) continue;
      step /= 2;
      halvings++;
    }
  }

  private add(bound: number, triangle: number): void {
    const { heap, bounds } = this;
    let i = heap.length;
    heap.push(triangle);
    bounds.push(bound);
    for (; i > 0; ) {
      const parent = (i - 1) >> 1;
      if (bounds[parent] >= bound) break;
      this.move(parent, i);
      i = parent;
    }
    heap[i] = triangle;
    bounds[i] = bound;
  }

  /** Removes the triangle with the greatest bound. */
  private take(): number {
    const { heap, bounds } = this;
    const top = heap[0];
    const triangle = heap.pop() as number;
    const bound = bounds.pop() as number;
    const size = heap.length;
    if (size === 0) return top;
    let i = 0;
    for (;;) {
      let child = 2 * i + 1;
      if (child + 1 < size && bounds[child + 1] > bounds[child]) child++;
      if (child >= size || bounds[child] <= bound) break;
      this.move(child, i);
      i = child;
    }
    heap[i] = triangle;
    bounds[i] = bound;
    return top;
  }

  private move(from: number, to: number): void {
    this.heap[to] = this.heap[from];
    this.bounds[to] = this.bounds[from];
  }
}

/** A ball without points of the surface. */
class Ball {
  /** Its radius; 0 if there is none. */
  radius = 0;
  private x = 0;
  private y = 0;
  private z = 0;

  set(x: number, y: number, z: number, radius: number): void {
    this.x = x;
    this.y = y;
    this.z = z;
    this.radius = radius;
  }

  /** Whether it surely has a point: distances are rounded. */
  has(x: number, y: number, z: number): boolean {
    const dx = x - this.x;
    const dy = y - this.y;
    const dz = z - this.z;
    return dx * dx + dy * dy + dz * dz < SURE_SHARE * this.radius * this.radius;
  }
}

/** A depth that is a smaller share of its bound may be a rounding of it. */
const MIN_DEPTH_SHARE = 1e-9;

/** The share of a squared radius within which rounding does not matter: far from all of it. */
const SURE_SHARE = 0.99;

/** The squared distance of a corner from a point. */
function squaredTo(t: Float64Array, corner: number, point: Float64Array): number {
  const dx = t[corner] - point[0];
  const dy = t[corner + 1] - point[1];
  const dz = t[corner + 2] - point[2];
  return dx * dx + dy * dy + dz * dz;
}
