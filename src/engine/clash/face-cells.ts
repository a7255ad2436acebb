// Within a face that contours run through, the pieces of its border that no contour separates
// belong together. A contour that enters and leaves the face is a chord. Around the border,
// stretches between piercings alternate with the piercings; a chord opens a cell and closes it
// again.

import type { KernelMemory } from '../../core/memory/kernel-memory.ts';
import { NONE } from '../../core/mesh/topology.ts';
import type { TriMesh } from '../../core/mesh/tri-mesh.ts';
import type { ClashKernels, RegionTable } from '../../core/wasm/clash.generated.ts';
import type { ContourTracer } from '../contours.ts';
import type { CutSurface, Cuts } from './regions.ts';

/**
 * Joins elements of a region table through the inside of crossed faces: seeds of regions, and
 * stretches between two piercings. All memory is reused.
 */
export class FaceCells {
  private readonly mesh: TriMesh;
  private readonly space: KernelMemory<ClashKernels>;
  private readonly table: RegionTable;
  private readonly chords = new Chords();
  /** The first pair of each face of the surface, as an index into `next`; −1 for none. */
  private readonly firstOfFace: Int32Array;
  /** What is on the border of a face, in order: nodes as they are, elements as −2 − element. */
  private border: Int32Array = new Int32Array(64);
  private borderLength = 0;
  /** Open chords around the border, and the element in the cell of each. */
  private openChords = new Int32Array(64);
  private openCells = new Int32Array(64);

  constructor(mesh: TriMesh, space: KernelMemory<ClashKernels>, table: RegionTable) {
    this.mesh = mesh;
    this.space = space;
    this.table = table;
    this.firstOfFace = new Int32Array(mesh.faceCount).fill(-1);
  }

  /** Joins the stretches and regions that meet within the crossed faces of a surface. */
  join(tracer: ContourTracer, surface: CutSurface, cuts: Cuts): void {
    const { chords, firstOfFace } = this;
    // The stretch after piercing i of an edge, unless it is the last of the edge.
    const stretchAfter = new Int32Array(cuts.nodes.length).fill(-1);
    let stretch = this.space.kernels.addStretches(this.table.address, cuts.nodes.length - cuts.edges.length);
    for (let i = 0; i < cuts.edges.length; i++)
      for (let j = cuts.start[i]; j + 1 < cuts.start[i + 1]; j++) stretchAfter[j] = stretch++;
    // The pairs of each face, as linked lists.
    const count = surface.faces.length * surface.arcs.length;
    const faces = new Int32Array(count);
    const arcs = new Int32Array(count);
    const next = new Int32Array(count);
    let faceCount = 0;
    let at = 0;
    for (const column of surface.faces)
      for (let i = 0; i < surface.arcs.length; i++) {
        const face = column[surface.arcs[i]];
        if (firstOfFace[face] < 0) faces[faceCount++] = face;
        arcs[at] = surface.arcs[i];
        next[at] = firstOfFace[face];
        firstOfFace[face] = at++;
      }
    chords.reserve(tracer);
    for (let j = 0; j < faceCount; j++) {
      const face = faces[j];
      for (let i = firstOfFace[face]; i >= 0; i = next[i]) chords.add(arcs[i]);
      firstOfFace[face] = -1;
      this.listBorder(cuts, stretchAfter, face);
      this.joinCells();
      chords.clear();
    }
  }

  private listBorder(cuts: Cuts, stretchAfter: Int32Array, face: number): void {
    const { chords, mesh, table } = this;
    const { ints } = this.space;
    this.borderLength = 0;
    for (let k = 0; k < 3; k++) {
      const v = mesh.triangles[3 * face + k];
      const e = mesh.topology.faceEdges[3 * face + k];
      this.addNode(chords.nodeAtVertex(v));
      this.addElement(ints[table.label / 4 + v]);
      const slot = ints[table.cutOfEdge / 4 + e];
      if (slot < 0) continue;
      const from = cuts.start[slot];
      const to = cuts.start[slot + 1];
      const isForward = mesh.topology.edges[2 * e] === v;
      for (let i = 0; i < to - from; i++) {
        const at = isForward ? from + i : to - 1 - i;
        this.addNode(cuts.nodes[at]);
        if (i + 1 < to - from) this.addElement(stretchAfter[isForward ? at : at - 1]);
      }
    }
  }

