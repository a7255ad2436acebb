// Which face is seen at each pixel of a parallel view: a depth buffer without graphics hardware.
// The printed pictures are drawn with it, and it tells from where a curve is not hidden.
import type { UpAxis } from '../check/space.ts';
import { cross, dot, type Triple, unit } from './view-triples.ts';

/** The map from the model to pixels. */
export interface ParallelView {
  /** Right, up and towards the eye, each of length 1. */
  readonly axes: readonly Triple[];
  /** The point in the middle of the picture. */
  readonly centre: Triple;
  /** Pixels per unit of length. */
  readonly scale: number;
  /** The width in pixels. */
  readonly width: number;
  /** The height in pixels. */
  readonly height: number;
}

/** What is seen at each pixel, row by row from the top. */
export interface SeenFaces {
  /** How near it is, in pixels towards the eye; −∞ where there is nothing. */
  readonly depth: Float32Array;
  /** The face; −1 where there is nothing. */
  readonly face: Int32Array;
}

/** Returns the axes of a view from a direction; the other axis is up if it looks along this one. */
export function axesOf(direction: Triple, axis: UpAxis = 'y'): readonly Triple[] {
  const isAlong = Math.abs(direction[axis === 'y' ? 1 : 2]) > 0.95;
  const up: Triple = (axis === 'y') === isAlong ? [0, 0, 1] : [0, 1, 0];
  const right = unit(cross(up, direction));
  return [right, cross(direction, right), direction];
}

/** Returns a point in pixels: right, down and towards the eye. */
export function project(x: ArrayLike<number>, at: number, view: ParallelView): Triple {
  const { axes, centre, scale, width, height } = view;
  const from: Triple = [x[at] - centre[0], x[at + 1] - centre[1], x[at + 2] - centre[2]];
  return [width / 2 + scale * dot(axes[0], from), height / 2 - scale * dot(axes[1], from), scale * dot(axes[2], from)];
}

/** Draws these faces. */
export function rasterise(
  faces: Uint32Array,
  triangles: Uint32Array,
  positions: Float32Array,
  view: ParallelView,
): SeenFaces {
  const { width, height } = view;
  const seen = {
    depth: new Float32Array(width * height).fill(-Infinity),
    face: new Int32Array(width * height).fill(-1),
  };
  for (const f of faces) {
    const p = project(positions, 3 * triangles[3 * f], view);
    const q = project(positions, 3 * triangles[3 * f + 1], view);
    const r = project(positions, 3 * triangles[3 * f + 2], view);
    fill(f, p, q, r, seen, width, height);
  }
  return seen;
}

/** Fills a triangle where it is nearer than what is there already. */
function fill(f: number, p: Triple, q: Triple, r: Triple, seen: SeenFaces, width: number, height: number): void {
  const left = Math.max(0, Math.floor(Math.min(p[0], q[0], r[0])));
  const right = Math.min(width - 1, Math.ceil(Math.max(p[0], q[0], r[0])));
  const top = Math.max(0, Math.floor(Math.min(p[1], q[1], r[1])));
  const bottom = Math.min(height - 1, Math.ceil(Math.max(p[1], q[1], r[1])));
  const area = (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]);
  if (area === 0) return;
  for (let v = top; v <= bottom; v++)
    for (let u = left; u <= right; u++) {
      const [du, dv] = [u + 0.5 - p[0], v + 0.5 - p[1]];
      const wq = (du * (r[1] - p[1]) - dv * (r[0] - p[0])) / area;
      const wr = ((q[0] - p[0]) * dv - (q[1] - p[1]) * du) / area;
      if (wq < 0 || wr < 0 || wq + wr > 1) continue;
      const z = p[2] + wq * (q[2] - p[2]) + wr * (r[2] - p[2]);
      const at = v * width + u;
      if (z <= seen.depth[at]) continue;
      seen.depth[at] = z;
      seen.face[at] = f;
    }
}

/** Whether a point in pixels lies behind what is seen there, by more than `tolerance` pixels. */
export function isHidden([u, v, z]: Triple, depth: Float32Array, view: ParallelView, tolerance: number): boolean {
  const [x, y] = [Math.floor(u), Math.floor(v)];
  if (x < 0 || y < 0 || x >= view.width || y >= view.height) return false;
  return depth[y * view.width + x] > z + tolerance;
}
