// Rounds of passes over all views until nothing changes, for a device that runs one pass at a time:
// Quick-CULLIDE by lemmas 3 to 5 [Quick-CULLIDE §4.1], and CULLIDE as a baseline [§3.1]. Bits
// change between passes only, so the answer does not depend on the order in which a device works
// through its pixels.
import {
  type CullAnswer,
  type CullPass,
  type CullScene,
  type CullSettings,
  type DeviceName,
  FIRST,
  PRUNED,
  SECOND,
} from './visibility-device.ts';

/**
 * A pass to run: the device sets `fail` of every primitive that is tested and not fully visible.
 */
export interface Pass {
  /** Index into `CullScene.views`. */
  readonly view: number;
  /** Whether the pass goes through the rendering order in reverse. */
  readonly isSecond: boolean;
  /** Primitives with these bits are not tested. */
  readonly isDone: number;
  /** Primitives with these bits are not rendered. */
  readonly isHidden: number;
}

/** Asks for passes, one after the other, and ends with a result. */
type Passes<T> = Generator<Pass, T, void>;

/** What a device and the rounds share: bytes per primitive. */
export interface PassState {
  /** `FIRST` and `SECOND` of every primitive; a pass only reads them. */
  readonly bits: Uint8Array;
  /** 0 before a pass; a pass sets 1 for primitives that are not fully visible. */
  readonly fail: Uint8Array;
}

/** Runs all rounds on a device whose passes are synchronous. */
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

/** Runs all rounds on a device whose passes are asynchronous. */
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
  const round = settings.algorithm === 'cullide' ? cullideRound : quickCullideRound;
  let count = 0;
  let converged = scene.primitiveCount === 0;
  while (!converged && count < settings.mostRounds) {
    converged = true;
    for (let view = 0; view < scene.views.length; view++) if (yield* round(view, state, passes)) converged = false;
    count++;
  }
  return { bits: state.bits.slice(), passes, rounds: count, converged, device };
}

/**
 * The two passes of Quick-CULLIDE over one view, by lemmas 3, 4 and 5 [Quick-CULLIDE §4.1]. Bits of
 * earlier views count: they are relative to the rendering order, not to the view. Returns whether
 * any bit changed.
 *
 * First pass, in rendering order: tests SFV ∪ NFV (without `FIRST`), renders FFV ∪ NFV (without
 * `SECOND`).
 *  - Lemma 4: a primitive of SFV that is fully visible here gets `FIRST` too, and is pruned.
 * Second pass, in reverse order: tests FFV ∪ NFV, renders SFV ∪ NFV.
 *  - Lemma 3: a primitive of FFV that is fully visible here gets `SECOND` too, and is pruned.
 *  - Lemma 5: a primitive of NFV that is fully visible in both passes gets both, and is pruned.
 * SFV need not be rendered in the first pass, since it collides with nothing that comes after it;
 * FFV need not be rendered in the second, since it collides with nothing that comes before it.
 */
function* quickCullideRound(view: number, state: PassState, passes: CullPass[]): Passes<boolean> {
  const first = yield* runPass({ view, isSecond: false, isDone: FIRST, isHidden: SECOND }, state, passes);
  const second = yield* runPass({ view, isSecond: true, isDone: SECOND, isHidden: FIRST }, state, passes);
  return first || second;
}

/**
 * The two passes of CULLIDE over one view [Quick-CULLIDE §3.1]: only what is fully visible in both
 * of them is pruned. Returns whether anything was.
 */
function* cullideRound(view: number, { bits, fail }: PassState, passes: CullPass[]): Passes<boolean> {
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

/**
 * One pass of Quick-CULLIDE: tested primitives that did not fail get the bit of the pass. Returns
 * whether any did.
 */
function* runPass(pass: Pass, { bits, fail }: PassState, passes: CullPass[]): Passes<boolean> {
  const { view, isSecond, isDone, isHidden } = pass;
  const tested = bits.length - count(bits, isDone);
  const rendered = bits.length - count(bits, isHidden);
  let isChanged = false;
  fail.fill(0);
  // If nothing is tested, or nothing is rendered, nothing can fail.
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
