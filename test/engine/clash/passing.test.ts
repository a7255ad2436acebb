// What passes through what within a step: situations with a known verdict, and seeded motions of
// rigid parts against the exact states at 64 instants. Coordinates are multiples of 2^−10, so that
// every position at these instants is a double.
import { describe, expect, it } from 'vitest';
import { type Random, seededRandom } from '../../../src/core/math/random.ts';
import { MeshCollider, TriMesh } from '../../../src/index.ts';
import {
  box,
  cone,
  cylinder,
  ell,
  hollowBox,
  merge,
  move,
  type Place,
  quarter,
  type Shape,
  sheet,
  sphere,
  tetrahedron,
  torus,
  tray,
  turn,
} from '../../generate/clash-shapes.ts';
import { pick } from '../../generate/draw.ts';
import { type PartState, partStates } from '../../oracle/part-states.ts';
import { detectorOf } from './pair-states.ts';

const INSTANTS = 64;

/** On the grid of multiples of 2^−10. */
const onGrid = (shape: Shape): Shape => ({ x: shape.x.map((c) => Math.round(c * 1024) / 1024), t: shape.t });

/** Two parts, of which the second moves. */
interface Motion {
  readonly still: Shape;
  readonly moving: Shape;
  readonly by: Place;
}

function ends({ still, moving, by }: Motion) {
  const scene = merge(still, moving);
  return { scene, x0: scene.positions, x1: merge(still, move(moving, by)).positions };
}

/** Whether the two parts are reported to pass through each other; both ways the same. */
function isPassing(motion: Motion): boolean {
  const { scene, x0, x1 } = ends(motion);
  const detector = detectorOf(scene);
  const verdicts = [
    [x0, x1],
    [x1, x0],
  ].map(([from, to]) => {
    const places = detector.step(from, to);
    return places.some((place) => place.isPassing && place.a === 0 && place.b === 1);
  });
  detector.dispose();
  expect(verdicts[1], 'backwards as forwards').toBe(verdicts[0]);
  return verdicts[0];
}

/** The states at the instants 0, 1/64, …, 1. */
function statesOver(motion: Motion): PartState[] {
  const { scene, x0, x1 } = ends(motion);
  return Array.from({ length: INSTANTS + 1 }, (_, k) => {
    const positions = x0.map((c, i) => c + (k / INSTANTS) * (x1[i] - c));
    return partStates({ ...scene, positions }).get('0 1') ?? 'apart';
  });
}

/**
 * What the states at all instants prove: the parts pass if they cross in between and at neither
 * end, or if one is inside the other in between, but neither crossing nor inside at the ends.
 */
function provesPassing(states: readonly PartState[]): boolean {
  const both = [states[0], states[INSTANTS]];
  if (both.includes('crossing')) return false;
  return states.includes('crossing') || (states.includes('inside') && !both.includes('inside'));
}

const cube = box([-1, -1, -1], [1, 1, 1]);
const plate = sheet(4, 4, 2, 2);
const ball = onGrid(sphere(0.5, 4));
/** A strip that stands on its long edge. */
const blade = quarter(sheet(4, 0.25), 0);

