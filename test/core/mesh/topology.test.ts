import { describe, expect, test } from 'vitest';
import { type Random, seededRandom } from '../../../src/core/math/random.ts';
import { NONE, type Topology } from '../../../src/core/mesh/topology.ts';
import { TriMesh } from '../../../src/core/mesh/tri-mesh.ts';

type Face = [number, number, number];

/** A sheet of quads × quads, wound consistently, of which each face stays with the given probability. */
function sheet(random: Random, quads: number, keep: number): Face[] {
  const faces: Face[] = [];
  for (let y = 0; y < quads; y++) {
    for (let x = 0; x < quads; x++) {
      const a = y * (quads + 1) + x;
      const b = a + quads + 1;
      faces.push([a, a + 1, b + 1], [a, b + 1, b]);
    }
  }
  return faces.filter(() => random.next() < keep);
}

function soup(random: Random, faceCount: number, vertexCount: number): Face[] {
  const faces: Face[] = [];
  while (faces.length < faceCount) {
    const face: Face = [random.below(vertexCount), random.below(vertexCount), random.below(vertexCount)];
    if (new Set(face).size === 3) faces.push(face);
  }
  return faces;
}

function strip(length: number, twisted: boolean): Face[] {
  const at = (i: number, row: number): number => 2 * (i % length) + (twisted && i >= length ? 1 - row : row);
  return Array.from({ length }, (_, i): Face[] => [
    [at(i, 0), at(i + 1, 0), at(i + 1, 1)],
    [at(i, 0), at(i + 1, 1), at(i, 1)],
  ]).flat();
}

function shuffled<T>(random: Random, items: readonly T[]): T[] {
  const keys = items.map(() => random.next());
  return items
    .map((_, i) => i)
    .sort((i, j) => keys[i] - keys[j])
    .map((i) => items[i]);
}

/** Renumbers vertices among some that stay unused, and puts the faces in random order, each begun at any corner. */
function disguise(random: Random, faces: Face[]): { faces: Face[]; vertexCount: number } {
  const vertexCount = 1 + Math.max(-1, ...faces.flat()) + random.below(4);
  const id = shuffled(
    random,
    Array.from({ length: vertexCount }, (_, i) => i),
  );
  const renamed = faces.map(([a, b, c]): Face => {
    const turns: Face[] = [
      [a, b, c],
      [b, c, a],
      [c, a, b],
    ];
    const [p, q, r] = turns[random.below(3)];
    return [id[p], id[q], id[r]];
  });
  return { faces: shuffled(random, renamed), vertexCount };
}

const kinds: Record<string, (random: Random) => Face[]> = {
  'sheet with holes and bow-ties': (random) => sheet(random, 1 + random.below(6), 0.7),
  'sheet wound at random': (random) =>
    sheet(random, 1 + random.below(6), 0.8).map(([a, b, c]): Face => (random.below(2) === 0 ? [a, b, c] : [c, b, a])),
  'dense soup': (random) => soup(random, random.below(30), 3 + random.below(6)),
  'sparse soup': (random) => soup(random, random.below(30), 40),
  'isolated triangles': (random) =>
    Array.from({ length: random.below(12) }, (_, i): Face => [3 * i, 3 * i + 1, 3 * i + 2]),
  'doubled faces': (random) => {
    const faces = sheet(random, 3, 0.8);
    return [...faces, ...faces.filter(() => random.next() < 0.3)];
  },
  'annulus or Möbius strip': (random) => strip(3 + random.below(8), random.below(2) === 0),
};

const cases = Object.entries(kinds).flatMap(([kind, make]) =>
  Array.from({ length: 60 }, (_, seed) => {
    const random = seededRandom(seed);
    const { faces, vertexCount } = disguise(random, make(random));
    return { kind, name: `${kind}, seed ${seed}`, faces, vertexCount };
  }),
);

function topologyOf(faces: Face[], vertexCount: number): Topology {
  return TriMesh.from(faces.flat(), vertexCount).topology;
}

function list(start: Uint32Array, items: Uint32Array, i: number): number[] {
  return [...items.subarray(start[i], start[i + 1])];
}

function facesWith(faces: Face[], ...vertices: number[]): number[] {
  return faces.flatMap((face, f) => (vertices.every((v) => face.includes(v)) ? [f] : []));
}

/** All pairs of vertices that some face joins, in ascending order. */
function bruteEdges(faces: Face[], vertexCount: number): [number, number][] {
  const edges: [number, number][] = [];
  for (let u = 0; u < vertexCount; u++) {
    for (let v = u + 1; v < vertexCount; v++) if (facesWith(faces, u, v).length > 0) edges.push([u, v]);
  }
  return edges;
}

