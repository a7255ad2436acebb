// The exact reference of states of parts, on cases made by hand.
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../src/core/math/random.ts';
import { TriMesh } from '../../src/core/mesh/tri-mesh.ts';
import { clashScene } from '../generate/clash-scenes.ts';
import {
  box,
  cylinder,
  ell,
  figureEight,
  flip,
  hollowBox,
  join,
  kleinBottle,
  merge,
  moebius,
  move,
  quarter,
  type Shape,
  sheet,
  strip,
  tetrahedron,
  tray,
} from '../generate/clash-shapes.ts';
import { crossingFaces } from './crossing-faces.ts';
import { neighbour } from './doubles.ts';
import { determinant, exactPoints, side, signOf } from './exact-points.ts';
import { faceContact } from './face-contact.ts';
import { partStates } from './part-states.ts';

const cube = box([0, 0, 0], [1, 1, 1]);
const pair = (a: Shape, b: Shape) => partStates(merge(a, b)).get('0 1');
const self = (a: Shape) => partStates(merge(a)).get('0 0');
const triangle = (...x: number[]): Shape => ({ x, t: [0, 1, 2] });
const flat = triangle(0, 0, 0, 4, 0, 0, 0, 4, 0);

describe('two parts', () => {
  const cases: [name: string, a: Shape, b: Shape, state: string][] = [
    ['cubes that overlap', cube, move(cube, [0.5, 0.25, 0.125]), 'crossing'],
    ['cubes that rest on each other', cube, move(cube, [0.25, 0.25, 1]), 'touching'],
    ['cubes with a common side', cube, move(cube, [1, 0, 0]), 'touching'],
    ['cubes with a common side, cut along the other diagonal', cube, move(flip(mirrored(cube)), [1, 0, 0]), 'touching'],
    ['cubes with a common edge', cube, move(cube, [1, 1, 0]), 'touching'],
    ['cubes with a common corner', cube, move(cube, [1, 1, 1]), 'touching'],
    ['cubes one ulp apart', cube, move(cube, [neighbour(1, 1), 0, 0]), 'apart'],
    ['boxes that overlap by one ulp', cube, box([neighbour(1, -1), 0.25, 0.25], [2, 0.75, 0.75]), 'crossing'],
    ['aligned boxes that overlap by one ulp', cube, box([neighbour(1, -1), 0, 0], [2, 1, 1]), 'crossing'],
    ['overlap with four coplanar sides', cube, move(cube, [0.5, 0, 0]), 'crossing'],
    ['a bar of the same section through a cube', cube, box([-1, 0, 0], [2, 1, 1]), 'crossing'],
    ['a slice of a cube', cube, box([0.25, 0, 0], [0.75, 1, 1]), 'crossing'],
    ['a cube in the corner of a larger one', cube, box([0, 0, 0], [2, 2, 2]), 'crossing'],
    ['a cube in a cube', cube, box([0.25, 0.25, 0.25], [0.5, 0.5, 0.5]), 'inside'],
    ['a triangle in a cube', cube, triangle(0.25, 0.25, 0.5, 0.5, 0.25, 0.5, 0.25, 0.5, 0.5), 'inside'],
    ['the same cube twice', cube, cube, 'duplicate'],
    ['the same cube with other cells', cube, box([0, 0, 0], [1, 1, 1], 2), 'touching'],
    ['a box in the corner of an L', ell(), box([1, 1, 0.25], [2, 2, 0.75]), 'touching'],
    ['a box through an arm of an L', ell(), box([0.5, 1.25, 0.25], [1.5, 1.75, 0.75]), 'crossing'],
    ['a box with the section of an arm of an L', ell(), box([0, 0, 0], [1, 2, 1]), 'crossing'],
    ['a triangle on the side of a cube', cube, triangle(1, 0.25, 0.25, 1, 0.5, 0.25, 1, 0.25, 0.5), 'touching'],
    ['a triangle from the side inwards', cube, triangle(1, 0.25, 0.25, 1, 0.5, 0.25, 0.5, 0.25, 0.5), 'crossing'],
    ['a triangle from the side outwards', cube, triangle(1, 0.25, 0.25, 1, 0.5, 0.25, 1.5, 0.25, 0.5), 'touching'],
    ['a triangle from a corner inwards', cube, triangle(0, 0, 0, 0.5, 0.25, 0.5, 0.25, 0.5, 0.5), 'crossing'],
    ['a sheet that spans a cube from edge to edge', cube, { x: [0, 0, 0, 1, 1, 0, 1, 1, 1], t: [0, 1, 2] }, 'crossing'],
    ['a tip on a face', cube, move(tetrahedron(0.25, 0.5), [0.5, 0.25, 1]), 'touching'],
    ['a tip through a face', cube, move(tetrahedron(0.25, 0.5), [0.5, 0.25, 0.75]), 'crossing'],
    ['a tip on the diagonal of a side', cube, move(tetrahedron(0.25, 0.5), [0.5, 0.5, 1]), 'touching'],
    ['a tip through the diagonal of a side', cube, move(tetrahedron(0.25, 0.5), [0.5, 0.5, 0.75]), 'crossing'],
    ['a box in a cavity', hollowBox([0, 0, 0], [3, 3, 3], 1), box([1.25, 1.25, 1.25], [1.5, 1.5, 1.5]), 'apart'],
    ['a box that fills a cavity', hollowBox([0, 0, 0], [3, 3, 3], 1), box([1, 1, 1], [2, 2, 2]), 'duplicate'],
    ['a box in a wall', hollowBox([0, 0, 0], [3, 3, 3], 1), box([0.25, 0.25, 0.25], [0.5, 0.5, 0.5]), 'inside'],
    ['a hollow box around a cube', hollowBox([-2, -2, -2], [3, 3, 3], 1), cube, 'apart'],
    ['a hollow box in a box', hollowBox([0, 0, 0], [3, 3, 3], 1), box([-1, -1, -1], [4, 4, 4]), 'inside'],
    ['a box in a tray', tray([-1, -1, -1], [2, 2, 2]), cube, 'apart'],
    ['a box on the floor of a tray', tray([-1, -1, 0], [2, 2, 2]), cube, 'touching'],
    ['a tray in a box', box([-2, -2, -2], [3, 3, 3]), tray([-1, -1, 0], [2, 2, 2]), 'inside'],
    ['two sheets in one plane', sheet(2, 2), move(sheet(2, 2), [0.5, 0.25, 0]), 'touching'],
    ['two sheets that cross', sheet(2, 2), quarter(sheet(2, 2), 0), 'crossing'],
    ['the edge of a sheet on a sheet', sheet(2, 2), move(quarter(sheet(1, 1), 0), [0, 0, 0.5]), 'touching'],
    [
      'a part of two boxes around another',
      join(cube, move(cube, [4, 0, 0])),
      box([4.25, 0.25, 0.25], [4.5, 0.5, 0.5]),
      'inside',
    ],
  ];
  it.each(cases)('%s', (_, a, b, state) => {
    expect(pair(a, b)).toBe(state);
    expect(pair(b, a)).toBe(state);
    // Not touched by scale, nor by which way the faces look.
    const small = ({ x, t }: Shape): Shape => ({ x: x.map((c) => c * 2 ** -40), t });
    expect(pair(small(flip(a)), small(b))).toBe(state);
  });
});

