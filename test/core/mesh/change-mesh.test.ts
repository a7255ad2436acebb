import { describe, expect, test } from 'vitest';
import { type Random, seededRandom } from '../../../src/core/math/random.ts';
import { type ChangedMesh, changeMesh, type MeshChange } from '../../../src/core/mesh/change-mesh.ts';
import { type FaceSwap, patchTopology, rebuildTopology } from '../../../src/core/mesh/change-topology.ts';
import { MeshError, type MeshFault } from '../../../src/core/mesh/mesh-error.ts';
import { NONE, Topology } from '../../../src/core/mesh/topology.ts';
import { TriMesh } from '../../../src/core/mesh/tri-mesh.ts';

type Face = [number, number, number];

interface Change {
  removed: number[];
  added: Face[];
  vertexCount: number;
}

function sheet(width: number, height: number): Face[] {
  const faces: Face[] = [];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const a = y * (width + 1) + x;
      const b = a + width + 1;
      faces.push([a, a + 1, b + 1], [a, b + 1, b]);
    }
  }
  return faces;
}

function soup(random: Random, faceCount: number, vertexCount: number): Face[] {
  return Array.from({ length: faceCount }, () => randomFace(random, vertexCount));
}

function randomFace(random: Random, vertexCount: number): Face {
  const a = random.below(vertexCount);
  const b = (a + 1 + random.below(vertexCount - 1)) % vertexCount;
  for (;;) {
    const c = random.below(vertexCount);
    if (c !== a && c !== b) return [a, b, c];
  }
}

function moebius(length: number): Face[] {
  const at = (i: number, row: number): number => 2 * (i % length) + (i >= length ? 1 - row : row);
  return Array.from({ length }, (_, i): Face[] => [
    [at(i, 0), at(i + 1, 0), at(i + 1, 1)],
    [at(i, 0), at(i + 1, 1), at(i, 1)],
  ]).flat();
}

function shuffled<T>(random: Random, items: readonly T[]): T[] {
  const keyed = items.map((item) => ({ item, key: random.next() }));
  return keyed.sort((a, b) => a.key - b.key).map(({ item }) => item);
}

/** Vertices numbered at random among some that no face uses: the smallest of a component may be anywhere. */
function disguise(random: Random, faces: Face[]): { faces: Face[]; vertexCount: number } {
  const vertexCount = 1 + Math.max(-1, ...faces.flat()) + random.below(4);
  const id = shuffled(random, [...Array(vertexCount).keys()]);
  return { faces: shuffled(random, faces).map(([a, b, c]): Face => [id[a], id[b], id[c]]), vertexCount };
}

const kinds: Record<string, (random: Random) => Face[]> = {
  sheet: (random) => sheet(1 + random.below(9), 1 + random.below(9)),
  'narrow strip, where every cut splits': (random) => sheet(1, 5 + random.below(30)),
  'soup with non-manifold edges': (random) => soup(random, random.below(40), 4 + random.below(6)),
  'many components': (random) => soup(random, 20, 90),
  'Möbius strip': (random) => moebius(3 + random.below(12)),
  'doubled faces': (random) => [...sheet(3, 3), ...sheet(3, 3).filter(() => random.next() < 0.4)],
  empty: () => [],
};

