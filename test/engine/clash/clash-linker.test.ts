// Linking clashes of frames, on invented records: which of them are one clash, and what it is.
import { describe, expect, it } from 'vitest';
import { type Clash, ClashLinker, type ContactPlace, type FrameClash, rankClashes } from '../../../src/clash.ts';
import { TriMesh } from '../../../src/index.ts';

/**
 * Two strips of 20 quads, faces 0 to 39 and 40 to 79. Faces f and f + 1 share an edge, f and f + 2
 * a vertex, f and f + 3 nothing.
 */
const STRIP = 40;
const mesh = TriMesh.from(
  [0, 42].flatMap((start) =>
    Array.from({ length: 20 }, (_, q) => start + 2 * q).flatMap((v) => [v, v + 1, v + 2, v + 2, v + 1, v + 3]),
  ),
  84,
);

function clash(facesA: number[], facesB: number[], more: Partial<FrameClash> = {}): FrameClash {
  return {
    ...{ a: 0, b: 1, kind: 'crossing', depth: null, through: null, distance: null, method: 'curve' },
    ...{ point: [0, 0, 0], curveLength: 1, pairs: 1, curve: new Float64Array(0) },
    facesA: Uint32Array.from(facesA),
    facesB: Uint32Array.from(facesB),
    ...more,
  };
}

function place(facesA: number[], facesB: number[], firstTime: number, more: Partial<ContactPlace> = {}): ContactPlace {
  return {
    ...{ a: 0, b: 1, firstTime, isPassing: false, isResting: false, point: [7, 7, 7], vf: 1, ee: 1 },
    facesA: Uint32Array.from(facesA),
    facesB: Uint32Array.from(facesB),
    ...more,
  };
}

/** Links frames and the steps between them. */
function linked(frames: readonly FrameClash[][], steps: readonly ContactPlace[][] = []): Clash[] {
  const linker = new ClashLinker(mesh);
  frames.forEach((clashes, i) => {
    linker.addFrame(i, clashes);
    if (i < frames.length - 1) linker.addStep(i, steps[i] ?? []);
  });
  return linker.finish();
}

const spans = (clashes: readonly Clash[]): number[][] => clashes.map(({ first, last }) => [first, last]);

describe('frames', () => {
  it('are one clash if faces share a vertex, two otherwise', () => {
    expect(mesh.topology.sharesVertex(0, 2)).toBe(true);
    expect(mesh.topology.sharesVertex(0, 3)).toBe(false);
    expect(linked([[clash([0], [40])], [clash([2], [60])]])).toHaveLength(1);
    expect(linked([[clash([0], [40])], [clash([3], [60])]])).toHaveLength(2);
    expect(linked([[clash([0], [40])], [clash([30], [42])]])).toHaveLength(1);
  });

  it('are two clashes if the parts differ, or the same vertex is on the other side', () => {
    expect(linked([[clash([0], [40])], [clash([0], [40], { b: 2 })]])).toHaveLength(2);
    // Parts that share vertices: face 2 is of part 0 in one frame, face 3 of part 1 in the other.
    expect(linked([[clash([2], [40])], [clash([20], [3])]])).toHaveLength(2);
    const self = { b: 0 };
    expect(linked([[clash([2], [12], self)], [clash([22], [3], self)]])).toHaveLength(1);
  });

  it('that are two apart are one clash, three apart two', () => {
    const there = [clash([0], [40])];
    expect(spans(linked([[], there, [], there]))).toEqual([[1, 3]]);
    expect(linked([[], there, [], there])[0].perFrame.map(({ frame }) => frame)).toEqual([1, 3]);
    expect(spans(linked([there, [], [], there]))).toEqual([
      [0, 0],
      [3, 3],
    ]);
  });

  it('that merge and split are one clash, each frame once', () => {
    const two = [clash([0], [40], { depth: 1, pairs: 2 }), clash([8], [48], { depth: 3, pairs: 5 })];
    const one = [clash([2, 6], [42, 46], { depth: 2, pairs: 4 })];
    const [only, ...rest] = linked([two, one, two]);
    expect(rest).toEqual([]);
    expect(only.perFrame).toEqual([
      { frame: 0, depth: 3, pairs: 7 },
      { frame: 1, depth: 2, pairs: 4 },
      { frame: 2, depth: 3, pairs: 7 },
    ]);
    expect([...only.facesA]).toEqual([0, 2, 6, 8]);
    expect([...only.facesB]).toEqual([40, 42, 46, 48]);
  });

  it('with neighbours in one frame stay two, unless another frame links them', () => {
    const neighbours = [clash([0], [40]), clash([1], [41])];
    expect(linked([neighbours])).toHaveLength(2);
    expect(linked([neighbours, neighbours])).toHaveLength(1);
    expect(linked([[clash([0], [40])], [], neighbours])).toHaveLength(1);
  });

  it('all reach back to the same frame, whatever their order in theirs', () => {
    const later = [clash([1], [60]), clash([2], [70]), clash([0], [50])];
    expect(linked([[clash([0], [40])], later])).toHaveLength(1);
    expect(linked([[clash([0], [40])], [...later].reverse()])).toHaveLength(1);
  });
});

