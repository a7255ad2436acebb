// The columns of contact rows, and of the vertices that they act on, in the memory of the kernels
// (kernels/contact-columns.ts). They move when there are more rows: take the views anew after rows
// were added.
import { Block } from '../../../core/memory/block.ts';
import { KernelMemory } from '../../../core/memory/kernel-memory.ts';
import { ContactColumns, clothKernels } from '../../../core/wasm/cloth.generated.ts';
import type { ClothMemory } from '../solver/block-matrix.ts';

/** Bytes per row of each column. */
const ROW_BYTES = {
  vertices: 16,
  weights: 32,
  normal: 24,
  targetSpeed: 8,
  friction: 8,
  solverImpulse: 8,
  normalImpulse: 8,
  tangentImpulse: 24,
  inverseEffectiveMass: 8,
  effectiveMass: 8,
  weightedInverseMass: 32,
  distance: 8,
  key: 8,
  state: 1,
  proximity: 4,
  candidates: 4,
  found: 4,
  active: 4,
} as const;
/** Bytes per vertex of each column. */
const VERTEX_BYTES = {
  velocities: 24,
  inverseMass: 8,
  vertexFriction: 8,
  isMoved: 1,
  worstShortfall: 8,
  worstRow: 4,
  leads: 4,
} as const;
/** Names of the columns with a row per contact. */
const ROW_COLUMNS = Object.keys(ROW_BYTES) as (keyof typeof ROW_BYTES)[];
/** Names of the columns with a row per vertex. */
const VERTEX_COLUMNS = Object.keys(VERTEX_BYTES) as (keyof typeof VERTEX_BYTES)[];

/** First bytes of the memory: they suffice for the rows of most simulations. */
const BASE_BYTES = 2e6;
/** First bytes of the memory per vertex, for the columns of the mesh. */
const BYTES_PER_VERTEX = 800;

/** Views of the columns, and the struct by which kernels find them. */
export class RowColumns {
  /** The memory in which all columns lie. */
  readonly memory: ClothMemory;
  /** Where the kernels find the columns. */
  readonly columns: ContactColumns;
  /** The state of a row that is a contact and is not active. */
  readonly contactState: number;
  /** Four vertices per row. */
  vertices!: Uint32Array;
  /**
   * Weights of the vertices in the relative velocity: positive on side a, negative on side b. They
   * sum to 0.
   */
  weights!: Float64Array;
  /** Unit normal from b to a; three numbers per row. */
  normal!: Float64Array;
  /** The least relative speed along the normal in m/s; negative if the points may approach. */
  targetSpeed!: Float64Array;
  /** Coulomb's coefficient. */
  friction!: Float64Array;
  /**
   * The normal impulse in N·s that the implicit solve applied without friction: the impulse solver
   * adds the friction for it.
   */
  solverImpulse!: Float64Array;
  /** The accumulated impulse along the normal in N·s, at least 0. */
  normalImpulse!: Float64Array;
  /** The accumulated impulse of friction in N·s, three numbers per row. */
  tangentImpulse!: Float64Array;
  /** The distance of the two points along the normal at the start of the step. */
  distance!: Float64Array;
  /**
   * The pair as one number. Rows of proximities ascend, but for those of −1, whose impulses are not
   * cached.
   */
  key!: Float64Array;
  /** Whether the row is a contact, and active: see kernels/proximity-rows.ts. */
  state!: Uint8Array;
  /** The proximity that a row was made from. */
  proximity!: Uint32Array;
  /** Rows that are to be examined. */
  candidates!: Uint32Array;
  /** Velocities of the vertices in m/s, three numbers each. */
  velocities!: Float64Array;
  /** Inverse mass of the vertices in 1/kg; 0 for a vertex that cannot be moved. */
  inverseMass!: Float64Array;
  /** Coulomb's coefficient of the vertices; a row has that of its vertex with the largest id. */
  vertexFriction!: Float64Array;
  /** 1 for the vertices that an active row moves. */
  isMoved!: Uint8Array;
  private capacity = 0;
  private readonly byRow: readonly Block[];
  private readonly vertexCount: number;

  /** No rows yet. */
  constructor(vertexCount: number) {
    const memory = new KernelMemory(clothKernels, BASE_BYTES + BYTES_PER_VERTEX * vertexCount);
    const columns = new ContactColumns(memory, memory.allocate(ContactColumns.BYTES));
    this.memory = memory;
    this.columns = columns;
    this.contactState = memory.kernels.CONTACT_STATE.value;
    this.vertexCount = vertexCount;
    this.byRow = ROW_COLUMNS.map(() => new Block(memory));
    for (const name of VERTEX_COLUMNS) columns[name] = memory.allocate(VERTEX_BYTES[name] * vertexCount);
    this.reserve(64, 0);
  }

  /**
   * Makes room for `count` rows, of which the first `kept` stay. Views that growing has detached
   * are taken anew.
   */
  protected reserve(count: number, kept: number): void {
    if (count > this.capacity) {
      this.capacity = Math.max(count, 2 * this.capacity);
      ROW_COLUMNS.forEach((name, i) => {
        const bytes = ROW_BYTES[name];
        this.columns[name] = this.byRow[i].reserve(bytes * this.capacity, bytes * kept).pointer;
      });
    } else if (this.vertices.length > 0) return;
    this.takeViews();
  }

  /** Takes the views of all columns anew. */
  private takeViews(): void {
    const { memory, columns, capacity, vertexCount } = this;
    this.vertices = memory.u32(columns.vertices, 4 * capacity);
    this.weights = memory.f64(columns.weights, 4 * capacity);
    this.normal = memory.f64(columns.normal, 3 * capacity);
    this.targetSpeed = memory.f64(columns.targetSpeed, capacity);
    this.friction = memory.f64(columns.friction, capacity);
    this.solverImpulse = memory.f64(columns.solverImpulse, capacity);
    this.normalImpulse = memory.f64(columns.normalImpulse, capacity);
    this.tangentImpulse = memory.f64(columns.tangentImpulse, 3 * capacity);
    this.distance = memory.f64(columns.distance, capacity);
    this.key = memory.f64(columns.key, capacity);
    this.state = memory.u8(columns.state, capacity);
    this.proximity = memory.u32(columns.proximity, capacity);
    this.candidates = memory.u32(columns.candidates, capacity);
    this.velocities = memory.f64(columns.velocities, 3 * vertexCount);
    this.inverseMass = memory.f64(columns.inverseMass, vertexCount);
    this.vertexFriction = memory.f64(columns.vertexFriction, vertexCount);
    this.isMoved = memory.u8(columns.isMoved, vertexCount);
  }
}
