// The collider beside its recipes: first contacts, crossings, permissions, long use. test/no-loss has `collide` against brute force.
import { describe, expect, it } from 'vitest';
import { wavingCloth } from '../../scenes/waving-cloth.ts';
import {
  adjacency,
  basic,
  iccd,
  iccdWithCones,
  MeshCollider,
  MeshError,
  noDuplicates,
  type PermissionOptions,
  rTriangles,
  TriMesh,
} from '../../src/index.ts';
import { type MovingMesh, meshClasses } from '../generate/meshes.ts';
import { bruteForce, rowsOf } from '../oracle/brute-force.ts';
import { crossingFaces } from '../oracle/crossing-faces.ts';

describe('firstContact', () => {
  for (const { name, make } of meshClasses) {
    it.each([1, 2, 3])(`is the earliest of collide on ${name}, seed %d`, (seed) => {
      const { mesh, x0, x1 } = make(seed);
      for (const [from, to] of [
        [x0, x1],
        [x1, x0],
        [x0, x0.map((x, i) => x + (x1[i] - x) / 64)],
      ]) {
        for (const minSeparation of [0, 0.01]) {
          const all = new MeshCollider(mesh).collide(from, to, { minSeparation }).copy();
          const rows = Array.from(all.time, (time, i) => ({ time, kind: all.kind[i], a: all.a[i], b: all.b[i] }));
          // Sorted by kind, a, b already, and a stable sort keeps that.
          const [first = null] = rows.sort((p, q) => p.time - q.time);
          expect(new MeshCollider(mesh).firstContact(from, to, { minSeparation })).toEqual(first);
        }
      }
    });
  }
});

describe('intersections', () => {
  it.each(meshClasses)('are the crossing pairs of faces on $name', ({ make }) => {
    for (const seed of [1, 2]) {
      const { mesh, x0, x1 } = make(seed);
      const collider = new MeshCollider(mesh);
      for (const x of [x0, x1]) {
        const { count, a, b } = collider.intersections(x);
        const found = Array.from({ length: count }, (_, i) => `${a[i]} ${b[i]}`);
        expect(found).toEqual(crossingFaces(mesh, x));
      }
    }
  });
});

describe('a collider that is used for long', () => {
  /** The tetrahedra change places among themselves. */
  function shuffled({ mesh, x0, x1 }: MovingMesh, turn: number): MovingMesh {
    const objects = mesh.vertexCount / 4;
    const place = (x: Float64Array) =>
      x.map((_, i) => {
        const object = (Math.floor(i / 12) * (turn % 2 ? 7 : 5) + turn) % objects;
        return x[12 * object + (i % 12)];
      });
    return { mesh, x0: place(x0), x1: place(x1) };
  }

  it('builds its tree anew when refitting has cost as much, and answers the same', () => {
    const scene = meshClasses.find(({ name }) => name === 'many tetrahedra')?.make(1) as MovingMesh;
    const collider = new MeshCollider(scene.mesh);
    rowsOf(collider, scene, 0);
    const other = shuffled(scene, 1);
    const fresh = new MeshCollider(other.mesh);
    const expected = rowsOf(fresh, other, 0);
    const whenNew = fresh.collide(other.x0, other.x1).tally.nodePairs;
    const visited = Array.from({ length: 60 }, () => {
      expect(rowsOf(collider, other, 0)).toEqual(expected);
      return collider.collide(other.x0, other.x1).tally.nodePairs;
    });
    expect(visited[0]).toBeGreaterThan(3 * whenNew);
    expect(visited[59]).toBeLessThan(1.5 * whenNew);
  });

  it('keeps its tree however worn once it has settled, and answers the same', () => {
    const scene = meshClasses.find(({ name }) => name === 'many tetrahedra')?.make(1) as MovingMesh;
    const collider = new MeshCollider(scene.mesh);
    collider.pinTree(scene.x0);
    const other = shuffled(scene, 1);
    const visited = Array.from({ length: 60 }, () => collider.collide(other.x0, other.x1).tally.nodePairs);
    expect(new Set(visited).size).toBe(1);
    expect(rowsOf(collider, other, 0)).toEqual(rowsOf(new MeshCollider(other.mesh), other, 0));
  });

  it('needs no more memory from step to step', () => {
    const scene = meshClasses.find(({ name }) => name === 'many tetrahedra')?.make(2) as MovingMesh;
    const collider = new MeshCollider(scene.mesh);
    const { search } = collider as unknown as { search: { memory: { holding: { space: { usedBytes: number } } } } };
    const bytes = () => search.memory.holding.space.usedBytes;
    for (let turn = 0; turn < 40; turn++) rowsOf(collider, shuffled(scene, turn), 0);
    const before = bytes();
    for (let turn = 40; turn < 160; turn++) rowsOf(collider, shuffled(scene, turn), 0);
    expect(bytes()).toBe(before);
  });
});

const recipes = [iccd, iccdWithCones, rTriangles, adjacency, noDuplicates, basic];

