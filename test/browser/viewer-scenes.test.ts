// Demonstration scenes in the viewer, its address, and the page itself.
import { describe, expect } from 'vitest';
import { scenes } from '../../scenes/index.ts';
import { MeshCollider } from '../../src/index.ts';
import { browserTest } from './browser-test.ts';
import { drawnBy } from './pixels.ts';
import { choose, faceCount, facts, open, press, SCENE, serveViewer, settled } from './viewer-page.ts';

/** A minimum number of pixels of the model; the view has 300,000. */
const PLENTY = 5000;

serveViewer();

describe('a scene', () => {
  const scene = scenes['waving-cloth']({ scale: 0.02 });

  function contactsIn(step: number): string {
    const [x0, x1] = [step, step + 1].map((frame) => {
      const x = new Float64Array(3 * scene.mesh.vertexCount);
      scene.positions(frame, x);
      return x;
    });
    const { count } = new MeshCollider(scene.mesh).collide(x0, x1);
    return count === 0 ? 'none' : count.toLocaleString('en');
  }

  browserTest('can be scrubbed: keys, the timeline, the time within a step', async ({ pages }) => {
    const page = await open(pages, `${SCENE}&step=1`);
    const steps = scene.frameCount - 1;
    expect(await facts(page)).toMatchObject({ step: `Step 1 of ${steps}`, contacts: contactsIn(0) });
    // Skipped steps are dropped, the last one counts.
    await press(page, ...Array(9).fill('PageDown'));
    expect(await facts(page)).toMatchObject({ step: `Step 91 of ${steps}`, contacts: contactsIn(90) });
    const { width, height } = (await page.locator('#bar-canvas').boundingBox()) ?? { width: 0, height: 0 };
    await page.locator('#bar-canvas').click({ position: { x: width / 2, y: height / 2 } });
    await settled(page);
    expect(await facts(page)).toMatchObject({ step: `Step 60 of ${steps}`, contacts: contactsIn(59) });
    await page.locator('#within').fill('0.75');
    expect(await page.textContent('#within-value')).toBe('t = 0.750');
  });

  browserTest('ends the check of a step that is passed over', async ({ pages }) => {
    const page = await open(pages, 'scene=cloth-ball&detail=0.5&step=121');
    await page.getByLabel('check all steps').uncheck();
    await choose(page, 'recipe', 'basic');
    // Both at once: the first is in progress when the second replaces it.
    await page.evaluate(() => {
      for (let i = 0; i < 2; i++)
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }));
    });
    await settled(page);
    await expect
      .poll(() => page.textContent('#sentence'))
      .toMatch(/ in step 123 of \d+; (clashes in .*, )?contacts in 2 of 2 steps checked\.$/);
  });

  browserTest('is another one when it is chosen, and plays', async ({ pages }) => {
    const page = await open(pages, `${SCENE}&step=1`);
    await choose(page, 'scene', 'letters-bowl');
    expect(await page.textContent('#title')).toBe('letters-bowl');
    await press(page, 'End', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft');
    await page.keyboard.press(' ');
    expect(await page.textContent('#play')).toBe('Pause');
    await page.waitForFunction(() => document.getElementById('play')?.textContent === 'Play');
    expect((await facts(page)).step).toBe('Step 159 of 159');
    expect(await page.textContent('#within-value')).toBe('t = 1.000');
  });

  browserTest('breaks on the way', async ({ pages }) => {
    const page = await open(pages, 'scene=shattering&detail=0.02&step=1');
    const whole = await faceCount(page);
    await press(page, 'End');
    expect(await faceCount(page)).toBeGreaterThan(whole);
  });

  browserTest('is restored from its address, camera and all', async ({ pages }) => {
    const page = await open(pages, `${SCENE}&step=100`);
    await press(page, 'w', 'Shift+ArrowRight', '+', 'ArrowLeft');
    await choose(page, 'recipe', 'r-triangles');
    await choose(page, 'stages', 'no bounds of features');
    await page.waitForURL(
      /#scene=waving-cloth&detail=0\.02&step=99&t=[\d.]+&recipe=r-triangles&stages=plain&camera=.*&up=z&wireframe=1$/,
    );
    const [address, before] = [page.url(), await facts(page)];
    const other = await pages.open(address);
    await settled(other);
    expect(await facts(other)).toEqual(before);
    expect(await other.getByLabel('recipe', { exact: true }).inputValue()).toBe('r-triangles');
    expect(await other.getAttribute('#wireframe', 'aria-pressed')).toBe('true');
    // The address is written again from what the page shows.
    await other.evaluate(() => history.replaceState(null, '', '#'));
    await other.keyboard.press('t');
    await other.waitForURL(/#scene/);
    expect(other.url()).toBe(address);
  });

  browserTest('that does not exist is told', async ({ pages }) => {
    const page = await open(pages, 'scene=nowhere');
    expect(await page.textContent('#message')).toMatch(/^nowhere: there is no such scene; there are .*cloth-ball/);
  });
});

describe('the page', () => {
  browserTest('shows the model with its contacts in colour', async ({ pages }) => {
    // Pictures are taken with a style that the page's policy does not allow.
    const page = await open(pages, 'scene=cloth-ball&detail=0.02&step=130', { bypassCSP: true });
    const { differing, warm } = await drawnBy(page, '#model');
    expect(differing).toBeGreaterThan(PLENTY);
    expect(warm).toBeGreaterThan(100);
  });

  browserTest('is isolated, so that workers may share memory', async ({ pages }) => {
    const page = await open(pages, SCENE);
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
  });

  browserTest('fits a phone: 390 pixels wide, by touch, without scrolling sideways', async ({ pages }) => {
    const page = await open(pages, SCENE, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    expect(await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth])).toEqual([390, 390]);
    await choose(page, 'recipe', 'basic');
    expect(await page.textContent('#tally-step-title')).toContain('basic');
    expect(await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth])).toEqual([390, 390]);
  });
});