describe('a step of two parts', () => {
  const situations: [name: string, verdict: boolean, motion: Motion][] = [
    ['a cube through a plate', true, { still: plate, moving: move(cube, [0.25, 0.125, 3]), by: [0, 0, -6] }],
    ['a ball through a plate', true, { still: plate, moving: move(ball, [0.25, 0.125, 2]), by: [0, 0, -4] }],
    ['a plate through a ball', true, { still: ball, moving: move(plate, [0.25, 0.125, 2]), by: [0, 0, -4] }],
    ['a small ball through a cube', true, { still: cube, moving: move(ball, [-4, 0.125, 0.25]), by: [8, 0, 0] }],
    [
      'a ball to the inside of a cube',
      true,
      { still: box([-2, -2, -2], [2, 2, 2]), moving: move(ball, [-4, 0.125, 0.25]), by: [4, 0, 0] },
    ],
    [
      'crossed blades, edge through edge',
      true,
      { still: blade, moving: move(quarter(blade, 2), [0.25, 0.125, 2]), by: [0, 0, -4] },
    ],
    [
      'crossed bars',
      true,
      { still: box([-2, -0.25, -0.25], [2, 0.25, 0.25]), moving: box([-0.25, -2, 1], [0.25, 2, 1.5]), by: [0, 0, -3] },
    ],
    [
      'crossed bars that stand on an edge',
      true,
      { still: diamond(0), moving: move(diamond(1), [0, 0, 2]), by: [0, 0, -4] },
    ],
    ['two identical sheets', true, { still: plate, moving: move(plate, [0, 0, 1]), by: [0, 0, -2] }],
    ['two identical sheets, between instants', true, { still: plate, moving: move(plate, [0, 0, 1]), by: [0, 0, -3] }],
    ['sheets that overlap in part', true, { still: plate, moving: move(sheet(3, 3), [1.25, 0.5, 1]), by: [0, 0, -2] }],
    [
      'a tip through a face',
      true,
      { still: plate, moving: move(tetrahedron(0.5, 0.5), [0.25, 0.5, 0.5]), by: [0, 0, -2] },
    ],
    ['a plate that stops above a ball', false, { still: ball, moving: move(plate, [0, 0, 2]), by: [0, 0, -1] }],
    ['cubes that stay apart', false, { still: cube, moving: move(cube, [3, 0, 0]), by: [0, 4, 1] }],
    ['a cube that slides on a plate', false, { still: plate, moving: move(cube, [0, 0, 1]), by: [0.5, 0.25, 0] }],
    ['a cube that slides on a cube', false, { still: cube, moving: move(cube, [0.5, 0.25, 2]), by: [0.5, 0.25, 0] }],
    ['a cube that slides off a cube', false, { still: cube, moving: move(cube, [0.5, 0.25, 2]), by: [8, 0.25, 0] }],
    ['a cube at rest on a cube', false, { still: cube, moving: move(cube, [0.5, 0.25, 2]), by: [0, 0, 0] }],
    ['the same cube twice, at rest', false, { still: cube, moving: cube, by: [0, 0, 0] }],
    ['a cube that comes to rest', false, { still: cube, moving: move(cube, [0.5, 0.25, 4]), by: [0, 0, -2] }],
    ['a cube that grazes an edge with an edge', false, { still: cube, moving: move(cube, [2, 2, 5]), by: [0, 0, -10] }],
    ['a cube whose corner grazes a corner', false, { still: cube, moving: move(cube, [-2, 6, 2]), by: [8, -8, 0] }],
    ['a cube that ends corner on corner', false, { still: cube, moving: move(cube, [2, -4, 5]), by: [0, 6, -3] }],
    ['a cube that grazes a side with a side', false, { still: cube, moving: move(cube, [2, 0.5, 5]), by: [0, 0, -10] }],
    [
      'a blade that grazes a blade with its end',
      false,
      { still: blade, moving: move(blade, [4, 0, 2]), by: [0, 0, -4] },
    ],
    [
      'a ball that moves about inside a box',
      false,
      { still: box([-4, -4, -4], [4, 4, 4]), moving: move(ball, [-2, 0, 0]), by: [4, 1, 0] },
    ],
    [
      'a ball in a cavity',
      false,
      { still: hollowBox([-4, -4, -4], [4, 4, 4], 1), moving: move(ball, [-2, 0, 0]), by: [4, 1, 0] },
    ],
    [
      'a ball from the cavity through the wall',
      true,
      { still: hollowBox([-4, -4, -4], [4, 4, 4], 1), moving: ball, by: [8, 0.25, 0.125] },
    ],
    ['a pair that crosses at the end', false, { still: cube, moving: move(cube, [0.5, 0.25, 4]), by: [0, 0, -3] }],
    ['a pair that crosses throughout', false, { still: cube, moving: move(cube, [0.5, 0.25, 1]), by: [0, 0.5, 0] }],
  ];
  it.each(situations)('%s: %s', (name, verdict, motion) => {
    // Sheets of one plane never cross properly, at no instant.
    expect(provesPassing(statesOver(motion)), 'by the states at all instants').toBe(verdict && !/sheets/.test(name));
    expect(isPassing(motion)).toBe(verdict);
  });
});

