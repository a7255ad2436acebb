// Clashes in the viewer: what the worker finds in a step, and the list that grows from it.
import { expect, test } from 'vitest';
import type { ContactPlace, FrameClash } from '../../src/clash.ts';
import { TriMesh } from '../../src/index.ts';
import { ClashChecker, type ClashSource } from '../../src/viewer/clash-checker.ts';
import { ClashResults } from '../../src/viewer/clash-results.ts';

const parts = ['left', 'right', 'pellet'];

function clashOf(depth: number | null, change: Partial<FrameClash> = {}): FrameClash {
  return {
    ...{ a: 0, b: 1, kind: 'crossing', depth, through: null, distance: null, method: 'parity', point: [1, 2, 3] },
    ...{ curveLength: 2, pairs: 4, facesA: Uint32Array.of(1), facesB: Uint32Array.of(2) },
    curve: Float64Array.of(0, 0, 0, 1, 1, 1),
    ...change,
  };
}

function placeOf(firstTime: number, isPassing: boolean, b = 1): ContactPlace {
  const faces = { facesA: Uint32Array.of(1), facesB: Uint32Array.of(2) };
  return { a: 0, b, firstTime, isPassing, isResting: false, point: [0, 0, 0], vf: 1, ee: 0, ...faces };
}

test('the clashes of two parts are one entry, at its deepest frame', () => {
  const results = new ClashResults(4, null);
  expect(results.list().clashes).toEqual([]);
  results.add({ step: 1, parts, frames: [[clashOf(0.1), clashOf(0.05)], [clashOf(0.3)]], places: [] });
  results.add({ step: 0, parts, frames: [[], [clashOf(0.1)]], places: [placeOf(0.25, false)] });
  results.add({ step: 2, parts, frames: [[clashOf(0.3)], [clashOf(0.2)]], places: [] });
  const { clashes, frameCount } = results.list();
  expect(frameCount).toBe(4);
  expect(clashes).toHaveLength(1);
  expect(clashes[0]).toMatchObject({ a: 'left', b: 'right', first: 1, last: 3, frames: 3, atRest: false });
  expect(clashes[0]).toMatchObject({ firstTime: 0.25, worst: { frame: 2, depth: 0.3 } });
  expect(clashes[0].perFrame).toEqual([
    { frame: 1, depth: 0.1 },
    { frame: 2, depth: 0.3 },
    { frame: 3, depth: 0.2 },
  ]);
  expect(results.summary()).toEqual({ known: 4, clashing: 3 });
  expect([0, 1, 2].map((step) => results.at(step))).toEqual([1, 1, 1]);
});

test('what is there in the first frame is at rest; touching alone is no clash', () => {
  const results = new ClashResults(2, null);
  const touching = clashOf(null, { kind: 'touching', b: 2 });
  results.add({ step: 0, parts, frames: [[clashOf(0.1), touching], [touching]], places: [] });
  const { clashes } = results.list();
  expect(clashes.map(({ b, kind, atRest }) => [b, kind, atRest])).toEqual([
    ['right', 'crossing', true],
    ['pellet', 'touching', true],
  ]);
  expect(results.summary()).toEqual({ known: 2, clashing: 1 });
});

test('what passes between frames is an entry of its own', () => {
  const results = new ClashResults(3, null);
  results.add({ step: 1, parts, frames: [[], []], places: [placeOf(0.5, true, 2)] });
  expect(results.at(1)).toBe(1);
  const [clash] = results.list().clashes;
  expect(clash).toMatchObject({ kind: 'passing', a: 'left', b: 'pellet', first: 1, last: 2, firstTime: 1.5 });
});

test('unknown steps are asked for once, from the current one on', () => {
  const results = new ClashResults(5, null);
  expect(results.at(2)).toBeNull();
  expect(results.nextUnknown(2, 4)).toBe(2);
  results.add({ step: 2, parts, frames: [[], []], places: [] });
  results.fail(3);
  expect(results.nextUnknown(2, 4)).toBe(0);
  results.add({ step: 0, parts, frames: [[], []], places: [] });
  results.add({ step: 1, parts, frames: [[], []], places: [] });
  expect(results.nextUnknown(2, 4)).toBeNull();
  expect(results.at(2)).toBe(0);
});

test('a list with a failed step is never complete', () => {
  const results = new ClashResults(3, null);
  const nothing = { parts, frames: [[], []], places: [] };
  results.add({ step: 0, ...nothing });
  expect(results.isComplete).toBe(false);
  results.fail(1);
  expect(results.isComplete).toBe(false);
  const whole = new ClashResults(3, null);
  for (const step of [1, 0]) whole.add({ step, ...nothing });
  expect(whole.isComplete).toBe(true);
});

const PARTS = { names: ['one', 'other'], partOfFace: Uint32Array.of(0, 0, 0, 0, 1, 1, 1, 1) };
const SIDES = [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3, 4, 6, 5, 4, 5, 7, 4, 7, 6, 5, 6, 7];
const CORNERS = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1];

/** Two tetrahedra; the second one is shifted along all axes by `shifts`, frame by frame. */
function checkerOf(shifts: readonly number[], change: Partial<ClashSource> = {}): ClashChecker {
  const mesh = TriMesh.from(SIDES, 8);
  const meshOf = change.meshOf ?? (() => mesh);
  const own = { mesh: meshOf(0), frameCount: shifts.length, meshOf, meshBetween: meshOf };
  const source: ClashSource = { remeshed: [], partsOf: () => PARTS, ...change, ...own };
  const at = (frame: number) => Float64Array.from([...CORNERS, ...CORNERS.map((x) => x + shifts[frame])]);
  return new ClashChecker(source, async (frame) => at(frame));
}

