// Two waving sheets that touch everywhere, so that contacts are a fixed fraction of the triangles.
import { TriMesh } from '../src/index.ts';

/** Two sheets in motion. */
export interface Sheets {
  readonly mesh: TriMesh;
  positions(frame: number): Float64Array;
}

/** Two sheets of side² cells each, one a little above the other. */
export function twoSheets(triangleCount: number): Sheets {
  const side = Math.max(2, Math.round(Math.sqrt(triangleCount / 4)));
  const vertexCount = (side + 1) ** 2;
  const triangles = new Uint32Array(12 * side * side);
  let at = 0;
  for (let first = 0; first < 2 * vertexCount; first += vertexCount) {
    for (let j = 0; j < side; j++) {
      for (let i = 0; i < side; i++) {
        const a = first + (side + 1) * j + i;
        const c = a + side + 1;
        triangles.set([a, a + 1, c + 1, a, c + 1, c], at);
        at += 6;
      }
    }
  }
  const mesh = TriMesh.from(triangles, 2 * vertexCount);
  return { mesh, positions: (frame) => placeSheets(side, frame) };
}

/**
 * The number of cells between two places where the sheets touch: it makes contacts proportional to
 * triangles.
 */
const SPACING = 12;

/**
 * The wave spans the whole sheet and has the same speed at every size; the gap between the sheets
 * is measured in cells.
 */
function placeSheets(side: number, frame: number): Float64Array {
  const out = new Float64Array(6 * (side + 1) ** 2);
  let at = 0;
  for (const upper of [0, 1]) {
    for (let j = 0; j <= side; j++) {
      for (let i = 0; i <= side; i++) {
        // Shifted off the grid of the sheet below, along a slightly curved line.
        const x = (i + upper * (0.37 + 0.2 * Math.sin(j / 7))) / side;
        const y = (j + upper * (0.21 + 0.2 * Math.sin(i / 5))) / side;
        const turn = (2 * Math.PI) / SPACING;
        const gap = 0.3 + Math.sin(turn * i + 0.5 * frame) * Math.sin(turn * j - 0.4 * frame);
        out[at] = x;
        out[at + 1] = y;
        out[at + 2] =
          0.05 * Math.sin(7 * x + 3 * y - 0.12 * frame) +
          0.03 * Math.sin(5 * y + 0.09 * frame) +
          (upper * 0.3 * gap) / side;
        at += 3;
      }
    }
  }
  return out;
}
