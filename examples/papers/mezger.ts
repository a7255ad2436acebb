// Mezger, Kimmerle, Etzmuß as published: pairs of polygons that are close or come close within the
// step, by 18-DOPs in quadtrees with oriented inflation, in the order in which the response treats
// them.
import { PolygonMesh, ProximityDetector, ResponseOrder } from 'graze/proximity';

const CELLS = 12;
const corners: number[] = [];
for (let i = 0; i < CELLS; i++) {
  for (let j = 0; j < CELLS; j++) {
    const v = i * (CELLS + 1) + j;
    corners.push(v, v + 1, v + CELLS + 2, v + CELLS + 1);
  }
}
const mesh = PolygonMesh.from(corners, 4, (CELLS + 1) ** 2);

// A sheet folded to 2 cm at its open end; the upper half falls onto the lower one at 2 m/s.
const x = new Float64Array(3 * mesh.vertexCount);
const velocities = new Float64Array(x.length);
for (let v = 0; v < mesh.vertexCount; v++) {
  const [u, w] = [Math.floor(v / (CELLS + 1)) / CELLS - 0.5, (v % (CELLS + 1)) / CELLS];
  x.set([0.3 - 0.6 * Math.abs(u), 0.6 * w, Math.max(0, 0.04 * u)], 3 * v);
  if (u > 0) velocities[3 * v + 2] = -2;
}

const detector = new ProximityDetector(mesh, { directions: 18, arity: 4, inflation: 'oriented' });
const step = { velocities, timeStep: 0.01 };
const close = detector.proximities(x, { distance: 0.005, ahead: true, ...step });
const { nodePairs, distances } = close.tally;
console.log(`${close.count} pairs of quads, by ${nodePairs} pairs of volumes and ${distances} distances`);
const order = new ResponseOrder(mesh).take(close, velocities, step.timeStep);
const first = order.row[0];
console.log(
  `first faces ${close.a[first]} and ${close.b[first]}, ${(1000 * order.estimate[first]).toFixed(1)} mm apart after the step`,
);
