// Small meshes of every kind with a motion, seeded, for tests of whole colliders against brute force.
import { type Random, seededRandom } from '../../src/core/math/random.ts';
import { TriMesh } from '../../src/core/mesh/tri-mesh.ts';

export interface MovingMesh {
  readonly mesh: TriMesh;
  readonly x0: Float64Array;
  readonly x1: Float64Array;
}

export interface MeshClass {
  readonly name: string;
  make(seed: number): MovingMesh;
}

type Triangles = readonly number[];
type Place = (v: number, random: Random) => readonly number[];

/** Vertices placed by `at0` and moved by `by`. */
function moving(triangles: Triangles, vertexCount: number, seed: number, at0: Place, by: Place): MovingMesh {
  const random = seededRandom(seed);
  const vertices = Array.from({ length: vertexCount }, (_, v) => v);
  const x0 = Float64Array.from(vertices.flatMap((v) => at0(v, random)));
  const move = vertices.flatMap((v) => by(v, random));
  return {
    mesh: TriMesh.from(triangles, vertexCount, { repeatedVertices: 'drop' }),
    x0,
    x1: x0.map((x, i) => x + move[i]),
  };
}

const cube =
  (size: number): Place =>
  (_, random) =>
    [1, 2, 3].map(() => random.between(-size, size));
const lattice =
  (size: number): Place =>
  (_, random) =>
    [1, 2, 3].map(() => random.below(2 * size + 1) - size);

/** Four vertices at a time, close together. */
const clusters: Place = (v, random) => {
  const object = Math.floor(v / 4);
  return [object % 5, Math.floor(object / 5) % 5, Math.floor(object / 25)].map(
    (x) => 0.2 * x + random.between(0, 0.15),
  );
};

/** Cells of a grid of n × m vertices; `wrap` joins the last column to the first, `turn` upside down. */
function grid(n: number, m: number, wrap = false, turn = false): Triangles {
  const at = (i: number, j: number) => (i < n ? i * m + j : turn ? m - 1 - j : j);
  const triangles: number[] = [];
  for (let i = 0; i < (wrap ? n : n - 1); i++)
    for (let j = 0; j < m - 1; j++) {
      triangles.push(at(i, j), at(i + 1, j), at(i, j + 1), at(i, j + 1), at(i + 1, j), at(i + 1, j + 1));
    }
  return triangles;
}

/** A sheet that folds over itself. */
function foldedSheet(n: number, jitter: number): MeshClass['make'] {
  return (seed) =>
    moving(
      grid(n, n),
      n * n,
      seed,
      (v, r) => [
        Math.abs((v % n) - n / 2) + jitter * r.next(),
        Math.floor(v / n),
        (v % n < n / 2 ? 0.2 : 0) + jitter * r.next(),
      ],
      (v, r) => [jitter * r.next(), jitter * r.next(), (v % n < n / 2 ? -0.4 : 0) + jitter * r.next()],
    );
}

function soup(vertexCount: number, faceCount: number, place: Place, by: Place): MeshClass['make'] {
  return (seed) => {
    const random = seededRandom(seed + 1000);
    const triangles = Array.from({ length: 3 * faceCount }, () => random.below(vertexCount));
    return moving(triangles, vertexCount, seed, place, by);
  };
}

const fan = (n: number): Triangles => Array.from({ length: n }, (_, i) => [0, i + 1, ((i + 1) % n) + 1]).flat();
const tetrahedra = (n: number): Triangles =>
  Array.from({ length: n }, (_, i) => [0, 1, 2, 0, 3, 1, 0, 2, 3, 1, 3, 2].map((k) => 4 * i + k)).flat();
const loose = (n: number): Triangles => Array.from({ length: 3 * n }, (_, i) => i);
const twice = (triangles: Triangles): Triangles => [...triangles, ...triangles];

function scaled(make: MeshClass['make'], scale: number): MeshClass['make'] {
  return (seed) => {
    const { mesh, x0, x1 } = make(seed);
    return { mesh, x0: x0.map((x) => x * scale), x1: x1.map((x) => x * scale) };
  };
}

/** Sheets of n × n vertices that all have one border in common. */
function book(pages: number, n: number): Triangles {
  const own = n * (n - 1);
  const page = (p: number) => (v: number) => (v < n ? v : v + p * own);
  return Array.from({ length: pages }, (_, p) => grid(n, n).map(page(p))).flat();
}