  private addNode(node: number): void {
    if (node < 0) return;
    this.addItem(node);
    this.chords.countBorder(node);
  }

  private addElement(element: number): void {
    if (element >= 0) this.addItem(-2 - element);
  }

  private addItem(item: number): void {
    if (this.borderLength === this.border.length) {
      const room = 2 * this.border.length;
      this.border = resized(this.border, room);
      this.openChords = new Int32Array(room);
      this.openCells = new Int32Array(room);
    }
    this.border[this.borderLength++] = item;
  }

  /** Joins what lies in one cell, in one walk around the border. */
  private joinCells(): void {
    const { border, borderLength, chords, space, table, openChords, openCells } = this;
    const { address } = table;
    openChords[0] = -1;
    openCells[0] = -1;
    let top = 0;
    for (let i = 0; i < borderLength; i++) {
      const item = border[i];
      if (item < -1) {
        const element = -2 - item;
        if (openCells[top] < 0) openCells[top] = element;
        else space.kernels.joinElements(address, openCells[top], element);
        continue;
      }
      const chord = chords.chordOf(item);
      if (chord < 0) continue;
      if (openChords[top] === chord) top--;
      else {
        openChords[++top] = chord;
        openCells[top] = -1;
      }
    }
  }
}

function resized(column: Int32Array, length: number): Int32Array {
  const copy = new Int32Array(length);
  copy.set(column);
  return copy;
}

/** The chains of arcs in one face: nodes that arcs of the face connect. */
class Chords {
  private tracer: ContourTracer | null = null;
  /** −1 for a node that is not in the face. */
  private parent: Int32Array = new Int32Array(0);
  /** How often each chain, by its root, meets the border of the face. */
  private borderCount: Int32Array = new Int32Array(0);
  private nodes: Int32Array = new Int32Array(0);
  private nodeCount = 0;
  /** Vertices at which chains end. */
  private readonly vertexNodes: number[] = [];

  /** Makes room for the nodes of a tracer. */
  reserve(tracer: ContourTracer): void {
    this.tracer = tracer;
    if (this.parent.length >= tracer.nodeCount) return;
    this.parent = new Int32Array(2 * tracer.nodeCount).fill(-1);
    this.borderCount = new Int32Array(2 * tracer.nodeCount);
    this.nodes = new Int32Array(2 * tracer.nodeCount);
  }

  /** Adds an arc of the face. */
  add(arc: number): void {
    const { ends } = this.tracer as ContourTracer;
    this.addNode(ends[2 * arc]);
    this.addNode(ends[2 * arc + 1]);
    this.parent[this.rootOf(ends[2 * arc])] = this.rootOf(ends[2 * arc + 1]);
  }

  private addNode(node: number): void {
    if (this.parent[node] >= 0) return;
    this.parent[node] = node;
    this.nodes[this.nodeCount++] = node;
    if (this.tracer?.nodeEdge[node] === NONE) this.vertexNodes.push(node);
  }

  /** The node of a chain that ends in a corner; −1 if there is none. */
  nodeAtVertex(vertex: number): number {
    if (this.vertexNodes.length === 0) return -1;
    return this.vertexNodes.find((node) => this.tracer?.nodeFace[node] === vertex) ?? -1;
  }

  /** Counts a node on the border. */
  countBorder(node: number): void {
    if (this.parent[node] >= 0) this.borderCount[this.rootOf(node)]++;
  }

  /**
   * The chord that ends in a node of the border; −1 if its chain does not run to the border again.
   */
  chordOf(node: number): number {
    if (this.parent[node] < 0) return -1;
    const root = this.rootOf(node);
    return this.borderCount[root] === 2 ? root : -1;
  }

  /** Removes all arcs. */
  clear(): void {
    for (let i = 0; i < this.nodeCount; i++) {
      this.parent[this.nodes[i]] = -1;
      this.borderCount[this.nodes[i]] = 0;
    }
    this.nodeCount = 0;
    if (this.vertexNodes.length > 0) this.vertexNodes.length = 0;
  }

  private rootOf(node: number): number {
    const { parent } = this;
    let i = node;
    while (parent[i] !== i) i = parent[i];
    return i;
  }
}
