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

/** Sets `fail` of every primitive that is not fully visible: of those without `isDone`, against those without `isHidden`. */
export type RunPass = (view: number, isSecond: boolean, isDone: number, isHidden: number) => void;

export interface PassState {
  /** `FIRST` and `SECOND` of every primitive, as a pass is to read them. */
  readonly bits: Uint8Array;
  /** All zero before a pass. */
  readonly fail: Uint8Array;
}

export function runRounds(
  scene: CullScene,
  settings: CullSettings,
  device: DeviceName,
  state: PassState,
  run: RunPass,
): CullAnswer {
  const passes: CullPass[] = [];
  const look = settings.algorithm === 'cullide' ? lookAgain : lookOn;
  let rounds = 0;
  let converged = scene.primitiveCount === 0;
  while (!converged && rounds < settings.mostRounds) {
    converged = true;
    for (let view = 0; view < scene.views.length; view++) if (look(view, state, run, passes)) converged = false;
    rounds++;
  }
  return { bits: state.bits.slice(), passes, rounds, converged, device };
}

/** Quick-CULLIDE: what was found in other views counts. Whether anything changed. */
function lookOn(view: number, state: PassState, run: RunPass, passes: CullPass[]): boolean {
  const first = onePass(view, false, FIRST, SECOND, state, run, passes);
  return onePass(view, true, SECOND, FIRST, state, run, passes) || first;
}

/** CULLIDE: only what is fully visible in both passes of one view counts. */
function lookAgain(view: number, { bits, fail }: PassState, run: RunPass, passes: CullPass[]): boolean {
  const failed = new Uint8Array(bits.length);
  const before = count(bits, PRUNED);
  for (const isSecond of [false, true]) {
    fail.fill(0);
    run(view, isSecond, PRUNED, PRUNED);
    for (let i = 0; i < bits.length; i++) failed[i] |= fail[i];
    if (isSecond) for (let i = 0; i < bits.length; i++) if (failed[i] === 0) bits[i] = PRUNED;
    const left = bits.length - count(bits, PRUNED);
    const pass = isSecond ? 'second' : 'first';
    passes.push({ view, pass, rendered: bits.length - before, tested: bits.length - before, left });
  }
  return count(bits, PRUNED) > before;
}

function onePass(
  view: number,
  isSecond: boolean,
  isDone: number,
  isHidden: number,
  { bits, fail }: PassState,
  run: RunPass,
  passes: CullPass[],
): boolean {
  const tested = bits.length - count(bits, isDone);
  const rendered = bits.length - count(bits, isHidden);
  let isChanged = false;
  // With nothing to test it against, or nothing to test, there is nothing to draw.
  fail.fill(0);
  if (tested > 0 && rendered > 0) run(view, isSecond, isDone, isHidden);
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
