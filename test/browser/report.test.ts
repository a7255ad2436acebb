// Steps and contacts in the report as its reader gets it: opened from disk, viewed and used.
import { pathToFileURL } from 'node:url';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { beforeAll, describe, expect } from 'vitest';
import { checkStep, firstTime } from '../../src/check/step.ts';
import { ReportWriter } from '../../src/cli/report/report-writer.ts';
import { MeshCollider } from '../../src/index.ts';
import { ballFrames, collided, Folder } from '../cli/command.ts';
import { noClash } from '../cli/synthetic-check.ts';
import { browserTest, type Pages } from './browser-test.ts';
import { compare, drawnBy, picture } from './pixels.ts';

const folder = new Folder();
const { mesh, frames } = ballFrames([0, 0.1, 0.2, 0.3, 0.7, 0.8, 0.9, 1]);
const contacts = collided(mesh, frames).map(({ vf, ee }) => vf.length + ee.length);
/** Counted from 1, as on the page. */
const touching = contacts.flatMap((count, i) => (count > 0 ? [i + 1] : []));
const worst = contacts.indexOf(Math.max(...contacts)) + 1;
/** A minimum number of pixels of the model; the view has 300,000. */
const PLENTY = 5000;

beforeAll(async () => {
  const collider = new MeshCollider(mesh);
  const about = { title: 'f0.ply and 7 more', version: '0', sources: [], paths: 'Straight paths.', objectNames: [] };
  const info = { ...about, up: 'z', mesh, stepCount: contacts.length } as const;
  const writer = new ReportWriter(folder.at('report.html'), info);
  for (let i = 0; i < contacts.length; i++) {
    const [x0, x1] = [frames[i], frames[i + 1]];
    const found = checkStep(collider, i, x0, x1, {
      recipe: 'iccd',
      minSeparation: 0,
      first: false,
      maxContacts: Infinity,
    });
    writer.addStep({ ...found, from: `f${i}.ply`, to: `f${i + 1}.ply`, firstTime: firstTime(found), x0, x1 });
  }
  await writer.finish(noClash(info, (frame) => frames[frame]));
});

/** Opens the report at the worst step. */
async function open(pages: Pages, options?: BrowserContextOptions): Promise<Page> {
  const page = await pages.open(`${pathToFileURL(folder.at('report.html')).href}#step=${worst}`, options);
  // The model is ready when its message has gone.
  await page.waitForFunction(() => document.getElementById('view-message')?.textContent === '');
  return page;
}

async function shownStep(page: Page): Promise<{ title: string | null; names: string | null; slider: string | null }> {
  return {
    title: await page.textContent('#step-title'),
    names: await page.textContent('#step-names'),
    slider: await page.getAttribute('#bar-canvas', 'aria-valuenow'),
  };
}

const step = (number: number): Awaited<ReturnType<typeof shownStep>> => ({
  title: `Step ${number} of ${contacts.length}`,
  names: `f${number - 1}.ply → f${number}.ply`,
  slider: String(number),
});

async function clickTimeline(page: Page, number: number): Promise<void> {
  const { width, height } = (await page.locator('#bar-canvas').boundingBox()) ?? { width: 0, height: 0 };
  const x = ((number - 0.5) / contacts.length) * width;
  await page.locator('#bar-canvas').click({ position: { x, y: height / 2 } });
}

/** Steps, counted from 1, above which the timeline has a bar in a colour of time. */
function barsOf(page: Page): Promise<number[]> {
  return page.locator('canvas#bar-canvas').evaluate((node, stepCount) => {
    const canvas = node as HTMLCanvasElement;
    const { width, height } = canvas;
    const data = canvas.getContext('2d')?.getImageData(0, 0, width, height).data ?? [];
    const found = new Set<number>();
    for (let i = 0; i < width * height; i++)
      if (data[4 * i + 3] === 255 && data[4 * i] > data[4 * i + 2] + 80)
        found.add(1 + Math.floor(((i % width) * stepCount) / width));
    return [...found].sort((p, q) => p - q);
  }, contacts.length);
}

