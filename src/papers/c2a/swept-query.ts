// Two hierarchies in one linear memory, and the context by which the kernels of C²A answer
// questions about them (kernels/c2a-context.ts).

import { length, type Vector } from '../../core/math/vector.ts';
import { KernelMemory } from '../../core/memory/kernel-memory.ts';
import { type Leg, MOTION_DOUBLES, writeLeg } from '../../core/motion/rigid-motion.ts';
import {
  C2aContext,
  type C2aKernels,
  c2aKernels,
  NearestScratch,
  RectanglePair,
  RelativeMotion,
  SweptVolume,
  WaitingPair,
} from '../../core/wasm/c2a.generated.ts';

/** The part of a hierarchy that a query needs; `SweptSpheres` has it. */
export interface Side {
  /** `VOLUME_DOUBLES` numbers per node, the root first. */
  readonly volumes: Float64Array;
  /** Nine numbers per triangle, in the order of the leaves. */
  readonly triangles: Float64Array;
  /** The most nodes from the root to a leaf. */
  readonly height: number;
  /** Distance of the farthest corner from the frame's origin. */
  readonly extent: number;
}

/** The gap of two volumes at one time. */
export interface Gap {
  /** A lower bound of the distance; negative where they may meet. */
  readonly gap: number;
  /** From a to b, in b's frame at that time: the volumes are that far apart along it. */
  readonly direction: Vector;
}

/** Bytes of a triangle: nine doubles. */
const TRIANGLE_BYTES = 72;

/**
 * Bound on the rounding error of a gap or a closing speed, as a share of the lengths and speeds it
 * is computed from: 1024 roundings, as docs/numerics.md derives for all rigid bodies.
 */
const RELATIVE_MARGIN = 2 ** -43;

/** Questions about two bodies on one pair of legs. */
export class SweptQuery {
  private readonly a: Side;
  private readonly b: Side;
  private readonly memory: KernelMemory<C2aKernels> = new KernelMemory(c2aKernels);
  /** Options and answers of the kernels; each field says which it is. */
  readonly context: C2aContext;

  constructor(a: Side, b: Side) {
    const { memory } = this;
    this.a = a;
    this.b = b;
    // The kernels expect the relative motion behind the context.
    this.context = new C2aContext(memory, memory.allocate(C2aContext.BYTES + RelativeMotion.BYTES));
    this.context.signedSpeed = true;
    this.context.nearest = memory.allocate(NearestScratch.BYTES);
    this.context.rectangles = memory.allocate(RectanglePair.BYTES);
    this.context.motionA = memory.allocate(8 * MOTION_DOUBLES);
    this.context.motionB = memory.allocate(8 * MOTION_DOUBLES);
    this.context.placed = memory.allocate(TRIANGLE_BYTES);
    this.context.stack = memory.allocate(WaitingPair.BYTES * (a.height + b.height));
    this.context.volumesA = this.put(a.volumes);
    this.context.volumesB = this.put(b.volumes);
    this.context.trianglesA = this.put(a.triangles);
    this.context.trianglesB = this.put(b.triangles);
  }

  private put(values: Float64Array): number {
    const pointer = this.memory.allocate(values.byteLength);
    this.memory.f64(pointer, values.length).set(values);
    return pointer;
  }

  /** Takes two legs that share some time; forgets the closest pair of the legs before. */
  begin(a: Leg, b: Leg): void {
    const { context, memory } = this;
    writeLeg(memory.doubles, context.motionA / 8, a);
    writeLeg(memory.doubles, context.motionB / 8, b);
    const turning = length(a.angularVelocity) * this.a.extent + length(b.angularVelocity) * this.b.extent;
    const speed = length(a.velocity) + length(b.velocity) + turning;
    const reach = length(a.pose.position) + length(b.pose.position) + this.a.extent + this.b.extent;
    context.margin = RELATIVE_MARGIN * (reach + speed);
    context.speedMargin = RELATIVE_MARGIN * speed;
    context.maxSpeed = speed;
    memory.kernels.beginQuery(context.address);
  }

  /**
   * One iteration at time t [C²A §V, algorithm 1], with `rest` of the motion left. It ends at once
   * with a pair of triangles within `near`. The answers are in the context.
   */
  iterate(t: number, rest: number, w: number, near: number): void {
    this.memory.kernels.iterate(this.context.address, t, rest, w, near);
  }

  /** The number of pairs of triangles that are within `near` of each other at time t. */
  countWithin(t: number, near: number): number {
    return this.memory.kernels.countWithin(this.context.address, t, near);
  }

  /** The gap of a node of a and a node of b at time t. */
  gap(t: number, nodeA: number, nodeB: number): Gap {
    const { context, memory } = this;
    memory.kernels.setTime(context.address, t);
    memory.kernels.measureGap(context.address, this.volumeA(nodeA), this.volumeB(nodeB));
    return { gap: context.gap, direction: [context.nx, context.ny, context.nz] };
  }

  /**
   * Lemma 1 [C²A §IV] for both bodies (kernels/motion-bounds.ts): how fast the gap of two nodes can
   * close along a direction from a to b, in the coordinates of b's frame at time t.
   */
  closingSpeedOfNodes(t: number, direction: Vector, nodeA: number, nodeB: number): number {
    const { kernels } = this.memory;
    const { address } = this.context;
    kernels.setTime(address, t);
    return kernels.closingSpeedOfVolumes(address, this.volumeA(nodeA), this.volumeB(nodeB), ...direction);
  }

  /**
   * Lemma 2 [C²A §IV] for both bodies: how fast the gap of the triangles at two places can close
   * along such a direction.
   */
  closingSpeedOfTriangles(t: number, direction: Vector, placeA: number, placeB: number): number {
    const { kernels } = this.memory;
    const { address, trianglesA, trianglesB } = this.context;
    const [a, b] = [trianglesA + TRIANGLE_BYTES * placeA, trianglesB + TRIANGLE_BYTES * placeB];
    kernels.setTime(address, t);
    return kernels.closingSpeedOfTriangles(address, a, b, ...direction);
  }

  private volumeA(node: number): number {
    return this.context.volumesA + SweptVolume.BYTES * node;
  }

  private volumeB(node: number): number {
    return this.context.volumesB + SweptVolume.BYTES * node;
  }
}
