// The part of the entry for deforming meshes that places vertices for a step, and looks at a step from where near pairs were found.

import { isElsewhere, Known, largest } from './known';

/** The largest magnitude of the coordinates so far, NaN where one is not finite. */
export function placePoints(from0: usize, from1: usize, count: i32, points: usize, isFirst: bool): f64 {
  Known.place(from0, from1, count, points, isFirst);
  return largest;
}
/** Whether a coordinate of the start is another than before. */
export function startsElsewhere(): bool {
  return isElsewhere;
}
/** How the vertices move, and what lies below each node: 16 bytes a vertex, 32 a node. */
export function boundShifts(
  points: usize,
  vertexCount: i32,
  children: usize,
  nodeCount: i32,
  faces: usize,
  ofVertices: usize,
  ofNodes: usize,
): void {
  Known.shifts(points, vertexCount, ofVertices);
  Known.bound(children, nodeCount, faces, ofVertices, ofNodes);
}
export function boundPairs(
  pairs: usize,
  count: i32,
  faces: usize,
  points: usize,
  projected: usize,
  slabs: usize,
  ofVertices: usize,
  ofFaces: usize,
): void {
  Known.boundPairs(pairs, count, faces, points, projected, slabs, ofVertices, ofFaces);
}
export function thinKnown(
  rows: usize,
  count: i32,
  table: usize,
  points: usize,
  doubt: f64,
  edges: bool,
  to: usize,
): i32 {
  return edges
    ? Known.thin(rows, count, table, points, doubt, true, to)
    : Known.thin(rows, count, table, points, doubt, false, to);
}
