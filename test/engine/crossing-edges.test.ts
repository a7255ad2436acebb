// `intersections` by edges and faces: every recipe that tests these gives the pairs of the default recipe, which tests faces as wholes, and
// of brute force, on every kind of mesh; an edge and a face are tested once; the tally counts the tests.
import { describe, expect, it } from 'vitest';
import {
  adjacency,
  basic,
  iccd,
  MeshCollider,
  noDuplicates,
  type Recipe,
  rTriangles,
  TriMesh,
} from '../../src/index.ts';
import { meshClasses } from '../generate/meshes.ts';
import { smoothShapes, treacherousShapes } from '../generate/surfaces.ts';
import { crossingFaces } from '../oracle/crossing-faces.ts';

const recipes: readonly (readonly [string, Recipe])[] = [
  ['greedy', rTriangles],
  ['maximal', rTriangles.with({ assignment: 'maximal' })],
  ['uniform', rTriangles.with({ assignment: 'uniform', edgeVolumes: 'stored' })],
  ['no-duplicates', noDuplicates],
  ['basic', basic],
  ['adjacency', adjacency],
];

/** The pairs of faces, in the order of the answer. */
function pairsOf(collider: MeshCollider, x: Float64Array): string[] {
  const { count, a, b } = collider.intersections(x);
  return Array.from({ length: count }, (_, i) => `${a[i]} ${b[i]}`);
}

function expectSame(mesh: TriMesh, x: Float64Array, expected: string[], options = {}): void {
  for (const [name, recipe] of recipes) {
    const collider = new MeshCollider(mesh, { ...options, recipe });
    expect(pairsOf(collider, x), name).toEqual(expected);
    collider.dispose();
  }
}

