// A dancer in a skirt of seven layers, of the sizes of the papers' princess and flamenco: she turns
// back and forth and sways; the layers fall into pleats, lag behind, and rub on each other.
import { seededRandom } from '../../src/core/math/random.ts';
import { ripples } from '../ripples.ts';
import { sleeve } from '../shapes.ts';
import { lathe, type Profile } from './lathe.ts';
import { piece } from './piece.ts';
import { extent, GRAVITY, type SimulationScene, TIME_STEP } from './simulation-scene.ts';

/** The number of layers. */
const LAYERS = 7;
/** Lengths in metres. */
const [WAIST_HEIGHT, WAIST_RADIUS, LENGTH] = [1.05, 0.13, 0.6];
/** The radius that a layer gains from waist to hem, per metre of height that it loses. */
const FLARE = 1.1;
/** The gap between layers, and how much longer each outer layer is flared, in metres. */
const [LAYER_GAP, LAYER_FLARE] = [0.009, 0.012];
/** The unevenness of a layer, in metres; less than half of the gap. */
const UNEVEN = 0.002;
/** The dance: turn in radians and sway in metres, with their periods in seconds. */
const [TURN, TURN_PERIOD] = [2, 1.6];
const [SWAY, SWAY_PERIOD] = [0.05, 0.8];
/** Seconds in which the dance begins. */
const START_SECONDS = 0.6;

/** The cells of one layer, around and down. */
export interface SkirtSize {
  readonly columns: number;
  readonly rows: number;
}

/** 40K triangles, as the princess of the papers. */
export const PRINCESS: SkirtSize = { columns: 112, rows: 25 };
/** 49K triangles, as the flamenco dancer of the papers. */
export const FLAMENCO: SkirtSize = { columns: 124, rows: 28 };

/** The body: trunk, hips and a bell down to the floor, so that layers have something to lie on. */
const BODY: Profile = [
  [0, 1.5],
  [0.1, 1.46],
  [0.13, 1.3],
  [0.115, WAIST_HEIGHT],
  [0.17, 0.92],
  [0.19, 0.84],
  [0.18, 0.7],
  [0.16, 0.4],
  [0.14, 0.05],
  [0, 0],
];
const BODY_SEGMENTS = 48;

/** The scene of a dancer in a skirt of this size. */
export function layeredSkirt(name: string, seed: number, { columns, rows }: SkirtSize): SimulationScene {
  const body = lathe(BODY, BODY_SEGMENTS);
  const layer = sleeve(columns, rows);
  const random = seededRandom(seed);
  const cloths = Array.from({ length: LAYERS }, (_, k) => {
    const uneven = ripples(random, 4, 2, 7, 0);
    const cloth = piece(layer, 3, (u, v) => {
      const angle = 2 * Math.PI * u;
      const down = LENGTH * v;
      // The unevenness closes around the waist: it is that of a circle in the plane of (u, v).
      const ripple = UNEVEN * uneven(0.5 + 0.5 * Math.cos(angle), 0.5 + 0.5 * Math.sin(angle) * v, 0) * v;
      const radius = WAIST_RADIUS + k * (LAYER_GAP + LAYER_FLARE * v) + FLARE * down + ripple;
      return [radius * Math.cos(angle), radius * Math.sin(angle), WAIST_HEIGHT - down];
    });
    const { positions } = cloth;
    const waist = Float64Array.from(positions).subarray(0, 3 * columns);
    return {
      ...cloth,
      pinned: Uint32Array.from({ length: columns }, (_, i) => i),
      movePinned: (time: number, out: Float64Array) => dance(waist, time, out),
    };
  });
  return {
    name,
    options: {
      cloths,
      obstacles: [{ ...body, move: (time, out) => dance(body.positions, time, out) }],
      gravity: GRAVITY,
      timeStep: TIME_STEP,
      thickness: 0.002,
      friction: 0.3,
    },
    seconds: 3,
    obstacleSpeed: (2 * Math.PI * TURN * 0.19) / TURN_PERIOD + (2 * Math.PI * SWAY) / SWAY_PERIOD,
    fault: (positions) => hangs(positions, LAYERS * columns * (rows + 1)),
  };
}

/** Writes where points of the dancer are at a time: she begins slowly, from rest. */
function dance(start: Float64Array, time: number, out: Float64Array): void {
  const begun = Math.min(1, time / START_SECONDS) ** 2;
  const angle = begun * TURN * Math.sin((2 * Math.PI * time) / TURN_PERIOD);
  const sway = begun * SWAY * Math.sin((2 * Math.PI * time) / SWAY_PERIOD);
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  for (let i = 0; i < start.length; i += 3) {
    out[i] = cos * start[i] - sin * start[i + 1] + sway;
    out[i + 1] = sin * start[i] + cos * start[i + 1];
    out[i + 2] = start[i + 2];
  }
}

/** Says what is wrong unless the skirt hangs from the waist around the body. */
function hangs(positions: Float64Array, count: number): string | null {
  const { low, high } = extent(positions, 0, count);
  if (low[2] > WAIST_HEIGHT - 0.3) return `the skirt reaches down to ${low[2].toFixed(3)} m only: it does not hang`;
  return high[2] > WAIST_HEIGHT + 0.2 ? `the skirt reaches up to ${high[2].toFixed(3)} m` : null;
}