describe('the report from disk', () => {
  browserTest(
    'opens at the step of its address, with a bar for every step with contacts and the model in colour',
    async ({ pages }) => {
      expect(touching).toEqual([3, 4, 5]);
      const page = await open(pages);
      expect(await page.textContent('#up-axis')).toBe('Up: Z');
      expect(await shownStep(page)).toEqual(step(worst));
      expect(await barsOf(page)).toEqual(touching);
      const { differing, warm } = await drawnBy(page, '#model');
      expect(differing).toBeGreaterThan(PLENTY);
      expect(warm).toBeGreaterThan(100);
    },
  );

  browserTest('a click on the timeline shows that step', async ({ pages }) => {
    const page = await open(pages);
    const before = await picture(page, '#model');
    await clickTimeline(page, 1);
    expect(await shownStep(page)).toEqual(step(1));
    expect(page.url()).toMatch(/#step=1$/);
    expect(await page.textContent('#step-facts')).toContain('none');
    expect((await compare(page, before, await picture(page, '#model'))).differing).toBeGreaterThan(PLENTY / 10);
    // Nothing touches here, so no pixel has a colour of time.
    const seen = await drawnBy(page, '#model');
    expect(seen.differing).toBeGreaterThan(PLENTY);
    expect(seen.warm).toBe(0);
    await clickTimeline(page, worst);
    expect(await shownStep(page)).toEqual(step(worst));
  });

  browserTest('keys step, jump between contacts and change the view', async ({ pages }) => {
    const page = await open(pages);
    const last = contacts.length;
    const pressed: [string, number][] = [
      ['Home', 1],
      ['ArrowLeft', 1],
      ['ArrowRight', 2],
      ['n', touching[0]],
      ['n', touching[1]],
      ['End', last],
      ['ArrowRight', last],
      ['p', touching[touching.length - 1]],
    ];
    for (const [key, number] of pressed) {
      await page.keyboard.press(key);
      expect(await shownStep(page), key).toEqual(step(number));
    }
    for (const key of ['w', 'Shift+ArrowRight', '+', 'f', 'u']) {
      const before = await picture(page, '#model');
      await page.keyboard.press(key);
      expect((await compare(page, before, await picture(page, '#model'))).differing, key).toBeGreaterThan(0);
    }
    expect(await page.getAttribute('#wireframe', 'aria-pressed')).toBe('true');
  });

  browserTest('the space bar plays to the end', async ({ pages }) => {
    const page = await open(pages);
    await page.keyboard.press('Home');
    // The animation frame in which the key arrives may have begun before it.
    await page.evaluate(() => {
      const now = performance.now.bind(performance);
      performance.now = () => now() + 1000;
    });
    await page.keyboard.press(' ');
    expect(await page.textContent('#play')).toBe('Pause');
    await page.waitForFunction(() => document.getElementById('play')?.textContent === 'Play');
    expect(await shownStep(page)).toEqual(step(contacts.length));
    expect(await page.textContent('#within-value')).toBe('t = 1.000');
  });

  browserTest('rows of the tables jump to their step, a contact is looked at from close by', async ({ pages }) => {
    const page = await open(pages);
    await page.keyboard.press('End');
    await page.locator('#worst tbody tr').first().locator('button').click();
    expect(await shownStep(page)).toEqual(step(worst));
    await page.locator('#pairs tbody tr').first().locator('button').click();
    expect(await shownStep(page)).toEqual(step(touching[0]));
    const before = await picture(page, '#model');
    const row = page.locator('#earliest button').first();
    const at = Number(await row.locator('.at').textContent());
    await row.click();
    expect((await compare(page, before, await picture(page, '#model'))).differing).toBeGreaterThan(PLENTY);
    expect(await page.textContent('#within-value')).toBe(`t = ${at.toFixed(3)}`);
  });

  browserTest('is light or dark as the reader likes, and follows him', async ({ pages }) => {
    const page = await open(pages, { colorScheme: 'light' });
    const lightness = () =>
      page.evaluate(() => {
        const numbers = (colour: string) => (colour.match(/\d+/g) ?? []).slice(0, 3).map(Number);
        const { backgroundColor, color } = getComputedStyle(document.body);
        return [backgroundColor, color].map((colour) => numbers(colour).reduce((sum, x) => sum + x / 765, 0));
      });
    const [lightGround, darkText] = await lightness();
    expect(lightGround - darkText).toBeGreaterThan(0.7);
    const before = await picture(page, '#model');
    await page.emulateMedia({ colorScheme: 'dark' });
    const [darkGround, lightText] = await lightness();
    expect(lightText - darkGround).toBeGreaterThan(0.7);
    expect((await compare(page, before, await picture(page, '#model'))).differing).toBeGreaterThan(PLENTY);
    expect((await drawnBy(page, '#model')).differing).toBeGreaterThan(PLENTY);
    expect(await barsOf(page)).toEqual(touching);
  });

  browserTest('fits a phone: 390 pixels wide, by touch, without scrolling sideways', async ({ pages }) => {
    const page = await open(pages, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    const widths = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    expect(widths).toEqual([390, 390]);
    expect((await drawnBy(page, '#model')).differing).toBeGreaterThan(PLENTY);
    const { width, height } = (await page.locator('#bar-canvas').boundingBox()) ?? { width: 0, height: 0 };
    await page.locator('#bar-canvas').tap({ position: { x: width * 0.99, y: height / 2 } });
    expect(await shownStep(page)).toEqual(step(contacts.length));
  });
});
