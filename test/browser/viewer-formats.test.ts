// Scenes of all formats in the viewer: the clashes that the command line finds, and what the page
// shows of objects that come, go and change their faces.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { cube, inTriangles } from '../check/scene/hand-made-scene.ts';
import { Folder } from '../cli/command.ts';
import { usdaScene } from '../cli/formats/usda-scene.ts';
import { startView } from '../cli/view-process.ts';
import { dataFolder } from '../generate/data-folder.ts';
import { browserTest } from './browser-test.ts';
import { drop, openAtClashes, press, SCENE, serveViewer, settled } from './viewer-page.ts';

serveViewer();
const folder = new Folder();
const formats = join(dataFolder, 'formats');

/** Waits until all frames have been looked at, and returns the pairs of the linked clashes. */
async function pairsIn(page: Page, frames: number): Promise<string[]> {
  await page.waitForFunction(
    (text) => document.getElementById('clash-note')?.textContent?.endsWith(text),
    `in ${frames} frames.`,
    { timeout: 60_000 },
  );
  return page.locator('.clash .pair').allTextContents();
}

const sorted = (pairs: readonly string[]): string[] => [...pairs].sort();

/** The same as the command line finds. */
function pairsOf(path: string): { frames: number; pairs: string[] } {
  const { frames, clashes } = folder.check(path);
  return { frames, pairs: clashes.map(({ a, b }) => (a === b ? `${a} with itself` : `${a} – ${b}`)) };
}

browserTest.skipIf(!existsSync(formats))('files dropped have the clashes of the command line', async ({ pages }) => {
  const page = await openAtClashes(pages, SCENE);
  for (const name of ['scene.abc', 'scene.usdc', 'scene.usdz', 'scene_draco.glb', 'scene_meshopt.glb', 'kick.usdc']) {
    const path = join(formats, name);
    const { frames, pairs } = pairsOf(path);
    await drop(page, [{ name, bytes: readFileSync(path) }]);
    expect(await page.textContent('#message')).toBe('');
    expect(sorted(await pairsIn(page, frames)), name).toEqual(sorted(pairs));
    expect(pairs.length).toBeGreaterThan(1);
  }
});

browserTest.skipIf(!existsSync(formats))('a file of the command line is open from the start', async ({ pages }) => {
  const path = join(formats, 'scene.abc');
  const view = await startView(path);
  try {
    const page = await pages.open(view.address);
    await settled(page);
    const { frames, pairs } = pairsOf(path);
    expect(sorted(await pairsIn(page, frames))).toEqual(sorted(pairs));
  } finally {
    view.process.kill();
  }
});

/** Two halves of a cube that share no vertices, as texture seams split them. */
const halves = (x: number) => {
  const { points, faces } = cube(x);
  return { points: [...points, ...points], faces: faces.map((face, i) => (i < 3 ? face : face.map((v) => v + 8))) };
};

browserTest('seams are welded as on the command line', async ({ pages }) => {
  const text = usdaScene({ seamed: [0, 1, 2].map(halves), box: [0, 1, 2].map(() => cube(2.5, 0.25, 0.25)) });
  const path = folder.put('seams.usda', text);
  const { frames, pairs } = pairsOf(path);
  const page = await openAtClashes(pages, SCENE);
  await drop(page, [{ name: 'seams.usda', bytes: new TextEncoder().encode(text) }]);
  expect(sorted(await pairsIn(page, frames))).toEqual(sorted(pairs));
  expect(pairs).toEqual(['/seamed – /box']);
});

const FRAMES = [0, 1, 2, 3];
const changing = usdaScene({
  box: FRAMES.map(() => cube(0)),
  ball: [null, null, cube(0.5, 0.25, 0.25), cube(0.5, 0.25, 0.25)],
  last: [null, null, null, cube(-0.6, -0.5, -0.5)],
  fluid: FRAMES.map((i) => (i % 2 === 0 ? cube(5 - 0.1 * i) : inTriangles(cube(5 - 0.1 * i)))),
  wall: FRAMES.map(() => cube(5.5)),
});

browserTest('objects that come, go and change faces have the clashes of the command line', async ({ pages }) => {
  const path = folder.put('changing.usda', changing);
  const { frames, pairs } = pairsOf(path);
  const page = await openAtClashes(pages, SCENE);
  await drop(page, [{ name: 'changing.usda', bytes: new TextEncoder().encode(changing) }]);
  expect(sorted(await pairsIn(page, frames))).toEqual(sorted(pairs));
  expect(sorted(pairs)).toEqual(['/box – /ball', '/box – /last', '/fluid – /wall']);
  for (let i = 0; i < pairs.length; i++) {
    await press(page, 'n');
    expect(await page.locator('.clash[aria-current="true"]').count()).toBe(1);
  }
  expect(await page.textContent('#message')).toBe('');
});
