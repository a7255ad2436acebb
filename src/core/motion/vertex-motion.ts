// One step of a deforming mesh in linear memory: where every vertex is at t = 0 and at t = 1, between which it moves in a
// straight line, and the faces and edges as the kernels read them. Faces stand in places of the tree's choice.
import { Block } from '../memory/block.ts';
import type { LinearMemory } from '../memory/linear-memory.ts';
import type { ChangedMesh } from '../mesh/change-mesh.ts';
import { NONE } from '../mesh/topology.ts';
import { checkPositions, type TriMesh } from '../mesh/tri-mesh.ts';

/** Beyond this the rounding bounds of the kernels are not proven: the step is left to exact arithmetic. */
const LARGEST = 2 ** 99;

export class VertexMotion {
  readonly memory: LinearMemory;
  mesh: TriMesh;
  /** The face of the mesh that stands at each place, or `NONE`. */
  faceOf: Uint32Array;
  /** The largest magnitude of a coordinate. */
  largest = 0;
  private readonly pointBlock: Block;
  private readonly faceBlock: Block;
  private readonly faceOfs: Block;
  private readonly edgeBlock: Block;

  constructor(memory: LinearMemory, mesh: TriMesh) {
    this.memory = memory;
    this.mesh = mesh;
    this.pointBlock = new Block(memory);
    this.faceBlock = new Block(memory);
    this.faceOfs = new Block(memory);
    this.edgeBlock = new Block(memory);
    this.faceOf = new Uint32Array(mesh.faceCount);
    for (let f = 0; f < mesh.faceCount; f++) this.faceOf[f] = f;
    this.setMesh(mesh);
    this.orderFaces(this.faceOf);
  }

  get placeCount(): number {
    return this.faceOf.length;
  }

  /** [x0 x1 y0 y1 z0 z1] a vertex. */
  get points(): number {
    return this.pointBlock.pointer;
  }

  /** Three vertex ids a place. 16 bytes may be read behind the last. */
  get faces(): number {
    return this.faceBlock.pointer;
  }

  /** `faceOf` for the kernels. */
  get faceOfBlock(): number {
    return this.faceOfs.pointer;
  }

  /** Two vertex ids an edge. */
  get edges(): number {
    return this.edgeBlock.pointer;
  }

  setMesh(mesh: TriMesh): void {
    const { edges } = mesh.topology;
    this.mesh = mesh;
    this.pointBlock.reserve(48 * mesh.vertexCount);
    this.edgeBlock.reserve(4 * edges.length + 16).put(edges);
  }

  /**
   * Takes over a changed mesh. An added face stands where the removed one stood whose id it has, or behind the last; the places of
   * faces that are gone stay empty. Returns how many became so.
   */
  change({ mesh, faceRemap, addedFaces }: ChangedMesh): number {
    this.setMesh(mesh);
    const homeless = new Uint8Array(mesh.faceCount);
    for (let i = 0; i < addedFaces.length; i++) homeless[addedFaces[i]] = 1;
    const emptied = this.moveFaces(faceRemap, homeless);
    this.appendFaces(addedFaces.filter((f) => homeless[f] === 1));
    return emptied;
  }

  /** Renumbers the faces in their places and lets added ones, which are `homeless` until then, move in where others went. */
  private moveFaces(faceRemap: Uint32Array, homeless: Uint8Array): number {
    const { faceOf, mesh } = this;
    const corners = this.memory.u32(this.faces, 3 * faceOf.length);
    let emptied = 0;
    for (let i = 0; i < faceOf.length; i++) {
      const old = faceOf[i];
      if (old === NONE) continue;
      const kept = faceRemap[old];
      faceOf[i] = kept;
      if (kept !== NONE) continue;
      if (homeless[old] === 1) {
        homeless[old] = 0;
        faceOf[i] = old;
      } else emptied++;
      // An empty place has the corners of some vertex: it is bounded like the others and never asked for.
      for (let k = 0; k < 3; k++) corners[3 * i + k] = faceOf[i] === NONE ? 0 : mesh.triangles[3 * old + k];
    }
    this.faceOfs.put(faceOf);
    return emptied;
  }

  /** Places behind the last for these faces. */
  private appendFaces(faces: Uint32Array): void {
    if (faces.length === 0) return;
    const { triangles } = this.mesh;
    const before = this.placeCount;
    const faceOf = new Uint32Array(before + faces.length);
    faceOf.set(this.faceOf);
    faceOf.set(faces, before);
    this.faceOf = faceOf;
    this.faceOfs.put(faceOf);
    this.faceBlock.reserve(12 * faceOf.length + 16, 12 * before);
    const corners = this.memory.u32(this.faces, 3 * faceOf.length);
    for (let i = before; i < faceOf.length; i++) {
      for (let k = 0; k < 3; k++) corners[3 * i + k] = triangles[3 * faceOf[i] + k];
    }
  }

  /** The place of each face. */
  placesOfFaces(): Uint32Array {
    const placeOf = new Uint32Array(this.mesh.faceCount);
    for (let i = 0; i < this.faceOf.length; i++) if (this.faceOf[i] !== NONE) placeOf[this.faceOf[i]] = i;
    return placeOf;
  }

  /** Puts the faces into an order that keeps neighbours in space close in memory: a third faster than by chance. */
  orderFaces(order: Uint32Array): void {
    const { triangles } = this.mesh;
    this.faceBlock.reserve(12 * order.length + 16);
    const faces = this.memory.u32(this.faces, 3 * order.length);
    for (let i = 0; i < order.length; i++) {
      for (let k = 0; k < 3; k++) faces[3 * i + k] = triangles[3 * order[i] + k];
    }
    this.faceOf = order;
    this.faceOfs.put(order);
  }

  /** Throws `MeshError` where positions are missing or not finite. */
  set(x0: Float64Array | Float32Array, x1: Float64Array | Float32Array): void {
    const { vertexCount } = this.mesh;
    checkPositions(x0, vertexCount);
    checkPositions(x1, vertexCount);
    const points = this.memory.f64(this.points, 6 * vertexCount);
    let low = 0;
    let high = 0;
    for (let i = 0; i < 3 * vertexCount; i++) {
      const a = x0[i];
      const b = x1[i];
      points[2 * i] = a;
      points[2 * i + 1] = b;
      if (a < low) low = a;
      if (b < low) low = b;
      if (a > high) high = a;
      if (b > high) high = b;
    }
    this.largest = high > -low ? high : -low;
  }

  /** False if a coordinate is too large for certified floating point: then exact arithmetic has to serve. */
  get inRange(): boolean {
    return this.largest <= LARGEST;
  }
}
