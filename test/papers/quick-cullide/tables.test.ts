// The tables are of scenes of the paper's size unless a quick run is asked for.
import { expect, it } from 'vitest';
import { extentOf } from '../../../bench/papers/quick-cullide/tables.ts';

it('a run is of full scenes, a quick one of small ones', () => {
  expect(extentOf({ quick: false, cache: '' })).toMatchObject({ scale: 1, resolution: 1024, fineResolution: 4096 });
  expect(extentOf({ quick: true, cache: '' }).scale).toBeLessThan(0.1);
});
