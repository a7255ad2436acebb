// The regions that the contours of two parts, or of one part with itself, cut off: which of them is
// where its piece belongs (main), and which are inside the other part.

import { doubleArea } from './caps.ts';
import type { Instant } from './instant.ts';
import type { PairGroup } from './pair-groups.ts';
import type { CutSurface, Region, RegionPairs } from './regions.ts';
import type { Solid } from './solid.ts';

/** A region with its meaning. */
export interface CutRegion extends Region {
  /** The number of the region among those of its surface. */
  readonly index: number;
  /** The part that it is a region of. */
  readonly part: number;
  /** Whether it is the largest region of its piece: where the piece belongs. */
  isMain: boolean;
  /** Whether it is inside the other part; null if that has no inside, or is the same part. */
  isInside: boolean | null;
}

/** How many vertices of a region are tried until one is not on the surface of the other part. */
const MAX_LOCATED = 64;

/** The surface of one side of a group; of both sides if the parts are the same. */
export function surfaceOf(instant: Instant, { a, b }: PairGroup, part: number, arcs: Int32Array): CutSurface {
  const { pairs, partOfFace, tracer } = instant;
  const isSelf = a === b;
  return {
    part,
    arcs,
    faces: isSelf ? [pairs.a, pairs.b] : [part === a ? pairs.a : pairs.b],
    // An edge of this part pierces a face of the other.
    isOwn: (node) => isSelf || partOfFace[tracer.nodeFace[node]] !== part,
  };
}

/**
 * Finds the regions of a surface and what they mean. `other` is the other part, null if it is the
 * same. The labels of vertices stay until `instant.regions.clear`.
 */
export function cutRegions(instant: Instant, surface: CutSurface, other: Solid | null): CutRegion[] {
  const { part } = surface;
  const { regions: found, pairs } = instant.regions.find(instant.tracer, surface);
  const regions = found.map((region, index): CutRegion => {
    const { vertices, isWhole, contours } = region;
    return { vertices, isWhole, contours, index, part, isMain: !isWhole, isInside: null };
  });
  markMain(instant, regions);
  if (other) decideInside(instant, regions, pairs, other);
  for (const region of regions) if (region.isInside && !region.isWhole) instant.regions.complete(region, region.index);
  return regions;
}

/** A region that is not whole is main; if all regions of a piece are whole, the largest is. */
function markMain(instant: Instant, regions: readonly CutRegion[]): void {
  const { pieces, mesh } = instant;
  const { starStart, starFaces } = mesh.topology;
  const ofPiece = new Map<number, CutRegion[]>();
  for (const region of regions) {
    const v = region.vertices[0];
    let piece = -1;
    for (let i = starStart[v]; i < starStart[v + 1] && piece < 0; i++)
      if (instant.partOfFace[starFaces[i]] === region.part) piece = pieces.pieceOfFace[starFaces[i]];
    const list = ofPiece.get(piece);
    if (list) list.push(region);
    else ofPiece.set(piece, [region]);
  }
  for (const list of ofPiece.values()) {
    if (list.some(({ isWhole }) => !isWhole)) continue;
    const areas = list.map((region) => regionArea(instant, region));
    list[areas.indexOf(Math.max(...areas))].isMain = true;
  }
}

function regionArea({ mesh, x }: Instant, { vertices }: Region): number {
  const { starStart, starFaces } = mesh.topology;
  let area = 0;
  for (const v of vertices)
    for (let i = starStart[v]; i < starStart[v + 1]; i++) {
      const f = 3 * starFaces[i];
      area += doubleArea(x, 3 * mesh.triangles[f], 3 * mesh.triangles[f + 1], 3 * mesh.triangles[f + 2]);
    }
  return area;
}

/**
 * One vertex decides about a region; from there, inside and outside alternate across edges that are
 * pierced an odd number of times. Where holes were capped, surfaces may go through a cap without a
 * contour, so every region is asked.
 */
function decideInside({ x }: Instant, regions: readonly CutRegion[], pairs: RegionPairs, other: Solid): void {
  if (other.method === null) return;
  const locate = ({ vertices }: Region): boolean | null => {
    for (let i = 0; i < Math.min(vertices.length, MAX_LOCATED); i++) {
      const v = 3 * vertices[i];
      const location = other.locate(x[v], x[v + 1], x[v + 2]);
      if (location !== 'surface') return location === 'inside';
    }
    return null;
  };
  const beside = new RegionNeighbours(regions.length, pairs);
  const bySize = [...regions].sort((p, q) => p.vertices.length - q.vertices.length || p.index - q.index);
  for (const region of bySize) {
    if (region.isInside !== null) continue;
    region.isInside = locate(region);
    if (region.isInside !== null && other.method !== 'capped') beside.spread(regions, region);
  }
  for (const region of regions) region.isInside ??= false;
}

/** The regions beside each region, as lists in columns. */
class RegionNeighbours {
  private readonly pairs: RegionPairs;
  /**
   * Where the list of each region starts. Entry 2i is pair i as its first region sees it, 2i + 1 as
   * its second region does.
   */
  private readonly firstPair: Int32Array;
  private readonly nextPair: Int32Array;

  constructor(regionCount: number, pairs: RegionPairs) {
    this.pairs = pairs;
    this.firstPair = new Int32Array(regionCount).fill(-1);
    this.nextPair = new Int32Array(2 * pairs.count);
    for (let i = 0; i < 2 * pairs.count; i++) {
      const region = (i % 2 === 0 ? pairs.first : pairs.second)[i >> 1];
      this.nextPair[i] = this.firstPair[region];
      this.firstPair[region] = i;
    }
  }

  /** Decides about all regions that are connected with one that is decided. */
  spread(regions: readonly CutRegion[], start: CutRegion): void {
    const { firstPair, nextPair } = this;
    const { first, second, isOdd } = this.pairs;
    const stack = [start];
    for (let region = stack.pop(); region; region = stack.pop())
      for (let i = firstPair[region.index]; i >= 0; i = nextPair[i]) {
        const next = regions[(i % 2 === 0 ? second : first)[i >> 1]];
        if (next.isInside !== null) continue;
        next.isInside = isOdd[i >> 1] === 1 ? !region.isInside : region.isInside;
        stack.push(next);
      }
  }
}
