// Columns of rows and of vertices in the memory of the kernels that sweep over them (assembly/contact-rows.ts). They move when there are more
// rows: whoever reads them takes them anew after rows were added.
import { type ClothKernels, clothKernels } from '../../core/kernels/cloth-kernels.ts';
import { Block } from '../../core/memory/block.ts';
import { KernelMemory } from '../../core/memory/kernel-memory.ts';

/**
 * Bytes a row, in the order of the table of the kernels: vertices, shares, normal, aim, friction, held, push, drag; of rows at work, how much speed an
 * impulse of 1 gives the row, the inverse of that, and how much it gives each vertex; distance, key, state.
 */
const ROW = [16, 32, 24, 8, 8, 8, 8, 24, 16, 32, 8, 8, 1];
/** Bytes a vertex, next in the table: velocity, inverse mass, friction, moved, and scratch. */
const VERTEX = [24, 8, 8, 1, 8, 4, 4];
/** Bytes that rows take, and a vertex, with all that belongs to them: enough for most. */
const ANYWAY = 2e6;
const A_VERTEX = 800;

/** Not in the table: the proximity that a row is of; lists of rows, those to look at, those that were found, those at work. */
const LISTS = 4;

export class RowColumns {
  readonly memory: KernelMemory<ClothKernels>;
  /** Where the kernels find the columns. */
  readonly table: number;
  /** Four vertices a row. */
  vertices!: Uint32Array;
  /** Their shares in the relative velocity, positive on side a: they add up to 0. */
  shares!: Float64Array;
  /** Unit, from b to a; three numbers a row. */
  normal!: Float64Array;
  /** The least relative speed along the normal; negative where they may approach. */
  aim!: Float64Array;
  friction!: Float64Array;
  /** The impulse along the normal that the solver has given already, beyond what a brace rubs for: friction of impulses counts it. */
  held!: Float64Array;
  /** The impulse along the normal so far, at least 0. */
  push!: Float64Array;
  /** The impulse across the normal so far; three numbers a row. */
  drag!: Float64Array;
  /** Of the two points, along the normal, at the start of the step. */
  distance!: Float64Array;
  /** The pair as one number; rows of proximities ascend, but for those that are -1, which are not to be remembered. */
  key!: Float64Array;
  /** Of rows: a `RowState`. */
  state!: Uint8Array;
  /** Of vertices. */
  velocities!: Float64Array;
  inverseMass!: Float64Array;
  /** Coulomb's coefficient; a row has that of its vertex with the largest id. */
  surface!: Float64Array;
  /** Of vertices: whether a row at work moves it. */
  moved!: Uint8Array;
  /** The proximity that a row is of. */
  source!: Uint32Array;
  /** Rows by their number. */
  list!: Uint32Array;
  found!: Uint32Array;
  working!: Uint32Array;
  /** Room for so many rows. */
  room = 0;
  private readonly byRow: readonly Block[];
  private readonly byVertex: readonly Block[];
  private readonly lists: readonly Block[];
  private readonly vertexCount: number;

  constructor(vertexCount: number) {
    const memory = new KernelMemory(clothKernels, ANYWAY + A_VERTEX * vertexCount);
    this.memory = memory;
    this.vertexCount = vertexCount;
    this.table = memory.allocate(4 * (ROW.length + VERTEX.length));
    this.byRow = ROW.map(() => new Block(memory));
    this.byVertex = VERTEX.map((bytes) => new Block(memory, bytes * vertexCount));
    this.lists = Array.from({ length: LISTS }, () => new Block(memory));
    this.reserve(64, 0);
  }

  /** Room for so many rows, the first `kept` of which stay; views that growing has detached are taken anew. */
  protected reserve(count: number, kept: number): void {
    if (count > this.room) {
      this.room = Math.max(count, 2 * this.room);
      this.byRow.forEach((block, i) => {
        block.reserve(ROW[i] * this.room, ROW[i] * kept);
      });
      for (const list of this.lists) list.reserve(4 * this.room, 4 * kept);
    } else if (this.vertices.length > 0) return;
    this.view();
  }

  private view(): void {
    const { memory, room, vertexCount } = this;
    memory.u32(this.table, ROW.length + VERTEX.length).set([...this.byRow, ...this.byVertex].map(pointerOf));
    const [vertices, shares, normal, aim, friction, held, push, drag, , , distance, key, state] =
      this.byRow.map(pointerOf);
    const [velocities, inverseMass, surface, moved] = this.byVertex.map(pointerOf);
    this.vertices = memory.u32(vertices, 4 * room);
    this.shares = memory.f64(shares, 4 * room);
    this.normal = memory.f64(normal, 3 * room);
    this.aim = memory.f64(aim, room);
    this.friction = memory.f64(friction, room);
    this.held = memory.f64(held, room);
    this.push = memory.f64(push, room);
    this.drag = memory.f64(drag, 3 * room);
    this.distance = memory.f64(distance, room);
    this.key = memory.f64(key, room);
    this.state = memory.u8(state, room);
    this.velocities = memory.f64(velocities, 3 * vertexCount);
    this.inverseMass = memory.f64(inverseMass, vertexCount);
    this.surface = memory.f64(surface, vertexCount);
    this.moved = memory.u8(moved, vertexCount);
    [this.source, this.list, this.found, this.working] = this.lists.map(({ pointer }) => memory.u32(pointer, room));
  }
}

function pointerOf({ pointer }: Block): number {
  return pointer;
}
