// A prefilter that lets through the faces that truly meet others, and some more, loses nothing, whatever the recipe; it drops what it may, and
// is not asked about faces that share a vertex.
import { describe, expect, it } from 'vitest';
import { wavingCloth } from '../../scenes/waving-cloth.ts';
import { seededRandom } from '../../src/core/math/random.ts';
import {
  adjacency,
  basic,
  iccd,
  iccdAsPublished,
  iccdWithCones,
  iccdWithoutCones,
  MeshCollider,
  noDuplicates,
  type Recipe,
  rTriangles,
} from '../../src/index.ts';
import { type MovingMesh, meshClasses } from '../generate/meshes.ts';
import { smoothShapes, treacherousShapes } from '../generate/surfaces.ts';
import { rowsOf } from '../oracle/brute-force.ts';

const recipes: readonly Recipe[] = [
  iccd,
  iccdAsPublished,
  iccdWithCones,
  iccdWithoutCones,
  rTriangles,
  rTriangles.with({ assignment: 'uniform', edgeVolumes: 'stored' }),
  adjacency,
  noDuplicates,
  basic,
];

/** Faces of contacts, in pairs that share no vertex: what any sound culling stage has to let through, and no more. */
function leastMask({ mesh, x0, x1 }: MovingMesh, minSeparation: number): Uint8Array {
  const { topology, faceCount } = mesh;
  const mask = new Uint8Array(faceCount);
  const { count, kind, a, b } = new MeshCollider(mesh, { recipe: basic }).collide(x0, x1, { minSeparation });
  const facesOf = (items: Uint32Array, start: Uint32Array, i: number) => items.subarray(start[i], start[i + 1]);
  const facesOfEdge = (e: number) => facesOf(topology.edgeFaces, topology.edgeFaceStart, e);
  for (let i = 0; i < count; i++) {
    const first = kind[i] === 0 ? facesOf(topology.starFaces, topology.starStart, a[i]) : facesOfEdge(a[i]);
    const second = kind[i] === 0 ? [b[i]] : facesOfEdge(b[i]);
    for (const f of first) {
      for (const g of second) if (!topology.sharesVertex(f, g)) mask[f] = mask[g] = 1;
    }
  }
  return mask;
}

/** The same with a share of the other faces let through as well. */
function looser(mask: Uint8Array, share: number, seed: number): Uint8Array {
  const random = seededRandom(seed);
  return mask.map((bit) => (bit === 1 || random.next() < share ? 1 : 0));
}

/** Those that do not take seconds. */
const small = meshClasses.filter(({ name }) => /sheet|soup|loose|fan/.test(name));

describe.each([...meshClasses, ...smoothShapes, ...treacherousShapes])('on $name', ({ make }) => {
  it('every recipe finds with a mask what it finds without', () => {
    const scene = make(1);
    const least = leastMask(scene, 0);
    const expected = rowsOf(new MeshCollider(scene.mesh), scene, 0);
    for (const recipe of recipes) {
      const collider = new MeshCollider(scene.mesh, { recipe });
      for (const share of [0, 0.3])
        expect(rowsOf(collider, scene, 0, looser(least, share, 1)), `${recipe.name}, ${share}`).toEqual(expected);
    }
  });

  it('finds the same faces that cross, the same first contact and the same step', () => {
    const scene = make(3);
    const { mesh, x0, x1 } = scene;
    const collider = new MeshCollider(mesh);
    const crossing = collider.intersections(x0);
    const least = new Uint8Array(mesh.faceCount);
    for (let i = 0; i < crossing.count; i++) {
      const [f, g] = [crossing.a[i], crossing.b[i]];
      if (!mesh.topology.sharesVertex(f, g)) least[f] = least[g] = 1;
    }
    expect(collider.intersections(x0, { prefilter: looser(least, 0.1, 3) })).toEqual(crossing);
    const prefilter = leastMask(scene, 0);
    expect(collider.firstContact(x0, x1, { prefilter })).toEqual(collider.firstContact(x0, x1));
    expect(collider.maxStep(x0, x1, { prefilter })).toBe(collider.maxStep(x0, x1));
  });
});

it.each(small)('with a minimum separation too, on $name', ({ make }) => {
  const scene = make(2);
  const prefilter = looser(leastMask(scene, 0.03), 0.1, 2);
  const expected = rowsOf(new MeshCollider(scene.mesh), scene, 0.03);
  for (const recipe of recipes)
    expect(rowsOf(new MeshCollider(scene.mesh, { recipe }), scene, 0.03, prefilter), recipe.name).toEqual(expected);
});

it('drops all pairs of masked faces but those that share a vertex', () => {
  const contacts = { kept: 0, dropped: 0 };
  for (const { make } of small) {
    const scene = make(1);
    const { topology, triangles, faceCount } = scene.mesh;
    const prefilter = new Uint8Array(faceCount);
    for (const recipe of recipes) {
      const collider = new MeshCollider(scene.mesh, { recipe });
      const all = collider.collide(scene.x0, scene.x1).count;
      const { count, kind, a, b } = collider.collide(scene.x0, scene.x1, { prefilter });
      contacts.kept += count;
      contacts.dropped += all - count;
      for (let i = 0; i < count; i++) {
        if (kind[i] === 1) continue;
        const star = [...topology.starFaces.subarray(topology.starStart[a[i]], topology.starStart[a[i] + 1])];
        expect(
          star.some((f) => topology.sharesVertex(f, b[i])),
          `${triangles.subarray(3 * b[i], 3 * b[i] + 3)}`,
        ).toBe(true);
      }
    }
  }
  expect(contacts.kept).toBeGreaterThan(0);
  expect(contacts.dropped).toBeGreaterThan(contacts.kept);
});

it('spares the tree the pairs of masked faces', () => {
  const scene = wavingCloth({ scale: 0.05 });
  const [x0, x1] = [80, 81].map((frame) => {
    const x = new Float64Array(3 * scene.mesh.vertexCount);
    scene.positions(frame, x);
    return x;
  });
  const collider = new MeshCollider(scene.mesh, { recipe: iccdWithoutCones });
  const all = { ...collider.collide(x0, x1).tally };
  const least = collider.collide(x0, x1, { prefilter: leastMask({ mesh: scene.mesh, x0, x1 }, 0) }).tally;
  expect(all.slabPairs).toBeGreaterThan(0);
  expect(least.nodePairs).toBeLessThan(0.5 * all.nodePairs);
  expect(least.slabPairs).toBeLessThan(0.5 * all.slabPairs);
});

it('is read at once by an asynchronous call, and refused if it has another length', async () => {
  const scene = meshClasses[0].make(1);
  const collider = new MeshCollider(scene.mesh);
  const { count } = collider.collide(scene.x0, scene.x1);
  expect(count).toBeGreaterThan(0);
  const prefilter = new Uint8Array(scene.mesh.faceCount).fill(1);
  const running = collider.collideAsync(scene.x0, scene.x1, { prefilter });
  prefilter.fill(0);
  expect((await running).count).toBe(count);
  const short = { prefilter: prefilter.subarray(1) };
  const reason = /prefilter holds \d+ entries; the mesh has \d+ faces/;
  expect(() => collider.collide(scene.x0, scene.x1, short)).toThrow(reason);
  expect(() => collider.maxStep(scene.x0, scene.x1, short)).toThrow(reason);
  expect(() => collider.intersections(scene.x0, short)).toThrow(reason);
});
