// Visibility culling on a GPU, or on the browser's software renderer: it misses no collision and
// agrees with the raster device bit for bit, and recovers from a device that is lost during a run.
// Skipped without an adapter. Also by occlusion queries of WebGL 2.
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { build, type PreviewServer, preview } from 'vite';
import { afterAll, beforeAll, expect } from 'vitest';
import { Folder } from '../cli/command.ts';
import { browserTest, type Pages } from './browser-test.ts';
import type { Comparison } from './visibility/page.ts';

/** The timeout for a GPU in software, on a machine that runs all other tests too. */
const TIMEOUT = 300_000;
const root = fileURLToPath(new URL('visibility', import.meta.url));
const folder = new Folder();
let server: PreviewServer;

beforeAll(async () => {
  const outDir = folder.at('site');
  const site = { configFile: false, logLevel: 'silent', root, build: { outDir, emptyOutDir: true } } as const;
  await build(site);
  server = await preview({ ...site, preview: { port: 0 } });
});

afterAll(() => server.close());

async function openPage(pages: Pages): Promise<Page> {
  const page = await pages.open(server.resolvedUrls?.local[0] ?? '');
  await page.waitForFunction(() => window.visibility !== undefined);
  return page;
}

async function open(pages: Pages, skip: (note: string) => never): Promise<Page> {
  const page = await openPage(pages);
  const adapter = await page.evaluate(() => window.visibility.adapter());
  if (adapter === null) skip('This browser has no WebGPU adapter.');
  return page;
}

browserTest(
  'agrees with the raster device bit for bit and misses no collision',
  { timeout: TIMEOUT },
  async ({ pages, skip }) => {
    const page = await open(pages, skip);
    const count = await page.evaluate(() => window.visibility.caseCount());
    const found: Comparison[] = [];
    for (let i = 0; i < count; i++) found.push(await page.evaluate((index) => window.visibility.compare(index), i));
    for (const { name, device, fallback, otherBits, otherPasses, missed } of found) {
      expect({ device, fallback, otherBits, otherPasses }, name).toEqual({
        device: 'webgpu',
        fallback: undefined,
        otherBits: 0,
        otherPasses: false,
      });
      if (!name.includes('lossy')) expect(missed, name).toBe(0);
    }
    expect(found.filter(({ colliding }) => colliding > 0).length).toBeGreaterThanOrEqual(20);
    expect(found.filter(({ size, faceCount }) => size < faceCount).length).toBeGreaterThanOrEqual(10);
  },
);

browserTest(
  'a device lost in the middle of a run is answered for, and another one is taken',
  async ({ pages, skip }) => {
    const page = await open(pages, skip);
    const [first, ...others] = await page.evaluate(() => window.visibility.lose());
    expect(first.device).toBe('raster');
    expect(first.fallback).toMatch(/^The GPU was lost/);
    for (const { device, fallback } of others) expect([device, fallback]).toEqual(['webgpu', undefined]);
    for (const { otherBits, otherPasses, missed } of [first, ...others])
      expect([otherBits, otherPasses, missed]).toEqual([0, false, 0]);
  },
);

browserTest(
  'by occlusion queries it agrees with the raster device bit for bit, where a pixel needs one depth',
  { timeout: TIMEOUT },
  async ({ pages }) => {
    const page = await openPage(pages);
    const next = () => page.evaluate(() => window.visibility.compareQueries());
    const found: Comparison[] = [];
    for (let one = await next(); one !== null; one = await next()) found.push(one);
    for (const { name, device, otherBits, otherPasses, missed } of found) {
      expect({ device, otherBits, otherPasses }, name).toEqual({
        device: 'occlusion-queries',
        otherBits: 0,
        otherPasses: false,
      });
      if (!name.includes('lossy')) expect(missed, name).toBe(0);
    }
    expect(found.filter(({ colliding }) => colliding > 0).length).toBeGreaterThanOrEqual(20);
    expect(found.filter(({ size, faceCount }) => size < faceCount).length).toBeGreaterThanOrEqual(10);
  },
);

browserTest('a run of occlusion queries can be stopped, and says what it lacks', async ({ pages }) => {
  const page = await openPage(pages);
  expect(await page.evaluate(() => window.visibility.stopQueries())).toEqual([
    'stopped',
    'The context of WebGL 2 was lost.',
    'The context of WebGL 2 was lost.',
    'Occlusion queries are for soups, objects, or the lossy mode, at one instant.',
    'it went well',
    'it went well',
  ]);
});
