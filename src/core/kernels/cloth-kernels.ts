// The kernels for cloth: what assembly/cloth.ts exports.
import { clothBytes } from './cloth-bytes.generated.ts';
import { type KernelBase, KernelModule } from './kernels.ts';

export interface ClothKernels extends KernelBase {
  findRows(table: number, list: number, count: number, first: number, tolerance: number, out: number): number;
  sweepRows(table: number, active: number, count: number): number;
}

export const clothKernels: KernelModule<ClothKernels> = new KernelModule(clothBytes);
