// The collider gives exactly what brute force gives: every pair of features that share no vertex through the elementary tests, one by
// one. None missing, none extra, none twice; the same times, normals and weights, in the same order.
import { describe, expect, it } from 'vitest';
import { eeContact, elementaryContact, MeshCollider, MeshError, TriMesh, vfContact } from '../../src/index.ts';
import { type MovingMesh, meshClasses } from '../generate/meshes.ts';

const out = elementaryContact();
const q = new Float64Array(24);

function setQuery(x0: Float64Array, x1: Float64Array, ids: ArrayLike<number>): void {
  for (let j = 0; j < 4; j++)
    for (let axis = 0; axis < 3; axis++) {
      q[3 * j + axis] = x0[3 * ids[j] + axis];
      q[12 + 3 * j + axis] = x1[3 * ids[j] + axis];
    }
}

const row = (kind: number, a: number, b: number, time: number, normal: ArrayLike<number>, weights: ArrayLike<number>) =>
  [kind, a, b, time, ...Array.from(normal), ...Array.from(weights)].join(' ');

function bruteForce({ mesh, x0, x1 }: MovingMesh, minSeparation: number): string[] {
  const { triangles, topology, vertexCount, faceCount } = mesh;
  const { edges, edgeCount, componentOf } = topology;
  const rows: string[] = [];
  for (let v = 0; v < vertexCount; v++) {
    if (componentOf[v] === 0xffffffff) continue;
    for (let f = 0; f < faceCount; f++) {
      const corners = triangles.subarray(3 * f, 3 * f + 3);
      if (corners.includes(v)) continue;
      setQuery(x0, x1, [v, ...corners]);
      const time = vfContact(q, 0, out, minSeparation);
      if (time <= 1) rows.push(row(0, v, f, time, out.normal, out.weights));
    }
  }
  for (let a = 0; a < edgeCount; a++)
    for (let b = a + 1; b < edgeCount; b++) {
      const ids = [edges[2 * a], edges[2 * a + 1], edges[2 * b], edges[2 * b + 1]];
      if (new Set(ids).size < 4) continue;
      setQuery(x0, x1, ids);
      const time = eeContact(q, 0, out, minSeparation);
      if (time <= 1) rows.push(row(1, a, b, time, out.normal, out.weights));
    }
  return rows;
}

function rowsOf(collider: MeshCollider, { x0, x1 }: MovingMesh, minSeparation: number): string[] {
  const c = collider.collide(x0, x1, { minSeparation });
  return Array.from({ length: c.count }, (_, i) => {
    expect(c.startsTouching[i]).toBe(c.time[i] === 0 ? 1 : 0);
    return row(
      c.kind[i],
      c.a[i],
      c.b[i],
      c.time[i],
      c.normal.subarray(3 * i, 3 * i + 3),
      c.weights.subarray(3 * i, 3 * i + 3),
    );
  });
}

describe('collide equals brute force', () => {
  for (const { name, make } of meshClasses) {
    it.each([1, 2, 3, 4, 5])(`on ${name}, seed %d`, (seed) => {
      const scene = make(seed);
      const collider = new MeshCollider(scene.mesh);
      const expected = bruteForce(scene, 0);
      expect(rowsOf(collider, scene, 0)).toEqual(expected);
      // The tree of the first call, refitted: backwards, then as before.
      const backwards = { ...scene, x0: scene.x1, x1: scene.x0 };
      expect(rowsOf(collider, backwards, 0)).toEqual(bruteForce(backwards, 0));
      expect(rowsOf(collider, scene, 0)).toEqual(expected);
    });
  }

  it.each(meshClasses.filter(({ name }) => /sheet|soup|loose|fan/.test(name)))(
    'with a minimum separation on $name',
    ({ make }) => {
      const scene = make(7);
      expect(rowsOf(new MeshCollider(scene.mesh), scene, 0.03)).toEqual(bruteForce(scene, 0.03));
    },
  );

  it('has contacts to find', () => {
    const counts = meshClasses.map(({ make }) => bruteForce(make(1), 0).length);
    expect(counts.filter((count) => count > 10).length).toBeGreaterThan(meshClasses.length - 3);
  });
});

describe('the collider', () => {
  const { mesh, x0, x1 } = meshClasses[0].make(1);

  it('takes positions of either precision', () => {
    const [y0, y1] = [Float32Array.from(x0), Float32Array.from(x1)];
    const collider = new MeshCollider(mesh);
    const single = collider.collide(y0, y1).copy();
    const double = collider.collide(Float64Array.from(y0), Float64Array.from(y1));
    expect(single.count).toBe(double.count);
    expect(single.time).toEqual(double.time.slice(0, double.count));
  });

  it('finds nothing in a mesh without faces', () => {
    expect(new MeshCollider(TriMesh.from([], 2)).collide(new Float64Array(6), new Float64Array(6)).count).toBe(0);
  });

  it('refuses bad positions and separations', () => {
    const collider = new MeshCollider(mesh);
    expect(() => collider.collide(x0.subarray(3), x1)).toThrow(MeshError);
    expect(() =>
      collider.collide(
        x0,
        x1.map((x, i) => (i === 4 ? Number.NaN : x)),
      ),
    ).toThrow(/Vertex 1/);
    expect(() => collider.collide(x0, x1, { minSeparation: -1 })).toThrow(RangeError);
  });

  it('says what each stage kept', () => {
    const { tally } = new MeshCollider(mesh).collide(x0, x1);
    expect(tally.boxPairs).toBeGreaterThanOrEqual(tally.slabPairs);
    expect(tally.tests).toBeGreaterThan(0);
  });
});