/** Every vertex takes the smallest label of its faces until nothing changes; the labels are then counted through. */
function bruteComponents(faces: Face[], vertexCount: number): number[] {
  const label = Array.from({ length: vertexCount }, (_, v) => v);
  for (let changed = true; changed; ) {
    changed = false;
    for (const face of faces) {
      const least = Math.min(...face.map((v) => label[v]));
      for (const v of face) {
        changed ||= label[v] !== least;
        label[v] = least;
      }
    }
  }
  const used = new Set(faces.flat());
  const roots = [...used].filter((v) => label[v] === v).sort((a, b) => a - b);
  return label.map((root, v) => (used.has(v) ? roots.indexOf(root) : NONE));
}

describe.each(Object.keys(kinds))('%s equals brute force', (kind) => {
  const chosen = cases.filter((it) => it.kind === kind);

  test('edges, their faces, edges of faces', () => {
    for (const { name, faces, vertexCount } of chosen) {
      const topology = topologyOf(faces, vertexCount);
      const edges = bruteEdges(faces, vertexCount);
      expect([...topology.edges], name).toEqual(edges.flat());
      expect(topology.edgeCount, name).toBe(edges.length);
      expect(topology.edgeFaceStart, name).toHaveLength(edges.length + 1);
      edges.forEach(([u, v], e) => {
        expect(list(topology.edgeFaceStart, topology.edgeFaces, e), name).toEqual(facesWith(faces, u, v));
      });
      faces.forEach((face, f) => {
        for (let k = 0; k < 3; k++) {
          const ends = [face[k], face[(k + 1) % 3]].sort((a, b) => a - b);
          expect(edges[topology.faceEdges[3 * f + k]], name).toEqual(ends);
        }
      });
    }
  });

  test('stars, shared vertices, components', () => {
    for (const { name, faces, vertexCount } of chosen) {
      const topology = topologyOf(faces, vertexCount);
      expect(topology.starStart, name).toHaveLength(vertexCount + 1);
      for (let v = 0; v < vertexCount; v++) {
        expect(list(topology.starStart, topology.starFaces, v), name).toEqual(facesWith(faces, v));
      }
      faces.forEach((face, f) => {
        faces.forEach((other, g) => {
          const shared = face.some((v) => other.includes(v));
          if (topology.sharesVertex(f, g) !== shared) expect.fail(`${name}: faces ${f} and ${g}`);
        });
      });
      const components = bruteComponents(faces, vertexCount);
      expect([...topology.componentOf], name).toEqual(components);
      expect(topology.componentCount, name).toBe(new Set(components.filter((c) => c !== NONE)).size);
    }
  });
});

/** Edges with one face, as [from, to] in the direction of that face. */
function bruteBoundary(faces: Face[]): [number, number][] {
  const sides = faces.flatMap(([a, b, c]): [number, number][] => [
    [a, b],
    [b, c],
    [c, a],
  ]);
  return sides.filter(([a, b]) => facesWith(faces, a, b).length === 1);
}

/** The loops of a topology, each as the vertices [from, to] of its edges in order of travel. */
function loopsOf(topology: Topology): [number, number][][] {
  const { boundary, edges } = topology;
  return Array.from({ length: boundary.count }, (_, i) => {
    const from = list(boundary.start, boundary.from, i);
    return list(boundary.start, boundary.edges, i).map((e, j) => {
      const [u, v] = edges.subarray(2 * e, 2 * e + 2);
      expect([u, v]).toContain(from[j]);
      return [from[j], from[j] === u ? v : u];
    });
  });
}

function undirected(sides: [number, number][]): string[] {
  return sides.map(([a, b]) => `${Math.min(a, b)}–${Math.max(a, b)}`).sort();
}

/** Whether faces f and g at vertex v are in one fan: linked through faces that share edges at v. */
function sameFan(faces: Face[], v: number, f: number, g: number): boolean {
  const fan = new Set([f]);
  for (const face of fan) {
    for (const w of faces[face]) if (w !== v) for (const next of facesWith(faces, v, w)) fan.add(next);
  }
  return fan.has(g);
}

