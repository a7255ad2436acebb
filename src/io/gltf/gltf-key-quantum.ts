// How far quantised keys of animations leave a mesh from where the artist had it. A key that is off
// by a step moves the vertices of all nodes below; a turn moves them the more, the farther they are.
import { AFFINE, multiply, ROTATION_AT, SCALE_AT } from './gltf-affine.ts';
import type { GltfGeometry } from './gltf-geometry.ts';
import { INFLUENCES } from './gltf-influences.ts';
import type { GltfNodes } from './gltf-nodes.ts';
import type { ShownMesh } from './gltf-scene.ts';
import type { Track } from './gltf-track.ts';

/** The differences of neighbouring values in the keys of a node. */
interface NodeSteps {
  translation: number;
  rotation: number;
  scale: number;
}

/** A ball around vertices, in the space of the mesh; those of one joint, or all. */
interface VertexBall {
  /** The joint; undefined for all vertices of a mesh without a skin. */
  readonly joint: number | undefined;
  readonly centre: readonly number[];
  readonly radius: number;
}

/**
 * A quaternion whose four numbers are each off by half a step turns by twice as much as it is off;
 * the largest number of some is computed from the other three, which adds as much again.
 */
const TURN_PER_STEP = 3;
/** A chain of nodes may be as long as the file: beyond so many links in all nothing is computed. */
const MAX_LINKS = 1_000_000;

/** The steps of the keys of all nodes. */
export class KeySteps {
  private readonly ofNode: Map<number, NodeSteps> = new Map();
  private readonly balls: Map<GltfGeometry, readonly VertexBall[]> = new Map();
  private links = 0;

  /** `tracks` are those of quantised transforms. */
  constructor(tracks: readonly Track[]) {
    for (const { node, at, quantum } of tracks) {
      const steps = this.ofNode.get(node) ?? { translation: 0, rotation: 0, scale: 0 };
      this.ofNode.set(node, steps);
      const kind = at === ROTATION_AT ? 'rotation' : at === SCALE_AT ? 'scale' : 'translation';
      steps[kind] = Math.max(steps[kind], quantum);
    }
  }

  /** Whether no keys are quantised. */
  get isExact(): boolean {
    return this.ofNode.size === 0;
  }

  /** Whether all chains of nodes could be followed to their ends. */
  get isComplete(): boolean {
    return this.links <= MAX_LINKS;
  }

  /** Returns how far the vertices of each mesh may be off, in the pose of the nodes and skins. */
  distancesOf(meshes: readonly ShownMesh[], nodes: GltfNodes): number[] {
    if (this.isExact) return meshes.map(() => 0);
    return meshes.map((mesh) => (this.isComplete ? this.distanceOf(mesh, nodes) : 0));
  }

  private distanceOf(mesh: ShownMesh, nodes: GltfNodes): number {
    const { skin, node, geometry } = mesh;
    const placed = placeOf(mesh, nodes);
    return this.ballsOf(geometry).reduce((most, { joint, centre, radius }) => {
      const isOfJoint = skin !== undefined && joint !== undefined;
      const [maps, at] = isOfJoint ? [skin.moves, AFFINE * joint] : [placed, 0];
      const ball = { centre: moved(maps, at, centre), radius: radius * longestAxis(maps, at) };
      return Math.max(most, this.distanceOfBall(ball, isOfJoint ? skin.joints[joint] : node, nodes));
    }, 0);
  }

  /**
   * What a node and all above it add. Their errors are independent, so that squares add up: the sum
   * of all would be far more than what ever happens.
   */
  private distanceOfBall(
    { centre, radius }: Pick<VertexBall, 'centre' | 'radius'>,
    from: number,
    { tree, world }: GltfNodes,
  ): number {
    let sumSq = 0;
    for (let node = from; node >= 0 && ++this.links <= MAX_LINKS; node = tree.parents[node]) {
      const steps = this.ofNode.get(node);
      if (steps === undefined) continue;
      const parent = tree.parents[node];
      const stretch = parent < 0 ? 1 : longestAxis(world, AFFINE * parent);
      const at = AFFINE * node;
      const reach = radius + Math.hypot(...centre.map((x, i) => x - world[at + 9 + i]));
      const size = longestAxis(world, at);
      sumSq += (steps.translation * stretch) ** 2 + (TURN_PER_STEP * steps.rotation * reach) ** 2;
      if (size > 0) sumSq += ((steps.scale * reach * stretch) / size) ** 2;
    }
    return Math.sqrt(sumSq);
  }

  private ballsOf(geometry: GltfGeometry): readonly VertexBall[] {
    const balls = this.balls.get(geometry) ?? vertexBalls(geometry);
    this.balls.set(geometry, balls);
    return balls;
  }
}

/** From the mesh to the world. */
function placeOf({ node, offset }: ShownMesh, { world }: GltfNodes): Float64Array {
  if (offset === undefined) return world.slice(AFFINE * node, AFFINE * (node + 1));
  const placed = new Float64Array(AFFINE);
  multiply(world, AFFINE * node, offset, 0, placed, 0);
  return placed;
}

/** The length of the longest axis of an affine map. */
export function longestAxis(affine: Float64Array, at: number): number {
  const length = (axis: number): number => Math.hypot(...affine.subarray(at + 3 * axis, at + 3 * axis + 3));
  return Math.max(length(0), length(1), length(2));
}

function moved(m: Float64Array, at: number, [x, y, z]: readonly number[]): number[] {
  return [0, 1, 2].map((i) => m[at + i] * x + m[at + 3 + i] * y + m[at + 6 + i] * z + m[at + 9 + i]);
}

/** The balls around the vertices of each joint, or around all; morph targets make them larger. */
function vertexBalls({ positions, targets, influences }: GltfGeometry): VertexBall[] {
  const boxes = new Map<number | undefined, number[]>();
  const extend = (joint: number | undefined, at: number): void => {
    let box = boxes.get(joint);
    if (box === undefined) {
      box = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
      boxes.set(joint, box);
    }
    for (let i = 0; i < 3; i++) {
      box[i] = Math.min(box[i], positions[at + i]);
      box[i + 3] = Math.max(box[i + 3], positions[at + i]);
    }
  };
  for (let at = 0; at < positions.length; at += 3) {
    if (influences === undefined) extend(undefined, at);
    else
      for (let k = (INFLUENCES * at) / 3; k < (INFLUENCES * (at + 3)) / 3 && influences.weights[k] > 0; k++)
        extend(influences.joints[k], at);
  }
  const morphed = targets.reduce((sum, target) => sum + largestOf(target), 0);
  return Array.from(boxes, ([joint, box]) => ({
    joint,
    centre: [0, 1, 2].map((i) => (box[i] + box[i + 3]) / 2),
    radius: Math.hypot(...[0, 1, 2].map((i) => (box[i + 3] - box[i]) / 2)) + morphed,
  }));
}

/** The largest displacement of a morph target along an axis; 0 for one that moves nothing. */
export function largestOf(target: Float64Array | undefined): number {
  return target?.reduce((most, x) => Math.max(most, Math.abs(x)), 0) ?? 0;
}
