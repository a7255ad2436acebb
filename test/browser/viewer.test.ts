// Files in the viewer: dropped onto it, or named on the command line.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { writeObj, writePc2 } from '../../src/io.ts';
import { ballFrames, collided, Folder, plyOf } from '../cli/command.ts';
import { startView } from '../cli/view-process.ts';
import { dataFolder } from '../generate/data-folder.ts';
import { browserTest } from './browser-test.ts';
import { choose, drop, facts, open, press, SCENE, serveViewer, settled, testsRun } from './viewer-page.ts';

const folder = new Folder();
const { mesh, frames } = ballFrames([0, 0.2, 0.4, 0.6, 0.8, 1]);
const truth = collided(mesh, frames).map(({ vf, ee }) => ({ vf: vf.length, ee: ee.length }));
const ball = frames.map((frame, i) => ({ name: `f${i}.ply`, bytes: plyOf(mesh, frame) }));

serveViewer();

/** As `facts` tells a step of the ball. */
function expected(step: number): Awaited<ReturnType<typeof facts>> {
  const { vf, ee } = truth[step];
  const contacts = vf + ee === 0 ? 'none' : (vf + ee).toLocaleString('en');
  return {
    step: `Step ${step + 1} of ${truth.length}`,
    contacts,
    vf: vf + ee === 0 ? null : vf.toLocaleString('en'),
  };
}

browserTest('dropped in any order, show the contacts that Node finds in each step', async ({ pages }) => {
  const page = await open(pages, SCENE);
  await drop(page, ball.toReversed());
  expect(await page.textContent('#title')).toBe('f0.ply and 5 more');
  for (const step of truth.keys()) {
    await press(page, 'Home', ...Array(step).fill('ArrowRight'));
    expect(await facts(page)).toEqual(expected(step));
  }
  expect(truth.map(({ vf, ee }) => vf + ee > 0)).toContain(false);
  await page.waitForFunction(() => document.getElementById('sentence')?.textContent?.includes('of 5 steps checked'));
});

browserTest('every recipe and all stages find the same contacts, with other tests', async ({ pages }) => {
  const page = await open(pages, SCENE);
  await drop(page, ball.slice(1, 3));
  const seen = new Map<string, number>();
  for (const recipe of ['iccd', 'r-triangles', 'basic']) {
    await choose(page, 'recipe', recipe);
    const labels = await page.getByLabel('stages', { exact: true }).locator('option').allTextContents();
    expect(labels.length).toBeGreaterThan(1);
    for (const label of labels) {
      await choose(page, 'stages', label);
      expect(await facts(page), label).toMatchObject({ ...expected(1), step: 'Step 1 of 1' });
      expect(await page.textContent('#tally-step-title')).toBe(`Step 1: ${recipe}, ${label}`);
      seen.set(label, await testsRun(page));
    }
  }
  const tests = (label: string): number => seen.get(label) ?? Number.NaN;
  expect(tests('all tests of two faces')).toBeGreaterThan(tests('no bounds of features'));
  expect(tests('no bounds of features')).toBeGreaterThan(tests('bounds of features'));
  // A curve for each of them, in the plot of costs.
  await expect.poll(() => page.locator('#costs .u-series').count()).toBe(1 + seen.size);
});

browserTest('a mesh and its point cache are a sequence too', async ({ pages }) => {
  const page = await open(pages, SCENE);
  await drop(page, [
    { name: 'ball.pc2', bytes: writePc2(frames) },
    {
      name: 'ball.obj',
      bytes: new TextEncoder().encode(writeObj({ positions: frames[0], triangles: mesh.triangles })),
    },
  ]);
  await press(page, 'ArrowRight');
  expect(await facts(page)).toEqual(expected(1));
});

browserTest('first contact only, and a minimum separation', async ({ pages }) => {
  const page = await open(pages, SCENE);
  await drop(page, ball.slice(1, 3));
  const all = Number((await facts(page)).contacts?.replaceAll(',', ''));
  await page.getByLabel('first contact only').check();
  await settled(page);
  expect((await facts(page)).contacts).toBe('1');
  expect(await testsRun(page)).toBeGreaterThan(0);
  await page.getByLabel('first contact only').uncheck();
  const separation = page.getByLabel('min separation');
  await separation.fill('0.01');
  await separation.blur();
  await settled(page);
  expect(Number((await facts(page)).contacts?.replaceAll(',', ''))).toBeGreaterThan(all);
});

browserTest('no more contacts than asked for, and a note that says so', async ({ pages }) => {
  const page = await open(pages, SCENE);
  await drop(page, ball.slice(1, 3));
  expect(await page.textContent('#step-note')).not.toContain('Truncated');
  const most = page.getByLabel('most contacts');
  await most.fill('20');
  await most.blur();
  await settled(page);
  expect((await facts(page)).contacts).toBe('at least 20');
  expect(await page.textContent('#step-note')).toContain('Truncated: there are more contacts');
  await expect.poll(() => page.textContent('#sentence')).toMatch(/^1 clash and at least 20 contacts in step 1 of 1;/);
  await expect.poll(() => page.url()).toContain('&most=20');
});

const real = join(dataFolder, 'frames/cloth-ball');
browserTest.skipIf(!existsSync(real))('two real frames have the contacts of the truth', async ({ pages }) => {
  const page = await open(pages, SCENE);
  const names = ['cloth_ball92.ply', 'cloth_ball93.ply'];
  await drop(
    page,
    names.map((name) => ({ name, bytes: readFileSync(join(real, name)) })),
  );
  expect(await facts(page)).toEqual({ step: 'Step 1 of 1', contacts: '113,854', vf: '19,032' });
});

browserTest('a broken one is told in one line, and what was open stays', async ({ pages }) => {
  const page = await open(pages, SCENE);
  const before = await facts(page);
  const cut = { name: 'f1.ply', bytes: ball[1].bytes.subarray(0, ball[1].bytes.length / 2) };
  await drop(page, [ball[0], cut]);
  expect(await page.textContent('#message')).toMatch(
    /^f1\.ply: PLY line 3: expected .* vertex rows .*; export the file again\.$/,
  );
  await drop(page, [{ name: 'notes.txt', bytes: new TextEncoder().encode('hello') }]);
  expect(await page.textContent('#message')).toMatch(/^notes\.txt: unknown extension; /);
  expect(await facts(page)).toEqual(before);
  await press(page, 'Home');
  expect((await facts(page)).step).toMatch(/^Step 1 of /);
  await drop(page, ball);
  expect(await page.textContent('#message')).toBe('');
});

browserTest('of the command line are open from the start', async ({ pages }) => {
  const named = await startView(...ball.map(({ name, bytes }) => folder.put(name, bytes)));
  try {
    const page = await pages.open(named.address);
    await settled(page);
    expect(await facts(page)).toEqual(expected(0));
    await press(page, 'ArrowRight');
    expect(await facts(page)).toEqual(expected(1));
  } finally {
    named.process.kill();
  }
});
