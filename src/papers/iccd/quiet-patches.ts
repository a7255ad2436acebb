// Which faces need not be tested against each other in this step [ICCD §IV, §VI]: those of one quiet patch, a connected patch
// of which the cones and the contour prove that it does not touch itself. Every face gets the label of its topmost quiet patch;
// a pair of faces with equal labels other than 0 may be dropped, whatever tree found it. Where a proof fails a patch is not quiet.
import { NONE } from '../../core/mesh/topology.ts';
import type { TriMesh } from '../../core/mesh/tri-mesh.ts';
import { Cones, type Positions, type Step, setUnit } from './cones.ts';
import { ContourTest } from './contour.ts';
import { buildPatches, type Patches } from './patches.ts';

/** Quiet patches of fewer faces save less than they cost. */
const LEAST = 4;

/** Largest coordinates between which a power of two brings them near 1 and no difference overflows; beyond, nothing is quiet. */
const SMALLEST = 2 ** -1000;
const LARGEST = 2 ** 1000;

/** Between calls the positions of a step are not held. */
const NO_POSITIONS = new Float64Array(0);

export interface MarkOptions {
  /** Patches of fewer faces are not tried; 4 by default. */
  readonly least?: number;
}

export class QuietPatches {
  readonly patches: Patches;
  private readonly cones: Cones;
  private readonly contour: ContourTest;
  private readonly stack: Uint32Array;
  private readonly step: { -readonly [Key in keyof Step]: Step[Key] } = {
    x0: NO_POSITIONS,
    x1: NO_POSITIONS,
    largest: 1,
    unit: 1,
  };
  private readonly axis = new Float64Array(3);
  /** 1 for a patch that has lost a face. */
  private readonly broken: Uint8Array;
  /** p and q, which span the plane of projection, in f32 values: their products are exact. */
  private readonly frame = new Float64Array(6);

  /** The hierarchy depends on the faces only and serves every step. */
  constructor(mesh: TriMesh) {
    this.patches = buildPatches(mesh);
    this.cones = new Cones(this.patches);
    this.contour = new ContourTest(this.patches);
    this.broken = new Uint8Array(this.patches.nodeCount);
    // A second child waits for each node on the way down.
    this.stack = new Uint32Array(this.patches.nodeCount + 1);
  }

  /**
   * Writes the label of every face, 0 for none, while vertices move in straight lines from x0 to x1; returns how many faces are
   * quiet. Features of one label that share no vertex never touch. A second call allocates nothing.
   */
  mark(x0: Positions, x1: Positions, labels: Uint32Array, { least = LEAST }: MarkOptions = {}): number {
    labels.fill(0);
    return this.visit(x0, x1, Math.max(least, LEAST), Number.POSITIVE_INFINITY, labels);
  }

  /**
   * About which share of the faces lies in quiet patches of at least `least` faces: tells cheaply whether `mark` will pay. An estimate
   * from one face for each base patch, usually a little too high; it proves nothing.
   */
  probe(x0: Positions, x1: Positions, least = 512): number {
    return this.visit(x0, x1, least, 1, null) / Math.max(1, this.patches.order.length);
  }

  /**
   * The mesh has changed: faces have the ids that `faceRemap` says, and a patch that has lost one is never quiet again. The others are
   * what they were, whatever has been added beside them. Returns the share of the faces of `mesh` that still are in an unbroken patch.
   */
  change(mesh: TriMesh, faceRemap: Uint32Array): number {
    const { order, firstFace, faceCount, second, nodeCount } = this.patches;
    const lost = new Uint32Array(order.length + 1);
    for (let i = 0; i < order.length; i++) {
      if (order[i] !== NONE) order[i] = faceRemap[order[i]];
      lost[i + 1] = lost[i] + (order[i] === NONE ? 1 : 0);
    }
    let whole = 0;
    for (let node = 0; node < nodeCount; node++) {
      if (lost[firstFace[node] + faceCount[node]] > lost[firstFace[node]]) this.broken[node] = 1;
      else if (second[node] === 0) whole += faceCount[node];
    }
    return whole / Math.max(1, mesh.faceCount);
  }

