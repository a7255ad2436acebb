// The tree over the faces in linear memory, and all that is in its order: the edges of the faces, what they own, their neighbours, their
// objects. Built from the positions of the first step and refitted after, until that has cost as much as a new tree.
import type { Tally } from '../core/contacts/contacts.ts';
import { assignOwners, type FaceTables, listNeighbours } from '../core/features/ownership.ts';
import type { LinearMemory } from '../core/memory/linear-memory.ts';
import type { VertexMotion } from '../core/motion/vertex-motion.ts';
import { buildTree } from '../core/tree/build-tree.ts';
import { mayMeetItself, type Permissions } from './permissions.ts';

export type Positions = Float64Array | Float32Array;

/** Fixed pairs of features of neighbouring faces in linear memory, in blocks with room for `vfRoom` and `eeRoom` of them. */
export interface NeighbourLists {
  readonly vf: number;
  readonly vfCount: number;
  readonly vfRoom: number;
  readonly ee: number;
  readonly eeCount: number;
  readonly eeRoom: number;
}

/** Blocks in linear memory. */
export interface Blocks {
  readonly nodeCount: number;
  readonly children: number;
  readonly boxes: number;
  readonly own: number;
  readonly stack: number;
  readonly faceEdges: number;
  readonly owned: number;
  /** Where not everything may collide: the object of each face, the class of each object, the table of classes. */
  readonly permit: { readonly objects: number; readonly classes: number; readonly table: number } | null;
}

/**
 * A tree that was built for other positions looks at more pairs of nodes. When the surplus of all steps together reaches this many a
 * face, a new one has paid for itself: building takes about as long as looking at them.
 */
const SURPLUS = 100;

export class FaceHierarchy {
  /** From the second step on, unless there are too many. Without them neighbours are found in the tree like all others. */
  neighbours: NeighbourLists | null | undefined;
  private blocks: Blocks | undefined;
  /** Pairs of nodes that the tree looked at for each pair of faces found, when it was new; 0 until it is used. */
  private costWhenNew = 0;
  private surplus = 0;
  private readonly memory: LinearMemory;
  private readonly motion: VertexMotion;
  private readonly permissions: Permissions | null;

  constructor(motion: VertexMotion, permissions: Permissions | null) {
    this.memory = motion.memory;
    this.motion = motion;
    this.permissions = permissions;
  }

  /** The tree to use for this step. */
  prepare(x0: Positions, x1: Positions): Blocks {
    const worn = this.surplus > SURPLUS * this.motion.mesh.faceCount;
    if (this.blocks && !worn) {
      if (this.neighbours === undefined) this.neighbours = this.buildNeighbours(undefined);
      return this.blocks;
    }
    this.blocks = this.build(x0, x1, this.blocks);
    if (this.neighbours) this.neighbours = this.buildNeighbours(this.neighbours);
    this.costWhenNew = 0;
    this.surplus = 0;
    return this.blocks;
  }

  /** Adds up by how much the tree looks at more pairs of nodes than it did when it was new. */
  weigh({ nodePairs, boxPairs }: Tally): void {
    const size = boxPairs + this.motion.mesh.faceCount;
    if (this.costWhenNew === 0) this.costWhenNew = nodePairs / size;
    else this.surplus += Math.max(0, nodePairs - this.costWhenNew * size);
  }

  /** The number of nodes follows from that of faces alone, so a new tree takes the blocks of an old one. */
  private build(x0: Positions, x1: Positions, old: Blocks | undefined): Blocks {
    const { memory, motion } = this;
    const { children, nodeCount, depth, order } = buildTree(centresOf(motion.mesh.triangles, x0, x1));
    motion.orderFaces(order);
    const tables = this.faceTables();
    return {
      nodeCount,
      children: this.put(children, old?.children),
      boxes: old?.boxes ?? memory.allocate(192 * nodeCount),
      own: old?.own ?? memory.allocate(64 * nodeCount),
      // A pair of nodes goes down at least one level each time it is opened, and puts at most 16 pairs on the stack.
      stack: old?.stack ?? memory.allocate(8 * 16 * (2 * depth + 1)),
      faceEdges: this.put(tables.faceEdges, old?.faceEdges),
      owned: this.putBytes(assignOwners(tables), old?.owned),
      permit: this.permissions && this.putPermissions(this.permissions, old?.permit),
    };
  }

