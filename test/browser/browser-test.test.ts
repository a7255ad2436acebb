// The harness: a page works, and anything that a visitor must not see is a fault.
import { chmodSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { Folder } from '../cli/command.ts';
import { browserTest } from './browser-test.ts';
import { findChromium } from './find-chromium.ts';

const folder = new Folder();
const fileUrl = (name: string, html: string): string => pathToFileURL(folder.put(name, html)).href;

browserTest('a page from disk has WebGL 2 and requests nothing', async ({ pages }) => {
  const html = '<!doctype html><title>t</title><canvas></canvas><img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=">';
  const page = await pages.open(fileUrl('page.html', html));
  expect(await page.evaluate(() => document.querySelector('canvas')?.getContext('webgl2') !== null)).toBe(true);
});

browserTest.fails('a fault that the test does not take out fails it', async ({ pages }) => {
  await pages.open(fileUrl('throws.html', '<script>throw new Error("no")</script>'));
});

browserTest('errors of the console, exceptions and requests are faults', async ({ pages }) => {
  const scripts = ['console.error("loud")', 'throw new Error("thrown")', 'console.log("quiet")'];
  const other = pathToFileURL(folder.at('other.png')).href;
  const html = `<img src="other.png">${scripts.map((script) => `<script>${script}</script>`).join('')}`;
  await pages.open(fileUrl('faulty.html', html));
  const faults = pages.faults.splice(0);
  expect(faults).toEqual(expect.arrayContaining(['console: loud', 'uncaught: thrown', `request: ${other}`]));
  expect(faults.join()).not.toContain('quiet');
});

test('CHROMIUM_PATH comes before names on PATH, and must be a program', () => {
  const mine = folder.put('mine', '');
  const onPath = folder.put('google-chrome', '');
  const env = { PATH: folder.path };
  expect(() => findChromium({ ...env, CHROMIUM_PATH: folder.at('nowhere') }, 'linux')).toThrow(
    /CHROMIUM_PATH is .*nowhere/,
  );
  chmodSync(mine, 0o755);
  chmodSync(onPath, 0o755);
  expect(findChromium({ ...env, CHROMIUM_PATH: mine }, 'linux')).toBe(mine);
  expect(findChromium(env, 'linux')).toBe(onPath);
  expect(findChromium({ PATH: '' }, 'linux')).toBeUndefined();
});
