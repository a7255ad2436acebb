// The kernels for cloth: what assembly/cloth.ts exports. Matrices, levels and rows are given by the tables of their columns.
import { clothBytes } from './cloth-bytes.generated.ts';
import { type KernelBase, KernelModule } from './kernels.ts';

export interface ClothKernels extends KernelBase {
  findRows(table: number, list: number, count: number, first: number, tolerance: number, out: number): number;
  sweepRows(table: number, active: number, count: number): number;
  aimRows(
    table: number,
    from: number,
    to: number,
    obstacles: number,
    gap: number,
    selfGap: number,
    h: number,
    frame: number,
  ): void;
  takeNearRows(table: number, mesh: number, near: number, count: number, source: number, closest: number): number;
  isContactRow(table: number, mesh: number, near: number, source: number, row: number): number;
  engageRows(
    table: number,
    mesh: number,
    near: number,
    source: number,
    found: number,
    count: number,
    working: number,
    workingCount: number,
  ): number;
  multiply(matrix: number, x: number, y: number): void;
  multiplyCouplings(couplings: number, count: number, x: number, y: number): void;
  /** `inverse` is 0 for none. */
  sweepForward(matrix: number, inverse: number, x: number, y: number): void;
  sweepBackward(matrix: number, inverse: number, x: number, y: number): void;
  assembleTriangles(table: number, count: number, x: number, h: number): void;
  restrict(level: number, fine: number, coarse: number): void;
  prolong(level: number, coarse: number, fine: number): void;
  /** `held` is 0 if nothing is. */
  assembleLevel(level: number, held: number, left: number): void;
  readonly leftDiagonal: { readonly value: number };
  readonly leftNear: { readonly value: number };
  readonly leftFar: { readonly value: number };
  scatterBlock(level: number, block: number, i: number, j: number, next: number): void;
  scatterDiagonal(level: number, block: number, i: number, next: number): void;
  factorDense(lower: number, size: number): void;
  solveDense(lower: number, size: number, r: number, x: number): void;
  dot(a: number, b: number, size: number): number;
  addVector(y: number, s: number, x: number, size: number): void;
  followVector(y: number, s: number, x: number, size: number): void;
}

export const clothKernels: KernelModule<ClothKernels> = new KernelModule(clothBytes);
