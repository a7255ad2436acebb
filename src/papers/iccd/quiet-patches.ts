// Which faces need not be tested against each other in this step [ICCD §IV, §VI]: those of one quiet patch, a connected patch
// of which the cones and the contour prove that it does not touch itself. Every face gets the label of its topmost quiet patch;
// a pair of faces with equal labels other than 0 may be dropped, whatever tree found it. Where a proof fails a patch is not quiet.
import { NONE } from '../../core/mesh/topology.ts';
import type { VertexMotion } from '../../core/motion/vertex-motion.ts';
import { ALL, Cones, setUnit } from './cones.ts';
import { ContourTest } from './contour.ts';
import { buildPatches, type Patches } from './patches.ts';

/** Quiet patches of fewer faces save nothing. */
const LEAST = 4;

/** Quiet patches of so many faces spare the traversal more than they cost. */
export const LARGE = 512;

/** Largest coordinates between which a power of two brings them near 1 and no difference overflows; beyond, nothing is quiet. */
const SMALLEST = 2 ** -1000;
const LARGEST = 2 ** 1000;

export interface MarkOptions {
  /** Patches of fewer faces are not tried; 4 by default. */
  readonly least?: number;
  /** Where the label of each face goes; by default to the number of the face. */
  readonly placeOf?: Uint32Array;
}

export class QuietPatches {
  patches: Patches;
  /** How many faces were in large quiet patches, the last time. */
  largeFaces = 0;
  private readonly motion: VertexMotion;
  private readonly cones: Cones;
  private readonly contour: ContourTest;
  private stack: Uint32Array;
  /** A power of two that brings the largest coordinate of the step near 1. */
  private placeOf: Uint32Array | undefined;
  private unit = 1;
  private readonly axis = new Float64Array(3);
  /** p and q, which span the plane of projection, in f32 values: their products are exact. */
  private readonly frame = new Float64Array(6);

  /** The hierarchy serves every step, best those in which the mesh looks as it does in the one that the motion is set to. */
  constructor(motion: VertexMotion) {
    const { loopVertices, ...patches } = buildPatches(motion);
    this.motion = motion;
    this.patches = patches;
    this.cones = new Cones(motion, patches);
    this.contour = new ContourTest(motion, patches, loopVertices);
    this.stack = stackFor(patches);
  }

  /** Another hierarchy, for the mesh as it is now. */
  renew(): void {
    const { loopVertices, ...patches } = buildPatches(this.motion);
    this.patches = patches;
    this.cones.renew(patches);
    this.contour.renew(patches, loopVertices);
    this.stack = stackFor(patches);
  }

  /**
   * Writes the label of every face, 0 for none, in the step that the motion is set to; returns how many faces are quiet. Features of
   * one label that share no vertex never touch.
   */
  mark(labels: Uint32Array, { least = LEAST, placeOf }: MarkOptions = {}): number {
    labels.fill(0);
    this.placeOf = placeOf;
    const quiet = this.visit(Math.max(least, LEAST), ALL, labels);
    this.placeOf = undefined;
    return quiet;
  }

  /**
   * About how many faces lie in quiet patches of at least `least` faces: tells cheaply whether `mark` will pay. An estimate from one
   * face for each base patch, usually a little too high; it proves nothing.
   */
  probe(least: number = LARGE): number {
    return this.visit(least, 1, null);
  }

  /**
   * The mesh has changed: faces have the ids that `faceRemap` says, and a patch that has lost one is never quiet again. The others are
   * what they were, whatever has been added beside them. Returns the share of the faces of the mesh that still are in an unbroken
   * base patch.
   */
  change(faceRemap: Uint32Array): number {
    const { order, firstFace, faceCount, second, nodeCount } = this.patches;
    for (let i = 0; i < order.length; i++) if (order[i] !== NONE) order[i] = faceRemap[order[i]];
    let whole = 0;
    for (let node = 0; node < nodeCount; node++) {
      if (second[node] !== 0) continue;
      const first = firstFace[node];
      if (order.subarray(first, first + faceCount[node]).includes(NONE)) this.cones.remove(first, faceCount[node]);
      else whole += faceCount[node];
    }
    return whole / Math.max(1, this.motion.mesh.faceCount);
  }

  private visit(least: number, sample: number, labels: Uint32Array | null): number {
    const { patches, cones } = this;
    const { largest } = this.motion;
    this.largeFaces = 0;
    if (!(largest >= SMALLEST && largest <= LARGEST)) return 0;
    this.unit = 2 ** -Math.floor(Math.log2(largest));
    cones.update(this.unit, sample);
    let quiet = 0;
    for (let root = 0; root < patches.nodeCount; root = patches.end[root]) quiet += this.descend(root, least, labels);
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
        if (faceCount[node] >= LARGE) this.largeFaces += faceCount[node];
        if (labels !== null) this.label(node, labels);
      } else if (second[node] !== 0) {
        stack[top++] = second[node];
        stack[top++] = node + 1;
      }
    }
    return quiet;
  }

  private isQuiet(node: number): boolean {
    const { axis, frame, cones, contour, unit } = this;
    if (!cones.propose(node, axis)) return false;
    spanPlane(axis, frame);
    normalOf(frame, axis);
    return cones.certify(node, axis) && contour.holds(node, unit, frame);
  }

  private label(node: number, labels: Uint32Array): void {
    const { order, firstFace, faceCount } = this.patches;
    const { placeOf } = this;
    const first = firstFace[node];
    const end = first + faceCount[node];
    if (placeOf) for (let i = first; i < end; i++) labels[placeOf[order[i]]] = node + 1;
    else for (let i = first; i < end; i++) labels[order[i]] = node + 1;
  }
}

/** A second child waits for each node on the way down. */
const stackFor = ({ nodeCount }: Patches): Uint32Array => new Uint32Array(nodeCount + 1);

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
