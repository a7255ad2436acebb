// Which attempts a search for a first contact makes, and that they never change the answer.
import { expect, it } from 'vitest';
import { SearchHorizon } from '../../src/engine/search-horizon.ts';
import { MeshCollider } from '../../src/index.ts';
import { meshClasses } from '../generate/meshes.ts';

/** The ends of the attempts of one search whose first contact is at this time. */
function endsOf(horizon: SearchHorizon, time: number, isRepeatable = false): number[] {
  const ends: number[] = [];
  for (const until of horizon.attempts(isRepeatable)) {
    ends.push(until);
    if (horizon.isCertain(time <= until ? time : Infinity, until)) break;
  }
  return ends;
}

it('an early contact needs one attempt', () => {
  const horizon = new SearchHorizon();
  for (let i = 0; i < 3; i++) expect(endsOf(horizon, 0.01)).toEqual([1 / 16]);
});

it('an early attempt in vain is made less often, and again where contacts come early', () => {
  const horizon = new SearchHorizon();
  const late = Array.from({ length: 7 }, () => endsOf(horizon, 0.5).length);
  expect(late).toEqual([2, 1, 2, 1, 1, 2, 1]);
  const early = Array.from({ length: 8 }, () => endsOf(horizon, 0.01)[0]);
  expect(early.at(-1)).toBe(1 / 16);
});

it('a repeatable search always makes both', () => {
  const horizon = new SearchHorizon();
  for (let i = 0; i < 3; i++) expect(endsOf(horizon, 0.5, true)).toEqual([1 / 16, 1]);
});

it('a time near the end of the first attempt is not certain', () => {
  expect(endsOf(new SearchHorizon(), 1 / 16)).toEqual([1 / 16, 1]);
});

it.each(meshClasses)('the first contact of $name is the same whatever was asked before', ({ make }) => {
  const scene = make(3);
  const collider = new MeshCollider(scene.mesh);
  const answers = Array.from({ length: 5 }, () => [
    collider.firstContact(scene.x0, scene.x1),
    collider.maxStep(scene.x0, scene.x1),
  ]);
  for (const answer of answers) expect(answer).toEqual(answers[0]);
});
