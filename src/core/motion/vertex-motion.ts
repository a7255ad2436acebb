// One step of a deforming mesh in linear memory: where every vertex is at t = 0 and at t = 1, between which it moves in a
// straight line, and the faces and edges as the kernels read them. Faces stand in places of the tree's choice.
import { Block } from '../memory/block.ts';
import type { LinearMemory } from '../memory/linear-memory.ts';
import type { ChangedMesh } from '../mesh/change-mesh.ts';
import { NONE } from '../mesh/topology.ts';
import { checkPositions, type Positions, type TriMesh } from '../mesh/tri-mesh.ts';
import { MeshContext } from '../wasm/mesh.generated.ts';

/** Beyond this the rounding bounds of the kernels are not proven: the step is left to exact arithmetic. */
const LARGEST_CERTIFIED = 2 ** 99;

/** Coordinates that are brought into linear memory at a time: both ends stay in cache. */
const PIECE = 4096;

/** Room for one piece of both ends. */
function allocateStaging(memory: LinearMemory): number {
  return memory.allocate(16 * PIECE);
}

export class VertexMotion {
  readonly memory: LinearMemory;
  /** What the kernels know of this mesh and step. */
  readonly context: MeshContext;
  mesh: TriMesh;
  /** Whether both ends of the step were given as one array: nothing moves. */
  isStatic = false;
  /** A number for where the vertices start: it stays while they start at the same places, to the last bit. */
  start = 0;
  private starts = 0;
  private readonly staging: number;
  private readonly pointBlock: Block;
  private readonly faceBlock: Block;
  private readonly faceOfs: Block;
  private readonly placeOfs: Block;
  private readonly edgeBlock: Block;

  constructor(memory: LinearMemory, mesh: TriMesh) {
    this.memory = memory;
    this.mesh = mesh;
    const context = new MeshContext(memory, memory.allocate(MeshContext.BYTES));
    this.context = context;
    this.pointBlock = new Block(memory, 0, (pointer) => {
      context.points = pointer;
    });
    this.faceBlock = new Block(memory, 0, (pointer) => {
      context.faces = pointer;
    });
    this.edgeBlock = new Block(memory, 0, (pointer) => {
      context.edges = pointer;
    });
    this.faceOfs = new Block(memory);
    this.placeOfs = new Block(memory);
    this.staging = memory.shared(allocateStaging);
    this.setMesh(mesh);
    context.placeCount = mesh.faceCount;
    this.faceBlock.reserve(12 * mesh.faceCount + 16).put(mesh.triangles);
    this.faceOfs.reserve(4 * mesh.faceCount);
    this.placeOfs.reserve(4 * mesh.faceCount);
    const { faceOf, placeOf } = this;
    for (let f = 0; f < mesh.faceCount; f++) faceOf[f] = placeOf[f] = f;
  }

  /** Places for faces; some may be empty. */
  get placeCount(): number {
    return this.context.placeCount;
  }

  /** The largest magnitude of a coordinate of the step. */
  get largest(): number {
    return this.context.largest;
  }

  /** [x0 x1 y0 y1 z0 z1] per vertex. */
  get points(): number {
    return this.pointBlock.pointer;
  }

  /** Three vertex ids per place. 16 bytes may be read behind the last. */
  get faces(): number {
    return this.faceBlock.pointer;
  }

  /** The face of the mesh that stands at each place, or `NONE`; valid until the memory grows. */
  get faceOf(): Uint32Array {
    return this.memory.u32(this.faceOfs.pointer, this.placeCount);
  }

  /** `faceOf` for the kernels. */
  get faceOfBlock(): number {
    return this.faceOfs.pointer;
  }

  /** The place of each face; valid until the memory grows. */
  get placeOf(): Uint32Array {
    return this.memory.u32(this.placeOfs.pointer, this.mesh.faceCount);
  }

  /** `placeOf` for the kernels. */
  get placeOfBlock(): number {
    return this.placeOfs.pointer;
  }

  /** Two vertex ids per edge. */
  get edges(): number {
    return this.edgeBlock.pointer;
  }

  setMesh(mesh: TriMesh): void {
    const { edges } = mesh.topology;
    this.mesh = mesh;
    this.context.vertexCount = mesh.vertexCount;
    this.pointBlock.reserve(48 * mesh.vertexCount + 16);
    this.edgeBlock.reserve(4 * edges.length + 16).put(edges);
  }

