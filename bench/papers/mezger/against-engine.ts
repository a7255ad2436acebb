// The paper's trees compared with the engine's: pairs of close faces in the cloth scenes in
// triangles, by `ProximityDetector` and by `MeshCollider.proximities`, in turn. Both must find the
// same pairs.
import type { ClothSteps } from '../../../scenes/cloth-steps/index.ts';
import { MeshCollider, TriMesh } from '../../../src/index.ts';
import { ProximityDetector } from '../../../src/proximity.ts';
import { cpuMs, median } from '../../measure.ts';
import type { Report } from '../report.ts';
import { mean, rounded, times } from '../table.ts';
import type { Sampling } from './measure-setups.ts';
import { CLOSE, WIDE } from './setups.ts';

/** The costs at one distance. */
export interface EngineCost {
  readonly distance: number;
  /** Per step: pairs found; then median CPU milliseconds of the detector and of the engine. */
  readonly pairs: number;
  readonly room: number;
  readonly engine: number;
}

/** Adds rows to the table. */
export function addAgainstEngine(
  report: Report,
  results: readonly { name: string; engine: readonly EngineCost[] }[],
): void {
  const rows = results.flatMap(({ name, engine: costs }) =>
    costs.map(({ distance, pairs, room, engine }) => {
      const label = `${name}, ${1000 * distance} mm`;
      return [label, rounded(pairs), room.toFixed(1), engine.toFixed(1), times(room / engine)];
    }),
  );
  report
    .table('Close now, in triangles: CPU ms a step', ['scene', 'pairs', 'k-DOP trees', 'engine', 'gain'])
    .add(...rows);
}

/** Measures a scene in triangles. */
export function measureAgainstEngine(scene: ClothSteps, sampling: Sampling): EngineCost[] {
  return [CLOSE, WIDE].map((distance) => measure(scene, distance, sampling));
}

function measure(scene: ClothSteps, distance: number, { places, steps, rounds }: Sampling): EngineCost {
  const { mesh, objectOf, stepCount } = scene;
  const obstacles = [...new Set(objectOf)].filter((object) => object > 0);
  const detector = new ProximityDetector(mesh, { objectOf, obstacles });
  const triangles = TriMesh.from(mesh.corners, mesh.vertexCount);
  const collider = new MeshCollider(triangles, { still: stillObjects(triangles, objectOf) });
  const x = new Float64Array(3 * mesh.vertexCount);
  const [room, engine, pairs]: number[][] = [[], [], []];
  for (let round = 0; round <= rounds; round++) {
    for (const place of places) {
      for (let k = 0; k < steps; k++) {
        scene.positions(Math.floor(place * (stepCount - steps)) + k, x);
        const found = [0, 0];
        const roomMs = cpuMs(() => {
          found[0] = detector.proximities(x, { distance }).count;
        });
        const engineMs = cpuMs(() => {
          found[1] = collider.proximities(x, { distance, level: 'face' }).count;
        });
        if (found[0] !== found[1]) throw new Error(`${scene.name}: ${found[0]} pairs of faces, or ${found[1]}?`);
        if (round === 0) continue;
        room.push(roomMs);
        engine.push(engineMs);
        pairs.push(found[0]);
      }
    }
  }
  return { distance, pairs: mean(pairs), room: median(room), engine: median(engine) };
}

/** The obstacles as objects of the collider: connected components. */
function stillObjects({ topology, triangles }: TriMesh, objectOf: Uint32Array): number[] {
  const components = new Set<number>();
  objectOf.forEach((object, face) => {
    if (object > 0) components.add(topology.componentOf[triangles[3 * face]]);
  });
  return [...components];
}
