// The grid of one view: an orthographic projection along an axis to square pixels of 256 × 256
// steps, and depths of 2²⁴ steps [Quick-CULLIDE §3.1]. Vertices are snapped to it once. All later
// arithmetic is exact, so one step either way is the only margin.
import type { Positions } from '../../core/mesh/tri-mesh.ts';

/** Steps along a side of a pixel. */
const STEPS = 256;
/** Steps of the range of depths. */
const DEPTH_STEPS = 2 ** 24;
/**
 * Maximum number of pixels along a side of a view; sums over a row of that length fit into 31 bits.
 */
export const MAX_PIXELS = 4096;
/** A smaller scene gets one pixel: division by its extent may overflow. */
const MIN_EXTENT = 1e-290;
/**
 * Coordinates are scaled by this first: differences of quarters do not overflow. `snapPoints` does
 * the same.
 */
export const QUARTER = 0.25;

/** An axis of the scene. */
export type Axis = 'x' | 'y' | 'z';

/** How positions become columns, lines and depths. */
export interface ViewGrid {
  /** Which coordinates are columns, lines and depths. */
  readonly order: readonly [number, number, number];
  /** Pixels across. */
  readonly width: number;
  /** Pixels down. */
  readonly height: number;
  /** The smallest column, line and depth, as coordinates. */
  readonly origin: readonly [number, number, number];
  /** Steps per quarter of a length, across and down. */
  readonly scale: number;
  /** Steps per quarter of a length, in depth. */
  readonly depthScale: number;
}

/**
 * Bounds of all corners: least and greatest x, then y, then z. `corners` has four u32 per item, the
 * last one no vertex.
 */
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

/**
 * The grid along an axis, with `resolution` pixels along the longer side and as many as needed
 * along the other.
 */
export function viewGrid(axis: Axis, bounds: Float64Array, resolution: number): ViewGrid {
  const depth = 'xyz'.indexOf(axis);
  const order = [(depth + 1) % 3, (depth + 2) % 3, depth] as const;
  const extents = order.map((k) => QUARTER * bounds[2 * k + 1] - QUARTER * bounds[2 * k]);
  // Two steps less than the pixels have: a snapped corner is less than one step off, and stays
  // inside.
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
  return extent > MIN_EXTENT ? steps / extent : 0;
}
