// The entry for deforming meshes: what JavaScript calls. Pointers are byte offsets into the imported memory, aligned to 16; the layout of each
// block is documented where it is read.

import { Columns } from './columns';
import { Cones } from './cones';
import { Contours } from './contours';
import { Features } from './features';
import { Orphans } from './orphans';
import { Planes } from './planes';
import { Representatives, eeEnd as representativesEe, vfEnd as representativesVf } from './representatives';
import { Represented, eeEnd as representedEe, vfEnd as representedVf } from './represented';
import { isStill, Slabs } from './slabs';
import { Sort } from './sort';
import { Tables } from './tables';
import { pending, Tree, visited } from './tree';
import { TreeBuild } from './tree-build';

export * from './elementary';
export * from './steps';

/** First byte that no kernel uses: callers allocate from here. */
export const heapBase: usize = __heap_base;

/** `still`: nothing moves. */
export function projectPoints(points: usize, count: i32, until: f64, projected: usize, still: bool): void {
  Slabs.project(points, count, until, projected, still);
}
export function slabsOfFaces(faces: usize, count: i32, projected: usize, pad: f32, slabs: usize): void {
  Slabs.ofFaces(faces, count, projected, pad, slabs);
}
/** How many nodes a tree over so many faces has. */
export function countNodes(n: i32): i32 {
  return TreeBuild.countNodes(n);
}
/** The order of the centres, as numbers, and the children of the nodes, whose number is returned; 16 bytes may be read behind the last centre. */
export function buildTree(centres: usize, count: i32, order: usize, children: usize): i32 {
  return TreeBuild.single(centres, count, order, children);
}
export function buildTrees(
  triangles: usize,
  faceCount: i32,
  points: usize,
  groups: usize,
  groupCount: i32,
  ofVertices: bool,
  sizes: usize,
  centres: usize,
  order: usize,
  children: usize,
  out: usize,
): void {
  TreeBuild.groups(triangles, faceCount, points, groups, groupCount, ofVertices, sizes, centres, order, children, out);
}
export function refit(
  children: usize,
  first: i32,
  end: i32,
  slabs: usize,
  faces: usize,
  projected: usize,
  pad: f32,
  boxes: usize,
): void {
  Tree.refit(children, first, end, slabs, faces, projected, pad, boxes);
}
/** At one instant, after the boxes: 16 bytes a vertex and 32 a face. */
export function coarsen(
  projected: usize,
  vertexCount: i32,
  faces: usize,
  faceCount: i32,
  box: usize,
  distance: f64,
  slabs: usize,
): void {
  Slabs.coarsen(projected, vertexCount, faces, faceCount, box, distance, slabs);
}
export function startPairs(stack: usize): void {
  Tree.startPairs(stack);
}
export function labelNodes(children: usize, count: i32, faceLabels: usize, nodeLabels: usize): void {
  Tree.label(children, count, faceLabels, nodeLabels);
}
/** The number of pairs so far. No labels: null pointers; `early`: by boxes of the start, with or without `shifts`. */
export function morePairs(
  children: usize,
  boxes: usize,
  faces: usize,
  apart: bool,
  faceLabels: usize,
  nodeLabels: usize,
  early: bool,
  shifts: usize,
  room: f32,
  stack: usize,
  pairs: usize,
  count: i32,
  capacity: i32,
  budget: i32,
): i32 {
  return Tree.morePairs(
    children,
    boxes,
    faces,
    apart,
    faceLabels,
    nodeLabels,
    early,
    shifts,
    room,
    stack,
    pairs,
    count,
    capacity,
    budget,
  );
}
/** True while there are pairs to come. */
export function pairsPending(stack: usize): bool {
  return pending != stack;
}
export function nodePairsVisited(): i32 {
  return visited;
}
export function thinPairs(pairs: usize, count: i32, slabs: usize): i32 {
  return isStill ? Features.thin(pairs, count, slabs, true) : Features.thin(pairs, count, slabs, false);
}
/** At one instant: keeps the pairs of faces that no plane keeps farther apart than the distance. */
export function thinPlanes(pairs: usize, count: i32, faces: usize, projected: usize, distance: f32, marked: bool): i32 {
  return Planes.thin(pairs, count, faces, projected, distance, marked);
}
export function permitPairs(
  pairs: usize,
  count: i32,
  objects: usize,
  classes: usize,
  table: usize,
  classCount: u32,
  itself: bool,
): i32 {
  return Features.permit(pairs, count, objects, classes, table, classCount, itself);
}
export function compatiblePairs(pairs: usize, count: i32, identifiers: usize): i32 {
  return Represented.compatible(pairs, count, identifiers);
}
/** `pad`: the distance within which pairs are kept; the slabs of faces have half of it. Writes the numbers of vertex–face and of edge–edge pairs. */
export function representedPairs(
  pairs: usize,
  count: i32,
  identifiers: usize,
  vertices: usize,
  faceEdges: usize,
  faces: usize,
  edges: usize,
  projected: usize,
  slabs: usize,
  pad: f32,
  volumes: bool,
  vf: usize,
  ee: usize,
  counts: usize,
): void {
  Represented.ofPairs(
    pairs,
    count,
    identifiers,
    vertices,
    faceEdges,
    faces,
    edges,
    projected,
    slabs,
    pad,
    volumes,
    vf,
    ee,
  );
  store<i32>(counts, <i32>((representedVf - vf) >> 3));
  store<i32>(counts, <i32>((representedEe - ee) >> 3), 4);
}
export function thinSegments(list: usize, count: i32, points: usize, slabs: usize, pad: f32): i32 {
  return Represented.thinSegments(list, count, points, slabs, pad);
}
/** `still`: nothing moves. Writes the numbers of vertex–face and of edge–edge pairs. */
export function representativePairs(
  pairs: usize,
  count: i32,
  faces: usize,
  faceEdges: usize,
  edges: usize,
  starStart: usize,
  star: usize,
  edgeFace: usize,
  owned: usize,
  nearby: usize,
  projected: usize,
  slabs: usize,
  pad: f32,
  apart: bool,
  still: bool,
  vf: usize,
  ee: usize,
  counts: usize,
): void {
  // The usual cases have their own code.
  if (still)
    Representatives.ofPairs(
      pairs,
      count,
      faces,
      faceEdges,
      edges,
      starStart,
      star,
      edgeFace,
      owned,
      nearby,
      projected,
      slabs,
      pad,
      true,
      apart,
      true,
      vf,
      ee,
    );
  else if (pad == 0 && apart)
    Representatives.ofPairs(
      pairs,
      count,
      faces,
      faceEdges,
      edges,
      starStart,
      star,
      edgeFace,
      owned,
      nearby,
      projected,
      slabs,
      pad,
      false,
      true,
      false,
      vf,
      ee,
    );
  else
    Representatives.ofPairs(
      pairs,
      count,
      faces,
      faceEdges,
      edges,
      starStart,
      star,
      edgeFace,
      owned,
      nearby,
      projected,
      slabs,
      pad,
      true,
      apart,
      false,
      vf,
      ee,
    );
  store<i32>(counts, <i32>((representativesVf - vf) >> 3));
  store<i32>(counts, <i32>((representativesEe - ee) >> 3), 4);
}
export function thinVf(list: usize, count: i32, projected: usize, slabs: usize, pad: f32, to: usize): i32 {
  return Features.thinVf(list, count, projected, slabs, pad, to);
}
export function thinEe(list: usize, count: i32, edges: usize, projected: usize, pad: f32, to: usize): i32 {
  return Features.thinEe(list, count, edges, projected, pad, to);
}
export function placeFaces(ids: usize, count: i32, placeOf: usize): void {
  Tables.place(ids, count, placeOf);
}
export function gatherFaces(faceOf: usize, placeCount: i32, from: usize, to: usize): void {
  Tables.gather(faceOf, placeCount, from, to);
}
/** The place of each face, from the face at each place. */
export function placesOf(faceOf: usize, count: i32, placeOf: usize): void {
  Tables.invert(faceOf, count, placeOf);
}
export function firstFaces(placeOf: usize, faceCount: i32, faceEdges: usize, edgeFace: usize): void {
  Tables.firstFaces(placeOf, faceCount, faceEdges, edgeFace);
}
export function ownFeatures(
  faces: usize,
  count: i32,
  faceEdges: usize,
  starStart: usize,
  star: usize,
  edgeFace: usize,
  owned: usize,
): void {
  Tables.own(faces, count, faceEdges, starStart, star, edgeFace, owned);
}
export function clusterVertices(
  triangles: usize,
  vertexCount: i32,
  starStart: usize,
  star: usize,
  bits: usize,
  members: usize,
  next: u32,
): u32 {
  return Tables.cluster(triangles, vertexCount, starStart, star, bits, members, next);
}
export function nearbyBits(
  faces: usize,
  count: i32,
  bits: usize,
  around: usize,
  vertexCount: i32,
  nearby: usize,
): void {
  Tables.nearby(faces, count, bits, around, vertexCount, nearby);
}
/** Orphans around touched vertices, or all where their number is negative. */
export function findOrphans(
  tables: usize,
  vertexCount: u32,
  edgeCount: u32,
  marks: usize,
  touched: usize,
  touchedCount: i32,
  lists: usize,
  room: i32,
  most: i32,
  counts: usize,
): void {
  Orphans.find(tables, vertexCount, edgeCount, marks, touched, touchedCount, lists, room, most, counts);
}
/** The columns of the result from hits and their details. */
export function splitHits(
  hits: usize,
  count: i32,
  details: usize,
  map: usize,
  a: usize,
  b: usize,
  times: usize,
  touching: usize,
  normals: usize,
  weights: usize,
): void {
  Columns.split(hits, count, details, map, a, b, times, touching, normals, weights);
}
/** How many hits remain when of equal neighbours only the first is kept, in place. */
export function uniqueHits(hits: usize, count: i32): i32 {
  return Sort.unique(hits, count);
}
/** Where the sorted hits are: at `hits` or at `other`. `map` translates second ids, or is 0. */
export function sortHits(hits: usize, count: i32, other: usize, map: usize): usize {
  return Sort.run(hits, count, other, map);
}
/** Cones of base patches, four doubles each; `normals` has room for 128 bytes for each face of the largest. */
export function fitCones(
  points: usize,
  triangles: usize,
  starts: usize,
  count: i32,
  sample: u32,
  unit: f64,
  normals: usize,
  cones: usize,
): void {
  Cones.fit(points, triangles, starts, count, sample, unit, normals, cones);
}
export function projectContour(points: usize, vertices: usize, count: i32, frame: usize, projected: usize): void {
  Contours.project(points, vertices, count, frame, projected);
}
export function fitContourLoop(projected: usize, count: i32, margin: f64, boxes: usize, advances: usize): void {
  Contours.fitLoop(projected, count, margin, boxes, advances);
}
export function uniteContour(width: i32, count: i32, boxes: usize, advances: usize): void {
  Contours.unite(width, count, boxes, advances);
}
