// Simulations in the viewer: they run, pause, go back, start again, and are restored from their
// address.
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { browserTest } from './browser-test.ts';
import { choose, facts, open, press, SCENE, serveViewer, settled } from './viewer-page.ts';

serveViewer();

/** On a slow machine it may be over before it is asked. */
const STATE =
  /^(\d+) of 300 steps simulated, [\d.]+ s: every one proven free of contact, 0 crossing pairs of faces\.( It is over\.)?$/;

/** The number of steps simulated so far; fails if the line about it reports anything unusual. */
async function simulated(page: Page): Promise<number> {
  const text = (await page.textContent('#simulation-state')) ?? '';
  if (text === 'At its start.') return 0;
  expect(text).toMatch(STATE);
  return Number(STATE.exec(text)?.[1]);
}

async function runTo(page: Page, step: number): Promise<void> {
  await expect.poll(() => simulated(page), { timeout: 60_000 }).toBeGreaterThanOrEqual(step);
}

async function pause(page: Page): Promise<void> {
  await page.click('#play');
  expect(await page.textContent('#play')).toBe('Play');
  await settled(page);
}

describe('a simulation', () => {
  browserTest('runs when it is chosen, pauses, and keeps its steps', async ({ pages }) => {
    const page = await open(pages, `${SCENE}&step=1`);
    expect(await page.isVisible('#simulation')).toBe(false);
    await choose(page, 'scene', 'table-cloth, simulated');
    expect(await page.textContent('#title')).toBe('table-cloth');
    await runTo(page, 20);
    await pause(page);
    const shown = await facts(page);
    const reached = Number(/^Step (\d+) of 300$/.exec(shown.step ?? '')?.[1]);
    expect(shown.contacts).toBe('none');
    await expect.poll(() => simulated(page)).toBe(reached);
    // Before it says so, the clashes of the step are looked for.
    await expect
      .poll(() => page.textContent('#sentence'), { timeout: 30_000 })
      .toMatch(/^Nothing touches in step .*; contacts in 0 of /);
    expect(await page.textContent('#part-times')).toMatch(/^solver [\d.]+ msresponse [\d.]+ msdetection [\d.]+ ms$/);
    await press(page, 'Home');
    expect((await facts(page)).step).toBe('Step 1 of 300');
    await press(page, 'End');
    expect((await facts(page)).step).toBe(`Step ${reached} of 300`);
    // It pauses, and continues from where it was.
    expect(await simulated(page)).toBe(reached);
    await page.click('#play');
    await runTo(page, reached + 5);
  });

  browserTest('starts again, with another seed too', async ({ pages }) => {
    const page = await open(pages, 'scene=table-cloth&seed=1&step=12');
    await runTo(page, 12);
    await settled(page);
    await page.keyboard.press('s');
    await page.waitForFunction(() => document.getElementById('play')?.textContent === 'Pause');
    await runTo(page, 2);
    await page.getByLabel('seed', { exact: true }).fill('5');
    await page.keyboard.press('Enter');
    await page.waitForURL(/#scene=table-cloth&seed=5&/);
    await runTo(page, 2);
  });

  browserTest('is restored from its address: the same step, then a pause', async ({ pages }) => {
    const page = await open(pages, 'scene=table-cloth&step=15');
    await runTo(page, 15);
    await page.waitForFunction(() => document.getElementById('play')?.textContent === 'Play');
    await settled(page);
    expect((await facts(page)).step).toBe('Step 15 of 300');
    await page.waitForURL(/#scene=table-cloth&seed=1&step=15&t=1&recipe=iccd/);
    expect(await simulated(page)).toBe(15);
    expect(await page.getByLabel('scene', { exact: true }).inputValue()).toBe('table-cloth, simulated');
  });

  browserTest('fits a phone', async ({ pages }) => {
    const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
    const page = await open(pages, 'scene=table-cloth&step=3', phone);
    await runTo(page, 3);
    expect(await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth])).toEqual([390, 390]);
  });
});