/** Every second or so face the other way round. */
const wound = (triangles: Triangles, seed: number): Triangles => {
  const random = seededRandom(seed);
  return Array.from({ length: triangles.length / 3 }, (_, f) => triangles.slice(3 * f, 3 * f + 3)).flatMap((face) =>
    random.below(2) ? face : [face[1], face[0], face[2]],
  );
};

/** Two sheets at the same place, vertex upon vertex, that come apart in part. */
const layers: Place = (v) => [v % 5, Math.floor((v % 25) / 5), 0];

const sheet = foldedSheet(7, 0.05);
const dense = soup(14, 30, cube(1), cube(1));

export const meshClasses: readonly MeshClass[] = [
  { name: 'loose triangles', make: (seed) => moving(loose(14), 42, seed, cube(1), cube(0.6)) },
  { name: 'folded sheet', make: sheet },
  { name: 'folded sheet on a lattice', make: foldedSheet(7, 0) },
  { name: 'tube', make: (seed) => moving(grid(8, 5, true), 40, seed, cube(1), cube(0.4)) },
  { name: 'Möbius strip', make: (seed) => moving(grid(9, 4, true, true), 36, seed, cube(1), cube(0.4)) },
  { name: 'non-manifold soup with shared vertices', make: dense },
  { name: 'lattice soup', make: soup(16, 26, lattice(2), lattice(2)) },
  { name: 'lattice soup at rest', make: soup(16, 26, lattice(2), () => [0, 0, 0]) },
  {
    name: 'flat soup',
    make: soup(
      16,
      26,
      (_, r) => [r.below(5), r.below(5), 0],
      (_, r) => [r.below(3), r.below(3), 0],
    ),
  },
  { name: 'tetrahedra', make: (seed) => moving(tetrahedra(6), 24, seed, cube(1), cube(0.5)) },
  { name: 'tetrahedra turned inside out', make: (seed) => moving(tetrahedra(6), 24, seed, cube(1), cube(1.5)) },
  { name: 'many tetrahedra', make: (seed) => moving(tetrahedra(97), 388, seed, clusters, cube(0.02)) },
  { name: 'duplicate faces', make: (seed) => moving(twice(grid(5, 5)), 25, seed, cube(1), cube(0.4)) },
  { name: 'fan around a hub', make: (seed) => moving(fan(170), 171, seed, cube(1), cube(0.1)) },
  { name: 'book of sheets', make: (seed) => moving(book(4, 4), 4 + 4 * 12, seed, cube(1), cube(0.3)) },
  {
    name: 'sheet wound at random',
    make: (seed) => moving(wound(grid(6, 6), seed), 36, seed, cube(1), cube(0.3)),
  },
  {
    name: 'coincident layers',
    make: (seed) =>
      moving([...grid(5, 5), ...grid(5, 5).map((v) => v + 25)], 50, seed, layers, (v, r) => [
        0,
        0,
        v < 25 ? 0 : 0.1 * (r.below(3) - 1),
      ]),
  },
  {
    name: 'faces without area',
    make: (seed) =>
      moving(
        grid(5, 5),
        25,
        seed,
        (v, r) => [v % 5 < 3 ? 0 : v % 5, Math.floor(v / 5) + r.below(2), 0],
        (_, r) => [r.below(3) - 1, r.below(3) - 1, r.below(3) - 1],
      ),
  },
  { name: 'one face', make: (seed) => moving([0, 1, 2], 3, seed, cube(1), cube(1)) },
  { name: 'five faces', make: (seed) => moving(loose(5), 15, seed, cube(0.5), cube(1)) },
  { name: 'unused vertices', make: (seed) => moving(loose(8), 60, seed, cube(0.6), cube(0.5)) },
  { name: 'large motion', make: soup(14, 26, cube(1), cube(30)) },
  { name: 'tiny', make: scaled(sheet, 1e-9) },
  { name: 'huge', make: scaled(dense, 1e9) },
  { name: 'beyond the range of f32', make: scaled(dense, 1e60) },
  { name: 'below the range of f32', make: scaled(dense, 1e-60) },
  { name: 'beyond certified floating point', make: scaled(soup(10, 14, lattice(2), lattice(2)), 2 ** 200) },
];
