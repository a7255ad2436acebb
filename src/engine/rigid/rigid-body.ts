// A rigid triangle soup: its triangles and a tree of oriented boxes over them, built once. It needs
// no topology: holes, overlaps, duplicates and triangles without area are fine. Bodies live in the
// shared arena until they are garbage-collected.
import { powerOfTwoBelow } from '../../core/math/power-of-two.ts';
import { length, type Vector } from '../../core/math/vector.ts';
import { rigidArena } from '../../core/memory/arena.ts';
import { checkTriples, copyIds } from '../../core/mesh/tri-mesh.ts';
import { copySoupPositions } from '../../core/mesh/triangle-soup.ts';

/** The smallest `unit`, for a body that is a point or nearly one. */
const MIN_UNIT = 2 ** -400;
/** Bytes of a node of the box tree, as in kernels/box-nodes.ts. */
const NODE_BYTES = 256;
/** Bytes of the corners of a triangle: nine doubles. */
const TRIANGLE_BYTES = 72;

/**
 * A rigid body: a triangle soup in its own frame. Immutable; any two bodies can be queried against
 * each other.
 */
export class RigidBody {
  /** Coordinates x, y, z of every vertex, in the body's frame. */
  readonly positions: Float64Array;
  /** Three vertex ids per face. */
  readonly triangles: Uint32Array;
  /** Number of triangles. */
  readonly faceCount: number;
  /**
   * Origin of boxes and corners: 0, or the middle of a body that is far from its frame's origin.
   */
  readonly centre: Vector;
  /** Greatest distance of a corner from the centre, a length. */
  readonly radius: number;
  /**
   * Upper bound of the distance of a corner from the origin of the body's frame: |centre| + radius.
   */
  readonly reach: number;
  /**
   * The length that 1 stands for in the numbers of the boxes: a power of two, at least the radius
   * and less than twice the radius.
   */
  readonly unit: number;
  /** The face of each leaf of the tree. */
  readonly faceOf: Uint32Array;
  /** Address of the nodes of the tree in the arena. */
  readonly nodes: number;
  /** Address of the corners in the arena: nine doubles per leaf. */
  readonly corners: number;
  /** Number of nodes of the tree. */
  readonly nodeCount: number;

  private constructor(positions: Float64Array, triangles: Uint32Array) {
    this.positions = positions;
    this.triangles = triangles;
    this.faceCount = triangles.length / 3;
    this.centre = centreOf(positions, triangles);
    this.radius = radiusAbout(this.centre, positions, triangles);
    this.reach = length(this.centre) + this.radius;
    this.unit = unitOf(this.radius);
    const { faceOf, nodes, nodeCount, corners } = build(this);
    this.faceOf = faceOf;
    this.nodes = nodes;
    this.corners = corners;
    this.nodeCount = nodeCount;
    collected.register(this, [
      [nodes, nodeCount * NODE_BYTES],
      [corners, this.faceCount * TRIANGLE_BYTES],
    ]);
  }

  /** Copies its input: three numbers per vertex, three vertex ids per face. Throws `MeshError`. */
  static from(positions: ArrayLike<number>, triangles: ArrayLike<number>): RigidBody {
    const points = copySoupPositions(positions);
    checkTriples(triangles.length, 'The triangles hold', 'indices');
    return new RigidBody(points, copyIds(triangles, points.length / 3));
  }

  /** Bytes that it takes in the arena. */
  get bytes(): number {
    return this.nodeCount * NODE_BYTES + this.faceCount * TRIANGLE_BYTES;
  }
}

/** Releases the blocks of a body, each a pointer and its bytes, once the body is collected. */
const collected = new FinalizationRegistry<[number, number][]>((blocks) => {
  for (const [pointer, bytes] of blocks) rigidArena().release(pointer, bytes);
});

/** The middle of the bounding box of all corners, or 0 where the origin is about as good. */
function centreOf(positions: Float64Array, triangles: Uint32Array): Vector {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (const vertex of triangles) {
    for (let k = 0; k < 3; k++) {
      const x = positions[3 * vertex + k];
      if (x < low[k]) low[k] = x;
      if (x > high[k]) high[k] = x;
    }
  }
  if (triangles.length === 0) return [0, 0, 0];
  const [x, y, z] = low.map((value, k) => value + (high[k] - value) / 2);
  const size = Math.max(high[0] - low[0], high[1] - low[1], high[2] - low[2]);
  // With centre 0, coordinates stay exactly as they were given.
  return Math.abs(x) + Math.abs(y) + Math.abs(z) <= size / 4 ? [0, 0, 0] : [x, y, z];
}

function radiusAbout([x, y, z]: Vector, positions: Float64Array, triangles: Uint32Array): number {
  let greatest = 0;
  for (const vertex of triangles) {
    const dx = positions[3 * vertex] - x;
    const dy = positions[3 * vertex + 1] - y;
    const dz = positions[3 * vertex + 2] - z;
    const squared = dx * dx + dy * dy + dz * dz;
    if (squared > greatest) greatest = squared;
  }
  return Math.sqrt(greatest);
}

function unitOf(radius: number): number {
  if (radius < MIN_UNIT) return MIN_UNIT;
  const below = powerOfTwoBelow(radius);
  return below < radius ? 2 * below : below;
}

/** Builds the box tree of a body whose triangles, centre and unit are set. */
function build({
  positions,
  triangles,
  faceCount,
  centre,
  unit,
}: RigidBody): Pick<RigidBody, 'faceOf' | 'nodes' | 'nodeCount' | 'corners'> {
  const memory = rigidArena();
  const { kernels } = memory;
  const scratchBytes = kernels.boxTreeScratch(faceCount);
  const [given, order, roomy, scratch, corners] = memory.allocateAll([
    faceCount * TRIANGLE_BYTES,
    4 * faceCount,
    (faceCount + 1) * NODE_BYTES,
    scratchBytes,
    faceCount * TRIANGLE_BYTES,
  ]);
  const out = memory.f64(given, 9 * faceCount);
  for (let i = 0; i < triangles.length; i++) {
    for (let k = 0; k < 3; k++) out[3 * i + k] = positions[3 * triangles[i] + k] - centre[k];
  }
  const nodeCount = kernels.buildBoxTree(given, faceCount, 1 / unit, order, roomy, scratch);
  kernels.gatherTriangles(given, order, faceCount, corners);
  const faceOf = memory.u32(order, faceCount).slice();
  memory.release(given, faceCount * TRIANGLE_BYTES);
  memory.release(order, 4 * faceCount);
  memory.release(scratch, scratchBytes);
  // The tree was built in room for the worst case; it moves to a block of its actual size.
  const nodes = memory.allocate(nodeCount * NODE_BYTES);
  memory.u8(nodes, nodeCount * NODE_BYTES).set(memory.u8(roomy, nodeCount * NODE_BYTES));
  memory.release(roomy, (faceCount + 1) * NODE_BYTES);
  return { faceOf, nodes, nodeCount, corners };
}