describe('boundary', () => {
  test('every boundary edge once, chained, closed but for the odd ends', () => {
    for (const { name, faces, vertexCount } of cases) {
      const topology = topologyOf(faces, vertexCount);
      const expected = bruteBoundary(faces);
      const loops = loopsOf(topology);
      expect(undirected(loops.flat()), name).toEqual(undirected(expected));
      loops.forEach((loop, i) => {
        for (let j = 1; j < loop.length; j++) expect(loop[j][0], name).toBe(loop[j - 1][1]);
        expect(loop[loop.length - 1][1] === loop[0][0], name).toBe(topology.boundary.closed[i] === 1);
      });
      const ends = expected.flat();
      const oddVertices = [...new Set(ends)].filter((v) => ends.filter((w) => w === v).length % 2 === 1);
      const open = loops.filter((_, i) => topology.boundary.closed[i] === 0);
      expect(open.length, name).toBe(oddVertices.length / 2);
      expect([...topology.boundary.closed], name).toEqual([...topology.boundary.closed].sort());
    }
  });

  test('a closed loop starts at its smallest edge, in the direction of that face', () => {
    for (const { name, faces, vertexCount } of cases) {
      const topology = topologyOf(faces, vertexCount);
      loopsOf(topology).forEach((loop, i) => {
        if (topology.boundary.closed[i] === 0) return;
        const edges = list(topology.boundary.start, topology.boundary.edges, i);
        expect(edges[0], name).toBe(Math.min(...edges));
        expect(bruteBoundary(faces), name).toContainEqual(loop[0]);
      });
    }
  });

  test('a consistent mesh is followed in the direction of its faces, fan by fan', () => {
    for (const { kind, name, faces, vertexCount } of cases) {
      if (kind !== 'sheet with holes and bow-ties') continue;
      const expected = bruteBoundary(faces);
      for (const loop of loopsOf(topologyOf(faces, vertexCount))) {
        loop.forEach(([from, to], j) => {
          expect(expected, name).toContainEqual([from, to]);
          const [, after] = loop[(j + 1) % loop.length];
          expect(sameFan(faces, to, facesWith(faces, from, to)[0], facesWith(faces, to, after)[0]), name).toBe(true);
        });
      }
    }
  });

  test.each<[string, Face[], number[]]>([
    ['nothing', [], []],
    ['a triangle', [[0, 1, 2]], [3]],
    [
      'a tetrahedron',
      [
        [0, 2, 1],
        [0, 1, 3],
        [1, 2, 3],
        [2, 0, 3],
      ],
      [],
    ],
    [
      'a face and its double',
      [
        [0, 1, 2],
        [1, 2, 0],
      ],
      [],
    ],
    [
      'a bow-tie',
      [
        [0, 1, 2],
        [0, 3, 4],
      ],
      [3, 3],
    ],
    ['an annulus', strip(5, false), [5, 5]],
    ['a Möbius strip', strip(5, true), [10]],
  ])('of %s', (_, faces, lengths) => {
    const topology = topologyOf(faces, 12);
    expect(loopsOf(topology).map((loop) => loop.length)).toEqual(lengths);
    expect(topology.boundary.closed.every((closed) => closed === 1)).toBe(true);
  });

  const page = (i: number, up: boolean): Face => (up ? [0, 1, 2 + i] : [1, 0, 2 + i]);
  test.each([
    ['an odd page stays open', [true, false, true], [0, 1]],
    ['pages close with pages wound against them', [true, true, false, false], [1, 1]],
  ])('of a book: %s, all in the direction of their faces', (_, pages, closed) => {
    const faces = pages.map((up, i) => page(i, up));
    const topology = topologyOf(faces, 6);
    expect([...topology.boundary.closed]).toEqual(closed);
    for (const side of loopsOf(topology).flat()) expect(bruteBoundary(faces)).toContainEqual(side);
  });

  test('of a book whose pages are all wound alike: they still close in pairs', () => {
    const topology = topologyOf([page(0, true), page(1, true), page(2, true), page(3, true)], 6);
    expect([...topology.boundary.closed]).toEqual([1, 1]);
  });
});

describe('order', () => {
  test('edges and components do not depend on the order of faces', () => {
    for (const { name, faces, vertexCount } of cases) {
      const topology = topologyOf(faces, vertexCount);
      const reversed = topologyOf(faces.toReversed(), vertexCount);
      expect(reversed.edges, name).toEqual(topology.edges);
      expect(reversed.componentOf, name).toEqual(topology.componentOf);
    }
  });
});

// Quadratic work would run into the time limit of these tests.
describe('stays linear', () => {
  const n = 1_000_000;

  test.each([
    ['smallest', 0, 1],
    ['largest', n + 1, 0],
  ])('on a fan of a million triangles around the vertex of the %s id', (_, hub, firstRim) => {
    const triangles = new Uint32Array(3 * n);
    for (let i = 0; i < n; i++) triangles.set([hub, firstRim + i, firstRim + i + 1], 3 * i);
    const { topology } = TriMesh.from(triangles, n + 2);
    expect(topology.edgeCount).toBe(2 * n + 1);
    expect(topology.componentCount).toBe(1);
    expect(topology.starStart[hub + 1] - topology.starStart[hub]).toBe(n);
    expect([topology.boundary.count, topology.boundary.edges.length]).toEqual([1, n + 2]);
  });

  test('where components are joined into one long chain of parents, then all looked up', () => {
    // Vertices i, 2n − 1 − i and 2n + i start as one component; in the order of edges the last two of these are joined
    // first, then the one before them, and so on down to the first.
    const triangles = new Uint32Array(6 * n - 3);
    for (let i = 0; i < n; i++) triangles.set([i, 2 * n - 1 - i, 2 * n + i], 3 * i);
    for (let i = 1; i < n; i++) triangles.set([2 * n - 1 - i, 2 * n + i - 1, 3 * n + i - 1], 3 * (n + i - 1));
    const { topology } = TriMesh.from(triangles, 4 * n - 1);
    expect(topology.componentCount).toBe(1);
  });
});