/** Everything that the page learns, its steps in a mixed order. */
async function resultsOf(checker: ClashChecker, frameCount: number): Promise<ClashResults> {
  const results = new ClashResults(frameCount, 'm');
  for (let step = frameCount - 2; step >= 0; step--) results.add(await checker.check(step));
  return results;
}

test('the worker finds two tetrahedra that are stuck in each other and move together', async () => {
  const { frames, places, parts: names } = await checkerOf([0.1, 0.1]).check(0);
  expect(names).toEqual(['one', 'other']);
  expect(frames.map((clashes) => clashes.map(({ kind, a, b }) => [kind, a, b]))).toEqual([
    [['crossing', 0, 1]],
    [['crossing', 0, 1]],
  ]);
  expect(places.filter(({ isPassing }) => isPassing)).toEqual([]);
});

test('two visits of one pair are one entry, and two clashes once all frames are linked', async () => {
  const shifts = [2, 2, 0.1, 0.2, 2, 2, 2, 0.2, 2];
  const checker = checkerOf(shifts);
  const results = await resultsOf(checker, shifts.length);
  expect(results.list().clashes).toHaveLength(1);
  expect(results.isLinked).toBe(false);
  const [before] = results.list().clashes;
  results.link(checker.link());
  const { clashes, unit } = results.list();
  expect([results.isLinked, unit]).toEqual([true, 'm']);
  expect(clashes.map(({ id, a, b, first, last, atRest }) => [id, a, b, first, last, atRest])).toEqual([
    [0, 'one', 'other', 2, 3, false],
    [1, 'one', 'other', 7, 7, false],
  ]);
  // The tetrahedra first touch where the corner of one meets the slope of the other: 3 · shift = 1.
  const [first, second] = clashes;
  expect(first.firstTime).toBeCloseTo(1 + (2 - 1 / 3) / (2 - 0.1), 6);
  expect(second.firstTime).toBeCloseTo(6 + (2 - 1 / 3) / (2 - 0.2), 6);
  expect(first.perFrame.map(({ frame }) => frame)).toEqual([2, 3]);
  // What was selected before stays selected: the last frame of them was looked at first.
  expect(before.worst.frame).toBe(7);
  expect(results.linkedOf(before)?.id).toBe(1);
});

test('a selected clash gets its refined depth and its curve, before linking and after', async () => {
  const shifts = [2, 0.1, 2];
  const checker = checkerOf(shifts);
  const results = await resultsOf(checker, shifts.length);
  const [rough] = results.list().clashes;
  expect([rough.curve.length, results.isRough(rough)]).toEqual([0, true]);
  const { a, b, facesA, facesB, worst } = rough;
  const request = { type: 'refine', number: 1, frame: worst.frame, a, b, facesA, facesB } as const;
  results.refine({ request, clash: await checker.refine(request) });
  const check = (): void => {
    const [refined] = results.list().clashes;
    expect(results.isRough(refined)).toBe(false);
    expect(refined.curve.length).toBeGreaterThan(0);
    expect(refined.worst.depth).toBeGreaterThan(rough.worst.depth ?? Infinity);
  };
  check();
  results.link(checker.link());
  check();
});

test('clashes are linked by vertices where the mesh changes, and keep the faces of their own frame', async () => {
  // From step 2 on the second tetrahedron comes first in the list of faces, and the first is open.
  const changed = TriMesh.from([...SIDES.slice(12), ...SIDES.slice(3, 12)], 8);
  const whole = TriMesh.from(SIDES, 8);
  const change: Partial<ClashSource> = {
    meshOf: (frame) => (frame < 2 ? whole : changed),
    partsOf: (mesh) => (mesh === whole ? PARTS : { ...PARTS, partOfFace: Uint32Array.of(1, 1, 1, 1, 0, 0, 0) }),
  };
  const shifts = [2, 0.2, 0.2, 0.1];
  const checker = checkerOf(shifts, change);
  const results = await resultsOf(checker, shifts.length);
  results.link(checker.link());
  const { clashes } = results.list();
  expect(clashes).toHaveLength(1);
  expect(clashes[0]).toMatchObject({ first: 1, last: 3 });
  const { worst, facesA, facesB } = clashes[0];
  const partOfFace = worst.frame < 2 ? PARTS.partOfFace : Uint32Array.of(1, 1, 1, 1, 0, 0, 0);
  expect(new Set([...facesA].map((face) => partOfFace[face]))).toEqual(new Set([0]));
  expect(new Set([...facesB].map((face) => partOfFace[face]))).toEqual(new Set([1]));
});

test('times within a step with bends are those of the whole step', async () => {
  const at = (shift: number) => Float64Array.from([...CORNERS, ...CORNERS.map((x) => x + shift)]);
  const bends = () => [{ at: 0.5, positions: at(1) }];
  const { places } = await checkerOf([2, 0.2], { bends }).check(0);
  expect(Math.min(...places.map(({ firstTime }) => firstTime))).toBeCloseTo(0.5 + (0.5 * (1 - 1 / 3)) / 0.8, 6);
});
