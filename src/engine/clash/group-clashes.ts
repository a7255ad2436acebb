// The clashes of two parts, or of one part with itself, where they share points at one instant.
// Pairs of faces that have a vertex in common are one place; so are contours that bound a region
// that is cut off.
import type { ContourTracer } from '../contours.ts';
import type { FrameClash, Point } from './clash-records.ts';
import { type CutRegion, cutRegions, surfaceOf } from './cut-regions.ts';
import { areDuplicates } from './duplicates.ts';
import type { Instant } from './instant.ts';
import { type Measures, measureParts, measureSelf, refined } from './measure.ts';
import type { PairGroup } from './pair-groups.ts';
import type { Places } from './places.ts';

/** Finds the clashes of one group, and adds them to a list. */
export function clashesOfGroup(instant: Instant, group: PairGroup, clashes: FrameClash[]): void {
  joinByVertices(instant, group);
  const isCut = cutContours(instant, group);
  const arcs = arcsOn(group, isCut);
  if (group.a === group.b) {
    const regions = cutRegions(instant, surfaceOf(instant, group, group.a, arcs), null);
    gather(instant, group, isCut, regions, clashes);
    instant.regions.clear(regions);
    return;
  }
  const regions = regionsOf(instant, group, group.a, group.b, arcs).concat(
    regionsOf(instant, group, group.b, group.a, arcs),
  );
  gather(instant, group, isCut, regions, clashes);
}

/** The regions of one part that contours with the other cut. */
function regionsOf(instant: Instant, group: PairGroup, part: number, other: number, arcs: Int32Array): CutRegion[] {
  const found = cutRegions(instant, surfaceOf(instant, group, part, arcs), instant.solids[other]);
  instant.regions.clear(found);
  return found;
}

/** The pairs of a group that are on contours that cut. */
function arcsOn({ from, to }: PairGroup, isCut: Uint8Array): Int32Array {
  const arcs = new Int32Array(to - from);
  let count = 0;
  for (let i = from; i < to; i++) if (isCut[i - from] === 1) arcs[count++] = i;
  return arcs.subarray(0, count);
}

