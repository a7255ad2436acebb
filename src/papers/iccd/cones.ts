// Continuous normal cones [ICCD §IV-B]: for one step, along which direction does every face of a patch keep its front side
// in view? Base patches get a cone that provably holds all control normals of their faces; those of larger patches are merged
// in plain doubles, they only propose a direction, which `certify` then holds against every base patch.
// Departs from the paper: it trusts merged cones as computed, and builds them from single triangles; patches cost less.
//
// Face (a, b, c) with E = b − a, F = c − a has the normal n(t) = n0 (1 − t)² + m 2t(1 − t) + n1 t², where n0 = E0 × F0,
// n1 = E1 × F1, m = (E0 × F1 + E1 × F0) / 2 = (n0 + n1 − δ) / 2. A direction d with d·n0, d·m, d·n1 > 0 has d·n(t) > 0 throughout.
//
// Rounding, with u = 2^−53 and S = |E|₁|F|₁ (for m the sum of both products): a control normal is computed from two differences,
// two scalings, a product and one or two sums, at most seven roundings, so it is off by at most 8u S = 2^−50 S. It must be at
// least 2^−20 S long, hence its direction is off by less than 2^−29. The sine of a cone comes from its squared cosine, whose
// error of a few u is at most 4·10^−8 after the root. `SLACK` covers both and the few u of dot products, tenfold.
import type { Patches } from './patches.ts';

export type Positions = Float64Array | Float32Array;

/** Vertices move in straight lines from x0 to x1. */
export interface Step {
  readonly x0: Positions;
  readonly x1: Positions;
  /** The largest coordinate, without its sign. */
  readonly largest: number;
  /** A power of two; times `largest` it is near 1, so that neither products nor squares overflow or underflow. */
  readonly unit: number;
}

/** Added to the sine of every base cone; see above. Safe direction: a cone too wide only makes fewer patches quiet. */
const SLACK = 1e-6;

/** A control normal shorter than the root of this, relative to S, has no reliable direction: its patch has no cone. */
const DEGENERATE = 2 ** -40;

/** Squared length, in units of the step, below which underflow might matter. */
const UNDERFLOW = 1e-280;

/**
 * Squared cosine of 60°: narrower base cones stay around the mean normal, wider ones are centred in up to this many turns, which
 * makes 83 rather than 78 % of a crumpled cloth quiet.
 */
const WIDE = 0.25;
const TURNS = 4;

/** Half angle at which no direction sees all normals of a cone. */
const WIDEST = Math.PI / 2;

export class Cones {
  private readonly patches: Patches;
  /** Per base patch: unit axis, sine of the half angle with slack, Infinity if there is no cone. Trusted. */
  private readonly base: Float64Array;
  /** Per node: unit axis, half angle, Infinity if there is no cone. Proposals. */
  private readonly merged: Float64Array;
  /** Control normals of a base patch. */
  private readonly normals: Float64Array;

  constructor(patches: Patches) {
    const { second, faceCount, leafCount, nodeCount } = patches;
    let largest = 0;
    for (let i = 0; i < nodeCount; i++) if (second[i] === 0 && faceCount[i] > largest) largest = faceCount[i];
    this.patches = patches;
    this.base = new Float64Array(4 * leafCount);
    this.merged = new Float64Array(4 * nodeCount);
    this.normals = new Float64Array(12 * largest);
  }

  /** Cones of all patches. From only `sample` faces for each base patch they cost less and prove nothing. */
  update(step: Step, sample: number = Number.POSITIVE_INFINITY): void {
    const { second, firstLeaf, firstFace, faceCount, nodeCount } = this.patches;
    const { base, merged } = this;
    for (let i = nodeCount - 1; i >= 0; i--) {
      if (second[i] !== 0) mergeCones(merged, 4 * (i + 1), 4 * second[i], 4 * i);
      else {
        const leaf = 4 * firstLeaf[i];
        this.fitBase(step, firstFace[i], Math.min(faceCount[i], sample), leaf);
        for (let k = 0; k < 3; k++) merged[4 * i + k] = base[leaf + k];
        merged[4 * i + 3] = base[leaf + 3] < 1 ? Math.asin(base[leaf + 3]) : Number.POSITIVE_INFINITY;
      }
    }
  }

