// Parts that are inside others without a shared point. One vertex decides about a piece, because a
// piece that shares no point with a solid is wholly inside or wholly outside.
import type { FrameClash } from './clash-records.ts';
import { ascending } from './group-clashes.ts';
import type { Instant } from './instant.ts';
import type { AskedPairs } from './pair-groups.ts';
import type { Piece } from './parts.ts';
import { NEARLY_CLOSED } from './solid.ts';

/**
 * Finds the clashes of pieces without a shared point, one per pair of parts and direction. They are
 * of kind `inside`, unless the two parts share points elsewhere: then they cross.
 */
export function insideParts(instant: Instant, asked: AskedPairs): FrameClash[] {
  const { pieces, solids } = instant;
  const containers = solids.flatMap((solid, part) => (solid.mayHaveInside ? [part] : []));
  if (containers.length === 0 || solids.length < 2) return [];
  const boxes = pieces.list.map((piece) => boxOf(instant, piece));
  const meets = meetingPieces(instant);
  const clashes: FrameClash[] = [];
  for (const outer of containers) {
    const around = partBox(boxes, pieces.ofPart[outer]);
    const inner = new Map<number, number[]>();
    boxes.forEach((box, piece) => {
      const { part } = pieces.list[piece];
      if (part === outer || !isWithin(box, around) || !asked.has(part, outer)) return;
      if (meets.has(piece * solids.length + outer) || !isInside(instant, pieces.list[piece], outer)) return;
      const list = inner.get(part);
      if (list) list.push(piece);
      else inner.set(part, [piece]);
    });
    for (const [part, list] of inner) clashes.push(record(instant, part, outer, list));
  }
  return clashes;
}

/** Pieces that share a point with a part: piece · number of parts + part. */
function meetingPieces({ pairs, pieces, solids }: Instant): Set<number> {
  const meets = new Set<number>();
  for (const { a, b, from, to } of pairs.groups) {
    if (a === b) continue;
    for (let i = from; i < to; i++) {
      meets.add(pieces.pieceOfFace[pairs.a[i]] * solids.length + b);
      meets.add(pieces.pieceOfFace[pairs.b[i]] * solids.length + a);
    }
  }
  return meets;
}

function isInside({ solids, x }: Instant, { vertices }: Piece, outer: number): boolean {
  for (const v of vertices) {
    // A vertex that both parts have is on the surface, and decides nothing.
    const location = solids[outer].locate(x[3 * v], x[3 * v + 1], x[3 * v + 2], NEARLY_CLOSED);
    if (location !== 'surface') return location === 'inside';
  }
  return false;
}

function record(instant: Instant, inner: number, outer: number, list: readonly number[]): FrameClash {
  const { pairs, pieces, solids, x } = instant;
  const vertices = list.flatMap((piece) => [...pieces.list[piece].vertices]);
  const { distance: depth, point: at } = solids[outer].farthest(vertices, null);
  const meets = pairs.groups.some(({ a, b }) => a === Math.min(inner, outer) && b === Math.max(inner, outer));
  const faces = ascending(list.flatMap((piece) => [...pieces.list[piece].faces]));
  const isOrdered = inner < outer;
  return {
    a: Math.min(inner, outer),
    b: Math.max(inner, outer),
    kind: meets ? 'crossing' : 'inside',
    depth,
    through: null,
    distance: null,
    method: solids[outer].method,
    point: [x[at], x[at + 1], x[at + 2]],
    curveLength: 0,
    pairs: 0,
    facesA: isOrdered ? faces : new Uint32Array(0),
    facesB: isOrdered ? new Uint32Array(0) : faces,
    curve: new Float64Array(0),
  };
}

/** Least and greatest coordinates. */
type Box = readonly [number, number, number, number, number, number];

function boxOf({ x }: Instant, { vertices }: Piece): Box {
  let x0 = Infinity;
  let y0 = Infinity;
  let z0 = Infinity;
  let x1 = -Infinity;
  let y1 = -Infinity;
  let z1 = -Infinity;
  for (let i = 0; i < vertices.length; i++) {
    const at = 3 * vertices[i];
    const px = x[at];
    const py = x[at + 1];
    const pz = x[at + 2];
    if (px < x0) x0 = px;
    if (py < y0) y0 = py;
    if (pz < z0) z0 = pz;
    if (px > x1) x1 = px;
    if (py > y1) y1 = py;
    if (pz > z1) z1 = pz;
  }
  return [x0, y0, z0, x1, y1, z1];
}

function partBox(boxes: readonly Box[], pieces: readonly number[]): Box {
  const at = (k: number, pick: (...values: number[]) => number): number =>
    pick(...pieces.map((piece) => boxes[piece][k]));
  return [at(0, Math.min), at(1, Math.min), at(2, Math.min), at(3, Math.max), at(4, Math.max), at(5, Math.max)];
}

function isWithin(inner: Box, outer: Box): boolean {
  return [0, 1, 2].every((k) => inner[k] >= outer[k] && inner[k + 3] <= outer[k + 3]);
}
