// Finely divided blocks that meet flat face on flat face, exactly parallel or tilted by very
// little; in a third of the cases they stop before they touch.
import { type Random, seededRandom } from '../../../src/core/math/random.ts';
import { along } from '../../scene.ts';
import { compose, randomAcross, randomRotation, rotationBy, times, UNTURNED } from '../pose.ts';
import type { Point, Soup } from '../soup.ts';
import { block } from './blocks.ts';
import { type Draft, finished, type SpecialMotions } from './special-case.ts';

const TILTS = [0, 1e-6, 1e-3];
const UP: Point = [0, 0, 1];
/**
 * More than half the diagonal of a face: a tilt moves no corner farther than this times the angle.
 */
const CORNER = 0.75;

/** Motions that meet face on face; the blocks have about 10K triangles each. */
export const faceToFace: SpecialMotions = (count, seed, scale = 1) => {
  const random = seededRandom(seed);
  const cells = along(29, scale, 1);
  const cube = block([1, 1, 1], [cells, cells, cells]);
  return Array.from({ length: count }, (_, i) => {
    const turn = random.next() < 0.5 ? UNTURNED : randomRotation(random);
    return finished(approach(random, cube, TILTS[i % TILTS.length], i % 9 > 5), turn, random.next() < 0.5);
  });
};

function approach(random: Random, cube: Soup, tilt: number, stops: boolean): Draft {
  const least = 2e-4 * 50 ** random.next();
  const [start, end] = [random.between(0.05, 0.5), stops ? least + CORNER * tilt : -0.1];
  const isAligned = random.next() < 0.4;
  const aside = (): number => (isAligned ? 0 : random.between(-0.4, 0.4));
  const spin = (): Point => (isAligned || random.next() < 0.5 ? [0, 0, 0] : [0, 0, random.between(-4, 4)]);
  const rotation = compose(rotationBy(times(randomAcross(random, UP), tilt)), rotationBy([0, 0, aside()]));
  // In a third of the cases both move, each a part of the distance.
  const own = random.next() < 0.33 ? random.between(-2, 2) : 1;
  const way = end - start;
  return {
    bodies: { a: cube, b: cube },
    a: {
      pose0: { position: [aside(), aside(), 1 + start + CORNER * tilt], rotation },
      velocity: [0, 0, own * way - CORNER * tilt],
      angularVelocity: spin(),
    },
    b: {
      pose0: { position: [0, 0, 0], rotation: UNTURNED },
      velocity: [0, 0, (own - 1) * way],
      angularVelocity: spin(),
    },
    truth: stops ? 'apart' : 'touching',
    least: stops ? least : 0,
  };
}
