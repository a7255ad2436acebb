// The nearest points of two triangles: what assembly/triangles.ts exports. A module of its own, because every door needs it.
import { type KernelBase, KernelModule } from './kernels.ts';
import { trianglesBytes } from './triangles-bytes.generated.ts';

export interface TriangleKernels extends KernelBase {
  nearestOfTriangles(block: number, size: number, close: number): number;
  crossingOfTriangles(block: number): void;
}

export const triangleKernels: KernelModule<TriangleKernels> = new KernelModule(trianglesBytes);
