// Builds the hierarchy of connected patches in pieces, each with a budget of work, so that no step
// has to wait for all of it. The kernels do the work (kernels/patch-stages.ts); this class owns
// their tables, allocates those whose size an earlier stage decides, and releases all in the end.
// The work is counted in faces and not in time: the same steps build the same patches everywhere.
import type { VertexMotion } from '../../core/motion/vertex-motion.ts';
import { PatchBuilder } from '../../core/wasm/mesh.generated.ts';
import type { Patches } from './patches.ts';

/** A budget that is never spent: the patches are complete after one call. */
export const NO_LIMIT = 0x7fffffff;

/** Sides of loops per face for which there is room at first. Smooth meshes have 4 to 5. */
const SIDES_PER_FACE = 6;

/** Candidates of a growing patch, with some room: a base patch has ten faces, and three sides each. */
const CANDIDATES = 64;

/** The fields of the builder that point to tables. */
type Table = Exclude<
  { [Field in keyof PatchBuilder]: PatchBuilder[Field] extends number ? Field : never }[keyof PatchBuilder],
  'address'
>;

/** The patches of a mesh, as far as they are built. */
export class PatchBuilding {
  private readonly motion: VertexMotion;
  private readonly builder: PatchBuilder;
  /** Pointers of all tables, by field. */
  private readonly tables = new Map<Table, number>();

  /** Starts for the present mesh. Throws `RangeError` if there is no memory for the tables. */
  constructor(motion: VertexMotion) {
    const { memory, mesh } = motion;
    const { faceCount, vertexCount, topology } = mesh;
    const { edgeCount, faceEdges } = topology;
    this.motion = motion;
    this.builder = new PatchBuilder(memory, memory.allocate(PatchBuilder.BYTES));
    const { builder } = this;
    builder.faceCount = faceCount;
    builder.vertexCount = vertexCount;
    builder.edgeCount = edgeCount;
    this.allocate({
      triangles: 12 * faceCount,
      faceEdges: 12 * faceCount,
      across: 12 * faceCount,
      isSingular: vertexCount,
      uses: vertexCount,
      edgeStamps: 4 * edgeCount,
      vertexStamps: 4 * vertexCount,
      vertexLinks: 4 * vertexCount,
      joinedStamps: 4 * vertexCount,
      patchOf: 4 * faceCount,
      grown: 4 * faceCount,
      patchStarts: 4 * (faceCount + 1),
      rim: 4 * faceCount,
      isOnRim: faceCount,
      candidates: 4 * CANDIDATES,
      isOpen: 3 * faceCount,
    });
    memory.u32(builder.triangles, 3 * faceCount).set(mesh.triangles);
    memory.u32(builder.faceEdges, 3 * faceCount).set(faceEdges);
  }

  /**
   * Goes on building, with a budget of work counted in faces. Returns the patches once they are
   * complete, else null. Throws `RangeError` if there is no memory for more tables.
   */
  advance(budget: number): Patches | null {
    const { builder } = this;
    const { memory, context } = this.motion;
    const { kernels } = memory;
    builder.budget = budget;
    for (;;) {
      const state = kernels.buildPatches(context.address, builder.address);
      if (state === kernels.NEEDS_NODES.value) this.allocateNodes();
      else if (state === kernels.NEEDS_SIDES.value) this.growSides();
      else if (state === kernels.NEEDS_RESULT.value) this.allocateResult();
      else return state === kernels.COMPLETE.value ? this.patches() : null;
    }
  }

  /** Releases all tables. */
  dispose(): void {
    const { memory } = this.motion;
    for (const pointer of this.tables.values()) memory.release(pointer);
    this.tables.clear();
    memory.release(this.builder.address);
  }

  /** Allocates tables; if one does not fit, releases all and throws. */
  private allocate(sizes: Partial<Record<Table, number>>): void {
    try {
      for (const [field, bytes] of Object.entries(sizes) as [Table, number][]) {
        const pointer = this.motion.memory.allocate(bytes);
        this.tables.set(field, pointer);
        this.builder[field] = pointer;
      }
    } catch (error) {
      this.dispose();
      throw error;
    }
  }

  /** Allocates the tables of base patches and of the nodes, at most twice as many. */
  private allocateNodes(): void {
    const { patchCount, faceCount } = this.builder;
    const column = 4 * patchCount;
    const nodes = 2 * column;
    this.allocate({
      firsts: nodes,
      seconds: nodes,
      parents: nodes,
      sizes: nodes,
      borderStamps: nodes,
      sharedEdges: nodes,
      nodeLoops: nodes + 4,
      cones: 32 * (2 * patchCount + 1),
      rootOf: column,
      roots: column,
      sorted: column,
      sorting: column,
      counts: 4 * 256,
      neighbours: column,
    });
    this.allocateSides(SIDES_PER_FACE * faceCount);
  }

  /** Allocates the tables of loops, which have three sides or more each. */
  private allocateSides(room: number): void {
    this.allocate({ sides: 4 * room, loops: 4 * (Math.ceil(room / 3) + 2) });
    this.builder.sideRoom = room;
  }

  /** Makes room for more loops. */
  private growSides(): void {
    const { builder } = this;
    const { memory } = this.motion;
    const { sides, loops, sideCount, loopCount, missingSides } = builder;
    this.allocateSides(Math.ceil(1.5 * (sideCount + missingSides)));
    memory.u32(builder.sides, sideCount).set(memory.u32(sides, sideCount));
    memory.u32(builder.loops, loopCount + 1).set(memory.u32(loops, loopCount + 1));
    for (const pointer of [sides, loops]) memory.release(pointer);
    builder.missingSides = 0;
  }

  /** Allocates the tables of the result. */
  private allocateResult(): void {
    const { nodeCount, loopCount, sideCount, faceCount } = this.builder;
    const column = 4 * nodeCount;
    this.allocate({
      preorder: column,
      second: column,
      end: column,
      firstLeaf: column,
      firstFace: column,
      faceCounts: column,
      order: 4 * faceCount,
      loopStart: column + 4,
      loopVertexStart: 4 * (loopCount + 1),
      loopVertices: 4 * sideCount,
    });
  }

  /** The complete patches. */
  private patches(): Patches {
    const { builder } = this;
    const { orderedCount, leafCount, faceCount, orderedLoops, orderedVertices } = builder;
    const copy = (pointer: number, length: number) => this.motion.memory.u32(pointer, length).slice();
    return {
      nodeCount: orderedCount,
      leafCount,
      second: copy(builder.second, orderedCount),
      end: copy(builder.end, orderedCount),
      firstLeaf: copy(builder.firstLeaf, orderedCount),
      firstFace: copy(builder.firstFace, orderedCount),
      faceCount: copy(builder.faceCounts, orderedCount),
      order: copy(builder.order, faceCount),
      loopStart: copy(builder.loopStart, orderedCount + 1),
      loopVertexStart: copy(builder.loopVertexStart, orderedLoops + 1),
      loopVertices: copy(builder.loopVertices, orderedVertices),
    };
  }
}
