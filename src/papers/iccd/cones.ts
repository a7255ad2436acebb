// Continuous normal cones [ICCD §IV-B]: for one step, along which direction does every face of a patch keep its front side
// in view? Base patches get a cone that provably holds all control normals of their faces; those of larger patches are merged
// in plain doubles, they only propose a direction, which `certify` then holds against every base patch.
// Departs from the paper: it trusts merged cones as computed, and builds them from single triangles; patches cost less.
//
// Face (a, b, c) with E = b − a, F = c − a has the normal n(t) = n0 (1 − t)² + m 2t(1 − t) + n1 t², where n0 = E0 × F0,
// n1 = E1 × F1, m = (E0 × F1 + E1 × F0) / 2 = (n0 + n1 − δ) / 2. A direction d with d·n0, d·m, d·n1 > 0 has d·n(t) > 0 throughout.
//
// Rounding in the kernel, with u = 2^−53 and S = |E|₁|F|₁ (for m the sum of both products): a control normal is computed from two
// differences, two scalings, a product and one or two sums, at most seven roundings, so it is off by at most 8u S = 2^−50 S. It
// must be at least 2^−20 S long, hence its direction is off by less than 2^−29. The sine of a cone comes from its squared cosine,
// whose error of a few u is at most 4·10^−8 after the root. The kernel's `SLACK` covers both and the few u of dot products, tenfold.
import { Block } from '../../core/memory/block.ts';
import type { VertexMotion } from '../../core/motion/vertex-motion.ts';
import { PatchCones } from '../../core/wasm/mesh.generated.ts';
import type { Patches } from './patches.ts';

/** Bytes of the control normals of a face, which the kernel keeps for one base patch. */
const NORMALS = 128;

/** A sample that leaves out no face; base patches have fewer. */
export const ALL = 0x7fffffff;

/** Sine of the angle between two axes below which one serves for both. */
const SAME = 1e-6;

export class Cones {
  private readonly motion: VertexMotion;
  private patches: Patches;
  /** For the kernel that fits the cones of base patches. */
  private readonly fitting: PatchCones;
  /** Per node: unit axis, cosine of the half angle, 0 if there is no cone. Proposals. */
  private merged: Float64Array = new Float64Array(0);
  /** Corners of the faces of base patches, in patch order. */
  private readonly triangles: Block;
  /** Where the faces of each base patch begin there, and those of the last end. */
  private readonly starts: Block;
  private readonly normals: Block;
  /** Per base patch: unit axis, sine of the half angle with slack, Infinity if there is no cone. Trusted. */
  private readonly base: Block;

  constructor(motion: VertexMotion, patches: Patches) {
    const { memory } = motion;
    const fitting = new PatchCones(memory, memory.allocate(PatchCones.BYTES));
    const block = (table: 'triangles' | 'starts' | 'normals' | 'cones') =>
      new Block(memory, 0, (pointer) => {
        fitting[table] = pointer;
      });
    this.motion = motion;
    this.patches = patches;
    this.fitting = fitting;
    this.triangles = block('triangles');
    this.starts = block('starts');
    this.normals = block('normals');
    this.base = block('cones');
    this.renew(patches);
  }

  /** For other patches of the mesh, in the same memory. */
  renew(patches: Patches): void {
    const starts = startsOfLeaves(patches);
    let largest = 0;
    for (let i = 0; i < patches.leafCount; i++) largest = Math.max(largest, starts[i + 1] - starts[i]);
    this.patches = patches;
    this.merged = new Float64Array(4 * patches.nodeCount);
    this.starts.put(starts);
    this.normals.reserve(NORMALS * largest);
    this.base.reserve(32 * patches.leafCount);
    this.triangles.reserve(12 * starts[patches.leafCount]);
    this.putTriangles(starts[patches.leafCount]);
  }

  private putTriangles(count: number): void {
    const { order } = this.patches;
    const { triangles } = this.motion.mesh;
    const corners = this.motion.memory.u32(this.triangles.pointer, 3 * count);
    for (let i = 0; i < count; i++) {
      for (let k = 0; k < 3; k++) corners[3 * i + k] = triangles[3 * order[i] + k];
    }
  }

  /**
   * A base patch has lost a face: it and whatever has it never has a cone again, and its vertices, which may be gone, are not read. `first`
   * and `count` are its faces in patch order.
   */
  remove(first: number, count: number): void {
    // Faces without extent are degenerate.
    this.motion.memory.u32(this.triangles.pointer + 12 * first, 3 * count).fill(0);
  }

