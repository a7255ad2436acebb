// Which primitives each pass tests, renders and prunes [Quick-CULLIDE §4.1, lemmas 3, 4 and 5],
// with a device that fails what it is told to.
import { expect, it } from 'vitest';
import { type CullScene, type CullSettings, FIRST, PRUNED, SECOND } from '../../../src/gpu.ts';
import { runRounds } from '../../../src/papers/quick-cullide/run-rounds.ts';

const [FFV, SFV, NFV] = [0, 1, 2];
const scene: CullScene = {
  itemCount: 3,
  primitiveCount: 3,
  edgeCount: 3,
  primitiveOf: null,
  groupOf: null,
  corners: null,
  startBits: null,
  axes: [],
  views: [{ axis: 0, flipped: false }],
};

/** One round in which these primitives fail in the first and in the second pass. */
function round(algorithm: CullSettings['algorithm'], startBits: readonly number[], failing: readonly number[][]) {
  const settings: CullSettings = { algorithm, touching: true, listLength: 1, mostRounds: 1 };
  const bits = Uint8Array.from(startBits);
  const fail = new Uint8Array(3);
  const tested: number[][] = [];
  const rendered: number[][] = [];
  const without = (mask: number) => [0, 1, 2].filter((p) => (bits[p] & mask) === 0);
  const answer = runRounds(scene, settings, 'raster', { bits, fail }, ({ isSecond, untestedBits, unrenderedBits }) => {
    tested.push(without(untestedBits));
    rendered.push(without(unrenderedBits));
    for (const p of failing[Number(isSecond)]) fail[p] = 1;
  });
  return { tested, rendered, bits: [...answer.bits], converged: answer.converged };
}
const quick = (...failing: number[][]) => round('quick-cullide', [FIRST, SECOND, 0], failing);

it('the first pass tests SFV and NFV and renders FFV and NFV, the second the other way round', () => {
  const { tested, rendered, bits, converged } = quick([SFV, NFV], [FFV, NFV]);
  expect(tested).toEqual([
    [SFV, NFV],
    [FFV, NFV],
  ]);
  expect(rendered).toEqual([
    [FFV, NFV],
    [SFV, NFV],
  ]);
  expect(bits).toEqual([FIRST, SECOND, 0]);
  expect(converged).toBe(true);
});

it('lemma 3: FFV that is fully visible in the second pass is pruned', () => {
  expect(quick([SFV, NFV], [NFV]).bits).toEqual([PRUNED, SECOND, 0]);
});

it('lemma 4: SFV that is fully visible in the first pass is pruned', () => {
  expect(quick([NFV], [FFV, NFV]).bits).toEqual([FIRST, PRUNED, 0]);
});

it('lemma 5: NFV that is fully visible in both passes is pruned, in one of them it moves to FFV or SFV', () => {
  expect(quick([SFV], [FFV]).bits).toEqual([FIRST, SECOND, PRUNED]);
  expect(quick([SFV], [FFV, NFV]).bits).toEqual([FIRST, SECOND, FIRST]);
  expect(quick([SFV, NFV], [FFV]).bits).toEqual([FIRST, SECOND, SECOND]);
});

it('CULLIDE prunes only what is fully visible in both passes of a view', () => {
  const { tested, rendered, bits } = round('cullide', [0, 0, 0], [[0], [1]]);
  expect([...tested, ...rendered]).toEqual(new Array(4).fill([0, 1, 2]));
  expect(bits).toEqual([0, 0, PRUNED]);
});