  /**
   * Takes over a changed mesh. An added face stands where the removed one stood whose id it has, or behind the last; the places of
   * faces that are gone stay empty. Returns how many became so.
   */
  change({ mesh, faceRemap, addedFaces }: ChangedMesh): number {
    this.setMesh(mesh);
    this.placeOfs.reserve(4 * Math.max(mesh.faceCount, faceRemap.length), 4 * faceRemap.length);
    const places = this.leavePlaces(faceRemap);
    const emptied = Math.max(0, places.length - addedFaces.length);
    const before = this.placeCount;
    for (let i = places.length; i < addedFaces.length; i++) places.push(this.context.placeCount++);
    this.placeAdded(addedFaces, places, before);
    return emptied;
  }

  /** Renumbers the faces that stay; the places of the others, in the order of their old ids, are empty then. */
  private leavePlaces(faceRemap: Uint32Array): number[] {
    const placeOf = this.memory.u32(this.placeOfs.pointer, Math.max(this.mesh.faceCount, faceRemap.length));
    const corners = this.memory.u32(this.faces, 3 * this.placeCount);
    const { faceOf } = this;
    const empty: number[] = [];
    for (let f = 0; f < faceRemap.length; f++) {
      const now = faceRemap[f];
      if (now === f) continue;
      const place = placeOf[f];
      faceOf[place] = now;
      if (now === NONE) {
        empty.push(place);
        // An empty place has the corners of some vertex: it is bounded like the others and never asked for.
        corners.fill(0, 3 * place, 3 * place + 3);
      } else placeOf[now] = place;
    }
    return empty;
  }

  /** Puts faces into places, of which there were `before`. */
  private placeAdded(faces: Uint32Array, places: readonly number[], before: number): void {
    const { triangles } = this.mesh;
    this.faceOfs.reserve(4 * this.placeCount, 4 * before);
    this.faceBlock.reserve(12 * this.placeCount + 16, 12 * before);
    const corners = this.memory.u32(this.faces, 3 * this.placeCount);
    const { faceOf, placeOf } = this;
    for (let i = 0; i < faces.length; i++) {
      faceOf[places[i]] = faces[i];
      placeOf[faces[i]] = places[i];
      for (let k = 0; k < 3; k++) corners[3 * places[i] + k] = triangles[3 * faces[i] + k];
    }
  }

  /**
   * Puts the faces into an order that keeps neighbours in space close in memory: a third faster than by chance. Order and triangles of the
   * mesh are in linear memory.
   */
  orderFaces(order: number, triangles: number): void {
    const { memory, mesh } = this;
    const { faceCount } = mesh;
    this.context.placeCount = faceCount;
    this.faceBlock.reserve(12 * faceCount + 16);
    // Room first: growing detaches views.
    this.faceOfs.reserve(4 * faceCount).put(memory.u32(order, faceCount));
    this.placeOfs.reserve(4 * faceCount);
    memory.kernels.gatherFaces(order, faceCount, triangles, this.faces);
    memory.kernels.invertOrder(order, faceCount, this.placeOfBlock);
  }

  /** Throws `MeshError` where positions are missing or not finite. */
  set(x0: Positions, x1: Positions): void {
    const { vertexCount } = this.mesh;
    const count = 3 * vertexCount;
    const { context } = this;
    const before = this.start;
    this.start = ++this.starts;
    this.isStatic = x0 === x1;
    context.isStatic = this.isStatic;
    context.largest = x0.length === count && x1.length === count ? 0 : Number.NaN;
    for (let first = 0; first < count && context.largest >= 0; first += PIECE) {
      const from0 = this.stage(x0, first, 0);
      const from1 = this.isStatic ? from0 : this.stage(x1, first, PIECE);
      this.memory.kernels.placePositions(context.address, from0, from1, Math.min(PIECE, count - first), first);
    }
    if (!(context.largest >= 0)) {
      checkPositions(x0, vertexCount);
      checkPositions(x1, vertexCount);
    }
    if (!context.startDiffers) this.start = before;
  }

  /** Copies one piece; an odd one ends with a 0 more, because kernels take two at a time. */
  private stage(x: Positions, first: number, at: number): number {
    const { doubles } = this.memory;
    const to = this.staging / 8 + at;
    const piece = x.subarray(first, first + PIECE);
    doubles.set(piece, to);
    if (piece.length < PIECE) doubles[to + piece.length] = 0;
    return 8 * to;
  }

  /** False if a coordinate is too large for certified floating point: then exact arithmetic has to serve. */
  get inRange(): boolean {
    return this.largest <= LARGEST_CERTIFIED;
  }
}
