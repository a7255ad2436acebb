// The shapes with known clashes, against brute force: what was worked out by hand is right.
import { describe, expect, it } from 'vitest';
import { knownClashes } from '../generate/clash-known.ts';
import { clashScene } from '../generate/clash-scenes.ts';
import { merge } from '../generate/clash-shapes.ts';
import { curveLengthOf, depthOf } from './part-measures.ts';
import { partStates } from './part-states.ts';

const SHARE = 0.03;

describe('known clashes', () => {
  it.each(knownClashes.map((known) => [known.name, known] as const))('%s', (_, known) => {
    const scene = merge(...known.shapes);
    const b = known.shapes.length === 1 ? 0 : 1;
    expect(partStates(scene).get(`0 ${b}`)).toBe(known.kind);
    if (known.curveLength !== null)
      expect(Math.abs(curveLengthOf(scene, 0, b) / known.curveLength - 1)).toBeLessThan(SHARE);
    if (known.depth !== null && !known.isCapped) {
      // The depth found is at most a tenth too small.
      const tolerance = 0.1 * known.depth;
      const depth = depthOf(scene, 0, b, tolerance) ?? 0;
      expect(depth).toBeLessThan((1 + SHARE) * known.depth);
      expect(depth + tolerance).toBeGreaterThan((1 - SHARE) * known.depth);
    }
  });
});

it('has names that differ', () => {
  expect(new Set(knownClashes.map(({ name }) => name)).size).toBe(knownClashes.length);
});

// Two independent ways to the same answer: exact cells of faces, and pieces of faces in doubles.
it('finds depth where the exact states say that one part reaches into another', () => {
  const met = { inside: 0, flush: 0, shallow: 0 };
  for (let seed = 0; seed < 192; seed++) {
    const { scene } = clashScene(seed);
    if (!scene.positions.every((c) => Number.isInteger(4 * c))) continue;
    for (const [pair, state] of partStates(scene)) {
      const [a, b] = pair.split(' ').map(Number);
      if (a === b) continue;
      const depth = depthOf(scene, a, b, 0.1);
      const where = `seed ${seed}, parts ${pair}, ${state}`;
      if (state === 'inside' || (state === 'crossing' && curveLengthOf(scene, a, b) === 0)) {
        met[state === 'inside' ? 'inside' : 'flush']++;
        expect(depth, where).toBeGreaterThan(0.01);
      } else if (state !== 'crossing') {
        met.shallow++;
        expect(depth ?? 0, where).toBeLessThan(1e-9);
      }
    }
  }
  expect(met.inside).toBeGreaterThan(10);
  expect(met.flush).toBeGreaterThan(20);
  expect(met.shallow).toBeGreaterThan(50);
});
