import { describe, expect, test } from 'vitest';
import { type Random, seededRandom } from '../../../src/core/math/random.ts';
import { LinearMemory } from '../../../src/core/memory/linear-memory.ts';
import { changeMesh } from '../../../src/core/mesh/change-mesh.ts';
import { NONE } from '../../../src/core/mesh/topology.ts';
import { TriMesh } from '../../../src/core/mesh/tri-mesh.ts';
import { countAdjacentPairs } from '../../../src/papers/iccd/adjacent-pairs.ts';
import {
  type ChangedFaces,
  type OrphanSet,
  listOrphans as search,
  updateOrphans as update,
} from '../../../src/papers/iccd/orphans.ts';
import { meshClasses } from '../../generate/meshes.ts';

/** More than any mesh here has. */
const ALL = 2 ** 30;

const findOrphans = (mesh: TriMesh): OrphanSet => search(new LinearMemory(), mesh, ALL) as OrphanSet;
const updateOrphans = (old: OrphanSet, changed: ChangedFaces): OrphanSet =>
  update(new LinearMemory(), old, changed, ALL) as OrphanSet;

type Face = readonly number[];
type Pair = readonly [number, number];

const range = (count: number): number[] => Array.from({ length: count }, (_, i) => i);
const shareVertex = (f: Face, g: Face): boolean => f.some((v) => g.includes(v));
const facesOf = ({ triangles, faceCount }: TriMesh): Face[] =>
  range(faceCount).map((f) => [...triangles.subarray(3 * f, 3 * f + 3)]);
const edgesOf = ({ topology }: TriMesh): Face[] =>
  range(topology.edgeCount).map((e) => [...topology.edges.subarray(2 * e, 2 * e + 2)]);
const meshOf = (faces: readonly Face[], vertexCount = 1 + Math.max(-1, ...faces.flat())): TriMesh =>
  TriMesh.from(faces.flat(), vertexCount);

/** Straight from the definition: no two faces, one at each feature, without a common vertex. */
function bruteOrphans(mesh: TriMesh): OrphanSet {
  const faces = facesOf(mesh);
  const edges = edgesOf(mesh);
  const stars = range(mesh.vertexCount).map((v) => faces.filter((f) => f.includes(v)));
  const books = edges.map((e) => faces.filter((f) => e.every((v) => f.includes(v))));
  const orphaned = (a: Face[], b: Face[]): boolean => a.every((f) => b.every((g) => shareVertex(f, g)));
  const vf: number[] = [];
  const ee: number[] = [];
  stars.forEach((star, v) => {
    if (star.length === 0) return;
    for (let f = 0; f < faces.length; f++) if (!faces[f].includes(v) && orphaned(star, [faces[f]])) vf.push(v, f);
  });
  for (let e = 0; e < edges.length; e++)
    for (let g = e + 1; g < edges.length; g++)
      if (!shareVertex(edges[e], edges[g]) && orphaned(books[e], books[g])) ee.push(e, g);
  return { vf: Uint32Array.from(vf), ee: Uint32Array.from(ee) };
}

/** Cells of n × m quads; what leaves on one side comes back on the other if that side is wrapped. */
function grid(n: number, m: number, wrapX = false, wrapY = false): Face[] {
  const width = wrapX ? n : n + 1;
  const at = (x: number, y: number): number => (wrapY ? y % m : y) * width + (wrapX ? x % n : x);
  return range(n * m).flatMap((i) => {
    const [x, y] = [i % n, Math.floor(i / n)];
    const [a, b, c, d] = [at(x, y), at(x + 1, y), at(x + 1, y + 1), at(x, y + 1)];
    return [
      [a, b, c],
      [a, c, d],
    ];
  });
}

function strip(length: number, twisted: boolean): Face[] {
  const at = (i: number, row: number): number => 2 * (i % length) + (twisted && i >= length ? 1 - row : row);
  return range(length).flatMap((i) => [
    [at(i, 0), at(i + 1, 0), at(i + 1, 1)],
    [at(i, 0), at(i + 1, 1), at(i, 1)],
  ]);
}

function soup(random: Random, faceCount: number, vertexCount: number): Face[] {
  const faces: Face[] = [];
  while (faces.length < faceCount) {
    const face = [random.below(vertexCount), random.below(vertexCount), random.below(vertexCount)];
    if (new Set(face).size === 3) faces.push(face);
  }
  return faces;
}

