import { expect, test } from 'vitest';
import type { CheckRequest } from '../../src/viewer/protocol.ts';
import { DEFAULTS, type Settings } from '../../src/viewer/settings.ts';
import { StepChecker } from '../../src/viewer/step-checker.ts';
import { openSource } from '../../src/viewer/step-source.ts';

const STEP = 120;
const never = new AbortController().signal;

async function checker(detail: number): Promise<StepChecker> {
  return StepChecker.of(await openSource({ scene: 'cloth-ball', detail }));
}

function request(settings: Partial<Settings> = {}): CheckRequest {
  return { type: 'check', number: 1, step: STEP, settings: { ...DEFAULTS, ...settings }, isShown: true };
}

test('a check that is out of date ends early, and the next one is whole', async () => {
  const steps = await checker(0.2);
  const whole = (await (await checker(0.2)).check(request(), never)).numbers;
  const outdated = new AbortController();
  const pending = steps.check(request(), outdated.signal);
  setTimeout(() => outdated.abort(), 0);
  await expect(pending).rejects.toThrow(/abort/i);
  const { numbers } = await steps.check(request(), never);
  expect(numbers).toMatchObject({ count: whole.count, vf: whole.vf, firstTime: whole.firstTime, truncated: false });
  expect(whole.count).toBeGreaterThan(100);
});

test('a cap on contacts is kept, and told', async () => {
  const { numbers, shown } = await (await checker(0.05)).check(request({ maxContacts: 7 }), never);
  expect(numbers).toMatchObject({ count: 7, truncated: true });
  expect(shown).toBeNull();
});

test('a first contact has its tally', async () => {
  const { numbers } = await (await checker(0.05)).check(request({ first: true, maxContacts: 1 }), never);
  expect(numbers).toMatchObject({ count: 1, truncated: false });
  expect(numbers.tally.nodePairs).toBeGreaterThan(0);
  expect(numbers.tally.tests).toBeGreaterThan(0);
});
