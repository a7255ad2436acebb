// Distance and closest points of two triangles at one instant: 0 exactly where they meet, else
// attained by two edges or by a vertex and a face. The kernel searches these. Where the slab
// between the nearest points separates the triangles, it proves both that they do not meet and that
// nothing is nearer; most pairs end there, and only the rest needs the exact test.

import { KernelMemory } from '../memory/kernel-memory.ts';
import { NearestScratch, type TrianglesKernels, trianglesKernels } from '../wasm/triangles.generated.ts';
import type { ClosestPoints } from './closest-points.ts';
import { corners, frame, load, weigh3 } from './distance-features.ts';
import { CLOSE, commonNormal, finishApart, finishClose, length } from './distance-normal.ts';
import { orient3dSign } from './orientation.ts';
import { trianglesMeet } from './triangles-meet.ts';

/** Of the kernel's block, in doubles: see nearestOfTriangles. */
const WEIGHTS = 18;
const BLOCK = 24;

interface Place {
  readonly memory: KernelMemory<TrianglesKernels>;
  readonly block: number;
  readonly scratch: NearestScratch;
}

let made: Place | undefined;

/** Where the kernel works, made on first use. */
function place(): Place {
  if (made === undefined) {
    const memory = new KernelMemory(trianglesKernels);
    const scratch = new NearestScratch(memory, memory.allocate(NearestScratch.BYTES));
    made = { memory, scratch, block: memory.allocate(8 * BLOCK) };
  }
  return made;
}

/** 18 doubles at q[offset…]: a0, a1, a2, b0, b1, b2. Returns and fills in the distance. */
export function triangleDistance(q: Float64Array, offset: number, out: ClosestPoints): number {
  load(q, offset, 18);
  const isProven = search(out.weights);
  const gap = writeDifference(out);
  if (!isProven) return finishUnproven(q, offset, out, gap);
  writePoints(q, offset, out);
  return finishApart(out, gap);
}

/** The weights of the nearest points, and whether a slab proves them. */
function search(weights: Float64Array): boolean {
  const { memory, block, scratch } = place();
  const { doubles } = memory;
  for (let i = 0; i < 18; i++) doubles[block / 8 + i] = corners[i];
  const isProven = memory.kernels.nearestOfTriangles(scratch.address, block, frame[1], CLOSE * frame[1]);
  readWeights(weights);
  return isProven !== 0;
}

function readWeights(weights: Float64Array): void {
  const { memory, block } = place();
  const { doubles } = memory;
  for (let i = 0; i < 6; i++) weights[i] = doubles[block / 8 + WEIGHTS + i];
}

function finishUnproven(q: Float64Array, offset: number, out: ClosestPoints, gap: number): number {
  if (trianglesMeet(q, offset)) {
    const { memory, block, scratch } = place();
    memory.kernels.crossingOfTriangles(scratch.address, block);
    readWeights(out.weights);
    writePoints(q, offset, out);
    return finishClose(out, true, commonNormal(9, 12, 9, 15, 1) || commonNormal(0, 3, 0, 6, 1));
  }
  writePoints(q, offset, out);
  if (gap > CLOSE * frame[1]) return finishApart(out, gap);
  return finishClose(out, false, insideSine(q, offset, out.weights));
}

/**
 * The difference a − b of the weighted points, in the scale of the corners, into the normal;
 * returns its length.
 */
function writeDifference({ weights, normal }: ClosestPoints): number {
  const x = weighA(corners, 0, weights) - weighB(corners, 0, weights);
  const y = weighA(corners, 1, weights) - weighB(corners, 1, weights);
  const z = weighA(corners, 2, weights) - weighB(corners, 2, weights);
  normal[0] = x;
  normal[1] = y;
  normal[2] = z;
  return length(x, y, z);
}

function writePoints(q: Float64Array, offset: number, { weights, pointA, pointB }: ClosestPoints): void {
  pointA[0] = weighA(q, offset, weights);
  pointA[1] = weighA(q, offset + 1, weights);
  pointA[2] = weighA(q, offset + 2, weights);
  pointB[0] = weighB(q, offset, weights);
  pointB[1] = weighB(q, offset + 1, weights);
  pointB[2] = weighB(q, offset + 2, weights);
}

function weighA(x: Float64Array, i: number, weights: Float64Array): number {
  return weigh3(x, i, weights[0], weights[1], weights[2]);
}

function weighB(x: Float64Array, i: number, weights: Float64Array): number {
  return weigh3(x, i + 9, weights[3], weights[4], weights[5]);
}

/**
 * The common normal of the nearest features, where both points are inside them: edges, or a vertex
 * and a face.
 */
function insideSine(q: Float64Array, offset: number, weights: Float64Array): number {
  const [a, b, c, d, none] = [0, 3, 6, 9, 12, 15].filter((corner) => weights[corner / 3] > 0);
  if (d === undefined || none !== undefined) return 0;
  const side = -orient3dSign(q, offset + a, offset + b, offset + c, offset + d);
  if (b < 9 && c >= 9) return commonNormal(a, b, c, d, side);
  // A vertex first turns the determinant over; a vertex last is on the side of b.
  return b >= 9 ? commonNormal(b, c, b, d, -side) : commonNormal(a, b, a, c, -side);
}
