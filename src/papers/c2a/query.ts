// Two hierarchies in one linear memory, and the block by which the kernels of C²A are asked about them (assembly/swept-query.ts).
import { c2aKernels } from '../../core/kernels/c2a-kernels.ts';
import { KernelMemory } from '../../core/memory/kernel-memory.ts';
import { type Leg, MOTION_DOUBLES, writeLeg } from '../../core/motion/rigid-motion.ts';
import { VOLUME } from './volume.ts';

/** What a query needs of a hierarchy; `SweptSpheres` has it. */
export interface Side {
  readonly volumes: Float64Array;
  readonly triangles: Float64Array;
  readonly height: number;
  readonly extent: number;
}

/** Two volumes at one time: the directed distance of both. */
export interface Gap {
  /** A lower bound of the distance; negative where they may meet. */
  readonly gap: number;
  /** From a to b, in b's frame at that time: the volumes are that far apart along it. */
  readonly direction: readonly [number, number, number];
}

/** Byte offsets of a query. */
const MARGIN = 800;
const POINTERS = 824;
const STEP = 848;
const CLOSEST = 856;
const FRONT = 864;
const LEAVES = 868;
const QUERY_BYTES = 960;
/** Bytes of a pair of volumes that waits, and of a volume and a triangle. */
const ENTRY = 24;
const VOLUME_BYTES = 8 * VOLUME;
const TRIANGLE_BYTES = 72;

/** What rounding may do to a gap or a closing speed, in units of what it is made of: 1024 roundings, as docs/numerics.md derives for all rigid bodies. */
const ROUNDING = 2 ** -43;

export class SweptQuery {
  /** What rounding may do to a gap on these legs. */
  margin = 0;
  private readonly a: Side;
  private readonly b: Side;
  private readonly memory = new KernelMemory(c2aKernels);
  private readonly block: number;
  private readonly pointers: readonly number[];
  private readonly out: number;

  constructor(a: Side, b: Side) {
    this.a = a;
    this.b = b;
    this.block = this.memory.allocate(QUERY_BYTES);
    this.out = this.memory.allocate(40);
    this.pointers = [a.volumes, b.volumes, a.triangles, b.triangles].map((values) => this.put(values));
    const stack = this.memory.allocate(ENTRY * (a.height + b.height));
    this.memory.u32(this.block + POINTERS, 5).set([...this.pointers, stack]);
  }

  private put(values: Float64Array): number {
    const pointer = this.memory.allocate(values.byteLength);
    this.memory.f64(pointer, values.length).set(values);
    return pointer;
  }

  /** Takes two legs that share some time; forgets what is known about those before. */
  begin(a: Leg, b: Leg): void {
    const { doubles } = this.memory;
    const at = this.block / 8;
    writeLeg(doubles, at, a);
    writeLeg(doubles, at + MOTION_DOUBLES, b);
    const turning = length(a.angularVelocity) * this.a.extent + length(b.angularVelocity) * this.b.extent;
    const speed = length(a.velocity) + length(b.velocity) + turning;
    const reach = length(a.pose.position) + length(b.pose.position) + this.a.extent + this.b.extent;
    this.margin = ROUNDING * (reach + speed);
    doubles.set([this.margin, ROUNDING * speed, speed], at + MARGIN / 8);
    this.memory.kernels.c2aBegin(this.block);
  }

  iterate(t: number, rest: number, control: boolean, w: number, threshold: number, near: number): void {
    this.memory.kernels.c2aIterate(t, rest, control, w, threshold, near);
  }

  /** Of the last iteration: the step, the distance of the closest pair of triangles known, how many front nodes there were. */
  get step(): number {
    return this.memory.doubles[(this.block + STEP) / 8];
  }

  get closest(): number {
    return this.memory.doubles[(this.block + CLOSEST) / 8];
  }

  get front(): number {
    return this.memory.words[(this.block + FRONT) / 4];
  }

  /** Places of the closest pair known; −1 first if there is none. */
  get leaves(): Int32Array {
    return this.memory.i32(this.block + LEAVES, 2);
  }

  /** How many pairs of triangles are within `near` at time t. */
  countWithin(t: number, near: number): number {
    return this.memory.kernels.c2aCountWithin(t, near);
  }

  /** Of a node each at time t. */
  gap(t: number, nodeA: number, nodeB: number): Gap {
    const [a, b] = [this.pointers[0] + VOLUME_BYTES * nodeA, this.pointers[1] + VOLUME_BYTES * nodeB];
    this.memory.kernels.c2aSetTime(t);
    this.memory.kernels.c2aGap(a, b, this.out);
    const [gap, x, y, z] = this.memory.f64(this.out, 4);
    return { gap, direction: [x, y, z] };
  }

  /** Lemma 1 of both bodies: how fast the gap of two nodes along a direction of b's frame at time t, from a to b, can close. */
  closingOfNodes(t: number, direction: Gap['direction'], nodeA: number, nodeB: number): number {
    const { kernels } = this.memory;
    const reachA = kernels.c2aVolumeReach(this.pointers[0] + VOLUME_BYTES * nodeA, false);
    const reachB = kernels.c2aVolumeReach(this.pointers[1] + VOLUME_BYTES * nodeB, true);
    kernels.c2aSetTime(t);
    return kernels.c2aClosing(...direction, reachA, reachB);
  }

  /** Lemma 2 of both bodies, for the triangles at two places. */
  closingOfTriangles(t: number, direction: Gap['direction'], placeA: number, placeB: number): number {
    const { kernels } = this.memory;
    const reachA = kernels.c2aTriangleReach(this.pointers[2] + TRIANGLE_BYTES * placeA, false);
    const reachB = kernels.c2aTriangleReach(this.pointers[3] + TRIANGLE_BYTES * placeB, true);
    kernels.c2aSetTime(t);
    return kernels.c2aClosing(...direction, reachA, reachB);
  }
}

function length([x, y, z]: readonly [number, number, number]): number {
  return Math.sqrt(x * x + y * y + z * z);
}
