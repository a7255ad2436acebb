// Rounds of passes over all views until nothing changes [Quick-CULLIDE §4.1], and CULLIDE's own [§3.1], for a device that runs one pass at a
// time. Bits change between passes only, so the answer does not depend on the order in which a device works through its pixels.
import {
  type CullAnswer,
  type CullPass,
  type CullScene,
  type CullSettings,
  type DeviceName,
  FIRST,
  PRUNED,
  SECOND,
} from './device.ts';

/** A pass to run: it sets `fail` of every primitive that is not fully visible, of those without `isDone`, against those without `isHidden`. */
export interface Pass {
  readonly view: number;
  readonly isSecond: boolean;
  readonly isDone: number;
  readonly isHidden: number;
}

/** Asks for passes, one after the other. */
export type Passes<T> = Generator<Pass, T, void>;

export interface PassState {
  /** `FIRST` and `SECOND` of every primitive, as a pass is to read them. */
  readonly bits: Uint8Array;
  /** All zero before a pass. */
  readonly fail: Uint8Array;
}

/** For a device that answers at once. */
export function runRounds(
  scene: CullScene,
  settings: CullSettings,
  device: DeviceName,
  state: PassState,
  run: (pass: Pass) => void,
): CullAnswer {
  const passes = rounds(scene, settings, device, state);
  for (let next = passes.next(); ; next = passes.next()) {
    if (next.done) return next.value;
    run(next.value);
  }
}

/** For a device that needs time. */
export async function runRoundsAsync(
  scene: CullScene,
  settings: CullSettings,
  device: DeviceName,
  state: PassState,
  run: (pass: Pass) => Promise<void>,
): Promise<CullAnswer> {
  const passes = rounds(scene, settings, device, state);
  for (let next = passes.next(); ; next = passes.next()) {
    if (next.done) return next.value;
    await run(next.value);
  }
}

function* rounds(scene: CullScene, settings: CullSettings, device: DeviceName, state: PassState): Passes<CullAnswer> {
  const passes: CullPass[] = [];
  const look = settings.algorithm === 'cullide' ? lookAgain : lookOn;
  let count = 0;
  let converged = scene.primitiveCount === 0;
  while (!converged && count < settings.mostRounds) {
    converged = true;
    for (let view = 0; view < scene.views.length; view++) if (yield* look(view, state, passes)) converged = false;
    count++;
  }
  return { bits: state.bits.slice(), passes, rounds: count, converged, device };
}

/** Quick-CULLIDE: what was found in other views counts. Whether anything changed. */
function* lookOn(view: number, state: PassState, passes: CullPass[]): Passes<boolean> {
  const first = yield* onePass({ view, isSecond: false, isDone: FIRST, isHidden: SECOND }, state, passes);
  const second = yield* onePass({ view, isSecond: true, isDone: SECOND, isHidden: FIRST }, state, passes);
  return first || second;
}

/** CULLIDE: only what is fully visible in both passes of one view counts. */
function* lookAgain(view: number, { bits, fail }: PassState, passes: CullPass[]): Passes<boolean> {
  const failed = new Uint8Array(bits.length);
  const before = count(bits, PRUNED);
  for (const isSecond of [false, true]) {
    fail.fill(0);
    yield { view, isSecond, isDone: PRUNED, isHidden: PRUNED };
    for (let i = 0; i < bits.length; i++) failed[i] |= fail[i];
    if (isSecond) for (let i = 0; i < bits.length; i++) if (failed[i] === 0) bits[i] = PRUNED;
    const left = bits.length - count(bits, PRUNED);
    const pass = isSecond ? 'second' : 'first';
    passes.push({ view, pass, rendered: bits.length - before, tested: bits.length - before, left });
  }
  return count(bits, PRUNED) > before;
}

function* onePass(pass: Pass, { bits, fail }: PassState, passes: CullPass[]): Passes<boolean> {
  const { view, isSecond, isDone, isHidden } = pass;
  const tested = bits.length - count(bits, isDone);
  const rendered = bits.length - count(bits, isHidden);
  let isChanged = false;
  // With nothing to test it against, or nothing to test, there is nothing to draw.
  fail.fill(0);
  if (tested > 0 && rendered > 0) yield pass;
  for (let i = 0; i < bits.length; i++) {
    if ((bits[i] & isDone) !== 0 || fail[i] !== 0) continue;
    bits[i] |= isDone;
    isChanged = true;
  }
  const left = bits.length - count(bits, PRUNED);
  passes.push({ view, pass: isSecond ? 'second' : 'first', rendered, tested, left });
  return isChanged;
}

/** Primitives that have all of these bits. */
function count(bits: Uint8Array, mask: number): number {
  let n = 0;
  for (let i = 0; i < bits.length; i++) if ((bits[i] & mask) === mask) n++;
  return n;
}
