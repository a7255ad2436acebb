// Puts cloths and obstacles together into one mesh, cloths first, with one model of all cloths and
// one collider that ignores pairs of obstacles. A start with crossing triangles is refused.
import { NONE } from '../../core/mesh/topology.ts';
import { checkPositions, TriMesh } from '../../core/mesh/tri-mesh.ts';
import { MeshCollider } from '../mesh-collider.ts';
import { type ClothSimulationOptions, checkNumber, checkVelocities, modelOf } from './cloth-options.ts';
import { refuseCrossings } from './cloth-start-error.ts';
import type { Kinematic } from './kinematic.ts';
import { ClothModel } from './model/cloth-model.ts';
import { minTriangleHeight } from './model/min-triangle-height.ts';

/** All parts of a simulation. Arrays per vertex are those of the mesh. */
export interface ClothScene {
  /** The mesh of all cloths, then all obstacles. */
  readonly mesh: TriMesh;
  /** The model of all cloths. Its particles are the first vertices of the mesh. */
  readonly model: ClothModel;
  /** The collider of the mesh. */
  readonly collider: MeshCollider;
  /** Positions at the start in metres, three numbers per vertex. */
  readonly positions: Float64Array;
  /** Velocities in m/s, three numbers per vertex; every step changes them. */
  readonly velocities: Float64Array;
  /** Inverse mass per vertex in 1/kg; 0 for obstacles and pins. */
  readonly inverseMass: Float64Array;
  /**
   * Coulomb's coefficient per vertex. A pair has that of its vertex with the largest id, so that an
   * obstacle decides.
   */
  readonly friction: Float64Array;
  /** The kinematic parts: the pins of each cloth, then the obstacles. */
  readonly kinematics: readonly Kinematic[];
  /** The least height of a triangle at rest, in metres. */
  readonly minTriangleHeight: number;
  /** Throws `ClothStartError` if faces cross at positions x. */
  readonly refuseCrossings: (x: Float64Array) => void;
}

/** Checks the options and puts the scene together. */
export function assembleScene({ cloths, obstacles = [], friction = 0.3, pool }: ClothSimulationOptions): ClothScene {
  if (cloths.length === 0) throw new RangeError('A simulation needs at least one cloth.');
  const models = cloths.map(modelOf);
  const meshes = [
    ...models.map(({ triangles, particleCount }) => TriMesh.from(triangles, particleCount)),
    ...obstacles.map(({ positions, triangles }) => TriMesh.from(triangles, positions.length / 3)),
  ];
  obstacles.forEach(({ positions }) => {
    checkPositions(positions, positions.length / 3);
  });
  const { mesh, firstVertex, firstFace } = TriMesh.merge(meshes);
  const model = ClothModel.merge(models);
  const positions = new Float64Array(3 * mesh.vertexCount);
  const velocities = new Float64Array(3 * mesh.vertexCount);
  [...cloths, ...obstacles].forEach((part, i) => {
    positions.set(part.positions, 3 * firstVertex[i]);
  });
  cloths.forEach((cloth, i) => {
    velocities.set(checkVelocities(cloth, models[i].particleCount), 3 * firstVertex[i]);
  });
  const inverseMass = new Float64Array(mesh.vertexCount);
  model.mass.forEach((mass, i) => {
    inverseMass[i] = 1 / mass;
  });
  for (const pin of model.pinned) {
    inverseMass[pin] = 0;
    velocities.fill(0, 3 * pin, 3 * pin + 3);
  }
  const frictions = new Float64Array(mesh.vertexCount).fill(checkNumber('friction', friction, true));
  obstacles.forEach((obstacle, i) => {
    const [from, to] = firstVertex.subarray(cloths.length + i, cloths.length + i + 2);
    frictions.fill(checkNumber(`friction of obstacle ${i}`, obstacle.friction ?? friction, true), from, to);
  });
  const collider = new MeshCollider(mesh, { ...permissionsOf(mesh, model.particleCount), pool });
  const refuse = (x: Float64Array) => refuseCrossings(collider, x, cloths.length, firstFace);
  refuse(positions);
  const kinematics = [
    ...cloths.map(({ movePinned }, i) => kinematicOf(models[i].pinned, firstVertex[i], positions, movePinned)),
    ...obstacles.map(({ move }, i) => {
      const first = firstVertex[cloths.length + i];
      const ids = Uint32Array.from({ length: firstVertex[cloths.length + i + 1] - first }, (_, v) => v);
      return { ...kinematicOf(ids, first, positions, move), first };
    }),
  ];
  const heights = cloths.map(({ positions, rest = positions }, i) => minTriangleHeight(models[i].triangles, rest));
  return {
    mesh,
    model,
    collider,
    positions,
    velocities,
    inverseMass,
    friction: frictions,
    kinematics,
    minTriangleHeight: Math.min(...heights),
    refuseCrossings: refuse,
  };
}

/**
 * The kinematic part of the vertices `first` + id. Without `move` it stays where it is at the
 * start.
 */
function kinematicOf(ids: Uint32Array, first: number, positions: Float64Array, move: Kinematic['move']): Kinematic {
  const vertices = ids.map((id) => first + id);
  const goal = Float64Array.from(
    { length: 3 * ids.length },
    (_, i) => positions[3 * vertices[Math.floor(i / 3)] + (i % 3)],
  );
  return { vertices, move, goal };
}

/** Obstacles are group 1, which does not collide with itself. */
function permissionsOf(mesh: TriMesh, particleCount: number): { groups: Uint32Array; mayCollide: number[] } {
  const { componentOf, componentCount } = mesh.topology;
  const groups = new Uint32Array(componentCount);
  for (let v = particleCount; v < mesh.vertexCount; v++) if (componentOf[v] !== NONE) groups[componentOf[v]] = 1;
  return { groups, mayCollide: groups.includes(1) ? [1, 1, 1, 0] : [1] };
}
