// Cloths and obstacles side by side: one mesh, cloths first, one model of all cloths, one collider that leaves out obstacles against
// obstacles. A start that touches itself is refused.

import { NONE } from '../../core/mesh/topology.ts';
import { checkPositions, TriMesh } from '../../core/mesh/tri-mesh.ts';
import { MeshCollider } from '../mesh-collider.ts';
import { ClothModel } from './cloth-model.ts';
import { type ClothSimulationOptions, modelOf, numberOf, velocitiesOf } from './cloth-options.ts';
import { lowestTriangle } from './cloth-shape.ts';
import type { Guided } from './obstacle.ts';
import { refuseCrossings } from './start-error.ts';

export interface ClothScene {
  readonly mesh: TriMesh;
  /** Its particles are the first vertices of the mesh. */
  readonly model: ClothModel;
  readonly collider: MeshCollider;
  readonly positions: Float64Array;
  readonly velocities: Float64Array;
  /** Of all vertices; 0 for what cannot be pushed. */
  readonly inverseMass: Float64Array;
  /** Of all vertices; a pair has that of its vertex with the largest id, so that an obstacle decides. */
  readonly friction: Float64Array;
  readonly guided: readonly Guided[];
  /** The least height of a triangle at rest. */
  readonly lowestTriangle: number;
  /** Throws `ClothStartError`. */
  readonly refuseCrossings: (x: Float64Array) => void;
}

export function assembleScene({ cloths, obstacles = [], friction = 0.3 }: ClothSimulationOptions): ClothScene {
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
    velocities.set(velocitiesOf(cloth, models[i].particleCount), 3 * firstVertex[i]);
  });
  const inverseMass = new Float64Array(mesh.vertexCount);
  model.mass.forEach((mass, i) => {
    inverseMass[i] = 1 / mass;
  });
  for (const pin of model.pinned) {
    inverseMass[pin] = 0;
    velocities.fill(0, 3 * pin, 3 * pin + 3);
  }
  const frictions = new Float64Array(mesh.vertexCount).fill(numberOf('friction', friction, true));
  obstacles.forEach((obstacle, i) => {
    const [from, to] = firstVertex.subarray(cloths.length + i, cloths.length + i + 2);
    frictions.fill(numberOf(`friction of obstacle ${i}`, obstacle.friction ?? friction, true), from, to);
  });
  const collider = new MeshCollider(mesh, permissionsOf(mesh, model.particleCount));
  const refuse = (x: Float64Array) => refuseCrossings(collider, x, cloths.length, firstFace);
  refuse(positions);
  const guided = [
    ...cloths.map(({ movePinned }, i) => guide(models[i].pinned, firstVertex[i], positions, movePinned)),
    ...obstacles.map(({ move }, i) => {
      const first = firstVertex[cloths.length + i];
      const ids = Uint32Array.from({ length: firstVertex[cloths.length + i + 1] - first }, (_, v) => v);
      return { ...guide(ids, first, positions, move), first };
    }),
  ];
  const lowest = cloths.map(({ positions, rest = positions }, i) => lowestTriangle(models[i].triangles, rest));
  return {
    mesh,
    model,
    collider,
    positions,
    velocities,
    inverseMass,
    friction: frictions,
    guided,
    lowestTriangle: Math.min(...lowest),
    refuseCrossings: refuse,
  };
}

function guide(ids: Uint32Array, first: number, positions: Float64Array, move: Guided['move']): Guided {
  const vertices = ids.map((id) => first + id);
  const goal = Float64Array.from(
    { length: 3 * ids.length },
    (_, i) => positions[3 * vertices[Math.floor(i / 3)] + (i % 3)],
  );
  return { vertices, move, goal };
}

/** Group 1 are obstacles. */
function permissionsOf(mesh: TriMesh, particleCount: number): { groups: Uint32Array; mayCollide: number[] } {
  const { componentOf, componentCount } = mesh.topology;
  const groups = new Uint32Array(componentCount);
  for (let v = particleCount; v < mesh.vertexCount; v++) if (componentOf[v] !== NONE) groups[componentOf[v]] = 1;
  return { groups, mayCollide: groups.includes(1) ? [1, 1, 1, 0] : [1] };
}
