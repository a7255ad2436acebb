// The collider gives exactly what brute force gives: every pair of features that share no vertex through the elementary tests, one by
// one. None missing, none extra, none twice; the same times, normals and weights, in the same order.
import { describe, expect, it } from 'vitest';
import {
  eeContact,
  elementaryContact,
  MeshCollider,
  MeshError,
  type PermissionOptions,
  TriMesh,
  trianglesMeet,
  vfContact,
} from '../../src/index.ts';
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
  for (const { name, make } of meshClasses.filter((c) => c.name !== 'many tetrahedra')) {
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
        expect(found).toEqual(crossingByBruteForce(mesh, x));
      }
    }
  });
});

/** All pairs of faces, with the common vertices first in both. */
function crossingByBruteForce(mesh: TriMesh, x: Float64Array): string[] {
  const found: string[] = [];
  const corners = (f: number) => Array.from(mesh.triangles.subarray(3 * f, 3 * f + 3));
  for (let f = 0; f < mesh.faceCount; f++)
    for (let g = f + 1; g < mesh.faceCount; g++) {
      const common = corners(f).filter((v) => corners(g).includes(v));
      const order = (h: number) => [...common, ...corners(h).filter((v) => !common.includes(v))];
      const q = [...order(f), ...order(g)].flatMap((v) => Array.from(x.subarray(3 * v, 3 * v + 3)));
      const shared = common.length as 0 | 1 | 2;
      if (common.length === 3 || trianglesMeet(Float64Array.from(q), 0, shared)) found.push(`${f} ${g}`);
    }
  return found;
}

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

  it('needs no more memory from step to step', () => {
    const scene = meshClasses.find(({ name }) => name === 'many tetrahedra')?.make(2) as MovingMesh;
    const collider = new MeshCollider(scene.mesh);
    const bytes = () =>
      (collider as unknown as { memory: { memory: WebAssembly.Memory } }).memory.memory.buffer.byteLength;
    for (let turn = 0; turn < 40; turn++) rowsOf(collider, shuffled(scene, turn), 0);
    const before = bytes();
    for (let turn = 40; turn < 160; turn++) rowsOf(collider, shuffled(scene, turn), 0);
    expect(bytes()).toBe(before);
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
  it.each(cases)('$name', ({ options, may }) => {
    expect(componentCount).toBe(6);
    const collider = new MeshCollider(mesh, options);
    const expected = all.filter((line) => may(...objectsOf(line)));
    expect(expected.length).toBeLessThan(all.length);
    // Without listed neighbours, then with them.
    for (let step = 0; step < 3; step++) expect(rowsOf(collider, scene, 0)).toEqual(expected);
    const { a, b } = collider.intersections(x1);
    const object = (f: number) => componentOf[mesh.triangles[3 * f]];
    for (let i = 0; i < a.length; i++) expect(may(object(a[i]), object(b[i]))).toBe(true);
    expect(collider.firstContact(x0, x1)?.time ?? null).toBe(
      expected.length === 0 ? null : Math.min(...expected.map((line) => Number(line.split(' ')[3]))),
    );
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