describe('a smooth cloth, step after step', () => {
  it('is culled by patches, has trees built for them, and all contacts', () => {
    const { mesh, positions } = wavingCloth({ scale: 0.1 });
    const x0 = new Float64Array(3 * mesh.vertexCount);
    const x1 = new Float64Array(3 * mesh.vertexCount);
    const collider = new MeshCollider(mesh);
    const grouped = () => (collider as unknown as { search: { tree: { isGrouped: boolean } } }).search.tree.isGrouped;
    let [quiet, contacts] = [0, 0];
    for (let frame = 52; frame < 72; frame++) {
      positions(frame, x0);
      positions(frame + 1, x1);
      const rows = rowsOf(collider, { mesh, x0, x1 }, 0);
      expect(rows).toEqual(rowsOf(new MeshCollider(mesh, { recipe: rTriangles }), { mesh, x0, x1 }, 0));
      if (collider.collide(x0, x1).tally.quietFaces > 0) quiet++;
      contacts += rows.length;
    }
    expect(quiet).toBeGreaterThan(10);
    expect(contacts).toBeGreaterThan(100);
    expect(grouped()).toBe(true);
  });
});

describe('permissions', () => {
  const scene = meshClasses.find(({ name }) => name === 'tetrahedra turned inside out')?.make(3) as MovingMesh;
  const { mesh, x0, x1 } = scene;
  const { componentOf, componentCount, edges } = mesh.topology;
  const objectsOf = (line: string): [number, number] => {
    const [kind, a, b] = line.split(' ').map(Number);
    return kind === 0
      ? [componentOf[a], componentOf[mesh.triangles[3 * b]]]
      : [componentOf[edges[2 * a]], componentOf[edges[2 * b]]];
  };
  const all = bruteForce(scene, 0);

  const cases: { name: string; options: PermissionOptions; may: (p: number, q: number) => boolean }[] = [
    { name: 'no self-collision', options: { selfCollision: false }, may: (p, q) => p !== q },
    {
      name: 'only self-collision',
      options: { groups: [0, 1, 2, 3, 4, 5], mayCollide: identity(6) },
      may: (p, q) => p === q,
    },
    {
      name: 'two groups',
      options: { groups: [0, 1, 0, 1, 0, 1], mayCollide: [0, 1, 1, 0] },
      may: (p, q) => p % 2 !== q % 2,
    },
    { name: 'still objects', options: { still: [1, 4] }, may: (p, q) => ![1, 4].includes(p) || ![1, 4].includes(q) },
  ];
  it.each(cases.flatMap((c) => recipes.map((recipe) => ({ ...c, recipe }))))(
    '$name, $recipe.name',
    ({ options, may, recipe }) => {
      expect(componentCount).toBe(6);
      const collider = new MeshCollider(mesh, { ...options, recipe });
      const expected = all.filter((line) => may(...objectsOf(line)));
      expect(expected.length).toBeLessThan(all.length);
      for (let step = 0; step < 3; step++) expect(rowsOf(collider, scene, 0)).toEqual(expected);
      const { a, b } = collider.intersections(x1);
      const object = (f: number) => componentOf[mesh.triangles[3 * f]];
      for (let i = 0; i < a.length; i++) expect(may(object(a[i]), object(b[i]))).toBe(true);
      expect(collider.firstContact(x0, x1)?.time ?? null).toBe(
        expected.length === 0 ? null : Math.min(...expected.map((line) => Number(line.split(' ')[3]))),
      );
    },
  );

  it.each(recipes)('of obstacles spare the tree the pairs among them, $name', (recipe) => {
    const cloth = wavingCloth({ scale: 0.1 });
    const x = new Float64Array(3 * cloth.mesh.vertexCount);
    cloth.positions(60, x);
    const { mesh: both } = TriMesh.merge([cloth.mesh, cloth.mesh]);
    const at = Float64Array.from([...x, ...x.map((c, i) => (i % 3 === 1 ? c + 100 : c))]);
    const visited = (options: PermissionOptions): number =>
      new MeshCollider(both, { ...options, recipe }).collide(at, at).tally.nodePairs;
    const free = visited({});
    expect(visited({ groups: [0, 1], mayCollide: [1, 1, 1, 0] })).toBeLessThan(0.55 * free);
    expect(visited({ still: [1] })).toBeLessThan(0.55 * free);
    expect(visited({ selfCollision: false })).toBeLessThan(0.1 * free);
  });

  it.each([
    { groups: [0] },
    { groups: [0, 1, 2, 3, 4, -1] },
    { groups: [0, 1, 0, 1, 0, 1], mayCollide: [1, 1, 1] },
    { groups: [0, 1, 0, 1, 0, 1], mayCollide: [1, 1, 0, 1] },
    { still: [6] },
  ])('refuse %j', (options) => {
    expect(() => new MeshCollider(mesh, options)).toThrow(RangeError);
  });
});

function identity(n: number): number[] {
  return Array.from({ length: n * n }, (_, i) => (i % (n + 1) === 0 ? 1 : 0));
}

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
