// Shapes whose clash is known by hand: its kind, its depth, how far it goes through, and the length
// of its curve. Figures of round shapes hold within three per cent, since these have facets.
import type { ClashKind } from '../../src/clash.ts';
import { neighbour } from '../oracle/doubles.ts';
import {
  box,
  cone,
  cylinder,
  ell,
  figureEight,
  flip,
  hollowBox,
  join,
  kleinBottle,
  moebius,
  move,
  pipe,
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

/** What is known of a clash. Null: not defined for this kind, or no figure is agreed on. */
export interface KnownClash {
  readonly name: string;
  /** One part each. A single shape is asked about itself, others about the first two of them. */
  readonly shapes: readonly Shape[];
  /** The gravest kind of these parts' clashes. */
  readonly kind: ClashKind | 'apart';
  /**
   * The greatest distance from the other part's surface of a surface point that lies inside that
   * part; the larger of both directions, the largest of all clashes.
   */
  readonly depth: number | null;
  /** How far the region that the curve cuts off is from the other surface at most. */
  readonly through: number | null;
  /** The length of the intersection curve, over all clashes. */
  readonly curveLength: number | null;
  /** The number of clashes, where it is known. */
  readonly places?: number;
  /** Whether a hole must be capped before a part has an inside. */
  readonly isCapped?: boolean;
}

/** depth, through, curveLength. */
type Figures = readonly [number | null, number | null, number | null];
type More = Pick<KnownClash, 'places' | 'isCapped'>;

const known = (
  name: string,
  kind: KnownClash['kind'],
  [depth, through, curveLength]: Figures,
  shapes: readonly Shape[],
  more: More = {},
): KnownClash => ({ name, shapes, kind, depth, through, curveLength, ...more });

const NONE: Figures = [null, null, null];
const cube = box([0, 0, 0], [1, 1, 1]);
const upright = (shape: Shape): Shape => quarter(shape, 0);

/** The 22 shapes that the definitions were tried on first. */
const firstShapes: readonly KnownClash[] = [
  known(
    'a cube 0.1 into a cube, fine faces',
    'crossing',
    [0.1, null, 3.18],
    [box([0, 0, 0], [1, 1, 1], 4), box([0.9, 0.3, 0.21], [1.9, 1.3, 1.21], 4)],
  ),
  known('a cube 0.1 into a cube', 'crossing', [0.1, null, 3.18], [cube, box([0.9, 0.3, 0.21], [1.9, 1.3, 1.21])]),
  known('a cube 0.1 into a cube, sides coplanar', 'crossing', [0.1, null, null], [cube, box([0.9, 0, 0], [1.9, 1, 1])]),
  known(
    'a small cube half in a wall',
    'crossing',
    [0.1, null, 0.8],
    [box([0, 0, 0], [0.2, 0.2, 0.2]), box([0.1, -3, -3], [2, 3, 3])],
  ),
  known('cubes face on face', 'touching', NONE, [cube, box([1, 0.3, 0.2], [2, 1.3, 1.2])]),
  known('cubes edge on edge', 'touching', NONE, [cube, box([1, 1, 0], [2, 2, 1])]),
  known('the same cube twice', 'duplicate', NONE, [cube, cube]),
  known('a cube in a cube', 'inside', [0.4, null, null], [cube, box([0.3, 0.3, 0.3], [0.6, 0.6, 0.6])]),
  known(
    'crossed bars without a vertex inside',
    'crossing',
    [0.1, null, null],
    [box([-0.5, -0.1, -0.1], [0.5, 0.1, 0.1]), box([-0.1, -0.5, -0.05], [0.1, 0.5, 0.15])],
  ),
  known(
    'a bar through a wall',
    'crossing',
    [0.1, null, 1.6],
    [box([-0.5, -0.1, -0.1], [0.5, 0.1, 0.1], 3), box([-0.05, -2, -2], [0.05, 2, 2])],
  ),
  known(
    'spheres by 0.2',
    'crossing',
    [0.2, null, null],
    [sphere(1, 16), move(upright(upright(sphere(1, 16))), [0.001, 0.002, 1.8])],
  ),
  known(
    'a sheet that cuts a cap of 0.3 off a sphere',
    'crossing',
    [0.3, 0.3, 2 * Math.PI * Math.sqrt(1 - 0.7 ** 2)],
    [sphere(1, 16), sheet(4, 4, 13, 13, 0.7)],
  ),
  known(
    'a sheet through the middle of a sphere',
    'crossing',
    [0.987, 0.987, 2 * Math.PI],
    [sphere(1, 16), sheet(4, 4, 13, 13, 0.013)],
  ),
  known(
    'the corner of a sheet 0.2 into a box',
    'crossing',
    [0.2, null, 0.4],
    [
      box([-2, -2, -2], [2, 2, -0.2], 4),
      move(turn(turn(sheet(1, 1, 9, 9), Math.PI / 4), Math.PI / 2, 0), [0.03, 0.02, Math.SQRT1_2 - 0.4]),
    ],
  ),
  known(
    'the edge of a sheet 0.2 through a sheet',
    'crossing',
    [null, 0.2, 1],
    [sheet(3, 3, 11, 11), move(upright(sheet(1, 1, 7, 7)), [0.01, 0.02, 0.3])],
  ),
  // The curve ends within both sheets, so that it cuts nothing off.
  known(
    'sheets with a slit of 0.3 in common',
    'crossing',
    [null, null, 0.3],
    [sheet(2, 2, 9, 9), move(upright(sheet(1, 1, 7, 7)), [1.2, 0.02, 0.3])],
  ),
  known('linked tori', 'apart', NONE, [torus(1, 0.2, 40, 16), move(upright(torus(1, 0.2, 40, 16)), [1, 0.01, 0.01])]),
  known(
    'linked tori, 0.1 into each other',
    'crossing',
    [0.1, null, null],
    [torus(1, 0.2, 40, 16), move(upright(torus(1, 0.2, 40, 16)), [0.301, 0.003, 0.01])],
    { places: 2 },
  ),
  // The lower side of the shell is 0.031 below the top of the arm, less what the facets take.
  known(
    'an arm through a thin shell, 0.03 out',
    'crossing',
    [0.0307, null, null],
    [box([-0.5, -0.5, 0], [0.5, 0.5, 0.001], 10), move(sphere(0.05, 12), [0.003, 0.004, -0.019])],
  ),
  // Half the thickness deep: points halfway between the two sides of either shell.
  known(
    'thin shells that cross by 0.03',
    'crossing',
    [0.0005, 0.03, null],
    [box([-0.5, -0.5, 0], [0.5, 0.5, 0.001], 5), upright(box([-0.21, -0.03, 0.0001], [0.22, 0.4, 0.0011], 4))],
  ),
  known(
    'a sheet that cuts a cap of 0.1 off a sphere with a hole',
    'crossing',
    [0.1, 0.1, null],
    [sphere(1, 16, 2), turn(sheet(4, 4, 13, 13, -0.9), 0.01, 0)],
    { isCapped: true },
  ),
  known(
    'a sphere 0.2 into a sphere with a hole',
    'crossing',
    [0.2, null, null],
    [sphere(1, 16, 2), move(sphere(1, 16), [0.001, 0.002, -1.8])],
    { isCapped: true },
  ),
];

/** A strip whose narrow end goes 0.2 through its wide beginning. */
const foldedStrip = strip([
  [0, 0, 0.5],
  [1, 0, 0.5],
  [1.1, 0, 0.5],
  [2, 0, 0.5],
  [2, 1, 0.5],
  [1.04, 1, 0.25],
  [1.04, 0.3, 0.25],
  [1.04, -0.2, 0.25],
]);

/** A closed tube of square section whose end is 0.1 deep in the side of its beginning. */
const bentTube = tube([
  [[0, -0.15], [0, 0.1], 0.3],
  [[2.1, -0.15], [1.9, 0.1], 0.3],
  [[2.1, 1.1], [1.9, 0.9], 0.1],
  [[0.9, 1.1], [1.1, 0.9], 0.1],
  [[0.9, 0], [1.1, 0], 0.1],
]);

const hollow = hollowBox([0, 0, 0], [2, 2, 2], 0.6, 2);

const moreShapes: readonly KnownClash[] = [
  known(
    'the tip of a tetrahedron 0.05 into a box',
    'crossing',
    [0.05, null, 0.05 * (2 * Math.sqrt(5) + 2)],
    [box([-2, -2, -1], [2, 2, 0], 3), move(tetrahedron(1, 1), [0.1, 0.23, -0.05])],
  ),
  known(
    'the tip of a cone 0.1 into a plate',
    'crossing',
    [0.1, null, 2 * Math.PI * 0.05],
    [box([-2, -2, -0.5], [2, 2, 0], 3), move(cone(0.5, 1, 16), [0.11, 0.07, -0.1])],
  ),
  // Everything between the two sides of the plate is within 0.05 of one of them; a side of the
  // plate is 0.5 sin 45° away from the mantle of the cone, which is 0.5 wide there.
  known(
    'a cone through a thin plate',
    'crossing',
    [0.5 * Math.SQRT1_2, null, null],
    [box([-2, -2, 0.4], [2, 2, 0.5], 2), move(cone(1, 1, 32), [0.13, 0.17, 0])],
  ),
  known(
    'a pin through two sheets, each of them a part',
    'crossing',
    [0.1, null, 0.8],
    [box([-0.1, -0.1, -1], [0.1, 0.1, 1.1], 2), sheet(2, 2, 3, 3, 0.3), sheet(2, 2, 3, 3, -0.4)],
    { places: 1 },
  ),
  known(
    'a pin through one of two sheets of a part',
    'crossing',
    [0.1, null, 0.8],
    [box([-0.1, -0.1, -1], [0.1, 0.1, 1.1], 2), join(sheet(2, 2, 3, 3, 0.3), sheet(2, 2, 3, 3, 1.4))],
    { places: 1 },
  ),
  known(
    // One place: the stretch of the pin between the sheets is bounded by both contours.
    'a pin through both sheets of a part',
    'crossing',
    [0.1, null, 1.6],
    [box([-0.1, -0.1, -1], [0.1, 0.1, 1.1], 2), join(sheet(2, 2, 3, 3, 0.3), sheet(2, 2, 3, 3, -0.4))],
    { places: 1 },
  ),
  known('a thin plate deep in a box', 'inside', [0.5, null, null], [cube, box([0.3, 0.3, 0.5], [0.7, 0.7, 0.51], 2)]),
  known(
    'a ball in a box',
    'inside',
    [0.5 - 0.3 / Math.sqrt(3), null, null],
    [cube, move(sphere(0.3, 16), [0.5, 0.5, 0.5])],
  ),
  known('a box in a cavity', 'apart', NONE, [hollow, box([0.8, 0.8, 0.8], [1.2, 1.2, 1.2])]),
  known(
    'a box in the wall around a cavity',
    'inside',
    [0.3, null, null],
    [hollow, box([0.1, 0.9, 0.9], [0.3, 1.1, 1.1], 2)],
  ),
  known(
    'a bar through the wall of a cavity',
    'crossing',
    [0.3, null, 1.6],
    [hollow, box([-0.55, 0.91, 0.91], [1.2, 1.11, 1.11], 6)],
  ),
  known('a box on the outside of a hollow box', 'touching', NONE, [hollow, box([2, 0.3, 0.3], [3, 1.3, 1.3])]),
  known('a box in an open tray', 'apart', NONE, [tray([-1, -1, -1], [2, 2, 2]), cube]),
  known('a box on the floor of a tray', 'touching', NONE, [tray([-1, -1, 0], [2, 2, 2]), cube]),
  known('a box 0.1 through the floor of a tray', 'crossing', [0.1, null, 4], [tray([-1, -1, 0.1], [2, 2, 2]), cube]),
  known('a box in the corner of an L', 'touching', NONE, [ell(), box([1, 1, 0.2], [1.8, 1.7, 0.9])]),
  known(
    'a box 0.1 into an arm of an L',
    'crossing',
    [0.1, null, 2 * (0.5 + 0.6)],
    [ell(), box([0.9, 1.2, 0.2], [1.8, 1.7, 0.8], 2)],
  ),
  known('boxes that overlap by one ulp', 'crossing', NONE, [cube, box([neighbour(1, -1), 0, 0], [2, 1, 1])]),
  known('a pin in a pipe', 'apart', NONE, [pipe(0.2, -1, 1, 12), cylinder(0.15, -2, 2, 12)]),
  known(
    'a pin through the side of a pipe',
    'crossing',
    [null, null, null],
    [pipe(0.2, -1, 1, 12, 3), quarter(pipe(0.05, 0, 1, 8, 3), 0)],
  ),
  known('a sheet against the inside of another one', 'touching', NONE, [
    sheet(2, 2, 2, 2),
    move(upright(sheet(1, 1, 2, 2)), [0.1, 0.2, 0.5]),
  ]),
  known('a strip folded through itself', 'crossing', [null, 0.2, 0.5], [foldedStrip]),
  known('a tube bent into itself', 'crossing', [null, null, 0.8], [bentTube]),
  known('a closed tube around a figure eight', 'crossing', NONE, [figureEight(1, 0.1, 48, 12)]),
  known('a Klein bottle', 'crossing', [null, null, 4 * Math.PI], [kleinBottle(2, 0.5, 32, 16)]),
  known(
    'boxes of one part that cross',
    'crossing',
    [null, null, 3.18],
    [join(cube, box([0.9, 0.3, 0.21], [1.9, 1.3, 1.21]))],
  ),
  known('a Möbius strip', 'apart', NONE, [moebius(1, 0.3, 24)]),
  known('a hollow box', 'apart', NONE, [hollow]),
  known('a box with a side twice', 'duplicate', NONE, [join(cube, flip({ x: cube.x, t: cube.t.slice(0, 6) }))]),
];

export const knownClashes: readonly KnownClash[] = [...firstShapes, ...moreShapes];
