// Breaking and tearing: after every change the collider answers as one that is built for the mesh that it has become.
import { describe, expect, it } from 'vitest';
import { shattering } from '../../scenes/shattering.ts';
import { type Random, seededRandom } from '../../src/core/math/random.ts';
import {
  basic,
  iccd,
  iccdAsPublished,
  iccdWithCones,
  MeshCollider,
  MeshError,
  rTriangles,
  TriMesh,
} from '../../src/index.ts';
import { type MovingMesh, meshClasses } from '../generate/meshes.ts';
import { smoothShapes } from '../generate/surfaces.ts';
import { bruteForce, rowsOf } from '../oracle/brute-force.ts';

const recipes = [iccd, iccdAsPublished, iccdWithCones, rTriangles, basic];

/** Removes some faces; puts some of them back with vertices of their own, so that they hang on by a corner or not at all, and adds others. */
function randomChange(random: Random, { mesh, x0, x1 }: MovingMesh) {
  const removeFaces = Array.from({ length: mesh.faceCount }, (_, f) => f).filter(() => random.next() < 0.15);
  const places = { x0: Array.from(x0), x1: Array.from(x1) };
  const addFaces: number[] = [];
  for (const f of removeFaces) {
    if (random.next() < 0.3) continue;
    const corners = Array.from(mesh.triangles.subarray(3 * f, 3 * f + 3), (v) => {
      if (random.next() < 0.5) return v;
      for (const x of [places.x0, places.x1]) x.push(...x.slice(3 * v, 3 * v + 3).map((c) => c + 0.05 * random.next()));
      return places.x0.length / 3 - 1;
    });
    addFaces.push(...corners);
  }
  for (let i = random.below(4); i > 0; i--) {
    const corners = [0, 1, 2].map(() => random.below(places.x0.length / 3));
    if (new Set(corners).size === 3) addFaces.push(...corners);
  }
  const vertexCount = places.x0.length / 3;
  return {
    change: { removeFaces, addFaces, vertexCount },
    x0: Float64Array.from(places.x0),
    x1: Float64Array.from(places.x1),
  };
}

const kinds = [...meshClasses, ...smoothShapes].filter(({ name }) =>
  /sheet|Möbius|soup|tetra|duplicate|fan|loose|tube|cylinder/.test(name),
);

describe.each(kinds)('after changes of $name', ({ make }) => {
  it.each([1, 2, 3])('contacts are those of a new collider and of brute force, seed %d', (seed) => {
    const random = seededRandom(seed);
    let scene = make(seed);
    const colliders = recipes.map((recipe) => new MeshCollider(scene.mesh, { recipe }));
    // One that has never been asked before the first change.
    if (seed < 3) for (const collider of colliders) collider.collide(scene.x0, scene.x1);
    for (let round = 0; round < 6; round++) {
      const { change, x0, x1 } = randomChange(random, scene);
      for (const collider of colliders) collider.retopologize(change);
      const { mesh } = colliders[0];
      expect(mesh.faceCount).toBe(scene.mesh.faceCount - change.removeFaces.length + change.addFaces.length / 3);
      scene = { mesh, x0, x1 };
      // Two changes without a step in between.
      if (round === 2) continue;
      const expected = rowsOf(new MeshCollider(TriMesh.from(mesh.triangles, mesh.vertexCount)), scene, 0);
      colliders.forEach((collider, i) => {
        expect(rowsOf(collider, scene, 0), recipes[i].name).toEqual(expected);
      });
      if (mesh.faceCount < 200 && round === 5) expect(bruteForce(scene, 0)).toEqual(expected);
    }
  });
});

describe('the shattering scene', () => {
  it('has the contacts of a new collider after every break', () => {
    const { mesh, frameCount, positions, breaks } = shattering({ scale: 0.02 });
    const collider = new MeshCollider(mesh);
    const x0 = new Float64Array(3 * mesh.vertexCount);
    const x1 = new Float64Array(3 * mesh.vertexCount);
    let broken = 0;
    let contacts = 0;
    for (let frame = 0; frame + 1 < frameCount; frame++) {
      const change = breaks?.(frame);
      if (change) collider.retopologize(change);
      if (change) broken++;
      positions(frame, x0);
      positions(frame + 1, x1);
      const scene = { mesh: collider.mesh, x0, x1 };
      const rows = rowsOf(collider, scene, 0);
      contacts += rows.length;
      if (change || frame % 8 === 0) expect(rowsOf(new MeshCollider(scene.mesh), scene, 0)).toEqual(rows);
    }
    expect(broken).toBeGreaterThan(9);
    expect(contacts).toBeGreaterThan(1000);
  });
});

describe('retopologize', () => {
  const sheet = (meshClasses.find(({ name }) => name === 'folded sheet') as (typeof meshClasses)[number]).make(1);

  it('says where faces are now', () => {
    const collider = new MeshCollider(sheet.mesh);
    const before = sheet.mesh.triangles;
    const { faceRemap, addedFaces } = collider.retopologize({ removeFaces: [3, 7], addFaces: [0, 1, 9] });
    expect(addedFaces).toEqual(Uint32Array.of(3));
    const after = collider.mesh.triangles;
    expect(Array.from(after.subarray(9, 12))).toEqual([0, 1, 9]);
    faceRemap.forEach((now, old) => {
      if (old === 3 || old === 7) expect(now).toBe(0xffffffff);
      else expect(after.subarray(3 * now, 3 * now + 3)).toEqual(before.subarray(3 * old, 3 * old + 3));
    });
  });

  it('refuses a bad change and stays as it was', () => {
    const collider = new MeshCollider(sheet.mesh);
    const expected = rowsOf(collider, sheet, 0);
    expect(() => collider.retopologize({ removeFaces: [1e6] })).toThrow(MeshError);
    expect(() => collider.retopologize({ addFaces: [0, 1, 1] })).toThrow(MeshError);
    expect(rowsOf(collider, sheet, 0)).toEqual(expected);
  });

  it('can take everything away and give it back', () => {
    const collider = new MeshCollider(sheet.mesh);
    const expected = rowsOf(collider, sheet, 0);
    collider.retopologize({ removeFaces: Array.from({ length: sheet.mesh.faceCount }, (_, f) => f) });
    expect(rowsOf(collider, sheet, 0)).toEqual([]);
    collider.retopologize({ addFaces: sheet.mesh.triangles });
    expect(rowsOf(collider, sheet, 0)).toEqual(expected);
  });

  it('lets pieces keep the permissions of their object', () => {
    const scene = (meshClasses.find(({ name }) => name === 'folded sheet') as (typeof meshClasses)[number]).make(2);
    const collider = new MeshCollider(scene.mesh, { still: [0] });
    expect(collider.collide(scene.x0, scene.x1).count).toBe(0);
    const torn = Array.from({ length: scene.mesh.faceCount }, (_, f) => f).filter(
      (f) => f % 24 === 11 || f % 24 === 10,
    );
    collider.retopologize({ removeFaces: torn });
    expect(collider.mesh.topology.componentCount).toBeGreaterThan(0);
    expect(collider.collide(scene.x0, scene.x1).count).toBe(0);
    expect(new MeshCollider(collider.mesh).collide(scene.x0, scene.x1).count).toBeGreaterThan(0);
  });
});
