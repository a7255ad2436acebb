// Seeded scenes for visibility culling: small meshes of every kind, as they are, turned, and far away from the origin; needles and crumbs, which
// fall between the centres of pixels; sheets that touch in points of the pixel grid.
import { type Random, seededRandom } from '../../src/core/math/random.ts';
import { TriMesh } from '../../src/index.ts';
import { type MeshClass, type MovingMesh, meshClasses } from './meshes.ts';
import { smoothShapes, treacherousShapes } from './surfaces.ts';

/** Triangles with a centre in the cube, so long and so wide. */
function slivers(count: number, length: number, width: number): MeshClass['make'] {
  return (seed) => {
    const random = seededRandom(seed);
    const vector = (size: number) => [0, 1, 2].map(() => random.between(-size, size));
    const corners = Array.from({ length: count }, () => {
      const centre = vector(1);
      const along = vector(length);
      const across = vector(width);
      return [centre, centre.map((c, k) => c + along[k]), centre.map((c, k) => c + along[k] + across[k])];
    }).flat(2);
    const x0 = Float64Array.from(corners);
    const x1 = x0.map((x) => x + random.between(-0.1, 0.1));
    return {
      mesh: TriMesh.from(
        Array.from({ length: 3 * count }, (_, v) => v),
        3 * count,
      ),
      x0,
      x1,
    };
  };
}

/** Triangles with corners on a grid of 64 cells, so that at most resolutions they touch on borders of pixels. */
function onTheGrid(seed: number): MovingMesh {
  const random = seededRandom(seed);
  const near = (centre: number) => Math.min(64, Math.max(0, centre + random.below(13) - 6));
  const corners = Array.from({ length: 120 }, () => {
    const centre = [0, 1, 2].map(() => random.below(65));
    return Array.from({ length: 3 }, () => centre.map(near));
  }).flat(2);
  const x0 = Float64Array.from(corners);
  const x1 = x0.map((x) => x + random.below(5) - 2);
  return {
    mesh: TriMesh.from(
      Array.from({ length: 360 }, (_, v) => v),
      360,
    ),
    x0,
    x1,
  };
}

/** Turned by any angle about any axis, and shifted. */
function placed({ mesh, x0, x1 }: MovingMesh, random: Random, shift: number): MovingMesh {
  const q = [0, 1, 2, 3].map(() => random.between(-1, 1));
  const length = Math.hypot(...q);
  const [w, i, j, k] = q.map((value) => value / length);
  const rows = [
    [1 - 2 * (j * j + k * k), 2 * (i * j - k * w), 2 * (i * k + j * w)],
    [2 * (i * j + k * w), 1 - 2 * (i * i + k * k), 2 * (j * k - i * w)],
    [2 * (i * k - j * w), 2 * (j * k + i * w), 1 - 2 * (i * i + j * j)],
  ];
  const place = (x: Float64Array) =>
    x.map((_, at) => {
      const v = at - (at % 3);
      const [a, b, c] = rows[at % 3];
      return a * x[v] + b * x[v + 1] + c * x[v + 2] + shift;
    });
  return { mesh, x0: place(x0), x1: place(x1) };
}

const EXTREME = /huge|range|certified/;

export const visibleScenes: readonly MeshClass[] = [
  ...[...meshClasses, ...smoothShapes, ...treacherousShapes].flatMap(({ name, make }): MeshClass[] => [
    { name, make },
    ...(EXTREME.test(name)
      ? []
      : [
          { name: `${name}, turned`, make: (seed: number) => placed(make(seed), seededRandom(seed), 0) },
          { name: `${name}, at a million`, make: (seed: number) => placed(make(seed), seededRandom(seed), 1e6) },
        ]),
  ]),
  { name: 'needles', make: slivers(300, 1, 1e-4) },
  { name: 'crumbs', make: slivers(2000, 0.02, 0.02) },
  { name: 'specks', make: slivers(600, 1e-5, 1e-5) },
  { name: 'on the grid', make: onTheGrid },
];
