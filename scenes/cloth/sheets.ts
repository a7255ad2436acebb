// Sheets of cloth fall on geometric objects [Mezger, figure 11]: 21 × 21 = 441 particles each, on a
// ball, a cone, a drum and a box. Every object and the plate below it are one solid, so that only
// cloth can touch anything.
import { seededRandom } from '../../src/core/math/random.ts';
import { ripples } from '../ripples.ts';
import { grid } from '../shapes.ts';
import { arc, lathe, type Profile } from './lathe.ts';
import { piece } from './piece.ts';
import { extent, GRAVITY, type SimulationScene, TIME_STEP } from './simulation-scene.ts';

/** Cells along a side of a sheet. */
const CELLS = 20;
/** The side of a sheet in metres. */
const SIDE = 0.8;
/** The gap between a sheet and its object at the start, in metres. */
const GAP = 0.02;
const PLATE = 0.65;

/** An object that a sheet falls on. */
interface Subject {
  /** The profile without the poles of its plate. */
  readonly profile: Profile;
  readonly segments: number;
  readonly centre: readonly [number, number];
}

const SUBJECTS: readonly Subject[] = [
  { profile: [[0, 0.44], ...arc([0, 0.22], 0.22, 1.35, -1.2, 13)], segments: 40, centre: [-0.7, -0.7] },
  {
    profile: [
      [0, 0.45],
      [0.02, 0.445],
      [0.12, 0.23],
      [0.22, 0.015],
    ],
    segments: 32,
    centre: [0.7, -0.7],
  },
  {
    profile: [
      [0, 0.35],
      [0.12, 0.35],
      [0.24, 0.35],
      [0.24, 0.18],
      [0.24, 0.01],
    ],
    segments: 40,
    centre: [-0.7, 0.7],
  },
  {
    profile: [
      [0, 0.3],
      [0.15, 0.3],
      [0.3, 0.3],
      [0.3, 0.15],
      [0.3, 0.01],
    ],
    segments: 4,
    centre: [0.7, 0.7],
  },
];

/** The scene of sheets that fall on four objects. */
export function sheets(seed: number): SimulationScene {
  const random = seededRandom(seed);
  const cloths = SUBJECTS.map(({ profile, centre }) => {
    const uneven = ripples(random, 3, 3, 9, 0);
    const [shiftX, shiftY] = [random.between(-0.03, 0.03), random.between(-0.03, 0.03)];
    const height = profile[0][1] + GAP;
    return piece(grid(CELLS, CELLS), 4, (u, v) => [
      centre[0] + shiftX + SIDE * (u - 0.5),
      centre[1] + shiftY + SIDE * (v - 0.5),
      height + 0.004 * uneven(u, v, 0),
    ]);
  });
  return {
    name: 'sheets',
    options: {
      cloths,
      obstacles: SUBJECTS.map(({ profile, segments, centre }) => lathe(withPlate(profile), segments, centre)),
      gravity: GRAVITY,
      timeStep: TIME_STEP,
      thickness: 0.003,
      friction: 0.4,
    },
    seconds: 3,
    obstacleSpeed: 0,
    fault: drape,
  };
}

function withPlate(profile: Profile): Profile {
  return [...profile, [0.45, 0], [PLATE, 0], [PLATE, -0.03], [0, -0.03]];
}

/**
 * Says what is wrong unless each sheet has fallen around its object and lies on it or on its plate.
 */
function drape(positions: Float64Array): string | null {
  const count = (CELLS + 1) ** 2;
  for (const [k, { profile }] of SUBJECTS.entries()) {
    const { low, high } = extent(positions, k * count, (k + 1) * count);
    if (low[2] < -0.001) return `sheet ${k} reaches down to ${low[2].toFixed(3)} m: it has fallen off`;
    if (high[2] > profile[0][1] + 4 * GAP) return `sheet ${k} still hovers at ${high[2].toFixed(3)} m`;
    if (low[2] > profile[0][1] - 0.1) return `sheet ${k} does not hang: it ends ${low[2].toFixed(3)} m high`;
  }
  return null;
}
