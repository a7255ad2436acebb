// A tape of one metre falls on end onto a solid and folds on itself [Mezger §8.2, figure 14]: 7 ×
// 207 = 1,449 particles in quads, a solid of 580 triangles, at rest after four seconds.
import { seededRandom } from '../../src/core/math/random.ts';
import { ripples } from '../ripples.ts';
import { grid } from '../shapes.ts';
import { arc, lathe } from './lathe.ts';
import { piece } from './piece.ts';
import { extent, GRAVITY, type SimulationScene, TIME_STEP } from './simulation-scene.ts';

const [COLUMNS, ROWS] = [6, 206];
const LENGTH = 1;
const WIDTH = (LENGTH * COLUMNS) / ROWS;
/** The height of the solid in metres. */
const TOP = 0.08;
/** The gap between the solid and the lower end of the tape, in metres. */
const GAP = 0.02;

/** The scene of a tape that falls on end. */
export function tape(seed: number): SimulationScene {
  const bow = ripples(seededRandom(seed), 3, 2, 7, 0);
  const cloth = piece(grid(COLUMNS, ROWS), 4, (u, v) => {
    // Slightly curved, so that the direction of buckling is determined.
    const x = 0.012 * bow(v, 0, 0) + 0.02 * (v - 0.5);
    return [x, WIDTH * (u - 0.5), TOP + GAP + LENGTH * v];
  });
  return {
    name: 'tape',
    options: {
      cloths: [cloth],
      obstacles: [lathe(solid(), 29)],
      gravity: GRAVITY,
      timeStep: TIME_STEP,
      thickness: 0.0008,
      friction: 0.3,
    },
    seconds: 4,
    obstacleSpeed: 0,
    fault: lies,
  };
}

/**
 * A dome on a broad plate, one solid: 10 rings between the poles, with 29 segments 580 triangles.
 */
function solid(): readonly (readonly [number, number])[] {
  return [
    [0, TOP],
    [0.07, TOP - 0.005],
    ...arc([0.1, 0.045], 0.025, 1, 0, 3),
    [0.14, 0.004],
    [0.18, 0],
    [0.24, 0],
    [0.24, -0.02],
    [0.18, -0.03],
    [0.1, -0.03],
    [0, -0.03],
  ];
}

/** Says what is wrong unless the tape lies in folds on the solid or beside it. */
function lies(positions: Float64Array): string | null {
  const count = (COLUMNS + 1) * (ROWS + 1);
  const { low, high } = extent(positions, 0, count);
  if (high[2] > TOP + 0.3 * LENGTH) return `the tape still reaches up to ${high[2].toFixed(3)} m`;
  return low[2] < -0.2 ? `the tape reaches down to ${low[2].toFixed(3)} m: it has fallen off the plate` : null;
}
