// A tape of one metre falls onto a solid and folds upon itself, after the paper's "Tape": layer
// upon layer of quads.
import { seededRandom } from '../../src/core/math/random.ts';
import { ripples } from '../ripples.ts';
import { along, ramp } from '../scene.ts';
import { type ClothOptions, type ClothSteps, joined } from './cloth-steps.ts';
import { sheet } from './pieces.ts';

/** The length of the tape, in metres like all lengths here. */
const LENGTH = 1;
const WIDTH = 0.05;
/** The length of a layer. */
const LAYER = 0.12;
/** The distance from one layer to the next. */
const RISE = 0.006;
/** The gap between the plate and the lowest layer. */
const GAP = 0.003;

/** The scene of a tape that folds upon itself. */
export function foldingTape({ seed = 23, scale = 1, corners = 4 }: ClothOptions = {}): ClothSteps {
  const random = seededRandom(seed);
  const tape = sheet(along(160, scale, 24), along(8, scale, 2), corners);
  const plate = sheet(along(29, scale, 2), along(10, scale, 2), 3);
  const { mesh, objectOf, firstVertex } = joined([tape, plate]);
  const stepCount = 400;
  const sway = ripples(random, 3, 3, 9, 3);

  const positions = (step: number, out: Float64Array): void => {
    const time = step / stepCount;
    const laid = LENGTH * ramp(-0.1, 1, time);
    for (let i = 0; i < tape.vertexCount; i++) {
      const s = LENGTH * tape.u[i];
      const folded = Math.min(s, laid);
      const standing = s - folded;
      const swing = standing * ramp(0, 0.3, standing);
      out[3 * i] = zigzag(folded) + 0.25 * swing * sway(s, 0, 8 * time);
      out[3 * i + 1] = WIDTH * (tape.v[i] - 0.5) + 0.1 * swing * sway(0, s, 8 * time);
      out[3 * i + 2] = GAP + (RISE * folded) / LAYER + standing + 0.0008 * sway(5 * tape.v[i], 9 * s, 3 * time);
    }
    for (let i = 0, o = 3 * firstVertex[1]; i < plate.vertexCount; i++, o += 3) {
      out[o] = 0.3 * (plate.u[i] - 0.3);
      out[o + 1] = 0.2 * (plate.v[i] - 0.5);
      out[o + 2] = 0;
    }
  };
  return { name: 'folding tape', mesh, objectOf, stepCount, positions };
}

/** Runs back and forth over one layer length. */
function zigzag(s: number): number {
  const turn = s / LAYER - 2 * Math.floor(s / LAYER / 2);
  return LAYER * (turn <= 1 ? turn : 2 - turn);
}
