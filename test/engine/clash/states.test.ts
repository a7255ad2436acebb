// The states of parts in random scenes, against the exact reference.
import { describe, expect, it } from 'vitest';
import { CLASH_SCENE_COUNT, clashScene } from '../../generate/clash-scenes.ts';
import { partStates } from '../../oracle/part-states.ts';
import { detectorOf, gravestKinds } from './pair-states.ts';

const CHUNK = 24;

/** One line per pair whose state is not that of the reference. */
function differences(seed: number): string[] {
  const { name, scene } = clashScene(seed);
  const detector = detectorOf(scene);
  const got = gravestKinds(detector.frame(scene.positions));
  detector.dispose();
  return [...partStates(scene)].flatMap(([pair, expected]) => {
    const found = got.get(pair) ?? 'apart';
    return found === expected ? [] : [`seed ${seed} (${name}), parts ${pair}: expected ${expected}, got ${found}`];
  });
}

describe('states of parts', () => {
  const chunks = Array.from({ length: CLASH_SCENE_COUNT / CHUNK }, (_, i) => CHUNK * i);
  it.each(chunks)('as the reference has them, 24 seeds from %i', (first) => {
    const seeds = Array.from({ length: CHUNK }, (_, i) => first + i);
    expect(seeds.flatMap(differences)).toEqual([]);
  });
});
