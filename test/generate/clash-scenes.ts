// Seeded random scenes of two to six small parts in every state: on integer grids, where sides
// share planes, edges and corners; turned, where they miss each other by rounding; closed, open,
// hollow, not manifold, doubled, folded. At most 150 faces, so that the exact reference stays fast.
import { type Random, seededRandom } from '../../src/core/math/random.ts';
import {
  box,
  cone,
  cylinder,
  ell,
  flip,
  hollowBox,
  join,
  kleinBottle,
  type MergedParts,
  merge,
  moebius,
  move,
  type Place,
  quarter,
  type Shape,
  sheet,
  sphere,
  strip,
  tetrahedron,
  torus,
  tray,
  tube,
  turn,
} from './clash-shapes.ts';
import { chance, nudge, pick, realVec, repeat, shuffled, sign, whole, wholeVec } from './draw.ts';

const MAX_FACES = 150;

export interface ClashScene {
  readonly name: string;
  readonly scene: MergedParts;
}

type Make = (random: Random) => Shape[];

/** A box with corners on the integer grid. */
function gridBox(random: Random, size: number): Shape {
  const low = [0, 1, 2].map(() => whole(random, 0, size - 1));
  const high = low.map((c) => whole(random, c + 1, size));
  const made = box([low[0], low[1], low[2]], [high[0], high[1], high[2]], chance(random, 0.15) ? 2 : 1);
  return chance(random, 0.3) ? otherDiagonals(made, low[0] + high[0]) : made;
}

/** Mirrored in the plane x = sum / 2, which turns the diagonals of the sides. */
const otherDiagonals = ({ x, t }: Shape, sum: number): Shape =>
  flip({ x: x.map((c, i) => (i % 3 === 0 ? sum - c : c)), t });

/** A sheet on the grid in a plane across one of the axes. */
function gridSheet(random: Random, size: number): Shape {
  const [columns, rows] = [whole(random, 1, 3), whole(random, 1, 3)];
  const made = move(sheet(columns, rows, columns, rows), [columns / 2, rows / 2, 0]);
  const turns = random.below(3);
  const placed = turns === 0 ? made : turns === 1 ? quarter(made, 0) : quarter(made, 1);
  return move(placed, wholeVec(random, size));
}

/** A triangle with corners on the grid, never a needle. */
function gridTriangles(random: Random, count: number, size: number): Shape {
  const made: Shape[] = [];
  while (made.length < count) {
    const [a, b, c] = [wholeVec(random, size), wholeVec(random, size), wholeVec(random, size)];
    const [u, v] = [a.map((x, k) => b[k] - x), a.map((x, k) => c[k] - x)];
    const isNeedle = [0, 1, 2].every((k) => u[k] * v[(k + 1) % 3] === u[(k + 1) % 3] * v[k]);
    if (!isNeedle) made.push({ x: [...a, ...b, ...c], t: [0, 1, 2] });
  }
  return join(...made);
}

/** Any small shape about the origin. */
function anyShape(random: Random): Shape {
  return pick(random, [
    () => box([-1, -1, -1], [1, 1, 1]),
    () => box([-0.3, -0.4, -1.5], [0.3, 0.4, 1.5]),
    () => tetrahedron(1, 1.5),
    () => cone(0.8, 1.6, 5),
    () => cylinder(0.6, -1, 1, 5),
    () => sphere(1, 3),
    () => sphere(1, 4, 1),
    () => torus(0.9, 0.3, 5, 3),
    () => sheet(2, 2, 2, 2),
    () => tray([-1, -1, -0.5], [1, 1, 0.5]),
    () => move(ell(), [-1, -1, -0.5]),
    () => moebius(0.9, 0.35, 7),
    () => hollowBox([-1, -1, -1], [1, 1, 1], 0.4),
  ])();
}

function anyTurn(random: Random, shape: Shape): Shape {
  return [0, 1, 2].reduce((turned, axis) => turn(turned, random.between(0, 6), axis), shape);
}

const many = (random: Random, low: number, high: number, make: () => Shape): Shape[] =>
  Array.from({ length: whole(random, low, high) }, make);

const gridBoxes: Make = (random) => many(random, 2, 6, () => gridBox(random, 4));

/**
 * Each box is put against a side, an edge or a corner of an earlier one, or overlaps it and has
 * four of its sides in the same planes.
 */
const stacked: Make = (random) => {
  const lows: Place[] = [[0, 0, 0]];
  while (lows.length < 4) {
    const from = pick(random, lows);
    // Per axis: two units aside is against it, one is half beside it, none is aligned.
    const against = [2 * sign(random), whole(random, -2, 2), whole(random, -1, 1)];
    const by = shuffled(random, chance(random, 0.5) ? against : [sign(random), 0, 0]);
    lows.push([from[0] + by[0], from[1] + by[1], from[2] + by[2]]);
  }
  return lows.map(([x, y, z]) => box([x, y, z], [x + 2, y + 2, z + 2]));
};

const doubled: Make = (random) => {
  const first = gridBox(random, 3);
  const again = pick(random, [
    () => first,
    () => flip(first),
    () => ({ x: first.x, t: first.t.slice(0, 3 * whole(random, 1, 5)) }),
    () => otherDiagonals(first, 3),
    () => move(first, [whole(random, 0, 1), 0, 0]),
    () => join(first, move(first, [4, 0, 0])),
    () => join(first, { x: first.x, t: first.t.slice(0, 6) }),
  ])();
  return [first, again, gridSheet(random, 2)];
};

