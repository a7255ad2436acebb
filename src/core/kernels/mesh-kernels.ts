// The kernels for deforming meshes.
import { type KernelBase, KernelModule } from './kernels.ts';
import { meshBytes } from './mesh-bytes.generated.ts';

/** What assembly/mesh.ts exports; pointers are byte offsets into the memory. */
export interface MeshKernels extends KernelBase {
  timeVf: TimePairs;
  timeEe: TimePairs;
  withinVf: WithinPairs;
  withinEe: WithinPairs;
  describeVf: DescribeHits;
  describeEe: DescribeHits;
  prepareSingle(block: number): void;
  singleVf(block: number): number;
  singleEe(block: number): number;
  singleWithinVf(block: number, clearance: number): number;
  singleWithinEe(block: number, clearance: number): number;
  describeSingleVf(block: number, time: number, apart: boolean): void;
  describeSingleEe(block: number, time: number, apart: boolean): void;
  projectPoints(points: number, count: number, until: number, projected: number, still: boolean): void;
  slabsOfFaces(faces: number, count: number, projected: number, pad: number, slabs: number): void;
  countNodes(n: number): number;
  buildTree(centres: number, count: number, order: number, children: number): number;
  buildTrees(
    triangles: number,
    faceCount: number,
    points: number,
    groups: number,
    groupCount: number,
    ofVertices: boolean,
    sizes: number,
    centres: number,
    order: number,
    children: number,
    out: number,
  ): void;
  refit(
    children: number,
    first: number,
    end: number,
    slabs: number,
    faces: number,
    projected: number,
    pad: number,
    boxes: number,
  ): void;
  coarsen(
    projected: number,
    vertexCount: number,
    faces: number,
    faceCount: number,
    box: number,
    distance: number,
    slabs: number,
  ): void;
  startPairs(stack: number): void;
  labelNodes(children: number, count: number, faceLabels: number, nodeLabels: number): void;
  morePairs(
    children: number,
    boxes: number,
    faces: number,
    apart: boolean,
    faceLabels: number,
    nodeLabels: number,
    early: boolean,
    shifts: number,
    room: number,
    stack: number,
    pairs: number,
    count: number,
    capacity: number,
    budget: number,
  ): number;
  placePoints(from0: number, from1: number, count: number, points: number, isFirst: boolean): number;
  startsElsewhere(): number;
  boundShifts(
    points: number,
    vertexCount: number,
    children: number,
    nodeCount: number,
    faces: number,
    ofVertices: number,
    ofNodes: number,
  ): void;
  boundPairs(
    pairs: number,
    count: number,
    faces: number,
    points: number,
    projected: number,
    slabs: number,
    ofVertices: number,
    ofFaces: number,
  ): void;
  thinKnown(
    rows: number,
    count: number,
    table: number,
    points: number,
    doubt: number,
    edges: boolean,
    to: number,
  ): number;
  pairsPending(stack: number): number;
  nodePairsVisited(): number;
  thinPairs(pairs: number, count: number, slabs: number): number;
  thinPlanes(pairs: number, count: number, faces: number, projected: number, distance: number, marked: boolean): number;
  permitPairs(
    pairs: number,
    count: number,
    objects: number,
    classes: number,
    table: number,
    classCount: number,
    itself: boolean,
  ): number;
  compatiblePairs(pairs: number, count: number, identifiers: number): number;
  representedPairs(
    pairs: number,
    count: number,
    identifiers: number,
    vertices: number,
    faceEdges: number,
    faces: number,
    edges: number,
    projected: number,
    slabs: number,
    pad: number,
    volumes: boolean,
    vf: number,
    ee: number,
    counts: number,
  ): void;
  thinSegments(list: number, count: number, points: number, slabs: number, pad: number): number;
  representativePairs(
    pairs: number,
    count: number,
    faces: number,
    faceEdges: number,
    edges: number,
    starStart: number,
    star: number,
    edgeFace: number,
    owned: number,
    nearby: number,
    projected: number,
    slabs: number,
    pad: number,
    apart: boolean,
    still: boolean,
    vf: number,
    ee: number,
    counts: number,
  ): void;
  placeFaces(ids: number, count: number, placeOf: number): void;
  gatherFaces(faceOf: number, placeCount: number, from: number, to: number): void;
  placesOf(faceOf: number, count: number, placeOf: number): void;
  firstFaces(placeOf: number, faceCount: number, faceEdges: number, edgeFace: number): void;
  ownFeatures(
    faces: number,
    count: number,
    faceEdges: number,
    starStart: number,
    star: number,
    edgeFace: number,
    owned: number,
  ): void;
  clusterVertices(
    triangles: number,
    vertexCount: number,
    starStart: number,
    star: number,
    bits: number,
    members: number,
    next: number,
  ): number;
  nearbyBits(faces: number, count: number, bits: number, around: number, vertexCount: number, nearby: number): void;
  findOrphans(
    tables: number,
    vertexCount: number,
    edgeCount: number,
    marks: number,
    touched: number,
    touchedCount: number,
    lists: number,
    room: number,
    most: number,
    counts: number,
  ): void;
  splitHits(
    hits: number,
    count: number,
    details: number,
    map: number,
    a: number,
    b: number,
    times: number,
    touching: number,
    normals: number,
    weights: number,
  ): void;
  nearVf: NearPairs;
  nearEe: NearPairs;
  nearColumns(
    hits: number,
    count: number,
    rows: number,
    map: number,
    a: number,
    b: number,
    distances: number,
    normals: number,
    weights: number,
  ): void;
  uniqueHits(hits: number, count: number): number;
  sortHits(hits: number, count: number, other: number, map: number): number;
  thinVf(list: number, count: number, projected: number, slabs: number, pad: number, to: number): number;
  thinEe(list: number, count: number, edges: number, projected: number, pad: number, to: number): number;
  fitCones(
    points: number,
    triangles: number,
    starts: number,
    count: number,
    sample: number,
    unit: number,
    normals: number,
    cones: number,
  ): void;
  projectContour(points: number, vertices: number, count: number, frame: number, projected: number): void;
  fitContourLoop(projected: number, count: number, margin: number, boxes: number, advances: number): void;
  uniteContour(width: number, count: number, boxes: number, advances: number): void;
}

export type TimePairs = (
  pairs: number,
  count: number,
  table: number,
  points: number,
  singles: number,
  several: number,
  hits: number,
  open: number,
  counts: number,
) => void;

export type WithinPairs = (
  pairs: number,
  count: number,
  table: number,
  points: number,
  clearance: number,
  hits: number,
  counts: number,
) => void;

export type NearPairs = (
  pairs: number,
  count: number,
  table: number,
  points: number,
  distance: number,
  rows: number,
  hits: number,
  first: number,
  doubtful: number,
  counts: number,
) => void;

export type DescribeHits = (
  hits: number,
  count: number,
  table: number,
  points: number,
  apart: boolean,
  details: number,
) => void;

export const meshKernels: KernelModule<MeshKernels> = new KernelModule(meshBytes);
