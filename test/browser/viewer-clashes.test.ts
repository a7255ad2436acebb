// Clashes in the viewer: the list that comes first, and what a click or a key shows.
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { TriMesh } from '../../src/index.ts';
import { writeObj } from '../../src/io.ts';
import { accessibilityFaults } from './accessibility.ts';
import { browserTest } from './browser-test.ts';
import { compare, drawnBy, picture } from './pixels.ts';
import { drop, openAtAddressOfFiles, openAtClashes, press, SCENE, serveViewer, settled } from './viewer-page.ts';

serveViewer();

const CORNERS = [0, 1, 2, 3, 4, 5, 6, 7].map((k) => [k & 1, (k >> 1) & 1, (k >> 2) & 1]);
const SIDES = [
  0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4, 2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5,
];
const FRAMES = 5;
/** A minimum number of pixels of the model. */
const PLENTY = 5000;
/** Pictures of the model alone need a style that the policy of the page would forbid. */
const STYLED = { bypassCSP: true };

/** Cubes at these places, one list of places per frame. */
function cubes(places: readonly (readonly (readonly number[])[])[]): { name: string; bytes: Uint8Array }[] {
  const count = places[0].length;
  const { triangles } = TriMesh.merge(Array.from({ length: count }, () => TriMesh.from(SIDES, 8))).mesh;
  return places.map((centres, i) => {
    const positions = Float64Array.from(
      centres.flatMap((centre) => CORNERS.flatMap((corner) => corner.map((x, k) => x + centre[k]))),
    );
    return { name: `c${i}.obj`, bytes: new TextEncoder().encode(writeObj({ positions, triangles })) };
  });
}

/** Two cubes stuck in each other that move together; a third one sinks into a fourth. */
const moving = cubes(
  Array.from({ length: FRAMES }, (_, i) => [
    // Multiples of 1/8 are exact: they are equally deep in all frames.
    [0.125 * i, 0, 0],
    [0.125 * i + 0.875, 0.31, 0.23],
    [4, 0, 0],
    [4.2, 1.25 - 0.1 * i, 0.3],
  ]),
);

/** Waits until all frames have been looked at, and their clashes are linked. */
async function known(page: Page, frames: number): Promise<void> {
  await page.waitForFunction(
    (text) => document.getElementById('clash-note')?.textContent?.endsWith(text),
    `in ${frames} frames.`,
  );
}

async function shown(page: Page): Promise<Record<string, string | null>> {
  const [row] = await page.locator('.clash[aria-current="true"] .pair').allTextContents();
  return {
    row: row ?? null,
    legend: `${await page.textContent('#legend-a')}, ${await page.textContent('#legend-b')}`,
    step: await page.getAttribute('#bar-canvas', 'aria-valuenow'),
    within: await page.textContent('#within-value'),
  };
}

browserTest('cubes stuck in each other that move together are not called clean', async ({ pages }) => {
  const page = await openAtClashes(pages, SCENE);
  const stuck = cubes([
    [
      [0, 0, 0],
      [0.9, 0.31, 0.23],
    ],
    [
      [1, 0, 0],
      [1.9, 0.31, 0.23],
    ],
  ]);
  // Watches from the start: the sentence must not be clean for a moment either.
  await page.evaluate(() => {
    const sentence = document.getElementById('sentence') as HTMLElement;
    const seen: string[] = [];
    (globalThis as unknown as { seen: string[] }).seen = seen;
    new MutationObserver(() => {
      if (document.getElementById('title')?.textContent?.startsWith('c0.obj')) seen.push(sentence.className);
    }).observe(sentence, { attributes: true, childList: true });
  });
  await drop(page, stuck);
  await known(page, 2);
  expect(await page.textContent('#sentence')).toBe(
    '1 clash in step 1 of 1; clashes in 2 of 2 frames, contacts in 0 of 1 step checked.',
  );
  expect(await page.getAttribute('#sentence', 'class')).toBe('clashing');
  const seen = await page.evaluate(() => (globalThis as unknown as { seen: string[] }).seen);
  expect(seen.length).toBeGreaterThan(0);
  expect(seen).not.toContain('clean');
});

browserTest('the list comes first; a click shows frame, parts and curve', async ({ pages }) => {
  const page = await openAtClashes(pages, SCENE, STYLED);
  await drop(page, moving);
  await known(page, FRAMES);
  expect(await page.locator('.clash .pair').allTextContents()).toEqual(['part 3 – part 4', 'part 1 – part 2']);
  expect((await drawnBy(page, '#model')).warm).toBeLessThan(PLENTY / 2);
  await page.locator('.clash', { hasText: 'part 3' }).click();
  await settled(page);
  // It is deepest in the last frame, the end of the last step.
  const expected = { row: 'part 3 – part 4', legend: 'part 3, part 4' };
  expect(await shown(page)).toEqual({ ...expected, step: String(FRAMES - 1), within: 't = 1.000' });
  expect(await page.textContent('#clash-detail')).toContain('Depth150 mm');
  const clash = await picture(page, '#model');
  // The other part is orange, which no object and no background is.
  expect((await drawnBy(page, '#model')).warm).toBeGreaterThan(PLENTY / 2);
  // Curve and point are drawn in the worst frame alone.
  await page.locator('#within').fill('0.999');
  expect((await compare(page, clash, await picture(page, '#model'))).differing).toBeGreaterThan(300);
});

