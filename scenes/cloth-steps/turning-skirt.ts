// A skirt of quads around a body that turns back and forth, after the paper's "Walk LR" and "Walk
// HR" (option `scale`): tight at the waist, below in pleats that lag behind the body and lean over.
import { seededRandom } from '../../src/core/math/random.ts';
import { ripples } from '../ripples.ts';
import { along } from '../scene.ts';
import { type ClothOptions, type ClothSteps, joined, TIME_STEP } from './cloth-steps.ts';
import { tube } from './pieces.ts';

const HEIGHT = 0.6;
const PLEATS = 5;
/** At 1 / PLEATS the flanks of a crest touch. */
const SHUT = 0.92 / PLEATS;

/** The scene of a skirt around a turning body. */
export function turningSkirt({ seed = 24, scale = 1, corners = 4 }: ClothOptions = {}): ClothSteps {
  const random = seededRandom(seed);
  const cloth = tube(along(31, scale, 8), along(22, scale, 4), corners);
  const body = tube(along(120, Math.min(scale, 1), 8), along(120, Math.min(scale, 1), 8), 3);
  const { mesh, objectOf, firstVertex } = joined([cloth, body]);
  const uneven = ripples(random, 4, 1, 3, 1);

  /** Half axes of the body at depth v: waist, hips, thighs. */
  const girth = (v: number): number => 0.11 + 0.05 * Math.sin(Math.PI * Math.min(1, 0.15 + 1.1 * v));
  const turned = (time: number): number => 0.8 * Math.sin(2.2 * time);

  const positions = (step: number, out: Float64Array): void => {
    const time = step * TIME_STEP;
    for (let i = 0; i < cloth.vertexCount; i++) {
      const v = cloth.v[i];
      const u = 2 * Math.PI * cloth.u[i];
      const noise = uneven(Math.cos(u), Math.sin(u) + 2 * v, 2 * time);
      const phase = PLEATS * u + noise;
      const angle = u + turned(time - 0.12 * v) - SHUT * v * Math.sin(phase);
      const lift = 0.02 * v * Math.abs(Math.cos(2.2 * time));
      const r = girth(v) + 0.004 + lift + 0.035 * v * (1 + Math.cos(phase)) + 0.004 * v * (1 + noise);
      out[3 * i] = 1.2 * r * Math.cos(angle);
      out[3 * i + 1] = r * Math.sin(angle);
      out[3 * i + 2] = -HEIGHT * v;
    }
    const turn = turned(time);
    for (let i = 0, o = 3 * firstVertex[1]; i < body.vertexCount; i++, o += 3) {
      const v = 1.3 * body.v[i] - 0.15;
      const angle = 2 * Math.PI * body.u[i] + turn;
      out[o] = 1.2 * girth(Math.max(0, v)) * Math.cos(angle);
      out[o + 1] = girth(Math.max(0, v)) * Math.sin(angle);
      out[o + 2] = -HEIGHT * v;
    }
  };
  return { name: 'turning skirt', mesh, objectOf, stepCount: 300, positions };
}
