// Decides which faces need not be tested against each other in this step [ICCD §IV, §VI]: the faces
// of one quiet patch, a connected patch that provably does not touch itself, by its cones and its
// contour. Every face gets the label of its topmost quiet patch. A pair of faces with equal labels
// other than 0 may be dropped, whichever tree found it.
// Safe direction: if a proof fails, the patch is not quiet and its faces are tested.
import type { Tally } from '../../core/contacts/contacts.ts';
import { NONE } from '../../core/mesh/topology.ts';
import type { VertexMotion } from '../../core/motion/vertex-motion.ts';
import { ALL_FACES, Cones, setUnit } from './cones.ts';
import { ContourTest } from './contour.ts';
import { buildPatches, type Patches } from './patches.ts';

/** Patches of fewer faces are never tested: as quiet patches they would save nothing. */
const MIN_PATCH_FACES = 4;

/**
 * A patch of at least this many faces counts as large. If it is quiet, it saves more of the
 * traversal than it costs.
 */
export const LARGE_PATCH_FACES = 512;

/**
 * Least magnitude of the largest coordinate of a step. Down to it, a power of two scales the
 * coordinates to about 1; below, nothing is quiet.
 */
const MIN_MAGNITUDE = 2 ** -1000;
/**
 * Greatest magnitude of the largest coordinate. Up to it no difference overflows; above, nothing is
 * quiet.
 */
const MAX_MAGNITUDE = 2 ** 1000;

/**
 * A power of two that scales the largest coordinate of the step to about 1; 0 if the coordinates
 * are too small or too large for any proof.
 */
export function unitOf({ largest }: VertexMotion): number {
  return largest >= MIN_MAGNITUDE && largest <= MAX_MAGNITUDE ? 2 ** -Math.floor(Math.log2(largest)) : 0;
}

/** Options of `QuietPatches.mark`. */
export interface MarkOptions {
  /** Patches of fewer faces are not tested. Default, and least value, 4. */
  readonly minFaces?: number;
  /** Index of each face in the labels; by default the id of the face. */
  readonly placeOf?: Uint32Array;
}

/** How many patches were tried: the counters of a tally. */
export type PatchCounts = Pick<Tally, 'conesTried' | 'conesHeld' | 'contoursTried' | 'contoursFailed'>;

function noCounts(): PatchCounts {
  return { conesTried: 0, conesHeld: 0, contoursTried: 0, contoursFailed: 0 };
}

/** Finds the quiet patches of a mesh, step by step. */
export class QuietPatches {
  /** The hierarchy of patches. */
  patches: Patches;
  /** Number of faces in large quiet patches, from the last `mark` or `probe`. */
  largeFaces = 0;
  /** What was tried by the last `mark` or `probe`. */
  counts: PatchCounts = noCounts();
  private readonly motion: VertexMotion;
  private readonly cones: Cones;
  private readonly contour: ContourTest;
  /** A power of two that scales the largest coordinate of the step to about 1. */
  private unit = 1;
  /** The direction of projection of the current patch. */
  private readonly axis = new Float64Array(3);
  /**
   * p and q, which span the plane of projection. They are rounded to f32, so that their products
   * are exact in f64.
   */
  private readonly frame = new Float64Array(6);

  /**
   * Takes a hierarchy, by default one built for the current step of the motion. It is valid for
   * every step, and works best while the shape stays similar. Throws `RangeError` if there is no
   * memory for it.
   */
  constructor(motion: VertexMotion, patches: Patches = buildPatches(motion)) {
    this.motion = motion;
    this.patches = patches;
    this.cones = new Cones(motion, patches);
    try {
      this.contour = new ContourTest(motion, patches);
    } catch (error) {
      this.cones.dispose();
      throw error;
    }
  }

  /** Takes another hierarchy of the present mesh, by default one built for the present step. */
  renew(patches: Patches = buildPatches(this.motion)): void {
    this.patches = patches;
    this.cones.renew(patches);
    this.contour.renew(patches);
  }

  /** Releases all memory. */
  dispose(): void {
    this.cones.dispose();
    this.contour.dispose();
  }

  /**
   * Writes the label of every face, 0 for none, for the current step of the motion. Returns how
   * many faces are in quiet patches. Features of one label that share no vertex never touch.
   */
  mark(labels: Uint32Array, { minFaces = MIN_PATCH_FACES, placeOf }: MarkOptions = {}): number {
    const { order, firstFace, faceCount } = this.patches;
    labels.fill(0);
    return this.visit(Math.max(minFaces, MIN_PATCH_FACES), ALL_FACES, (node) => {
      const first = firstFace[node];
      const end = first + faceCount[node];
      if (placeOf) for (let i = first; i < end; i++) labels[placeOf[order[i]]] = node + 1;
      else for (let i = first; i < end; i++) labels[order[i]] = node + 1;
    });
  }

