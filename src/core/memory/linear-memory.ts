// The memory of a collider of deforming meshes, with its kernels.
import { type MeshKernels, meshKernels } from '../kernels/mesh-kernels.ts';
import { KernelMemory } from './kernel-memory.ts';

/** Bytes that a collider takes, and a face of it: enough for most. */
const ANYWAY = 6e6;
const A_FACE = 800;

export class LinearMemory extends KernelMemory<MeshKernels> {
  /** For a mesh with so many faces; without it grows from nothing. */
  constructor(faceCount?: number) {
    super(meshKernels, faceCount === undefined ? 0 : ANYWAY + A_FACE * faceCount);
  }
}
