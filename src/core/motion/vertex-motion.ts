// One step of a deforming mesh in linear memory: the positions of every vertex at t = 0 and at t =
// 1, between which it moves in a straight line, and the faces and edges as the kernels read them.
// Faces are stored by place, in the order that the tree chooses.
import { Block } from '../memory/block.ts';
import type { LinearMemory } from '../memory/linear-memory.ts';
import type { ChangedMesh } from '../mesh/change-mesh.ts';
import { ascending, NONE } from '../mesh/topology.ts';
import { checkPositions, type Positions, type TriMesh } from '../mesh/tri-mesh.ts';
import { MeshContext } from '../wasm/mesh.generated.ts';

/**
 * The rounding bounds of the kernels are not proven for larger coordinates: such a step is left to
 * exact arithmetic. Same value as in kernels/times.ts.
 */
const LARGEST_CERTIFIED_COORDINATE = 2 ** 99;

/**
 * Coordinates that are copied into linear memory at a time: few enough that both ends of the step
 * stay in cache.
 */
const STAGED_COORDINATES = 4096;

/** Allocates room for one piece of both ends of the step. */
function allocateStaging(memory: LinearMemory): number {
  return memory.allocate(16 * STAGED_COORDINATES);
}

/** A mesh and the step that it makes. */
export class VertexMotion {
  /** The memory of the collider. */
  readonly memory: LinearMemory;
  /** The data that the kernels read of this mesh and step. */
  readonly context: MeshContext;
  /** The mesh; `change` replaces it. */
  mesh: TriMesh;
  /** Whether both ends of the step were given as the same array: nothing moves. */
  isStatic = false;
  /**
   * Number of the start positions: steps that start at the same positions, to the last bit, have
   * the same number.
   */
  start = 0;
  /**
   * The largest magnitude of a coordinate that the mesh is part of: what the largest coordinate
   * decides is then the same for the whole and its parts.
   */
  largestOfWhole = 0;
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
    this.pointBlock = Block.forField(memory, context, 'points');
    this.faceBlock = Block.forField(memory, context, 'faces');
    this.edgeBlock = Block.forField(memory, context, 'edges');
    this.faceOfs = new Block(memory);
    this.placeOfs = new Block(memory);
    this.staging = memory.shared(allocateStaging);
    this.setMesh(mesh);
    context.placeCount = mesh.faceCount;
    this.faceBlock.reserve(12 * mesh.faceCount + 16).put(mesh.triangles);
    const ids = ascending(mesh.faceCount);
    this.faceOfs.put(ids);
    this.placeOfs.put(ids);
  }

  /** Number of places for faces; some may be empty. */
  get placeCount(): number {
    return this.context.placeCount;
  }

  /** The largest magnitude of a coordinate of the step. */
  get largest(): number {
    return this.context.largest;
  }

  /** Pointer to [x0 x1 y0 y1 z0 z1] per vertex. */
  get points(): number {
    return this.pointBlock.pointer;
  }

  /** Pointer to three vertex ids per place. 16 bytes may be read behind the last. */
  get faces(): number {
    return this.faceBlock.pointer;
  }

  /** The face at each place, or `NONE`; valid until the memory grows. */
  get faceOf(): Uint32Array {
    return this.memory.u32(this.faceOfs.pointer, this.placeCount);
  }

  /** Pointer to `faceOf`, for the kernels. */
  get faceOfBlock(): number {
    return this.faceOfs.pointer;
  }

  /** The place of each face; valid until the memory grows. */
  get placeOf(): Uint32Array {
    return this.memory.u32(this.placeOfs.pointer, this.mesh.faceCount);
  }

  /** Pointer to `placeOf`, for the kernels. */
  get placeOfBlock(): number {
    return this.placeOfs.pointer;
  }

  /** Pointer to two vertex ids per edge. */
  get edges(): number {
    return this.edgeBlock.pointer;
  }

  private setMesh(mesh: TriMesh): void {
    const { edges } = mesh.topology;
    this.mesh = mesh;
    this.context.vertexCount = mesh.vertexCount;
    this.pointBlock.reserve(48 * mesh.vertexCount + 16);
    this.edgeBlock.reserve(4 * edges.length + 16).put(edges);
  }

  /**
   * Takes over a changed mesh. An added face takes the place of a removed one, or a new place
   * behind the last. Places of removed faces that are not taken stay empty. Returns how many places
   * became empty.
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

  /**
   * Renumbers the faces that stay. Returns the places of the removed faces, in the order of their
   * old ids.
   */
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
        // All corners of an empty place are vertex 0: kernels bound it like the others, and the
        // tree has no leaf for it.
        corners.fill(0, 3 * place, 3 * place + 3);
      } else placeOf[now] = place;
    }
    return empty;
  }

  /** Puts added faces into their places; `before` is the number of places before the change. */
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
   * Gives the faces their places: `order` points to the face at each place, `triangles` to the
   * corners by face. Neighbours in space are then close in memory, which makes a step a third
   * faster than a random order does.
   */
  orderFaces(order: number, triangles: number): void {
    const { memory, mesh } = this;
    const { faceCount } = mesh;
    this.context.placeCount = faceCount;
    this.faceBlock.reserve(12 * faceCount + 16);
    // Reserve first: growing the memory detaches views.
    this.faceOfs.reserve(4 * faceCount).put(memory.u32(order, faceCount));
    this.placeOfs.reserve(4 * faceCount);
    memory.kernels.gatherFaces(order, faceCount, triangles, this.faces);
    memory.kernels.invertOrder(order, faceCount, this.placeOfBlock);
  }

  /**
   * Sets the step: here positions enter the linear memory of a mesh collider. They are copied piece
   * by piece to a staging buffer, from which `placePositions` interleaves both ends of the step.
   * Throws `MeshError` if positions are missing or not finite.
   */
  set(x0: Positions, x1: Positions): void {
    const { vertexCount } = this.mesh;
    const count = 3 * vertexCount;
    const { context } = this;
    const before = this.start++;
    this.isStatic = x0 === x1;
    context.isStatic = this.isStatic;
    context.largest = x0.length === count && x1.length === count ? 0 : Number.NaN;
    for (let first = 0; first < count && context.largest >= 0; first += STAGED_COORDINATES) {
      const from0 = this.stage(x0, first, 0);
      const from1 = this.isStatic ? from0 : this.stage(x1, first, STAGED_COORDINATES);
      this.memory.kernels.placePositions(
        context.address,
        from0,
        from1,
        Math.min(STAGED_COORDINATES, count - first),
        first,
      );
    }
    if (!(context.largest >= 0)) {
      checkPositions(x0, vertexCount);
      checkPositions(x1, vertexCount);
    }
    if (this.largestOfWhole > context.largest) context.largest = this.largestOfWhole;
    if (!context.startDiffers) this.start = before;
  }

  /** Whether the step ends at these positions. */
  endsAt(x: Positions): boolean {
    const count = 3 * this.mesh.vertexCount;
    if (x.length !== count) return false;
    const { doubles } = this.memory;
    const end = this.points / 8 + 1;
    for (let i = 0; i < count; i++) if (doubles[end + 2 * i] !== x[i]) return false;
    return true;
  }

  /**
   * Copies one piece of coordinates to the staging buffer and returns its address. A 0 follows the
   * last piece, because kernels read two numbers at a time.
   */
  private stage(x: Positions, first: number, at: number): number {
    const { doubles } = this.memory;
    const to = this.staging / 8 + at;
    const piece = x.subarray(first, first + STAGED_COORDINATES);
    doubles.set(piece, to);
    if (piece.length < STAGED_COORDINATES) doubles[to + piece.length] = 0;
    return 8 * to;
  }

  /**
   * False if a coordinate is too large for certified floating point; exact arithmetic then decides.
   */
  get inRange(): boolean {
    return this.largest <= LARGEST_CERTIFIED_COORDINATE;
  }
}
