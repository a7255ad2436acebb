// The swept sphere volume hierarchy [C²A §III-B]: a binary tree over a triangle soup without topology, built top-down (assembly/swept-build.ts),
// one triangle a leaf. Volumes are in the body's frame; parents precede children, and both children of a node stand side by side.

import { c2aKernels } from '../../core/kernels/c2a-kernels.ts';
import { powerOfTwoBelow } from '../../core/math/power-of-two.ts';
import { KernelMemory } from '../../core/memory/kernel-memory.ts';
import { type Kind, LINK, VOLUME } from './volume.ts';

export class SweptSpheres {
  /** `VOLUME` numbers a node, the root first. */
  readonly volumes: Float64Array;
  /** Nine numbers a triangle, in the order of the leaves, and which triangle of the soup each is. */
  readonly triangles: Float64Array;
  readonly order: Uint32Array;
  /** The most nodes from the root to a leaf. */
  readonly height: number;
  /** How far the farthest corner is from the frame's origin. */
  readonly extent: number;
  private readonly links: Int32Array;

  private constructor(triangles: Float64Array) {
    const count = triangles.length / 9;
    const memory = new KernelMemory(c2aKernels);
    const [input, order, volumes, scratch] = [
      triangles.byteLength,
      4 * count,
      8 * VOLUME * (2 * count - 1),
      memory.kernels.c2aScratch() * count,
    ].map((bytes) => memory.allocate(bytes));
    memory.f64(input, triangles.length).set(triangles);
    this.extent = farthest(triangles);
    this.height = memory.kernels.c2aBuild(input, count, unitScale(this.extent), this.extent, order, volumes, scratch);
    this.order = memory.u32(order, count).slice();
    this.volumes = memory.f64(volumes, VOLUME * (2 * count - 1)).slice();
    this.links = new Int32Array(this.volumes.buffer);
    this.triangles = sorted(triangles, this.order);
  }

  /** Nine numbers a triangle, in the body's frame; at least one triangle, all finite. */
  static over(triangles: Float64Array): SweptSpheres {
    return new SweptSpheres(triangles);
  }

  get nodeCount(): number {
    return this.volumes.length / VOLUME;
  }

  /** The first of a node's two children, or ~place of a leaf's triangle. */
  link(node: number): number {
    return this.links[2 * (VOLUME * node + LINK)];
  }

  kind(node: number): Kind {
    return this.links[2 * (VOLUME * node + LINK) + 1] as Kind;
  }
}

function sorted(triangles: Float64Array, order: Uint32Array): Float64Array {
  const out = new Float64Array(triangles.length);
  order.forEach((t, i) => {
    out.set(triangles.subarray(9 * t, 9 * t + 9), 9 * i);
  });
  return out;
}

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
