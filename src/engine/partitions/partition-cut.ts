// Cuts the faces of a mesh into partitions: ranges of equal length of one order in space. A partition
// consists of cells of some dozens of faces.
import type { Positions, TriMesh } from '../../core/mesh/tri-mesh.ts';
import { CellBoxes } from './cell-boxes.ts';
import { cutRun, mortonOrder } from './morton-order.ts';

/** A cut of a mesh into partitions. */
export class PartitionCut {
  /** The partition of each face. */
  readonly partitionOf: Uint16Array;
  /** Boxes of the cells. */
  readonly boxes: CellBoxes;
  /** Faces, partition after partition. */
  private readonly order: Uint32Array;
  /** Where the faces of each partition start in `order`, and the end of the last. */
  private readonly firstFace: Uint32Array;
  /** The first cell of each partition, and the end of the last. */
  private readonly firstCell: Uint32Array;

  /** Into `count` partitions, by the places of the faces at these positions. */
  constructor(mesh: TriMesh, count: number, x: Positions) {
    const { faceCount } = mesh;
    const sorted = mortonOrder(mesh.triangles, x);
    this.order = sorted.order;
    this.partitionOf = new Uint16Array(faceCount);
    this.firstFace = new Uint32Array(count + 1);
    this.firstCell = new Uint32Array(count + 1);
    const starts: number[] = [];
    for (let p = 0; p < count; p++) {
      const first = Math.floor((faceCount * p) / count);
      const end = Math.floor((faceCount * (p + 1)) / count);
      this.firstCell[p] = starts.length;
      if (first < end) cutRun(sorted, first, end, starts);
      for (let i = first; i < end; i++) this.partitionOf[this.order[i]] = p;
      this.firstFace[p + 1] = end;
    }
    this.firstCell[count] = starts.length;
    starts.push(faceCount);
    this.boxes = new CellBoxes(mesh, this.order, Uint32Array.from(starts));
  }

  /** Number of faces of a partition, without ghosts. */
  sizeOf(p: number): number {
    return this.firstFace[p + 1] - this.firstFace[p];
  }

  /**
   * The faces of a partition, ascending, with its ghosts: all faces at most `reach` from one of its
   * cells. `marks` has a byte per face, all zero before and after.
   */
  facesOf(p: number, reach: number, marks: Uint8Array): Uint32Array {
    const { order, firstFace, firstCell, boxes } = this;
    for (let i = firstFace[p]; i < firstFace[p + 1]; i++) marks[order[i]] = 1;
    const ghostCount = boxes.markNear(firstCell[p], firstCell[p + 1], reach, marks);
    const faces = new Uint32Array(this.sizeOf(p) + ghostCount);
    for (let f = 0, count = 0; count < faces.length; f++) {
      if (marks[f] === 0) continue;
      faces[count++] = f;
      marks[f] = 0;
    }
    return faces;
  }

  /** Whether these faces of a partition lack a ghost. */
  lacksGhosts(p: number, faces: Uint32Array, reach: number, marks: Uint8Array): boolean {
    const { firstCell, boxes } = this;
    for (let i = 0; i < faces.length; i++) marks[faces[i]] = 1;
    const isLacking = boxes.markNear(firstCell[p], firstCell[p + 1], reach, marks, true) > 0;
    if (isLacking) marks.fill(0);
    else for (let i = 0; i < faces.length; i++) marks[faces[i]] = 0;
    return isLacking;
  }
}