  private faceTables(): FaceTables {
    const { motion, memory } = this;
    const { topology, vertexCount, faceCount } = motion.mesh;
    const triangles = memory.u32(motion.faces, 3 * faceCount).slice();
    const faceEdges = new Uint32Array(triangles.length);
    for (let f = 0; f < faceCount; f++) {
      for (let k = 0; k < 3; k++) faceEdges[3 * f + k] = topology.faceEdges[3 * motion.faceOf[f] + k];
    }
    return { triangles, faceEdges, edges: topology.edges, vertexCount };
  }

  private putPermissions({ classOf, table }: Permissions, old: Blocks['permit'] | undefined): Blocks['permit'] {
    const { mesh, faceOf } = this.motion;
    const objects = faceOf.map((f) => mesh.topology.componentOf[mesh.triangles[3 * f]]);
    return {
      objects: this.put(objects, old?.objects),
      classes: this.put(classOf, old?.classes),
      table: this.putBytes(table, old?.table),
    };
  }

  /** Lists pay off over the steps; a collider that is used once does without. */
  private buildNeighbours(old: NeighbourLists | undefined): NeighbourLists | null {
    const lists = listNeighbours(this.faceTables());
    if (!lists) return null;
    const { edges, componentOf } = this.motion.mesh.topology;
    const vf = this.permitted(lists.vf, (v) => componentOf[v]);
    const ee = this.permitted(lists.ee, (e) => componentOf[edges[2 * e]]);
    const vfCount = vf.length / 2;
    const eeCount = ee.length / 2;
    // With other owners the lists have other lengths: some room to spare lets them take the same blocks.
    const fits = old && vfCount <= old.vfRoom && eeCount <= old.eeRoom;
    const vfRoom = fits ? old.vfRoom : Math.ceil(1.125 * vfCount);
    const eeRoom = fits ? old.eeRoom : Math.ceil(1.125 * eeCount);
    return {
      vf: this.put(vf, fits ? old.vf : this.memory.allocate(8 * vfRoom)),
      vfCount,
      vfRoom,
      ee: this.put(ee, fits ? old.ee : this.memory.allocate(8 * eeRoom)),
      eeCount,
      eeRoom,
    };
  }

  /** Neighbours are of one object: without those whose object may not meet itself. */
  private permitted(list: Uint32Array, objectOf: (id: number) => number): Uint32Array {
    const { permissions } = this;
    if (!permissions) return list;
    return list.filter((_, i) => mayMeetItself(permissions, objectOf(list[i & ~1])));
  }

  private putBytes(bytes: Uint8Array, block: number = this.memory.allocate(bytes.length)): number {
    this.memory.u8(block, bytes.length).set(bytes);
    return block;
  }

  private put(ids: Uint32Array | Int32Array, block: number = this.memory.allocate(4 * ids.length)): number {
    this.memory.u32(block, ids.length).set(ids);
    return block;
  }
}

/** Mean of the corners at both ends, a face. */
function centresOf(triangles: Uint32Array, x0: Positions, x1: Positions): Float32Array {
  const centres = new Float32Array(triangles.length);
  for (let f = 0; f < triangles.length; f += 3) {
    for (let k = 0; k < 3; k++) {
      let sum = 0;
      for (let j = 0; j < 3; j++) sum += x0[3 * triangles[f + j] + k] / 6 + x1[3 * triangles[f + j] + k] / 6;
      centres[f + k] = sum;
    }
  }
  return centres;
}