  private visit(x0: Positions, x1: Positions, least: number, sample: number, labels: Uint32Array | null): number {
    const { step, patches, cones } = this;
    const largest = Math.max(largestOf(x0), largestOf(x1));
    if (!(largest >= SMALLEST && largest <= LARGEST)) return 0;
    step.x0 = x0;
    step.x1 = x1;
    step.largest = largest;
    step.unit = 2 ** -Math.floor(Math.log2(largest));
    cones.update(step, sample);
    let quiet = 0;
    for (let root = 0; root < patches.nodeCount; root = patches.end[root]) quiet += this.descend(root, least, labels);
    step.x0 = NO_POSITIONS;
    step.x1 = NO_POSITIONS;
    return quiet;
  }

  /** Topmost quiet patches of one tree. */
  private descend(root: number, least: number, labels: Uint32Array | null): number {
    const { patches, stack } = this;
    const { faceCount, second } = patches;
    let quiet = 0;
    let top = 0;
    stack[top++] = root;
    while (top > 0) {
      const node = stack[--top];
      if (faceCount[node] < least) continue;
      if (this.isQuiet(node)) {
        quiet += faceCount[node];
        if (labels !== null) this.label(node, labels);
      } else if (second[node] !== 0) {
        stack[top++] = second[node];
        stack[top++] = node + 1;
      }
    }
    return quiet;
  }

  private isQuiet(node: number): boolean {
    const { axis, frame, cones, contour, step } = this;
    if (this.broken[node] === 1) return false;
    if (!cones.propose(node, axis)) return false;
    spanPlane(axis, frame);
    normalOf(frame, axis);
    return cones.certify(node, axis) && contour.holds(node, step, frame);
  }

  private label(node: number, labels: Uint32Array): void {
    const { order, firstFace, faceCount } = this.patches;
    for (let i = firstFace[node], end = i + faceCount[node]; i < end; i++) labels[order[i]] = node + 1;
  }
}

function largestOf(positions: Positions): number {
  let low = 0;
  let high = 0;
  for (let i = 0; i < positions.length; i++) {
    const x = positions[i];
    if (x > high) high = x;
    if (x < low) low = x;
  }
  return Math.max(high, -low);
}

/** Two unit vectors p, q with p × q along the axis, rounded to f32: longer than 1.01 they never are. */
function spanPlane(axis: Float64Array, frame: Float64Array): void {
  const x = axis[0];
  const y = axis[1];
  const z = axis[2];
  // Across the axis and the coordinate axis farthest from it.
  if (Math.abs(x) <= Math.abs(y) && Math.abs(x) <= Math.abs(z)) setUnit(frame, 0, 0, z, -y);
  else if (Math.abs(y) <= Math.abs(z)) setUnit(frame, 0, -z, 0, x);
  else setUnit(frame, 0, y, -x, 0);
  setCross(axis, 0, frame, 0, frame, 3);
  setUnit(frame, 3, frame[3], frame[4], frame[5]);
  for (let k = 0; k < 6; k++) frame[k] = Math.fround(frame[k]);
}

/** The direction of projection, p × q: products of f32 are exact in f64, so each component is rounded once, then scaled to length 1. */
function normalOf(frame: Float64Array, axis: Float64Array): void {
  setCross(frame, 0, frame, 3, axis, 0);
  setUnit(axis, 0, axis[0], axis[1], axis[2]);
}

function setCross(u: Float64Array, i: number, v: Float64Array, j: number, out: Float64Array, at: number): void {
  const x = u[i + 1] * v[j + 2] - u[i + 2] * v[j + 1];
  const y = u[i + 2] * v[j] - u[i] * v[j + 2];
  const z = u[i] * v[j + 1] - u[i + 1] * v[j];
  out[at] = x;
  out[at + 1] = y;
  out[at + 2] = z;
}
