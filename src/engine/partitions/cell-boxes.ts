// Boxes of cells, some dozens of consecutive faces of a cut each, over a step; and a binary tree
// above them. It finds the faces that come near a partition. Safe direction: a face is left out only
// if its box over the step is farther from the boxes of all cells of the partition than the reach.
// Coordinates are compared as they are, in doubles, so without a reach nothing is rounded.
import { resized } from '../../core/contacts/contacts.ts';
import type { Positions, TriMesh } from '../../core/mesh/tri-mesh.ts';

/** Cells whose neighbours are found together: most of them have none outside their partition. */
const BLOCK_CELLS = 32;

/** The boxes of the cells of a cut. */
export class CellBoxes {
  private readonly triangles: Uint32Array;
  /** All faces, cell after cell. */
  private readonly order: Uint32Array;
  /** Where the faces of each cell start in `order`, and the end of the last. */
  private readonly starts: Uint32Array;
  /** The vertices of all cells, cell after cell, and where those of each cell start. */
  private readonly vertices: Uint32Array;
  private readonly vertexStarts: Uint32Array;
  /** The first node of each level; level 0 has the cells, each further one half as many nodes. */
  private readonly levels: number[] = [];
  /** Low x, y, z and high x, y, z of each node. */
  private readonly boxes: Float64Array;
  /** Scratch: a level and a node for each level, twice; cells; a box. */
  private readonly stack = new Uint32Array(4 * 33);
  private near: Uint32Array = new Uint32Array(1024);
  private readonly faceBox = new Float64Array(6);
  private x0: Positions = new Float64Array(0);
  private x1: Positions = new Float64Array(0);

  constructor({ triangles, vertexCount }: TriMesh, order: Uint32Array, starts: Uint32Array) {
    this.triangles = triangles;
    this.order = order;
    this.starts = starts;
    const { vertices, vertexStarts } = verticesOfCells(triangles, order, starts, vertexCount);
    this.vertices = vertices;
    this.vertexStarts = vertexStarts;
    let nodeCount = 0;
    for (let size = this.cellCount; ; size = (size + 1) >> 1) {
      this.levels.push(nodeCount);
      nodeCount += size;
      if (size <= 1) break;
    }
    this.levels.push(nodeCount);
    this.boxes = new Float64Array(6 * nodeCount);
  }

  /** Number of cells. */
  get cellCount(): number {
    return this.starts.length - 1;
  }

  /** Fits the boxes to a step; keeps the positions until `release`. */
  fit(x0: Positions, x1: Positions): void {
    this.x0 = x0;
    this.x1 = x1;
    const { vertices, vertexStarts, boxes, levels } = this;
    for (let cell = 0; cell < this.cellCount; cell++)
      this.fitVertices(vertices, vertexStarts[cell], vertexStarts[cell + 1], boxes, 6 * cell);
    for (let level = 1; level < levels.length - 1; level++) {
      const size = levels[level + 1] - levels[level];
      const below = levels[level] - levels[level - 1];
      for (let i = 0; i < size; i++) {
        const to = 6 * (levels[level] + i);
        const from = 6 * (levels[level - 1] + 2 * i);
        for (let k = 0; k < 6; k++) boxes[to + k] = boxes[from + k];
        if (2 * i + 1 === below) continue;
        for (let k = 0; k < 3; k++) {
          boxes[to + k] = Math.min(boxes[to + k], boxes[from + 6 + k]);
          boxes[to + 3 + k] = Math.max(boxes[to + 3 + k], boxes[from + 9 + k]);
        }
      }
    }
  }

  /** Forgets the positions. */
  release(): void {
    this.x0 = new Float64Array(0);
    this.x1 = this.x0;
  }

  /** The mean of the longest sides of all cells. */
  get meanExtent(): number {
    const { boxes, cellCount } = this;
    let sum = 0;
    for (let i = 0; i < 6 * cellCount; i += 6)
      sum += Math.max(boxes[i + 3] - boxes[i], boxes[i + 4] - boxes[i + 1], boxes[i + 5] - boxes[i + 2]);
    return sum / cellCount;
  }

  /**
   * Marks the faces outside some cells, from `first` up to, not including, `end`, whose boxes are at
   * most `reach` from one of them. Returns how many were not marked before; with `isFirstEnough` it
   * ends at the first of them.
   */
  markNear(first: number, end: number, reach: number, marks: Uint8Array, isFirstEnough = false): number {
    const { boxes } = this;
    const own = new Float64Array(6);
    let count = 0;
    for (let block = first; block < end; block += BLOCK_CELLS) {
      const blockEnd = Math.min(block + BLOCK_CELLS, end);
      setWidened(own, boxes, block, blockEnd, reach);
      const nearCount = this.listNear(own, first, end);
      const { near } = this;
      for (let cell = block; cell < blockEnd && nearCount > 0; cell++) {
        setWidened(own, boxes, cell, cell + 1, reach);
        for (let i = 0; i < nearCount; i++) {
          if (!areNear(own, boxes, 6 * near[i])) continue;
          count += this.markFaces(near[i], own, marks, isFirstEnough);
          if (count > 0 && isFirstEnough) return count;
        }
      }
    }
    return count;
  }

