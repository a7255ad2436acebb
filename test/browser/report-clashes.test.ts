// Clashes in the report as its reader gets it: opened from disk, clicked, walked through by keys,
// printed.
import { pathToFileURL } from 'node:url';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { beforeAll, expect } from 'vitest';
import { ReportWriter } from '../../src/cli/report/report-writer.ts';
import { clashCheck, FRAME_COUNT, SENTENCE, WORST } from '../cli/clash-check.ts';
import { Folder } from '../cli/command.ts';
import { accessibilityFaults } from './accessibility.ts';
import { browserTest, type Pages } from './browser-test.ts';
import { compare, drawnBy, picture } from './pixels.ts';

const folder = new Folder();
const check = clashCheck();
/** A minimum number of pixels of the model; the view has 400,000. */
const PLENTY = 5000;
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

beforeAll(async () => {
  const { list, ...rest } = check.found;
  const nothing = { ...rest, sentence: 'Nothing clashes.', list: { ...list, clashes: [] } };
  const states = ['new', 'known', 'worse'] as const;
  const compared = list.clashes.map((clash, i) => ({ ...clash, baseline: states[i] }));
  for (const [name, found] of [
    ['clashes.html', check.found],
    ['nothing.html', nothing],
    ['compared.html', { ...check.found, list: { ...list, clashes: compared } }],
  ] as const) {
    const writer = new ReportWriter(folder.at(name), check.info);
    for (let i = 0; i < check.info.stepCount; i++) writer.addStep(check.step(i));
    await writer.finish(found);
  }
  const still = list.clashes.slice(0, 2).map((clash) => ({
    ...clash,
    ...{ first: 0, last: 0, frames: 1, perFrame: [], worst: { ...clash.worst, frame: 0 } },
  }));
  const writer = new ReportWriter(folder.at('still.html'), { ...check.info, stepCount: 0 });
  await writer.finish({ ...rest, list: { ...list, clashes: still, frameCount: 1 } });
});

async function open(pages: Pages, options?: BrowserContextOptions, name = 'clashes.html'): Promise<Page> {
  const page = await pages.open(pathToFileURL(folder.at(name)).href, options);
  await page.waitForFunction(() => document.getElementById('view-message')?.textContent === '');
  return page;
}

/** What the page says about the selected clash. */
async function selected(page: Page): Promise<Record<string, string | null>> {
  const [row] = await page.locator('.clash[aria-current="true"] .pair').allTextContents();
  return {
    row: row ?? null,
    title: (await page.locator('#clash-title').count()) > 0 ? await page.textContent('#clash-title') : null,
    legend: await page.textContent('#legend-a'),
    other: await page.textContent('#legend-b'),
    step: await page.getAttribute('#bar-canvas', 'aria-valuenow'),
    within: await page.textContent('#within-value'),
    address: new URL(page.url()).hash,
  };
}

const balls = {
  ...{ row: 'ball – core', title: 'ball – core', legend: 'ball', other: 'core' },
  ...{ step: String(WORST + 1), within: 't = 0.000', address: '#clash=1' },
};
const pellet = {
  ...{ row: 'sheet – pellet', title: 'sheet – pellet', legend: 'sheet', other: 'pellet' },
  ...{ step: '8', within: 't = 0.500', address: '#clash=3' },
};
const core = {
  ...{ row: 'core – sheet', title: 'core – sheet', legend: 'core', other: 'sheet' },
  ...{ step: '1', within: 't = 0.000', address: '#clash=2' },
};

browserTest('opens with the list and the worst clash', async ({ pages }) => {
  const page = await open(pages);
  expect(await page.textContent('#sentence')).toBe(SENTENCE);
  expect(await page.getAttribute('#sentence', 'class')).toBe('clashing');
  expect(await page.locator('.clash').count()).toBe(3);
  expect(await page.locator('#clash-rows h2').allTextContents()).toEqual([
    'Clashes (2)',
    'At rest, there from the first frame (1)',
  ]);
  expect(await selected(page)).toEqual(balls);
  const facts = await page.textContent('#clash-detail dl');
  expect(facts).toContain(`frame ${WORST}`);
  expect(await page.locator('#clash-detail svg rect').count()).toBe(check.found.list.clashes[0].frames);
  // The bar of a clash covers its frames on the common time line.
  const bar = await page.locator('.frame-bar .span').first().boundingBox();
  const track = await page.locator('.frame-bar').first().boundingBox();
  const { first, last } = check.found.list.clashes[0];
  expect((bar?.width ?? 0) / (track?.width ?? 1)).toBeCloseTo((last - first + 1) / FRAME_COUNT, 2);
  expect(((bar?.x ?? 0) - (track?.x ?? 0)) / (track?.width ?? 1)).toBeCloseTo(first / FRAME_COUNT, 2);
});

