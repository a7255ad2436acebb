// The kernels that compare two edges of a projected contour, on points given as an array.
import { LinearMemory } from '../../../src/core/memory/linear-memory.ts';
import { ContourTree } from '../../../src/core/wasm/mesh.generated.ts';

/** Most points of a query. */
const MAX_POINTS = 16;

const memory = new LinearMemory();
const tree = new ContourTree(memory, memory.allocate(ContourTree.BYTES));
tree.projected = memory.allocate(32 * MAX_POINTS);
tree.ends = memory.allocate(128);

function put(points: Float64Array, margin: number): void {
  memory.f64(tree.projected, points.length).set(points);
  tree.margin = margin;
}

/** Whether edges a → b and c → d provably stay apart. Four numbers per point. */
export function areApart(points: Float64Array, a: number, b: number, c: number, d: number, margin: number): boolean {
  put(points, margin);
  return memory.kernels.contourEdgesApart(tree.address, a, b, c, d) !== 0;
}

/** Whether edges a → w and w → b provably meet in w alone. */
export function meetOnlyAt(points: Float64Array, a: number, w: number, b: number, margin: number): boolean {
  put(points, margin);
  return memory.kernels.contourEdgesMeetOnlyAt(tree.address, a, w, b) !== 0;
}
