// The clashes of two parts, or of one part with itself, where they share points at one instant.
// Pairs of faces that have a vertex in common are one place; so are contours that bound a region
// that is cut off.
import type { FrameClash, Point } from './clash-records.ts';
import { type CutRegion, cutRegions, surfaceOf } from './cut-regions.ts';
import { areDuplicates } from './duplicates.ts';
import type { Instant } from './instant.ts';
import { type Measures, measureParts, measureSelf, refined } from './measure.ts';
import type { PairGroup } from './pair-groups.ts';

/** Finds the clashes of one group. */
export function clashesOfGroup(instant: Instant, group: PairGroup): FrameClash[] {
  joinByVertices(instant, group);
  const isCut = cutContours(instant, group);
  const arcs: number[] = [];
  for (let i = group.from; i < group.to; i++) if (isCut[i - group.from] === 1) arcs.push(i);
  if (group.a === group.b) {
    const regions = cutRegions(instant, surfaceOf(instant, group, group.a, arcs), group.a, null);
    const clashes = gather(instant, group, isCut, regions);
    instant.regions.clear(regions);
    return clashes;
  }
  const regions = [group.a, group.b].flatMap((part) => {
    const other = instant.solids[part === group.a ? group.b : group.a];
    const found = cutRegions(instant, surfaceOf(instant, group, part, arcs), part, other);
    instant.regions.clear(found);
    return found;
  });
  return gather(instant, group, isCut, regions);
}

function joinByVertices({ mesh, pairs, places }: Instant, { from, to }: PairGroup): void {
  places.start(to - from);
  for (let i = from; i < to; i++)
    for (let k = 0; k < 3; k++) {
      places.addVertex(i - from, mesh.triangles[3 * pairs.a[i] + k]);
      places.addVertex(i - from, mesh.triangles[3 * pairs.b[i] + k]);
    }
}

/**
 * Which pairs of a group are on contours that cut: those on which some faces go properly through
 * each other, and, in places without such faces, those of surfaces that enter a solid.
 */
function cutContours(instant: Instant, group: PairGroup): Uint8Array {
  const { tracer, places } = instant;
  const { contourOf, contourIsProper, isProper } = tracer;
  const { from, to } = group;
  const isCut = new Uint8Array(to - from);
  /** Whether a place has a proper pair, by its smallest pair. */
  const hasProper = new Uint8Array(to - from);
  let properCount = 0;
  for (let i = from; i < to; i++) {
    if (contourOf[i] >= 0 && contourIsProper[contourOf[i]] === 1) isCut[i - from] = 1;
    if (isProper[i] === 0) continue;
    hasProper[places.find(i - from)] = 1;
    properCount++;
  }
  if (properCount === to - from || group.a === group.b) return isCut;
  const vague = places.lists().filter(([first]) => hasProper[first] === 0);
  for (const place of vague) {
    if (!enters(instant, group, place)) continue;
    for (const i of place) isCut[i] = contourOf[from + i] >= 0 ? 1 : ENTERS;
  }
  return isCut;
}

/** The mark of a pair that is not on a contour, but in a place where a surface enters a solid. */
const ENTERS = 2;

/** Whether a face of the place has a point strictly inside the other part. */
function enters({ pairs, solids, entering }: Instant, { a, b, from }: PairGroup, place: readonly number[]): boolean {
  for (const [own, others, other] of [
    [pairs.a, pairs.b, b],
    [pairs.b, pairs.a, a],
  ] as const) {
    if (solids[other].method === null) continue;
    const touching = new Map<number, number[]>();
    for (const i of place) {
      const list = touching.get(own[from + i]);
      if (list) list.push(others[from + i]);
      else touching.set(own[from + i], [others[from + i]]);
    }
    for (const [face, faces] of touching) if (entering.enters(face, faces, solids[other])) return true;
  }
  return false;
}

