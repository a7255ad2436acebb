// Cloth over a rotating ball: a square cloth falls over the ball like a closing umbrella, and its
// surplus girth forms pleats. As the ball turns, the hem lags behind: the pleats lean, close up
// underneath and press on each other and on the ball. 92K triangles.
import { seededRandom } from '../src/core/math/random.ts';
import { TriMesh } from '../src/index.ts';
import { ripples } from './ripples.ts';
import { along, namedParts, ramp, type Scene, type SceneOptions } from './scene.ts';
import { ball, grid } from './shapes.ts';

/** The radius of the ball. */
const RADIUS = 0.35;
/** The mean gap between cloth and ball. */
const GAP = 0.005;
/**
 * The amplitude of the ripples of the gap: larger than the gap, so that cloth and ball touch here
 * and there.
 */
const RUB = 0.009;
/** The number of pleats around the ball. */
const PLEATS = 17;

/** The scene of a cloth over a rotating ball, by formulas. */
export function clothBall({ seed = 1, scale = 1 }: SceneOptions = {}): Scene {
  const random = seededRandom(seed);
  const side = along(210, scale);
  const cloth = grid(side, side);
  const core = ball(along(14, scale, 2));
  const { mesh, firstVertex } = TriMesh.merge([cloth.mesh, core.mesh]);
  const frameCount = 150;
  const rub = ripples(random, 6, 15, 40, 0.5);
  const press = ripples(random, 4, 4, 14, 0.5);
  const uneven = ripples(random, 3, 2, 4, 0);
  const reach = RADIUS + GAP;

  const positions = (frame: number, out: Float64Array): void => {
    const time = frame / (frameCount - 1);
    const steep = 1.95 * ramp(0, 0.75, time);
    const turned = 2 * Math.PI * Math.max(0, time - 0.25) ** 1.3;
    for (let i = 0; i < cloth.u.length; i++) {
      const [x, y] = [2 * cloth.u[i] - 1, 2 * cloth.v[i] - 1];
      const r = Math.hypot(x, y);
      const around = Math.atan2(y, x);
      // The profile follows the ball up to its maximum steepness, then runs straight.
      const bend = Math.min(r / reach, steep);
      const rest = r - reach * bend;
      const free = ramp(0.3, 0.75, r);
      const lift = RUB * rub(x, y, frame) * (1 - free);
      const rho = Math.max(0.15 * free, (reach + lift) * Math.sin(bend) + rest * Math.cos(steep));
      const z = (reach + lift) * Math.cos(bend) - rest * Math.sin(steep);
      // Surplus girth forms pleats, none on top of the ball.
      const surplus = Math.max(0, (r / Math.max(rho, 1e-9)) ** 2 - 1);
      const phase = PLEATS * around + 1.5 * uneven(Math.cos(around), Math.sin(around), 0);
      const size = Math.min(0.13, (rho / PLEATS) * Math.sqrt(2 * surplus)) * free;
      // At 1 the flanks on both sides of a groove meet over half its depth; ripples press them
      // together and separate them.
      const shut = ramp(0.3, 0.65, time) * ramp(0.5, 0.75, r) * (0.97 + 0.4 * press(3 * x, 3 * y, frame));
      const swing = (shut * towardsGroove(phase)) / PLEATS;
      const lean = 2.2 * ramp(0.3, 0.9, time) * size * Math.cos(phase);
      const lag = 1 - 0.45 * ramp(0.45, 1.4, r);
      const angle = around + swing + lean + turned * lag;
      const distance = rho + size * (1 + (0.85 + 0.15 * uneven(x, y, 0)) * Math.cos(phase));
      out[3 * i] = distance * Math.cos(angle);
      out[3 * i + 1] = distance * Math.sin(angle);
      out[3 * i + 2] = z;
    }
    const [cos, sin] = [Math.cos(1.15 * turned), Math.sin(1.15 * turned)];
    for (let i = 0, o = 3 * firstVertex[1]; i < core.points.length; i += 3, o += 3) {
      const [x, y, z] = core.points.subarray(i, i + 3);
      out[o] = RADIUS * (cos * x - sin * y);
      out[o + 1] = RADIUS * (sin * x + cos * y);
      out[o + 2] = RADIUS * z;
    }
  };
  return { name: 'cloth-ball', mesh, parts: namedParts(['cloth', 'ball'], firstVertex), frameCount, positions };
}

/**
 * The distance, in phase, of a point of a pleat from the middle of the groove beside it; it
 * decreases towards the crest.
 */
function towardsGroove(phase: number): number {
  const wrapped = phase - 2 * Math.PI * Math.round(phase / (2 * Math.PI));
  const flank = Math.abs(wrapped);
  return Math.sign(wrapped) * (Math.PI - flank) * ramp(0, Math.PI / 2, flank);
}