const fan = (n: number): Face[] => range(n).map((i) => [n, i, (i + 1) % n]);
const bipyramid = (n: number): Face[] => [...fan(n), ...fan(n).map(([, a, b]) => [n + 1, b, a])];
const book = (pages: number): Face[] => range(pages).map((i) => [0, 1, i + 2]);
/** A book whose pages go on: each has a second triangle at its outer side and a third beyond it. */
const thickBook = (pages: number): Face[] =>
  range(pages).flatMap((i) => [
    [0, 1, 3 * i + 2],
    [1, 3 * i + 2, 3 * i + 3],
    [3 * i + 2, 3 * i + 3, 3 * i + 4],
  ]);
/** Every corner of each face is split off by a vertex in its interior. */
const split = (faces: readonly Face[], first: number): Face[] =>
  faces.flatMap(([a, b, c], i) => [
    [a, b, first + i],
    [b, c, first + i],
    [c, a, first + i],
  ]);

const tetrahedron = [
  [0, 1, 2],
  [0, 3, 1],
  [0, 2, 3],
  [1, 3, 2],
];
const pyramid = [...fan(4), [0, 1, 2], [0, 2, 3]];
const octahedron = [
  [0, 1, 2],
  [0, 1, 3],
  [1, 4, 3],
  [1, 2, 4],
  [2, 5, 4],
  [2, 0, 5],
  [0, 3, 5],
  [3, 4, 5],
];
const bowTie = [
  [0, 1, 2],
  [0, 3, 4],
];

const shapes: Readonly<Record<string, (random: Random) => readonly Face[]>> = {
  sheet: (r) => grid(1 + r.below(5), 1 + r.below(5)),
  'sheet with holes and bow-ties': (r) => grid(1 + r.below(5), 1 + r.below(5)).filter(() => r.next() < 0.7),
  annulus: (r) => grid(3 + r.below(5), 1 + r.below(3), true),
  'tube of circumference three': (r) => grid(3, 1 + r.below(5), true),
  'closed tube of circumference three': (r) => grid(3, 3 + r.below(4), true, true),
  torus: (r) => grid(3 + r.below(3), 3 + r.below(4), true, true),
  'ring or Möbius strip': (r) => strip(3 + r.below(6), r.below(2) === 0),
  tetrahedron: () => tetrahedron,
  'four-sided pyramid': () => pyramid,
  octahedron: () => octahedron,
  'sheet with an octahedron in a face': () => [
    ...grid(3, 3).slice(1),
    ...octahedron.slice(1).map((f) => f.map((v) => [0, 1, 5, 16, 17, 18][v])),
  ],
  'triangle split': () => split(tetrahedron, 4),
  'sheet split': (r) => split(grid(1 + r.below(2), 1 + r.below(3)), 12),
  'bow-tie': () => bowTie,
  'two bow-tied pyramids': () => [...pyramid, ...pyramid.map((f) => f.map((v) => v + 4))],
  fan: (r) => fan(3 + r.below(8)),
  'open fan': (r) => fan(3 + r.below(8)).slice(1),
  bipyramid: (r) => bipyramid(3 + r.below(8)),
  book: (r) => book(1 + r.below(6)),
  'thick book': (r) => thickBook(1 + r.below(6)),
  'isolated triangles': (r) => range(1 + r.below(5)).map((i) => [3 * i, 3 * i + 1, 3 * i + 2]),
  'doubled faces': (r) => [...grid(2, 2), ...grid(1 + r.below(3), 2)],
  'dense soup': (r) => soup(r, 1 + r.below(30), 4 + r.below(6)),
  'small soup': (r) => soup(r, 1 + r.below(8), 4 + r.below(4)),
  'sparse soup': (r) => soup(r, 1 + r.below(30), 24),
  nothing: () => [],
};

/** Renumbers vertices among some without faces, and puts the faces in random order, each begun at any corner. */
function disguise(random: Random, faces: readonly Face[]): TriMesh {
  const vertexCount = 1 + Math.max(-1, ...faces.flat()) + random.below(4);
  const shuffle = <T>(items: readonly T[]): T[] => {
    const keys = items.map(() => random.next());
    return range(items.length)
      .sort((i, j) => keys[i] - keys[j])
      .map((i) => items[i]);
  };
  const id = shuffle(range(vertexCount));
  return meshOf(
    shuffle(faces).map((face) => shuffle(face).map((v) => id[v])),
    vertexCount,
  );
}