/** A long bar with an edge upwards and an edge downwards, along an axis. */
function diamond(axis: 0 | 1): Shape {
  const bar: Shape = {
    x: [-2, 0, 0.5, -2, 0.5, 0, -2, 0, -0.5, -2, -0.5, 0, 2, 0, 0.5, 2, 0.5, 0, 2, 0, -0.5, 2, -0.5, 0],
    t: [0, 1, 4, 1, 5, 4, 1, 2, 5, 2, 6, 5, 2, 3, 6, 3, 7, 6, 3, 0, 7, 0, 4, 7, 0, 2, 1, 0, 3, 2, 4, 5, 6, 4, 6, 7],
  };
  return axis === 0 ? bar : quarter(bar, 2);
}

describe('seeded motions', () => {
  const shapes: readonly (() => Shape)[] = [
    () => cube,
    () => plate,
    () => ball,
    () => blade,
    () => diamond(0),
    () => box([-0.25, -2, -0.25], [0.25, 2, 0.25]),
    () => tetrahedron(1, 1),
    () => ell(),
    () => tray([-1, -1, -0.5], [1, 1, 0.5]),
    () => cone(0.75, 1, 5),
    () => cylinder(0.25, -1.5, 1.5, 5),
    () => torus(1, 0.25, 6, 3),
  ];
  /** Every other seed keeps to a grid of quarters, where contacts coincide. */
  function motionOf(random: Random, isCoarse: boolean): Motion {
    const place = (shape: Shape): Shape => {
      if (isCoarse)
        return [0, 1, 2].reduce((placed, axis) => (random.below(2) === 0 ? placed : quarter(placed, axis)), shape);
      return [0, 1, 2].reduce((placed, axis) => turn(placed, random.between(0, 6), axis), shape);
    };
    const unit = isCoarse ? 4 : 1024;
    const vector = (size: number): Place => {
      const draw = () => Math.round(random.between(-size, size) * unit) / unit;
      return [draw(), draw(), draw()];
    };
    const from = vector(4);
    // Two of three seeds go past the middle, where the other part is.
    const past = vector(1);
    const to = random.below(3) === 0 ? vector(4) : [past[0] - from[0], past[1] - from[1], past[2] - from[2]];
    return {
      still: onGrid(place(pick(random, shapes)())),
      moving: move(onGrid(place(pick(random, shapes)())), from),
      by: [to[0] - from[0], to[1] - from[1], to[2] - from[2]],
    };
  }

  function hasContacts(motion: Motion): boolean {
    const { scene, x0, x1 } = ends(motion);
    const collider = new MeshCollider(TriMesh.from(scene.triangles, x0.length / 3));
    const { count } = collider.collide(x0, x1);
    collider.dispose();
    return count > 0;
  }

  it.each([0, 40, 80])('the instants prove what passes, 40 seeds from %i', (first) => {
    const wrong: string[] = [];
    const met = { passing: 0, free: 0 };
    for (let seed = first; seed < first + 40; seed++) {
      const motion = motionOf(seededRandom(seed), seed % 2 === 0);
      if (!hasContacts(motion)) {
        met.free++;
        if (isPassing(motion)) wrong.push(`seed ${seed}: passing, but nothing touches anything`);
      } else if (provesPassing(statesOver(motion))) {
        met.passing++;
        if (!isPassing(motion)) wrong.push(`seed ${seed}: not passing, but crossing in between`);
      }
    }
    expect(met.passing).toBeGreaterThan(3);
    expect(met.free).toBeGreaterThan(3);
    expect(wrong).toEqual([]);
  });
});
