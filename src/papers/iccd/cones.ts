// Continuous normal cones [ICCD §IV-B]: decides for one step whether there is a direction along
// which every face of a patch keeps its front side in view. Base patches get a cone that provably
// holds all control normals of their faces (kernels/cones.ts). Cones of larger patches are merged
// in plain doubles and only propose a direction. `certify` then checks that direction against every
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
import { dot } from '../../core/math/triples.ts';
import { type Block, structBlocks } from '../../core/memory/block.ts';
import type { VertexMotion } from '../../core/motion/vertex-motion.ts';
import { PatchCones } from '../../core/wasm/mesh.generated.ts';
import type { Patches } from './patches.ts';

/** Bytes per face of the control normals, which the kernel keeps for one base patch at a time. */
const NORMALS_BYTES_PER_FACE = 128;

/** A sample size that is larger than any base patch: no face is left out. */
export const ALL_FACES = 0x7fffffff;

/**
 * Sine of the angle between two axes below which they count as equal; then the merged cone keeps
 * one of them.
 */
const SAME_AXIS_SINE = 1e-6;

/** The cones of all patches in one step. */
export class Cones {
  private readonly motion: VertexMotion;
  private patches: Patches;
  /** The struct that the kernel `fitCones` reads and writes. */
  private readonly fitting: PatchCones;
  /**
   * Per node: unit axis and cosine of the half angle, 0 if there is no cone. These only propose
   * directions.
   */
  private merged: Float64Array = new Float64Array(0);
  /**
   * The tables of `fitting`. Faces are in patch order. The cones of base patches, unlike `merged`,
   * are proven.
   */
  private readonly blocks: Record<'triangles' | 'starts' | 'normals' | 'cones', Block>;

  constructor(motion: VertexMotion, patches: Patches) {
    const { memory } = motion;
    this.motion = motion;
    this.patches = patches;
    this.fitting = new PatchCones(memory, memory.allocate(PatchCones.BYTES));
    this.blocks = structBlocks(memory, this.fitting, 'triangles', 'starts', 'normals', 'cones');
    this.renew(patches);
  }

  /** Takes other patches of the same mesh and reuses the memory. */
  renew(patches: Patches): void {
    const starts = startsOfLeaves(patches);
    let largest = 0;
    for (let i = 0; i < patches.leafCount; i++) largest = Math.max(largest, starts[i + 1] - starts[i]);
    this.patches = patches;
    this.merged = new Float64Array(4 * patches.nodeCount);
    this.blocks.starts.put(starts);
    this.blocks.normals.reserve(NORMALS_BYTES_PER_FACE * largest);
    this.blocks.cones.reserve(32 * patches.leafCount);
    const { order } = patches;
    const { triangles } = this.motion.mesh;
    const count = starts[patches.leafCount];
    this.blocks.triangles.reserve(12 * count);
    const corners = this.motion.memory.u32(this.fitting.triangles, 3 * count);
    for (let i = 0; i < count; i++) {
      for (let k = 0; k < 3; k++) corners[3 * i + k] = triangles[3 * order[i] + k];
    }
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
    this.merge();
  }

  /** Merges the cones of base patches upwards. */
  private merge(): void {
    const { merged, patches } = this;
    const { second, firstLeaf, nodeCount } = patches;
    const base = this.trusted;
    for (let i = nodeCount - 1; i >= 0; i--) {
      if (second[i] !== 0) {
        mergeCones(merged, 4 * (i + 1), 4 * second[i], 4 * i);
        continue;
      }
      const from = 4 * firstLeaf[i];
      const sine = base[from + 3];
      for (let k = 0; k < 3; k++) merged[4 * i + k] = base[from + k];
      merged[4 * i + 3] = sine < 1 ? Math.sqrt(1 - sine * sine) : 0;
    }
  }

  /** The proven cones of the base patches: unit axis and sine of the half angle. */
  private get trusted(): Float64Array {
    return this.motion.memory.f64(this.fitting.cones, 4 * this.patches.leafCount);
  }

  /**
   * Writes the proposed direction of a node, nearly of unit length. Returns false if there is none.
   */
  propose(node: number, axis: Float64Array): boolean {
    const { merged } = this;
    for (let k = 0; k < 3; k++) axis[k] = merged[4 * node + k];
    return merged[4 * node + 3] > 0;
  }

  /**
   * Whether all faces of a node provably keep d·n > 0 throughout the step. `d` has unit length up
   * to a few roundings.
   */
  certify(node: number, d: Float64Array): boolean {
    const { patches } = this;
    const base = this.trusted;
    const first = 4 * patches.firstLeaf[node];
    const end = first + 2 * (patches.end[node] - node + 1);
    for (let i = first; i < end; i += 4) {
      if (!(dot(d, 0, base, i) > base[i + 3])) return false;
    }
    return true;
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

/**
 * Writes the smallest cone that holds two cones, as Provot merges them: the wider one if it holds
 * the other, else the cone that touches both. Angles are handled by their cosines and sines.
 * `…Reach` is the angle from the axis of the wider cone to the far side of the narrower one, `…All`
 * the angle across both. Writes cosine 0, no cone, if the half angle would be 90° or more.
 */
export function mergeCones(cones: Float64Array, a: number, b: number, out: number): void {
  const wide = cones[a + 3] > cones[b + 3] ? b : a;
  const narrow = wide === a ? b : a;
  const cosine = cones[wide + 3];
  cones[out + 3] = 0;
  if (!(cosine > 0)) return;
  const sine = sineOf(cosine);
  const cosineNarrow = cones[narrow + 3];
  const sineNarrow = sineOf(cosineNarrow);
  const cosineBetween = dot(cones, a, cones, b);
  const sineBetween = sineOf(cosineBetween);
  const cosineReach = cosineBetween * cosineNarrow - sineBetween * sineNarrow;
  const sineReach = sineBetween * cosineNarrow + cosineBetween * sineNarrow;
  const isWithin = sineReach >= 0 && cosineReach >= cosine;
  let toWide = 1;
  let toNarrow = 0;
  let cosineHalf = cosine;
  if (!isWithin) {
    const sineAll = sine * cosineReach + cosine * sineReach;
    // Half of the angle across both is a right angle or more.
    if (!(sineReach >= 0 && sineAll > 0)) return;
    cosineHalf = Math.sqrt(Math.max(0, 1 + cosine * cosineReach - sine * sineReach) / 2);
    const sineHalf = sineAll / (2 * cosineHalf);
    if (sineBetween > SAME_AXIS_SINE) {
      toNarrow = (sineHalf * cosine - cosineHalf * sine) / sineBetween;
      toWide = cosineHalf * cosine + sineHalf * sine - toNarrow * cosineBetween;
    }
  }
  for (let k = 0; k < 3; k++) cones[out + k] = toWide * cones[wide + k] + toNarrow * cones[narrow + k];
  cones[out + 3] = cosineHalf;
}

const sineOf = (cosine: number): number => Math.sqrt(Math.max(0, 1 - cosine * cosine));