  /**
   * Cones of all patches in the step that the motion is set to; `unit` is a power of two that brings its largest coordinate near 1.
   * From only `sample` faces for each base patch they cost less and prove nothing.
   */
  update(unit: number, sample: number = ALL): void {
    const { memory, context } = this.motion;
    const { fitting } = this;
    fitting.patchCount = this.patches.leafCount;
    fitting.sample = sample;
    fitting.unit = unit;
    memory.kernels.fitCones(context.address, fitting.address);
    this.merge();
  }

  private merge(): void {
    const { merged, patches } = this;
    const { second, firstLeaf, nodeCount } = patches;
    const base = this.trusted;
    for (let i = nodeCount - 1; i >= 0; i--) {
      if (second[i] !== 0) mergeCones(merged, 4 * (i + 1), 4 * second[i], 4 * i);
      else copyCone(base, 4 * firstLeaf[i], merged, 4 * i);
    }
  }

  private get trusted(): Float64Array {
    return this.motion.memory.f64(this.base.pointer, 4 * this.patches.leafCount);
  }

  /** Writes the proposed direction of a node, nearly unit; false if there is none. */
  propose(node: number, axis: Float64Array): boolean {
    const { merged } = this;
    for (let k = 0; k < 3; k++) axis[k] = merged[4 * node + k];
    return merged[4 * node + 3] > 0;
  }

  /** Whether all faces of a node provably keep d·n > 0 throughout the step. `d` is unit but for a few roundings. */
  certify(node: number, d: Float64Array): boolean {
    const { patches } = this;
    const base = this.trusted;
    const x = d[0];
    const y = d[1];
    const z = d[2];
    const first = 4 * patches.firstLeaf[node];
    const end = first + 2 * (patches.end[node] - node + 1);
    for (let i = first; i < end; i += 4) {
      if (!(x * base[i] + y * base[i + 1] + z * base[i + 2] > base[i + 3])) return false;
    }
    return true;
  }
}

/** Where the faces of each base patch begin, and those of the last end. */
function startsOfLeaves({ second, firstLeaf, firstFace, faceCount, nodeCount, leafCount }: Patches): Uint32Array {
  const starts = new Uint32Array(leafCount + 1);
  for (let i = 0; i < nodeCount; i++) if (second[i] === 0) starts[firstLeaf[i] + 1] = firstFace[i] + faceCount[i];
  return starts;
}

/** The vector (x, y, z) scaled to length 1, off by a few roundings. */
export function setUnit(axis: Float64Array, at: number, x: number, y: number, z: number): void {
  const length = Math.sqrt(x * x + y * y + z * z);
  axis[at] = x / length;
  axis[at + 1] = y / length;
  axis[at + 2] = z / length;
}

function copyCone(base: Float64Array, from: number, cones: Float64Array, to: number): void {
  const sine = base[from + 3];
  cones[to] = base[from];
  cones[to + 1] = base[from + 1];
  cones[to + 2] = base[from + 2];
  cones[to + 3] = sine < 1 ? Math.sqrt(1 - sine * sine) : 0;
}

/**
 * The smallest cone around two, as Provot merges them: the wider if it holds the other, else one that touches both. Angles by their
 * cosines and sines: `reach` is from the wider's axis to the far side of the other, `all` is across both.
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
  const cosineBetween = cones[a] * cones[b] + cones[a + 1] * cones[b + 1] + cones[a + 2] * cones[b + 2];
  const sineBetween = sineOf(cosineBetween);
  const cosineReach = cosineBetween * cosineNarrow - sineBetween * sineNarrow;
  const sineReach = sineBetween * cosineNarrow + cosineBetween * sineNarrow;
  const isWithin = sineReach >= 0 && cosineReach >= cosine;
  let toWide = 1;
  let toNarrow = 0;
  let cosineHalf = cosine;
  if (!isWithin) {
    const sineAll = sine * cosineReach + cosine * sineReach;
    // Half of it is a right angle or more.
    if (!(sineReach >= 0 && sineAll > 0)) return;
    cosineHalf = Math.sqrt(Math.max(0, 1 + cosine * cosineReach - sine * sineReach) / 2);
    const sineHalf = sineAll / (2 * cosineHalf);
    if (sineBetween > SAME) {
      toNarrow = (sineHalf * cosine - cosineHalf * sine) / sineBetween;
      toWide = cosineHalf * cosine + sineHalf * sine - toNarrow * cosineBetween;
    }
  }
  for (let k = 0; k < 3; k++) cones[out + k] = toWide * cones[wide + k] + toNarrow * cones[narrow + k];
  cones[out + 3] = cosineHalf;
}

const sineOf = (cosine: number): number => Math.sqrt(Math.max(0, 1 - cosine * cosine));
