// What JavaScript calls for cloth.
import { BlockMatrix } from './block-matrix';
import { ClothTriangles } from './cloth-triangles';
import { CoarseLevel } from './coarse-level';
import { ContactRows } from './contact-rows';
import { Couplings } from './couplings';
import { DenseCholesky } from './dense-cholesky';
import { NearRows } from './near-rows';
import { Vectors } from './vectors';

export { leftDiagonal, leftFar, leftNear } from './coarse-level';

/** First byte that no kernel uses: callers allocate from here. */
export const heapBase: usize = __heap_base;

export function findRows(table: usize, list: usize, count: i32, first: u32, tolerance: f64, out: usize): i32 {
  return ContactRows.find(table, list, count, first, tolerance, out);
}

export function sweepRows(table: usize, active: usize, count: i32): f64 {
  return ContactRows.sweep(table, active, count);
}

export function aimRows(
  table: usize,
  from: u32,
  to: u32,
  obstacles: u32,
  gap: f64,
  selfGap: f64,
  h: f64,
  frame: f64,
): void {
  ContactRows.aim(table, from, to, obstacles, gap, selfGap, h, frame);
}

export function takeNearRows(table: usize, mesh: usize, near: usize, count: i32, source: usize, closest: f64): i32 {
  return NearRows.take(table, mesh, near, count, source, closest);
}

export function isContactRow(table: usize, mesh: usize, near: usize, source: usize, row: u32): bool {
  return NearRows.isContact(table, mesh, near, source, row);
}

export function engageRows(
  table: usize,
  mesh: usize,
  near: usize,
  source: usize,
  found: usize,
  count: i32,
  working: usize,
  workingCount: i32,
): i32 {
  return NearRows.engage(table, mesh, near, source, found, count, working, workingCount);
}

export function multiply(matrix: usize, x: usize, y: usize): void {
  BlockMatrix.multiply(matrix, x, y);
}

/** Adds to y what couplings make of x. */
export function multiplyCouplings(couplings: usize, count: i32, x: usize, y: usize): void {
  Couplings.multiply(couplings, count, x, y);
}

export function sweepForward(matrix: usize, inverse: usize, x: usize, y: usize): void {
  BlockMatrix.sweepForward(matrix, inverse, x, y);
}

export function sweepBackward(matrix: usize, inverse: usize, x: usize, y: usize): void {
  BlockMatrix.sweepBackward(matrix, inverse, x, y);
}

export function assembleTriangles(table: usize, count: i32, x: usize, h: f64): void {
  ClothTriangles.assemble(table, count, x, h);
}

export function restrict(level: usize, fine: usize, coarse: usize): void {
  CoarseLevel.restrict(level, fine, coarse);
}

export function prolong(level: usize, coarse: usize, fine: usize): void {
  CoarseLevel.prolong(level, coarse, fine);
}

export function assembleLevel(level: usize, held: usize, left: usize): void {
  CoarseLevel.assemble(level, held, left);
}

export function scatterBlock(level: usize, block: usize, i: usize, j: usize, next: usize): void {
  CoarseLevel.scatter(level, block, i, j, next);
}

export function scatterDiagonal(level: usize, block: usize, i: usize, next: usize): void {
  CoarseLevel.scatterDiagonal(level, block, i, next);
}

export function factorDense(lower: usize, size: i32): void {
  DenseCholesky.factor(lower, size);
}

export function solveDense(lower: usize, size: i32, r: usize, x: usize): void {
  DenseCholesky.solve(lower, size, r, x);
}

export function dot(a: usize, b: usize, size: i32): f64 {
  return Vectors.dot(a, b, size);
}

export function addVector(y: usize, s: f64, x: usize, size: i32): void {
  Vectors.add(y, s, x, size);
}

export function followVector(y: usize, s: f64, x: usize, size: i32): void {
  Vectors.follow(y, s, x, size);
}
