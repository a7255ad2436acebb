// Distances of faces against brute force over their fans, at all scales; and whether they are close, exactly.
import { describe, expect, it } from 'vitest';
import { type ClothSteps, clothSteps, randomFaces } from '../../../scenes/cloth-steps/index.ts';
import { gjkDistance } from '../../../src/papers/mezger/gjk-distance.ts';
import {
  fanDistance,
  type PolygonPoints,
  polygonDistance,
  polygonPoints,
  polygonsClose,
  polygonsWithin,
} from '../../../src/papers/mezger/polygon-distance.ts';
import { PolygonMesh } from '../../../src/papers/mezger/polygon-mesh.ts';
import { neighbour } from '../../oracle/doubles.ts';
import { bruteProximities, facesOf, type ProximityRow } from '../../oracle/proximity.ts';

function positionsAt(scene: ClothSteps, step: number): Float64Array {
  const x = new Float64Array(3 * scene.mesh.vertexCount);
  scene.positions(step, x);
  return x;
}

describe.each([1, 1e-6, 1e6])('at scale %d', (size) => {
  it('the distance, its points and its direction fit brute force', () => {
    const wrong: string[] = [];
    let pairs = 0;
    for (let seed = 1; seed <= 25; seed++) {
      const scene = randomFaces(seed, size);
      const { mesh } = scene;
      const x = positionsAt(scene, seed % 20);
      const out = polygonPoints(mesh);
      for (const row of bruteProximities({ faces: facesOf(mesh), x }, { distance: 0.15 * size })) {
        pairs++;
        polygonDistance(mesh, x, row.a, row.b, out);
        const fault = faultOf(mesh, x, row, out);
        if (fault !== null) wrong.push(`seed ${seed}, faces ${row.a} and ${row.b}: ${fault}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(pairs).toBeGreaterThan(1000);
  });
});

function faultOf(mesh: PolygonMesh, x: Float64Array, row: ProximityRow, out: PolygonPoints): string | null {
  const { a, b, distance, extent } = row;
  if (
    !(Math.abs(out.distance - distance) <= 1e-12 * Math.max(distance, extent)) ||
    (out.distance === 0) !== (distance === 0)
  )
    return `distance ${out.distance}, not ${distance}`;
  for (const [f, weights] of [
    [a, out.weightsA],
    [b, out.weightsB],
  ] as const) {
    const count = mesh.start[f + 1] - mesh.start[f];
    const sum = weights.reduce((total, w) => total + w, 0);
    if (!weights.every((w, i) => w >= 0 && w <= 1 && (i < count || w === 0)) || Math.abs(sum - 1) > 1e-14)
      return `weights ${weights}`;
  }
  const [p, q] = [pointOf(mesh, x, a, out.weightsA), pointOf(mesh, x, b, out.weightsB)];
  const isAlong = p.every((value, k) => Math.abs(value - q[k] - out.distance * out.normal[k]) <= 1e-12 * extent);
  return isAlong ? null : `points ${p} and ${q} are not ${out.distance} · (${out.normal}) apart`;
}

function pointOf(mesh: PolygonMesh, x: Float64Array, f: number, weights: Float64Array): number[] {
  const corners = mesh.corners.subarray(mesh.start[f], mesh.start[f + 1]);
  return [0, 1, 2].map((k) => corners.reduce((sum, v, i) => sum + weights[i] * x[3 * v + k], 0));
}

it('GJK answers for most quads of a cloth, as the fan does', () => {
  const scene = clothSteps['folding-tape']({ scale: 0.3 });
  const { mesh } = scene;
  const x = positionsAt(scene, 300);
  const [out, byFan] = [polygonPoints(mesh), polygonPoints(mesh)];
  const quads = facesOf(mesh).flatMap((face, f) => (face.length > 3 ? [f] : []));
  let pairs = 0;
  let accepted = 0;
  for (const f of quads) {
    for (const g of quads) {
      if (g <= f || mesh.sharesVertex(f, g) || fanDistance(mesh, x, f, g, byFan) > 0.02) continue;
      pairs++;
      if (!gjkDistance(mesh, x, f, g, out)) continue;
      accepted++;
      expect(Math.abs(out.distance - byFan.distance), `faces ${f} and ${g}`).toBeLessThan(1e-15);
    }
  }
  expect(pairs).toBeGreaterThan(1000);
  expect(accepted / pairs).toBeGreaterThan(0.9);
});

describe('closeness', () => {
  /** Two unit squares, the upper one shifted by (3, 4, 0) − (1, 1, 0) corner to corner: 5 apart. */
  const mesh = PolygonMesh.from([0, 1, 2, 3, 4, 5, 6, 7], 4, 8);
  const square = (x: number, y: number, z: number): number[] => [x, y, z, x + 1, y, z, x + 1, y + 1, z, x, y + 1, z];
  const apart = Float64Array.from([...square(0, 0, 0), ...square(4, 5, 0)]);
  const over = Float64Array.from([...square(0, 0, 0), ...square(0.25, 0.25, 0.1)]);

  it.each([
    [apart, 5],
    [over, 0.1],
  ])('is decided exactly %#', (x, distance) => {
    const out = polygonPoints(mesh);
    for (const within of [polygonsWithin, (...q: Parameters<typeof polygonsWithin>) => polygonsClose(...q, out)]) {
      expect(within(mesh, x, 0, 1, distance)).toBe(true);
      expect(within(mesh, x, 0, 1, neighbour(distance, 1))).toBe(true);
      expect(within(mesh, x, 0, 1, neighbour(distance, -1))).toBe(false);
    }
    expect(out.distance).toBeCloseTo(distance, 15);
  });

  it('a face that is not planar is its fan, not its hull', () => {
    // The diagonal from corner 0 to corner 2 is a valley; a point above it is inside the hull.
    const x = Float64Array.from([
      0,
      0,
      0,
      1,
      0,
      1,
      1,
      1,
      0,
      0,
      1,
      1,
      ...square(0.45, 0.45, 0.5).map((v, i) => (i % 3 < 2 ? 0.45 + 0.1 * (v - 0.45) : v)),
    ]);
    const found = polygonDistance(mesh, x, 0, 1, polygonPoints(mesh));
    const [row] = bruteProximities({ faces: facesOf(mesh), x }, { distance: 2 });
    expect(found).toBeCloseTo(row.distance, 13);
    expect(found).toBeGreaterThan(0.2);
  });

  it('a face that is not convex is its fan', () => {
    // An arrow head: corner 2 is pulled in behind the line of 1 and 3; a point of the dent is outside.
    const arrow = [0, 0, 0, 1, 0, 0, 0.2, 0.2, 0, 0, 1, 0];
    const x = Float64Array.from([...arrow, 0.6, 0.6, 0, 0.7, 0.6, 0, 0.7, 0.7, 0, 0.6, 0.7, 0]);
    const [row] = bruteProximities({ faces: facesOf(mesh), x }, { distance: 2 });
    expect(polygonDistance(mesh, x, 0, 1, polygonPoints(mesh))).toBeCloseTo(row.distance, 13);
  });
});
