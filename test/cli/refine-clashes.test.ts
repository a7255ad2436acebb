// Which frames of a clash are refined, and which of them it is told by.
import { describe, expect, it } from 'vitest';
import type { Clash, FrameClash } from '../../src/clash.ts';
import { refineTasks, withRefined } from '../../src/cli/check/refine-clashes.ts';
import { refineFrame } from '../../src/cli/check/refine-frame.ts';

function found(change: Partial<FrameClash> = {}): FrameClash {
  return {
    ...{ a: 0, b: 1, kind: 'crossing', depth: 1, through: null, distance: null, method: 'parity', pairs: 12 },
    ...{ point: [0, 0, 0], curveLength: 1, curve: new Float64Array(0) },
    ...{ facesA: Uint32Array.of(1, 2), facesB: Uint32Array.of(21) },
    ...change,
  };
}

/** A clash with these depths by vertices, from frame 0 on. */
function clash(depths: readonly (number | null)[], change: Partial<FrameClash> = {}, more: Partial<Clash> = {}): Clash {
  const frame = depths.indexOf(depths.reduce((p, q) => ((q ?? 0) > (p ?? 0) ? q : p), null));
  const worst = { ...found({ depth: depths[frame], ...change }), frame };
  const { a, b, kind, curveLength, pairs } = worst;
  return {
    ...{ id: 0, a, b, kind, first: 0, last: depths.length - 1, atRest: true, firstTime: null, worst, curveLength },
    perFrame: depths.map((depth, at) => ({ frame: at, depth, pairs })),
    ...{ facesA: Uint32Array.of(1, 2, 3, 4), facesB: Uint32Array.of(21, 22) },
    ...more,
  };
}

const framesOf = (one: Clash, curves = false): number[] => refineTasks([one], curves).map(({ frame }) => frame);

describe('frames to refine', () => {
  it('are those about as deep as the deepest, of a clash with few pairs', () => {
    expect(framesOf(clash([0.5, 0.91, 1, 0.89, 0.9]))).toEqual([1, 2, 4]);
    expect(framesOf(clash([0, 0, 0], { depth: 0 }))).toEqual([0, 1, 2]);
  });

  it('are at most eight, spread evenly, with the deepest', () => {
    const depths = Array.from({ length: 61 }, (_, frame) => (frame === 33 ? 1 : 0.95));
    expect(framesOf(clash(depths))).toEqual([0, 10, 20, 30, 33, 40, 50, 60]);
  });

  it('are the worst one alone of a clash with many pairs', () => {
    expect(framesOf(clash([1, 1.01, 1], { pairs: 65 }))).toEqual([1]);
    expect(framesOf(clash([1, 1.01, 1], { pairs: 64 }))).toEqual([0, 1, 2]);
  });

  it('are none where no depth can change, unless the curve is wanted', () => {
    for (const change of [
      { b: 0, depth: null, method: 'side' },
      { depth: null, method: 'side', through: 2 },
    ] as const) {
      expect(framesOf(clash([1, 2], change))).toEqual([]);
      expect(framesOf(clash([1, 2], change), true)).toEqual([1]);
    }
    expect(framesOf(clash([0, 0], { kind: 'touching', depth: 0, method: null }), true)).toEqual([]);
    expect(framesOf(clash([1, 2], { kind: 'inside' }), true)).toEqual([]);
    // A tangle has no depth before it is refined.
    expect(framesOf(clash([null, null], { depth: null, method: 'curve' }))).toEqual([0, 1]);
  });

  it('are one task for all clashes in them', () => {
    const tasks = refineTasks([clash([1, 2]), clash([2, 1], {}, { id: 1 }), clash([1, 3], {}, { id: 2 })], true);
    expect(tasks.map(({ frame, wanted }) => [frame, wanted.map(({ id }) => id)])).toEqual([
      [0, [1]],
      [1, [0, 2]],
    ]);
  });
});

describe('a refined frame', () => {
  /** Deepens what it is asked to. */
  const readerOf = (...clashes: FrameClash[]) => ({
    frame: async (_: number, { refine }: { readonly refine?: (one: FrameClash) => boolean }) =>
      clashes.map((one) => (refine?.(one) ? { ...one, depth: 7 } : one)),
  });
  const refined = async (one: Clash, frame: number, ...clashes: FrameClash[]) => {
    const task = refineTasks([one], false).find((candidate) => candidate.frame === frame);
    return task && (await refineFrame(readerOf(...clashes), task)).map((result) => result.found);
  };

  it('has the clash, told by its parts, faces and depth by vertices', async () => {
    const one = clash([1, 0.95]);
    const its = found({ depth: 0.95, facesA: Uint32Array.of(3, 4) });
    const others = [
      found({ depth: 0.95, b: 2 }),
      found({ depth: 0.95, facesA: Uint32Array.of(4, 5) }),
      found({ depth: 0.94, facesB: Uint32Array.of(22) }),
      found({ depth: 0.95, pairs: 13, facesA: Uint32Array.of(1) }),
    ];
    expect(await refined(one, 1, ...others, its)).toEqual([{ ...its, depth: 7, frame: 1 }]);
  });

  it('has in the worst frame the faces that were worst', async () => {
    const other = found({ facesA: Uint32Array.of(3, 4) });
    expect(await refined(clash([1]), 0, other, found())).toEqual([{ ...found(), depth: 7, frame: 0 }]);
  });
});

describe('the worst frame', () => {
  const at = (frame: number, depth: number, id = 0) => ({ id, found: { ...found({ depth }), frame } });

  it('is the deepest after refinement, the earliest of equal ones', () => {
    const one = clash([1, 1, 1, 1]);
    const [{ worst }] = withRefined([one], [at(0, 1.2), at(1, 1.5), at(2, 1.5 + 1e-12), at(3, 1.4)]);
    expect([worst.frame, worst.depth]).toEqual([1, 1.5]);
    expect(withRefined([one], [])[0].worst).toEqual(one.worst);
  });

  it('decides about the order of clashes', () => {
    const clashes = [clash([2], {}, { first: 5 }), clash([1], {}, { id: 1, first: 6 })];
    const ranked = withRefined(clashes, [at(0, 2), at(0, 3, 1)]);
    expect(ranked.map(({ id, first, worst }) => [id, first, worst.depth])).toEqual([
      [0, 6, 3],
      [1, 5, 2],
    ]);
  });
});
