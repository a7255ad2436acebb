// Visibility culling in the viewer: the set round by round in the views along the axes, and pass by
// pass as bars.
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { scenes } from '../../scenes/index.ts';
import { VisibilityCuller } from '../../src/gpu.ts';
import { crossingPairs } from '../oracle/visible-truth.ts';
import { browserTest } from './browser-test.ts';
import { open, press, SCENE, serveViewer } from './viewer-page.ts';

serveViewer();

/** Pixels of all views together: red ones, and all that show something. */
function drawn(page: Page): Promise<{ red: number; all: number }> {
  return page.evaluate(() => {
    const sum = { red: 0, all: 0 };
    for (const canvas of document.querySelectorAll<HTMLCanvasElement>('#depth-views canvas')) {
      const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
      for (let i = 0; i < pixels.length; i += 4) {
        if (pixels[i + 3] > 0) sum.all++;
        if (pixels[i] > 2 * pixels[i + 1]) sum.red++;
      }
    }
    return sum;
  });
}

browserTest('shows what is left after every round, and the bars of all passes', async ({ pages }) => {
  const scene = scenes['waving-cloth']({ scale: 0.02 });
  const x = new Float64Array(3 * scene.mesh.vertexCount);
  scene.positions(90, x);
  const { size, rounds, passes } = new VisibilityCuller(scene.mesh).cull(x);
  const { faceCount } = scene.mesh;
  expect(size).toBeGreaterThan(0);
  const page = await open(pages, `${SCENE}&step=91`);
  expect(await page.locator('#looked').isHidden()).toBe(true);
  await page.click('#look');
  await page.waitForSelector('#looked:not([hidden])');
  const told = (round: number, left: number) =>
    `after round ${round}: ${left.toLocaleString('en')} of ${faceCount.toLocaleString('en')}`;
  expect(await page.textContent('#look-round-value')).toBe(told(rounds, size));
  expect(await page.locator('#passes li').count()).toBe(passes.length);
  const last = await drawn(page);
  await page.locator('#look-round').fill('0');
  expect(await page.textContent('#look-round-value')).toBe(told(0, faceCount));
  const first = await drawn(page);
  expect(first.all).toBe(last.all);
  expect(first.red).toBe(first.all);
  expect(last.red).toBeLessThan(0.5 * first.red);
  // On the slider an arrow key would move the slider.
  await page.locator('#look-round').blur();
  await press(page, 'ArrowRight');
  expect(await page.locator('#looked').isHidden()).toBe(true);
});

/**
 * What the lossy mode leaves of a frame, by the raster device; its queries are the faces tested in
 * passes that draw anything.
 */
function byRaster(frame: number, resolution: number) {
  const { mesh, positions } = scenes['waving-cloth']({ scale: 0.02 });
  const x = new Float64Array(3 * mesh.vertexCount);
  positions(frame, x);
  const pairs = crossingPairs(mesh, x);
  const colliding = [...new Set(pairs.flat())];
  return (['lossy', 'conservative'] as const).map((mode) => {
    const { size, passes, mask } = new VisibilityCuller(mesh, { resolution, mode }).cull(x);
    const queries = passes.reduce((sum, { tested, rendered }) => sum + (rendered > 0 ? tested : 0), 0);
    const missed = colliding.filter((f) => mask[f] === 0).length;
    return { size, missed, queries, colliding: colliding.length };
  });
}

const PHONE = { viewport: { width: 390, height: 844 } };

browserTest.for([{}, PHONE])('runs occlusion queries beside it, with %o', async (options, { pages }) => {
  const [lossy, safe] = byRaster(90, 256);
  const page = await open(pages, `${SCENE}&step=91`, options);
  await page.getByLabel('Pixels', { exact: true }).selectOption('256');
  await page.locator('#query').focus();
  await page.keyboard.press('Enter');
  await page.waitForSelector('#queried table');
  const rows = await page.locator('#queried tbody tr').allInnerTexts();
  const numbers = rows.map((row) => row.split('\t').slice(1, 4).join(' '));
  const told = (...values: number[]) => values.map((value) => value.toLocaleString('en')).join(' ');
  expect(lossy.missed).toBeGreaterThan(0);
  expect(safe.missed).toBe(0);
  expect(numbers).toEqual([told(lossy.size, lossy.missed, lossy.queries), `${told(safe.size, safe.missed)} –`]);
  expect(await page.textContent('#query-note')).toContain(`${lossy.colliding.toLocaleString('en')} of `);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  await press(page, 'ArrowRight');
  expect(await page.locator('#queried table').count()).toBe(0);
});

browserTest('queries can be stopped, and steps go on while they run', async ({ pages }) => {
  const page = await open(pages, 'scene=waving-cloth&detail=0.3&step=91');
  const query = page.locator('#query');
  await query.click();
  await page.click('#query-stop');
  expect(await page.textContent('#query-note')).toBe('Stopped.');
  expect(await query.isEnabled()).toBe(true);
  await query.click();
  expect(await query.isDisabled()).toBe(true);
  await press(page, 'ArrowRight');
  expect(await page.textContent('#step-title')).toContain('92');
  expect(await query.isEnabled()).toBe(true);
  expect(await page.textContent('#query-note')).toBe('');
});