const nested: Make = (random) => {
  const hollow = hollowBox([0, 0, 0], [6, 6, 6], 2);
  const inner = () => {
    const size = pick(random, [0.5, 1, 2]);
    const low = [0, 1, 2].map(() => whole(random, 0, 11) / 2);
    return box([low[0], low[1], low[2]], [low[0] + size, low[1] + size, low[2] + size]);
  };
  const outer = pick(random, [
    () => [],
    () => [box([-1, -1, -1], [7, 7, 7])],
    () => [box([0, 0, 0], [6, 6, 6])],
    () => [tray([-1, -1, -1], [7, 7, 7])],
  ])();
  return [hollow, ...many(random, 1, 3, inner), ...outer];
};

const sheets: Make = (random) => many(random, 2, 5, () => gridSheet(random, 1));

const sheetsAndBoxes: Make = (random) => [
  gridBox(random, 3),
  ...many(random, 1, 3, () => move(gridSheet(random, 1), [1, 1, 1])),
  pick(random, [() => gridBox(random, 3), () => ell(), () => tray([0, 0, 0], [3, 3, 2])])(),
];

/** A box with a fin on an edge, two boxes on one edge, or three sheets on one edge. */
const notManifold: Make = (random) => {
  const cube = box([0, 0, 0], [2, 2, 2]);
  const corner = (x: number, y: number, z: number) =>
    cube.x.findIndex((_, i) => i % 3 === 0 && cube.x[i] === x && cube.x[i + 1] === y && cube.x[i + 2] === z) / 3;
  const fin: Shape = {
    x: [...cube.x, 3, whole(random, 1, 3), whole(random, 0, 3)],
    t: [...cube.t, corner(2, 2, 0), corner(2, 2, 2), cube.x.length / 3],
  };
  const book: Shape = { x: [0, 0, 0, 0, 0, 3, 3, 0, 1, 0, 3, 1, -2, -2, 1], t: [0, 1, 2, 0, 1, 3, 0, 1, 4] };
  return [pick(random, [fin, book]), gridBox(random, 4), pick(random, [gridSheet(random, 2), move(fin, [1, 0, 0])])];
};

const generic: Make = (random) =>
  many(random, 2, 5, () => move(anyTurn(random, anyShape(random)), realVec(random, 1.2)));

/** One inside the other, or nearly so. */
const matryoshka: Make = (random) => {
  const shape = anyTurn(random, pick(random, [() => box([-1, -1, -1], [1, 1, 1]), () => sphere(1, 3)])());
  return [1, 0.8, 0.55, 0.3].map((size) =>
    move({ x: shape.x.map((c) => c * size), t: shape.t }, realVec(random, 0.12)),
  );
};

const triangles: Make = (random) => many(random, 2, 4, () => gridTriangles(random, whole(random, 1, 8), 3));

const folded: Make = (random) => {
  const reach = pick(random, [-0.5, 0, 0.5]);
  const half = pick(random, [0.5, 1]);
  return [
    strip([
      [0, 0, 1],
      [2, 0, 1],
      [2, 1, 1],
      [1, 1, half],
      [1, reach, half],
    ]),
    tube([
      [[0, 2.75], [0, 3.25], 0.5],
      [[2.25, 2.75], [1.75, 3.25], 0.5],
      [[2.25, 4.25], [1.75, 3.75], 0.25],
      [[0.75, 4.25], [1.25, 3.75], 0.25],
      [[0.75, 3 + reach], [1.25, 3 + reach], 0.25],
    ]),
    move(gridSheet(random, 1), [1, 0, 2]),
    ...(chance(random, 0.3) ? [move(kleinBottle(1, 0.4, 6, 6), [1, 0, 1])] : []),
  ];
};

/** Parts of several components each. */
const scattered: Make = (random) =>
  many(random, 2, 3, () => join(...many(random, 2, 2, () => pick(random, [gridBox, gridSheet])(random, 4))));

const families: readonly (readonly [name: string, make: Make])[] = [
  ['boxes on a grid', gridBoxes],
  ['stacked boxes', stacked],
  ['doubled faces', doubled],
  ['nested shells', nested],
  ['sheets on a grid', sheets],
  ['sheets and boxes', sheetsAndBoxes],
  ['not manifold', notManifold],
  ['generic shapes', generic],
  ['shapes in shapes', matryoshka],
  ['triangles on a grid', triangles],
  ['folded surfaces', folded],
  ['several components', scattered],
];

/** The number of seeds that are worth testing, from 0. */
export const CLASH_SCENE_COUNT = 480;

/** The scene of a seed. */
export function clashScene(seed: number): ClashScene {
  const random = seededRandom(seed);
  const [name, make] = families[seed % families.length];
  const shapes = make(random);
  while (shapes.reduce((sum, { t }) => sum + t.length / 3, 0) > MAX_FACES) shapes.pop();
  const placing = Math.floor(seed / families.length) % 4;
  if (placing === 3) return { name: `${name}, turned`, scene: turnedAll(random, shapes) };
  const scene = cutApart(random, merge(...shapes));
  if (placing === 2) nudge(random, scene.positions, 0, scene.positions.length, whole(random, 1, 6));
  return { name: placing === 2 ? `${name}, moved by an ulp` : name, scene };
}

/** All shapes turned together: what had a plane in common nearly has it still. */
function turnedAll(random: Random, shapes: readonly Shape[]): MergedParts {
  const angles = repeat(3, () => random.between(0, 6));
  return merge(...shapes.map((shape) => angles.reduce((turned, angle, axis) => turn(turned, angle, axis), shape)));
}

/** Now and then, the faces of the first part become two parts, which share vertices. */
function cutApart(random: Random, scene: MergedParts): MergedParts {
  if (!chance(random, 0.1)) return scene;
  const first = scene.partOfFace.filter((part) => part === 0).length;
  const cut = whole(random, 1, first - 1);
  return { ...scene, partOfFace: scene.partOfFace.map((part, f) => (f < cut ? part : part + 1)) };
}