  /**
   * Estimates how many faces lie in quiet patches of at least `minFaces` faces, to tell cheaply
   * whether `mark` will pay. It looks at one face per base patch, so it is usually a little too
   * high and proves nothing.
   */
  probe(minFaces: number = LARGE_PATCH_FACES): number {
    return this.visit(minFaces, 1, () => {});
  }

  /**
   * Follows a change of the mesh: `faceRemap` gives the new id of each face. A patch that has lost
   * a face is never quiet again. All other patches stay valid, even if faces were added next to
   * them. Returns the share of the faces of the mesh that are still in an unbroken base patch.
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

  /**
   * Calls `found` for each topmost quiet patch of at least `minFaces` faces. Returns how many faces
   * these patches have.
   */
  private visit(minFaces: number, sample: number, found: (node: number) => void): number {
    const { patches, cones } = this;
    this.largeFaces = 0;
    this.counts = noCounts();
    this.unit = unitOf(this.motion);
    if (this.unit === 0) return 0;
    cones.update(this.unit, sample);
    let quiet = 0;
    for (let root = 0; root < patches.nodeCount; root = patches.end[root]) quiet += this.descend(root, minFaces, found);
    return quiet;
  }

  /** The same for one tree of the forest. */
  private descend(root: number, minFaces: number, found: (node: number) => void): number {
    const { faceCount, second } = this.patches;
    const stack = [root];
    let quiet = 0;
    for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
      if (faceCount[node] < minFaces) continue;
      if (this.isQuiet(node)) {
        quiet += faceCount[node];
        if (faceCount[node] >= LARGE_PATCH_FACES) this.largeFaces += faceCount[node];
        found(node);
      } else if (second[node] !== 0) stack.push(second[node], node + 1);
    }
    return quiet;
  }

  /**
   * Whether a patch provably does not touch itself: the certificate of its cones, then the contour
   * test.
   */
  private isQuiet(node: number): boolean {
    const { axis, frame, cones, contour, unit, counts } = this;
    counts.conesTried++;
    if (!cones.propose(node, axis)) return false;
    spanPlane(axis, frame);
    setProjectionAxis(frame, axis);
    if (!cones.certify(node, axis)) return false;
    counts.conesHeld++;
    if (!contour.hasLoops(node)) return false;
    counts.contoursTried++;
    const holds = contour.holds(node, unit, frame);
    if (!holds) counts.contoursFailed++;
    return holds;
  }
}

/**
 * Sets p and q to unit vectors with p × q along the axis, rounded to f32. Their lengths never
 * exceed 1.01.
 */
function spanPlane(axis: Float64Array, frame: Float64Array): void {
  const x = axis[0];
  const y = axis[1];
  const z = axis[2];
  // p is perpendicular to the axis and to the coordinate axis that is farthest from it.
  if (Math.abs(x) <= Math.abs(y) && Math.abs(x) <= Math.abs(z)) setUnit(frame, 0, 0, z, -y);
  else if (Math.abs(y) <= Math.abs(z)) setUnit(frame, 0, -z, 0, x);
  else setUnit(frame, 0, y, -x, 0);
  setCross(axis, 0, frame, 0, frame, 3);
  setUnit(frame, 3, frame[3], frame[4], frame[5]);
  for (let k = 0; k < 6; k++) frame[k] = Math.fround(frame[k]);
}

/**
 * Sets the axis to p × q, at unit length. Products of f32 values are exact in f64, so each
 * component is rounded once before it is scaled.
 */
function setProjectionAxis(frame: Float64Array, axis: Float64Array): void {
  setCross(frame, 0, frame, 3, axis, 0);
  setUnit(axis, 0, axis[0], axis[1], axis[2]);
}

/** Sets out[at…] to the cross product of u[i…] and v[j…]. */
function setCross(u: Float64Array, i: number, v: Float64Array, j: number, out: Float64Array, at: number): void {
  const x = u[i + 1] * v[j + 2] - u[i + 2] * v[j + 1];
  const y = u[i + 2] * v[j] - u[i] * v[j + 2];
  const z = u[i] * v[j + 1] - u[i + 1] * v[j];
  out[at] = x;
  out[at + 1] = y;
  out[at + 2] = z;
}
