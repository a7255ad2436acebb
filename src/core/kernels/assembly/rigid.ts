// What JavaScript calls for rigid bodies. A query is a block whose layout is in relative-pose.ts and pair-search.ts.
import { gap, lasts } from './box-gaps';
import { BoxStretches } from './box-stretches';
import { BoxSweep } from './box-sweep';
import { BOX_TREE_SCRATCH, BoxTree } from './box-tree';
import { Moments } from './moments';
import { PairGaps } from './pair-gaps';
import { answer, answerDistance, leafA, leafB, PairSearch, safeTime, visits } from './pair-search';
import { RelativePose } from './relative-pose';
import { SearchQueue } from './search-queue';
import { TriangleMoments } from './triangle-moments';
import { looks } from './triangle-times';
import { cosine, RigidPose, sine, Turn } from './turning-pose';

/** First byte that no kernel uses: callers allocate from here. */
export const heapBase: usize = __heap_base;

/** Two doubles: sine and cosine of an angle in [0, 2^20]. */
export function sineAndCosine(angle: f64, out: usize): void {
  Turn.by(angle);
  store<f64>(out, sine);
  store<f64>(out, cosine, 8);
}
/** Writes rotation and position at time t into a motion. */
export function setRigidPose(motion: usize, t: f64): void {
  RigidPose.set(motion, t);
}
/** Looks at four pairs of boxes of a query at a time in floats, or at two in doubles: gaps, then for how long each lasts. */
export function probeBoxes(query: usize, t: f64, turns: bool, wide: bool, a: usize, b: usize, out: usize): void {
  RelativePose.begin(query);
  RelativePose.setFloats(t);
  PairGaps.begin(query, true, turns);
  if (wide) PairGaps.compareWide(a, b);
  else PairGaps.compare(a, b);
  v128.store(out, gap);
  v128.store(out, lasts, 16);
}
/** Which of the open stretches remain open after one look at a pair of boxes of a query (box-stretches.ts), those in the first lanes. */
export function probeStretches(query: usize, a: usize, b: usize, open: i32, level: i32): i32 {
  RelativePose.begin(query);
  BoxStretches.begin(query);
  return BoxStretches.look(a, b, open, level);
}
/** The same of the four boxes of a node, over all their open stretches (box-sweep.ts): four masks. */
export function probeSweep(
  query: usize,
  node: usize,
  other: usize,
  ofA: bool,
  open: i32,
  shortest: i32,
  out: usize,
): void {
  RelativePose.begin(query);
  Moments.begin(query);
  Moments.setBoxes(node, other, ofA);
  v128.store(out, BoxSweep.run(false, open, i32x4.splat(-1), shortest));
}
/** The same of `count` triangles in the boxes of a node, and the one in the other box. */
export function probeTriangles(
  query: usize,
  node: usize,
  triangles: usize,
  count: i32,
  other: usize,
  triangle: usize,
  ofA: bool,
  open: i32,
  shortest: i32,
  out: usize,
): void {
  RelativePose.begin(query);
  Moments.begin(query);
  Moments.setBoxes(node, other, ofA);
  TriangleMoments.setTriangles(query, triangles, count, triangle);
  v128.store(out, BoxSweep.run(true, open, i32x4.splat(-1), shortest));
}
export function setSearchRoom(heap: usize, families: usize, stack: usize, room: i32): void {
  SearchQueue.setRoom(heap, families, stack, room);
}
/** `asked`: 0 first contact, 1 nearest, 2 within. */
export function beginSearch(
  query: usize,
  asked: i32,
  turns: bool,
  boxesA: usize,
  trianglesA: usize,
  boxesB: usize,
  trianglesB: usize,
  start: f64,
  end: f64,
  near: f64,
): void {
  PairSearch.begin(query, asked, turns, boxesA, trianglesA, boxesB, trianglesB, start, end, near);
}
/** 0 done, 1 found one of several, 2 a buffer is full, 3 out of patience. */
export function runSearch(patience: i32): i32 {
  return PairSearch.run(patience);
}
/** Seven doubles: time or distance; distance there; leaves of a and of b, −1 if none; pairs of boxes and of triangles looked at; the time until which all is safe. */
export function searchAnswer(out: usize): void {
  store<f64>(out, answer);
  store<f64>(out, answerDistance, 8);
  store<f64>(out, <f64>leafA, 16);
  store<f64>(out, <f64>leafB, 24);
  store<f64>(out, <f64>visits, 32);
  store<f64>(out, <f64>looks, 40);
  store<f64>(out, safeTime, 48);
}
/** Builds a tree of oriented boxes; layout and room in box-tree.ts. */
export function buildBoxTree(
  triangles: usize,
  count: i32,
  scale: f64,
  order: usize,
  nodes: usize,
  scratch: usize,
): i32 {
  return BoxTree.build(triangles, count, scale, order, nodes, scratch);
}
/** Triangles of nine doubles in a given order. */
export function gatherTriangles(triangles: usize, order: usize, count: i32, to: usize): void {
  for (let i: usize = 0; i < <usize>count; i++)
    memory.copy(to + i * 72, triangles + <usize>load<u32>(order + (i << 2)) * 72, 72);
}
/** Bytes of scratch for a tree over so many triangles. */
export function boxTreeScratch(count: i32): usize {
  return <usize>count * BOX_TREE_SCRATCH;
}
