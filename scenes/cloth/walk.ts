// A walking man in trousers (triangles, 833 particles), and in a sweater and slacks (quads, 713 and
// 10,757 particles) [Mezger §8.2, figures 12, 13].
import { seededRandom } from '../../src/core/math/random.ts';
import { ramp } from '../scene.ts';
import { drawTight, type Garment } from './garment.ts';
import { trianglesOf } from './piece.ts';
import { extent, GRAVITY, type SimulationScene, TIME_STEP } from './simulation-scene.ts';
import { slacks } from './slacks.ts';
import { sweater } from './sweater.ts';
import { WALK_SECONDS, WALK_SPEED, walkingBody } from './walking-body.ts';

/**
 * The distance between body and cloth at the start, in metres: the minimum, and the range that the
 * seed adds.
 */
const [SNUG, EASE] = [0.014, 0.004];
/** The additional distance of the sweater where it covers the slacks. */
const OVER = 0.018;

/** The scene of trousers in triangles. */
export function walkPants(seed: number): SimulationScene {
  const trousers = slacks({ around: 16, seam: 3, legRings: 19, hipRings: 7 });
  return walk('walk-pants', seed, [trousers], 3);
}

/** The scene of sweater and slacks in low resolution. */
export function walkLow(seed: number): SimulationScene {
  const low = slacks({ around: 10, seam: 3, legRings: 12, hipRings: 5 });
  return walk(
    'walk-low',
    seed,
    [low, sweater({ around: 18, rows: 12, armWidth: 2, armHeight: 2, sleeveRings: 9 })],
    4,
    OVER,
  );
}

/** The scene of sweater and slacks in high resolution. */
export function walkHigh(seed: number): SimulationScene {
  const high = slacks({ around: 40, seam: 9, legRings: 48, hipRings: 18 });
  return walk(
    'walk-high',
    seed,
    [high, sweater({ around: 80, rows: 45, armWidth: 8, armHeight: 8, sleeveRings: 33 })],
    4,
  );
}

/**
 * Returns a walking scene. Slacks come first; a sweater covers them. Above the waist it is farther
 * from the body by `chest`, because coarse faces cut corners.
 */
function walk(
  name: string,
  seed: number,
  garments: readonly Garment[],
  cornersPerFace: 3 | 4,
  chest = 0,
): SimulationScene {
  const random = seededRandom(seed);
  garments.forEach((garment, k) => {
    const snug = SNUG + random.between(0, EASE);
    drawTight(garment, (_x, _y, z) => snug + k * (OVER + (chest - OVER) * ramp(1.05, 1.2, z)));
  });
  const counts = garments.map(({ positions }) => positions.length / 3);
  return {
    name,
    options: {
      cloths: garments.map(({ positions, quads }) => ({
        positions,
        faces: cornersPerFace === 3 ? trianglesOf(quads) : quads,
        cornersPerFace,
      })),
      obstacles: [walkingBody()],
      gravity: GRAVITY,
      timeStep: TIME_STEP,
      thickness: 0.003,
      friction: 0.3,
    },
    seconds: WALK_SECONDS,
    obstacleSpeed: WALK_SPEED,
    fault: (positions) => isDressed(positions, counts),
  };
}

/** Says what is wrong unless the garments have followed the body and are still in their places. */
function isDressed(positions: Float64Array, counts: readonly number[]): string | null {
  const body = extent(
    positions,
    counts.reduce((a, b) => a + b),
    positions.length / 3,
  );
  if (body.low[1] < 2) return `the body is at ${body.low[1].toFixed(2)} m: it has not walked`;
  let first = 0;
  for (const [k, count] of counts.entries()) {
    const { low, high } = extent(positions, first, first + count);
    first += count;
    if (low[1] < body.low[1] - 0.1 || high[1] > body.high[1] + 0.1) return `garment ${k} stays behind`;
    const least = [0.95, 1.4][k];
    if (high[2] < least) return `garment ${k} has slipped down to ${high[2].toFixed(2)} m`;
  }
  return null;
}
