// A square cloth, one metre wide, sinks over a ball, as in figure 11 of the paper: the middle rests
// on it, the sides swing down in pleats.
import { seededRandom } from '../../src/core/math/random.ts';
import { ripples } from '../ripples.ts';
import { along, ramp } from '../scene.ts';
import { type ClothOptions, type ClothSteps, joined } from './cloth-steps.ts';
import { ballPiece, sheet } from './pieces.ts';

const RADIUS = 0.22;
/** The gap between cloth and ball, at rest. */
const GAP = 0.004;
const PLEATS = 7;

/** The scene of a cloth that sinks over a ball. */
export function sheetOverBall({ seed = 21, scale = 1, corners = 3 }: ClothOptions = {}): ClothSteps {
  const random = seededRandom(seed);
  const cells = along(32, scale, 4);
  const cloth = sheet(cells, cells, corners);
  const solid = ballPiece(along(37, scale, 2));
  const { mesh, objectOf, firstVertex } = joined([cloth, solid]);
  const stepCount = 200;
  const sway = ripples(random, 4, 2, 7, 4);
  const reach = RADIUS + GAP;

  const positions = (step: number, out: Float64Array): void => {
    const time = step / stepCount;
    const steep = 1.5 * ramp(0, 0.8, time);
    for (let i = 0; i < cloth.vertexCount; i++) {
      const [x, y] = [cloth.u[i] - 0.5, cloth.v[i] - 0.5];
      const r = Math.hypot(x, y);
      const around = Math.atan2(y, x);
      const bend = Math.min(r / reach, steep);
      const rest = r - reach * bend;
      const z = reach * Math.cos(bend) - rest * Math.sin(steep);
      const rho = reach * Math.sin(bend) + rest * Math.cos(steep);
      // Surplus girth forms pleats, which swing as long as the cloth sinks.
      const surplus = Math.sqrt(Math.max(0, (r / Math.max(rho, 1e-9)) ** 2 - 1));
      const phase = PLEATS * around + sway(2 * x, 2 * y, 2 * time);
      const pleat = Math.min(0.09, (rho / PLEATS) * surplus) * ramp(0.2, 0.45, r);
      const distance = rho + pleat * (1 + Math.cos(phase));
      const angle = around + (0.9 / PLEATS) * ramp(0.3, 0.8, time) * ramp(0.25, 0.5, r) * Math.sin(2 * phase);
      out[3 * i] = distance * Math.cos(angle);
      out[3 * i + 1] = distance * Math.sin(angle);
      out[3 * i + 2] = z + 0.01 * (1 - time) * ramp(0.25, 0.5, r) * sway(x, y, 10 * time);
    }
    for (let i = 0, o = 3 * firstVertex[1]; i < solid.points.length; i++) out[o + i] = RADIUS * solid.points[i];
  };
  return { name: 'sheet over ball', mesh, objectOf, stepCount, positions };
}
