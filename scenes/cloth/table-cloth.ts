// A coarse cloth falls on a round table and hangs over its edge [Mezger §8.1, figure 9]: 49
// vertices, 72 triangles. The faces are longer than the table's rim is thick, so a response that
// considers only vertices lets the rim through.
import { seededRandom } from '../../src/core/math/random.ts';
import { grid } from '../shapes.ts';
import { lathe } from './lathe.ts';
import { piece } from './piece.ts';
import { extent, GRAVITY, type SimulationScene, TIME_STEP } from './simulation-scene.ts';

const SIDE = 1.2;
const TABLE = 0.4;
const TOP = 0.75;
/** The gap between the table and the cloth at the start. */
const GAP = 0.02;

/** The scene of a cloth on a round table. */
export function tableCloth(seed: number): SimulationScene {
  const random = seededRandom(seed);
  const turn = random.between(-0.2, 0.2);
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  const [shiftX, shiftY] = [random.between(-0.02, 0.02), random.between(-0.02, 0.02)];
  const cloth = piece(grid(6, 6), 3, (u, v) => {
    const [x, y] = [SIDE * (u - 0.5), SIDE * (v - 0.5)];
    return [shiftX + cos * x - sin * y, shiftY + sin * x + cos * y, TOP + GAP];
  });
  return {
    name: 'table-cloth',
    options: {
      cloths: [cloth],
      obstacles: [table()],
      gravity: GRAVITY,
      timeStep: TIME_STEP,
      thickness: 0.004,
      friction: 0.4,
    },
    seconds: 3,
    obstacleSpeed: 0,
    fault: hangs,
  };
}

/** Top, rim, stem and foot, closed. */
function table(): ReturnType<typeof lathe> {
  const profile = [
    [0, TOP],
    [0.5 * TABLE, TOP],
    [TABLE, TOP],
    [TABLE, TOP - 0.03],
    [0.04, TOP - 0.05],
    [0.04, 0.05],
    [0.25, 0],
    [0, 0],
  ] as const;
  return lathe(profile, 48);
}

/**
 * Says what is wrong unless the corners hang far below the top and no part of the cloth has fallen
 * to the floor.
 */
function hangs(positions: Float64Array): string | null {
  const corners = [0, 6, 42, 48].map((v) => positions[3 * v + 2]);
  if (Math.max(...corners) > TOP - 0.15)
    return `a corner is ${Math.max(...corners).toFixed(3)} m high: it does not hang`;
  const { low, high } = extent(positions, 0, 49);
  if (high[2] < TOP || high[2] > TOP + 2 * GAP)
    return `the cloth reaches up to ${high[2].toFixed(3)} m, not to the table top`;
  return low[2] < 0.1 ? `the cloth reaches down to ${low[2].toFixed(3)} m: it slips off` : null;
}