/** Faces that are there twice, faces that fold flat, and faces without area, all at common vertices: coordinates are 0, 1 or 2. */
function crumpledFan(seed: number): { mesh: TriMesh; x: Float64Array } {
  let state = seed * 2654435761 + 12345;
  const below = (n: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
  const triangles = Array.from({ length: 12 }, () => {
    const a = below(7);
    const b = (a + 1 + below(6)) % 7;
    const others = [0, 1, 2, 3, 4, 5, 6].filter((v) => v !== a && v !== b);
    return [a, b, others[below(5)]];
  });
  const x = Float64Array.from({ length: 21 }, (_, i) => (i % 3 === 2 && seed % 2 === 0 ? 0 : below(3)));
  return { mesh: TriMesh.from(triangles.flat(), 7), x };
}

describe('on seeded meshes, every recipe equals the default one and brute force', () => {
  it.each(meshClasses)('$name', ({ name, make }) => {
    for (let seed = 1; seed <= (/many tetrahedra|fan/.test(name) ? 1 : 8); seed++) {
      const { mesh, x0, x1 } = make(seed);
      const collider = new MeshCollider(mesh, { recipe: iccd });
      for (const x of [x0, x1]) {
        const expected = pairsOf(collider, x);
        if (seed <= 1) expect(crossingFaces(mesh, x)).toEqual(expected);
        expectSame(mesh, x, expected);
      }
    }
  });

  it.each([...smoothShapes, ...treacherousShapes])('$name', ({ make }) => {
    for (const seed of [1, 2]) {
      const { mesh, x0, x1 } = make(seed);
      for (const x of [x0, x1]) expectSame(mesh, x, pairsOf(new MeshCollider(mesh), x));
    }
  });

  it('faces without area, folded, or there twice, at few common vertices', () => {
    let crossings = 0;
    for (let seed = 1; seed <= 300; seed++) {
      const { mesh, x } = crumpledFan(seed);
      const expected = crossingFaces(mesh, x);
      crossings += expected.length;
      expect(pairsOf(new MeshCollider(mesh), x), `seed ${seed}`).toEqual(expected);
      expectSame(mesh, x, expected);
    }
    expect(crossings).toBeGreaterThan(1000);
  });

  it('under permissions, and with a prefilter', () => {
    for (const { name, make } of meshClasses.filter((one) => /^tetrahedra|loose|unused/.test(one.name))) {
      const { mesh, x0: x } = make(3);
      const { componentCount } = mesh.topology;
      const groups = Uint32Array.from({ length: componentCount }, (_, i) => i % 2);
      for (const options of [{ selfCollision: false }, { groups, mayCollide: [0, 1, 1, 1] }, { still: [0] }])
        expectSame(mesh, x, pairsOf(new MeshCollider(mesh, options), x), options);
      const all = new MeshCollider(mesh).intersections(x);
      const prefilter = new Uint8Array(mesh.faceCount);
      for (let i = 0; i < all.count; i++) prefilter[all.a[i]] = prefilter[all.b[i]] = 1;
      for (const [, recipe] of recipes)
        expect(new MeshCollider(mesh, { recipe }).intersections(x, { prefilter }), name).toEqual(all);
    }
  });
});

describe('what is tested', () => {
  const tests = (recipe: Recipe, { mesh, x }: { mesh: TriMesh; x: Float64Array }): number => {
    const collider = new MeshCollider(mesh, { recipe });
    collider.intersections(x);
    return collider.tally.tests;
  };
  /** Two tetrahedra, one with a corner in the other. */
  const corners = [0, 0, 0, 4, 0, 0, 0, 4, 0, 0, 0, 4];
  const sides = [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3];
  const two = {
    mesh: TriMesh.from([...sides, ...sides.map((v) => v + 4)], 8),
    x: Float64Array.from([...corners, ...corners.map((c) => 0.75 * c + 0.5)]),
  };

  it('without bounds, every edge against every face of the other tetrahedron once', () => {
    // Neither all pairs of faces meet nor all edges do: bounds of faces leave some pairs out.
    const once = tests(noDuplicates, two);
    expect(once).toBeGreaterThan(0);
    expect(once).toBeLessThanOrEqual(2 * 6 * 4);
    // Without representatives an edge has two faces, and is tested for both.
    expect(tests(basic, two)).toBeGreaterThan(once);
    expect(tests(basic, two)).toBeLessThanOrEqual(2 * 2 * 6 * 4);
  });

  it('with bounds, fewer; with a database, as many as with representatives', () => {
    for (const { make } of meshClasses) {
      const { mesh, x0 } = make(1);
      const scene = { mesh, x: x0 };
      expect(tests(rTriangles, scene)).toBeLessThanOrEqual(tests(noDuplicates, scene));
      expect(tests(noDuplicates, scene)).toBeLessThanOrEqual(tests(basic, scene));
    }
    expect(tests(rTriangles, two)).toBeLessThan(tests(noDuplicates, two));
  });

  it('no edge and face twice, whatever the assignment', () => {
    for (const { name, make } of meshClasses.filter((one) => one.name !== 'many tetrahedra')) {
      const { mesh, x0 } = make(2);
      for (const [, recipe] of recipes.filter(([, one]) => one !== basic)) {
        const seen = new Set<string>();
        const spied: Recipe = {
          name: recipe.name,
          stages(motion) {
            const stages = recipe.stages(motion);
            const emit = stages.emitEdgeFaces?.bind(stages);
            stages.emitEdgeFaces = (pairs, count, to) => {
              emit?.(pairs, count, to);
              for (let i = 0; i < to.ids.length; i += 2) {
                const pair = `${to.ids[i]} ${to.ids[i + 1]}`;
                if (seen.has(pair)) expect.fail(`${name}: ${pair} twice`);
                seen.add(pair);
              }
            };
            return stages;
          },
        };
        const collider = new MeshCollider(mesh, { recipe: spied });
        collider.intersections(x0);
        expect(collider.tally.tests).toBe(seen.size);
      }
    }
  });
});

it('culls edges of any size near boxes of any size without a loss', () => {
  // Long edges pass corners of small boxes closely; the exact answer comes from the default recipe.
  for (let seed = 1; seed <= 40; seed++) {
    const size = 10 ** ((seed % 9) - 4);
    const x = Float64Array.from({ length: 36 * 3 }, (_, i) => {
      const corner = Math.floor(i / 3) % 6;
      const turn = Math.sin(seed * 12.9898 + i * 78.233) * 43758.5453;
      return (turn - Math.floor(turn) - 0.5) * (corner < 3 ? 2 : 2 * size);
    });
    const mesh = TriMesh.from(
      Array.from({ length: 36 }, (_, i) => i),
      36,
    );
    expectSame(mesh, x, pairsOf(new MeshCollider(mesh), x));
  }
});