/** The remaps by brute force; `kept` gives the surviving faces any new order. */
function change(before: TriMesh, kept: readonly number[], added: readonly Face[]): ChangedFaces {
  const faces = facesOf(before);
  const all = [...kept.map((f) => faces[f]), ...added];
  const mesh = meshOf(all, Math.max(before.vertexCount, 1 + Math.max(-1, ...all.flat())));
  const newEdges = new Map(edgesOf(mesh).map((edge, e) => [edge.join(), e]));
  const gone = faces.filter((_, f) => !kept.includes(f));
  return {
    mesh,
    faceRemap: Uint32Array.from(faces, (_, f) => (kept.includes(f) ? kept.indexOf(f) : NONE)),
    edgeRemap: Uint32Array.from(edgesOf(before), (edge) => newEdges.get(edge.join()) ?? NONE),
    touchedVertices: Uint32Array.from(new Set([...gone, ...added].flat())).sort(),
  };
}

function randomChange(random: Random, before: TriMesh): ChangedFaces {
  const faces = facesOf(before);
  let kept = range(faces.length).filter(() => random.next() < 0.9);
  if (random.below(3) === 0) kept = kept.reverse();
  const added: Face[] = random.below(2) === 0 ? soup(random, random.below(3), before.vertexCount + 3) : [];
  // A tear: some faces of a vertex let go of it and take a new one.
  const v = random.below(before.vertexCount);
  const torn = kept.filter((f) => faces[f].includes(v) && random.below(2) === 0);
  return change(
    before,
    kept.filter((f) => !torn.includes(f)),
    [...added, ...torn.map((f) => faces[f].map((u) => (u === v ? before.vertexCount : u)))],
  );
}

/** As text: comparing long arrays entry by entry would take most of the time of these tests. */
const asText = ({ vf, ee }: OrphanSet): string => `vf ${vf.join(' ')} ee ${ee.join(' ')}`;
const pairsOf = (ids: Uint32Array): Pair[] => range(ids.length / 2).map((i) => [ids[2 * i], ids[2 * i + 1]]);