const changes: Record<string, (random: Random, faces: Face[], vertexCount: number) => Change> = {
  nothing: (_random, _faces, vertexCount) => ({ removed: [], added: [], vertexCount }),
  'removal of everything': (_random, faces, vertexCount) => ({ removed: [...faces.keys()], added: [], vertexCount }),
  removal: (random, faces, vertexCount) => ({ removed: some(random, faces), added: [], vertexCount }),
  'addition of any faces, also to unused vertices': (random, _faces, vertexCount) => {
    const count = Math.max(3, vertexCount + random.below(3));
    return { removed: [], added: soup(random, 1 + random.below(6), count), vertexCount: count };
  },
  'exchange for any faces': (random, faces, vertexCount) => {
    const count = Math.max(3, vertexCount);
    return { removed: some(random, faces), added: soup(random, random.below(8), count), vertexCount: count };
  },
  'tear that gives faces new corners': (random, faces, vertexCount) => {
    const removed = some(random, faces);
    const corner = random.below(3);
    const added = removed.map((f, i): Face => {
      const face: Face = [...faces[f]];
      face[corner] = vertexCount + Math.floor(i / 2);
      return face;
    });
    return { removed, added, vertexCount: vertexCount + removed.length };
  },
  'vertex split, half of its faces go to the new one': (random, faces, vertexCount) => {
    const v = faces.length === 0 ? 0 : faces[random.below(faces.length)][0];
    const removed = facesWith(faces, v).filter(() => random.below(2) === 0);
    const added = removed.map((f) => faces[f].map((w) => (w === v ? vertexCount : w)) as Face);
    return { removed, added, vertexCount: vertexCount + 1 };
  },
  'same faces again, turned': (random, faces, vertexCount) => {
    const removed = some(random, faces);
    return { removed, added: removed.map((f): Face => [faces[f][1], faces[f][2], faces[f][0]]), vertexCount };
  },
  'doubling of faces': (random, faces, vertexCount) => ({
    removed: [],
    added: some(random, faces).map((f): Face => [...faces[f]]),
    vertexCount,
  }),
  'loss of the last vertices': (random, faces, vertexCount) => {
    const left = vertexCount - random.below(1 + Math.floor(vertexCount / 3));
    const removed = [...faces.keys()].filter((f) => faces[f].some((v) => v >= left));
    const added = left < 3 ? [] : soup(random, random.below(3), left);
    return { removed: shuffled(random, removed), added, vertexCount: left };
  },
};

/** In any order: often few, sometimes many. */
function some(random: Random, faces: Face[]): number[] {
  const share = random.next() ** 2;
  const first = random.below(2) === 0 ? 0 : random.below(1 + faces.length);
  return shuffled(
    random,
    [...faces.keys()].filter((f) => f >= first && random.next() < share),
  );
}

function facesWith(faces: Face[], vertex: number): number[] {
  return [...faces.keys()].filter((f) => faces[f].includes(vertex));
}

/** The numbering by its definition: a list with holes that added and then the last faces fill. */
function renumber(faces: Face[], { removed, added }: Change): { remap: number[]; faces: Face[]; addedIds: number[] } {
  const holes = [...removed].sort((a, b) => a - b);
  const owners: (number | 'hole' | 'added')[] = faces.map((_, f) => (removed.includes(f) ? 'hole' : f));
  const addedIds = added.map((_, i) => (i < holes.length ? holes[i] : faces.length + i - holes.length));
  for (const id of addedIds) owners[id] = 'added';
  const count = faces.length - removed.length + added.length;
  const movers = owners.slice(count).filter((owner) => owner !== 'hole');
  const filled = owners.slice(0, count).map((owner) => (owner === 'hole' ? (movers.shift() as number) : owner));
  expect(movers).toEqual([]);
  return {
    remap: faces.map((_, f) => (filled.includes(f) ? filled.indexOf(f) : NONE)),
    faces: filled.map((owner, id) => (owner === 'added' ? added[addedIds.indexOf(id)] : faces[owner as number])),
    addedIds,
  };
}

function swapOf(before: Face[], after: Face[], remap: number[], vertexCount: number): FaceSwap {
  const stays = (f: number): boolean => remap[f] === f;
  return {
    triangles: Uint32Array.from(after.flat()),
    vertexCount,
    faceRemap: Uint32Array.from(remap),
    leaving: Uint32Array.from([...before.keys()].filter((f) => !stays(f))),
    arriving: Uint32Array.from([...after.keys()].filter((f) => !stays(f))),
  };
}

function expectEqualTopology(topology: Topology, triangles: Uint32Array, vertexCount: number, name: string): void {
  const fresh = new Topology(triangles, vertexCount);
  expect(topology.triangles, name).toEqual(triangles);
  expect(topology.edgeCount, name).toBe(fresh.edgeCount);
  expect(topology.componentCount, name).toBe(fresh.componentCount);
  expect(topology.edges, name).toEqual(fresh.edges);
  expect(topology.faceEdges, name).toEqual(fresh.faceEdges);
  expect(topology.edgeFaceStart, name).toEqual(fresh.edgeFaceStart);
  expect(topology.edgeFaces, name).toEqual(fresh.edgeFaces);
  expect(topology.starStart, name).toEqual(fresh.starStart);
  expect(topology.starFaces, name).toEqual(fresh.starFaces);
  expect(topology.componentOf, name).toEqual(fresh.componentOf);
}