  /** Lists the cells outside some cells that touch a box; returns their number. */
  private listNear(box: Float64Array, first: number, end: number): number {
    const { boxes, levels, stack } = this;
    let count = 0;
    // Pairs of a level and a node of it. Every level that is opened adds at most one to those left.
    let top = 0;
    stack[top++] = levels.length - 2;
    stack[top++] = 0;
    while (top > 0) {
      const i = stack[--top];
      const level = stack[--top];
      // The node has cells from i · 2^level on.
      const from = i * 2 ** level;
      if (from >= first && from + 2 ** level <= end) continue;
      if (!areNear(box, boxes, 6 * (levels[level] + i))) continue;
      if (level === 0) {
        if (count === this.near.length) this.near = resized(this.near, 2 * count);
        this.near[count++] = i;
        continue;
      }
      const size = levels[level] - levels[level - 1];
      for (let child = 2 * i; child < Math.min(2 * i + 2, size); child++) {
        stack[top++] = level - 1;
        stack[top++] = child;
      }
    }
    return count;
  }

  /** Marks the faces of a cell that touch a box; returns how many were not marked before. */
  private markFaces(cell: number, box: Float64Array, marks: Uint8Array, isFirstEnough: boolean): number {
    const { triangles, order, starts, faceBox } = this;
    let count = 0;
    for (let k = starts[cell]; k < starts[cell + 1]; k++) {
      const face = order[k];
      if (marks[face] !== 0) continue;
      this.fitVertices(triangles, 3 * face, 3 * face + 3, faceBox, 0);
      if (!areNear(box, faceBox, 0)) continue;
      marks[face] = 1;
      count++;
      if (isFirstEnough) return count;
    }
    return count;
  }

  /** Writes the box of some vertices over the step: those of `list` from `first` up to `end`. */
  private fitVertices(list: Uint32Array, first: number, end: number, boxes: Float64Array, to: number): void {
    const { x0, x1 } = this;
    setEmpty(boxes, to);
    extendBox(boxes, to, list, first, end, x0);
    if (x1 !== x0) extendBox(boxes, to, list, first, end, x1);
  }
}

/** The box of consecutive cells, wider by `reach`. */
function setWidened(box: Float64Array, boxes: Float64Array, first: number, end: number, reach: number): void {
  setEmpty(box, 0);
  for (let i = 6 * first; i < 6 * end; i += 6)
    for (let k = 0; k < 3; k++) {
      box[k] = Math.min(box[k], boxes[i + k] - reach);
      box[3 + k] = Math.max(box[3 + k], boxes[i + 3 + k] + reach);
    }
}

/** A box of nothing. */
export function emptyBox(): Float64Array {
  const box = new Float64Array(6);
  setEmpty(box, 0);
  return box;
}

function setEmpty(boxes: Float64Array, at: number): void {
  boxes.fill(Number.POSITIVE_INFINITY, at, at + 3);
  boxes.fill(Number.NEGATIVE_INFINITY, at + 3, at + 6);
}

/** Extends a box by the listed vertices from `first` up to `end`, at one end of the step. */
export function extendBox(
  boxes: Float64Array,
  at: number,
  list: Uint32Array,
  first: number,
  end: number,
  x: Positions,
): void {
  let lowX = boxes[at];
  let lowY = boxes[at + 1];
  let lowZ = boxes[at + 2];
  let highX = boxes[at + 3];
  let highY = boxes[at + 4];
  let highZ = boxes[at + 5];
  for (let i = first; i < end; i++) {
    const v = 3 * list[i];
    const cx = x[v];
    const cy = x[v + 1];
    const cz = x[v + 2];
    if (cx < lowX) lowX = cx;
    if (cx > highX) highX = cx;
    if (cy < lowY) lowY = cy;
    if (cy > highY) highY = cy;
    if (cz < lowZ) lowZ = cz;
    if (cz > highZ) highZ = cz;
  }
  boxes[at] = lowX;
  boxes[at + 1] = lowY;
  boxes[at + 2] = lowZ;
  boxes[at + 3] = highX;
  boxes[at + 4] = highY;
  boxes[at + 5] = highZ;
}

/** The vertices of each cell, each once: a list per cell in one column. */
function verticesOfCells(
  triangles: Uint32Array,
  order: Uint32Array,
  starts: Uint32Array,
  vertexCount: number,
): { vertices: Uint32Array; vertexStarts: Uint32Array } {
  const lastCell = new Uint32Array(vertexCount);
  const vertexStarts = new Uint32Array(starts.length);
  // Pages that are not written to take no memory.
  const vertices = new Uint32Array(triangles.length);
  let count = 0;
  for (let cell = 0; cell + 1 < starts.length; cell++) {
    vertexStarts[cell] = count;
    for (let i = starts[cell]; i < starts[cell + 1]; i++)
      for (let k = 3 * order[i]; k < 3 * order[i] + 3; k++) {
        const v = triangles[k];
        if (lastCell[v] === cell + 1) continue;
        lastCell[v] = cell + 1;
        vertices[count++] = v;
      }
  }
  vertexStarts[starts.length - 1] = count;
  return { vertices: vertices.slice(0, count), vertexStarts };
}

/** Whether two boxes touch. */
function areNear(own: Float64Array, boxes: Float64Array, at: number): boolean {
  return (
    own[0] <= boxes[at + 3] &&
    boxes[at] <= own[3] &&
    own[1] <= boxes[at + 4] &&
    boxes[at + 1] <= own[4] &&
    own[2] <= boxes[at + 5] &&
    boxes[at + 2] <= own[5]
  );
}
