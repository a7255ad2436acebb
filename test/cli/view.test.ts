// The server of `graze view`: what it serves and what not, and how it ends.
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { request } from 'node:http';
import { basename } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ballFrames, Folder, fault, plyOf } from './command.ts';
import { startView, type ViewProcess } from './view-process.ts';

const folder = new Folder();
const { mesh, frames } = ballFrames([0.2, 0.8]);
const files = frames.map((frame, i) => folder.put(`f${i}.ply`, plyOf(mesh, frame)));

describe('the server', () => {
  let view: ViewProcess;
  beforeAll(async () => {
    view = await startView(...files);
  });
  afterAll(() => view.process.kill());

  test('gives the page, isolated from other origins', async () => {
    const page = await fetch(view.address);
    expect(page.status).toBe(200);
    expect(Object.fromEntries(page.headers)).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-embedder-policy': 'require-corp',
      'x-content-type-options': 'nosniff',
    });
    const html = await page.text();
    expect(html).toContain("default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'");
    const parts = [...html.matchAll(/(?:src|href)="\.?\/?(assets\/[^"]+)"/g)].map(([, path]) => path);
    expect(parts.length).toBeGreaterThanOrEqual(2);
    for (const part of parts) expect((await fetch(view.address + part)).status).toBe(200);
  });

  test('gives the files that were named, by their numbers', async () => {
    expect(await (await fetch(`${view.address}files.json`)).json()).toEqual(files);
    const bytes = new Uint8Array(await (await fetch(`${view.address}files/1`)).arrayBuffer());
    expect(bytes).toEqual(Uint8Array.from(plyOf(mesh, frames[1])));
  });

  test.each([
    'files/2',
    'files/-1',
    `files/${basename(files[0])}`,
    '../package.json',
    '..%2f..%2fpackage.json',
    'assets',
  ])('gives nothing else: %s', async (path) => {
    expect(await statusOf(`/${path}`)).toBe(404);
  });

  test('refuses names of other hosts, and methods that write', async () => {
    expect(await statusOf('/', { headers: { host: 'evil.example' } })).toBe(403);
    expect(await statusOf('/', { headers: { host: `localhost:${new URL(view.address).port}` } })).toBe(200);
    expect(await statusOf('/', { method: 'POST' })).toBe(405);
  });

  test.each([
    '//',
    '//x',
    '/%',
    '/%00',
    '/\\..\\',
    '*',
    'http://[',
    '/files/99999999999999999999',
    `/${'x'.repeat(9000)}`,
  ])('goes on after %s', async (path) => {
    expect(await statusOf(path)).toBe(404);
    expect(await statusOf('/')).toBe(200);
  });

  test('refuses what pages of other sites ask for, except to be opened', async () => {
    const from = (site: string, mode: string) => ({ headers: { 'sec-fetch-site': site, 'sec-fetch-mode': mode } });
    for (const site of ['cross-site', 'same-site']) {
      expect(await statusOf('/files/0', from(site, 'no-cors'))).toBe(403);
      expect(await statusOf('/files.json', from(site, 'cors'))).toBe(403);
      expect(await statusOf('/', from(site, 'navigate'))).toBe(200);
    }
    expect(await statusOf('/files/0', from('same-origin', 'cors'))).toBe(200);
  });

  test('a file that has gone is not found, and the server goes on', async () => {
    const gone = await startView(
      folder.put('a.ply', plyOf(mesh, frames[0])),
      folder.put('b.ply', plyOf(mesh, frames[1])),
    );
    rmSync(folder.at('b.ply'));
    expect((await fetch(`${gone.address}files/1`)).status).toBe(404);
    expect((await fetch(`${gone.address}files/0`)).status).toBe(200);
    gone.process.kill();
  });

  /** Sends the path unchanged: `fetch` would normalise it. */
  async function statusOf(path: string, options: { method?: string; headers?: Record<string, string> } = {}) {
    const { port, hostname } = new URL(view.address);
    const asked = request({ hostname, port, path, ...options });
    asked.end();
    const [response] = await once(asked, 'response');
    response.resume();
    return response.statusCode as number;
  }
});

test('a port of choice, which another cannot have; Ctrl-C ends it', async () => {
  const view = await startView();
  const { port } = new URL(view.address);
  expect(fault('view', '--no-open', '--port', port)).toBe(
    `port ${port}: another program uses it; choose another, or leave --port out.`,
  );
  view.process.kill('SIGINT');
  const [status] = await once(view.process, 'exit');
  expect(status).toBe(130);
  const again = await startView('--port', port);
  expect(again.address).toBe(view.address);
  again.process.kill();
});

test('bad input is told before anything is served', () => {
  expect(fault('view', folder.at('missing.ply'))).toBe(
    `${folder.at('missing.ply')}: there is no such file; check its name and folder.`,
  );
  expect(fault('view', files[0])).toContain('one frame alone has no motion');
  const broken = folder.put('broken.ply', 'ply\nformat ascii 1.0\nelement vertex x\n');
  expect(fault('view', broken, files[0])).toMatch(/broken\.ply: PLY line 3: expected .*; export the file again\.$/);
  for (const port of ['x', '-1', '70000', '1.5']) expect(fault('view', '--port', port)).toContain('from 0 to 65535');
});
