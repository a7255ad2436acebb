// Cloth over a rotating ball: a square cloth falls on a ball that begins to turn and takes it
// along; it twists and folds on itself. About 20,000 triangles by default.
import { seededRandom } from '../../src/core/math/random.ts';
import { ripples } from '../ripples.ts';
import { ball, grid } from '../shapes.ts';
import { piece } from './piece.ts';
import { extent, GRAVITY, type SimulationScene, TIME_STEP } from './simulation-scene.ts';

const CELLS = 97;
const SIDE = 1.3;
const RADIUS = 0.3;
const GAP = 0.01;
/**
 * Seconds for which the ball is static, seconds in which it accelerates evenly, and its final speed
 * in radians per second.
 */
const [REST_SECONDS, ACCELERATION_SECONDS, SPEED] = [0.8, 1.2, 4];

/** The scene of a cloth on a rotating ball; the cloth has 2 · cells² triangles. */
export function clothBall(seed: number, cells: number = CELLS): SimulationScene {
  const uneven = ripples(seededRandom(seed), 3, 3, 9, 0);
  const cloth = piece(grid(cells, cells), 3, (u, v) => [
    SIDE * (u - 0.5),
    SIDE * (v - 0.5),
    RADIUS + GAP + 0.003 * (1 + uneven(u, v, 0)),
  ]);
  const core = ball(8);
  const move = (time: number, out: Float64Array): void => {
    const [cos, sin] = [Math.cos(turned(time)), Math.sin(turned(time))];
    for (let i = 0; i < out.length; i += 3) {
      const [x, y] = [RADIUS * core.points[i], RADIUS * core.points[i + 1]];
      out[i] = cos * x - sin * y;
      out[i + 1] = sin * x + cos * y;
      out[i + 2] = RADIUS * core.points[i + 2];
    }
  };
  const positions = new Float64Array(core.points.length);
  move(0, positions);
  return {
    name: 'cloth-ball',
    options: {
      cloths: [cloth],
      obstacles: [{ positions, triangles: core.mesh.triangles, move }],
      gravity: GRAVITY,
      timeStep: TIME_STEP,
      thickness: 0.002,
      friction: 0.6,
    },
    seconds: 3,
    obstacleSpeed: SPEED * RADIUS,
    fault: (end) => isTakenAlong(end, (cells + 1) ** 2),
  };
}

/** The angle of the ball at a time; its speed grows linearly while it accelerates. */
function turned(time: number): number {
  const gaining = Math.min(Math.max(time - REST_SECONDS, 0), ACCELERATION_SECONDS);
  return (
    (0.5 * SPEED * gaining ** 2) / ACCELERATION_SECONDS +
    SPEED * Math.max(0, time - REST_SECONDS - ACCELERATION_SECONDS)
  );
}

/**
 * Says what is wrong unless the cloth hangs on the ball: its middle on top, its corners below the
 * centre.
 */
function isTakenAlong(positions: Float64Array, count: number): string | null {
  const { low, high } = extent(positions, 0, count);
  if (high[2] < RADIUS) return `the cloth reaches up to ${high[2].toFixed(3)} m: it has slipped off`;
  return low[2] > -0.1 ? `the cloth ends ${low[2].toFixed(3)} m high: it does not hang` : null;
}