describe('a clash', () => {
  it('has its gravest kind, its worst frame and its longest curve', () => {
    const [only] = linked([
      [],
      [clash([0], [40], { kind: 'touching', method: null, curveLength: 9 })],
      [clash([0], [40], { depth: 0.1 })],
      [clash([0], [40], { depth: 0.4, through: 0.9, point: [1, 2, 3] })],
      [clash([0], [40], { kind: 'touching', method: null })],
    ]);
    expect(only).toMatchObject({ kind: 'crossing', first: 1, last: 4, atRest: false, curveLength: 9 });
    expect(only.worst).toMatchObject({ frame: 3, depth: 0.4, point: [1, 2, 3] });
    expect(only.perFrame.map(({ depth }) => depth)).toEqual([null, 0.1, 0.4, null]);
  });

  it('that is near is worst where it is nearest', () => {
    const near = (distance: number): FrameClash[] => [
      clash([0], [40], { kind: 'near', method: null, distance, curveLength: 0 }),
    ];
    const [only] = linked([near(3), near(1), near(2)]);
    expect(only).toMatchObject({ kind: 'near', atRest: false, worst: { frame: 1, distance: 1 } });
  });

  it('is at rest if it is there in frame 0, and no graver later', () => {
    const touching = clash([0], [40], { kind: 'touching' });
    expect(linked([[clash([0], [40])], []])[0].atRest).toBe(true);
    expect(linked([[], [clash([0], [40])]])[0].atRest).toBe(false);
    expect(linked([[touching], [touching]])[0].atRest).toBe(true);
    expect(linked([[touching], [clash([0], [40])]])[0]).toMatchObject({ atRest: false, firstTime: null });
  });

  it('begins at the contact on its faces, else of its parts, else with its frame', () => {
    const now = [[], [], [clash([0], [40])]];
    const begins = (...places: ContactPlace[]): number | null => linked(now, [[], places])[0].firstTime;
    expect(begins(place([2], [60], 0.75), place([30], [70], 0.25))).toBe(1.75);
    expect(begins(place([2], [60], 0.75), place([20], [41], 0.5))).toBe(1.5);
    expect(begins(place([30], [70], 0.25))).toBe(1.25);
    expect(begins(place([0], [40], 0.25, { b: 2 }))).toBe(2);
    expect(begins()).toBe(2);
    expect(linked([[clash([0], [40])]])[0].firstTime).toBe(null);
  });

  it('does not begin at a contact of an earlier step', () => {
    expect(linked([[], [], [clash([0], [40])]], [[place([0], [40], 0.5)], []])[0].firstTime).toBe(2);
  });
});

