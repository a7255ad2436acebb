// The grid of one view: an orthographic projection along an axis to square pixels of 256 × 256 steps, and depths of 2²⁴ steps
// [Quick-CULLIDE §3.1]. Vertices are snapped to it once; all later arithmetic is exact, so one step either way is the only margin.
import type { Positions } from '../../core/mesh/tri-mesh.ts';

/** Steps along a side of a pixel. */
export const STEPS = 256;
const DEPTH_STEPS = 2 ** 24;
/** The most pixels along a side. */
export const MOST_PIXELS = 4096;
/** Scenes smaller than this are in one pixel: dividing by less may overflow. */
const LEAST_EXTENT = 1e-290;
/** Differences of quarters do not overflow. The kernel that snaps takes quarters too. */
export const QUARTER = 0.25;

export type Axis = 'x' | 'y' | 'z';

export interface ViewGrid {
  /** Which coordinates are columns, lines and depths. */
  readonly order: readonly [number, number, number];
  readonly width: number;
  readonly height: number;
  readonly origin: readonly [number, number, number];
  /** Steps per quarter of a length. */
  readonly scale: number;
  readonly depthScale: number;
}

/** Least and greatest coordinates of all corners, four words an item: x, y, z, each a pair. */
export function cornerBounds(corners: Uint32Array, positions: readonly Positions[]): Float64Array {
  const bounds = new Float64Array([Infinity, -Infinity, Infinity, -Infinity, Infinity, -Infinity]);
  for (const x of positions) {
    for (let axis = 0; axis < 3; axis++) {
      let least = bounds[2 * axis];
      let most = bounds[2 * axis + 1];
      for (let i = 0; i < corners.length; i++) {
        if (i % 4 === 3) continue;
        const value = x[3 * corners[i] + axis];
        if (value < least) least = value;
        if (value > most) most = value;
      }
      bounds[2 * axis] = least;
      bounds[2 * axis + 1] = most;
    }
  }
  return bounds;
}

/** `resolution` pixels along the longer side; the other has as many as it needs. */
export function viewGrid(axis: Axis, bounds: Float64Array, resolution: number): ViewGrid {
  const depth = 'xyz'.indexOf(axis);
  const order = [(depth + 1) % 3, (depth + 2) % 3, depth] as const;
  const extents = order.map((k) => QUARTER * bounds[2 * k + 1] - QUARTER * bounds[2 * k]);
  // Two steps less than the pixels have: a snapped corner is off by less than one, and stays inside.
  const scale = perExtent(STEPS * resolution - 2, Math.max(extents[0], extents[1]));
  const pixels = (extent: number) => Math.min(resolution, Math.floor((extent * scale + 1) / STEPS) + 1);
  return {
    order,
    width: pixels(extents[0]),
    height: pixels(extents[1]),
    origin: [bounds[2 * order[0]], bounds[2 * order[1]], bounds[2 * order[2]]],
    scale,
    depthScale: perExtent(DEPTH_STEPS, extents[2]),
  };
}

function perExtent(steps: number, extent: number): number {
  return extent > LEAST_EXTENT ? steps / extent : 0;
}