/** A cube whose sides are cut along the other diagonals. */
function mirrored(shape: Shape): Shape {
  return { x: shape.x.map((c, i) => (i % 3 === 1 ? 1 - c : c)), t: shape.t };
}

describe('two triangles', () => {
  const cases: [name: string, b: Shape, state: string][] = [
    ['edge through the interior', triangle(1, 1, -1, 1, 1, 1, 9, 9, 0.5), 'crossing'],
    ['corner through the interior', triangle(1, 1, -1, 1, 1.5, 1, 1.5, 1, 1), 'crossing'],
    ['corner on the interior', triangle(1, 1, 0, 1, 2, 1, 2, 1, 1), 'touching'],
    ['edge on the interior', triangle(1, 1, 0, 2, 1, 0, 1, 1, 1), 'touching'],
    ['edge through an edge', triangle(1, 0, -1, 1, 0, 1, 1, -1, 0), 'touching'],
    ['edge through an edge, the other side', triangle(1, 0, -1, 1, 0, 1, 1, 1, 0), 'crossing'],
    ['interior through an edge only', triangle(-1, 0, -1, 5, 0, -1, 2, 0, 5), 'touching'],
    ['edge on an edge', triangle(1, 0, 0, 2, 0, 0, 1, -1, 1), 'touching'],
    ['corner on a corner', triangle(0, 0, 0, -1, 1, 1, -1, 2, 1), 'touching'],
    ['line of the interior ends at a corner', triangle(0, 0, -1, 0, 0, 1, -1, -1, 0), 'touching'],
    ['one plane, overlap', triangle(1, 1, 0, 5, 1, 0, 1, 5, 0), 'touching'],
    ['one plane, a star', triangle(-1, 1, 0, 5, 1, 0, 1, -3, 0), 'touching'],
    ['one plane, apart', triangle(3, 3, 0, 5, 3, 0, 3, 5, 0), 'apart'],
    ['through the plane beside it', triangle(3, 3, -1, 3, 3, 1, 9, 9, 0), 'apart'],
    ['the same corners in another order', triangle(0, 4, 0, 0, 0, 0, 4, 0, 0), 'duplicate'],
  ];
  it.each(cases)('%s', (_, b, state) => {
    expect(pair(flat, b)).toBe(state);
    expect(pair(b, flat)).toBe(state);
  });
});