describe('findOrphans', () => {
  for (const [name, make] of Object.entries(shapes)) {
    test(`equals brute force: ${name}`, () => {
      for (let seed = 1; seed <= 24; seed++) {
        const mesh = disguise(seededRandom(seed), make(seededRandom(seed)));
        expect(asText(findOrphans(mesh)), `seed ${seed}`).toBe(asText(bruteOrphans(mesh)));
      }
    });
  }

  for (const { name, make } of meshClasses) {
    test(`equals brute force: ${name} of the generator`, () => {
      for (let seed = 1; seed <= 3; seed++) {
        const { mesh } = make(seed);
        if (mesh.faceCount > 200) return;
        expect(asText(findOrphans(mesh)), `seed ${seed}`).toBe(asText(bruteOrphans(mesh)));
      }
    });
  }

  test('a tetrahedron and a four-sided pyramid consist of orphans only [ICCD figure 8b, 8c]', () => {
    for (const faces of [tetrahedron, pyramid]) {
      const mesh = meshOf(faces);
      const edges = edgesOf(mesh);
      const apart = edges.flatMap((e, i) => edges.slice(i + 1).filter((g) => !shareVertex(e, g)));
      const { vf, ee } = findOrphans(mesh);
      expect(vf.length / 2).toBe(faces.length * (mesh.vertexCount - 3));
      expect(ee.length / 2).toBe(apart.length);
    }
  });

  test('a vertex in the interior of a triangle is an orphan of the three faces across its sides [ICCD figure 8a]', () => {
    const torus = grid(8, 8, true, true);
    const sides = [0, 1, 2].map((k) => [torus[0][k], torus[0][(k + 1) % 3]]);
    const mesh = meshOf([...torus.slice(1), ...split([torus[0]], 64)]);
    const across = facesOf(mesh).flatMap((face, f) =>
      !face.includes(64) && sides.some((side) => side.every((v) => face.includes(v))) ? [f] : [],
    );
    expect(across).toHaveLength(3);
    const { vf, ee } = findOrphans(mesh);
    expect(pairsOf(vf)).toEqual(across.map((f) => [64, f]));
    expect(ee.length / 2).toBe(3);
  });

  test('every boundary vertex and edge of an open sheet is in an orphan pair [ICCD §V-D]', () => {
    for (const faces of [grid(6, 6), grid(9, 5), grid(8, 4, true)]) {
      const mesh = meshOf(faces);
      const { edges, edgeCount, edgeFaceStart } = mesh.topology;
      const boundary = range(edgeCount).filter((e) => edgeFaceStart[e + 1] - edgeFaceStart[e] === 1);
      const { vf, ee } = findOrphans(mesh);
      const orphanVertices = new Set(pairsOf(vf).map(([v]) => v));
      const orphanEdges = new Set(ee);
      const boundaryVertices = boundary.flatMap((e) => [edges[2 * e], edges[2 * e + 1]]);
      expect(boundary.filter((e) => !orphanEdges.has(e))).toEqual([]);
      expect(boundaryVertices.filter((v) => !orphanVertices.has(v))).toEqual([]);
    }
  });

  test('but a boundary vertex with four faces need not be: no face has every other one of its neighbours', () => {
    const half = range(4).map((i) => [0, i + 1, i + 2]);
    const around = range(4).flatMap((i) => [
      [i + 1, i + 6, i + 2],
      [i + 2, i + 6, i + 7],
    ]);
    const mesh = meshOf([...half, ...around]);
    expect(pairsOf(findOrphans(mesh).vf).filter(([v]) => v === 0)).toEqual([]);
    expect(asText(findOrphans(mesh))).toBe(asText(bruteOrphans(mesh)));
  });

  test('on a sheet the orphans grow with its boundary, and ids of any size ascend', () => {
    expect(asText(findOrphans(meshOf(grid(6, 6))))).toBe(asText(bruteOrphans(meshOf(grid(6, 6)))));
    for (const n of [6, 70]) {
      const { vf, ee } = findOrphans(TriMesh.from(grid(n, n).flat(), (n + 1) ** 2));
      expect([vf.length / 2, ee.length / 2]).toEqual([4 * n + 10, 16 * n - 6]);
      for (const ids of [vf, ee]) {
        const ordered = pairsOf(ids).sort((p, q) => p[0] - q[0] || p[1] - q[1]);
        expect([...ids]).toEqual(ordered.flat());
        expect(new Set(ordered.map(String)).size).toBe(ordered.length);
      }
    }
  });

  test('a closed regular torus has no orphans', () => {
    expect(findOrphans(meshOf(grid(8, 8, true, true)))).toEqual({ vf: new Uint32Array(0), ee: new Uint32Array(0) });
    expect(findOrphans(meshOf(grid(17, 9, true, true)))).toEqual({ vf: new Uint32Array(0), ee: new Uint32Array(0) });
  });

  test('hubs and books cost no more than their faces and orphans', () => {
    const n = 40000;
    // Octahedra that all share the edge 0 1, so that it has 2n faces; each has orphans of its own.
    const octahedra = range(n).flatMap((i) => {
      const [c, d, e, f] = [4 * i + 2, 4 * i + 3, 4 * i + 4, 4 * i + 5];
      return [
        [0, 1, c],
        [0, c, d],
        [0, d, e],
        [0, e, 1],
        [f, 1, c],
        [f, c, d],
        [f, d, e],
        [f, e, 1],
      ];
    });
    for (const faces of [bipyramid(n), octahedra]) {
      const mesh = TriMesh.from(faces.flat(), 4 * n + 2);
      mesh.topology;
      const start = process.cpuUsage();
      findOrphans(mesh);
      const { user, system } = process.cpuUsage(start);
      expect((user + system) / 1e6).toBeLessThan(3);
    }
  });
});

test('more orphans than asked for are none', () => {
  const mesh = meshOf(grid(6, 6));
  const { vf, ee } = findOrphans(mesh);
  const count = (vf.length + ee.length) / 2;
  // Some are found twice before they are counted.
  expect(search(new LinearMemory(), mesh, 2 * count)).toEqual({ vf, ee });
  expect(search(new LinearMemory(), mesh, count - 1)).toBeNull();
  expect(update(new LinearMemory(), { vf, ee }, unchanged(mesh), count - 1)).toBeNull();
});

/** A change that changes nothing. */
function unchanged(mesh: TriMesh): ChangedFaces {
  const faceRemap = Uint32Array.from(range(mesh.faceCount));
  const edgeRemap = Uint32Array.from(range(mesh.topology.edgeCount));
  return { mesh, faceRemap, edgeRemap, touchedVertices: new Uint32Array(0) };
}

