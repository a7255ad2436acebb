// A gently waving cloth with one fold: smooth and quiet almost everywhere, the best case of culling
// by normals; contacts exist only where the fold lies on the cloth below. 92K triangles.
import { seededRandom } from '../src/core/math/random.ts';
import { ripples } from './ripples.ts';
import { along, namedParts, ramp, type Scene, type SceneOptions } from './scene.ts';
import { grid } from './shapes.ts';

/** The arc length at which the cloth turns back. */
const BACK = 0.85;
/** The arc length at which the cloth turns forward again. */
const FORTH = 1.1;
/** The length of each bend. */
const BEND = 0.06;

/** The scene of a waving cloth with a fold. */
export function wavingCloth({ seed = 1, scale = 1 }: SceneOptions = {}): Scene {
  const side = along(215, scale);
  const { mesh, u, v } = grid(side, side);
  const frameCount = 120;
  const press = ripples(seededRandom(seed), 4, 3, 12, 0.15);

  const positions = (frame: number, out: Float64Array): void => {
    const time = frame / (frameCount - 1);
    const closed = ramp(0, 0.4, time);
    for (let row = 0; row <= side; row++) {
      const y = 2 * v[row * (side + 1)] - 1;
      // Beyond half a turn the returning part reaches the part below; where it does changes along
      // the fold.
      const turn = closed * (Math.PI + 0.335 + 0.03 * press(y, 0, frame));
      let [x, z] = [-0.8, 0];
      for (let column = 0; column <= side; column++) {
        const i = row * (side + 1) + column;
        if (column > 0) {
          const s = u[i] + u[i - 1];
          const angle = turn * (ramp(BACK - BEND, BACK + BEND, s) - ramp(FORTH - BEND, FORTH + BEND, s));
          x += Math.cos(angle) * (2 / side);
          z += Math.sin(angle) * (2 / side);
        }
        out[3 * i] = x;
        // Rows are slightly curved: otherwise layers would lie exactly row upon row, which no cloth
        // does.
        out[3 * i + 1] = y + 0.02 * Math.sin(5 * u[i] + 2 * y + 0.02 * frame);
        // The wave moves all layers above a point equally, so it causes no contacts itself.
        out[3 * i + 2] = z + 0.05 * Math.sin(4 * x + 1.5 * y - 0.12 * frame) + 0.03 * Math.sin(5 * y + 0.09 * frame);
      }
    }
  };
  return { name: 'waving-cloth', mesh, parts: namedParts(['cloth'], [0]), frameCount, positions };
}