describe('a part with itself', () => {
  /** The flat triangle, and another one with the same first corner. */
  const fan = (...x: number[]): Shape => ({ x: [...flat.x, ...x], t: [0, 1, 2, 0, 3, 4] });
  const cases: [name: string, a: Shape, state: string][] = [
    ['a cube', cube, 'apart'],
    ['a hollow box', hollowBox([0, 0, 0], [3, 3, 3], 1), 'apart'],
    ['faces that share a vertex and cross', fan(3, 3, 1, 1, 1, -1), 'crossing'],
    ['faces that share a vertex alone', fan(-3, 3, 1, -1, 1, -1), 'apart'],
    ['a face whose edge at the common vertex lies on the other', fan(1, 1, 0, 1, 1, 1), 'touching'],
    ['two faces folded flat', { x: [0, 0, 0, 1, 0, 0, 0, 1, 0, 0.25, 0.5, 0], t: [0, 1, 2, 1, 0, 3] }, 'touching'],
    ['two faces folded at an angle', { x: [0, 0, 0, 1, 0, 0, 0, 1, 0, 0.25, 0.5, 1], t: [0, 1, 2, 1, 0, 3] }, 'apart'],
    ['the same face twice', { x: [0, 0, 0, 1, 0, 0, 0, 1, 0], t: [0, 1, 2, 1, 0, 2] }, 'duplicate'],
    ['the same face on other vertices', join(flat, flat), 'duplicate'],
    [
      'a fin on an edge',
      { x: [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1], t: [0, 1, 2, 0, 1, 3, 0, 1, 4] },
      'apart',
    ],
    [
      'a strip folded through itself',
      strip([
        [0, 0, 1],
        [2, 0, 1],
        [2, 1, 1],
        [1, 1, 0.5],
        [1, -0.25, 0.5],
      ]),
      'crossing',
    ],
    [
      'a strip folded onto itself',
      strip([
        [0, 0, 1],
        [2, 0, 1],
        [2, 1, 1],
        [1, 1, 0.5],
        [1, 0, 0.5],
      ]),
      'touching',
    ],
    ['a Möbius strip', moebius(1, 0.25, 12), 'apart'],
    ['a tube around a figure eight', figureEight(1, 0.1, 16, 5), 'crossing'],
    ['a Klein bottle', kleinBottle(2, 0.5, 16, 8), 'crossing'],
  ];
  it.each(cases)('%s', (_, a, state) => expect(self(a)).toBe(state));
});

