// Every scene of cloth: as many particles as the paper's, a start without intersections and with a
// gap, obstacles that move as fast as they say.
import { describe, expect, it } from 'vitest';
import { clothScenes } from '../../../scenes/cloth/index.ts';
import type { SimulationScene } from '../../../scenes/cloth/simulation-scene.ts';
import { ClothSimulation } from '../../../src/cloth.ts';
import { MeshCollider, TriMesh } from '../../../src/index.ts';

/** Particles of all cloths, and triangles of all obstacles: least and most. */
const SIZES: Readonly<Record<string, readonly [number, readonly [number, number]]>> = {
  'cloth-ball': [9604, [1280, 1280]],
  sheets: [4 * 441, [500, 4000]],
  'table-cloth': [49, [300, 700]],
  tape: [1449, [580, 580]],
  tearing: [52 ** 2, [1008, 1008]],
  'walk-high': [10757, [28_500, 29_100]],
  'walk-low': [713, [28_500, 29_100]],
  'walk-pants': [833, [28_500, 29_100]],
};

/** All of a scene in one, as it is written: cloths first. */
function whole({ options }: SimulationScene): { mesh: TriMesh; positions: Float64Array } {
  return new ClothSimulation(options);
}

it('every scene has a promised size', () => {
  expect(Object.keys(clothScenes).sort()).toEqual(Object.keys(SIZES).sort());
});

describe.each(Object.entries(clothScenes))('%s', (name, make) => {
  const scene = make(1);
  const { cloths, obstacles, thickness, timeStep } = scene.options;

  it("has its name and the paper's particles, all in use, at its step", () => {
    const [particles, [least, most]] = SIZES[name];
    expect(scene.name).toBe(name);
    expect(timeStep).toBe(0.01);
    expect(cloths.reduce((sum, { positions }) => sum + positions.length / 3, 0)).toBe(particles);
    for (const { faces, positions } of cloths) expect(new Set(Array.from(faces)).size).toBe(positions.length / 3);
    const solid = obstacles.reduce((sum, { triangles }) => sum + triangles.length / 3, 0);
    expect(solid).toBeGreaterThanOrEqual(least);
    expect(solid).toBeLessThanOrEqual(most);
  });

  it('has closed obstacles, and edges of cloth with two faces at most', () => {
    for (const { triangles, positions } of obstacles)
      expect(TriMesh.from(triangles, positions.length / 3).topology.boundary.count).toBe(0);
    const { mesh } = whole(scene);
    const faces = new Uint32Array(mesh.topology.edgeCount);
    for (const edge of mesh.topology.faceEdges) faces[edge]++;
    expect(Math.max(...faces)).toBeLessThanOrEqual(2);
  });

  it.each([1, 2])('starts without intersections and with a gap, seed %i', (seed) => {
    const { mesh, positions } = whole(make(seed));
    const collider = new MeshCollider(mesh);
    expect(collider.intersections(positions).count).toBe(0);
    const cloth = cloths.reduce((sum, part) => sum + part.positions.length / 3, 0);
    const { edges } = mesh.topology;
    const near = collider.proximities(positions, { distance: thickness });
    // Only what belongs to one obstacle may be that close to itself.
    const ofCloth = Array.from({ length: near.count }, (_, i) =>
      near.kind[i] === 0 ? near.a[i] : edges[2 * near.a[i]],
    );
    expect(ofCloth.filter((vertex) => vertex < cloth)).toEqual([]);
  });

  it('gives the same from the same seed, another from another', () => {
    const first = ({ options }: SimulationScene): Float64Array => options.cloths[0].positions as Float64Array;
    expect(first(make(1))).toEqual(first(scene));
    expect(first(make(2))).not.toEqual(first(scene));
  });

  it('moves its obstacles from where they start, no faster than it says', () => {
    let fastest = 0;
    for (const { positions, move } of obstacles) {
      if (!move) continue;
      let before = new Float64Array(positions.length);
      let after = new Float64Array(positions.length);
      move(0, before);
      expect(before).toEqual(positions);
      for (let time = 0; time < scene.seconds; time += timeStep) {
        move(time + timeStep, after);
        for (let i = 0; i < after.length; i += 3) {
          const way = Math.hypot(after[i] - before[i], after[i + 1] - before[i + 1], after[i + 2] - before[i + 2]);
          fastest = Math.max(fastest, way / timeStep);
        }
        [before, after] = [after, before];
      }
    }
    expect(fastest).toBeLessThanOrEqual(1.001 * scene.obstacleSpeed);
    expect(fastest).toBeGreaterThanOrEqual(0.9 * scene.obstacleSpeed);
  });

  it('does not take its start for its end', () => {
    expect(scene.fault(whole(scene).positions)).not.toBeNull();
  });
});
