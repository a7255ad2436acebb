// Distance and closest points of two triangles at one instant. The distance is 0 exactly if they
// meet; else two edges, or a vertex and a face, attain it, and the kernel searches these. If the
// slab between the nearest points separates the triangles, that proves both that they do not meet
// and that nothing is nearer. Most pairs end there; only the others need the exact test.

import { KernelMemory } from '../memory/kernel-memory.ts';
import { NearestScratch, type TrianglesKernels, trianglesKernels } from '../wasm/triangles.generated.ts';
import type { ClosestPoints } from './closest-points.ts';
import { corners, frame, load, weigh3 } from './distance-features.ts';
import { CLOSE_GAP, commonNormal, finishApart, finishClose, length } from './distance-normal.ts';
import { orient3dSign } from './orientation.ts';
import { trianglesMeet } from './triangles-meet.ts';

/** Index of the first weight in the kernel's block, behind the 18 coordinates of the corners. */
const FIRST_WEIGHT = 18;
/** Doubles in the kernel's block: corners, then weights (see nearestOfTriangles). */
const BLOCK_DOUBLES = 24;

/** The memory of the kernel: its block and its scratch. */
interface Workspace {
  readonly memory: KernelMemory<TrianglesKernels>;
  readonly block: number;
  readonly scratch: NearestScratch;
}

let sharedWorkspace: Workspace | undefined;

/** The workspace of the kernel, allocated on first use. */
function workspace(): Workspace {
  if (sharedWorkspace === undefined) {
    const memory = new KernelMemory(trianglesKernels);
    const scratch = new NearestScratch(memory, memory.allocate(NearestScratch.BYTES));
    sharedWorkspace = { memory, scratch, block: memory.allocate(8 * BLOCK_DOUBLES) };
  }
  return sharedWorkspace;
}

/** Distance of two triangles, 18 doubles at q[offset…]: a0, a1, a2, b0, b1, b2. Fills in `out`. */
export function triangleDistance(q: Float64Array, offset: number, out: ClosestPoints): number {
  load(q, offset, 18);
  const isProven = search(out.weights);
  const gap = writeDifference(out);
  if (!isProven) return finishUnproven(q, offset, out, gap);
  writePoints(q, offset, out);
  return finishApart(out, gap);
}

/** Finds the weights of the nearest points. Returns whether a slab proves them. */
function search(weights: Float64Array): boolean {
  const { memory, block, scratch } = workspace();
  const { doubles } = memory;
  for (let i = 0; i < 18; i++) doubles[block / 8 + i] = corners[i];
  const isProven = memory.kernels.nearestOfTriangles(scratch.address, block, frame[1], CLOSE_GAP * frame[1]);
  readWeights(weights);
  return isProven !== 0;
}

function readWeights(weights: Float64Array): void {
  const { memory, block } = workspace();
  const { doubles } = memory;
  for (let i = 0; i < 6; i++) weights[i] = doubles[block / 8 + FIRST_WEIGHT + i];
}

/** Finishes a pair that no slab separates: decides exactly whether it meets. */
function finishUnproven(q: Float64Array, offset: number, out: ClosestPoints, gap: number): number {
  if (trianglesMeet(q, offset)) {
    const { memory, block, scratch } = workspace();
    memory.kernels.crossingOfTriangles(scratch.address, block);
    readWeights(out.weights);
    writePoints(q, offset, out);
    return finishClose(out, true, commonNormal(9, 12, 9, 15, 1) || commonNormal(0, 3, 0, 6, 1));
  }
  writePoints(q, offset, out);
  if (gap > CLOSE_GAP * frame[1]) return finishApart(out, gap);
  return finishClose(out, false, insideSine(q, offset, out.weights));
}

/**
 * Writes the difference a − b of the weighted points, in the scale of the corners, to the normal;
 * returns its length.
 */
function writeDifference({ weights, normal }: ClosestPoints): number {
  for (let k = 0; k < 3; k++) normal[k] = weighA(corners, k, weights) - weighB(corners, k, weights);
  return length(normal[0], normal[1], normal[2]);
}

function writePoints(q: Float64Array, offset: number, { weights, pointA, pointB }: ClosestPoints): void {
  for (let k = 0; k < 3; k++) {
    pointA[k] = weighA(q, offset + k, weights);
    pointB[k] = weighB(q, offset + k, weights);
  }
}

function weighA(x: Float64Array, i: number, weights: Float64Array): number {
  return weigh3(x, i, weights[0], weights[1], weights[2]);
}

function weighB(x: Float64Array, i: number, weights: Float64Array): number {
  return weigh3(x, i + 9, weights[3], weights[4], weights[5]);
}

/**
 * Finds the common normal of the nearest features if both nearest points are inside them, and
 * returns its sine: for two edges, or a vertex and a face, which have four positive weights. Else
 * 0.
 */
function insideSine(q: Float64Array, offset: number, weights: Float64Array): number {
  const [a, b, c, d, none] = [0, 3, 6, 9, 12, 15].filter((corner) => weights[corner / 3] > 0);
  if (d === undefined || none !== undefined) return 0;
  const side = -orient3dSign(q, offset + a, offset + b, offset + c, offset + d);
  if (b < 9 && c >= 9) return commonNormal(a, b, c, d, side);
  // The normal points from b to a. A vertex of a stands first, which flips the sign of the
  // determinant; a vertex of b stands last, and the normal points away from it.
  return b >= 9 ? commonNormal(b, c, b, d, -side) : commonNormal(a, b, a, c, -side);
}
