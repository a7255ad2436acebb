// Rounds of passes over all views until nothing changes, for a device that runs one pass at a time:
// Quick-CULLIDE by lemmas 3, 4 and 5 [Quick-CULLIDE §4.1], and CULLIDE as a baseline [§3.1];
// `PASS_RULES` applies them. Bits change between passes only, so the answer does not depend on the
// order in which a device works through its pixels.
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
import { countLeft } from './visibility-sets.ts';

/**
 * A pass to run: the device sets `fail` of every primitive that is tested and not fully visible.
 */
export interface Pass {
  /** Index into `CullScene.views`. */
  readonly view: number;
  /** Whether the pass goes through the rendering order in reverse. */
  readonly isSecond: boolean;
  /** Primitives with any of these bits are not tested. */
  readonly untestedBits: number;
  /** Primitives with any of these bits are not rendered. */
  readonly unrenderedBits: number;
}

/**
 * The rule of one of the two passes of a view: what it tests and renders, and which bits it gives.
 */
export interface PassRule extends Omit<Pass, 'view'> {
  /**
   * The bits that a tested primitive gets if it did not fail. 0 if the pass gives none: its
   * failures then count in the next pass too.
   */
  readonly grants: number;
}

/**
 * The passes of a view. Bits of earlier views count: they are relative to the rendering order, not
 * to the view.
 *
 * Quick-CULLIDE [§4.1]. FFV, SFV and NFV are the primitives that were fully visible in the first
 * pass alone, in the second alone, and in neither. The first pass, in rendering order, tests SFV ∪
 * NFV (the primitives without `FIRST`) and renders FFV ∪ NFV (those without `SECOND`). The second
 * pass, in reverse order, tests FFV ∪ NFV and renders SFV ∪ NFV.
 *  - Lemma 3: a primitive of FFV that is fully visible in the second pass gets `SECOND` too, and is
 *    pruned.
 *  - Lemma 4: a primitive of SFV that is fully visible in the first pass gets `FIRST` too, and is
 *    pruned.
 *  - Lemma 5: a primitive of NFV that is fully visible in both passes gets both bits, and is
 *    pruned.
 *
 * SFV need not be rendered in the first pass, since it collides with nothing that comes after it;
 * FFV need not be rendered in the second, since it collides with nothing that comes before it.
 *
 * CULLIDE [§3.1]. Both passes test and render all primitives that are left. Only a primitive that
 * is fully visible in both of them is pruned.
 */
export const PASS_RULES: Readonly<Record<CullSettings['algorithm'], readonly PassRule[]>> = {
  'quick-cullide': [
    { isSecond: false, untestedBits: FIRST, unrenderedBits: SECOND, grants: FIRST },
    { isSecond: true, untestedBits: SECOND, unrenderedBits: FIRST, grants: SECOND },
  ],
  cullide: [
    { isSecond: false, untestedBits: PRUNED, unrenderedBits: PRUNED, grants: 0 },
    { isSecond: true, untestedBits: PRUNED, unrenderedBits: PRUNED, grants: PRUNED },
  ],
};

/** The state that a device and the rounds share, one byte per primitive each. */
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
  const passes = allPasses(scene, settings, device, state);
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
  const passes = allPasses(scene, settings, device, state);
  for (let next = passes.next(); ; next = passes.next()) {
    if (next.done) return next.value;
    await run(next.value);
  }
}

/** Asks for one pass after the other, and returns the answer. */
function* allPasses(
  { primitiveCount, views }: CullScene,
  { algorithm, mostRounds }: CullSettings,
  device: DeviceName,
  { bits, fail }: PassState,
): Generator<Pass, CullAnswer, void> {
  const passes: CullPass[] = [];
  const failed = new Uint8Array(primitiveCount);
  let rounds = 0;
  let converged = primitiveCount === 0;
  for (; !converged && rounds < mostRounds; rounds++) {
    converged = true;
    for (let view = 0; view < views.length; view++)
      for (const rule of PASS_RULES[algorithm]) {
        const tested = countWithout(bits, rule.untestedBits);
        const rendered = countWithout(bits, rule.unrenderedBits);
        fail.fill(0);
        // If nothing is tested, or nothing is rendered, nothing can fail.
        if (tested > 0 && rendered > 0) yield { view, ...rule };
        if (grantBits(rule, bits, fail, failed)) converged = false;
        const pass = rule.isSecond ? 'second' : 'first';
        passes.push({ view, pass, rendered, tested, left: countLeft(bits) });
      }
  }
  return { bits: bits.slice(), passes, rounds, converged, device };
}

/**
 * Gives the bits of a pass to the primitives that were tested and did not fail. `failed` collects
 * the failures of passes up to one that grants bits. Returns whether any bit changed.
 */
function grantBits(
  { untestedBits, grants }: PassRule,
  bits: Uint8Array,
  fail: Uint8Array,
  failed: Uint8Array,
): boolean {
  let isChanged = false;
  for (let i = 0; i < bits.length; i++) {
    failed[i] |= fail[i];
    if (grants === 0) continue;
    if ((bits[i] & untestedBits) === 0 && failed[i] === 0) {
      bits[i] |= grants;
      isChanged = true;
    }
    failed[i] = 0;
  }
  return isChanged;
}

/** The number of primitives that have none of these bits. */
function countWithout(bits: Uint8Array, mask: number): number {
  let n = 0;
  for (let i = 0; i < bits.length; i++) if ((bits[i] & mask) === 0) n++;
  return n;
}