describe('updateOrphans', () => {
  for (const [name, make] of Object.entries(shapes)) {
    if (name === 'nothing') continue;
    test(`equals findOrphans of the new mesh: ${name}`, () => {
      for (let seed = 1; seed <= 16; seed++) {
        const random = seededRandom(seed);
        let mesh = disguise(random, make(seededRandom(seed)));
        let orphans = findOrphans(mesh);
        for (let step = 0; step < 4; step++) {
          const changed = randomChange(random, mesh);
          orphans = updateOrphans(orphans, changed);
          mesh = changed.mesh;
          expect(asText(orphans), `seed ${seed}, step ${step}`).toBe(asText(findOrphans(mesh)));
        }
      }
    });
  }

  test('equals findOrphans after changeMesh', () => {
    for (let seed = 1; seed <= 12; seed++) {
      const random = seededRandom(seed);
      let mesh = meshOf(grid(9, 9));
      let orphans = findOrphans(mesh);
      for (let step = 0; step < 6; step++) {
        const v = random.below(mesh.vertexCount);
        const torn = facesOf(mesh).flatMap((face, f) => (face.includes(v) && random.below(2) === 0 ? [f] : []));
        const moved = torn.flatMap((f) => facesOf(mesh)[f].map((u) => (u === v ? mesh.vertexCount : u)));
        const removeFaces = [...new Set([...torn, random.below(mesh.faceCount)])];
        const changed = changeMesh(mesh, { removeFaces, addFaces: moved, vertexCount: mesh.vertexCount + 1 });
        orphans = updateOrphans(orphans, changed);
        mesh = changed.mesh;
        expect(asText(orphans), `seed ${seed}, step ${step}`).toBe(asText(findOrphans(mesh)));
      }
    }
  });

  test('a tear ends an orphan pair whose elements survive, which the rule of the paper would keep', () => {
    // Vertex 0 has the faces 0 1 2 and 0 2 3; the face 2 4 5 meets both in vertex 2, until the second lets go of it.
    const before = meshOf([
      [0, 1, 2],
      [2, 4, 5],
      [0, 2, 3],
    ]);
    const changed = change(before, [0, 1], [[0, 6, 3]]);
    const old = findOrphans(before);
    expect(pairsOf(old.vf)).toContainEqual([0, 1]);
    // Neither element is gone, and no search around the tear can take a pair away.
    expect(changed.faceRemap[1]).toBe(1);
    expect(changed.mesh.topology.sharesVertex(2, 1)).toBe(false);
    const updated = updateOrphans(old, changed);
    expect(pairsOf(updated.vf)).not.toContainEqual([0, 1]);
    expect(updated).toEqual(bruteOrphans(changed.mesh));
  });

  test('the same for two edges', () => {
    // Edge 0 1 and edge 2 3 are opposite to each other across 0 1 2; a face added to both parts them.
    const before = meshOf([
      [0, 1, 2],
      [2, 3, 4],
    ]);
    const changed = change(before, [0, 1], [[0, 1, 5]]);
    const edge = (mesh: TriMesh, a: number, b: number): number =>
      edgesOf(mesh).findIndex((e) => e[0] === a && e[1] === b);
    const old = findOrphans(before);
    expect(pairsOf(old.ee)).toContainEqual([edge(before, 0, 1), edge(before, 2, 3)]);
    const updated = updateOrphans(old, changed);
    expect(pairsOf(updated.ee)).not.toContainEqual([edge(changed.mesh, 0, 1), edge(changed.mesh, 2, 3)]);
    expect(updated).toEqual(bruteOrphans(changed.mesh));
  });
});

describe('countAdjacentPairs', () => {
  for (const [name, make] of Object.entries(shapes)) {
    test(`equals a count of all pairs: ${name}`, () => {
      for (let seed = 1; seed <= 8; seed++) {
        const mesh = disguise(seededRandom(seed), make(seededRandom(seed)));
        const faces = facesOf(mesh);
        const shared = faces.flatMap((f, i) => faces.slice(i + 1).map((g) => f.filter((v) => g.includes(v)).length));
        expect(countAdjacentPairs(mesh), `seed ${seed}`).toEqual({
          vertexAdjacent: shared.filter((count) => count === 1).length,
          edgeAdjacent: shared.filter((count) => count === 2).length,
        });
      }
    });
  }
});
