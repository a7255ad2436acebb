// Continuous normal cones [ICCD §IV-B]: decides for one step whether there is a direction along
// which every face of a patch keeps its front side in view. Base patches get a cone that provably
// holds all control normals of their faces (kernels/cones.ts). Cones of larger patches are merged
// without bounds on rounding and only propose a direction. `certify` then checks that direction against every
// base patch.
// Safe direction: a patch without a cone, or whose direction fails, is not quiet.
// Departs from the paper: it trusts merged cones as computed and starts from single triangles.
// Starting from base patches costs less.
//
// Face (a, b, c) with E = b − a, F = c − a has the normal n(t) = n0 (1 − t)² + m 2t(1 − t) + n1 t²,
// where n0 = E0 × F0, n1 = E1 × F1, m = (E0 × F1 + E1 × F0) / 2 = (n0 + n1 − δ) / 2: the control
// normals. A direction d with d·n0, d·m, d·n1 > 0 has d·n(t) > 0 throughout the step.
//
// Rounding in the kernel: u = 2^−53, S = |E|₁|F|₁ (for m the sum of both products). A control
// normal takes two differences, two scalings, a product and one or two sums: at most seven
// roundings, so it is off by at most 8u S = 2^−50 S. It must be at least 2^−20 S long, so its
// direction is off by less than 2^−29. The sine of a cone comes from its squared cosine; an error
// of a few u there is at most 4·10^−8 after the root. The kernel's `SINE_SLACK` covers both, and
// the few u of dot products, tenfold.
import { type Block, structBlocks } from '../../core/memory/block.ts';
import type { VertexMotion } from '../../core/motion/vertex-motion.ts';
import { PatchCones } from '../../core/wasm/mesh.generated.ts';
import type { Patches } from './patches.ts';

/** Bytes per face of the control normals, which the kernel keeps for one base patch at a time. */
export const NORMALS_BYTES_PER_FACE = 128;

/** A sample size that is larger than any base patch: no face is left out. */
export const ALL_FACES = 0x7fffffff;

/** The cones of all patches in one step. */
export class Cones {
  private readonly motion: VertexMotion;
  private patches: Patches;
  /** The struct that the kernel `fitCones` reads and writes. */
  private readonly fitting: PatchCones;
  /**
   * The tables of `fitting`. Faces are in patch order. The cones of base patches, unlike `merged`,
   * are proven.
   */
  private readonly blocks: Record<
    'triangles' | 'starts' | 'normals' | 'cones' | 'seconds' | 'firstLeaves' | 'merged',
    Block
  >;

  constructor(motion: VertexMotion, patches: Patches) {
    const { memory } = motion;
    this.motion = motion;
    this.patches = patches;
    this.fitting = new PatchCones(memory, memory.allocate(PatchCones.BYTES));
    const tables = ['triangles', 'starts', 'normals', 'cones', 'seconds', 'firstLeaves', 'merged'] as const;
    this.blocks = structBlocks(memory, this.fitting, ...tables);
    try {
      this.renew(patches);
    } catch (error) {
      this.dispose();
      throw error;
    }
  }

  /** Takes other patches of the same mesh and reuses the memory. */
  renew(patches: Patches): void {
    const starts = startsOfLeaves(patches);
    let largest = 0;
    for (let i = 0; i < patches.leafCount; i++) largest = Math.max(largest, starts[i + 1] - starts[i]);
    this.patches = patches;
    this.fitting.nodeCount = patches.nodeCount;
    this.blocks.starts.put(starts);
    this.blocks.seconds.put(patches.second);
    this.blocks.firstLeaves.put(patches.firstLeaf);
    this.blocks.merged.reserve(32 * patches.nodeCount);
    this.blocks.normals.reserve(NORMALS_BYTES_PER_FACE * largest);
    this.blocks.cones.reserve(32 * patches.leafCount);
    this.gatherTriangles(starts[patches.leafCount]);
  }

  /** Releases all memory. */
  dispose(): void {
    for (const block of Object.values(this.blocks)) block.dispose();
    this.motion.memory.release(this.fitting.address);
  }

  /** Copies the corners of the first `count` faces in patch order. */
  private gatherTriangles(count: number): void {
    const { memory, mesh } = this.motion;
    this.blocks.triangles.reserve(12 * count);
    memory.borrow([4 * count, 12 * mesh.faceCount], ([order, triangles]) => {
      memory.u32(order, count).set(this.patches.order.subarray(0, count));
      memory.u32(triangles, 3 * mesh.faceCount).set(mesh.triangles);
      memory.kernels.gatherFaces(order, count, triangles, this.fitting.triangles);
    });
  }

  /**
   * Takes the cone from a base patch that has lost a face, and so from all patches that contain it,
   * for good. The vertices of the patch may be gone and are not read any more. `first` and `count`
   * are its faces in patch order.
   */
  remove(first: number, count: number): void {
    // All corners become vertex 0: degenerate faces, which have no cone.
    this.motion.memory.u32(this.fitting.triangles + 12 * first, 3 * count).fill(0);
  }

  /**
   * Computes the cones of all patches for the current step of the motion. `unit` is a power of two
   * that scales the largest coordinate to about 1. `sample` limits how many faces of each base
   * patch are read. With fewer than all, the cones cost less and prove nothing.
   */
  update(unit: number, sample: number = ALL_FACES): void {
    const { memory, context } = this.motion;
    const { fitting } = this;
    fitting.patchCount = this.patches.leafCount;
    fitting.sample = sample;
    fitting.unit = unit;
    memory.kernels.fitCones(context.address, fitting.address);
    memory.kernels.mergeCones(fitting.address);
  }

  /**
   * Writes the proposed direction of a node, nearly of unit length. Returns false if there is none.
   */
  propose(node: number, axis: Float64Array): boolean {
    const merged = this.motion.memory.f64(this.fitting.merged + 32 * node, 4);
    for (let k = 0; k < 3; k++) axis[k] = merged[k];
    return merged[3] > 0;
  }

  /**
   * Whether all faces of a node provably keep d·n > 0 throughout the step. `d` has unit length up
   * to a few roundings.
   */
  certify(node: number, d: Float64Array): boolean {
    const { patches, fitting } = this;
    const { kernels } = this.motion.memory;
    const first = patches.firstLeaf[node];
    const end = first + (patches.end[node] - node + 1) / 2;
    return kernels.certifyCones(fitting.address, first, end, d[0], d[1], d[2]) !== 0;
  }
}

/** Index in `order` of the first face of each base patch, then the end of the last. */
function startsOfLeaves({ second, firstLeaf, firstFace, faceCount, nodeCount, leafCount }: Patches): Uint32Array {
  const starts = new Uint32Array(leafCount + 1);
  for (let i = 0; i < nodeCount; i++) if (second[i] === 0) starts[firstLeaf[i] + 1] = firstFace[i] + faceCount[i];
  return starts;
}

/** Writes (x, y, z) scaled to length 1 to axis[at…], off by a few roundings. */
export function setUnit(axis: Float64Array, at: number, x: number, y: number, z: number): void {
  const length = Math.sqrt(x * x + y * y + z * z);
  axis[at] = x / length;
  axis[at + 1] = y / length;
  axis[at + 2] = z / length;
}
