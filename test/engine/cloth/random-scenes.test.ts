// Random scenes of cloth with every step checked by a second collider; `npm run fuzz:cloth` does
// many more.
import { it } from 'vitest';
import { seededRandom } from '../../../src/core/math/random.ts';
import { randomCloth } from '../../generate/cloth-scenes.ts';
import { runProven } from './sheets.ts';

it.each(Array.from({ length: 16 }, (_, i) => 1 + i))('never lets anything through, seed %d', (seed) => {
  runProven(randomCloth(seededRandom(seed)), 40);
});