/** Joins the contours of regions that are cut off, and describes every place. */
function gather(instant: Instant, group: PairGroup, isCut: Uint8Array, regions: readonly CutRegion[]): FrameClash[] {
  const { places, tracer } = instant;
  const { from, to } = group;
  const arcOfContour = new Map<number, number>();
  for (let i = from; i < to; i++) if (isCut[i - from] === 1) arcOfContour.set(tracer.contourOf[i], i - from);
  const firstArc = ({ contours }: CutRegion): number => arcOfContour.get([...contours][0]) as number;
  for (const region of regions)
    if (!region.isMain)
      for (const contour of region.contours) places.join(firstArc(region), arcOfContour.get(contour) as number);
  const regionsAt = new Map<number, CutRegion[]>();
  for (const region of regions)
    for (const place of new Set([...region.contours].map((c) => places.find(arcOfContour.get(c) as number)))) {
      const list = regionsAt.get(place);
      if (list) list.push(region);
      else regionsAt.set(place, [region]);
    }
  return places.lists().map((place) => {
    const arcs = place.map((i) => from + i);
    return place.some((i) => isCut[i] > 0)
      ? crossing(instant, group, arcs, regionsAt.get(place[0]) ?? [])
      : touching(instant, group, arcs);
  });
}

function crossing(
  instant: Instant,
  group: PairGroup,
  arcs: readonly number[],
  regions: readonly CutRegion[],
): FrameClash {
  const isSelf = group.a === group.b;
  const measures = isSelf ? measureSelf(instant, arcs, regions) : measureParts(instant, group, regions);
  const clash = record(instant, group, arcs, 'crossing', measures);
  if (isSelf || !instant.options.refine?.(clash)) return clash;
  return record(instant, group, arcs, 'crossing', refined(instant, group, arcs, regions, measures));
}

function touching(instant: Instant, group: PairGroup, arcs: readonly number[]): FrameClash {
  const kind = areDuplicates(instant, arcs) ? 'duplicate' : 'touching';
  return record(instant, group, arcs, kind, { depth: 0, through: null, method: null, point: null });
}

function record(
  { pairs, tracer, mesh, x, options }: Instant,
  { a, b }: PairGroup,
  arcs: readonly number[],
  kind: FrameClash['kind'],
  { depth, through, method, point }: Omit<Measures, 'method'> & Pick<FrameClash, 'method'>,
): FrameClash {
  const { ends, nodePoint } = tracer;
  const segments: number[] = [];
  const middle = [0, 0, 0];
  let length = 0;
  let count = 0;
  for (const arc of arcs) {
    const [p, q] = [3 * ends[2 * arc], 3 * ends[2 * arc + 1]];
    if (p < 0) continue;
    count++;
    length += gapBetween(nodePoint, p, q);
    for (let k = 0; k < 3; k++) middle[k] += (nodePoint[p + k] + nodePoint[q + k]) / 2;
    if (options.curves) for (const at of [p, q]) segments.push(nodePoint[at], nodePoint[at + 1], nodePoint[at + 2]);
  }
  const corner = 3 * mesh.triangles[3 * pairs.a[arcs[0]]];
  const where = count > 0 ? middle.map((sum) => sum / count) : [x[corner], x[corner + 1], x[corner + 2]];
  const isCurve = kind === 'crossing';
  return {
    a,
    b,
    kind,
    depth,
    through,
    distance: null,
    method,
    point: point ?? (where as unknown as Point),
    curveLength: isCurve ? length : 0,
    pairs: arcs.length,
    facesA: ascending(arcs.map((arc) => pairs.a[arc])),
    facesB: ascending(arcs.map((arc) => pairs.b[arc])),
    curve: Float64Array.from(isCurve ? segments : []),
  };
}

/** Ids in ascending order, each once. */
export function ascending(ids: readonly number[]): Uint32Array {
  const sorted = Uint32Array.from(ids).sort();
  let count = 0;
  for (let i = 0; i < sorted.length; i++) if (i === 0 || sorted[i] !== sorted[i - 1]) sorted[count++] = sorted[i];
  return sorted.slice(0, count);
}

function gapBetween(x: Float64Array, p: number, q: number): number {
  const dx = x[p] - x[q];
  const dy = x[p + 1] - x[q + 1];
  const dz = x[p + 2] - x[q + 2];
  return Math.sqrt(dx * dx + dy * dy + dz * dz);
}