browserTest('a click shows the two parts in the worst frame, with the curve and the point', async ({ pages }) => {
  const page = await open(pages);
  await page.locator('.clash', { hasText: 'core – sheet' }).click();
  expect(await selected(page)).toEqual(core);
  const withCurve = await picture(page, '#model');
  expect((await drawnBy(page, '#model')).differing).toBeGreaterThan(PLENTY);
  // The crossing faces of the sheet are orange.
  expect((await drawnBy(page, '#model')).warm).toBeGreaterThan(1000);
  // Curve and point belong to the worst frame alone: half a step later neither is drawn.
  const dark = await darkPixels(page);
  expect(dark).toBeGreaterThan(200);
  await page.locator('#within').fill('0.5');
  expect(await darkPixels(page)).toBeLessThan(dark / 10);
  expect((await compare(page, withCurve, await picture(page, '#model'))).differing).toBeGreaterThan(200);
});

/** Almost black pixels of the model: the curve and the ring around the deepest point. */
async function darkPixels(page: Page): Promise<number> {
  const png = await picture(page, '#model');
  return page.evaluate(async (text) => {
    const bytes = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
    context?.drawImage(image, 0, 0);
    const data = context?.getImageData(0, 0, image.width, image.height).data ?? [];
    let count = 0;
    for (let i = 0; i < data.length; i += 4) if (Math.max(data[i], data[i + 1], data[i + 2]) < 40) count++;
    return count;
  }, png);
}

browserTest('keys and buttons go from clash to clash, and stay at the ends', async ({ pages }) => {
  const page = await open(pages);
  expect(await page.textContent('#clash-hint')).toContain('next, previous');
  expect(await page.isVisible('#clash-hint')).toBe(true);
  for (const [key, expected] of [
    ['n', pellet],
    ['ArrowDown', core],
    ['n', core],
    ['p', pellet],
    ['ArrowUp', balls],
    ['p', balls],
  ] as const) {
    await page.keyboard.press(key);
    expect(await selected(page), key).toEqual(expected);
  }
  await page.click('#next-clash');
  expect(await selected(page)).toEqual(pellet);
  await page.click('#previous-clash');
  expect(await selected(page)).toEqual(balls);
  // The next frame, without the curve; the parts stay.
  await page.keyboard.press('ArrowRight');
  expect(await selected(page)).toEqual({ ...balls, step: String(WORST + 2) });
  await page.keyboard.press('Escape');
  expect(await page.locator('.clash[aria-current="true"]').count()).toBe(0);
  expect(await page.isVisible('#clash-detail')).toBe(false);
});

browserTest('an address opens its clash', async ({ pages }) => {
  const page = await pages.open(`${pathToFileURL(folder.at('clashes.html')).href}#clash=2`);
  await page.waitForFunction(() => document.getElementById('view-message')?.textContent === '');
  expect(await selected(page)).toEqual(core);
});

browserTest('steps and counters are behind a tab', async ({ pages }) => {
  const page = await open(pages);
  expect(await page.isVisible('#worst')).toBe(false);
  expect(await page.isVisible('#tally-total')).toBe(false);
  await page.getByRole('tab', { name: 'How it was found' }).click();
  for (const id of ['#worst', '#pairs', '#tally-total', '#step-facts']) expect(await page.isVisible(id)).toBe(true);
  expect(await page.isVisible('#clash-rows')).toBe(false);
  expect(await page.isVisible('#pictures')).toBe(false);
  // The keys are those of steps again.
  await page.keyboard.press('Home');
  await page.keyboard.press('n');
  expect(await page.getAttribute('#bar-canvas', 'aria-valuenow')).toBe('2');
  await page.getByRole('tab', { name: 'Clashes' }).click();
  expect(await selected(page)).toEqual(balls);
  // Arrows go from tab to tab while one has the focus, by keys and not by a click.
  await page.keyboard.press('ArrowRight');
  expect(await page.getAttribute('#tab-clashes', 'aria-selected')).toBe('true');
  await page.locator('#tab-clashes').focus();
  await page.keyboard.press('ArrowRight');
  expect(await page.getAttribute('#tab-found', 'aria-selected')).toBe('true');
});

