import { expect, test } from 'vitest';
import { FIRST_STATE, formatState, parseState, type ViewState } from '../../src/viewer/view-state.ts';

const full: ViewState = {
  scene: 'n-body',
  detail: 0.5,
  seed: null,
  step: 41,
  time: 0.125,
  clash: 6,
  settings: { recipe: 'r-triangles', stages: 'plain', minSeparation: 0.001, first: true, maxContacts: 500 },
  camera: [1.5, -2, 3e-7, 0, 0.25, -1e6],
  up: 'y',
  isWireframe: true,
};

test('a state comes back from its address', () => {
  const simulated = { ...full, detail: FIRST_STATE.detail, seed: 7 };
  for (const state of [full, FIRST_STATE, { ...full, scene: 'a&b=c #,' }, simulated])
    expect(parseState(formatState(state))).toEqual(state);
  // Files are not in the address, hence neither is their detail.
  expect(parseState(formatState({ ...full, scene: null }))).toEqual({ ...full, scene: null, detail: 0.1 });
});

test('an address for people: what is usual is left out', () => {
  expect(formatState(FIRST_STATE)).toBe('#scene=cloth-ball&detail=0.1&step=121&recipe=iccd');
  expect(formatState(full)).toBe(
    '#scene=n-body&detail=0.5&step=42&t=0.125&clash=7&recipe=r-triangles&stages=plain&separation=0.001&first=1&most=500&camera=1.5,-2,3e-7,0,0.25,-1000000&up=y&wireframe=1',
  );
});

test('a scene that is simulated needs no seed in its address', () => {
  expect(parseState('#scene=tape&step=4', ['tape'])).toMatchObject({ scene: 'tape', seed: 1, step: 3 });
  expect(parseState('#scene=tape&seed=9', ['tape'])).toMatchObject({ seed: 9 });
  expect(parseState('#scene=files&seed=9', ['tape'])).toMatchObject({ scene: null, seed: null });
});

test('nonsense in an address is as if it were not there', () => {
  const usual = { ...FIRST_STATE, step: 0 };
  const nonsense =
    'detail=9&seed=0&step=-3&t=2&clash=0&recipe=none&stages=plain2&separation=-1&first=yes&most=0&camera=1,2,x,4,5,6&up=x&wireframe=true';
  expect(parseState(`#scene=cloth-ball&${nonsense}`)).toEqual(usual);
  expect(parseState('#scene=cloth-ball&step=&t=&recipe=constructor&stages=toString&camera=1,2,3')).toEqual(usual);
  for (const fragment of ['', '#', '#step=4']) expect(parseState(fragment)).toBeNull();
});