function joinByVertices({ mesh, pairs, places }: Instant, { from, to }: PairGroup): void {
  const { triangles } = mesh;
  const { a, b } = pairs;
  places.start(to - from);
  for (let i = from; i < to; i++)
    for (let k = 0; k < 3; k++) {
      places.addVertex(i - from, triangles[3 * a[i] + k]);
      places.addVertex(i - from, triangles[3 * b[i] + k]);
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
  const { count, start, items } = places.lists();
  for (let p = 0; p < count; p++) {
    if (hasProper[items[start[p]]] === 1) continue;
    const place = items.subarray(start[p], start[p + 1]);
    if (!enters(instant, group, place)) continue;
    for (let i = 0; i < place.length; i++) isCut[place[i]] = contourOf[from + place[i]] >= 0 ? 1 : ENTERS;
  }
  return isCut;
}

/** The mark of a pair that is not on a contour, but in a place where a surface enters a solid. */
const ENTERS = 2;

/** Whether a face of the place has a point strictly inside the other part. */
function enters({ pairs, solids, entering }: Instant, { a, b, from }: PairGroup, place: Int32Array): boolean {
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
function gather(
  instant: Instant,
  group: PairGroup,
  isCut: Uint8Array,
  regions: readonly CutRegion[],
  clashes: FrameClash[],
): void {
  const { places } = instant;
  const arcOfContour = arcsOfContours(instant, group, isCut);
  for (let i = 0; i < regions.length; i++) if (!regions[i].isMain) joinContours(places, regions[i], arcOfContour);
  const regionsAt = new Map<number, CutRegion[]>();
  for (let i = 0; i < regions.length; i++) addToPlaces(places, regions[i], arcOfContour, regionsAt);
  const { count, start, items } = places.lists();
  for (let p = 0; p < count; p++) {
    const first = items[start[p]];
    const arcs = items.subarray(start[p], start[p + 1]);
    const isCrossing = someCut(arcs, isCut);
    shift(arcs, group.from);
    clashes.push(
      isCrossing ? crossing(instant, group, arcs, regionsAt.get(first) ?? []) : touching(instant, group, arcs),
    );
  }
}

/** A pair of each contour that cuts, counted from the start of the group. */
function arcsOfContours({ tracer }: Instant, { from, to }: PairGroup, isCut: Uint8Array): Int32Array {
  const { contourOf, contourCount } = tracer;
  const arcs = new Int32Array(contourCount);
  for (let i = from; i < to; i++) if (isCut[i - from] === 1) arcs[contourOf[i]] = i - from;
  return arcs;
}

function someCut(items: Int32Array, isCut: Uint8Array): boolean {
  for (let i = 0; i < items.length; i++) if (isCut[items[i]] > 0) return true;
  return false;
}

function shift(items: Int32Array, by: number): void {
  for (let i = 0; i < items.length; i++) items[i] += by;
}

/** Makes the places of the contours of a region one. */
function joinContours(places: Places, { contours }: CutRegion, arcOfContour: Int32Array): void {
  let first = -1;
  for (const contour of contours) {
    if (first < 0) first = arcOfContour[contour];
    else places.join(first, arcOfContour[contour]);
  }
}

/** Adds a region to the places of its contours, to each once. */
function addToPlaces(
  places: Places,
  region: CutRegion,
  arcOfContour: Int32Array,
  regionsAt: Map<number, CutRegion[]>,
): void {
  for (const contour of region.contours) {
    const place = places.find(arcOfContour[contour]);
    const list = regionsAt.get(place);
    if (!list) regionsAt.set(place, [region]);
    else if (list[list.length - 1] !== region) list.push(region);
  }
}

function crossing(instant: Instant, group: PairGroup, arcs: Int32Array, regions: readonly CutRegion[]): FrameClash {
  const isSelf = group.a === group.b;
  const measures = isSelf ? measureSelf(instant, arcs, regions) : measureParts(instant, group, regions);
  const clash = record(instant, group, arcs, 'crossing', measures);
  if (isSelf || !instant.options.refine?.(clash)) return clash;
  return record(instant, group, arcs, 'crossing', refined(instant, group, arcs, regions, measures));
}

function touching(instant: Instant, group: PairGroup, arcs: Int32Array): FrameClash {
  const kind = areDuplicates(instant, arcs) ? 'duplicate' : 'touching';
  return record(instant, group, arcs, kind, UNMEASURED);
}

/** The measures of a clash as its record has them. */
type Recorded = Omit<Measures, 'method'> & Pick<FrameClash, 'method'>;

/** The measures of parts that only touch. */
const UNMEASURED: Recorded = { depth: 0, through: null, method: null, point: null };

function record(
  instant: Instant,
  { a, b }: PairGroup,
  arcs: Int32Array,
  kind: FrameClash['kind'],
  measures: Recorded,
): FrameClash {
  const { pairs, tracer, options } = instant;
  const isCurve = kind === 'crossing';
  return {
    a,
    b,
    kind,
    depth: measures.depth,
    through: measures.through,
    distance: null,
    method: measures.method,
    point: measures.point ?? middleOf(instant, arcs),
    curveLength: isCurve ? curveLength(tracer, arcs) : 0,
    pairs: arcs.length,
    facesA: facesOf(pairs.a, arcs),
    facesB: facesOf(pairs.b, arcs),
    curve: isCurve && options.curves ? segmentsOf(tracer, arcs) : new Float64Array(0),
  };
}

/** The mean of the middles of all segments; without segments, a corner. */
function middleOf({ pairs, tracer, mesh, x }: Instant, arcs: Int32Array): Point {
  const { ends, nodePoint } = tracer;
  let count = 0;
  let mx = 0;
  let my = 0;
  let mz = 0;
  for (let i = 0; i < arcs.length; i++) {
    const p = 3 * ends[2 * arcs[i]];
    const q = 3 * ends[2 * arcs[i] + 1];
    if (p < 0) continue;
    count++;
    mx += (nodePoint[p] + nodePoint[q]) / 2;
    my += (nodePoint[p + 1] + nodePoint[q + 1]) / 2;
    mz += (nodePoint[p + 2] + nodePoint[q + 2]) / 2;
  }
  if (count > 0) return [mx / count, my / count, mz / count];
  const corner = 3 * mesh.triangles[3 * pairs.a[arcs[0]]];
  return [x[corner], x[corner + 1], x[corner + 2]];
}

function curveLength({ ends, nodePoint }: ContourTracer, arcs: Int32Array): number {
  let length = 0;
  for (let i = 0; i < arcs.length; i++) {
    const p = 3 * ends[2 * arcs[i]];
    if (p >= 0) length += gapBetween(nodePoint, p, 3 * ends[2 * arcs[i] + 1]);
  }
  return length;
}

/** The segments of the curve, six coordinates each. */
function segmentsOf({ ends, nodePoint }: ContourTracer, arcs: Int32Array): Float64Array {
  const segments = new Float64Array(6 * arcs.length);
  let count = 0;
  for (let i = 0; i < arcs.length; i++) {
    if (ends[2 * arcs[i]] < 0) continue;
    for (let end = 0; end < 2; end++)
      for (let k = 0; k < 3; k++) segments[count++] = nodePoint[3 * ends[2 * arcs[i] + end] + k];
  }
  return segments.slice(0, count);
}

/** The faces of some pairs, ascending, each once. */
function facesOf(column: Uint32Array, arcs: Int32Array): Uint32Array {
  const faces = new Uint32Array(arcs.length);
  for (let i = 0; i < arcs.length; i++) faces[i] = column[arcs[i]];
  return ascending(faces);
}

/** Ids in ascending order, each once. */
export function ascending(ids: ArrayLike<number>): Uint32Array {
  const sorted = new Uint32Array(ids).sort();
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
