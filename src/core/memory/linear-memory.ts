// The memory of a collider of deforming meshes, with its kernels.
import { type MeshKernels, meshKernels } from '../kernels/mesh-kernels.ts';
import { KernelMemory } from './kernel-memory.ts';

export class LinearMemory extends KernelMemory<MeshKernels> {
  constructor() {
    super(meshKernels);
  }
}