describe('passing', () => {
  const passes = (firstTime: number): ContactPlace => place([0], [40], firstTime, { isPassing: true });

  it('is a clash between two frames', () => {
    const [only, ...rest] = linked([[], [], [], []], [[], [passes(0.5)], []]);
    expect(rest).toEqual([]);
    expect(only).toMatchObject({ kind: 'passing', first: 1, last: 2, firstTime: 1.5, perFrame: [], atRest: false });
    expect(only.worst).toMatchObject({ frame: 1, kind: 'passing', point: [7, 7, 7], depth: null, pairs: 0 });
    expect([...only.facesA, ...only.facesB]).toEqual([0, 40]);
  });

  it('to and fro is one clash', () => {
    const steps = [[passes(0.5)], [], [passes(0.25)], [], [], [passes(0.75)]];
    const clashes = linked([[], [], [], [], [], [], []], steps);
    expect(spans(clashes)).toEqual([
      [0, 3],
      [5, 6],
    ]);
  });

  it('is part of a crossing at either end, and when it begins counts', () => {
    const crossing = [clash([0], [40])];
    const before = linked([[], crossing, []], [[passes(0.5)], []]);
    const after = linked([[], crossing, []], [[], [passes(0.5)]]);
    expect([before.length, after.length]).toEqual([1, 1]);
    expect(before[0]).toMatchObject({ kind: 'crossing', first: 1, last: 1, firstTime: 0.5 });
    expect(after[0]).toMatchObject({ kind: 'crossing', first: 1, last: 1, firstTime: 1 });
  });

  it('is a clash of its own beside a crossing one frame further or elsewhere', () => {
    const crossing = [clash([0], [40])];
    expect(linked([[], [], crossing], [[passes(0.5)], []]).map(({ kind }) => kind)).toEqual(['crossing', 'passing']);
    const elsewhere = linked([[], [clash([20], [60])]], [[passes(0.5)]]);
    expect(elsewhere.map(({ kind }) => kind)).toEqual(['crossing', 'passing']);
  });

  it('is graver than touching, and extends it', () => {
    const touching = clash([0], [40], { kind: 'touching', method: null });
    const [only, ...rest] = linked([[touching], [], []], [[passes(0.5)], []]);
    expect(rest).toEqual([]);
    expect(only).toMatchObject({ kind: 'passing', first: 0, last: 1, atRest: false });
  });
});

describe('the order', () => {
  it('is by depth, else how far through, then curve, first frame and parts; ids count', () => {
    const at = (f: number, more: Partial<FrameClash>): FrameClash => clash([f], [f + STRIP], more);
    const frame = [
      at(0, { curveLength: 1, b: 2 }),
      at(4, { curveLength: 1 }),
      at(8, { curveLength: 5 }),
      at(12, { depth: 0.1, through: 7 }),
      at(16, { through: 0.2 }),
    ];
    const clashes = linked([frame]);
    expect(clashes.map(({ facesA }) => facesA[0])).toEqual([16, 12, 8, 4, 0]);
    expect(clashes.map(({ id }) => id)).toEqual([0, 1, 2, 3, 4]);
    const again = linked([[...frame].reverse()]);
    expect(again).toEqual(clashes);
    const deeper = clashes.map((one) => (one.id === 4 ? { ...one, worst: { ...one.worst, depth: 1 } } : one));
    expect(rankClashes(deeper).map(({ id, facesA }) => [id, facesA[0]])).toEqual([
      [0, 0],
      [1, 16],
      [2, 12],
      [3, 8],
      [4, 4],
    ]);
  });

  it('does not depend on the order within frames', () => {
    const frames = Array.from({ length: 6 }, (_, i) =>
      Array.from({ length: 10 }, (_, k) =>
        clash([(7 * k + i) % 40], [40 + ((11 * k + i) % 40)], { depth: (k * i) % 3 }),
      ),
    );
    expect(linked(frames.map((clashes) => [...clashes].reverse()))).toEqual(linked(frames));
  });
});

describe('a part that ends up inside another', () => {
  it('is one clash for the way through the surface, and one for being inside', () => {
    const inside = clash([0, 1], [], { kind: 'inside', depth: 0.5 });
    const way = [place([1], [40], 0.4, { isPassing: true })];
    const found = linked([[], [inside], [inside]], [way, []]);
    expect(found.map(({ kind, first, last, firstTime }) => [kind, first, last, firstTime])).toEqual([
      ['inside', 1, 2, 0.4],
      ['passing', 0, 1, 0.4],
    ]);
    const out = linked([[inside], [inside], []], [[], way]);
    expect(out.map(({ kind, first, last, firstTime }) => [kind, first, last, firstTime])).toEqual([
      ['inside', 0, 1, null],
      ['passing', 1, 2, 1.4],
    ]);
  });
});
