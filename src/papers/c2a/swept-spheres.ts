// The hierarchy of swept sphere volumes [C²A §III-B]: a binary tree over a triangle soup without
// topology, one triangle per leaf, built top-down (kernels/swept-build.ts). Volumes are in the
// body's frame. Parents precede children, and the two children of a node stand side by side.

import { powerOfTwoBelow } from '../../core/math/power-of-two.ts';
import { KernelMemory } from '../../core/memory/kernel-memory.ts';
import { MeshError } from '../../core/mesh/mesh-error.ts';
import { checkTriples, copyIds } from '../../core/mesh/tri-mesh.ts';
import { copySoupPositions } from '../../core/mesh/triangle-soup.ts';
import { c2aKernels, SweptInput, SweptVolume } from '../../core/wasm/c2a.generated.ts';
import { type Kind, VOLUME_DOUBLES, volumeAt } from './swept-volume.ts';

/** The hierarchy of swept sphere volumes over a triangle soup; built once, never changed. */
export class SweptSpheres {
  /** `VOLUME_DOUBLES` numbers per node, the root first. */
  readonly volumes: Float64Array;
  /** Nine numbers per triangle, in the order of the leaves. */
  readonly triangles: Float64Array;
  /** Which triangle of the soup each leaf holds. */
  readonly order: Uint32Array;
  /** The most nodes from the root to a leaf. */
  readonly height: number;
  /** Distance of the farthest corner from the frame's origin. */
  readonly extent: number;

  private constructor(triangles: Float64Array) {
    const count = triangles.length / 9;
    const nodeCount = 2 * count - 1;
    const memory = new KernelMemory(c2aKernels);
    const input = new SweptInput(memory, memory.allocate(SweptInput.BYTES));
    this.extent = farthest(triangles);
    input.count = count;
    input.scale = unitScale(this.extent);
    input.extent = this.extent;
    input.triangles = memory.allocate(triangles.byteLength);
    input.order = memory.allocate(4 * count);
    input.volumes = memory.allocate(SweptVolume.BYTES * nodeCount);
    input.scratch = memory.allocate(memory.kernels.sweptScratchBytes(count));
    memory.f64(input.triangles, triangles.length).set(triangles);
    this.height = memory.kernels.buildSweptSpheres(input.address);
    this.order = memory.u32(input.order, count).slice();
    this.volumes = memory.f64(input.volumes, VOLUME_DOUBLES * nodeCount).slice();
    this.triangles = sorted(triangles, this.order);
  }

  /**
   * Copies its input: three coordinates per vertex in the body's frame, three vertex ids per
   * triangle. Without ids, each three vertices in turn are a triangle. Throws `MeshError`; a body
   * needs at least one triangle.
   */
  static over(positions: ArrayLike<number>, triangles?: ArrayLike<number>): SweptSpheres {
    const points = copySoupPositions(positions);
    const corners = triangles === undefined ? points : gathered(points, triangles);
    const surplus = corners.length % 9;
    if (surplus > 0) {
      const message = `Without ids, every three vertices are a triangle; ${corners.length / 3} is not a multiple of three.`;
      throw new MeshError('length-not-multiple-of-three', corners.length - surplus, message);
    }
    if (corners.length === 0) throw new MeshError('too-few-corners', 0, 'A hierarchy needs at least one triangle.');
    return new SweptSpheres(corners);
  }

  /** Number of volumes: 2·triangles − 1. */
  get nodeCount(): number {
    return this.volumes.length / VOLUME_DOUBLES;
  }

  /**
   * The number of a node's first child, behind which the second follows; of a leaf ~i, where
   * `order[i]` is its triangle.
   */
  link(node: number): number {
    return volumeAt(this.volumes, node).link;
  }

  /** Kind of a node's volume: `PSS`, `LSS` or `RSS`. */
  kind(node: number): Kind {
    return volumeAt(this.volumes, node).kind as Kind;
  }
}

/** Nine numbers per triangle, of vertices and ids. */
function gathered(points: Float64Array, triangles: ArrayLike<number>): Float64Array {
  checkTriples(triangles.length, 'The triangles hold', 'indices');
  const corners = new Float64Array(3 * triangles.length);
  copyIds(triangles, points.length / 3).forEach((vertex, i) => {
    for (let k = 0; k < 3; k++) corners[3 * i + k] = points[3 * vertex + k];
  });
  return corners;
}

/** The triangles in the order of the leaves. */
function sorted(triangles: Float64Array, order: Uint32Array): Float64Array {
  const out = new Float64Array(triangles.length);
  order.forEach((t, i) => {
    out.set(triangles.subarray(9 * t, 9 * t + 9), 9 * i);
  });
  return out;
}

/** Distance of the farthest point from the origin. */
function farthest(points: Float64Array): number {
  let most = 0;
  for (let i = 0; i < points.length; i += 3) {
    most = Math.max(most, points[i] * points[i] + points[i + 1] * points[i + 1] + points[i + 2] * points[i + 2]);
  }
  return Math.sqrt(most);
}

/** The power of two that brings a length to between 1 and 2; 1 if there is none. */
function unitScale(length: number): number {
  return length > 0 ? 1 / powerOfTwoBelow(length) : 1;
}