  /** Writes the proposed direction of a node, nearly unit; false if there is none. */
  propose(node: number, axis: Float64Array): boolean {
    const { merged } = this;
    for (let k = 0; k < 3; k++) axis[k] = merged[4 * node + k];
    return merged[4 * node + 3] < WIDEST;
  }

  /** Whether all faces of a node provably keep d·n > 0 throughout the step. `d` is unit but for a few roundings. */
  certify(node: number, d: Float64Array): boolean {
    const { base, patches } = this;
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

  /** A cone around all control normals of a base patch. */
  private fitBase(step: Step, first: number, count: number, out: number): void {
    const { normals, base } = this;
    base[out + 3] = Number.POSITIVE_INFINITY;
    if (!controlNormals(step, this.patches.triangles, first, count, normals)) return;
    const end = 12 * count;
    aimAtMean(normals, end, base, out);
    let worst = leastAlong(normals, end, base, out);
    for (let turn = 0; turn < TURNS && !(cosineSq(normals, worst, base, out) > WIDE); turn++) {
      turnTowards(normals, worst, 1 / (turn + 2), base, out);
      worst = leastAlong(normals, end, base, out);
    }
    const least = cosineSq(normals, worst, base, out);
    // Fails for NaN too.
    if (least > 0) base[out + 3] = Math.sqrt(Math.max(0, 1 - least)) + SLACK;
  }
}

function aimAtMean(normals: Float64Array, end: number, axis: Float64Array, at: number): void {
  let x = 0;
  let y = 0;
  let z = 0;
  for (let i = 0; i < end; i += 4) {
    x += normals[i];
    y += normals[i + 1];
    z += normals[i + 2];
  }
  setUnit(axis, at, x, y, z);
}

/** One step of Bădoiu and Clarkson's search for the centre of the smallest ball, on the sphere. */
function turnTowards(normals: Float64Array, i: number, share: number, axis: Float64Array, at: number): void {
  const scale = share / Math.sqrt(normals[i + 3]);
  setUnit(
    axis,
    at,
    axis[at] + scale * normals[i],
    axis[at + 1] + scale * normals[i + 1],
    axis[at + 2] + scale * normals[i + 2],
  );
}

/** The vector (x, y, z) scaled to length 1, off by a few roundings. */
export function setUnit(axis: Float64Array, at: number, x: number, y: number, z: number): void {
  const length = Math.sqrt(x * x + y * y + z * z);
  axis[at] = x / length;
  axis[at + 1] = y / length;
  axis[at + 2] = z / length;
}

/** The square of the cosine between axis and normal, with the sign of the cosine. */
function cosineSq(normals: Float64Array, i: number, axis: Float64Array, at: number): number {
  const along = axis[at] * normals[i] + axis[at + 1] * normals[i + 1] + axis[at + 2] * normals[i + 2];
  return (along * Math.abs(along)) / normals[i + 3];
}

/** The normal farthest from the axis. Where all cosines are NaN, the axis being none, it is one of them. */
function leastAlong(normals: Float64Array, end: number, axis: Float64Array, at: number): number {
  const x = axis[at];
  const y = axis[at + 1];
  const z = axis[at + 2];
  let worst = 0;
  let least = 2;
  for (let i = 0; i < end; i += 4) {
    const along = x * normals[i] + y * normals[i + 1] + z * normals[i + 2];
    const scaled = along * Math.abs(along);
    if (scaled >= least * normals[i + 3]) continue;
    worst = i;
    least = scaled / normals[i + 3];
  }
  return worst;
}

/**
 * n0, n1 and 2m of `count` faces, each with its squared length; false as soon as one is degenerate, NaN included: a sum or product
 * that overflows ends as NaN or as a length not above an infinite S.
 */
function controlNormals(
  { x0, x1, unit }: Step,
  triangles: Uint32Array,
  first: number,
  count: number,
  normals: Float64Array,
): boolean {
  let at = 0;
  for (let i = 3 * first, end = 3 * (first + count); i < end; i += 3) {
    const a = 3 * triangles[i];
    const b = 3 * triangles[i + 1];
    const c = 3 * triangles[i + 2];
    const ex = unit * (x0[b] - x0[a]);
    const ey = unit * (x0[b + 1] - x0[a + 1]);
    const ez = unit * (x0[b + 2] - x0[a + 2]);
    const fx = unit * (x0[c] - x0[a]);
    const fy = unit * (x0[c + 1] - x0[a + 1]);
    const fz = unit * (x0[c + 2] - x0[a + 2]);
    const gx = unit * (x1[b] - x1[a]);
    const gy = unit * (x1[b + 1] - x1[a + 1]);
    const gz = unit * (x1[b + 2] - x1[a + 2]);
    const hx = unit * (x1[c] - x1[a]);
    const hy = unit * (x1[c + 1] - x1[a + 1]);
    const hz = unit * (x1[c + 2] - x1[a + 2]);
    const e = Math.abs(ex) + Math.abs(ey) + Math.abs(ez);
    const f = Math.abs(fx) + Math.abs(fy) + Math.abs(fz);
    const g = Math.abs(gx) + Math.abs(gy) + Math.abs(gz);
    const h = Math.abs(hx) + Math.abs(hy) + Math.abs(hz);
    if (!put(normals, at, ey * fz - ez * fy, ez * fx - ex * fz, ex * fy - ey * fx, e * f)) return false;
    if (!put(normals, at + 4, gy * hz - gz * hy, gz * hx - gx * hz, gx * hy - gy * hx, g * h)) return false;
    const mx = ey * hz - ez * hy + (gy * fz - gz * fy);
    const my = ez * hx - ex * hz + (gz * fx - gx * fz);
    const mz = ex * hy - ey * hx + (gx * fy - gy * fx);
    if (!put(normals, at + 8, mx, my, mz, e * h + g * f)) return false;
    at += 12;
  }
  return true;
}

function put(normals: Float64Array, at: number, x: number, y: number, z: number, size: number): boolean {
  const lengthSq = x * x + y * y + z * z;
  normals[at] = x;
  normals[at + 1] = y;
  normals[at + 2] = z;
  normals[at + 3] = lengthSq;
  return lengthSq > DEGENERATE * (size * size) && lengthSq > UNDERFLOW;
}

/** The smallest cone around two, as Provot merges them: the wider if it holds the other, else one that touches both. */
function mergeCones(cones: Float64Array, a: number, b: number, out: number): void {
  const wide = cones[a + 3] < cones[b + 3] ? b : a;
  const narrow = wide === a ? b : a;
  const alpha = cones[wide + 3];
  const dot = cones[a] * cones[b] + cones[a + 1] * cones[b + 1] + cones[a + 2] * cones[b + 2];
  const between = Math.acos(Math.max(-1, Math.min(1, dot)));
  const reach = between + cones[narrow + 3];
  if (!(reach > alpha)) {
    for (let k = 0; k < 4; k++) cones[out + k] = cones[wide + k];
    return;
  }
  const half = (alpha + reach) / 2;
  if (!(half < WIDEST)) {
    cones[out + 3] = Number.POSITIVE_INFINITY;
    return;
  }
  const sine = Math.sin(between);
  const toNarrow = sine > 1e-9 ? Math.sin(half - alpha) / sine : 0;
  const toWide = sine > 1e-9 ? Math.sin(between - half + alpha) / sine : 1;
  for (let k = 0; k < 3; k++) cones[out + k] = toWide * cones[wide + k] + toNarrow * cones[narrow + k];
  cones[out + 3] = half;
}
