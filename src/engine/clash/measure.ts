// How deep a clash is: the depth of what is inside a solid, and how far regions that a contour cuts
// off are through the other surface.
import type { DepthMethod, Point } from './clash-records.ts';
import type { CutRegion } from './cut-regions.ts';
import type { Instant } from './instant.ts';
import type { PairGroup } from './pair-groups.ts';
import { deepestPoint } from './refine-depth.ts';
import { SelfPartners } from './self-partners.ts';

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
export function measureSelf(instant: Instant, arcs: readonly number[], regions: readonly CutRegion[]): Measures {
  const cutOff = regions.filter(({ isMain, isWhole }) => !isMain && isWhole);
  let through: number | null = null;
  let at = -1;
  if (regions.length <= MAX_REGIONS) {
    const partners = new SelfPartners(instant, arcs, cutOff);
    for (const region of cutOff) {
      const [distance, point] = partners.farthest(region);
      if (point < 0 || distance <= (through ?? -1)) continue;
      through = distance;
      at = point;
    }
  }
  return { depth: null, through, method: through === null ? 'curve' : 'side', point: pointAt(instant, at) };
}

/** The measures of two parts. */
export function measureParts(instant: Instant, group: PairGroup, regions: readonly CutRegion[]): Measures {
  const { solids, x } = instant;
  let depth: number | null = null;
  let through: number | null = null;
  let method: DepthMethod = 'curve';
  let deepest = -1;
  let farthest = -1;
  for (const part of [group.a, group.b]) {
    const solid = solids[part];
    if (solid.method !== null) depth ??= 0;
  }
  if (regions.length > MAX_REGIONS) return { depth: null, through, method, point: null };
  for (const region of regions) {
    const other = solids[region.part === group.a ? group.b : group.a];
    if (!region.isInside && region.isMain) continue;
    const isInside = (point: number): boolean => other.locate(x[point], x[point + 1], x[point + 2]) === 'inside';
    const isAsked = region.isInside && other.method === 'capped' ? isInside : null;
    const [distance, point] = other.farthest(region.vertices, isAsked);
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

/** The measures with the depth of points between vertices, too. */
export function refined(
  instant: Instant,
  group: PairGroup,
  arcs: readonly number[],
  regions: readonly CutRegion[],
  known: Measures,
): Measures {
  const { mesh, pairs, solids, x } = instant;
  const { starStart, starFaces } = mesh.topology;
  let result = known;
  for (const part of [group.a, group.b]) {
    const other = solids[part === group.a ? group.b : group.a];
    if (other.method === null) continue;
    const faces = new Set<number>();
    for (const arc of arcs) faces.add(part === group.a ? pairs.a[arc] : pairs.b[arc]);
    for (const region of regions) {
      if (!region.isInside || region.part !== part) continue;
      for (const v of region.vertices) for (let i = starStart[v]; i < starStart[v + 1]; i++) faces.add(starFaces[i]);
    }
    const triangles = new Float64Array(9 * faces.size);
    let at = 0;
    for (const f of faces)
      for (let i = 3 * f; i < 3 * f + 3; i++)
        for (let k = 0; k < 3; k++) triangles[at++] = x[3 * mesh.triangles[i] + k];
    const { depth, point } = deepestPoint(triangles, other, result.depth ?? 0, SAMPLE_BUDGET);
    if (point) result = { ...result, depth, point, method: 'samples' };
  }
  return result;
}

function pointAt({ x }: Instant, offset: number): Point | null {
  return offset < 0 ? null : [x[offset], x[offset + 1], x[offset + 2]];
}
