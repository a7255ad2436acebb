// Threads in a page, bundled by vite from the built entry points: with isolation the same bits from
// the main thread and from a worker, without it one thread and the reason. THREADS_FRAMES=two PLY
// files, separated by a comma, prints the times of these frames instead.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build, type PreviewServer, preview } from 'vite';
import { afterAll, beforeAll, expect } from 'vitest';
import { nBody } from '../../scenes/n-body.ts';
import { writePly } from '../../src/io.ts';
import { Folder } from '../cli/command.ts';
import { browserTest } from './browser-test.ts';
import { type ThreadedAnswer, threadedAnswer } from './threads/threaded-answer.ts';

const root = fileURLToPath(new URL('threads', import.meta.url));
const folder = new Folder();
const servers: PreviewServer[] = [];
const measured = process.env.THREADS_FRAMES?.split(',');
const files = measured?.map((path) => readFileSync(path)) ?? balls();
const rounds = measured ? 15 : 1;

function balls(): Uint8Array[] {
  const { mesh, positions } = nBody({ scale: 0.5 });
  const x = new Float64Array(3 * mesh.vertexCount);
  return [30, 31].map((frame) => {
    positions(frame, x);
    return writePly({ positions: x, triangles: mesh.triangles });
  });
}

beforeAll(async () => {
  await build({ configFile: false, logLevel: 'silent', root, build: { outDir: folder.at('site'), emptyOutDir: true } });
  files.forEach((file, i) => {
    folder.put(`site/${i}.ply`, file);
  });
});

afterAll(() => Promise.all(servers.map((server) => server.close())));

async function serve(headers: Record<string, string>): Promise<string> {
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

const ISOLATION = { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' };

for (const place of ['main', 'worker'])
  for (const [name, headers] of Object.entries({ 'with isolation': ISOLATION, 'without isolation': {} }))
    browserTest(`${place} ${name}`, async ({ pages }) => {
      const page = await pages.open(`${await serve(headers)}#${place}=${rounds}`);
      await page.waitForFunction(() => document.body.textContent !== '');
      const answer: ThreadedAnswer = JSON.parse((await page.textContent('body')) ?? '');
      const isIsolated = 'Cross-Origin-Opener-Policy' in headers;
      expect(answer).toMatchObject(isIsolated ? { size: 2, fallback: null } : { size: 1, fallback: 'no-isolation' });
      expect(answer.isSame).toEqual([true, true, true]);
      expect(answer.count).toBeGreaterThan(100);
      const inNode = await threadedAnswer(files, 1);
      expect(answer.columns === inNode.columns, 'the bits of Node').toBe(true);
      if (measured) console.log(place, name, answer.ms, (answer.ms[0] / answer.ms[1]).toFixed(2));
    });