describe('parts of one component', () => {
  it('do not touch at the vertices that they share', () => {
    const scene = merge(cube);
    const partOfFace = scene.partOfFace.map((_, f) => (f < 4 ? 0 : 1));
    expect([...partStates({ ...scene, partOfFace }).values()]).toEqual(['apart', 'apart', 'apart']);
  });
});

it('refuses a face without area', () => {
  expect(() => pair(cube, triangle(0, 0, 0, 1, 1, 1, 2, 2, 2))).toThrow('Face 12 has no area.');
});

it('takes the same sign from doubles and from integers', () => {
  const random = seededRandom(5);
  for (let i = 0; i < 200; i++) {
    const points = exactPoints(Array.from({ length: 12 }, () => random.below(7) * (i % 2 === 0 ? 1 : 0.1)));
    const [a, b, c, d] = points;
    expect(side(a, b, c, d)).toBe(signOf(determinant(a, b, c, d)));
  }
});

it('finds the same pairs of faces as the exact test of the engine', () => {
  const random = seededRandom(11);
  let shared = 0;
  for (let i = 0; i < 300; i++) {
    const x = Float64Array.from({ length: 18 }, () => random.below(5));
    const ids = [
      [0, 1, 2, 3, 4, 5],
      [0, 1, 2, 0, 3, 4],
      [0, 1, 2, 1, 0, 3],
    ][i % 3];
    const points = exactPoints(x);
    const face = (first: number) => {
      const chosen = ids.slice(first, first + 3);
      return { ids: chosen, corners: [points[chosen[0]], points[chosen[1]], points[chosen[2]]] as const };
    };
    if ([face(0), face(3)].some(({ corners: [a, b, c] }) => points.every((p) => side(a, b, c, p) === 0))) continue;
    const mesh = TriMesh.from(ids, 6);
    const isShared = faceContact(face(0), face(3)) !== 'none';
    expect(isShared).toBe(crossingFaces(mesh, x).length > 0);
    if (isShared) shared++;
  }
  expect(shared).toBeGreaterThan(30);
});

it('knows the inside of a cylinder', () => {
  expect(pair(cylinder(1, 0, 1, 8), move(cylinder(0.25, 0.25, 0.5, 6), [0.125, 0.125, 0]))).toBe('inside');
});

it('gives the same states after an affine map without rounding, in any order of parts', () => {
  const met = new Set<string>();
  for (let seed = 0; seed < 24; seed++) {
    const { scene } = clashScene(seed);
    if (!scene.positions.every((c) => Number.isInteger(4 * c))) continue;
    const states = partStates(scene);
    const sheared = scene.positions.map((c, i) =>
      i % 3 === 0 ? c + 2 * scene.positions[i + 1] : i % 3 === 1 ? c - scene.positions[i + 1] : -3 * c,
    );
    const last = Math.max(...scene.partOfFace);
    const again = partStates({ ...scene, positions: sheared, partOfFace: scene.partOfFace.map((part) => last - part) });
    for (const [pair, state] of states) {
      const [a, b] = pair.split(' ').map(Number);
      expect(again.get(`${last - b} ${last - a}`), `seed ${seed}, parts ${pair}`).toBe(state);
      met.add(state);
    }
  }
  expect([...met].sort()).toEqual(['apart', 'crossing', 'duplicate', 'inside', 'touching']);
});