browserTest('a picture of every clash is drawn, and printed with the list alone', async ({ pages }) => {
  const page = await open(pages);
  await page.waitForFunction(() => document.querySelectorAll('canvas[data-drawn]').length === 3);
  for (let i = 0; i < 3; i++) {
    const colours = await page
      .locator('.clash-picture canvas')
      .nth(i)
      .evaluate((canvas) => {
        const { width, height } = canvas as HTMLCanvasElement;
        const data = (canvas as HTMLCanvasElement).getContext('2d')?.getImageData(0, 0, width, height).data ?? [];
        let [blue, orange] = [0, 0];
        for (let k = 0; k < data.length; k += 4) {
          if (data[k + 3] === 0) continue;
          if (data[k + 2] > data[k] + 40) blue++;
          else if (data[k] > data[k + 2] + 40) orange++;
        }
        return { blue, orange };
      });
    // Both parts are in every picture.
    expect(Math.min(colours.blue, colours.orange), `picture ${i}`).toBeGreaterThan(500);
  }
  await page.locator('.clash-picture canvas').nth(1).click();
  expect(await selected(page)).toEqual(core);
  await page.emulateMedia({ media: 'print' });
  for (const id of ['#clash-pictures', '#clash-rows', '#sentence']) expect(await page.isVisible(id), id).toBe(true);
  for (const id of ['#model', '#tabs', '.timeline', '#worst']) expect(await page.isVisible(id), id).toBe(false);
});

browserTest('says first if nothing clashes', async ({ pages }) => {
  const page = await open(pages, undefined, 'nothing.html');
  expect(await page.textContent('#sentence')).toBe('Nothing clashes.');
  expect(await page.textContent('#clash-note')).toBe('Nothing clashes.');
  expect(await page.isVisible('#pictures')).toBe(false);
  expect(await page.isVisible('#next-clash')).toBe(false);
  expect((await drawnBy(page, '#model')).differing).toBeGreaterThan(PLENTY);
});

browserTest('says in words how clashes compare with a baseline', async ({ pages }) => {
  const page = await open(pages, undefined, 'compared.html');
  expect(await page.locator('#clash-rows h2').allTextContents()).toEqual([
    'Clashes (2)',
    'Known from the baseline (1)',
  ]);
  expect(await page.locator('.clash .status').allTextContents()).toEqual(['new', 'worse', 'known, at rest']);
});

browserTest('a still scene has neither steps nor a timeline', async ({ pages }) => {
  const page = await open(pages, undefined, 'still.html');
  expect(await page.isVisible('.timeline')).toBe(false);
  expect(await page.isVisible('#tab-found')).toBe(false);
  expect(await page.locator('.clash').count()).toBe(2);
  expect((await drawnBy(page, '#model')).differing).toBeGreaterThan(PLENTY);
});

browserTest('fits a phone, where a click brings the model into view', async ({ pages }) => {
  const page = await open(pages, PHONE);
  expect(await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth, scrollY])).toEqual([390, 390, 0]);
  await page.locator('.clash', { hasText: 'sheet – pellet' }).tap();
  expect(await selected(page)).toEqual(pellet);
  const box = await page.locator('#view').boundingBox();
  expect(box?.y).toBeGreaterThanOrEqual(0);
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(845);
});

for (const colorScheme of ['light', 'dark'] as const)
  browserTest(`axe finds no fault in either tab, ${colorScheme}`, async ({ pages }) => {
    const page = await open(pages, { colorScheme }, 'compared.html');
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.click('#tab-found');
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await accessibilityFaults(await open(pages, { ...PHONE, colorScheme }))).toEqual([]);
  });
