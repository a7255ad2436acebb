// Visibility culling in the viewer: the set round by round in the views along the axes, and pass by pass as bars.
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { scenes } from '../../scenes/index.ts';
import { VisibilityCuller } from '../../src/gpu.ts';
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
  // On the slider an arrow would be the slider's.
  await page.locator('#look-round').blur();
  await press(page, 'ArrowRight');
  expect(await page.locator('#looked').isHidden()).toBe(true);
});