browserTest('keys go through the clashes, Escape shows all parts again', async ({ pages }) => {
  const page = await openAtClashes(pages, SCENE, STYLED);
  await drop(page, moving);
  await known(page, FRAMES);
  await press(page, 'n');
  expect((await shown(page)).row).toBe('part 3 – part 4');
  await press(page, 'ArrowDown');
  expect(await shown(page)).toMatchObject({ row: 'part 1 – part 2', step: '1' });
  await press(page, 'n');
  expect((await shown(page)).row).toBe('part 1 – part 2');
  await press(page, 'ArrowRight');
  expect(await shown(page)).toMatchObject({ row: 'part 1 – part 2', step: '2', within: 't = 0.000' });
  await press(page, 'p');
  expect((await shown(page)).row).toBe('part 3 – part 4');
  await press(page, 'Escape');
  expect((await shown(page)).row).toBeNull();
  expect((await drawnBy(page, '#model')).warm).toBeLessThan(PLENTY / 2);
});

browserTest('clashes are linked over intervals, with times and depths as in a report', async ({ pages }) => {
  const page = await openAtClashes(pages, SCENE);
  await drop(page, moving);
  await known(page, FRAMES);
  expect(await page.textContent('#clash-note')).toBe(`Clashes in ${FRAMES} frames.`);
  expect(await page.locator('#clash-rows h2').allTextContents()).toEqual([
    'Clashes (1)',
    'At rest, there from the first frame (1)',
  ]);
  await press(page, 'n');
  const detail = await page.textContent('#clash-detail');
  // The cube sinks from 0.25 above the other one, by 0.1 in each step.
  expect(detail).toContain('Framesframes 3–4, 2 frames');
  expect(detail).toContain('Begins at2.5, free before');
  await press(page, 'n');
  expect(await page.textContent('#clash-detail')).toContain('crossing, at restDepth125 mm');
});

browserTest('until all frames are known, the list is by pair of parts, so far', async ({ pages }) => {
  const page = await openAtClashes(pages, SCENE);
  // Without work ahead, only the current step is looked at.
  await page.click('#tab-found');
  await page.getByLabel('check all steps').uncheck();
  await drop(page, moving);
  await page.waitForFunction(
    (text) => document.getElementById('clash-note')?.textContent === text,
    `Clashes by pair of parts in 2 of ${FRAMES} frames so far.`,
  );
  expect(await page.locator('.clash .pair').allTextContents()).toEqual(['part 1 – part 2']);
});

/** The address once it no longer changes: it follows the camera with a delay. */
async function keptHash(page: Page): Promise<string> {
  for (let hash = ''; ; ) {
    await settled(page);
    const now = await page.evaluate(() => location.hash);
    if (now === hash) return now;
    hash = now;
    await page.waitForTimeout(800);
  }
}

browserTest('the address keeps the selected clash', async ({ pages }) => {
  const page = await openAtClashes(pages, SCENE, STYLED);
  await drop(page, moving);
  await known(page, FRAMES);
  await press(page, 'n', 'n');
  await page.waitForFunction(() => location.hash.includes('clash=2'));
  const [hash, before] = [await keptHash(page), await picture(page, '#model')];
  await page.goto('about:blank');
  const again = await openAtAddressOfFiles(pages, hash, STYLED);
  await drop(again, moving);
  await known(again, FRAMES);
  await settled(again);
  // The clash is selected and refined some time after the list is known. The address rounds the
  // camera; without the curve more than 300 pixels would differ.
  const differing = async () => (await compare(again, before, await picture(again, '#model'))).differing;
  await expect.poll(differing, { timeout: 15_000, interval: 300 }).toBeLessThan(200);
  expect(await shown(again)).toMatchObject({ row: 'part 1 – part 2', step: '1' });
});

browserTest('an address of files waits for them, though a scene is open', async ({ pages }) => {
  const page = await openAtClashes(pages, SCENE);
  const hash = '#scene=files&step=3&clash=2&recipe=iccd';
  await page.evaluate((fragment) => location.replace(fragment), hash);
  await page.waitForFunction(() => document.getElementById('message')?.textContent?.includes('drop them here'));
  // What the scene does meanwhile does not write its own address.
  await page.locator('#within').fill('0.5');
  expect(await keptHash(page)).toBe(hash);
  await drop(page, moving);
  await known(page, FRAMES);
  await expect.poll(() => shown(page)).toMatchObject({ row: 'part 1 – part 2', step: '3' });
});

browserTest('steps and settings are behind a tab', async ({ pages }) => {
  const page = await openAtClashes(pages, SCENE);
  for (const id of ['#step-facts', '#costs', '#look']) expect(await page.isVisible(id), id).toBe(false);
  await page.getByRole('tab', { name: 'Steps and settings' }).click();
  for (const id of ['#step-facts', '#costs', '#look']) expect(await page.isVisible(id), id).toBe(true);
  expect(await page.isVisible('#clash-rows')).toBe(false);
});

for (const colorScheme of ['light', 'dark'] as const)
  browserTest(`axe finds no fault, on a desk and on a phone, ${colorScheme}`, async ({ pages }) => {
    for (const viewport of [
      { width: 1280, height: 800 },
      { width: 390, height: 844 },
    ]) {
      const page = await openAtClashes(pages, SCENE, { viewport, colorScheme });
      await drop(page, moving);
      await known(page, FRAMES);
      await press(page, 'n');
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width);
      expect(await accessibilityFaults(page)).toEqual([]);
    }
  });