function edgeNames({ edges }: Topology): string[] {
  return Array.from({ length: edges.length / 2 }, (_, e) => `${edges[2 * e]}–${edges[2 * e + 1]}`);
}

type EdgeTables = Pick<ChangedMesh, 'edgeRemap' | 'addedEdges'>;

function expectEdgeTables({ edgeRemap, addedEdges }: EdgeTables, old: Topology, now: Topology, name: string): void {
  const before = edgeNames(old);
  const after = new Map(edgeNames(now).map((edge, e) => [edge, e]));
  expect([...edgeRemap], name).toEqual(before.map((edge) => after.get(edge) ?? NONE));
  const known = new Set(before);
  expect([...addedEdges], name).toEqual([...after.keys()].flatMap((edge, e) => (known.has(edge) ? [] : [e])));
}

/** Makes the change by all three ways and compares each with the definitions. Returns the faces and the mesh after. */
function expectChange(mesh: TriMesh, faces: Face[], change: Change, name: string): { mesh: TriMesh; faces: Face[] } {
  const { removed, added, vertexCount } = change;
  const expected = renumber(faces, change);
  const swap = swapOf(faces, expected.faces, expected.remap, vertexCount);
  const result = changeMesh(mesh, { removeFaces: removed, addFaces: added.flat(), vertexCount });
  expect([...result.faceRemap], name).toEqual(expected.remap);
  expect([...result.addedFaces], name).toEqual(expected.addedIds);
  const touched = new Set([...removed.flatMap((f) => faces[f]), ...added.flat()]);
  const present = [...touched].filter((v) => v < vertexCount);
  expect([...result.touchedVertices], name).toEqual(present.sort((a, b) => a - b));
  expect(result.mesh, name).toMatchObject({ vertexCount, faceCount: expected.faces.length });
  expect(result.mesh.droppedFaces, name).toHaveLength(0);
  expect(result.mesh.triangles, name).toEqual(swap.triangles);
  expectEqualTopology(result.mesh.topology, swap.triangles, vertexCount, name);
  expectEdgeTables(result, mesh.topology, result.mesh.topology, name);
  for (const way of [patchTopology, rebuildTopology]) {
    const changed = way(mesh.topology, swap);
    expectEqualTopology(changed.topology, swap.triangles, vertexCount, `${name}, ${way.name}`);
    expectEdgeTables(changed, mesh.topology, changed.topology, `${name}, ${way.name}`);
  }
  // The next change starts from the patched topology, so that an error would grow.
  return { mesh: TriMesh.withTopology(patchTopology(mesh.topology, swap).topology), faces: expected.faces };
}

describe.each(Object.entries(kinds))('%s, changed ten times', (_kind, make) => {
  test.each([...Array(15).keys()])('seed %i', (seed) => {
    const random = seededRandom(seed);
    const start = disguise(random, make(random));
    let { faces, vertexCount } = start;
    let mesh = TriMesh.from(faces.flat(), vertexCount);
    const names = Object.keys(changes);
    for (let step = 0; step < 10; step++) {
      const name = names[random.below(names.length)];
      const change = changes[name](random, faces, vertexCount);
      ({ mesh, faces } = expectChange(mesh, faces, change, `step ${step}: ${name}`));
      ({ vertexCount } = change);
    }
  });
});

describe('components', () => {
  const band = (row: number): number[] => Array.from({ length: 24 }, (_, i) => 24 * row + i);
  const faces = sheet(12, 12);
  const vertexCount = 13 * 13;
  const mesh = TriMesh.from(faces.flat(), vertexCount);

  test('the middle piece breaks off first, the ends are then told apart', () => {
    const change = { removed: [...band(5), ...band(7)], added: [], vertexCount };
    const { mesh: cut } = expectChange(mesh, faces, change, 'two cuts');
    expect(cut.topology.componentCount).toBe(3);
  });

  test('two bands go and one bridge comes', () => {
    const bridge: Face[] = [[5 * 13 + 3, 6 * 13 + 3, 6 * 13 + 4]];
    const change = { removed: [...band(5), ...band(8)], added: bridge, vertexCount };
    expect(expectChange(mesh, faces, change, 'bridge').mesh.topology.componentCount).toBe(2);
  });

  test('a cut that stops one quad short splits nothing', () => {
    const change = { removed: band(6).slice(2), added: [], vertexCount };
    expect(expectChange(mesh, faces, change, 'slit').mesh.topology.componentCount).toBe(1);
  });

  test('single pieces all over, each of which keeps to itself', () => {
    const corners = [0, 11, 132, 143, 66].map((quad) => 2 * quad);
    const added = corners.map((_, i): Face => [vertexCount + 3 * i, vertexCount + 3 * i + 1, vertexCount + 3 * i + 2]);
    const change = { removed: corners, added, vertexCount: vertexCount + 15 };
    expect(expectChange(mesh, faces, change, 'pieces').mesh.topology.componentCount).toBe(6);
  });

  test('grid of cuts', () => {
    const removed = [...faces.keys()].filter((f) => {
      const quad = f >> 1;
      return quad % 12 === 4 || quad % 12 === 8 || Math.floor(quad / 12) === 3 || Math.floor(quad / 12) === 9;
    });
    expect(expectChange(mesh, faces, { removed, added: [], vertexCount }, 'grid').mesh.topology.componentCount).toBe(9);
  });
});

