// Rows bound what they describe: every point of a triangle, at every time of a step, is in a pixel that its row covers, within its depths there.
// Points are convex combinations of corners, computed without rounding.
import { expect, it } from 'vitest';
import { type Random, seededRandom } from '../../../src/core/math/random.ts';
import { NONE } from '../../../src/core/mesh/topology.ts';
import { RowWriter } from '../../../src/papers/quick-cullide/row-writer.ts';
import { boxesOf } from '../../../src/papers/quick-cullide/sweep-and-prune.ts';
import { viewGrid } from '../../../src/papers/quick-cullide/view-grid.ts';
import { ROW, rowLength } from '../../../src/papers/quick-cullide/visibility-device.ts';

const COUNT = 200;
/** What the pixels and depths of the grid are, exactly enough: positions are small whole numbers. */
const image = (value: number, origin: number, scale: number) => 0.25 * (value - origin) * scale;

it.each([1, 5, 64, 700, 4096])('at %d pixels', (resolution) => {
  const random = seededRandom(resolution);
  const corners = Uint32Array.from({ length: 4 * COUNT }, (_, i) =>
    i % 4 === 3 ? NONE : 3 * Math.floor(i / 4) + (i % 4),
  );
  const triangles = corners.filter((v) => v !== NONE);
  const faces = Uint32Array.from({ length: COUNT }, (_, f) => f);
  const size = () => 2 ** random.below(10);
  const sizes = Array.from({ length: COUNT }, size);
  const place = () => Float64Array.from({ length: 9 * COUNT }, (_, i) => 700 + random.below(sizes[Math.floor(i / 9)]));
  const [x0, x1] = [place(), place()];
  const writer = new RowWriter();
  writer.setItems(corners);
  for (const positions of [[x0], [x0, x1]]) {
    const grid = viewGrid('y', boxesOf(triangles, faces, new Uint8Array(COUNT), 1, positions), resolution);
    const { rows } = writer.write(positions, grid, false);
    const length = rowLength(positions.length === 2 ? 6 : 3);
    for (let item = 0; item < COUNT; item++)
      for (let sample = 0; sample < 40; sample++) {
        const point = pointOf(positions, item, random);
        const [u, v, w] = grid.order.map((k, i) =>
          image(point[k], grid.origin[i], i === 2 ? grid.depthScale : grid.scale),
        );
        expect(holds(rows.subarray(item * length, (item + 1) * length), u, v, w), `item ${item}`).toBe(true);
      }
  }
});

/** Quarters of the corners: no rounding. */
const WEIGHTS = [
  [4, 0, 0],
  [0, 4, 0],
  [0, 0, 4],
  [2, 1, 1],
  [0, 3, 1],
  [2, 0, 2],
] as const;

/** A corner, or a point between, at some time. */
function pointOf(positions: readonly Float64Array[], item: number, random: Random): number[] {
  const weights = WEIGHTS[random.below(WEIGHTS.length)];
  const time = random.below(3) / 2;
  const x1 = positions.at(-1) ?? positions[0];
  return [0, 1, 2].map((axis) =>
    weights.reduce((total: number, weight, j) => {
      const at = 9 * item + 3 * j + axis;
      return total + 0.25 * weight * ((1 - time) * positions[0][at] + time * x1[at]);
    }, 0),
  );
}

function holds(row: Int32Array, u: number, v: number, w: number): boolean {
  const [i, j] = [Math.floor(u / 256) - row[ROW.columns], Math.floor(v / 256) - row[ROW.lines]];
  const value = (at: number) => row[at] * i + row[at + 1] * j + row[at + 2];
  for (let e: number = ROW.edges; e < row.length; e += 3) if (value(e) < 0) return false;
  return (
    i >= 0 &&
    j >= 0 &&
    i <= row[ROW.columns + 1] - row[ROW.columns] &&
    j <= row[ROW.lines + 1] - row[ROW.lines] &&
    w >= Math.max(row[ROW.range], value(ROW.low)) &&
    w <= Math.min(row[ROW.range + 1], value(ROW.high))
  );
}
