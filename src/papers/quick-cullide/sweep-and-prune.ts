// Finds pairs of overlapping boxes by sorting their ends along one axis [Quick-CULLIDE §3.1, after
// I-COLLIDE]. It is used between objects, and for the exact test of the faces that culling leaves.
// Safe direction: touching counts as overlapping, so no pair that shares a point is lost.
import type { Positions } from '../../core/mesh/tri-mesh.ts';

/** Six numbers per box: least x, y, z, then greatest x, y, z. */
export type Boxes = Float64Array;

/**
 * Returns boxes around faces over all given positions; `boxOf` is the box of every face, so faces
 * of one object may share one.
 */
export function boxesOf(
  triangles: Uint32Array,
  faces: ArrayLike<number>,
  boxOf: ArrayLike<number>,
  boxCount: number,
  positions: readonly Positions[],
): Boxes {
  const boxes = new Float64Array(6 * boxCount);
  for (let i = 0; i < boxes.length; i++) boxes[i] = i % 6 < 3 ? Infinity : -Infinity;
  for (const x of positions)
    for (let i = 0; i < faces.length; i++) {
      const box = 6 * boxOf[i];
      for (let corner = 3 * faces[i]; corner < 3 * faces[i] + 3; corner++)
        for (let axis = 0; axis < 3; axis++) {
          const value = x[3 * triangles[corner] + axis];
          if (value < boxes[box + axis]) boxes[box + axis] = value;
          if (value > boxes[box + 3 + axis]) boxes[box + 3 + axis] = value;
        }
    }
  return boxes;
}

/**
 * Calls `found` once for every pair of overlapping boxes. Sorts along the axis on which the boxes
 * lie farthest apart.
 */
export function sweepAndPrune(boxes: Boxes, found: (a: number, b: number) => void): void {
  const axis = widestAxis(boxes);
  const order = Uint32Array.from({ length: boxes.length / 6 }, (_, i) => i);
  order.sort((a, b) => boxes[6 * a + axis] - boxes[6 * b + axis]);
  const active: number[] = [];
  for (const b of order) {
    let kept = 0;
    for (const a of active) {
      if (boxes[6 * a + 3 + axis] < boxes[6 * b + axis]) continue;
      active[kept++] = a;
      if (overlap(boxes, a, b)) found(a, b);
    }
    active.length = kept;
    active.push(b);
  }
}

function overlap(boxes: Boxes, a: number, b: number): boolean {
  for (let k = 0; k < 3; k++)
    if (boxes[6 * a + k] > boxes[6 * b + 3 + k] || boxes[6 * b + k] > boxes[6 * a + 3 + k]) return false;
  return true;
}

/**
 * The axis along which centres lie farthest apart. Coordinates are halved first: sums of huge ones
 * would overflow, and with a spread of NaN no axis would be chosen.
 */
function widestAxis(boxes: Boxes): number {
  const spread = [0, 1, 2].map((axis) => {
    let least = Infinity;
    let most = -Infinity;
    for (let i = axis; i < boxes.length; i += 6) {
      const centre = boxes[i] / 2 + boxes[i + 3] / 2;
      least = Math.min(least, centre);
      most = Math.max(most, centre);
    }
    return most / 2 - least / 2;
  });
  return spread.indexOf(Math.max(...spread));
}
