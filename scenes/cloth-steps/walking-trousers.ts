// Trousers on walking legs, after the paper's "Walk pants": two tubes of cloth follow two legs with
// a lag, and slap against each other between the knees. Six steps in six seconds.
import { seededRandom } from '../../src/core/math/random.ts';
import { ripples } from '../ripples.ts';
import { along } from '../scene.ts';
import { type ClothOptions, type ClothSteps, joined, TIME_STEP } from './cloth-steps.ts';
import { type Grid, tube } from './pieces.ts';

const THIGH = 0.45;
const LENGTH = 0.9;
/** Half of the distance between the hips. */
const HIP = 0.09;
/** The delay of the cloth behind the leg, in seconds. */
const LAG = 0.012;

/** The scene of trousers on walking legs. */
export function walkingTrousers({ seed = 22, scale = 1, corners = 3 }: ClothOptions = {}): ClothSteps {
  const random = seededRandom(seed);
  const [around, down] = [along(20, scale, 4), along(20, scale, 4)];
  const [skinAround, skinDown] = [along(72, scale, 6), along(100, scale, 6)];
  const pieces = [1, 1, 0, 0].map((isCloth) => (isCloth ? tube(around, down, corners) : tube(skinAround, skinDown, 3)));
  // Both tubes of cloth are one garment.
  const { mesh, objectOf: pieceOf, firstVertex } = joined(pieces);
  const objectOf = pieceOf.map((piece) => Math.max(0, piece - 1));
  const wrinkles = ripples(random, 5, 4, 11, 1);

  const positions = (step: number, out: Float64Array): void => {
    const time = step * TIME_STEP;
    for (let leg = 0; leg < 2; leg++) {
      const side = 2 * leg - 1;
      placeLeg(pieces[2 + leg], out, 3 * firstVertex[2 + leg], side, time, (_, v) => 0.075 - 0.03 * v);
      placeLeg(pieces[leg], out, 3 * firstVertex[leg], side, time - LAG, (u, v) => {
        const fold = wrinkles(Math.cos(2 * Math.PI * u), 2 * v + leg, 2 * time);
        return 0.08 - 0.018 * v + (0.002 + 0.008 * v) * (1 + fold);
      });
    }
  };
  return { name: 'walking trousers', mesh, objectOf, stepCount: 600, positions };
}

/** A bent tube: hip and knee rotate about the x axis, one step per second. */
function placeLeg(
  grid: Grid,
  out: Float64Array,
  offset: number,
  side: number,
  time: number,
  radius: (u: number, v: number) => number,
): void {
  const hip = 0.45 * Math.sin(Math.PI * time + (side * Math.PI) / 2);
  const knee = 0.35 * (1 + Math.sin(Math.PI * time + (side * Math.PI) / 2 - 1.2));
  for (let i = 0; i < grid.vertexCount; i++) {
    const [u, v] = [2 * Math.PI * grid.u[i], grid.v[i]];
    const reach = LENGTH * v;
    // Around the knee the angle changes over ten centimetres.
    const below = Math.max(0, reach - THIGH);
    const bent = hip - knee * Math.min(1, Math.max(0, (reach - THIGH + 0.06) / 0.12));
    const y = Math.min(reach, THIGH) * Math.sin(hip) + below * Math.sin(hip - knee);
    const z = -Math.min(reach, THIGH) * Math.cos(hip) - below * Math.cos(hip - knee);
    const r = radius(grid.u[i], v);
    out[offset + 3 * i] = side * (HIP - 0.005 * v) + r * Math.cos(u);
    out[offset + 3 * i + 1] = y + r * Math.sin(u) * Math.cos(bent);
    out[offset + 3 * i + 2] = z + r * Math.sin(u) * Math.sin(bent);
  }
}
