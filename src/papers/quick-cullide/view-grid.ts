// The grid of one view: an orthographic projection along an axis to square pixels of 256 × 256
// steps, and depths of 2²⁴ steps [Quick-CULLIDE §3.1]. Vertices are snapped to it once. All later
// arithmetic is exact, so one step either way is the only margin.
import type { Boxes } from './sweep-and-prune.ts';

/** Steps along a side of a pixel. */
const STEPS = 256;
/** Steps of the range of depths. */
const DEPTH_STEPS = 2 ** 24;
/**
 * Maximum number of pixels along a side of a view; sums over a row of that length fit into 31 bits.
 */
export const MAX_PIXELS = 4096;
/** A scene with a smaller extent gets one pixel, because division by its extent may overflow. */
const MIN_EXTENT = 1e-290;
/**
 * Coordinates are multiplied by this before they are subtracted, so that differences do not
 * overflow. `snapPoints` does the same.
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
 * The grid along an axis, with `resolution` pixels along the longer side and as many as needed
 * along the other. `bounds` is the box around the scene.
 */
export function viewGrid(axis: Axis, bounds: Boxes, resolution: number): ViewGrid {
  const depth = 'xyz'.indexOf(axis);
  const order = [(depth + 1) % 3, (depth + 2) % 3, depth] as const;
  const extents = order.map((k) => QUARTER * bounds[3 + k] - QUARTER * bounds[k]);
  // Two steps less than the pixels have: a snapped corner is less than one step off, so it stays
  // inside.
  const scale = perExtent(STEPS * resolution - 2, Math.max(extents[0], extents[1]));
  const pixels = (extent: number) => Math.min(resolution, Math.floor((extent * scale + 1) / STEPS) + 1);
  return {
    order,
    width: pixels(extents[0]),
    height: pixels(extents[1]),
    origin: [bounds[order[0]], bounds[order[1]], bounds[order[2]]],
    scale,
    depthScale: perExtent(DEPTH_STEPS, extents[2]),
  };
}

function perExtent(steps: number, extent: number): number {
  return extent > MIN_EXTENT ? steps / extent : 0;
}