test('a large mesh with a small change', () => {
  const random = seededRandom(5);
  const { faces, vertexCount } = disguise(random, sheet(24, 24));
  const mesh = TriMesh.from(faces.flat(), vertexCount);
  for (const name of ['tear that gives faces new corners', 'exchange for any faces', 'loss of the last vertices']) {
    const { removed, added } = changes[name](random, faces.slice(0, 60), vertexCount);
    expectChange(mesh, faces, { removed, added, vertexCount: vertexCount + 60 }, name);
  }
});

test('leaves the mesh before as it was', () => {
  const mesh = TriMesh.from(sheet(4, 4).flat(), 25);
  const { triangles, topology } = mesh;
  const copies = [triangles.slice(), topology.edges.slice(), topology.starFaces.slice(), topology.componentOf.slice()];
  changeMesh(mesh, { removeFaces: [3, 1], addFaces: [0, 1, 25], vertexCount: 26 });
  expect([mesh.triangles, topology.edges, topology.starFaces, topology.componentOf]).toEqual(copies);
});

describe('refuses', () => {
  const cases: [string, MeshFault, number, MeshChange, RegExp][] = [
    ['a face that is none', 'index-out-of-range', 1, { removeFaces: [0, 8] }, /Index 1 of removeFaces is 8.*8 faces/],
    ['a negative face', 'index-out-of-range', 0, { removeFaces: [-1] }, /removeFaces is -1/],
    ['half a face', 'index-not-integer', 0, { removeFaces: [0.5] }, /not an integer/],
    ['a face twice', 'index-out-of-range', 3, { removeFaces: [5, 2, 4, 2, 5] }, /Index 3 of removeFaces is 2.*already/],
    ['a vertex that is none', 'index-out-of-range', 4, { addFaces: [0, 1, 2, 0, 9, 1] }, /Index 4 of addFaces is 9/],
    ['no number', 'index-not-integer', 2, { addFaces: [0, 1, Number.NaN] }, /Index 2 of addFaces is NaN/],
    ['a vertex twice', 'repeated-vertex', 1, { addFaces: [0, 1, 2, 4, 3, 4] }, /Face 1 of addFaces.*\(4, 3, 4\)/],
    ['a cut face', 'length-not-multiple-of-three', 3, { addFaces: [0, 1, 2, 3] }, /addFaces holds 4/],
    ['half a vertex', 'bad-vertex-count', -1, { vertexCount: 2.5 }, /2\.5/],
    ['to lose a vertex in use', 'bad-vertex-count', -1, { vertexCount: 8, removeFaces: [6] }, /8 .*face 7 .*vertex 8/],
    [
      'a vertex that goes',
      'index-out-of-range',
      0,
      { removeFaces: [6, 7], addFaces: [8, 0, 1], vertexCount: 8 },
      /is 8/,
    ],
  ];
  test.each(cases)('%s', (_name, fault, at, change, message) => {
    const mesh = TriMesh.from(sheet(2, 2).flat(), 9);
    let error: unknown;
    try {
      changeMesh(mesh, change);
    } catch (caught) {
      error = caught;
    }
    expect(error).toBeInstanceOf(MeshError);
    expect(error).toMatchObject({ fault, at });
    expect((error as MeshError).message).toMatch(message);
    expect((error as MeshError).message).toMatch(/^[A-Z].*\.$/);
  });
});
