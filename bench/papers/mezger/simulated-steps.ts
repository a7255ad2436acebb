// A simulated sequence as the detector takes it: the polygons of the cloths as they are, quads as
// quads, or everything in triangles.
import type { SimulationScene } from '../../../scenes/cloth/index.ts';
import type { ClothSteps } from '../../../scenes/cloth-steps/index.ts';
import { PolygonMesh } from '../../../src/proximity.ts';
import type { Simulated } from '../../simulated.ts';

/** Returns the sequence in the polygons of its scene. */
export function polygonSteps(sequence: Simulated): ClothSteps {
  const { mesh, objectOf } = clothPolygons(sequence.clothScene);
  return stepsOf(sequence, mesh, objectOf);
}

/** Returns the polygons of a scene. Garments are one object, 0; obstacles have one each. */
export function clothPolygons({ options }: SimulationScene): Pick<ClothSteps, 'mesh' | 'objectOf'> {
  const { cloths, obstacles } = options;
  const corners: number[] = [];
  const start = [0];
  const objectOf: number[] = [];
  let firstVertex = 0;
  const add = (faces: ArrayLike<number>, size: number, vertexCount: number, object: number): void => {
    for (let i = 0; i < faces.length; i++) {
      corners.push(firstVertex + faces[i]);
      if ((i + 1) % size !== 0) continue;
      start.push(corners.length);
      objectOf.push(object);
    }
    firstVertex += vertexCount;
  };
  for (const { faces, cornersPerFace = 3, positions } of cloths) add(faces, cornersPerFace, positions.length / 3, 0);
  obstacles.forEach(({ triangles, positions }, i) => {
    add(triangles, 3, positions.length / 3, i + 1);
  });
  return { mesh: PolygonMesh.from(corners, start, firstVertex), objectOf: Uint32Array.from(objectOf) };
}

/** The same sequence in triangles, for the engine. */
export function triangleSteps(sequence: Simulated, { objectOf, mesh: { start } }: ClothSteps): ClothSteps {
  const { triangles, vertexCount } = sequence.mesh;
  const ofTriangle = Uint32Array.from(
    Array.from(objectOf).flatMap((object, face) => new Array(start[face + 1] - start[face] - 2).fill(object)),
  );
  return stepsOf(sequence, PolygonMesh.from(triangles, 3, vertexCount), ofTriangle);
}

function stepsOf(sequence: Simulated, mesh: PolygonMesh, objectOf: Uint32Array): ClothSteps {
  const { name, frameCount, positions } = sequence;
  return { name, mesh, objectOf, stepCount: frameCount - 1, positions };
}
