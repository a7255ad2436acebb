// The library in a page, bundled by vite from the built entry points: the same bits as in Node, and
// a Content-Security-Policy that permits or forbids it.
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { build, type PreviewServer, preview } from 'vite';
import { afterAll, beforeAll, expect, vi } from 'vitest';
import { seededRandom } from '../../src/core/math/random.ts';
import { writePly } from '../../src/io.ts';
import { ballFrames, Folder, plyOf } from '../cli/command.ts';
import { browserTest } from './browser-test.ts';
import { type Answer, answer, FRAMES } from './library/answer.ts';
import { askColliders } from './library/many-colliders.ts';

const root = fileURLToPath(new URL('library', import.meta.url));
const folder = new Folder();
const files = [...ball(), ...lattice()];
const servers: PreviewServer[] = [];

/** The ball passes through the cloth. */
function ball(): Uint8Array[] {
  const { mesh, frames } = ballFrames([0.2, 0.8]);
  return frames.map((frame) => plyOf(mesh, frame));
}

/**
 * Triangles with small integer coordinates: coplanar, through corners, flat, so that rounding
 * cannot decide.
 */
function lattice(): Uint8Array[] {
  const random = seededRandom(1);
  const triangles = Uint32Array.from({ length: 3 * 60 }, (_, i) => i);
  const positions = () => Float64Array.from({ length: 3 * triangles.length }, () => random.below(4));
  return [positions(), positions()].map((x) => writePly({ positions: x, triangles }));
}

beforeAll(async () => {
  await build({ configFile: false, logLevel: 'silent', root, build: { outDir: folder.at('site'), emptyOutDir: true } });
  FRAMES.forEach((name, i) => {
    folder.put(`site/${name}`, files[i]);
  });
});

afterAll(() => Promise.all(servers.map((server) => server.close())));

/** Returns the address of the site; every response has these headers. */
async function serve(headers: Record<string, string> = {}): Promise<string> {
  const outDir = folder.at('site');
  const server = await preview({
    configFile: false,
    logLevel: 'silent',
    root,
    build: { outDir },
    preview: { port: 0, headers },
  });
  servers.push(server);
  return server.resolvedUrls?.local[0] ?? '';
}

async function answerOf(page: Page): Promise<string | null> {
  await page.waitForFunction(() => document.body.textContent !== '');
  return page.textContent('body');
}

browserTest('the answers of a page are those of Node, bit for bit', async ({ pages }) => {
  const expected = answer(files);
  const { collisions, rigid } = JSON.parse(expected) as Answer;
  expect(collisions.map(({ count }) => count > 100)).toEqual([true, true]);
  expect(collisions[1].tally.exact).toBeGreaterThan(100);
  expect([rigid.state, rigid.contacts.length > 0]).toEqual(['hit', true]);
  const page = await pages.open(await serve());
  expect(JSON.parse((await answerOf(page)) ?? '')).toEqual(JSON.parse(expected));
});

browserTest(
  "a policy with 'wasm-unsafe-eval' is enough, and neither page nor worker needs isolation",
  async ({ pages }) => {
    const site = await serve({ 'Content-Security-Policy': "script-src 'self' 'wasm-unsafe-eval'" });
    for (const place of ['', '#worker']) {
      const page = await pages.open(site + place);
      expect(await answerOf(page)).toBe(answer(files));
      expect(await page.evaluate(() => crossOriginIsolated)).toBe(false);
    }
  },
);

browserTest('a policy without it is named in one line', async ({ pages }) => {
  await pages.open(await serve({ 'Content-Security-Policy': "script-src 'self'" }));
  await vi.waitUntil(() => pages.faults.length > 0, { timeout: 60_000 });
  expect(pages.faults.splice(0)).toEqual([
    "uncaught: The page's Content-Security-Policy forbids WebAssembly: add 'wasm-unsafe-eval' to its script-src.",
  ]);
});

browserTest('a page can have 2,000 colliders', async ({ pages }) => {
  const page = await pages.open(`${await serve()}#colliders=2000`);
  const counts = JSON.parse((await answerOf(page)) ?? '') as number[];
  const [alone] = askColliders(1);
  expect(alone).toBeGreaterThan(100);
  expect(counts).toEqual(new Array(2000).fill(alone));
});
