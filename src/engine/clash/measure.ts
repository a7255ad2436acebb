// How deep a clash is: the depth of what is inside a solid, and how far regions that a contour cuts
// off are through the other surface.
import type { DepthMethod, Point } from './clash-records.ts';
import type { CutRegion } from './cut-regions.ts';
import type { Instant } from './instant.ts';
import type { PairGroup } from './pair-groups.ts';
import { deepestPoint } from './refine-depth.ts';
import { SelfPartners } from './self-partners.ts';
import type { FarthestVertex, Solid } from './solid.ts';

/** The measures of a clash. */
export interface Measures {
  /** How deep; null if neither part has an inside. */
  readonly depth: number | null;
  /** How far through; null if nothing is cut off. */
  readonly through: number | null;
  /** How that was found. */
  readonly method: DepthMethod;
  /** Where; null if there is neither depth nor through. */
  readonly point: Point | null;
}

/** With more regions than this, a surface is a tangle: what is cut off of what has no meaning. */
const MAX_REGIONS = 300;

/** How many points are sampled for one clash and direction when its depth is refined. */
const SAMPLE_BUDGET = 4000;

/** The measures of a part that goes through itself: what is cut off, from what it went through. */
export function measureSelf(instant: Instant, arcs: Int32Array, regions: readonly CutRegion[]): Measures {
  const cutOff = regions.filter(({ isMain, isWhole }) => !isMain && isWhole);
  let through: number | null = null;
  let at = -1;
  if (regions.length <= MAX_REGIONS) {
    const partners = new SelfPartners(instant, arcs, cutOff);
    for (const region of cutOff) {
      const { distance, point } = partners.farthest(region);
      if (point < 0 || distance <= (through ?? -1)) continue;
      through = distance;
      at = point;
    }
  }
  return { depth: null, through, method: through === null ? 'curve' : 'side', point: pointAt(instant, at) };
}

/** The measures of two parts. */
export function measureParts(instant: Instant, group: PairGroup, regions: readonly CutRegion[]): Measures {
  const { solids } = instant;
  let depth = solids[group.a].method !== null || solids[group.b].method !== null ? 0 : null;
  if (regions.length > MAX_REGIONS) return { depth: null, through: null, method: 'curve', point: null };
  let through: number | null = null;
  let method: DepthMethod = 'curve';
  let deepest = -1;
  let farthest = -1;
  for (let i = 0; i < regions.length; i++) {
    const region = regions[i];
    if (!region.isInside && region.isMain) continue;
    const other = solids[region.part === group.a ? group.b : group.a];
    const { distance, point } = farthestOf(instant, region, other);
    if (point < 0) continue;
    if (region.isInside) {
      if (deepest >= 0 && distance <= (depth ?? -1)) continue;
      depth = distance;
      deepest = point;
      method = other.method ?? 'parity';
    } else if (distance > (through ?? -1)) {
      through = distance;
      farthest = point;
    }
  }
  if (deepest < 0 && through !== null) method = 'side';
  if (deepest < 0 && through === null && depth !== null) method = 'parity';
  return { depth, through, method, point: pointAt(instant, deepest >= 0 ? deepest : farthest) };
}

/** The vertex of a region that is farthest from the other part. */
function farthestOf({ x }: Instant, { vertices, isInside }: CutRegion, other: Solid): FarthestVertex {
  // A vertex of a region that is inside a part with caps may be outside of it.
  if (!isInside || other.method !== 'capped') return other.farthest(vertices, null);
  return other.farthest(vertices, (at) => other.locate(x[at], x[at + 1], x[at + 2]) === 'inside');
}

/** The measures with the depth of points between vertices, too. */
export function refined(
  instant: Instant,
  group: PairGroup,
  arcs: Int32Array,
  regions: readonly CutRegion[],
  known: Measures,
): Measures {
  const { pairs, solids } = instant;
  let result = known;
  for (const part of [group.a, group.b]) {
    const other = solids[part === group.a ? group.b : group.a];
    if (other.method === null) continue;
    const triangles = cornersOf(
      instant,
      facesInside(instant, part === group.a ? pairs.a : pairs.b, arcs, regions, part),
    );
    const { depth, point } = deepestPoint(triangles, other, result.depth ?? 0, SAMPLE_BUDGET);
    if (point) result = { depth, through: result.through, method: 'samples', point };
  }
  return result;
}

/** The faces of a part on the curve, and those with a vertex in a region inside the other part. */
function facesInside(
  { mesh }: Instant,
  column: Uint32Array,
  arcs: Int32Array,
  regions: readonly CutRegion[],
  part: number,
): Set<number> {
  const { starStart, starFaces } = mesh.topology;
  const faces = new Set<number>();
  for (let i = 0; i < arcs.length; i++) faces.add(column[arcs[i]]);
  for (const { isInside, part: own, vertices } of regions) {
    if (!isInside || own !== part) continue;
    for (let j = 0; j < vertices.length; j++)
      for (let i = starStart[vertices[j]]; i < starStart[vertices[j] + 1]; i++) faces.add(starFaces[i]);
  }
  return faces;
}

/** The corners of faces, nine coordinates each. */
function cornersOf({ mesh, x }: Instant, faces: ReadonlySet<number>): Float64Array {
  const triangles = new Float64Array(9 * faces.size);
  let at = 0;
  for (const f of faces)
    for (let i = 3 * f; i < 3 * f + 3; i++) for (let k = 0; k < 3; k++) triangles[at++] = x[3 * mesh.triangles[i] + k];
  return triangles;
}

function pointAt({ x }: Instant, offset: number): Point | null {
  return offset < 0 ? null : [x[offset], x[offset + 1], x[offset + 2]];
}
