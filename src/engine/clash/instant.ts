// Everything that the clashes of one instant are found from.
import type { TriMesh } from '../../core/mesh/tri-mesh.ts';
import type { ContourTracer } from '../contours.ts';
import type { FrameOptions } from './clash-options.ts';
import type { Entering } from './entering.ts';
import type { GroupedPairs } from './pair-groups.ts';
import type { SolidPositions } from './part-tree.ts';
import type { Pieces } from './parts.ts';
import type { Places } from './places.ts';
import type { RegionFinder } from './regions.ts';
import type { Solid } from './solid.ts';

/** Everything that the clashes of one instant are found from. */
export interface Instant {
  /** The mesh. */
  readonly mesh: TriMesh;
  /** Positions of its vertices; more points may follow them. */
  readonly x: Float64Array;
  /** The same with their place in linear memory. */
  readonly positions: SolidPositions;
  /** The part of each face. */
  readonly partOfFace: Uint32Array;
  /** The connected pieces of the parts. */
  readonly pieces: Pieces;
  /** The parts as solids. */
  readonly solids: readonly Solid[];
  /** Pairs of faces that share a point, by pairs of parts. */
  readonly pairs: GroupedPairs;
  /** The contours of these pairs. */
  readonly tracer: ContourTracer;
  /** Finds what contours cut off. */
  readonly regions: RegionFinder;
  /** Joins pairs of faces into places. */
  readonly places: Places;
  /** Decides about surfaces that touch. */
  readonly entering: Entering;
  /** What the caller asks for. */
  readonly options: FrameOptions;
}
